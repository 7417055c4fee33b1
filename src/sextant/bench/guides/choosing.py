"""From what thresholds were worth and what they cost to those that stand, by a rule that was written beforehand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from sextant.bench.figures import Json
from sextant.bench.guides.playing import Outcome
from sextant.bench.guides.tallies import Gain, gain
from sextant.bench.statistics import share
from sextant.guides.task_state import PARTS, Thresholds

__all__ = ["LENGTHS", "MARGIN", "RULE", "Heard", "Length", "Shares", "Swept", "choose", "heard", "told_json"]

Length = Literal["short", "long"]
LENGTHS: tuple[Length, ...] = get_args(Length)

MARGIN = 2.0
"""Points of success that a value may lose against telling everything."""

RULE = (
    f"Of the values of a threshold that lose at most {MARGIN:g} points against telling everything, on the short tasks "
    "and on the long ones, the one whose sections take the fewest tokens a step; of equals the nearest to what stands. "
    "Where no value loses more, the actor reads nothing that hangs on this threshold, and what stands stays; so it "
    "does where every value does. What is chosen is swept in its turn, until it chooses itself."
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a guide told in an episode: steps, tokens of its sections, and at how many steps each view was told."""

    steps: int
    tokens: int
    views: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Swept(Outcome):
    """One task in all ways, with what the guide told in each."""

    length: Length
    heard: Mapping[str, Heard]


@dataclass(frozen=True, slots=True)
class Shares:
    """Over all steps of some tasks: tokens a step, and on which share of steps each view was told."""

    tokens: float
    views: Mapping[str, float]


def heard(outcomes: Sequence[Swept], way: str) -> Shares:
    """What was told on these tasks in one way."""
    found = [one.heard[way] for one in outcomes]
    steps = sum(one.steps for one in found)
    views = {view: share(sum(one.views.get(view, 0) for one in found), steps) for view in PARTS}
    return Shares(share(sum(one.tokens for one in found), steps), views)


def choose(outcomes: Sequence[Swept], base: Thresholds, columns: Mapping[str, Mapping[int, str]]) -> dict[str, int]:
    """The value of each threshold by `RULE`; `columns` names the way in which each value was played."""
    found: dict[str, int] = {}
    for threshold, column in columns.items():
        stands: int = getattr(base, threshold)
        good = [value for value, way in column.items() if _keeps(outcomes, way)]
        if not good or len(good) == len(column):
            found[threshold] = stands
            continue
        costs = {value: heard(outcomes, column[value]).tokens for value in good}
        fewest = min(costs.values())
        found[threshold] = min((abs(value - stands), value) for value in good if costs[value] == fewest)[1]
    return found


def _keeps(outcomes: Sequence[Swept], way: str) -> bool:
    """Whether hardly anything is lost on tasks of either length."""
    parts = [[one for one in outcomes if one.length == length] for length in LENGTHS]
    return all(gain(part, way, "always").points >= -MARGIN for part in parts if part)


def told_json(outcomes: Sequence[Swept], way: str) -> dict[str, Json]:
    """All that is known of one way: on all tasks, on the short and on the long ones."""
    parts = {length: [one for one in outcomes if one.length == length] for length in LENGTHS}
    return {name: _part(part, way) for name, part in {"all": outcomes, **parts}.items()}


def _part(outcomes: Sequence[Swept], way: str) -> Json:
    sound = "sound_" if way.startswith("sound_") else ""
    found, over = heard(outcomes, way), gain(outcomes, way, f"{sound}history")
    return {
        "n": over.n,
        "success": _rounded(over.first, 4),
        "over history": _gain(over),
        "over always": _gain(gain(outcomes, way, f"{sound}always")),
        "tokens_a_step": _rounded(found.tokens, 1),
        "told": {view: _rounded(value, 3) for view, value in found.views.items()},
    }


def _gain(found: Gain) -> Json:
    return {"points": _rounded(found.points, 2), "low": _rounded(found.low, 2), "high": _rounded(found.high, 2)}


def _rounded(value: float, digits: int) -> float | None:
    return None if value != value else round(value, digits)
