"""A device that limits the rate of gestures, to be gentle with apps that others use as well."""

import threading
import time
from collections.abc import Callable
from typing import Final

from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Device
from sextant.types.actions import Gesture, Hold, LaunchApp, PressKey, Tap, TypeText
from sextant.types.devices import Injection

__all__ = ["Paced"]

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
