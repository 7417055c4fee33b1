"""Tasks of Memory-World over adb, carried out by the oracle on what the Android device sees.

The oracle looks for every element on the phone's screen, by resource id, text and place, and scrolls or waits for it.
From the world it takes what an oracle knows by design, here as on the twin and in Chromium: the reference of the task,
the values of its facts, and the state that its lists and conditions depend on.
"""

import copy
from dataclasses import dataclass

from sextant.perception import Perceiver
from sextant_bench.android.bridges import BridgeProcess, Driver, phone_on
from sextant_worlds.names import find_world
from sextant_worlds.oracle.walk import OnDevice, Oracle
from sextant_worlds.truth.grade import grade

__all__ = ["TaskRecord", "play_task"]


@dataclass(frozen=True, slots=True)
class TaskRecord:
    """One task: whether the world calls it done, and where the oracle got lost."""

    world: str
    success: bool
    reason: str
    steps: int


def play_task(process: BridgeProcess, name: str, driver: Driver) -> TaskRecord:
    """Plays the task of a world; the state behind the bridge is the truth."""
    world = find_world(name)
    with process.plugged(name) as phone:
        start = copy.deepcopy(phone.state())
        device = phone_on(phone.address, driver)
        device.open()
        try:
            walk = Oracle(world).walk(OnDevice(device, Perceiver()), phone.state)
        finally:
            device.close()
        judged = grade(world, phone.state(), walk.status, start)
    return TaskRecord(name, judged.success and walk.finished, walk.reason, len(walk.steps))
