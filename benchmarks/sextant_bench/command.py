"""What `sextant bench` does: runs a bench, explains it, or lists all."""

from collections.abc import Mapping

from sextant.cli.bench import BenchRequest
from sextant.cli.options import pairs
from sextant.cli.output import Output
from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions, BenchResult, figure_table, listing_table
from sextant_bench.registry import BENCHES, find, load

__all__ = ["run"]


def run(request: BenchRequest, out: Output) -> int:
    """Runs a bench, explains it or lists all. The exit status: 1 where a figure is missed.

    Raises:
        UsageError: There is no such bench, or it has no such option.
    """
    name = request.name
    if name is None:
        _list_benches(out)
        return 0
    if request.extra and "help" in request.extra:
        _explain(out, name)
        return 0
    options = pairs(request.extra, "--option") | {key: value for key, value in request.flags.items() if value}
    _refuse_unknown(options, request.limit, name)
    asked = BenchOptions(
        request.device, request.actor, request.seed, request.n, request.limit, out.as_json, options, out.say_aside
    )
    result = load(name)(asked)
    out.result_text(result.to_json())
    if not out.as_json:
        out.say(figure_table(result))
        for listing in result.listings:
            out.say(listing_table(listing))
        out.say(_closing(name, result))
    return 0 if result.ok or _only_reported(result) else 1


def _only_reported(result: BenchResult) -> bool:
    """Whether nothing went wrong in a part of a bench that holds no target at all."""
    return result.n > 0 and not result.errors and all(figure.target is None for figure in result.figures)


def _closing(name: str, result: BenchResult) -> str:
    if result.ok or _only_reported(result):
        return f"next: sextant bench {name} --json gives every detail"
    left_out = result.skipped + result.excluded
    if left_out and all(figure.met for figure in result.figures):
        return f"{left_out} of {result.n + left_out} were left out, so no target counts as met."
    return "A figure is missed."


def _refuse_unknown(options: Mapping[str, str], limit: int | None, bench: str) -> None:
    """Lets nothing through that the bench would leave unread."""
    entry = find(bench)
    for name in options:
        if name not in entry.options:
            told = "".join(f"\n    {key}: {about}" for key, about in sorted(entry.options.items()))
            raise UsageError(f"This bench has no option {name!r}.", f"Its options are: {told or 'none'}")
    if limit is not None and not entry.cases:
        remedy = f"Leave it out; sextant bench {bench} -o help lists what it takes, and some take fewer samples: --n."
        raise UsageError(f"The bench {bench!r} has no cases that --limit could leave out.", remedy)


def _explain(out: Output, bench: str) -> None:
    """What a bench measures, and what it can be told."""
    entry = find(bench)
    out.result({"bench": bench, "measures": entry.measures, "options": {**entry.options}, "limit": entry.cases})
    if out.as_json:
        return
    out.say(f"{bench}: {entry.measures}")
    if entry.options:
        out.table(("-o", "meaning"), sorted(entry.options.items()))
    else:
        out.say("It has no options of its own.")
    if not entry.cases:
        out.say("It has no cases that --limit could leave out.")


def _list_benches(out: Output) -> None:
    out.result({"benches": {name: entry.measures for name, entry in BENCHES.items()}})
    if not out.as_json:
        out.table(("bench", "measures"), [(name, entry.measures) for name, entry in BENCHES.items()])
        out.say("next: sextant bench NAME --json, or sextant bench NAME -o help for what it can be told")
