"""Tells the agent scripts of a tab's documents what to refuse while a gesture is under way."""

import asyncio
from collections.abc import Iterable
from typing import Any

from sextant.devices.browser.cdp import Session
from sextant.devices.browser.collector import Frame, evaluation, value_of
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.emulation import WORLD
from sextant.devices.browser.settlement import unless_blocked
from sextant.devices.browser.tabs import Tab

__all__ = ["DocumentOrders"]


class DocumentOrders:
    """Expressions for the documents of a tab, and one for each document that starts before `end`.

    That one is evaluated as the document starts, if its process shows part of the page already. A document that is
    busy is waited for a little, and gets its order all the same, but maybe after events that reached it before.

    Attributes:
        unanswered: The frames that have not confirmed the orders given last.
    """

    def __init__(self, driver: Driver, tab: Tab, at_start: str) -> None:
        self._driver, self._tab = driver, tab
        self._command: dict[str, Any] = {"source": at_start, "worldName": WORLD}
        self._scripts: list[tuple[Session, asyncio.Future[dict[str, Any]]]] = []
        self.unanswered: list[Frame] = []

    @property
    def given(self) -> bool:
        """Whether any order was given."""
        return bool(self._scripts)

    async def give(self, orders: Iterable[tuple[Frame, str]]) -> None:
        """Evaluate an expression in each of these frames, and from now on that of the start in new documents."""
        if not self._scripts:
            sessions = {frame.session.id: frame.session for frame in self._tab.frames.values()}
            command = ("Page.addScriptToEvaluateOnNewDocument", self._command)
            self._scripts = [(session, session.post([command])[0]) for session in sessions.values()]
        given = list(orders)
        replies = await self._replies(given)
        self.unanswered = [frame for (frame, _), reply in zip(given, replies, strict=True) if reply is None]

    async def counted(self, orders: Iterable[tuple[Frame, str]]) -> list[int]:
        """Evaluate an expression in each of these frames; return the numbers that they answered, 0 without answer."""
        return [0 if reply is None else int(value_of(reply) or 0) for reply in await self._replies(orders)]

    async def _replies(self, orders: Iterable[tuple[Frame, str]]) -> list[dict[str, Any] | None]:
        sent = [
            (frame, frame.session.post([("Runtime.evaluate", evaluation(frame, expression))])[0])
            for frame, expression in orders
        ]  # sent also where something blocks the page
        return await unless_blocked(self._driver, self._tab, [self._answer(*one) for one in sent])

    async def _answer(self, frame: Frame, sent: "asyncio.Future[dict[str, Any]]") -> dict[str, Any]:
        limit = self._tab.brief(frame, self._driver.settings.limits.command)
        try:
            return await asyncio.wait_for(sent, self._tab.patience(frame, limit))
        except TimeoutError:
            self._tab.unanswered(frame)
            raise

    def end(self) -> None:
        """New documents are free from now on."""
        for session, added in self._scripts:
            added.add_done_callback(lambda added, session=session: _remove(session, added))


def _remove(session: Session, added: "asyncio.Future[dict[str, Any]]") -> None:
    if not added.cancelled() and added.exception() is None and not session.connection.closed:
        session.post([("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added.result()["identifier"]})])
