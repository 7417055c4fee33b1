"""How long looks and touches take over adb, and how many bridges two cores serve."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from threading import Event

from sextant.devices.android import AndroidDevice
from sextant.devices.android.adb import AdbServer
from sextant.devices.android.phone_driver import PhoneDriver, ShellDriver, automator_driver
from sextant_bench.android.bridges import BridgeProcess, Driver, Plugged, phone_on
from sextant_worlds.names import find_world
from sextant_worlds.oracle.walk import prove

__all__ = ["BRIDGES", "LookTimes", "punctual_looks", "times"]

_WORLD = "lite/0"
BRIDGES = 20
LOOKS_PER_SECOND = 5.0
"""Of all bridges together."""
_LATE = 1.0
"""Seconds after its time at which a look must have ended."""


@dataclass
class LookTimes:
    """Seconds of one driver. `bridge` is the part of each look that was spent in the bridge."""

    looks: list[float] = field(default_factory=list[float])
    bridge: list[float] = field(default_factory=list[float])
    taps: list[float] = field(default_factory=list[float])
    """One injection with its two notes on the phone, without the wait for a settled screen."""
    steps: list[float] = field(default_factory=list[float])
    """One injection until the screen is settled."""


def times(process: BridgeProcess, driver: Driver, count: int) -> LookTimes:
    """Walks through a world; looks at every screen with its picture, and taps where nothing is."""
    found = LookTimes()
    walk = prove(find_world(_WORLD)).walk
    with process.plugged(_WORLD) as phone:
        touching = _phone_driver(phone.address, driver)
        device = phone_on(phone.address, driver)
        device.open()
        try:
            for step in islice(cycle(walk.steps), count):
                began = time.perf_counter()
                device.perform(step.gesture)
                found.steps.append(time.perf_counter() - began)
                _look(device, phone, found)
                began = time.perf_counter()
                touching.tap(_corner(device), 1, "echo B >> /data/local/tmp/bench", "echo D >> /data/local/tmp/bench")
                found.taps.append(time.perf_counter() - began)
        finally:
            device.close()
    return found


def _look(device: AndroidDevice, phone: Plugged, found: LookTimes) -> None:
    phone.draw()
    phone.seconds()
    began = time.perf_counter()
    seen = device.look()
    found.looks.append(time.perf_counter() - began)
    found.bridge.append(phone.seconds())
    if seen.picture is None:
        raise RuntimeError("the look has no picture")


def _phone_driver(serial: str, driver: Driver) -> PhoneDriver:
    adb = AdbServer().find(serial)
    return ShellDriver(adb) if driver == "plain" else automator_driver(adb)


def _corner(device: AndroidDevice) -> tuple[int, int]:
    """A pixel of Android's at the right edge, in the middle of its height."""
    scale = 1080 / device.size.width
    return 1079, round(device.size.height * scale / 2)


def punctual_looks(process: BridgeProcess, driver: Driver, count: int) -> Sequence[bool]:
    """Whether each look was on time, of so many on that many bridges in turn, five a second in all, with pictures."""
    with ExitStack() as stack:
        phones = [stack.enter_context(process.plugged(f"lite/{number}")) for number in range(BRIDGES)]
        devices = [phone_on(phone.address, driver) for phone in phones]
        for device in devices:
            device.open()
            stack.callback(device.close)
        pool = stack.enter_context(ThreadPoolExecutor(BRIDGES))
        pace, start = Event(), time.monotonic() + 0.5

        def look(number: int) -> bool:
            due = start + number / LOOKS_PER_SECOND
            pace.wait(max(0.0, due - time.monotonic()))
            devices[number % BRIDGES].look()
            return time.monotonic() <= due + _LATE

        return list(pool.map(look, range(count)))
