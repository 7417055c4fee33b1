"""Tasks of worlds on which the failure that a guide is meant for can happen."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sextant.errors import UsageError
from sextant.worlds.actors.proving import prove
from sextant.worlds.author import Recipe, build
from sextant.worlds.author.hiding import lost_draft
from sextant.worlds.author.recipe import Family
from sextant.worlds.spec.tasks import Dials
from sextant.worlds.spec.world import World

__all__ = ["KINDS", "task_of"]

_BASE: Mapping[Family, int] = {"train": 610_000_000, "test": 620_000_000}
_APART = 64
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


def _written(number: int, family: Family, shortest: int, longest: int) -> World | None:
    """A world whose values are all text: what stands in pixels nobody reads who has no eyes."""
    world = build(number, Dials(), Recipe("", family, shortest, longest))
    return None if any(fact.medium == "pixels" for fact in world.scenario.facts) else world


def _remembering(number: int, family: Family) -> World | None:
    """Something that was read has to be known later."""
    world = _written(number, family, 8, 40)
    return world if world is not None and world.task.memory else None


def _long(number: int, family: Family) -> World | None:
    """Many lines to get lost in."""
    world = _written(number, family, 12, 40)
    return world if world is not None and len(world.task.instructions) >= 8 else None


def _losing(number: int, family: Family) -> World | None:
    """What was typed is lost before it is sent."""
    world = _written(number, family, 6, 40)
    if world is None:
        return None
    rng = random.Random(f"draft {number}")  # noqa: S311 - a world, no secret
    more = lost_draft(rng, prove(world).walk, world.phone.surprises)
    if more is None:
        return None
    lost = world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": more})})
    return lost if prove(lost).walk.finished else None


KINDS: Mapping[str, Callable[[int, Family], World | None]] = MappingProxyType(
    {"memory": _remembering, "task-state": _long, "belief": _losing}
)
"""Which worlds are tasks for a guide."""
