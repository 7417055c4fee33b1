"""The keeper: owns one detached Chromium and gives processes of the same user access to it.

Each client connects through a Unix socket in a private directory and gets its own session (`SessionMultiplexer`). The
browser ends when its lease expires, when its registry entry is removed, or when the process that started it died before
it had taken over.

The keeper has a session on every page, because a JavaScript dialog can only be answered through a session that existed
when it opened: a dialog that is open during a crash can thus be answered later. The keeper never answers one on its
own.

It also backs the write gate of the device: when a session ends, the browser releases the requests that the session
holds. From the moment that a device with a gate disconnects, for whatever reason, until the next gate is in force, the
keeper refuses all writes and all pages that would replace the run's own; only then does it end that device's session.
"""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sextant.dataclass import dataclass
from sextant.devices.browser import profile_marks, registry
from sextant.devices.browser.arrivals import author_of, turn_back
from sextant.devices.browser.cdp import Connection, ProtocolError, Session
from sextant.devices.browser.emulation import BINDING
from sextant.devices.browser.multiplexer import Client, SessionMultiplexer
from sextant.devices.browser.own_pages import OwnPages
from sextant.devices.browser.registry import RunningBrowser
from sextant.devices.browser.request_body import WRITING_TYPES, may_write
from sextant.devices.browser.wire import UNIX, private_directory, short_path
from sextant.errors import DeviceFault

AUTO_ATTACH = "Target.setAutoAttach"
_NEVER = "sextant-never:*"
"""Matches no request: interception stays on, and nothing is paused."""
_INTENTS_KEPT = 50
"""Limits memory: only the last input before a crash is ever queried."""
_FRAMES_KEPT = 5000
"""Limits memory: a forgotten frame counts as a page."""
_GRACE_SECONDS = 5.0
"""How long a browser that no client has taken over waits for one."""
_START_SECONDS = 600.0
"""Longer than the process that starts it waits."""
_CLOSING_SECONDS = 5.0
_ANY = OwnPages(["*"])
_WITHOUT_DEVICE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Browser.setDownloadBehavior", {"behavior": "deny"}),
    ("Browser.grantPermissions", {"permissions": []}),
)
"""A device's settings for these end with its session: without a device, pages get no downloads and no permissions."""
_EVENTS = (
    *("Target.attachedToTarget", "Target.detachedFromTarget", "Runtime.bindingCalled", "Fetch.requestPaused"),
    *("Page.javascriptDialogOpening", "Page.javascriptDialogClosed"),
    *("Page.frameAttached", "Page.frameDetached", "Page.frameNavigated"),
)


@dataclass(frozen=True, slots=True)
class OpenDialog:
    """A JavaScript dialog that waits for an answer. `target`: the id of its page's target."""

    target: str
    kind: str
    message: str
    default: str
    url: str


class Keeper:
    """The state of the keeper process: its browser, clients, open dialogs and what it refuses."""

    def __init__(self, browser: RunningBrowser) -> None:
        self._browser, self._entry = browser, registry.entry_path(browser.id)
        self._dialogs: dict[str, tuple[OpenDialog, Session]] = {}
        self._seen: dict[str, set[str]] = {}
        self._device: Client | None = None
        self._last: Client | None = None
        """The previous device; the end of its session may still change settings that the next one makes."""
        self._gated: set[Client] = set()
        self._owned: dict[Client, OwnPages] = {}
        self._refuses = False
        """Whether a device with a gate has disconnected and no other has taken over."""
        self._may_show = _ANY
        """The pages that may be shown after a device has disconnected, until another takes over."""
        self._inner: dict[str, None] = {}
        """Ids of frames within pages."""
        self._held: list[str] = []
        """Addresses of held departures."""
        self.kept_for_resume = False
        """Whether the browser waits for a resume when no client is connected."""
        self.given_up = False
        """Whether a client asked to end the browser and to remove its profile."""
        self.awaited = True
        """Whether the process that started the keeper still lives."""
        self._alone_since = time.monotonic()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended = asyncio.Event()
        self._multiplexer = SessionMultiplexer(_EVENTS, self._serve, self._client_gone)
        self._own = self._multiplexer.own
        self._own.on_closed = self._ended.set

    async def run(self, read: int, write: int) -> None:
        """Serve clients until the browser has ended or its lease expires."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            loop.add_signal_handler(number, self._ended.set)
        await loop.connect_read_pipe(lambda: _StarterPipe(self._starter_gone), os.fdopen(0, "rb", 0))
        await self._multiplexer.open(read, write)
        opening = loop.create_task(self._open())
        lease = min(15.0, max(0.2, self._browser.lease_seconds / 8))
        while not self._ended.is_set() and not self._expired():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(lease if self.kept_for_resume else min(lease, 0.5)):
                    await self._ended.wait()
        opening.cancel()
        if not self._own.closed:
            self._own.browser.post([("Browser.close", {})])

    async def _open(self) -> None:
        """Wait for the browser to answer, then accept clients."""
        try:
            browser = self._own.browser
            browser.on("Target.attachedToTarget", self._attached)
            browser.on("Target.detachedFromTarget", self._detached)
            browser.on("Fetch.requestPaused", self._paused)
            await browser.send(AUTO_ATTACH, _auto_attach("page"), _START_SECONDS)
            path = registry.sockets_dir() / self._browser.id
            directory = private_directory(path.parent)
            await asyncio.get_running_loop().create_unix_server(
                lambda: Client(self._multiplexer), short_path(directory, path)
            )
            path.chmod(0o600)
            self._record(endpoint=f"{UNIX}{path}")
            with contextlib.suppress(OSError):
                os.write(1, b"ready\n")
        except (ProtocolError, TimeoutError, OSError) as error:
            os.write(2, f"{type(error).__name__}: {error}\n".encode())
            self._ended.set()
        except DeviceFault:
            self._ended.set()  # the browser has ended and has logged why

    def _record(self, **changes: Any) -> None:
        self._browser = replace(self._browser, **changes)
        registry.record(self._browser)

    def _expired(self) -> bool:
        idle = registry.idle_seconds(self._entry)
        if idle is None or idle > self._browser.lease_seconds:
            return True
        if self.kept_for_resume or self.awaited or self._multiplexer.clients:
            self._alone_since = time.monotonic()
        return time.monotonic() - self._alone_since > _GRACE_SECONDS

    def _starter_gone(self) -> None:
        self.awaited = False

    # ------------------------------------------------------------------ pages

    def _attached(self, event: dict[str, Any]) -> None:
        if event["targetInfo"]["type"] not in ("page", "iframe"):
            return  # the session of a client
        session = self._own.session(event["sessionId"])
        target = str(event["targetInfo"]["targetId"])
        session.on("Target.attachedToTarget", self._attached)
        session.on("Target.detachedFromTarget", self._detached)
        session.on("Runtime.bindingCalled", self._input_seen)
        session.on("Page.javascriptDialogOpening", lambda dialog: self._opening(target, session, dialog))
        session.on("Page.javascriptDialogClosed", lambda _: self._closed(target))
        session.on("Page.frameAttached", self._frame_added)
        session.on("Page.frameDetached", self._frame_gone)
        opened = bool(event["targetInfo"].get("openerId"))
        session.on("Page.frameNavigated", lambda shown: self._shown(target, session, opened, shown["frame"]))
        session.post([("Page.enable", {}), ("Runtime.enable", {}), BINDING, (AUTO_ATTACH, _auto_attach("iframe"))])

    def _detached(self, event: dict[str, Any]) -> None:
        self._own.forget(event["sessionId"])
        for target, (_, session) in list(self._dialogs.items()):
            if session.id == event["sessionId"]:
                del self._dialogs[target]

    def _frame_added(self, event: dict[str, Any]) -> None:
        self._inner[event["frameId"]] = None
        while len(self._inner) > _FRAMES_KEPT:
            del self._inner[next(iter(self._inner))]

    def _frame_gone(self, event: dict[str, Any]) -> None:
        if event.get("reason") != "swap":
            self._inner.pop(event["frameId"], None)

    def _opening(self, target: str, session: Session, event: dict[str, Any]) -> None:
        dialog = OpenDialog(target, event["type"], event["message"], event.get("defaultPrompt", ""), event["url"])
        self._dialogs[target] = (dialog, session)

    def _closed(self, target: str) -> None:
        self._dialogs.pop(target, None)

    def _input_seen(self, event: dict[str, Any]) -> None:
        kind, _, intent = str(event.get("payload", "")).partition(" ")
        self._seen.setdefault(intent, set()).add(kind)
        while len(self._seen) > _INTENTS_KEPT:
            del self._seen[next(iter(self._seen))]

    # ------------------------------------------------------------------ what a device asks

    async def _serve(self, client: Client, service: str, params: dict[str, Any]) -> Any:
        match service:
            case "join":
                await self._join(client, bool(params.get("gate")), params.get("own") or ["*"])
            case "owns":
                self._owned[client] = OwnPages(params.get("own") or ["*"])
            case "holds":
                address = str(params.get("address"))
                (self._held.append if params.get("waits") else self._take_held)(address)
            case "gateInForce":
                await self._pass()
            case "up" | "keep" | "release" | "end":
                self._reported(service)
            case "dialogs":
                return {"dialogs": [asdict(dialog) for dialog, _ in self._dialogs.values()]}
            case "seen":
                return {"kinds": sorted(self._seen.get(str(params.get("intent")), ()))}
            case "answer":
                await self._answer(params)
            case _:
                pass
        return {}

    def _reported(self, what: str) -> None:
        """Handle a report of `Driver.tell_keeper`."""
        profile = Path(self._browser.profile)
        match what:
            case "up":
                self._record(state="running")
            case "keep":
                self.kept_for_resume = True
                profile_marks.claim(profile)
            case _:
                self.kept_for_resume, self.given_up = False, what == "end"
                if self._browser.temporary:
                    profile_marks.give_up(profile)
                if self.given_up:
                    self._ended.set()

    async def _join(self, client: Client, gate: bool, own: list[str]) -> None:
        """Make the client the device. An earlier one has died; its held requests are refused."""
        earlier, self._device = self._device or self._last, client
        if earlier is not None and earlier is not client:
            if earlier.transport is not None:
                earlier.transport.abort()
            await earlier.ended.wait()  # its end must not undo this one's settings
        self._owned[client] = OwnPages(own)
        if gate:
            self._gated.add(client)
        elif "*" in own:
            await self._pass()
        else:
            self._refuses = False

    async def _answer(self, params: dict[str, Any]) -> None:
        held = self._dialogs.get(str(params.get("target")))
        if held is not None:
            answer = {"accept": bool(params.get("accept")), "promptText": str(params.get("text") or "")}
            with contextlib.suppress(ProtocolError):
                await held[1].send("Page.handleJavaScriptDialog", answer)

    # ------------------------------------------------------------------ held writes

    async def _client_gone(self, client: Client) -> Sequence[tuple[str, dict[str, Any]]]:
        """Handle the end of a client, however it ended; its session, which holds its requests, still exists."""
        was_device = self._device is client
        if was_device:
            self._device, self._last = None, client
        alone = _WITHOUT_DEVICE if client in self._owned else ()
        own = self._owned.pop(client, _ANY)
        if client in self._gated or "*" not in own.addresses or (was_device and self._held):
            self._refuses = self._refuses or client in self._gated
            self._gated.discard(client)
            self._may_show = own
            await self._intercept([*({"resourceType": kind} for kind in WRITING_TYPES), {"urlPattern": "file:*"}])
        return alone

    async def _pass(self) -> None:
        """Stop refusing: a gate is in force, or none is wanted."""
        self._refuses = False
        self._may_show = _ANY
        self._held.clear()
        await self._intercept([{"urlPattern": _NEVER}])

    async def _intercept(self, patterns: list[dict[str, str]]) -> None:
        """Have the browser pause the requests of these patterns, and no others.

        A browser that does not answer in time still gets this before what follows on the same pipe.
        """
        with contextlib.suppress(ProtocolError, TimeoutError, DeviceFault):
            await self._own.browser.send("Fetch.enable", {"patterns": patterns})

    def _paused(self, event: dict[str, Any]) -> None:
        """Answer a request that was sent without a gate, or released when the session of a gate ended."""
        method, answer = "Fetch.continueRequest", {"requestId": event["requestId"]}
        address = str(event["request"]["url"])
        waited = self._take_held(address)
        if waited or self._leaves(address, event) or (self._refuses and may_write(event["request"]) is not None):
            if event["resourceType"] == "Document":
                method, answer = "Fetch.fulfillRequest", {**answer, "responseCode": 204}
            else:
                method, answer = "Fetch.failRequest", {**answer, "errorReason": "BlockedByClient"}
        self._own.browser.post([(method, answer)])

    def _leaves(self, address: str, event: dict[str, Any]) -> bool:
        """Whether the request would replace one of the run's own pages, or reads a file outside their folders."""
        page = event["resourceType"] == "Document" and event.get("frameId") not in self._inner
        asked = address.startswith("file:") or (page and address.startswith(("http:", "https:")))
        return asked and not self._may_show.owns(address)

    def _shown(self, target: str, session: Session, opened: bool, document: dict[str, Any]) -> None:
        """Take a page away that no request announced, and that may not be shown at present."""
        address = author_of(document)
        if not document.get("parentId") and address and not self._may_show.owns(address):
            task = asyncio.get_running_loop().create_task(self._take_away(target, session, opened))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take_away(self, target: str, session: Session, opened: bool) -> None:
        with contextlib.suppress(ProtocolError, TimeoutError, DeviceFault):
            if await turn_back(session, self._may_show.owns):
                return
            if opened:
                await self._own.browser.send("Target.closeTarget", {"targetId": target})
            else:
                await session.send("Page.navigate", {"url": self._browser.url})

    def _take_held(self, address: str) -> bool:
        """Whether a departure to that address was held; removes it."""
        if address not in self._held:
            return False
        self._held.remove(address)
        return True


class _StarterPipe(asyncio.Protocol):
    """Calls `gone` when the pipe to the process that started the keeper closes."""

    def __init__(self, gone: Callable[[], None]) -> None:
        self._gone = gone

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._gone()


def _auto_attach(kind: str) -> dict[str, Any]:
    return {
        "autoAttach": True,
        "waitForDebuggerOnStart": False,
        "flatten": True,
        "filter": [{"type": kind}, {"exclude": True}],
    }


def keep(browser: RunningBrowser, read: int, write: int) -> None:
    """Run the keeper on a browser's pipe, then end the browser and remove its profile if it is unclaimed."""

    async def work() -> bool:
        keeper = Keeper(browser)
        await keeper.run(read, write)
        return keeper.given_up

    given_up = False
    try:
        given_up = asyncio.run(work())
    finally:
        # A second signal would kill Chromium at once, while it still writes its cookies.
        if not browser.main.wait_until_ended(_CLOSING_SECONDS):
            browser.main.end_group()
        if browser.temporary:
            registry.return_cookies(Path(browser.profile))
            if given_up:  # the device that asked for it holds the profile's lock until it is gone
                registry.remove_profile(Path(browser.profile))
            else:
                registry.remove_unclaimed(Path(browser.profile))
        registry.unlist(browser.id)


async def open_dialogs(connection: Connection) -> list[OpenDialog]:
    """Return the open dialogs of the keeper's browser."""
    return [OpenDialog(**one) for one in (await connection.browser.send("Sextant.dialogs"))["dialogs"]]


async def inputs_seen(connection: Connection, intent: str) -> frozenset[str]:
    """Return the kinds of trusted input that reached a page under that intent, by the keeper's record."""
    return frozenset((await connection.browser.send("Sextant.seen", {"intent": intent}))["kinds"])
