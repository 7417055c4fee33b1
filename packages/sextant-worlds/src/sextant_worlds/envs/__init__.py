"""Worlds to learn in: Gymnasium, an OpenEnv server, tools for TRL; rewards with their components apart.

Importing this registers `sextant/World-v0` where Gymnasium is installed.
"""

from sextant_worlds.envs.actions import KINDS, EnvAction, Kind, to_gesture
from sextant_worlds.envs.episode import EpisodeStep, Runtime, WorldEpisode
from sextant_worlds.envs.reward import AgentNote, MemoryScore, Reward, RewardWeights, noted
from sextant_worlds.envs.runtimes import fewer_collections
from sextant_worlds.envs.tasks import BuiltTasks, FixedTasks, Provider, TaskSplits, memory_world

__all__ = [
    "KINDS",
    "AgentNote",
    "BuiltTasks",
    "EnvAction",
    "EpisodeStep",
    "FixedTasks",
    "Kind",
    "MemoryScore",
    "Provider",
    "Reward",
    "RewardWeights",
    "Runtime",
    "TaskSplits",
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
