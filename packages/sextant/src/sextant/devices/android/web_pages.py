"""The pages of web views and of Chrome, read by the collector of the browser device where the app allows debugging.

Nothing is turned on in an app, nothing but the collector is evaluated in a page, and no port of this machine leads to
it. Where a page cannot be read in time, the hierarchy's own description of the view stays.
"""

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Final

from sextant.addresses.origins import origin_of_page
from sextant.addresses.parts import clean_location
from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.debug_sockets import (
    LIST_SOCKETS,
    DebugSocket,
    PageTarget,
    open_page,
    page_targets,
    sockets_of,
)
from sextant.devices.android.listing import ViewFrame
from sextant.devices.android.page_place import agrees, candidates, placed, web_views
from sextant.devices.android.views import View
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import PageCollector
from sextant.devices.browser.snapshot import Assembled
from sextant.devices.browser.thread import DeviceThread
from sextant.errors import DeviceFault
from sextant.types.geometry import Size

__all__ = ["BY_SOCKET", "BY_TREE", "WebPages"]

BY_SOCKET: Final = "the page of a web view is read through its debugging socket"
BY_TREE: Final = "a web view is read from the accessibility tree"
NO_SOCKET: Final = "the app allows no debugging of its pages"
OTHER: Final = "the page has other texts than the accessibility tree"
NOT_SURE: Final = "none of the app's pages is sure to be the one shown"
_REST_SECONDS: Final = 10.0
"""So long a page that did not answer in time is not asked again."""
_SOCKET_SECONDS: Final = 5.0
"""So long the sockets of an app are not looked for again."""
_MOST_TRIED: Final = 3
_MALFORMED: Final = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What a foreign answer of another form leads to."""
_TROUBLE: Final = (*_MALFORMED, OSError, EOFError, asyncio.LimitOverrunError, ProtocolError, DeviceFault)


class _UnreadError(Exception):
    """Why a page was not read, in words."""


@dataclass(frozen=True, slots=True)
class _FoundPage:
    """A page, placed on the screen."""

    page: Assembled
    address: str


class WebPages:
    """Reads the pages that one phone shows. `address` is that of the first page of the last reading.

    `seconds` is the longest time that a reading waits for all pages on the screen.
    """

    def __init__(self, adb: Adb, seconds: float) -> None:
        self._adb, self._seconds = adb, seconds
        self._slow = f"its page did not answer within {seconds:g} s"
        self._thread: DeviceThread | None = None
        self._sockets: dict[str, tuple[float, tuple[DebugSocket, ...]]] = {}
        self._open: dict[str, PageCollector] = {}
        """By socket and page."""
        self._used: set[str] = set()
        self._asked = ""
        self._resting: dict[str, float] = {}
        self._reported: tuple[str, ...] = ()
        self._notes: tuple[str, ...] = ()
        self.address = ""
        self.origins: Mapping[View, str] = {}
        """That of the page of each web view of the last reading that could be read."""

    def read(self, windows: Sequence[View], frame: ViewFrame) -> Mapping[View, Assembled]:
        """The pages of the web views on the screen that could be read, with boxes in pixels of the viewport.

        Raises:
            DeviceLost: The phone does not answer.
        """
        found: dict[View, Assembled] = {}
        origins = dict[View, str]()
        news, self.address = list[str](), ""
        self._used.clear()
        deadline = time.monotonic() + self._seconds
        for view in web_views(windows, frame.bounds):
            sockets = self._sockets_of(view.package)
            try:
                there = self._page(view, sockets, frame, deadline)
                found[view], origins[view] = there.page, origin_of_page(there.address)
                self.address = self.address or clean_location(there.address)
                news.append(BY_SOCKET)
            except _UnreadError as why:
                news.append(f"{BY_TREE}: {why}")
        self._leave(*(self._open.keys() - self._used))
        self._notes, self.origins = tuple(dict.fromkeys(news)), origins
        return found

    def notes(self) -> tuple[str, ...]:
        """The notes of the last reading that the reading before did not have."""
        reported, self._reported = self._reported, self._notes
        return tuple(note for note in self._notes if note not in reported)

    def close(self) -> None:
        """Leave all pages. Idempotent."""
        self._leave(*self._open)
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.stop()

    # ------------------------------------------------------------------ one view

    def _sockets_of(self, package: str) -> tuple[DebugSocket, ...]:
        at, sockets = self._sockets.get(package, (float("-inf"), ()))
        if time.monotonic() - at > _SOCKET_SECONDS:
            sockets = sockets_of(self._adb.shell(LIST_SOCKETS).text, package)
            self._sockets[package] = (time.monotonic(), sockets)
        return sockets

    def _page(self, view: View, sockets: tuple[DebugSocket, ...], frame: ViewFrame, deadline: float) -> "_FoundPage":
        if not sockets:
            raise _UnreadError(NO_SOCKET)
        self._thread = self._thread or DeviceThread("sextant-web-pages")
        self._asked = view.package
        left = deadline - time.monotonic()
        if left <= 0:
            raise _UnreadError(self._slow)
        try:
            return self._thread.call(
                lambda: asyncio.wait_for(self._shown(view, sockets, frame), left), left + 1.0, "reading a page"
            )
        except TimeoutError as error:
            self._resting[self._asked] = time.monotonic() + _REST_SECONDS
            raise _UnreadError(self._slow) from error
        except _TROUBLE as error:
            self._sockets.pop(view.package, None)
            raise _UnreadError(f"its page cannot be read ({str(error)[:120] or type(error).__name__})") from error

    async def _shown(self, view: View, sockets: tuple[DebugSocket, ...], frame: ViewFrame) -> "_FoundPage":
        """The page that the view shows, placed on the screen.

        Raises:
            _UnreadError: None of the listed pages is it, or it did not answer a short while ago.
        """
        if self._is_resting(view.package):
            raise _UnreadError(self._slow)
        targets = await page_targets(self._adb, sockets, view.package, self._seconds)
        why = NOT_SURE if targets else NO_SOCKET
        for target in candidates(view, targets)[:_MOST_TRIED]:
            page = f"{target.socket} {target.id}"
            if self._is_resting(page):
                why = self._slow
            if page in self._used or self._is_resting(page):
                continue
            self._asked = page
            found = await self._read(target, page, frame)
            if not found.hidden and (there := placed(found, view, target, frame)) is not None:
                if not agrees(there, view):
                    why = OTHER
                    continue
                self._used.add(page)
                return _FoundPage(there, self._open[page].url)
        raise _UnreadError(why)

    def _is_resting(self, asked: str) -> bool:
        return time.monotonic() < self._resting.get(asked, 0.0)

    async def _read(self, target: PageTarget, page: str, frame: ViewFrame) -> Assembled:
        known = self._open.get(page)
        if known is not None and known.connection.closed:
            await self._open.pop(page).connection.close()
            known = None
        if known is None:
            known = self._open[page] = PageCollector(await open_page(self._adb, target, self._seconds))
        found = await known.read(Size(frame.width, frame.height), self._seconds)
        if found.errors and not found.elements:
            raise ValueError(found.errors[0])
        return found

    def _leave(self, *pages: str) -> None:
        for page in pages:
            collector = self._open.pop(page)
            if self._thread is not None:
                with contextlib.suppress(DeviceFault):
                    self._thread.call(collector.connection.close, 2.0, "leaving a page")
