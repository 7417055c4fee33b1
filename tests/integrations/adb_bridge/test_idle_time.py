"""Time that passes for a device behind the bridge."""

from dataclasses import replace

import pytest

from sextant.devices.scripted import REFERENCE_APP, ScriptedDevice
from sextant.integrations.adb_bridge.apps import installed_apps
from sextant.integrations.adb_bridge.idle_time import IdleTime
from sextant.types.actions import Pause, Tap
from sextant.types.geometry import Point
from sextant.types.screens import Observation


class Loading(ScriptedDevice):
    """Shows nothing until it was told to wait."""

    def look(self, picture: bool = True) -> Observation:
        seen = super().look(picture)
        return seen if Pause(1.0) in self.gestures else replace(seen, condition="blank", elements=())


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("gaps", "waits"), [((0.5,) * 5, 2), ((5.0,) * 5, 0), ((0.4, 0.4), 0), ((), 0)])
def test_a_device_waits_while_a_client_watches(gaps: tuple[float, ...], waits: int) -> None:
    inner, clock = ScriptedDevice(REFERENCE_APP), Clock()
    device = IdleTime(inner, clock)
    device.open()
    for gap in gaps:
        clock.now += gap
        device.look(picture=False)
    assert inner.gestures == [Pause(1.0)] * waits
    assert installed_apps(device) == installed_apps(inner)
    for _ in range(4):
        clock.now += 0.6
        device.perform(Tap(Point(10, 10)))  # begins the wait anew
        device.look(picture=False)
    assert inner.gestures.count(Pause(1.0)) == waits


def test_a_screen_that_loads_goes_on_for_whoever_looks_again() -> None:
    inner, clock = Loading(REFERENCE_APP), Clock()
    device = IdleTime(inner, clock)
    device.open()
    assert device.look(picture=False).condition == "blank"
    clock.now += 3.0
    assert device.look(picture=False).condition == "ok"
