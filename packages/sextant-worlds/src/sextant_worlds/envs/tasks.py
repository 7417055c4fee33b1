"""Where an environment's worlds come from: one world, a provider by seed, or splits with tasks by number."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from sextant.errors import UsageError
from sextant_worlds.author.splits import SPLITS, TRAIN, task_of_split
from sextant_worlds.spec import World

Provider = Callable[[int], World]
"""A world for a seed; equal seeds give equal worlds."""


class TaskSplits(Protocol):
    """Splits of tasks by number. A world is built when it is asked for, and equal every time."""

    def splits(self) -> tuple[str, ...]: ...

    def count(self, split: str) -> int: ...

    def world(self, split: str, index: int) -> World:
        """The world of a task; its number is between 0 and the count of the split."""
        ...


class FixedTasks:
    """Splits of worlds that are at hand."""

    def __init__(self, worlds: Mapping[str, Sequence[World]]) -> None:
        self._worlds = {split: tuple(held) for split, held in worlds.items()}

    def splits(self) -> tuple[str, ...]:
        return tuple(self._worlds)

    def count(self, split: str) -> int:
        return len(self._worlds[known_split(self, split)])

    def world(self, split: str, index: int) -> World:
        return self._worlds[known_split(self, split)][known_index(self, split, index)]


class BuiltTasks:
    """Splits of which each task is built on demand, from its split and number; the last few are kept."""

    def __init__(self, build: Callable[[str, int], World], counts: Mapping[str, int], keep: int = 64) -> None:
        self._build, self._counts, self._keep = build, dict(counts), keep
        self._built: OrderedDict[tuple[str, int], World] = OrderedDict()

    def splits(self) -> tuple[str, ...]:
        return tuple(self._counts)

    def count(self, split: str) -> int:
        return self._counts[known_split(self, split)]

    def world(self, split: str, index: int) -> World:
        place = known_split(self, split), known_index(self, split, index)
        world = self._built.pop(place, None)  # one step at a time: several threads may ask
        world = self._built[place] = self._build(*place) if world is None else world
        if len(self._built) > self._keep:
            self._built.popitem(last=False)
        return world


def memory_world(train: int | None = None, keep: int = 64) -> BuiltTasks:
    """The splits of Memory-World; of `train` the first so many, or all that have a number."""
    counts = {str(split): (train or TRAIN) if count is None else count for split, count in SPLITS.items()}
    return BuiltTasks(task_of_split, {"train": counts["train"], **counts}, keep)


def known_split(tasks: TaskSplits, split: str) -> str:
    """The split, if there is one of that name.

    Raises:
        UsageError: There is none.
    """
    if split not in tasks.splits():
        raise UsageError(f"There is no split {split!r}.", f"There are: {', '.join(tasks.splits())}.")
    return split


def known_index(tasks: TaskSplits, split: str, index: int) -> int:
    """The number, if the split has a task of it.

    Raises:
        UsageError: It has none.
    """
    if not 0 <= index < tasks.count(split):
        raise UsageError(f"The split {split!r} has no task {index}.", f"It has 0 to {tasks.count(split) - 1}.")
    return index
