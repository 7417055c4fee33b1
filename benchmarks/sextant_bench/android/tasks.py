"""Tasks of Memory-World over adb, carried out by the oracle on what it sees there."""

import copy
from dataclasses import dataclass, replace

from sextant.devices.wrapper import DeviceWrapper
from sextant.perception import Perceiver
from sextant.protocols import Device
from sextant.types.screens import Element, Observation
from sextant_bench.android.bridges import BridgeProcess, Driver, Plugged, phone_on
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
            walk = Oracle(world).walk(OnDevice(_InPlace(device, phone), Perceiver()), phone.state)
        finally:
            device.close()
        judged = grade(world, phone.state(), walk.status, start)
    return TaskRecord(name, judged.success and walk.finished, walk.reason, len(walk.steps))


class _InPlace(DeviceWrapper):
    """Names places and regions as the world does, by which the oracle knows them; all else is what came over adb."""

    def __init__(self, device: Device, phone: Plugged) -> None:
        super().__init__(device)
        self._phone = phone

    def look(self, picture: bool = True) -> Observation:
        seen, twin = super().look(picture), self._phone.look()
        regions = {one.test_id or one.label: one.landmark for one in twin.elements}

        def placed(one: Element) -> Element:
            return replace(one, landmark=regions.get(one.test_id or one.label, ""))

        elements = tuple(placed(one) for one in seen.elements)
        named = replace(seen, app=twin.app, location=twin.location, title=twin.title, facts=twin.facts)
        return replace(named, elements=elements)
