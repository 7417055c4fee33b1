"""A grade of a world in the words of a run: what the runtime records as external truth."""

from sextant.types.tasks import Episode, Graded
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade

__all__ = ["graded"]


def graded(world: World, end: Json, episode: Episode) -> Graded:
    """How the run ended by the world's own state `end`."""
    found = grade(world, end, episode.agent_claimed, start(served(world)))
    return Graded("the world's own state", found.success, found.outcome, found.reason, found.side_effects)
