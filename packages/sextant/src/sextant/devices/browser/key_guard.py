"""Restricts the keys of a gesture to the documents that it may reach, whatever takes the focus meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal, Self

from sextant.addresses.origins import origin_of
from sextant.devices.browser.cdp import Session
from sextant.devices.browser.collector import Frame, evaluation, value_of
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.emulation import WORLD
from sextant.devices.browser.foreign_frames import Reach, document_in
from sextant.devices.browser.settlement import unless_blocked
from sextant.devices.browser.tabs import Tab
from sextant.types.secrets import NOTHING_TYPED

__all__ = ["KeyGuard", "press"]

_NO_KEYS: dict[str, Any] = {"source": "sextant.only(false)", "worldName": WORLD}
"""A script that refuses all keys in a document from its start on."""


class KeyGuard:
    """While entered, frames of a foreign origin get no keys, except those that the gesture was allowed to reach.

    A document that is loaded meanwhile is told so as it starts, if its process shows part of the page already; it may
    get some keys before. On a page without foreign frames nothing is sent before `confine`.

    Attributes:
        strayed: Number of key events that were refused; known at the exit.
    """

    def __init__(self, driver: Driver, tab: Tab, reach: Reach) -> None:
        self._driver, self._tab, self._reach = driver, tab, reach
        self._scripts: list[tuple[Session, asyncio.Future[dict[str, Any]]]] = []
        self.strayed = 0

    async def __aenter__(self) -> Self:
        tab, scope = self._tab, self._driver.scope
        if scope.has_foreign_frames(tab):
            allowed = {document.frame for document in self._reach.documents}
            barred = [one for one in tab.contexts() if one.id not in allowed and scope.is_foreign(tab, one)]
            await self._restrict((frame, "false") for frame in barred)
        return self

    async def __aexit__(self, *error: object) -> None:
        for session, added in self._scripts:
            added.add_done_callback(lambda added, session=session: _remove(session, added))
        if self._scripts:
            self.strayed = await self._only((frame, "null") for frame in self._tab.contexts())

    async def confine(self, field: Frame) -> None:
        """From now on only the focused element of that frame gets keys."""
        await self._restrict((frame, "true" if frame is field else "false") for frame in self._tab.contexts())

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
        if not self._scripts:
            sessions = {frame.session.id: frame.session for frame in self._tab.frames.values()}
            command = ("Page.addScriptToEvaluateOnNewDocument", _NO_KEYS)
            self._scripts = [(session, session.post([command])[0]) for session in sessions.values()]
        await self._only(orders)

    async def _only(self, orders: Iterable[tuple[Frame, Literal["true", "false", "null"]]]) -> int:
        limit = self._driver.settings.limits.command
        sent = [
            frame.session.post([("Runtime.evaluate", evaluation(frame, f"sextant.only({order})"))])[0]
            for frame, order in orders
        ]  # sent also where something blocks the page
        replies = await unless_blocked(self._driver, self._tab, [asyncio.wait_for(one, limit) for one in sent])
        return sum(int(value_of(reply) or 0) for reply in replies if reply is not None)


def _remove(session: Session, added: "asyncio.Future[dict[str, Any]]") -> None:
    if not added.cancelled() and added.exception() is None and not session.connection.closed:
        session.post([("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added.result()["identifier"]})])


async def press(driver: Driver, tab: Tab, reach: Reach, key: Callable[[Tab, float], Awaitable[None]]) -> str:
    """Press a key where the focus is; return a note if it went astray."""
    async with KeyGuard(driver, tab, reach) as keys:
        await key(tab, driver.settings.limits.command)
    return "the key may not have been pressed: the page moved the focus meanwhile" if keys.strayed else ""
