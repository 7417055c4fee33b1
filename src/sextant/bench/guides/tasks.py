"""Tasks of worlds on which the failure that a guide is meant for can happen."""

import itertools
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from sextant.bench.memory_world.playing import play
from sextant.errors import UsageError
from sextant.types.actions import InputText, Scroll, Swipe, Wait
from sextant.types.transitions import Transition
from sextant.worlds.actors.proving import prove
from sextant.worlds.author import Recipe, build
from sextant.worlds.author.hiding import lost_draft
from sextant.worlds.author.recipe import Family
from sextant.worlds.spec.phone import DraftSurprise
from sextant.worlds.spec.tasks import Dials
from sextant.worlds.spec.world import World

__all__ = ["KINDS", "task_of"]

_BASE: Mapping[Family, int] = {"train": 610_000_000, "test": 620_000_000}
_TYPING: Mapping[Family, tuple[str, ...]] = {
    "test": ("transfer", "routine", "tally-act"),
    "train": ("relay", "saga", "deliveries", "spend", "commit"),
}
"""Templates in which more than one thing is typed before it is sent, as happens now and then."""
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
    world = build(number, Dials(), Recipe(template, family, shortest, longest))
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


def _losing(number: int, family: Family) -> World | None:
    """What was typed is lost before it is sent: at the step after it, as a walk without failures takes them."""
    template = _TYPING[family][number % len(_TYPING[family])]
    world = _written(number, family, 6, 40, template)
    rng = random.Random(f"draft {number}")  # noqa: S311 - a world, no secret
    if world is None or lost_draft(rng, prove(world).walk, ()) is None:
        return None  # nothing is typed there and sent later
    with tempfile.TemporaryDirectory(prefix="sextant-guides-") as scratch:
        walked = play(world, "faulty", Path(scratch))
    places = list(_typed_and_kept(walked.transitions))
    if not walked.grade.success or not places:
        return None
    app, at = rng.choice(places)
    more = (*world.phone.surprises, DraftSurprise(app=app, at=at))
    lost = world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": more})})
    return lost if prove(lost).walk.finished else None


def _typed_and_kept(steps: Sequence[Transition]) -> Iterator[tuple[str, int]]:
    """Apps in which something was typed that is still unsent after the next step, and the gesture that this one is."""
    gestures = 0
    for step, after in itertools.pairwise(steps):
        gestures += len(step.attempts)
        action = step.decision.action
        if not isinstance(action, InputText) or not action.text or len(after.attempts) != 1:
            continue
        stays = isinstance(after.decision.action, InputText | Scroll | Swipe | Wait)
        if stays and after.before.key == after.after.key:
            yield step.after.observation.location.split("/")[1], gestures + 1


KINDS: Mapping[str, Callable[[int, Family], World | None]] = MappingProxyType(
    {"memory": _remembering, "task-state": _long, "belief": _losing, "short": _short, "long": _far}
)
"""Which worlds are tasks for a guide; and those of two lengths, between which its thresholds have to tell."""
