"""Watches over one detached Chromium, as a process of its own that is given the browser's registry entry.

It ends the browser when its lease has not been renewed for too long. And it holds a DevTools session of its own on
every page: a JavaScript dialog can only be answered through a session that was there when it opened, so without the
keeper a dialog on the screen during a crash could never be answered again. It never answers one on its own.

And it stands behind the write gate of the device: a browser lets requests go that were held by a process which has been
killed. While the device holds one, the keeper pauses its address too, and refuses what arrives after the device died.
From the moment that a device with a gate lets go, in whatever way, until the next is in force, it refuses all writes.
"""

import asyncio
import contextlib
import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sextant.devices.browser import registry
from sextant.devices.browser.cdp import Connection, ProtocolError, Session
from sextant.devices.browser.emulation import BINDING
from sextant.devices.browser.registry import RunningBrowser
from sextant.devices.browser.request_body import WRITING_TYPES, may_write
from sextant.errors import DeviceFault

AUTO_ATTACH = "Target.setAutoAttach"
_NEVER = "sextant-never:*"
"""Matches no request: the keeper is in line, and pauses nothing."""
_DOUBT_SECONDS = 0.4
"""A request at a held address is kept so long before it counts as let go by a device that lives. Of 9 kills on two
overloaded cores the end of the device came 0.5 to 34 ms before the request that it had held; this is for the other
order."""
_INTENTS_KEPT = 50
"""A bound on memory: only the last input before a crash is ever asked for."""


@dataclass(frozen=True, slots=True)
class OpenDialog:
    """A dialog that waits for an answer on the page with that target id."""

    target: str
    kind: str
    message: str
    default: str
    url: str


class Keeper:
    """The process's one object."""

    def __init__(self, entry: Path, browser: RunningBrowser, connection: Connection) -> None:
        self._entry, self._browser, self._connection = entry, browser, connection
        self._dialogs: dict[str, tuple[OpenDialog, Session]] = {}
        self._seen: dict[str, set[str]] = {}
        self._guards: set[asyncio.StreamWriter] = set()
        self._refuses = False
        """Whether a device with a gate has let go, and no other has taken over."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._ended = asyncio.Event()
        connection.on_closed = self._ended.set

    async def run(self) -> None:
        """Until the browser has ended."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = int(server.sockets[0].getsockname()[1])
        alive_at = self._entry.stat().st_mtime
        self._browser = replace(self._browser, keeper_port=port, alive_at=alive_at)
        registry.record(self._browser)
        browser = self._connection.browser
        browser.on("Target.attachedToTarget", self._attached)
        browser.on("Target.detachedFromTarget", self._detached)
        browser.on("Fetch.requestPaused", self._paused)
        await browser.send(AUTO_ATTACH, _auto_attach("page"))
        pause = min(15.0, max(0.2, self._browser.lease_seconds / 8))
        while not self._ended.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._ended.wait()
            if self._expired():
                break
        server.close()
        await asyncio.to_thread(registry.kill, self._browser)
        if self._browser.temporary:
            await asyncio.to_thread(registry.return_cookies, Path(self._browser.profile))
        with contextlib.suppress(OSError):
            self._entry.unlink()

    def _expired(self) -> bool:
        try:
            return time.time() - self._entry.stat().st_mtime > self._browser.lease_seconds
        except OSError:
            return False

    def _attached(self, event: dict[str, Any]) -> None:
        session = self._connection.session(event["sessionId"])
        target = str(event["targetInfo"]["targetId"])
        session.on("Target.attachedToTarget", self._attached)
        session.on("Target.detachedFromTarget", self._detached)
        session.on("Runtime.bindingCalled", self._saw)
        session.on("Page.javascriptDialogOpening", lambda dialog: self._opening(target, session, dialog))
        session.on("Page.javascriptDialogClosed", lambda _: self._closed(target))
        session.post([("Page.enable", {}), ("Runtime.enable", {}), BINDING, (AUTO_ATTACH, _auto_attach("iframe"))])

    def _detached(self, event: dict[str, Any]) -> None:
        self._connection.forget(event["sessionId"])
        for target, (_, session) in list(self._dialogs.items()):
            if session.id == event["sessionId"]:
                del self._dialogs[target]

    def _opening(self, target: str, session: Session, event: dict[str, Any]) -> None:
        dialog = OpenDialog(target, event["type"], event["message"], event.get("defaultPrompt", ""), event["url"])
        self._dialogs[target] = (dialog, session)

    def _saw(self, event: dict[str, Any]) -> None:
        kind, _, intent = str(event.get("payload", "")).partition(" ")
        self._seen.setdefault(intent, set()).add(kind)
        while len(self._seen) > _INTENTS_KEPT:
            del self._seen[next(iter(self._seen))]

    def _closed(self, target: str) -> None:
        self._dialogs.pop(target, None)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(10):
                request = json.loads(await reader.readline())
                guards = request.get("do") == "guard" and request.get("token") == self._browser.keeper_token
                writer.write(json.dumps({} if guards else await self._answer(request)).encode() + b"\n")
                await writer.drain()
            if guards:
                await self._guard(reader, writer)
        writer.close()

    # ------------------------------------------------------------------ held writes

    async def _guard(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pauses the addresses that a device holds, as long as it is there, and refuses all writes once it is not.

        The device's gate is in force with its first line.
        """
        self._guards.add(writer)
        try:
            while line := await reader.readline():
                self._refuses = False
                addresses = [str(address) for address in json.loads(line)]
                await self._pause([{"urlPattern": _literal(address)} for address in addresses])
                writer.write(b"{}\n")
                await writer.drain()
        finally:
            self._guards.discard(writer)
            if not self._guards:
                self._refuses = True
                await self._pause([{"resourceType": kind} for kind in WRITING_TYPES])

    async def _pause(self, patterns: list[dict[str, str]]) -> None:
        patterns = patterns or [{"urlPattern": _NEVER}]
        with contextlib.suppress(ProtocolError, TimeoutError):
            await self._connection.browser.send("Fetch.enable", {"patterns": patterns})

    def _paused(self, event: dict[str, Any]) -> None:
        task = asyncio.get_running_loop().create_task(self._judge(event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _judge(self, event: dict[str, Any]) -> None:
        """What comes here, the device let go, or its death did."""
        method, answer = "Fetch.continueRequest", {"requestId": event["requestId"]}
        if may_write(event["request"]) is not None:
            if not self._refuses:
                await asyncio.sleep(_DOUBT_SECONDS)
            if self._refuses and event["resourceType"] == "Document":
                method, answer = "Fetch.fulfillRequest", {**answer, "responseCode": 204}
            elif self._refuses:
                method, answer = "Fetch.failRequest", {**answer, "errorReason": "BlockedByClient"}
        with contextlib.suppress(ProtocolError, TimeoutError):
            await self._connection.browser.send(method, answer)

    async def _answer(self, request: dict[str, Any]) -> Any:
        if request.get("token") != self._browser.keeper_token:
            return {"error": "wrong token"}
        if request.get("do") == "pass":
            self._refuses = False
            await self._pause([])
            return {}
        if request.get("do") == "list":
            return [
                {"target": d.target, "kind": d.kind, "message": d.message, "default": d.default, "url": d.url}
                for d, _ in self._dialogs.values()
            ]
        if request.get("do") == "seen":
            return sorted(self._seen.get(str(request.get("intent")), ()))
        held = self._dialogs.get(str(request.get("target")))
        if held is None:
            return {"error": "no such dialog"}
        with contextlib.suppress(ProtocolError):
            await held[1].send(
                "Page.handleJavaScriptDialog",
                {"accept": bool(request.get("accept")), "promptText": str(request.get("text") or "")},
            )
        return {}


def _literal(address: str) -> str:
    """A pattern of addresses that matches this one alone."""
    return "".join(f"\\{character}" if character in "*?\\" else character for character in address)


class WriteGuard:
    """The device's side of the keeper's watch over held writes. As long as it is open the device is known to live."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._lock = asyncio.Lock()
        self._addresses: frozenset[str] | None = None

    @classmethod
    async def open(cls, browser: RunningBrowser, timeout: float = 5.0) -> "WriteGuard | None":
        """A guard by the keeper of that browser, in force from the first `tell`; None where it does not answer."""
        try:
            async with asyncio.timeout(timeout):
                reader, writer = await asyncio.open_connection("127.0.0.1", browser.keeper_port)
                writer.write(json.dumps({"do": "guard", "token": browser.keeper_token}).encode() + b"\n")
                return cls(reader, writer) if json.loads(await reader.readline()) == {} else None
        except (OSError, ValueError, TimeoutError):
            return None

    async def tell(self, addresses: frozenset[str]) -> None:
        """These addresses are held now. A keeper that does not answer in time cannot be helped."""
        async with self._lock:
            if addresses == self._addresses:
                return
            self._addresses = addresses
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(2.0):
                    self._writer.write(json.dumps(sorted(addresses)).encode() + b"\n")
                    await self._reader.readline()

    async def close(self) -> None:
        """The device lets go, with nothing held: on return the keeper refuses all writes."""
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(2.0):
                self._writer.write_eof()
                await self._reader.read()
        self._writer.close()


async def ask_keeper(browser: RunningBrowser, request: dict[str, Any], timeout: float = 5.0) -> Any:
    """One question to the keeper of that browser; None where it does not answer."""
    if not browser.keeper_port:
        return None
    try:
        async with asyncio.timeout(timeout):
            reader, writer = await asyncio.open_connection("127.0.0.1", browser.keeper_port)
            try:
                writer.write(json.dumps({**request, "token": browser.keeper_token}).encode() + b"\n")
                return json.loads(await reader.readline())
            finally:
                writer.close()
    except (OSError, ValueError, TimeoutError):
        return None


async def open_dialogs(browser: RunningBrowser) -> list[OpenDialog]:
    """The dialogs that wait for an answer in that browser."""
    answer = await ask_keeper(browser, {"do": "list"})
    return [OpenDialog(**entry) for entry in answer] if isinstance(answer, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


async def inputs_seen(browser: RunningBrowser, intent: str) -> frozenset[str]:
    """The kinds of trusted input that reached a page under that intent, by the keeper's record."""
    answer = await ask_keeper(browser, {"do": "seen", "intent": intent})
    return frozenset(str(kind) for kind in answer) if isinstance(answer, list) else frozenset()  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _auto_attach(kind: str) -> dict[str, Any]:
    return {
        "autoAttach": True,
        "waitForDebuggerOnStart": False,
        "flatten": True,
        "filter": [{"type": kind}, {"exclude": True}],
    }


async def _main(entry: Path) -> None:
    deadline = time.monotonic() + 60
    while (browser := registry.read_entry(entry)) is None:
        if time.monotonic() > deadline:
            return
        await asyncio.sleep(0.02)
    try:
        connection = await Connection.open(browser.endpoint)
    except DeviceFault:
        return
    await Keeper(entry, browser, connection).run()


def main() -> None:
    """The keeper process; its argument is the path of the registry entry, which may yet have to appear."""
    asyncio.run(_main(Path(sys.argv[1])))
