"""Templates of tasks by family and name. Test and train share none, nor the shape of one."""

from collections.abc import Callable, Mapping

from sextant_worlds.author.evaluation_templates import (
    add,
    board,
    errands,
    fork,
    impossible,
    long,
    once,
    pixels,
    pixels_transfer,
    rank,
    report_one,
    report_several,
    routine,
    satisfied,
    sweep,
    sweep_errand,
    tally,
    tally_then_act,
    transfer,
)
from sextant_worlds.author.training_templates import (
    add_pair,
    branch,
    comb,
    comb_job,
    commit,
    compare,
    count_up,
    deliveries,
    glimpse,
    grid,
    jobs,
    keep,
    no_need,
    refuse,
    relay,
    saga,
    spend,
)
from sextant_worlds.author.writer import Writer

__all__ = ["TEMPLATES", "Template"]

Template = Callable[[Writer], bool]

TEMPLATES: Mapping[str, Mapping[str, Template]] = {
    "test": {
        "report": report_one,
        "report-several": report_several,
        "rank": rank,
        "add": add,
        "tally": tally,
        "tally-act": tally_then_act,
        "transfer": transfer,
        "act-once": once,
        "pixels": pixels,
        "pixels-transfer": pixels_transfer,
        "board": board,
        "fork": fork,
        "sweep": sweep,
        "routine": routine,
        "long": long,
        "errands": errands,
        "sweep-errand": sweep_errand,
        "impossible": impossible,
        "satisfied": satisfied,
    },
    "train": {
        "keep-one": lambda w: keep(w, 1),
        "keep-pair": lambda w: keep(w, 2),
        "keep-triple": lambda w: keep(w, 3),
        "compare": compare,
        "add-pair": add_pair,
        "relay": relay,
        "relay-pixels": lambda w: relay(w, "pixels"),
        "commit": commit,
        "glimpse": glimpse,
        "grid": grid,
        "branch": branch,
        "comb": comb,
        "count-up": count_up,
        "spend": spend,
        "deliveries": deliveries,
        "saga": saga,
        "jobs": jobs,
        "comb-job": comb_job,
        "refuse": refuse,
        "no-need": no_need,
    },
}
"""By family and name."""
