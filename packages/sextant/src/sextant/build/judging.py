"""What a world says of a run on it: external truth, kept apart from what the agent claims and the screens support."""

from collections.abc import Callable

from sextant.contracts import Device
from sextant.errors import DeviceFault
from sextant.types.tasks import Episode, Graded

__all__ = ["Judge", "judge_of"]

Judge = Callable[[Episode], Graded | None]
"""Grades the end of a run while the device is still open; None where it cannot be told."""


def judge_of(device: Device) -> Judge | None:
    """Who grades runs on this device: a world does, by its own state; no other device knows."""
    if not device.name.partition(":")[0].endswith("world"):
        return None
    from sextant_worlds.engine.data import Json
    from sextant_worlds.engine.prepare import served
    from sextant_worlds.engine.update import start
    from sextant_worlds.runtime.chromium import ChromiumWorld
    from sextant_worlds.truth import grade
    from sextant_worlds.twin.device import TwinDevice

    def state() -> Json | None:
        if isinstance(device, TwinDevice):
            return device.twin.state
        return device.state() if isinstance(device, ChromiumWorld) else None

    world = device.twin.world if isinstance(device, TwinDevice) else getattr(device, "world", None)
    if world is None:
        return None

    def judge(episode: Episode) -> Graded | None:
        if episode.status in ("device_fault", "model_fault"):
            return None  # nobody failed at the task
        try:
            end = state()
        except DeviceFault:
            return None  # the run tells of it already
        if end is None:
            return None
        found = grade(world, end, episode.agent_claimed, start(served(world)))
        return Graded("the world's own state", found.success, found.outcome, found.reason, found.side_effects)

    return judge
