"""From episodes to the table: success, steps and seconds of each row, and success against the size of the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.bench.figures import Json
from sextant.bench.statistics import mean, wilson

__all__ = ["BINS", "Outcome", "by_size", "reduction", "row_json"]

BINS = ((0, 15), (16, 40), (41, 70), (71, 10_000))
"""Screens on the true map, from and to."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One episode of one row.

    Attributes:
        task: Equal for the episodes that are compared.
        size: Screens on the true map.
        shortest: Steps of the shortest way.
        solved: It said that it had arrived, and had.
    """

    row: str
    task: str
    wording: str
    size: int
    shortest: int
    solved: bool
    steps: int
    seconds: float
    ended_on: str = ""


def reduction(one: Sequence[Outcome], other: Sequence[Outcome]) -> float:
    """By how much fewer steps `one` takes than `other`, over the tasks that both solve; 0 where there are none."""
    theirs = {outcome.task: outcome.steps for outcome in other if outcome.solved}
    both = [(outcome.steps, theirs[outcome.task]) for outcome in one if outcome.solved and outcome.task in theirs]
    without = sum(steps for _, steps in both)
    return 1 - sum(steps for steps, _ in both) / without if without else 0.0


def row_json(outcomes: Sequence[Outcome], most: int) -> dict[str, Json]:
    """A row of the table. `steps` counts an episode that failed as all the steps it was allowed."""
    solved = [outcome for outcome in outcomes if outcome.solved]
    interval = wilson(len(solved), len(outcomes))
    worded: dict[str, Json] = {
        wording: _share([outcome for outcome in outcomes if outcome.wording == wording])
        for wording in ("named", "worded", "real")
        if any(outcome.wording == wording for outcome in outcomes)
    }
    return {
        "n": len(outcomes),
        "success": len(solved) / len(outcomes),
        "interval": [interval.low, interval.high],
        "by_wording": worded,
        "steps": mean([outcome.steps if outcome.solved else most for outcome in outcomes]),
        "steps_solved": mean([outcome.steps for outcome in solved]) if solved else None,
        "over_shortest": mean([outcome.steps / outcome.shortest for outcome in solved]) if solved else None,
        "seconds": mean([outcome.seconds for outcome in outcomes]),
        "by_size": by_size(outcomes),
    }


def by_size(outcomes: Sequence[Outcome]) -> Mapping[str, Json]:
    """Success against the size of the map, with the number of episodes in each bin."""
    found: dict[str, Json] = {}
    for low, high in BINS:
        inside = [outcome for outcome in outcomes if low <= outcome.size <= high]
        if inside:
            name = f"{low}-{high}" if high < BINS[-1][1] else f"{low}+"
            found[name] = {"n": len(inside), "success": _share(inside)}
    return found


def _share(outcomes: Sequence[Outcome]) -> float | None:
    return sum(outcome.solved for outcome in outcomes) / len(outcomes) if outcomes else None
