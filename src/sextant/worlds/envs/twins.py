"""The backend that needs nothing but Python."""

from sextant.worlds.envs.episode import Runtime
from sextant.worlds.spec import World


def twin(world: World) -> Runtime:
    """The twin of a world."""
    from sextant.worlds.twin.twin import Twin

    return Twin(world)
