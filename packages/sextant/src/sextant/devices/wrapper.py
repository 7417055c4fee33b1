"""Devices that wrap another device: their base, and one that limits the rate of gestures."""

import threading
import time
from collections.abc import Callable
from typing import Final

from sextant.protocols import AnswerReporter, Device, EffectReporter, LeasedDevice, TouchLocator
from sextant.types.actions import Gesture, Hold, LaunchApp, PressKey, Tap, TypeText
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.effects import ObservedEffect
from sextant.types.geometry import Point, Size
from sextant.types.screens import Observation

__all__ = ["DeviceWrapper", "Paced", "innermost"]


class DeviceWrapper:
    """Passes everything on to the wrapped device. Subclasses override what they change."""

    def __init__(self, inner: Device) -> None:
        self._inner = inner

    @property
    def behind(self) -> Device:
        """The wrapped device."""
        return self._inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def size(self) -> Size:
        return self._inner.size

    def open(self) -> Opened:
        return self._inner.open()

    def look(self, picture: bool = True) -> Observation:
        return self._inner.look(picture)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        return self._inner.perform(gesture, intent)

    def injected(self, intent: str) -> bool | None:
        return self._inner.injected(intent)

    def touched(self, intent: str) -> Point | None:
        return self._inner.touched(intent) if isinstance(self._inner, TouchLocator) else None

    def effects(self) -> tuple[ObservedEffect, ...]:
        return self._inner.effects() if isinstance(self._inner, EffectReporter) else ()

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        return self._inner.answered(effects) if isinstance(self._inner, AnswerReporter) else effects

    def lease(self) -> Lease | None:
        return self._inner.lease()

    def release(self) -> None:
        if isinstance(self._inner, LeasedDevice):
            self._inner.release()

    def detach(self) -> None:
        self._inner.detach()

    def close(self) -> None:
        self._inner.close()


_LOADING: Final = (Tap, Hold, PressKey, LaunchApp, TypeText)
"""Gestures that may make an app load something. Scrolling and waiting are not limited."""


def _wait(seconds: float) -> None:
    threading.Event().wait(seconds)


class Paced(DeviceWrapper):
    """Waits between two gestures that may load something; for runs that cannot be resumed: `detach` closes the device.

    Args:
        inner: The device.
        pause: Least seconds from one such gesture to the next.
        clock: Monotonic seconds.
        wait: Waits for so many seconds.
    """

    def __init__(
        self,
        inner: Device,
        pause: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = _wait,
    ) -> None:
        super().__init__(inner)
        self._pause, self._clock, self._wait = pause, clock, wait
        self._last: float | None = None

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if isinstance(gesture, _LOADING):
            if self._last is not None and (left := self._last + self._pause - self._clock()) > 0:
                self._wait(left)
            self._last = self._clock()
        return super().perform(gesture, intent)

    def detach(self) -> None:
        """Close the device: its run is not resumed, the map is stored elsewhere."""
        self._inner.close()


def innermost(device: Device) -> Device:
    """Return the device inside all wrappers: only that one can have a write gate."""
    while isinstance(device, DeviceWrapper):
        device = device.behind
    return device
