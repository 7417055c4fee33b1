"""The phone's touch screen as an input device: events that are written to it touch the phone, and readers get them."""

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import field
from queue import SimpleQueue
from typing import Final

from sextant.dataclass import dataclass

__all__ = ["CODES", "KEYS", "PATH", "TYPES", "InputEvent", "LiftedFinger", "TouchPanelDevice"]

PATH: Final = "/dev/input/event1"
TYPES: Final = {0: "EV_SYN", 1: "EV_KEY", 3: "EV_ABS"}
KEYS: Final = {28: "KEY_ENTER", 158: "KEY_BACK", 172: "KEY_HOMEPAGE", 330: "BTN_TOUCH", 580: "KEY_APPSELECT"}
CODES: Final = {
    0: {0: "SYN_REPORT", 2: "SYN_MT_REPORT"},
    1: KEYS,
    3: {47: "ABS_MT_SLOT", 53: "ABS_MT_POSITION_X", 54: "ABS_MT_POSITION_Y", 57: "ABS_MT_TRACKING_ID"},
}
"""The kernel's names of codes, by type (`linux/input-event-codes.h`)."""
_LIFTED: Final = 0xFFFFFFFF
_ACROSS, _TOUCH = 53, 330


@dataclass(frozen=True, slots=True)
class InputEvent:
    """One event as the kernel reports it; `value` is unsigned."""

    at: float
    """Seconds since the machine started."""
    type: int
    code: int
    value: int


@dataclass(frozen=True, slots=True)
class LiftedFinger:
    """Where a finger was put down and lifted, and the seconds between; `held_seconds` before it first moved."""

    start: tuple[float, float]
    end: tuple[float, float]
    seconds: float
    held_seconds: float


@dataclass(slots=True)
class _Finger:
    at: float
    start: tuple[float, float] | None = None
    moved: float = 0.0


@dataclass(slots=True)
class TouchPanelDevice:
    """Takes events, hands them to all readers, and calls for what they do: a lifted finger, a pressed key.

    Two fingers at once do nothing: the device behind the bridge has one.
    """

    touched: Callable[[LiftedFinger], None] = lambda finger: None  # noqa: ARG005
    pressed: Callable[[str], None] = lambda key: None  # noqa: ARG005
    _slot: int = 0
    _places: dict[int, list[float]] = field(default_factory=dict[int, list[float]])
    _down: set[int] = field(default_factory=set[int])
    _finger: _Finger | None = None
    _several: bool = False
    _readers: list["SimpleQueue[InputEvent]"] = field(default_factory=list["SimpleQueue[InputEvent]"])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def reading(self) -> Generator["SimpleQueue[InputEvent]"]:
        """Within it the queue gets every event that is written."""
        events: SimpleQueue[InputEvent] = SimpleQueue()
        self._readers.append(events)
        try:
            yield events
        finally:
            self._readers.remove(events)

    def write(self, kind: int, code: int, value: int) -> None:
        """Takes one event; returns once what it does is done."""
        event = InputEvent(time.monotonic(), kind, code, value & _LIFTED)
        with self._lock:
            for reader in tuple(self._readers):
                reader.put(event)
            lifted = self._take(event)
        if lifted is not None:
            self.touched(lifted)
        if kind == 1 and value == 1 and code in KEYS and code != _TOUCH:
            self.pressed(KEYS[code])

    def _take(self, event: InputEvent) -> LiftedFinger | None:
        match event.type, event.code:
            case 3, 47:
                self._slot = event.value
            case 3, 53 | 54:
                self._places.setdefault(self._slot, [0.0, 0.0])[event.code - _ACROSS] = float(event.value)
            case 3, 57:
                (self._down.discard if event.value == _LIFTED else self._down.add)(self._slot)
            case 1, 330 if event.value == 0:
                self._down.clear()
            case 0, 0:
                return self._report(event.at)
            case _:
                pass
        return None

    def _report(self, at: float) -> LiftedFinger | None:
        """What the events since the last report come to; a finger once all are lifted."""
        self._several = self._several or len(self._down) > 1
        if self._down:
            x, y = self._places.get(min(self._down), [0.0, 0.0])
            finger = self._finger = self._finger or _Finger(at)
            finger.start = finger.start or (x, y)
            if (x, y) != finger.start and not finger.moved:
                finger.moved = at
            return None
        finger, several = self._finger, self._several
        self._finger, self._several = None, False
        if finger is None or finger.start is None or several:
            return None
        x, y = self._places.get(self._slot, [*finger.start])
        return LiftedFinger(finger.start, (x, y), at - finger.at, finger.moved - finger.at if finger.moved else 0.0)
