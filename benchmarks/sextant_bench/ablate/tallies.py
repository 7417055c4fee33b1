"""Paired comparisons of arms over the same tasks."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from sextant_bench.ablate.rows import Found
from sextant_bench.figures import Figure, Json, Listing
from sextant_bench.statistics import mean_or_nan, paired_difference, share

__all__ = ["arm_json", "figures", "listing", "over"]

_NOTHING = "–"


def _of(found: Sequence[Found], arm: str) -> dict[str, Found]:
    return {one.task: one for one in found if one.arm == arm}


def _tasks_of_both(found: Sequence[Found], arm: str, against: str) -> list[str]:
    return sorted(set(_of(found, arm)) & set(_of(found, against)))


def over(found: Sequence[Found], arm: str, against: str) -> Mapping[str, Json]:
    """By how many points one arm does more tasks than another, with its 95 % interval, over tasks played in both."""
    one, other = _of(found, arm), _of(found, against)
    tasks = _tasks_of_both(found, arm, against)
    counts = Counter((one[task].success, other[task].success) for task in tasks)
    if not tasks:
        return {"points": None, "low": None, "high": None, "n": 0}
    first, second = counts[True, False], counts[False, True]
    interval = paired_difference(counts[True, True], first, second, counts[False, False])
    return {
        "points": round(100 * (first - second) / len(tasks), 2),
        "low": round(100 * interval.low, 2),
        "high": round(100 * interval.high, 2),
        "n": len(tasks),
    }


def figures(found: Sequence[Found], arms: Sequence[str]) -> tuple[Figure, ...]:
    """Success and memory accuracy of each arm; none of them has a target."""
    told: list[Figure] = []
    for arm in arms:
        own = list(_of(found, arm).values())
        name = arm.replace("-", "_").replace(" ", "_")
        told.append(Figure(f"success_{name}", share(sum(one.success for one in own), len(own))))
        accuracy = [one.memory_accuracy for one in own if one.memory_accuracy is not None]
        told.append(Figure(f"memory_accuracy_{name}", mean_or_nan(accuracy)))
    return tuple(told)


def arm_json(found: Sequence[Found], arm: str) -> Mapping[str, Json]:
    """What an arm cost, and why its failures failed."""
    own = list(_of(found, arm).values())
    if not own:
        return {"n": 0}
    actions = sum(one.actions for one in own)
    return {
        "n": len(own),
        "success": share(sum(one.success for one in own), len(own)),
        "mean_actions": actions / len(own),
        "mean_tokens": mean_or_nan([one.tokens or 0 for one in own]),
        "requests_per_action": None
        if any(one.requests is None for one in own)
        else sum(one.requests or 0 for one in own) / max(1, actions),
        "causes": dict(Counter(one.cause for one in own if one.cause)),
    }


def listing(found: Sequence[Found], arms: Sequence[str], against: str, title: str) -> Listing:
    """A row an arm: success, memory, tokens, and the difference to the arm it is compared with.

    What was not measured is a dash; so is a difference over a single task, whose interval tells nothing.
    """
    rows: list[tuple[str, ...]] = []
    for arm in arms:
        own = list(_of(found, arm).values())
        accuracy = mean_or_nan([one.memory_accuracy for one in own if one.memory_accuracy is not None])
        difference = over(found, arm, against)
        compared = len(_tasks_of_both(found, arm, against)) > 1
        told = f"{difference['points']} ({difference['low']} to {difference['high']})" if compared else _NOTHING
        tokens = mean_or_nan([one.tokens or 0 for one in own])
        success = share(sum(one.success for one in own), len(own))
        rows.append(
            (arm, _told(success, ".2f"), _told(accuracy, ".2f"), _told(tokens, ",.0f"), "" if arm == against else told)
        )
    return Listing(title, ("arm", "success", "memory", "tokens", f"points over {against}"), tuple(rows))


def _told(value: float, form: str) -> str:
    return _NOTHING if math.isnan(value) else format(value, form)
