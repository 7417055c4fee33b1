"""What a person does on a phone, from the events of its touch panels and keys (`getevent -lt`)."""

import contextlib
import re
import threading
from collections.abc import Callable, Generator
from dataclasses import field
from queue import Empty, SimpleQueue
from typing import Final, Literal

from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.packages import TouchPanel, touch_panels_of
from sextant.devices.finger_tracker import FingerTracker
from sextant.errors import DeviceLost, DeviceUnreachable
from sextant.types.actions import DragPath, Gesture, PressKey, Tap
from sextant.types.geometry import Point, Size
from sextant.types.person_gestures import PersonGesture

__all__ = ["PanelReader", "ScreenOrientation", "gesture_feed_of", "navigation_key"]

_LINE: Final = re.compile(r"\[\s*(\d+\.\d+)\]\s+(\S+):\s+\w+\s+(\w+)\s+(\w+)")
_LIFTED: Final = "ffffffff"
_KEYS: Final[dict[str, Literal["back", "home", "recents", "enter"]]] = {
    "KEY_BACK": "back",
    "KEY_HOMEPAGE": "home",
    "KEY_APPSELECT": "recents",
    "KEY_ENTER": "enter",
    "KEY_KPENTER": "enter",
}
_EDGE, _STRIP, _BAR = 24.0, 32.0, 48.0
"""Pixels of the viewport at the sides and at the bottom in which gestures are the system's, and of its bar of keys."""


@dataclass(frozen=True, slots=True)
class ScreenOrientation:
    """How a screen is turned: Android pixels, viewport pixels per Android pixel, quarter turns."""

    width: int
    height: int
    scale: float
    rotation: int = 0

    @property
    def size(self) -> Size:
        """The viewport."""
        return Size(self.width * self.scale, self.height * self.scale)

    def point(self, across: float, down: float) -> Point:
        """The point of the viewport at these shares (0-1) of the panel, which does not turn with the screen."""
        match self.rotation % 4:
            case 1:
                across, down = down, 1 - across
            case 2:
                across, down = 1 - across, 1 - down
            case 3:
                across, down = 1 - down, across
            case _:
                pass
        return Point(across * (self.width - 1) * self.scale, down * (self.height - 1) * self.scale)


@dataclass(slots=True)
class PanelReader:
    """Turns the lines of `getevent -lt` into gestures. Panels of both protocols of the kernel are read.

    `screen` returns the orientation of the screen; `clock` returns Unix seconds.
    """

    panels: tuple[TouchPanel, ...]
    screen: Callable[[], ScreenOrientation]
    clock: Callable[[], float]
    _fingers: FingerTracker = field(default_factory=FingerTracker)
    _behind: float | None = None
    """Unix seconds at which the phone started, by the fastest line."""
    _slot: int = 0
    _places: dict[int, dict[str, int]] = field(default_factory=dict[int, dict[str, int]])
    _down: set[int] = field(default_factory=set[int])
    _counted: bool = False
    """Whether contacts are counted off in each report, not named by slots."""

    def read(self, line: str) -> PersonGesture | None:
        """What a line completes; None for most."""
        found = _LINE.search(line)
        if found is None:
            return None
        stamp, path, code, value = float(found[1]), found[2], found[3], found[4]
        started = self.clock() - stamp
        self._behind = started if self._behind is None else min(self._behind, started)
        at = stamp + self._behind
        if code in _KEYS:
            return PersonGesture(PressKey(_KEYS[code]), at, at) if value in ("DOWN", "00000001") else None
        panel = next((one for one in self.panels if one.path == path), None)
        return None if panel is None else self._event(panel, at, code, value)

    def _event(self, panel: TouchPanel, at: float, code: str, value: str) -> PersonGesture | None:
        match code:
            case "ABS_MT_SLOT":
                self._slot = int(value, 16)
            case "ABS_MT_TRACKING_ID":
                (self._down.discard if value == _LIFTED else self._down.add)(self._slot)
            case "ABS_MT_POSITION_X" | "ABS_MT_POSITION_Y":
                self._places.setdefault(self._slot, {})[code] = int(value, 16)
                self._down.add(self._slot)
            case "SYN_MT_REPORT":
                self._slot, self._counted = self._slot + 1, True
            case "BTN_TOUCH" if value in ("UP", "00000000"):
                self._down.clear()
            case "SYN_REPORT":
                done = self._report(panel, at)
                if self._counted:
                    self._slot, self._counted = 0, False
                    self._down.clear()
                return done
            case _:
                pass
        return None

    def _report(self, panel: TouchPanel, at: float) -> PersonGesture | None:
        if not self._down:
            return self._fingers.up(at)
        place = self._places.get(min(self._down), {})
        x, y = place.get("ABS_MT_POSITION_X", panel.left), place.get("ABS_MT_POSITION_Y", panel.top)
        across, down = (x - panel.left) / (panel.right - panel.left), (y - panel.top) / (panel.bottom - panel.top)
        point = self.screen().point(across, down)
        if not self._fingers.is_down:
            self._fingers.down(at, point)
        if len(self._down) > 1:
            self._fingers.several()
        else:
            self._fingers.move(at, point)
        return None


def navigation_key(gesture: Gesture, size: Size, mode: str) -> Gesture:
    """The key that a touch of the system's navigation stands for; other gestures as they are.

    `mode` is Android's setting `navigation_mode`: `0`, a bar with back, home and recents from the left; `2`, gestures:
    from a side is back, from the bottom up is home.
    """
    if mode == "0" and isinstance(gesture, Tap) and gesture.point.y >= size.height - _BAR:
        keys: tuple[Literal["back", "home", "recents"], ...] = ("back", "home", "recents")
        return PressKey(keys[min(2, int(gesture.point.x / size.width * 3))])
    if mode != "2" or not isinstance(gesture, DragPath):
        return gesture
    start, across, down = gesture.start, gesture.end.x - gesture.start.x, gesture.end.y - gesture.start.y
    if start.y >= size.height - _STRIP and -down > abs(across):
        return PressKey("home")
    inward = (start.x <= _EDGE and across > 0) or (start.x >= size.width - _EDGE and across < 0)
    return PressKey("back") if inward and abs(across) > abs(down) else gesture


class _Feed:
    """Reads the phone's events on a thread of its own."""

    def __init__(self, adb: Adb, reader: PanelReader, mode: str) -> None:
        self._adb, self._reader, self._mode = adb, reader, mode
        self._gestures: SimpleQueue[PersonGesture | DeviceLost] = SimpleQueue()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._read, name="sextant-getevent", daemon=True)
        self._thread.start()

    def next(self, seconds: float) -> PersonGesture | None:
        """See `GestureFeed`."""
        try:
            found = self._gestures.get(timeout=seconds) if seconds > 0 else self._gestures.get_nowait()
        except Empty:
            return None
        if isinstance(found, DeviceLost):
            raise found
        return found

    def end(self) -> None:
        """Stops reading."""
        self._ended.set()
        self._thread.join(5.0)

    def _read(self) -> None:
        try:
            for line in self._adb.follow("getevent -lt", self._ended):
                done = self._reader.read(line)
                if done is not None and done.gesture is not None:
                    known = navigation_key(done.gesture, self._reader.screen().size, self._mode)
                    done = PersonGesture(known, done.began, done.ended, done.note)
                if done is not None:
                    self._gestures.put(done)
        except DeviceLost as lost:
            self._gestures.put(lost)


@contextlib.contextmanager
def gesture_feed_of(adb: Adb, screen: Callable[[], ScreenOrientation], clock: Callable[[], float]) -> Generator[_Feed]:
    """The gestures on a phone.

    Raises:
        DeviceUnreachable: The phone tells no panel, or does not let its events be read.
    """
    panels = tuple(one for one in touch_panels_of(adb.shell("getevent -lp").text) if one.direct)
    if not panels:
        raise DeviceUnreachable(
            f"The phone {adb.serial!r} names no touch panel whose events can be read.",
            "Check `adb shell getevent -lp`; some makers allow it only to a rooted phone.",
        )
    mode = adb.shell("settings get secure navigation_mode").text.strip()
    feed = _Feed(adb, PanelReader(panels, screen, clock), mode)
    try:
        yield feed
    finally:
        feed.end()
