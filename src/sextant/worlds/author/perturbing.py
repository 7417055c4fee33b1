"""The same task on another surface, or in the other language."""

from collections.abc import Sequence
from typing import Literal

from sextant.worlds.author.authoring import build
from sextant.worlds.author.dressing import Kind, dressed
from sextant.worlds.author.finishing import finish
from sextant.worlds.author.recipe import Recipe
from sextant.worlds.author.templates import TEMPLATES
from sextant.worlds.instructions import Ordering, parse
from sextant.worlds.spec.world import World

__all__ = ["Kind", "perturb"]


def perturb(world: World, kind: Kind, seed: int) -> World:
    """The same task with another surface: what is to be done, remembered and graded is unchanged.

    `language` writes the task anew in the other language, from the same seed and template.
    """
    task = world.task
    if kind == "language":
        family: Literal["test", "train"] = "test" if task.template in TEMPLATES["test"] else "train"
        other: Literal["en", "zh"] = "zh" if world.phone.locale == "en" else "en"
        dials = task.dials.model_copy(
            update={"kinds": (), "distance": 0, "hops": 0, "interference": 0, "perturbation": "language"}
        )
        return build(world.seed, dials, Recipe(task.template, family, locale=other))
    order = _order_of(task.instructions)
    surfaced, _ = finish(dressed(world, kind, seed), order)
    dials = surfaced.task.dials.model_copy(update={"perturbation": kind})
    return surfaced.model_copy(update={"task": surfaced.task.model_copy(update={"dials": dials})})


def _order_of(instructions: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """How a ranking runs, read off the instructions."""
    found = next((line for line in map(parse, instructions) if isinstance(line, Ordering)), None)
    return None if found is None else (found.first, found.names)
