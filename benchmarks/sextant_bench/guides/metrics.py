"""From outcomes to figures: gains in points with their intervals, over pairs of the same task."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from sextant_bench.figures import Figure, Json
from sextant_bench.guides.episode import GuideOutcome
from sextant_bench.statistics import Gain, gain, share

__all__ = ["arm_gain", "figures", "guide_json"]


def arm_gain(outcomes: Sequence[GuideOutcome], arm: str, against: str) -> Gain:
    """Of the first arm over the second, over the tasks that were played in both."""
    return gain([(one.solved[arm], one.solved[against]) for one in outcomes if {arm, against} <= set(one.solved)])


def figures(by_guide: Mapping[str, Sequence[GuideOutcome]]) -> tuple[Figure, ...]:
    """Those of the guide that does worst, each over its own tasks."""
    gains = [arm_gain(outcomes, "guide", "history") for outcomes in by_guide.values()]
    placebos = [
        arm_gain(outcomes, arm, "history") for outcomes in by_guide.values() for arm in ("placebo", "placebo_in_step")
    ]
    losses = [-arm_gain(outcomes, "sound_guide", "sound_history").low for outcomes in by_guide.values()]
    return (
        Figure("min_gain_points", _of(min, (one.points for one in gains)), 20.0),
        Figure("placebo_max_points", _of(max, (one.points for one in placebos)), 2.0, "", "low"),
        Figure("max_loss_upper_points", _of(max, losses), 3.0, "", "low"),
        Figure("paired_tasks", min((one.n for one in gains), default=0), 200),
    )


def _of(pick: Callable[[Iterable[float]], float], values: Iterable[float]) -> float:
    """The least or largest of them; no number where there are none, or one of them was not measured."""
    found = list(values)
    return math.nan if not found or any(map(math.isnan, found)) else pick(found)


_COMPARED = (
    ("guide", "history"),
    ("plain", "history"),
    ("guide", "plain"),
    ("reminder", "history"),
    ("guide", "reminder"),
    ("noting", "history"),
    ("guide", "noting"),
    ("placebo", "history"),
    ("placebo_in_step", "history"),
    ("sound_guide", "sound_history"),
    ("wrong", "history"),
)


def guide_json(outcomes: Sequence[GuideOutcome]) -> dict[str, Json]:
    """All that is known of one guide: each comparison with its interval, success and the largest brief by arm."""
    arms = sorted({arm for one in outcomes for arm in one.solved})
    steps = {arm: share(sum(one.steps[arm] for one in outcomes), len(outcomes)) for arm in arms}
    largest = {arm: max((one.largest.get(arm, 0) for one in outcomes), default=0) for arm in arms}
    told: dict[str, Json] = {**_part(outcomes, arms), "mean_actions": steps, "largest_brief_tokens": largest}
    if any(one.popup for one in outcomes):
        parts = {"behind a popup": True, "not behind a popup": False}
        told |= {name: _part([one for one in outcomes if one.popup == popup], arms) for name, popup in parts.items()}
    return told


def _part(outcomes: Sequence[GuideOutcome], arms: Sequence[str]) -> dict[str, Json]:
    """Success by arm on these tasks, and each comparison of two arms that were played."""
    if not outcomes:
        return {"n": 0}
    success = {arm: share(sum(one.solved[arm] for one in outcomes), len(outcomes)) for arm in arms}
    told = {
        f"{arm} over {against}": arm_gain(outcomes, arm, against).told()
        for arm, against in _COMPARED
        if arm in arms and against in arms
    }
    return {"n": len(outcomes), "success": success, **told}
