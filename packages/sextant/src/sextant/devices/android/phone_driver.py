"""Input and output of a phone: with its own shell commands, or with the server of uiautomator2, which is faster.

Points are in Android pixels, in the current rotation.
"""

import base64
import contextlib
import importlib.util
import math
import re
import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, Protocol

from sextant.devices.android.adb import Adb, UsbAdb
from sextant.devices.android.automator_server import AutomatorServer, CallRefused, UntrustedPort
from sextant.devices.android.displays import UsedDisplay
from sextant.devices.android.dumps import dumped_to
from sextant.devices.android.options import Driver
from sextant.devices.android.packages import refused
from sextant.elements.drags import SLOP
from sextant.errors import DeviceFault, DeviceLost, MissingExtra
from sextant.types.actions import VECTORS, DragPath, ScrollBy
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element

__all__ = [
    "AutomatorDriver",
    "PhoneDriver",
    "Pixel",
    "ShellDriver",
    "automator_driver",
    "drag_points",
    "phone_driver_of",
    "revived",
    "scroll_strokes",
    "scroller_at",
]

Pixel = tuple[int, int]

_DUMP_FILE: Final = "/data/local/tmp/sextant-window.xml"
_MOST_TYPED: Final = 500
"""Most characters of one `input text` command."""
_PLAIN: Final = re.compile(r"[\x20-\x7e]*")
BACK, HOME, ENTER, DELETE, PASTE, RECENTS, MOVE_END, WAKE = 4, 3, 66, 67, 279, 187, 123, 224
_SELECT_ALL: Final = (113, 29)
"""The left control key and A."""
_FOCUSED: Final[Mapping[str, object]] = {
    "mask": 0x20000,
    "childOrSibling": [],
    "childOrSiblingSelector": [],
    "focused": True,
}
"""The selector of uiautomator2 for the focused field."""
_MOTION_SDK: Final = 30
"""Android 11: from here on `input` is a service, so that its `motionevent` is fast enough not to be a long press."""
_MOVES: Final = 6
"""Movements of a finger between two points."""
_STILL_SECONDS: Final = 0.15
"""How long a finger stays still before it is lifted; Android looks back 0.1 seconds for its speed."""
_SECONDS_PER_PIXEL: Final = 0.002
"""Of a swipe that cannot stop before it is lifted: so slow that a fling is short."""
_SLOWEST_SECONDS: Final = 4.0
_STEP_SECONDS: Final = 0.005
"""Duration of one step of a swipe in uiautomator."""


class PhoneDriver(Protocol):
    """Reads the hierarchy and the picture, and injects touches, keys and text."""

    @property
    def name(self) -> str: ...

    @property
    def display(self) -> UsedDisplay:
        """The display that is read and touched."""
        ...

    def hierarchy(self) -> bytes | str:
        """The view hierarchy as the phone prints it, unchecked; `read_hierarchy` parses it.

        It may have windows of other displays, too. Nothing of it is from a cache on the phone: `uiautomator dump`
        begins without one, and the server of uiautomator2 drops it with each call, as it sets its mode anew.
        """
        ...

    def picture(self, share: float = 1.0) -> bytes:
        """A PNG or JPEG screenshot of the display; empty if the phone gives none.

        `share` is the smallest scale that the caller needs (0-1); the picture may be larger.
        """
        ...

    def tap(self, at: Pixel, count: int, before: str, after: str) -> None:
        """Taps once or twice. `before` and `after` are shell commands that record the injection."""
        ...

    def swipe(self, points: Sequence[Pixel], seconds: float, before: str, after: str) -> None:
        """Moves a finger through the points. It stops on the last one before it is lifted, to avoid a fling."""
        ...

    def drag(self, start: Pixel, end: Pixel, seconds: float, before: str, after: str) -> None:
        """Presses at `start` for `seconds`, then moves the finger to `end`."""
        ...

    def keys(self, codes: Sequence[int], before: str = "", after: str = "") -> None:
        """Presses keys one after the other, all in one command."""
        ...

    def select_all(self) -> bool:
        """Selects the text of the focused field; False if the phone takes no combinations of keys."""
        ...

    def set_text(self, text: str) -> bool:
        """Replaces the text of the focused field; False if this driver cannot do it."""
        ...

    def paste(self, text: str) -> bool:
        """Pastes the text into the focused field; False if this driver cannot do it."""
        ...

    def toasts(self) -> tuple[str, ...]:
        """The toasts since the last call."""
        ...

    def check(self) -> None:
        """Checks that what this driver reads comes from Android, not from an app.

        Raises:
            DeviceLost: It does not, or the phone does not answer.
        """
        ...


def _joined(*commands: str) -> str:
    """One command line in which each command runs only if the previous ones succeeded."""
    return " && ".join(command for command in commands if command)


class ShellDriver:
    """Implements `PhoneDriver` with the shell commands of every phone; nothing is installed."""

    def __init__(self, adb: Adb, display: UsedDisplay | None = None) -> None:
        self._adb = adb
        self._display = display or UsedDisplay(adb)

    @property
    def display(self) -> UsedDisplay:
        return self._display

    @property
    def name(self) -> str:
        return "uiautomator dump, screencap and input"

    @property
    def _input(self) -> str:
        return self.display.input

    def hierarchy(self) -> bytes | str:
        windows = "--windows " if self.display.several else ""  # Android 10 and older ignore it
        output = self._adb.exec_out(f"uiautomator dump {windows}/dev/tty", 30.0)
        if b"<hierarchy" in output:
            return output
        written = self._adb.shell(f"rm -f {_DUMP_FILE}; uiautomator dump {_DUMP_FILE}", 30.0).text
        path = dumped_to(written)
        if not path:
            return output + written.encode()
        found = self._adb.exec_out(f"cat {shlex.quote(path)}")
        self._adb.shell(f"rm -f {shlex.quote(path)}")  # no copy of the screen content is left on the phone
        return found

    def picture(self, share: float = 1.0) -> bytes:
        del share
        surface = self.display.surface
        if surface is None:
            return b""
        # With several panels and none named, `screencap` prints a warning into the picture, and may take the dark one.
        return self._adb.exec_out(f"screencap -p{surface and f' -d {surface}'} 2>/dev/null")

    def tap(self, at: Pixel, count: int, before: str, after: str) -> None:
        once = f"{self._input} tap {at[0]} {at[1]}"
        twice = f"{once} & {once}; wait" if count == 2 else once
        self._run(_joined(before, f"{{ {twice}; }}" if count == 2 else twice, after))

    def swipe(self, points: Sequence[Pixel], seconds: float, before: str, after: str) -> None:
        if len(set(points)) > 1 and self.display.sdk >= _MOTION_SDK:  # a finger that moves in steps can stand still
            self._run(_joined(before, self._motion(points), after))
            return
        (x, y), (to_x, to_y) = points[0], points[-1]
        slow = min(math.dist(points[0], points[-1]) * _SECONDS_PER_PIXEL, _SLOWEST_SECONDS)
        lasting = round(max(seconds, slow) * 1000)
        self._run(_joined(before, f"{self._input} swipe {x} {y} {to_x} {to_y} {lasting}", after))

    def _motion(self, points: Sequence[Pixel]) -> str:
        """A finger through the points that stands still on the last one. It is lifted even if a movement fails."""
        way = [points[0]]
        for (x, y), (to_x, to_y) in pairwise(points):
            shares = [number / _MOVES for number in range(1, _MOVES + 1)]
            way += [(round(x + (to_x - x) * share), round(y + (to_y - y) * share)) for share in shares]
        down, *moves = [f"{self._input} motionevent {{}} {x} {y}" for x, y in way]
        last = moves[-1]
        middle = "; ".join(one.format("MOVE") for one in (*moves, f"sleep {_STILL_SECONDS}", last))
        return f"{down.format('DOWN')} && {{ {middle}; {last.format('UP')}; }}"

    def drag(self, start: Pixel, end: Pixel, seconds: float, before: str, after: str) -> None:
        way = f"{start[0]} {start[1]} {end[0]} {end[1]}"
        self._run(_joined(before, f"{self._input} draganddrop {way} {round(max(seconds, 0.3) * 1000)}", after))

    def keys(self, codes: Sequence[int], before: str = "", after: str = "") -> None:
        self._run(_joined(before, f"{self._input} keyevent {' '.join(map(str, codes))}", after))

    def select_all(self) -> bool:
        output = self._adb.shell(f"{self._input} keycombination {' '.join(map(str, _SELECT_ALL))}")
        return output.code == 0 and not refused(output.text)

    def set_text(self, text: str) -> bool:
        del text
        return False

    def paste(self, text: str) -> bool:
        del text
        return False

    def toasts(self) -> tuple[str, ...]:
        return ()

    def check(self) -> None:
        pass

    def type_plain(self, text: str) -> bool:
        """Types ASCII text into the focused field. Returns False and types nothing if the text has other characters."""
        if not _PLAIN.fullmatch(text):
            return False
        for part in _typeable(text):
            self._run(f"{self._input} text {shlex.quote(part)}")
        return True

    def _run(self, command: str) -> None:
        output = self._adb.shell(command, 60.0)
        if output.code != 0:
            why = refused(output.text) or output.text.strip()[:200] or f"exit code {output.code}"
            remedy = "If it is a matter of permission, see `sextant doctor --device`."
            raise DeviceLost(f"The phone refused the touch ({why}).", remedy)


def _typeable(text: str) -> list[str]:
    """The arguments of `input text` for a text. `%s` means a space there, so a literal `%s` is split in two."""
    parts: list[str] = []
    for piece in re.split(r"(?<=%)(?=s)", text):
        encoded = piece.replace(" ", "%s")
        while encoded:
            end = _MOST_TYPED - 1 if encoded[_MOST_TYPED - 1 : _MOST_TYPED + 1] == "%s" else _MOST_TYPED
            parts.append(encoded[:end])
            encoded = encoded[end:]
    return parts


class AutomatorDriver(ShellDriver):
    """Implements `PhoneDriver` with the server of uiautomator2, a file in the phone's temporary folder.

    Calls go to the server directly: the client of uiautomator2 would repeat a touch if the response was lost, and
    would wait without end for a response.
    """

    def __init__(self, adb: Adb, server: AutomatorServer, display: UsedDisplay | None = None) -> None:
        super().__init__(adb, display)
        self._server = server
        self._call = server.call

    @property
    def name(self) -> str:
        return "uiautomator2"

    def check(self) -> None:
        self._server.check()

    def _touch(self, method: str, *params: object) -> None:
        if self._call(method, *params) is False:
            raise DeviceLost(
                f"The phone refused the touch ({method!r} was not injected).", "See `sextant doctor --device`."
            )

    def hierarchy(self) -> bytes | str:
        with contextlib.suppress(CallRefused):
            return str(self._call("dumpWindowHierarchy", False, 60) or "")
        return super().hierarchy()

    def picture(self, share: float = 1.0) -> bytes:
        encoded = None
        if self.display.surface == "":  # the server takes its pictures of the default display
            with contextlib.suppress(CallRefused):
                encoded = self._call("takeScreenshot", round(min(share, 1.0), 3), 80)
        return base64.b64decode(encoded) if encoded else super().picture()

    def tap(self, at: Pixel, count: int, before: str, after: str) -> None:
        if self.display.state.display:
            super().tap(at, count, before, after)
            return
        self._noted(before)
        for _ in range(count):
            self._touch("click", *at)
        self._noted(after)

    def swipe(self, points: Sequence[Pixel], seconds: float, before: str, after: str) -> None:
        if self.display.state.display or len(set(points)) == 1:
            super().swipe(points, seconds, before, after)
            return
        self._noted(before)
        flat = [side for point in (*points, points[-1]) for side in point]
        self._touch("swipePoints", flat, max(4, round(seconds / len(points) / _STEP_SECONDS)))
        self._noted(after)

    def set_text(self, text: str) -> bool:
        if not self.display.has_focus():  # the server looks for the focused field on all displays
            return False
        with contextlib.suppress(CallRefused):
            if not text:
                self._call("clearTextField", _FOCUSED)
                return True
            return bool(self._call("setText", _FOCUSED, text))
        return False

    def paste(self, text: str) -> bool:
        with contextlib.suppress(CallRefused):
            self._call("setClipboard", "", text)
            self.keys((PASTE,))
            return True
        return False

    def toasts(self) -> tuple[str, ...]:
        try:
            toast = str(self._call("getLastToast") or "")
            if toast:
                self._call("clearLastToast")
        except DeviceLost:
            return ()
        return (toast,) if toast else ()

    def _noted(self, command: str) -> None:
        if command:
            self._run(command)


def automator_driver(adb: Adb, display: UsedDisplay | None = None) -> AutomatorDriver:
    """Starts the server of uiautomator2 on the phone if it is not running, and returns its `PhoneDriver`.

    Raises:
        MissingExtra: uiautomator2 is not installed.
        UntrustedPort: Something else listens at the server's port.
        DeviceLost: The server does not start on this phone; the message gives the reason.
    """
    if importlib.util.find_spec("uiautomator2") is None:
        raise MissingExtra("uiautomator2", "android")
    if not isinstance(adb, UsbAdb):
        raise DeviceLost("uiautomator2 needs a phone that adb reaches.")
    server = AutomatorServer(adb)
    server.start()
    return AutomatorDriver(adb, server, display)


def phone_driver_of(adb: Adb, driver: Driver, notes: list[str]) -> PhoneDriver:
    """The `PhoneDriver` for a setting. With `auto`, a server that does not start adds a note, and the shell is used.

    Raises:
        MissingExtra, DeviceFault: As `automator_driver`, for the driver `uiautomator2`.
    """
    if driver == "plain":
        return ShellDriver(adb)
    try:
        return automator_driver(adb)
    except (MissingExtra, DeviceFault) as error:
        if driver == "uiautomator2":
            raise
        notes.append(f"uiautomator2 does not run here: {error.message[:200]}")
        return ShellDriver(adb)


def revived(driver: PhoneDriver, adb: Adb, setting: Driver, notes: list[str]) -> PhoneDriver:
    """The `PhoneDriver` after a lost connection, which ended the server of uiautomator2: with the server restarted.

    If an app listens at its port by now, a note is added, and the shell is used from then on.

    Raises:
        UntrustedPort: An app listens there, and the setting names uiautomator2.
    """
    if isinstance(driver, AutomatorDriver):
        try:
            return automator_driver(adb, driver.display)
        except UntrustedPort as error:
            if setting == "uiautomator2":
                raise
            driver = ShellDriver(adb, driver.display)
            notes.append(f"the screen is read and touched with {driver.name} from now on: {error.message}")
        except (MissingExtra, DeviceFault):
            pass  # the next call fails, and tries again
    return driver


_REACH: Final = 0.7
"""Largest share of a scroll container that one stroke crosses; strokes near the edges are gestures of the system."""
_MOST_STROKES: Final = 12


def drag_points(drag: DragPath) -> tuple[Point, Point]:
    """Start and end of the finger. A `whole` drag is `SLOP` longer: content does not follow these first pixels."""
    start, end = drag.start, drag.end
    length = math.hypot(end.x - start.x, end.y - start.y)
    if not drag.whole or not length:
        return start, end
    further = (length + SLOP) / length
    return start, Point(start.x + (end.x - start.x) * further, start.y + (end.y - start.y) * further)


def scroller_at(point: Point | None, elements: Sequence[Element], page: Box | None, size: Size) -> Box:
    """The area to scroll: the smallest container under the point, else the page, else the largest container.

    The whole screen if there is none of these.
    """
    boxes = [one.box for one in elements if "scroll" in one.affordances and one.visibility != "offscreen"]
    under = [box for box in boxes if point is not None and box.contains(point)]
    whole = Box(0, 0, size.width, size.height)
    if under:
        chosen = min(under, key=lambda box: box.area)
    else:
        chosen = page or max(boxes, key=lambda box: box.area, default=whole)
    return chosen.intersection(whole) or whole


def scroll_strokes(
    scroll: ScrollBy, elements: Sequence[Element], page: Box | None, size: Size
) -> tuple[tuple[Point, Point], ...]:
    """The finger strokes of a scroll. The finger moves against the scroll direction, because content follows it."""
    box = scroller_at(scroll.point, elements, page, size)
    dx, dy = VECTORS[scroll.direction]
    side = box.width if dx else box.height
    distance = side * max(0.0, scroll.extent)
    count = min(_MOST_STROKES, max(1, math.ceil(distance / (side * _REACH)))) if side else 1
    each = min(distance / count + SLOP, side * 0.9)
    middle = box.centre
    if scroll.point is not None and box.contains(scroll.point):
        middle = Point(middle.x, scroll.point.y) if dx else Point(scroll.point.x, middle.y)
    start = Point(middle.x + dx * each / 2, middle.y + dy * each / 2)
    end = Point(middle.x - dx * each / 2, middle.y - dy * each / 2)
    return ((start, end),) * count
