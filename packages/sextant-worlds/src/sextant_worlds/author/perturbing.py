"""The same task on another surface: other labels, layout, icons, theme, or a phone that speaks the other language."""

from collections.abc import Sequence

from sextant.errors import UsageError
from sextant_worlds.author.dressing import Kind, dressed
from sextant_worlds.author.finishing import finish
from sextant_worlds.instructions import Ordering, parse
from sextant_worlds.oracle.walk import Proof
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade

__all__ = ["Kind", "perturb"]


def perturb(world: World, kind: Kind, seed: int) -> World:
    """The same task with another surface: what is to be done, remembered and graded is unchanged.

    `language` sets the phone to the language that is not its owner's: what apps say of themselves changes, while the
    goal, and all that the owner has on the phone, stay.

    What is returned is proven: the oracle carries the task out on the new surface. A draft that is to be lost is left
    out where it is in the way there.

    Raises:
        UsageError: The language is to change, and it is not known what the apps say in the other one; or the oracle
            does not succeed on the new surface.
    """
    order = _order_of(world.task.instructions)
    shown = dressed(world, kind, seed)
    surfaced, proof = finish(shown, order)
    if not _succeeds(surfaced, proof):
        # Where widgets stand elsewhere, a draft may be lost at another step than the one it was to be lost at.
        kept = tuple(surprise for surprise in shown.phone.surprises if surprise.kind != "draft")
        shown = shown.model_copy(update={"phone": shown.phone.model_copy(update={"surprises": kept})})
        surfaced, proof = finish(shown, order)
    if not _succeeds(surfaced, proof):
        why = proof.walk.reason or "its end is wrong"
        raise UsageError(
            f"The task {world.id!r} cannot be carried out under the perturbation {kind!r}: {why}.",
            "Take another perturbation or another seed.",
        )
    dials = surfaced.task.dials.model_copy(update={"perturbation": kind})
    return surfaced.model_copy(update={"task": surfaced.task.model_copy(update={"dials": dials})})


def _succeeds(world: World, proof: Proof) -> bool:
    return proof.walk.finished and grade(world, proof.end, proof.walk.status, proof.start).success


def _order_of(instructions: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """How a ranking runs, read off the instructions."""
    found = next((line for line in map(parse, instructions) if isinstance(line, Ordering)), None)
    return None if found is None else (found.first, found.names)
