"""The connection to one browser: its tabs, which one is in the foreground, and what happens between looks."""

import asyncio
import contextlib
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

from sextant.addresses.origins import origin_of_page, same_origin
from sextant.dataclass import dataclass
from sextant.devices.browser import borrowed, device_state
from sextant.devices.browser.cdp import Connection, ProtocolError, Session
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.departures import NavigationScope
from sextant.devices.browser.device_state import DeviceState, InjectionMark
from sextant.devices.browser.downloads import DOWNLOADS_OFF, DownloadRules, Downloads, FileSender
from sextant.devices.browser.emulation import UNKNOWN_PERMISSION, permission_commands
from sextant.devices.browser.gate_host import Departure, GateHost, GateSettings, Sender
from sextant.devices.browser.keeper import open_dialogs
from sextant.devices.browser.places import KeyHistory
from sextant.devices.browser.private_values import HELD
from sextant.devices.browser.read_ahead import ReadAhead
from sextant.devices.browser.refusals import Refusals
from sextant.devices.browser.registry import RunningBrowser
from sextant.devices.browser.scripts import Scripts
from sextant.devices.browser.secret_guard import SecretGuard
from sextant.devices.browser.settings import BrowserOptions
from sextant.devices.browser.sheets import Sheet
from sextant.devices.browser.snapshot import Assembled, FrameSnapshot
from sextant.devices.browser.tabs import ScriptDialog, Tab, session_settings
from sextant.devices.browser.write_watch import Writes
from sextant.errors import DeviceFault, DeviceLost, DeviceUnreachable
from sextant.text.legible import shortened
from sextant.types.effects import READ_ONLY
from sextant.types.geometry import Point
from sextant.types.requests import RequestPattern
from sextant.types.screens import Observation, Picture
from sextant.types.secrets import Credentials


@dataclass(frozen=True, slots=True)
class Described:
    """The last descriptions of the frames, and what was assembled from them."""

    frames: tuple[Frame, ...]
    answers: tuple[FrameSnapshot, ...]
    assembled: Assembled


@dataclass(slots=True)
class Foreground:
    """What is in the foreground: a tab, perhaps a sheet over it, and the last look at both."""

    target: str = ""
    menu: Sheet | None = None
    """A sheet that no page event opens: options of a select, recent tabs."""
    sheet: Sheet | None = None
    """The sheet of the last look, with the text typed into it."""
    sheet_for: object | None = None
    seen: Observation | None = None
    settled: bool = True
    held: float = 0.0
    """Seconds for which writes had been held when the page last settled."""
    picture: Picture | None = None
    described: Described | None = None


class Closable(Protocol):
    """A resource that is closed when the hand-over ends."""

    async def close(self) -> None: ...


class Driver:
    """The part of a browser device that runs on its loop's thread."""

    def __init__(
        self, settings: BrowserOptions, state_dir: Path, browser: RunningBrowser | None, clock: Callable[[], float]
    ) -> None:
        self.settings, self.state_dir, self.browser, self.clock = settings, state_dir, browser, clock
        self.tabs: dict[str, Tab] = {}
        self.front = Foreground()
        self.notes: list[str] = []
        self.endpoint = ""
        self.product = ""
        self.state = device_state.load(state_dir) or DeviceState()
        self.connection: Connection | None = None
        self.restored = False
        """Whether the run's earlier documents are gone and their addresses were opened again."""
        self.touches: dict[str, Point] = {}
        """Points of taps on a page, by intent: the protocol puts them exactly there."""
        self.key_history = KeyHistory()
        self.made_tab = False
        """Whether, in another program's browser, the run's earlier tab was gone."""
        patterns = tuple(map(RequestPattern.parse, settings.allowed_requests))
        self.scope = NavigationScope((settings.url, *settings.apps.values(), *settings.origins))
        self.scope.private = self.state.private
        gate = GateSettings(settings.writes, patterns, settings.limits.hold, self.scope.owns, settings.leave)
        host = GateHost(
            self._private_values,
            lambda target: self.refusals.navigation(target),
            self._departs,
            lambda target, event: self.refusals.passed(target, event),
            self._holding,
        )
        self.writes = Writes(gate, host)
        self.refusals = Refusals(settings, self.scope, self.writes.gate, self.tabs, self.close_tab)
        reads = settings.writes == "deny"
        mode = "off" if reads else settings.chrome.downloads
        kept = settings.chrome.downloads_dir or state_dir / "downloads"
        why = READ_ONLY if reads else DOWNLOADS_OFF
        rules = DownloadRules(mode, settings.chrome.download_bytes, kept, state_dir / "incoming", why)
        self.downloads = Downloads(rules, self.writes.gate, self._sender_of, self.notes.append)
        self.ahead = ReadAhead()
        self.scripts = Scripts()
        self.secrets = SecretGuard(settings.url, settings.origins, settings.secrets)
        self._origin = ""
        self._tabs_changed = asyncio.Event()
        self._expected: set[str] = set()
        self.showing: Closable | None = None
        """The live view in which a person uses the browser at present."""
        self._hidden: Tab | None = None
        self._hiding = False
        """Whether a tab that stays hidden is being opened."""

    # ------------------------------------------------------------------ connecting

    async def connect(self, endpoint: str) -> None:
        """Attach to the browser and all its tabs; each is emulated as a phone before its page can run.

        Raises:
            DeviceUnreachable: Nothing answers at that endpoint.
        """
        self.endpoint = endpoint
        connection = self.connection = await Connection.open(endpoint, self.settings.limits.start)
        connection.still = lambda: self.writes.gate.held_seconds
        connection.on_closed = self._browser_gone
        browser = connection.browser
        version = await browser.send("Browser.getVersion")
        self.product = str(version["product"])
        if self.settings.phone.clock is not None and not self.state.clock_offset:
            self.remember(clock_offset=self.settings.phone.clock - time.time())
        if not self.state.key:
            self.remember(key=uuid.uuid4().hex)
        browser.on("Target.attachedToTarget", self._attached)
        browser.on("Target.detachedFromTarget", self._detached)
        if self.browser is not None:  # the settings of an earlier device must end before this one's begin
            await browser.send("Sextant.join", {"gate": self.writes.gate.pauses, "own": self._own()})
        await self._configure_browser()
        if self.attached_to_other:
            await self._own_tab_only()
        else:
            await browser.send("Target.setAutoAttach", _auto_attach())

    @property
    def attached_to_other(self) -> bool:
        """Whether the browser belongs to a person or another program; only the run's tabs are used."""
        return self.browser is None

    @property
    def borrows(self) -> bool:
        """Whether the first tab belongs to another program and must be left as it was found."""
        return bool(self.settings.chrome.attach_tab)

    async def _configure_browser(self) -> None:
        assert self.connection is not None
        browser = self.connection.browser
        if self.attached_to_other:
            return  # permissions and the download folder apply to the whole browser: its owner decides
        commands: list[tuple[str, dict[str, Any]]] = [self.downloads.listen(browser)]
        own = (self.settings.url, *self.settings.apps.values(), *self.settings.origins)
        commands += permission_commands(self.settings.phone.permissions, own)
        for future, (_, params) in zip(browser.post(commands), commands, strict=True):
            try:
                await future
            except ProtocolError as error:
                if UNKNOWN_PERMISSION not in error.message:
                    raise  # a protection would be off
                self.notes.append(f"the browser knows no permission {params['permission']['name']}")

    async def _own_tab_only(self) -> None:
        assert self.connection is not None
        browser = self.connection.browser
        browser.on("Target.targetCreated", self._created_elsewhere)
        await browser.send("Target.setDiscoverTargets", {"discover": True})
        if self.borrows:
            target = await borrowed.find_target(self.connection, self.settings.chrome.attach_tab)
            self._expected.add(target)
            await browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})
            return
        known = {info["targetId"] for info in (await browser.send("Target.getTargets"))["targetInfos"]}
        target = self.state.page if self.state.page in known else ""
        self.made_tab = not target
        if not target:
            target = str((await browser.send("Target.createTarget", {"url": "about:blank"}))["targetId"])
        self._expected.add(target)
        await browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})

    def _created_elsewhere(self, event: dict[str, Any]) -> None:
        info = event["targetInfo"]
        if info["type"] == "page" and info.get("openerId", "") in self.tabs and self.connection is not None:
            self.connection.browser.post([("Target.attachToTarget", {"targetId": info["targetId"], "flatten": True})])

    async def adopt_dialogs(self) -> None:
        """Take over dialogs that were open before this connection: only the keeper can answer them."""
        if self.browser is None or self.connection is None:
            return
        for dialog in await open_dialogs(self.connection):
            tab = self.tabs.get(dialog.target)
            if tab is not None and dialog.kind in ("alert", "confirm", "prompt", "beforeunload"):
                tab.dialog = ScriptDialog(dialog.kind, dialog.message, dialog.default, dialog.url)
                tab.orphaned_dialog = True
                tab.activity.wake()

    async def tell_keeper(self, what: Literal["up", "keep", "release", "end"]) -> None:
        """Report to the keeper that the browser is up, must wait for a resume or no longer, or that it can end."""
        if self.browser is not None and self.connection is not None:
            await self.connection.browser.send(f"Sextant.{what}")

    async def choose_front(self, wanted: str) -> Tab:
        """Bring the wanted tab to the front, else the newest, and return it.

        Raises:
            DeviceLost: No tab came up.
        """
        deadline = time.monotonic() + self.settings.limits.command
        while not self.tabs:
            self._tabs_changed.clear()
            try:
                async with asyncio.timeout(max(0.01, deadline - time.monotonic())):
                    await self._tabs_changed.wait()
            except TimeoutError as error:
                raise DeviceLost("The browser shows no tab.", "Open the device again.") from error
        target = wanted if wanted in self.tabs else next(reversed(self.tabs))
        self.bring_to_front(target)
        tab = self.tabs[target]
        while not tab.ready.done() and tab.dialog is None and time.monotonic() < deadline:
            await asyncio.wait([tab.ready], timeout=0.05)
        return tab

    async def disconnect(self) -> None:
        """Disconnect; the browser goes on. Held writes are refused first."""
        self.ahead.stop()
        await self.stop_showing()
        await self.close_hidden_tab()
        self.scripts.stop()
        await self.writes.gate.close()
        if self.connection is not None:
            await self.connection.close()

    async def stop_showing(self) -> None:
        """Close the live view."""
        showing, self.showing = self.showing, None
        if showing is not None:
            await showing.close()

    def _browser_gone(self) -> None:
        for tab in self.tabs.values():
            tab.closed = True
            tab.activity.wake()

    # ------------------------------------------------------------------ tabs

    @property
    def tab(self) -> Tab:
        """The tab in the foreground.

        Raises:
            DeviceLost: The browser has ended or has no tab any more.
        """
        if self.connection is None or self.connection.closed:
            raise DeviceLost("The browser has ended.", "Resume the run, or open the device again.")
        tab = self.tabs.get(self.front.target)
        if tab is None:
            raise DeviceLost("The last tab of the browser was closed.", "Open the device again.")
        return tab

    def bring_to_front(self, target: str) -> None:
        """Make a tab the one that is observed and touched."""
        if target == self.front.target:
            return
        first = not self.front.target
        self.front = Foreground(target=target)
        self.remember(page=target)
        if self.connection is not None and not first:
            self.connection.browser.post([("Target.activateTarget", {"targetId": target})])

    async def new_tab(self) -> Tab:
        """Open an empty tab in the foreground."""
        assert self.connection is not None
        reply = await self.connection.browser.send("Target.createTarget", {"url": "about:blank"})
        target = str(reply["targetId"])
        self._expected.add(target)
        deadline = time.monotonic() + self.settings.limits.command
        while target not in self.tabs:
            if time.monotonic() > deadline:
                raise DeviceLost("The browser opened no new tab.", "Open the device again.")
            if self.attached_to_other:
                await self.connection.browser.send("Target.attachToTarget", {"targetId": target, "flatten": True})
            await asyncio.sleep(0)
            self._tabs_changed.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await self._tabs_changed.wait()
        self.bring_to_front(target)
        tab = self.tabs[target]
        await asyncio.wait([tab.ready], timeout=self.settings.limits.command)
        return tab

    async def hidden_tab(self) -> Tab | None:
        """Return a background tab with the cookies of the others; None in another program's browser."""
        if self.connection is None or self.attached_to_other:
            return None
        if self._hidden is None or self._hidden.closed or self._hidden.crashed:
            await self.close_hidden_tab()
            self._hiding = True
            try:
                await self.connection.browser.send(
                    "Target.createTarget", {"url": "about:blank", "background": True}, self.settings.limits.command
                )
                async with asyncio.timeout(self.settings.limits.command):
                    while self._hidden is None:
                        await asyncio.sleep(0.01)
            finally:
                self._hiding = False
            await asyncio.wait([self._hidden.ready], timeout=self.settings.limits.command)
        return self._hidden

    async def close_hidden_tab(self) -> None:
        """Close the background tab."""
        tab, self._hidden = self._hidden, None
        if tab is not None and self.connection is not None and not self.connection.closed:
            tab.closed = True
            self.connection.browser.post([("Target.closeTarget", {"targetId": tab.target})])

    def _is_hidden(self, target: str, opener: str, session: Session) -> bool:
        """Whether a new tab stays hidden: it is the background tab, an earlier run's, or was opened by one."""
        assert self.connection is not None
        hidden = self._hidden.target if self._hidden is not None else ""
        if target == self.state.hidden or (opener and opener == hidden):
            commands: list[tuple[str, dict[str, Any]]] = [("Target.closeTarget", {"targetId": target})]
            session.post([("Runtime.runIfWaitingForDebugger", {})])
            self.connection.browser.post(commands)
            return True
        if not self._hiding or opener:
            return False
        self._hiding = False
        self._hidden = Tab(self.connection, target, session, self.writes)
        self._hidden.credentials = self._credentials
        self.writes.touches.opened(target, False)
        self.remember(hidden=target)
        # A dialog stops all pages of its process, visible ones too.
        no: tuple[str, dict[str, Any]] = ("Page.handleJavaScriptDialog", {"accept": False})
        session.on("Page.javascriptDialogOpening", lambda _: (session.post([no]), None)[1])
        self._hidden.attach(lambda page: [_ASK_NOTHING, *self._settings_of_session(page)])
        return True

    async def close_tab(self, tab: Tab) -> None:
        """Close a tab; its opener, or the latest other tab, comes to the front."""
        assert self.connection is not None
        self._drop(tab)
        with contextlib.suppress(ProtocolError, TimeoutError):
            await self.connection.browser.send("Target.closeTarget", {"targetId": tab.target})

    def _attached(self, event: dict[str, Any]) -> None:
        info = event["targetInfo"]
        assert self.connection is not None
        session = self.connection.session(event["sessionId"])
        target = str(info["targetId"])
        if target in self.tabs:
            return
        if info["type"] != "page" or str(info.get("url", "")).startswith(("devtools://", "chrome-extension://")):
            self._attached_worker(session, str(info["type"]))
            return
        if self._is_hidden(target, str(info.get("openerId", "")), session):
            return
        tab = Tab(self.connection, target, session, self.writes, str(info.get("openerId", "")))
        tab.credentials = self._credentials
        tab.shows = partial(self.refusals.shown, tab)
        if (opener := self.tabs.get(tab.opener)) and (by := opener.frames.get(str(info.get("openerFrameId", "")))):
            tab.opened_by = self.scope.address_of(opener, by) or ""
        self.tabs[target] = tab
        if self.attached_to_other and (not self.borrows or self.settings.writes == "deny"):
            self.downloads.listen_to_tab(session, self.connection.browser)
        self.writes.touches.opened(target, bool(tab.opener) or info.get("url", "") not in ("", "about:blank"))
        tab.attach(self._settings_of_session)
        self._tabs_changed.set()
        if self.front.target and target not in self._expected:
            old = self.tabs.get(self.front.target)
            self.notes.append("opened a new tab")
            self.bring_to_front(target)
            if old is not None:
                tab.activity.begin()
                old.activity.wake()

    def _attached_worker(self, session: Session, kind: str) -> None:
        """Set up a service worker, which waits to start; any other target only starts."""
        commands: list[tuple[str, dict[str, Any]]] = []
        if kind == "service_worker":
            self.writes.listen(Sender(session))
            commands = self.writes.worker_commands()
        session.post([*commands, ("Runtime.runIfWaitingForDebugger", {})])

    def _settings_of_session(self, page: bool) -> list[tuple[str, dict[str, Any]]]:
        if self.borrows:
            return borrowed.session_commands(self.state.key, self.writes.gate, page)
        phone, state = self.settings.phone, self.state
        asks = phone.permissions == "ask" and not self.attached_to_other
        found = session_settings(phone, self.product, state.clock_offset, state.key, asks, page)
        return [*found, ("Fetch.enable", self.writes.gate.fetch)]

    def _detached(self, event: dict[str, Any]) -> None:
        assert self.connection is not None
        self.connection.forget(event["sessionId"])
        for tab in list(self.tabs.values()):
            if tab.session.id == event["sessionId"]:
                self.notes.append("a tab was closed")
                self._drop(tab)

    def _drop(self, tab: Tab) -> None:
        tab.closed = True
        tab.activity.wake()
        self.writes.touches.closed(tab.target)
        self.tabs.pop(tab.target, None)
        if self.front.target == tab.target and self.tabs:
            self.bring_to_front(tab.opener if tab.opener in self.tabs else next(reversed(self.tabs)))

    # ------------------------------------------------------------------ sheets

    async def answer_dialog(self, tab: Tab, accept: bool, text: str = "") -> None:
        """Answer the script dialog of a tab, through the keeper if it is older than our session."""
        if tab.orphaned_dialog and self.browser is not None and self.connection is not None:
            answer = {"target": tab.target, "accept": accept, "text": text}
            await self.connection.browser.send("Sextant.answer", answer)
            tab.dialog, tab.orphaned_dialog = None, False
            await asyncio.wait([tab.ready], timeout=self.settings.limits.command)
            return
        tab.dialog = None
        with contextlib.suppress(ProtocolError):
            await tab.session.send("Page.handleJavaScriptDialog", {"accept": accept, "promptText": text})

    # ------------------------------------------------------------------ writes

    async def gate_in_force(self) -> None:
        """Report that the tabs' sessions pause requests: the keeper need not refuse writes any more."""
        if self.browser is not None and self.connection is not None:
            await self.connection.browser.send("Sextant.gateInForce")

    async def arrived(self, address: str) -> None:
        """Record where the start page came up. The keeper needs the own pages in case this process dies."""
        self.scope.arrived(address)
        if self.browser is not None and self.connection is not None:
            await self.connection.browser.send("Sextant.owns", {"own": self._own()})

    def _own(self) -> list[str]:
        return ["*"] if self.settings.leave == "allow" else self.scope.own.addresses

    async def _private_values(self, navigating: str) -> frozenset[str] | None:
        """Return what the private fields of all tabs hold: a request may carry what another tab shows.

        None if a page did not answer. A `navigating` tab is not asked: the browser hands it no question; its agent
        reported as the form was sent. A document that waits for a synchronous request need not answer: its agent
        reported before. A document that is gone holds nothing.
        """
        tabs = [tab for tab in self.tabs.values() if not (tab.crashed or tab.closed or tab.target == navigating)]
        frames = [(tab, frame) for tab in tabs for frame in tab.contexts()]
        limits = [_STOPPED_SECONDS if tab.stopped(frame) else _ASKED_SECONDS for tab, frame in frames]
        asked = [tab.ask(frame, HELD, limit, patient=False) for (tab, frame), limit in zip(frames, limits, strict=True)]
        values: set[str] = set()
        for (tab, frame), answer in zip(frames, await asyncio.gather(*asked, return_exceptions=True), strict=True):
            if isinstance(answer, TimeoutError):
                if not tab.stopped(frame):  # the browser may tell of a request before its page does
                    return None
                continue
            if isinstance(answer, BaseException) and not isinstance(answer, ProtocolError):
                raise answer
            values.update(() if isinstance(answer, BaseException) else map(str, answer))
        return frozenset(values)

    def _departs(self, target: str, event: Mapping[str, Any]) -> Departure | None:
        """Return how a request of a tab leaves the run's own pages; files outside leave even if leaving is allowed."""
        if event["resourceType"] == "Document":
            self.writes.touches.asks(target, str(event.get("frameId", "")), str(event.get("networkId", "")))
        if self.settings.leave == "allow" and not str(event["request"]["url"]).startswith("file:"):
            return None
        return self.scope.departure(self.tabs.get(target), event)

    def _holding(self, address: str, waits: bool) -> None:
        """Report a held departure to the keeper, which refuses it if this process dies meanwhile."""
        if self.browser is not None and self.connection is not None and not self.connection.closed:
            self.connection.browser.post([("Sextant.holds", {"address": address, "waits": waits})])

    # ------------------------------------------------------------------ downloads

    def _sender_of(self, frame: str) -> FileSender:
        """Return the tab of a frame that sends a file, and the cause."""
        tab = next((tab for tab in self.tabs.values() if frame in tab.frames), None)
        target, shown = ("", "") if tab is None else (tab.target, tab.frames[frame].loader)
        for one in self.tabs.values():
            one.activity.wake()
        touches = self.writes.touches
        cause, awaited = touches.cause(target, ""), touches.awaited(frame)
        return FileSender(target, cause, cause == "touch" or touches.by_touch(target) or awaited not in ("", shown))

    def take_notes(self) -> tuple[str, ...]:
        """Return and clear the notes since the last look."""
        taken = tuple(self.notes)
        self.notes.clear()
        return taken

    # ------------------------------------------------------------------ memory

    def remember(self, **changes: Any) -> None:
        """Change the state on disk."""
        self.state = replace(self.state, **changes)
        with contextlib.suppress(OSError):  # a full disk must not break the device; the journal reports it
            device_state.save(self.state_dir, self.state)

    def typed_private(self) -> None:
        """Call before private text is typed: from now on, also after a crash, what leaves may carry it."""
        self.scope.private = True
        if not self.state.private:
            self.remember(private=True)

    def promise(self, mark: InjectionMark) -> None:
        """Record that an injection is about to be sent. If that fails, nothing may be sent.

        Raises:
            DeviceFault: The mark is not on disk: after a crash it would be unknown whether the input was sent.
        """
        state = replace(self.state, mark=mark)
        try:
            device_state.save(self.state_dir, state)
        except OSError as error:
            raise DeviceFault(
                f"The input was not sent, because it cannot be recorded in {str(self.state_dir)!r} ({error}).",
                "Free the disk or make the directory writable, then resume the run.",
            ) from error
        self.state = state

    def may_open(self, url: str) -> bool:
        """Whether an address may be opened by name: of the start page, of an app, or allowed (`*`: any)."""
        return self.scope.owns(url)

    def _credentials(self, origin: str) -> Credentials | None:
        """Return the credentials that were in the address of this server's start page."""
        known = self.settings.credentials.items()
        return next((found for address, found in known if same_origin(origin, address)), None)

    def note_origin(self) -> None:
        """Note that the foreground has moved to an origin outside the run, by a link, a script or a redirect."""
        url = self.tab.url
        for address in self.tab.outside:
            self.notes.append(f"the page asked another program to open {shortened(address, 80)!r}; none was started")
        self.tab.outside.clear()
        origin = origin_of_page(url)
        if origin == self._origin or not url.startswith(("http://", "https://", "file://")):
            return
        self._origin = origin
        if not self.may_open(url):
            self.notes.append(f"the page moved to {origin}")

    def require_browser(self) -> RunningBrowser:
        """Return the detached browser.

        Raises:
            DeviceUnreachable: The browser belongs to another program and is not closed.
        """
        if self.browser is None:
            raise DeviceUnreachable("The browser belongs to another program and is not closed.", "Close it yourself.")
        return self.browser


_ASK_NOTHING: tuple[str, dict[str, Any]] = (
    "Page.addScriptToEvaluateOnNewDocument",
    {"source": "open = prompt = () => null; alert = print = () => {}; confirm = () => false;"},
)
"""A page that is not shown opens no window and no prompt."""
_ASKED_SECONDS = 1.0
"""Longest wait for what the private fields hold while a request is held."""
_STOPPED_SECONDS = 0.2
"""The same for a document that waits for a synchronous request: it answers only if it waits no longer."""


def _auto_attach() -> dict[str, Any]:
    return {
        "autoAttach": True,
        "waitForDebuggerOnStart": True,
        "flatten": True,
        "filter": [*({"type": kind} for kind in ("page", "service_worker")), {"exclude": True}],
    }
