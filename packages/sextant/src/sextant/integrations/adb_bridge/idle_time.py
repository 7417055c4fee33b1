"""Lets time pass on devices without a clock, such as worlds, which change only after gestures."""

import threading
import time
from collections.abc import Callable

from sextant.devices.wrapper import DeviceWrapper
from sextant.protocols import Device
from sextant.types.actions import Gesture, Pause
from sextant.types.devices import Injection
from sextant.types.screens import Observation

__all__ = ["IdleTime"]

SECOND = 1.0
"""If a client observes the screen for this time without a longer gap, the device waits once."""


class IdleTime(DeviceWrapper):
    """Lets a device wait while a client observes it repeatedly, because adb has no command for waiting.

    If a client observes once and then does nothing, no time passes on the device, unless its screen is still loading.
    """

    def __init__(self, device: Device, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(device)
        self._clock = clock
        self._mutex = threading.Lock()
        self._acted = self._seen = clock()
        self._watched = 0.0

    def look(self, picture: bool = True) -> Observation:
        with self._mutex:
            now = self._clock()
            gap, self._seen = now - self._seen, now
            self._watched += gap if gap < SECOND else 0.0
            seen = super().look(picture)
            idle = self._watched if seen.condition == "ok" else now - self._acted
            if idle < SECOND:
                return seen
            self._acted, self._watched = now, 0.0
            super().perform(Pause(SECOND))
            return super().look(picture)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        with self._mutex:
            self._acted, self._watched = self._clock(), 0.0
            return super().perform(gesture, intent)
