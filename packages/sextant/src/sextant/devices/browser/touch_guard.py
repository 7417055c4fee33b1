"""Restricts the touches of a gesture to the documents that it may reach, whatever lies under them."""

from typing import Self

from sextant.addresses.origins import origin_of
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.document_orders import DocumentOrders
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import Reach, ReachedDocument, document_in, quads_of, refusal_of
from sextant.devices.browser.tabs import Tab

__all__ = ["TouchGuard"]


class TouchGuard:
    """While entered, frames of a foreign origin get no touches, except those that the gesture was allowed to reach.

    The search for the frame under a point does not find all: a page can hide one in a closed shadow root, or turn it.
    A frame that was touched unforeseen is asked about at the exit. What is allowed holds for the next gestures, as long
    as that document lives. A busy frame may get a touch before it gets the order: if one that may lie at a point of the
    gesture does not answer in time, nothing is to be touched. On a page without foreign frames nothing is sent.

    Attributes:
        refused: Why nothing is to be touched, known at the entry; or that such a frame refused the touch, at the exit.
    """

    def __init__(self, driver: Driver, tab: Tab, reach: Reach) -> None:
        self._driver, self._tab, self._reach = driver, tab, reach
        self._orders = DocumentOrders(driver, tab, "sextantBar(true)")
        self._barred: set[str] = set()
        self.refused = ""

    async def __aenter__(self) -> Self:
        tab, scope = self._tab, self._driver.scope
        if self._driver.settings.leave != "allow" and scope.has_foreign_frames(tab):
            foreign = [frame for frame in tab.contexts() if frame.id != tab.main and scope.is_foreign(tab, frame)]
            free = [self._may_reach(document_in(self._driver, tab, [frame.id])) for frame in foreign]
            await self._orders.give(
                (frame, f"sextantBar({'false' if open_ else 'true'})")
                for frame, open_ in zip(foreign, free, strict=True)
            )
            self._barred = {frame.id for frame, open_ in zip(foreign, free, strict=True) if not open_}
            self.refused = await self._unresponsive()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._orders.end()
        if not self._orders.given:
            return
        tab = self._tab
        frames = tab.contexts()
        counts = await self._orders.counted((frame, "sextantBar()") for frame in frames)
        touched = [frame for frame, count in zip(frames, counts, strict=True) if count]
        strange = [one for frame in touched if (one := document_in(self._driver, tab, [frame.id])).strange]
        if strange and error[0] is None and not self.refused:
            self.refused = await self._asked(strange[0])

    def _may_reach(self, document: ReachedDocument) -> bool:
        return document in self._reach.documents or (*document.world, self._driver.scope.private) in self._tab.admitted

    async def _unresponsive(self) -> str:
        """Return why nothing is touched if a barred frame at a point of the gesture has not answered; else empty."""
        for frame in self._orders.unanswered:
            if frame.id in self._barred and await self._may_lie_there(frame):
                whose = origin_of(document_in(self._driver, self._tab, [frame.id]).address or "") or "an unknown origin"
                return f"nothing was touched: this part of the page, of {whose}, does not respond; wait and look again"
        return ""

    async def _may_lie_there(self, frame: Frame) -> bool:
        try:
            quads = await quads_of(self._tab, frame)
        except TimeoutError:
            return True  # the page does not answer either
        return any(
            min(quad[::2]) <= point.x <= max(quad[::2]) and min(quad[1::2]) <= point.y <= max(quad[1::2])
            for quad in quads
            for point in self._reach.points
        )

    async def _asked(self, document: ReachedDocument) -> str:
        if refused := await refusal_of(self._driver, self._tab, document):
            return refused
        self._tab.admitted.add((*document.world, self._driver.scope.private))
        return (
            f"nothing was touched: this part of the page belongs to {origin_of(document.address or '')}; "
            "it may be touched from now on: try again"
        )
