"""Restricts the keys of a gesture to the documents that it may reach, whatever takes the focus meanwhile."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Literal, Self

from sextant.addresses.origins import origin_of
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.document_orders import DocumentOrders
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.foreign_frames import Reach, document_in, quads_of
from sextant.devices.browser.tabs import Tab
from sextant.types.secrets import NOTHING_TYPED

__all__ = ["KeyGuard", "press"]


class KeyGuard:
    """While entered, frames of a foreign origin get no keys, except those that the gesture was allowed to reach.

    A document that is loaded meanwhile is told so as it starts, if its process shows part of the page already; it may
    get some keys before. On a page without foreign frames nothing is sent before `confine`.

    Attributes:
        strayed: Number of key events that were refused; known at the exit.
    """

    def __init__(self, driver: Driver, tab: Tab, reach: Reach) -> None:
        self._driver, self._tab, self._reach = driver, tab, reach
        self._orders = DocumentOrders(driver, tab, "sextant.only(false)")
        self.strayed = 0

    async def __aenter__(self) -> Self:
        tab, scope = self._tab, self._driver.scope
        if scope.has_foreign_frames(tab):
            allowed = {document.frame for document in self._reach.documents}
            barred = [one for one in tab.contexts() if one.id not in allowed and scope.is_foreign(tab, one)]
            await self._restrict((frame, "false") for frame in barred)
        return self

    async def __aexit__(self, *error: object) -> None:
        self._orders.end()
        if self._orders.given:
            free = [(frame, "sextant.only(null)") for frame in self._tab.contexts()]
            self.strayed = sum(await self._orders.counted(free))

    async def confine(self, field: Frame) -> str:
        """From now on only the focused element of that frame gets keys; return why others may get some, else empty.

        A frame that is not drawn cannot take the focus.
        """
        await self._restrict((frame, "true" if frame is field else "false") for frame in self._tab.contexts())
        for frame in self._orders.unanswered:
            if frame.id == self._tab.main or await self._may_be_drawn(frame):
                whose = origin_of(document_in(self._driver, self._tab, [frame.id]).address or "") or "unknown origin"
                return f"{NOTHING_TYPED}: a part of the page, of {whose}, does not respond and could take the focus"
        return ""

    async def _may_be_drawn(self, frame: Frame) -> bool:
        try:
            return bool(await quads_of(self._tab, frame))
        except TimeoutError:
            return True

    def refusal(self, entered: list[str], secret: bool) -> str:
        """Return why nothing is typed into the focused document; empty if it may be.

        A secret goes only into the document that the gesture reached, other text also into others of the app.
        """
        at = document_in(self._driver, self._tab, entered)
        if at in self._reach.documents or not (secret or at.strange):
            return ""
        whose = "of unknown origin" if at.address is None else f"of {origin_of(at.address)}"
        return f"{NOTHING_TYPED}: another part of the page, {whose}, took the focus; look again"

    async def _restrict(self, orders: Iterable[tuple[Frame, Literal["true", "false"]]]) -> None:
        await self._orders.give((frame, f"sextant.only({order})") for frame, order in orders)


async def press(driver: Driver, tab: Tab, reach: Reach, key: Callable[[Tab, float], Awaitable[None]]) -> str:
    """Press a key where the focus is; return a note if it went astray."""
    async with KeyGuard(driver, tab, reach) as keys:
        await key(tab, driver.settings.limits.command)
    return "the key may not have been pressed: the page moved the focus meanwhile" if keys.strayed else ""
