"""Takes away what was refused: tabs opened for refused requests, and foreign pages that came without a request."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sextant.addresses.origins import origin_of
from sextant.devices.browser.arrivals import turn_back
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.departures import NavigationScope
from sextant.devices.browser.settings import BrowserOptions
from sextant.devices.browser.tabs import Tab
from sextant.devices.browser.write_gate import WriteGate, leaving
from sextant.types.effects import AFTER_PRIVATE

__all__ = ["Refusals"]


class Refusals:
    """Removes refused tabs and pages, and knows when they are gone.

    Args:
        tabs: The open tabs, by target.
        close: Closes a tab.
    """

    def __init__(
        self,
        settings: BrowserOptions,
        scope: NavigationScope,
        gate: WriteGate,
        tabs: Mapping[str, Tab],
        close: Callable[[Tab], Coroutine[Any, Any, None]],
    ) -> None:
        self._settings, self._scope, self._gate, self._tabs, self._close = settings, scope, gate, tabs, close
        self._work: set[asyncio.Task[None]] = set()
        self._asked: set[tuple[str, str]] = set()
        """Tabs and origins that are asked about at present: a tab may announce one page twice."""

    async def gone(self) -> bool:
        """Wait until nothing is held and what was refused is gone; return whether there was anything to remove."""
        await self._gate.released()
        work = set(self._work)
        if work:
            await asyncio.wait(work, timeout=self._settings.limits.command)
        return bool(work)

    def navigation(self, target: str) -> None:
        """Close a tab that was opened for a navigation that was refused."""
        tab = self._tabs.get(target)
        if tab is not None and tab.opener and tab.url in ("", "about:blank"):
            self._start(self._close(tab))

    def passed(self, target: str, event: Mapping[str, Any]) -> None:
        """Record that a navigation to another origin was allowed."""
        tab = self._tabs.get(target)
        if tab is not None and event.get("frameId") == tab.main:
            self._scope.let_pass(str(event["request"]["url"]))

    def shown(self, tab: Tab, document: Mapping[str, Any], replaces: bool) -> None:
        """Judge a document of a tab's main frame. A foreign one that nothing let pass is asked about, or taken away."""
        address = self._scope.trespasses(tab, document, replaces)
        if not address or self._settings.leave == "allow":
            return
        if self._gate.suspended:
            self._scope.let_pass(address)
        else:
            self._start(self._trespass(tab, address))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _trespass(self, tab: Tab, address: str) -> None:
        asked = (tab.target, origin_of(address))
        if asked in self._asked:
            return
        self._asked.add(asked)
        special = AFTER_PRIVATE if self._scope.private else ""
        effect = leaving(address, self._gate.touches.cause(tab.target, None), special)
        ruling = await self._gate.ask(tab.target, effect, address)
        self._asked.discard(asked)
        if ruling.allowed:
            self._scope.let_pass(address)
            return
        with contextlib.suppress(ProtocolError, TimeoutError):
            if await turn_back(tab.session, self._scope.owns):
                return
            if tab.opener or len(self._tabs) > 1:
                await self._close(tab)
            else:
                home = self._settings.apps.get(tab.app, self._settings.url)
                await tab.session.send("Page.navigate", {"url": home})
