"""Shows the page in the foreground to a person, live, and forwards their touches and keys during a hand-over.

A small server on loopback with a secret token in its address. A request must name loopback as its host, because a
foreign name may have been bound to this address, and must come from the served page. Pictures are server-sent events,
input comes by POST; nothing else is accepted.
"""

import asyncio
import contextlib
import json
import secrets
from collections.abc import Mapping
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.tabs import Tab
from sextant.errors import DeviceFault

_MAX_HEAD, _MAX_BODY = 2**14, 2**18
_REQUEST_SECONDS = 10.0
_MOST_UNKNOWN = 32
"""Connections that have not shown the token; beyond that the oldest is closed, so that nobody takes all descriptors."""
_LOOK_SECONDS = 0.2
"""Interval of checking for another foreground tab or an open dialog."""
_HOSTS = frozenset({"127.0.0.1", "localhost"})
_CAST = {"format": "jpeg", "quality": 70, "maxWidth": 2000, "maxHeight": 2000}
_HEADERS = (
    "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'; img-src data:; connect-src 'self'; style-src 'unsafe-inline'; "
    "script-src 'nonce-{nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n"
    "Connection: close\r\n\r\n"
)


class LiveView:
    """The server of one hand-over. Runs on the device's loop."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._token, self._nonce = secrets.token_urlsafe(24), secrets.token_urlsafe(12)
        self._server: asyncio.Server | None = None
        self._shown: Tab | None = None
        self._state: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unknown: dict[asyncio.StreamWriter, None] = {}
        """The connections that have not shown the token, the oldest first."""

    async def open(self) -> str:
        """Start the server; return its address."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_MAX_HEAD)
        self._keep(asyncio.get_running_loop().create_task(self._follow()))
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/{self._token}/"

    async def close(self) -> None:
        """Stop the server."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
        for task in self._tasks:
            task.cancel()
        if self._shown is not None and not self._shown.session.closed:
            with contextlib.suppress(DeviceFault):
                self._shown.session.post([("Page.stopScreencast", {})])

    def _keep(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self) -> None:
        """Follow the tab in the foreground and its dialog while the browser lives."""
        with contextlib.suppress(DeviceFault):
            while True:
                tab = self._driver.tab
                if tab is not self._shown:
                    if self._shown is not None and not self._shown.closed:
                        self._shown.session.post([("Page.stopScreencast", {})])
                    self._shown = tab
                    tab.session.on("Page.screencastFrame", lambda event, tab=tab: self._drawn(tab, event))
                    tab.session.post([("Page.startScreencast", _CAST)])
                dialog = tab.dialog
                said = None if dialog is None else [dialog.kind, dialog.message, dialog.default]
                self._tell(url=tab.url, dialog=said)
                await asyncio.sleep(_LOOK_SECONDS)

    def _drawn(self, tab: Tab, event: dict[str, Any]) -> None:
        tab.session.post([("Page.screencastFrameAck", {"sessionId": event["sessionId"]})])
        if tab is self._shown:
            seen = event["metadata"]
            self._tell(image=event["data"], width=seen["deviceWidth"], height=seen["deviceHeight"])

    def _tell(self, **changes: Any) -> None:
        if any(self._state.get(name) != value for name, value in changes.items()):
            self._state = {**self._state, **changes}
            self._changed.set()
            self._changed = asyncio.Event()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._server is None:  # accepted before the end, served after it
            writer.transport.abort()
            return
        if (task := asyncio.current_task()) is not None:
            self._keep(task)
        self._unknown[writer] = None
        if len(self._unknown) > _MOST_UNKNOWN:
            oldest = next(iter(self._unknown))
            del self._unknown[oldest]
            oldest.transport.abort()
        try:
            async with asyncio.timeout(_REQUEST_SECONDS):
                method, path, headers = parse_head(await reader.readuntil(b"\r\n\r\n"))
                ours = self._is_ours(method, path, headers)
                if ours:
                    self._unknown.pop(writer, None)
                length = min(int(headers.get("content-length", "0")), _MAX_BODY) if ours else 0
                body = await reader.readexactly(length)
            await self._answer(ours, (method, path.rpartition("/")[2]), body, writer)
        except (OSError, ValueError, TimeoutError, EOFError, asyncio.LimitOverrunError):
            pass  # malformed or incomplete request
        except (asyncio.CancelledError, DeviceFault):
            pass  # the hand-over or the browser ended; asyncio would log it as a server error
        finally:
            self._unknown.pop(writer, None)
            writer.close()

    def _is_ours(self, method: str, path: str, headers: Mapping[str, str]) -> bool:
        """Whether the request has the token, names loopback as its host, and comes from the served page."""
        host, origin = headers.get("host", ""), headers.get("origin")
        token = path.removeprefix("/").partition("/")[0]
        return (
            secrets.compare_digest(token.encode(), self._token.encode())
            and urlsplit(f"http://{host}").hostname in _HOSTS
            and (origin == f"http://{host}" if method == "POST" else origin in (None, f"http://{host}"))
        )

    async def _answer(self, ours: bool, what: tuple[str, str], body: bytes, writer: asyncio.StreamWriter) -> None:
        if not ours:
            writer.write(self._head("403 Forbidden", "text/plain"))
        elif what == ("GET", ""):
            page = _page().replace("@NONCE@", self._nonce)
            writer.write(self._head("200 OK", "text/html; charset=utf-8") + page.encode())
        elif what == ("GET", "pictures"):
            writer.write(self._head("200 OK", "text/event-stream"))
            await self._stream(writer)
        elif what == ("POST", "input"):
            for one in json.loads(body):
                await self._pass_on(one)
            writer.write(self._head("204 No Content", "text/plain"))
        else:
            writer.write(self._head("404 Not Found", "text/plain"))
        await writer.drain()

    def _head(self, status: str, kind: str) -> bytes:
        return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{_HEADERS.format(nonce=self._nonce)}".encode()

    async def _stream(self, writer: asyncio.StreamWriter) -> None:
        while True:
            changed = self._changed
            writer.write(b"data: " + json.dumps(self._state).encode() + b"\n\n")
            await writer.drain()
            await changed.wait()

    async def _pass_on(self, one: Mapping[str, Any]) -> None:
        """Forward one input of the person. Unknown input is ignored."""
        tab = self._driver.tab
        with contextlib.suppress(ProtocolError, TimeoutError, KeyError, TypeError):
            match one["kind"]:
                case "touchStart" | "touchMove" | "touchEnd" as kind:
                    points = [] if kind == "touchEnd" else [{"x": float(one["x"]), "y": float(one["y"])}]
                    tab.session.post([("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})])
                case "wheel":
                    wheel = {name: float(one[name]) for name in ("x", "y", "deltaX", "deltaY")}
                    tab.session.post([("Input.dispatchMouseEvent", {"type": "mouseWheel", **wheel})])
                case "keyDown" | "keyUp" as kind:
                    key = {"type": kind, "key": str(one["key"]), "code": str(one["code"])}
                    numbers = {"modifiers": int(one["modifiers"]), "windowsVirtualKeyCode": int(one["number"])}
                    text = {"text": str(one["text"])} if one.get("text") else {}
                    tab.session.post([("Input.dispatchKeyEvent", {**key, **numbers, **text})])
                case "text":
                    tab.session.post([("Input.insertText", {"text": str(one["text"])})])
                case "back":
                    tab.session.post([("Runtime.evaluate", {"expression": "history.back()"})])
                case "dialog" if tab.dialog is not None:
                    await self._driver.answer_dialog(tab, one["accept"] is True, str(one.get("text", "")))
                case _:
                    pass


def _page() -> str:
    return resources.files("sextant.devices.browser").joinpath("showing.html").read_text(encoding="utf-8")


def parse_head(head: bytes) -> tuple[str, str, dict[str, str]]:
    """Return method, path and headers of a request; ValueError if it is malformed."""
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    pairs = (line.partition(":") for line in lines if line)
    return method, path.partition("?")[0], {name.strip().lower(): value.strip() for name, _, value in pairs}
