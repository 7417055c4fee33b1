"""Tasks of worlds on which the failure that a guide is meant for can happen."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from sextant.errors import UsageError
from sextant_bench.guides.lost_drafts import losing
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.recipe import Family
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World

__all__ = ["KINDS", "task_of"]

_BASE: Mapping[Family, int] = {"train": 610_000_000, "test": 620_000_000}
_TYPING: Mapping[Family, tuple[str, ...]] = {
    "test": ("transfer", "routine", "tally-act"),
    "train": ("relay", "saga", "deliveries", "spend", "commit"),
}
"""Templates in which something is typed and sent on the way."""
_APART = 512
"""Seeds that are tried for a task of a kind before it is given up."""


def task_of(kind: str, seed: int, family: Family) -> World:
    """The task of a kind and seed: the first of the worlds from there that is one.

    Raises:
        UsageError: None of them is.
    """
    fits = KINDS[kind]
    for attempt in range(_APART):
        try:
            found = fits(_BASE[family] + seed * _APART + attempt, family)
        except UsageError:
            continue
        if found is not None:
            return found
    raise UsageError(f"No task of the kind {kind!r} could be written from the seed {seed}.", "Take another seed.")


def _written(number: int, family: Family, shortest: int, longest: int, template: str = "") -> World | None:
    """A world whose values are all text: what stands in pixels nobody reads who has no eyes."""
    world = build(number, Dials(), TaskRecipe(template, family, shortest, longest))
    return None if any(fact.medium == "pixels" for fact in world.scenario.facts) else world


def _remembering(number: int, family: Family) -> World | None:
    """Something that was read has to be known later."""
    world = _written(number, family, 8, 40)
    return world if world is not None and world.task.memory else None


def _long(number: int, family: Family) -> World | None:
    """Many lines to get lost in."""
    world = _written(number, family, 12, 40)
    return world if world is not None and len(world.task.instructions) >= 8 else None


def _short(number: int, family: Family) -> World | None:
    """Over before the paper's short tasks are."""
    return _written(number, family, 1, 14)


def _far(number: int, family: Family) -> World | None:
    """Longer than those."""
    return _written(number, family, 15, 40)


def _losing(number: int, family: Family, unchecked: bool = False) -> World | None:
    """What was typed is lost before it is sent."""
    template = _TYPING[family][number % len(_TYPING[family])]
    world = _written(number, family, 6, 40, template)
    return None if world is None else losing(world, number, unchecked)


KINDS: Mapping[str, Callable[[int, Family], World | None]] = MappingProxyType(
    {
        "memory": _remembering,
        "task-state": _long,
        "belief": _losing,
        "belief-unchecked": partial(_losing, unchecked=True),
        "short": _short,
        "long": _far,
    }
)
"""Which worlds are tasks for a guide; for beliefs also where forms do not check themselves; and tasks of two lengths,
between which the thresholds of the task state have to tell."""
