"""From episodes to the table: success, steps and seconds of each row, and success against the size of the map."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sextant_bench.figures import Json, Listing
from sextant_bench.statistics import Interval, interval_of, mean, mean_or_nan, percentile

__all__ = ["BINS", "RowEpisode", "StepReduction", "all_steps", "by_size", "reduction", "row_json", "size_listing"]

_RESAMPLES = 2000

BINS = ((0, 15), (16, 40), (41, 70), (71, 10_000))
"""Screens on the true map, from and to."""


@dataclass(frozen=True, slots=True)
class RowEpisode:
    """One episode of one row.

    Attributes:
        task: Equal for the episodes that are compared.
        size: Screens on the true map.
        shortest: Steps of the shortest way.
        limit: Steps that it was allowed.
        solved: It said that it had arrived, and had.
    """

    row: str
    task: str
    wording: str
    size: int
    shortest: int
    limit: int
    solved: bool
    steps: int
    seconds: float
    ended_on: str = ""

    @property
    def phone(self) -> str:
        """The phone or app that the task is on."""
        return self.task.partition("/")[0]


class StepReduction(NamedTuple):
    """Two rows over the tasks that both solve.

    Attributes:
        reduction: By how much fewer steps the first takes, all such tasks together; 0 where there are none.
        interval: Of that, 95 %, by the bootstrap over whole phones, whose tasks depend on each other.
        tasks: How many both solve.
    """

    reduction: float
    interval: Interval
    tasks: int


def reduction(one: Sequence[RowEpisode], other: Sequence[RowEpisode]) -> StepReduction:
    """By how much fewer steps `one` takes than `other`, over the tasks that both solve."""
    theirs = {outcome.task: outcome.steps for outcome in other if outcome.solved}
    phones: dict[str, tuple[int, int]] = {}
    tasks = 0
    for outcome in one:
        if outcome.solved and outcome.task in theirs:
            mine, its = phones.get(outcome.phone, (0, 0))
            phones[outcome.phone] = mine + outcome.steps, its + theirs[outcome.task]
            tasks += 1
    pairs = list(phones.values())
    if not pairs:
        return StepReduction(0.0, Interval(0.0, 0.0), 0)
    rng = random.Random("steps")  # noqa: S311 - a bootstrap, no secret
    draws = [_saved(rng.choices(pairs, k=len(pairs))) for _ in range(_RESAMPLES)]
    return StepReduction(_saved(pairs), Interval(percentile(draws, 2.5), percentile(draws, 97.5)), tasks)


def _saved(pairs: Sequence[tuple[int, int]]) -> float:
    without = sum(its for _, its in pairs)
    return 1 - sum(mine for mine, _ in pairs) / without if without else 0.0


def all_steps(outcomes: Sequence[RowEpisode]) -> float:
    """Mean steps over all tasks, where one that failed counts with all the steps it was allowed."""
    return mean([outcome.steps if outcome.solved else outcome.limit for outcome in outcomes])


def row_json(outcomes: Sequence[RowEpisode]) -> dict[str, Json]:
    """A row of the table. `steps` counts an episode that failed as all the steps it was allowed."""
    solved = [outcome for outcome in outcomes if outcome.solved]
    worded: dict[str, Json] = {
        wording: _share([outcome for outcome in outcomes if outcome.wording == wording])
        for wording in ("named", "worded", "real")
        if any(outcome.wording == wording for outcome in outcomes)
    }
    return {
        "n": len(outcomes),
        "success": len(solved) / len(outcomes),
        "interval": interval_of(len(solved), len(outcomes)),
        "by_wording": worded,
        "steps": all_steps(outcomes),
        "steps_taken": mean([outcome.steps for outcome in outcomes]),
        "steps_solved": mean([outcome.steps for outcome in solved]) if solved else None,
        "over_shortest": mean([outcome.steps / outcome.shortest for outcome in solved]) if solved else None,
        "seconds": mean([outcome.seconds for outcome in outcomes]),
        "by_size": by_size(outcomes),
    }


def by_size(outcomes: Sequence[RowEpisode]) -> Mapping[str, Json]:
    """Success against the size of the map, with the number of episodes in each bin."""
    found: dict[str, Json] = {}
    for low, high in BINS:
        inside = [outcome for outcome in outcomes if low <= outcome.size <= high]
        if inside:
            found[_bin(low, high)] = {"n": len(inside), "success": _share(inside)}
    return found


def size_listing(by_row: Mapping[str, Sequence[RowEpisode]], where: str = "") -> Listing:
    """Success against the size of the map, a row of the ablation a line, as the paper draws it; steps beside it."""
    used = [
        (low, high) for low, high in BINS if any(low <= one.size <= high for them in by_row.values() for one in them)
    ]
    lines: list[tuple[str, ...]] = []
    for name, outcomes in by_row.items():
        if outcomes:
            bins = [[one for one in outcomes if low <= one.size <= high] for low, high in used]
            shares = [f"{sum(one.solved for one in them)}/{len(them)}" for them in bins]
            success = f"{sum(one.solved for one in outcomes) / len(outcomes):.0%}"
            lines.append((name, *shares, success, f"{all_steps(outcomes):.1f}"))
    headings = ("row", *(f"{_bin(low, high)} screens" for low, high in used), "all", "steps")
    title = f"solved{where}, by screens of the map; a task that failed counts with all steps allowed"
    return Listing(title, headings, tuple(lines))


def _bin(low: int, high: int) -> str:
    return f"{low}-{high}" if high < BINS[-1][1] else f"{low}+"


def _share(outcomes: Sequence[RowEpisode]) -> float | None:
    return mean_or_nan(outcome.solved for outcome in outcomes) if outcomes else None
