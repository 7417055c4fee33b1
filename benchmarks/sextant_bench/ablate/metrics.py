"""Paired comparisons of arms over the same tasks."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from sextant_bench.ablate.arms import ArmEpisode
from sextant_bench.figures import Figure, Json, Listing
from sextant_bench.statistics import Gain, gain, mean_or_nan

__all__ = ["arm_json", "figures", "listing", "over"]

_NOTHING = "–"


def _of(found: Sequence[ArmEpisode], arm: str) -> dict[str, ArmEpisode]:
    return {one.task: one for one in found if one.arm == arm}


def over(found: Sequence[ArmEpisode], arm: str, against: str) -> Gain:
    """By how many points one arm does more tasks than another, with its 95 % interval, over tasks played in both."""
    one, other = _of(found, arm), _of(found, against)
    return gain([(one[task].success, other[task].success) for task in sorted({*one} & {*other})])


def figures(found: Sequence[ArmEpisode], arms: Sequence[str]) -> tuple[Figure, ...]:
    """Success and memory accuracy of each arm; none of them has a target."""
    told: list[Figure] = []
    for arm in arms:
        own = list(_of(found, arm).values())
        name = arm.replace("-", "_").replace(" ", "_")
        told.append(Figure(f"success_{name}", mean_or_nan(one.success for one in own)))
        told.append(Figure(f"memory_accuracy_{name}", mean_or_nan(one.memory_accuracy for one in own)))
    return tuple(told)


def arm_json(found: Sequence[ArmEpisode], arm: str) -> Mapping[str, Json]:
    """What an arm cost, and why its failures failed."""
    own = list(_of(found, arm).values())
    if not own:
        return {"n": 0}
    actions = sum(one.actions for one in own)
    return {
        "n": len(own),
        "success": mean_or_nan(one.success for one in own),
        "mean_actions": actions / len(own),
        "mean_tokens": mean_or_nan(one.tokens or 0 for one in own),
        "requests_per_action": None
        if any(one.requests is None for one in own)
        else sum(one.requests or 0 for one in own) / max(1, actions),
        "causes": dict(Counter(one.cause for one in own if one.cause)),
    }


def listing(found: Sequence[ArmEpisode], arms: Sequence[str], against: str, title: str) -> Listing:
    """A row an arm: success, memory, tokens, and the difference to the arm it is compared with.

    What was not measured is a dash; so is a difference over a single task, whose interval tells nothing.
    """
    rows: list[tuple[str, ...]] = []
    for arm in arms:
        own = list(_of(found, arm).values())
        accuracy = mean_or_nan(one.memory_accuracy for one in own)
        difference = over(found, arm, against)
        told = f"{difference.points:.2f} ({difference.low:.2f} to {difference.high:.2f})"
        told = told if difference.n > 1 else _NOTHING
        tokens = mean_or_nan(one.tokens or 0 for one in own)
        success = mean_or_nan(one.success for one in own)
        rows.append(
            (arm, _told(success, ".2f"), _told(accuracy, ".2f"), _told(tokens, ",.0f"), "" if arm == against else told)
        )
    return Listing(title, ("arm", "success", "memory", "tokens", f"points over {against}"), tuple(rows))


def _told(value: float, form: str) -> str:
    return _NOTHING if math.isnan(value) else format(value, form)
