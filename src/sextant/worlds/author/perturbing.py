"""The same task on another surface, or in the other language."""

from collections.abc import Sequence
from itertools import islice
from typing import Literal

from sextant.errors import UsageError
from sextant.worlds.author.authoring import build, drafts
from sextant.worlds.author.dressing import Kind, dressed
from sextant.worlds.author.finishing import finish
from sextant.worlds.author.recipe import Recipe
from sextant.worlds.author.templates import TEMPLATES
from sextant.worlds.check.checking import check
from sextant.worlds.instructions import Ordering, parse
from sextant.worlds.spec.tasks import Dials, TaskSpec
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import grade

__all__ = ["Kind", "perturb"]

_DRAFTS = 24
"""That are looked through for the one most like the task."""


def perturb(world: World, kind: Kind, seed: int) -> World:
    """The same task with another surface: what is to be done, remembered and graded is unchanged.

    `language` writes the task anew in the other language, from the same seed and template and with the same dials:
    of the drafts it takes the one whose kind, category and dials are those of the task, so far as there is one.
    """
    task = world.task
    if kind == "language":
        family: Literal["test", "train"] = "test" if task.template in TEMPLATES["test"] else "train"
        other: Literal["en", "zh"] = "zh" if world.phone.locale == "en" else "en"
        return _translated(world, Recipe(task.template, family, locale=other))
    order = _order_of(task.instructions)
    shown = dressed(world, kind, seed)
    surfaced, proof = finish(shown, order)
    walk = proof.walk
    if not walk.finished or not grade(surfaced, proof.end, walk.status, proof.start).success:
        # Where widgets stand elsewhere, a draft may be lost at another step than the one it was to be lost at.
        kept = tuple(surprise for surprise in shown.phone.surprises if surprise.kind != "draft")
        shown = shown.model_copy(update={"phone": shown.phone.model_copy(update={"surprises": kept})})
        surfaced, _ = finish(shown, order)
    dials = surfaced.task.dials.model_copy(update={"perturbation": kind})
    return surfaced.model_copy(update={"task": surfaced.task.model_copy(update={"dials": dials})})


def _translated(world: World, recipe: Recipe) -> World:
    """The draft in the other language that is most like the task: equal dials, then equal but for lengths."""
    task = world.task
    loose = {"kinds": (), "distance": 0, "hops": 0, "interference": 0, "perturbation": "language"}
    best: tuple[int, World] | None = None
    for asked in (
        task.dials.model_copy(update=loose | {"distance": task.dials.distance}),
        task.dials.model_copy(update=loose),
    ):
        try:
            for found in islice(drafts(world.seed, asked, recipe), _DRAFTS):
                other = found.world.task
                if not found.proof.walk.finished or _task(other) != _task(task):
                    continue
                away = _away(other.dials, task.dials)
                if (best is None or away < best[0]) and check(found.world, proof=found.proof).admitted:
                    best = (away, found.world)
                if best is not None and best[0] == 0:
                    return best[1]
        except UsageError:
            continue
    return best[1] if best is not None else build(world.seed, task.dials.model_copy(update=loose), recipe)


def _task(task: TaskSpec) -> tuple[str, ...]:
    return (task.template, task.kind, task.category, str(task.memory), task.final_action.kind)


def _away(one: Dials, two: Dials) -> int:
    """How far dials are apart; what was asked for counts more than what a walk happens to come to."""
    set_apart = (one.variables != two.variables) + (one.popups != two.popups) + (one.delay != two.delay)
    set_apart += (one.transience != two.transience) + (one.depth != two.depth) + (one.kinds != two.kinds)
    came_apart = abs(one.distance - two.distance) + abs(one.hops - two.hops) + abs(one.interference - two.interference)
    return 1000 * set_apart + came_apart


def _order_of(instructions: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """How a ranking runs, read off the instructions."""
    found = next((line for line in map(parse, instructions) if isinstance(line, Ordering)), None)
    return None if found is None else (found.first, found.names)
