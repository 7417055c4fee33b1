"""Worlds to learn in: Gymnasium, an OpenEnv server, tools for TRL; rewards with their components apart.

Importing this registers `sextant/World-v0` where Gymnasium is installed.
"""

from sextant_worlds.envs.acting import KINDS, Call, Kind, to_gesture
from sextant_worlds.envs.collecting import fewer_collections
from sextant_worlds.envs.episode import Runtime, Step, WorldEpisode
from sextant_worlds.envs.remembering import noted
from sextant_worlds.envs.reward import MemoryScore, Note, Reward, Weights
from sextant_worlds.envs.tasks import BuiltTasks, FixedTasks, Provider, Tasks, memory_world

__all__ = [
    "KINDS",
    "BuiltTasks",
    "Call",
    "FixedTasks",
    "Kind",
    "MemoryScore",
    "Note",
    "Provider",
    "Reward",
    "Runtime",
    "Step",
    "Tasks",
    "Weights",
    "WorldEpisode",
    "fewer_collections",
    "memory_world",
    "noted",
    "register",
    "to_gesture",
]

ID = "sextant/World-v0"


def register() -> bool:
    """Makes `gymnasium.make("sextant/World-v0", world=…)` work; False where Gymnasium is not installed."""
    try:
        import gymnasium
    except ImportError:
        return False
    if ID not in gymnasium.registry:
        gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
            ID, entry_point="sextant_worlds.envs.gym:WorldEnv"
        )
    return True


register()
