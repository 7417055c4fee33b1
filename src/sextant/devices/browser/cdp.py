"""The Chrome DevTools Protocol over one WebSocket (RFC 6455), for asyncio, without a driver process.

A `Connection` carries any number of flat sessions. Several commands can leave in one `write`, which is what makes a
tap (finger down, finger up) indivisible when this process is killed between two lines of code.
"""

import asyncio
import base64
import contextlib
import json
import os
import re
import ssl
import struct
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from sextant.errors import DeviceLost, DeviceUnreachable

Params = Mapping[str, Any]
Reply = dict[str, Any]
Handler = Callable[[Reply], None]

_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x8, 0x9, 0xA
_MAX_MESSAGE = 256 * 2**20
_LARGE_MESSAGE = 8 * 2**20
"""A paused request that takes more than this is told without its body."""
_HEAD, _TAIL = 2**16, 2**16


class ProtocolError(Exception):
    """The browser refused a command. Stays inside this room."""

    def __init__(self, method: str, message: str) -> None:
        super().__init__(f"{method}: {message}")
        self.method = method
        self.message = message


class Session:
    """One attached target (empty id: the browser itself)."""

    def __init__(self, connection: "Connection", session_id: str) -> None:
        self.connection = connection
        self.id = session_id
        self.closed = False
        self._handlers: dict[str, list[Handler]] = {}
        self._any: list[Callable[[str, Reply], None]] = []

    def on(self, method: str, handler: Handler) -> None:
        """Calls `handler` with the parameters of every such event, on the loop's thread, in order of arrival."""
        self._handlers.setdefault(method, []).append(handler)

    def on_any(self, handler: Callable[[str, Reply], None]) -> None:
        """Calls `handler` with every event's name and parameters, before the specific handlers."""
        self._any.append(handler)

    async def send(
        self, method: str, params: Params | None = None, timeout: float = 10.0, patient: bool = True
    ) -> Reply:
        """The command's result; see `send_all`.

        Raises:
            ProtocolError: The browser refused it, or the target has gone.
            TimeoutError: No answer in time; the command may still take effect.
            DeviceLost: The connection is gone.
        """
        return (await self.send_all([(method, params or {})], timeout, patient))[0]

    async def send_all(
        self, commands: Sequence[tuple[str, Params]], timeout: float = 10.0, patient: bool = True
    ) -> list[Reply]:
        """Sends the commands in one write and awaits all results.

        The time stands still in which a request of the page is held, unless `patient` is False: a page that waits for
        the answer to a request answers nothing itself.
        """
        still = self.connection.still if patient else _never_still
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout - still()
        results: list[Reply] = []
        for future, (method, _) in zip(self.post(commands), commands, strict=True):
            while not future.done():
                left = end + still() - loop.time()
                if left <= 0:
                    raise TimeoutError(f"no answer to {method} within {timeout:g} s")
                await asyncio.wait([future], timeout=left)
            results.append(await future)
        return results

    def post(self, commands: Sequence[tuple[str, Params]]) -> "list[asyncio.Future[Reply]]":
        """Sends the commands in one write; the results arrive in the futures."""
        return self.connection.post(self.id, commands)

    def dispatch(self, method: str, params: Reply) -> None:
        for any_handler in self._any:
            any_handler(method, params)
        for handler in self._handlers.get(method, ()):
            handler(params)


def _never_still() -> float:
    return 0.0


class Connection:
    """A WebSocket to a browser endpoint."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._next = 0
        self._pending: dict[int, tuple[str, str, asyncio.Future[Reply]]] = {}
        self._sessions: dict[str, Session] = {}
        self.browser = self.session("")
        self.closed = False
        self.on_closed: Callable[[], None] = lambda: None
        self.still: Callable[[], float] = _never_still
        """Seconds so far in which what the page sends was held."""
        self._pump = asyncio.create_task(self._read_forever())

    @staticmethod
    async def open(url: str, timeout: float = 10.0) -> "Connection":
        """Connects to a `ws://` or `wss://` address.

        Raises:
            DeviceUnreachable: Nobody answers there, or not as a browser would.
        """
        try:
            async with asyncio.timeout(timeout):
                reader, writer = await _handshake(url)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
            raise DeviceUnreachable(
                f"No browser answers at {url!r} ({type(error).__name__}: {error}).",
                "Start it with --remote-debugging-port and check the address.",
            ) from error
        return Connection(reader, writer)

    def session(self, session_id: str) -> Session:
        """The session of that id, made on first use."""
        session = self._sessions.get(session_id)
        if session is None:
            session = self._sessions[session_id] = Session(self, session_id)
        return session

    def forget(self, session_id: str) -> None:
        """A target has detached: what waits for it fails."""
        session = self._sessions.pop(session_id, None)
        if session is not None:
            session.closed = True
        for number, (owner, method, future) in list(self._pending.items()):
            if owner == session_id:
                del self._pending[number]
                if not future.done():
                    future.set_exception(ProtocolError(method, "the target has gone"))

    def post(self, session_id: str, commands: Sequence[tuple[str, Params]]) -> "list[asyncio.Future[Reply]]":
        """Sends commands to a session in one write; the results arrive in the futures."""
        if self.closed:
            raise DeviceLost("The connection to the browser is gone.", "Resume the run, or open the device again.")
        loop = asyncio.get_running_loop()
        frames = bytearray()
        futures: list[asyncio.Future[Reply]] = []
        for method, params in commands:
            self._next += 1
            message: dict[str, Any] = {"id": self._next, "method": method, "params": params}
            if session_id:
                message["sessionId"] = session_id
            frames += _frame(_TEXT, json.dumps(message, separators=(",", ":")).encode())
            future: asyncio.Future[Reply] = loop.create_future()
            future.add_done_callback(_retrieve)
            self._pending[self._next] = (session_id, method, future)
            futures.append(future)
        self._writer.write(bytes(frames))
        return futures

    async def close(self) -> None:
        """Closes the socket. The browser goes on."""
        if not self.closed:
            with contextlib.suppress(OSError):
                self._writer.write(_frame(_CLOSE, struct.pack(">H", 1000)))
        self._pump.cancel()
        await asyncio.wait([self._pump])
        self._end()
        self._writer.close()
        with contextlib.suppress(OSError, TimeoutError, ssl.SSLError):
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()

    async def _read_forever(self) -> None:
        try:
            while True:
                opcode, payload = await self._message()
                if opcode == _TEXT:
                    self._receive(json.loads(payload))
                elif opcode == _PING:
                    self._writer.write(_frame(_PONG, payload))
                elif opcode == _CLOSE:
                    break
        except (OSError, asyncio.IncompleteReadError, ValueError):
            pass
        finally:
            self._end()

    async def _message(self) -> tuple[int, bytes]:
        opcode, parts = 0, bytearray()
        while True:
            first, second = await self._reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", await self._reader.readexactly(8))
            if length > _LARGE_MESSAGE and not parts:
                payload = await self._large(length)
            elif length + len(parts) > _MAX_MESSAGE:
                raise ValueError("message too long")
            else:
                payload = await self._reader.readexactly(length)
            kind = first & 0x0F
            if kind >= _CLOSE:
                return kind, payload
            opcode = kind if kind != _CONTINUATION else opcode
            parts += payload
            if first & 0x80:
                return opcode, bytes(parts)

    async def _large(self, length: int) -> bytes:
        """A long message, whole; of a paused request with a long body, all but the body, in bounded memory."""
        head = await self._reader.readexactly(_HEAD)
        if not head.startswith(_PAUSED):
            if length > _MAX_MESSAGE:
                raise ValueError("message too long")
            return head + await self._reader.readexactly(length - _HEAD)
        tail, left, entries = bytearray(), length - _HEAD, -1
        while left:
            chunk = await self._reader.readexactly(min(left, 2**19))
            left -= len(chunk)
            tail += chunk
            if entries < 0 and (found := tail.find(_ENTRIES)) >= 0:
                entries = left + len(tail) - found - len(_ENTRIES)
            del tail[:-_TAIL]
        return abridged(head, bytes(tail), max(0, entries) * 3 // 4)

    def _receive(self, message: Reply) -> None:
        number = message.get("id")
        if number is None:
            session = self._sessions.get(message.get("sessionId", ""))
            if session is not None:
                session.dispatch(message["method"], message.get("params", {}))
            return
        owner = self._pending.pop(number, None)
        if owner is None or owner[2].done():
            return
        if "error" in message:
            owner[2].set_exception(ProtocolError(owner[1], str(message["error"].get("message", ""))))
        else:
            owner[2].set_result(message.get("result", {}))

    def _end(self) -> None:
        if self.closed:
            return
        self.closed = True
        for _, method, future in self._pending.values():
            if not future.done():
                future.set_exception(
                    DeviceLost(f"The browser went away during {method!r}.", "Resume the run, or open the device again.")
                )
        self._pending.clear()
        self.on_closed()


_PAUSED = b'{"method":"Fetch.requestPaused"'
_ENTRIES = b'"postDataEntries":[{"bytes":"'
_NUMBER = re.compile(rb'\{"method":"Fetch.requestPaused","params":\{"requestId":"([^"\\]+)"')
_SESSION = re.compile(rb'"sessionId":"([^"\\]+)"\}\Z')
_AFTER_REQUEST = b'},"frameId":"'


def abridged(head: bytes, tail: bytes, size: int) -> bytes:
    """The message of a paused request from its two ends, with the size of the body in its place.

    Quotes inside of strings are escaped, so that nothing a page sends can look like the keys that are searched for.
    Where what comes before the body is itself too long, only the number of the request is given, and that it writes.

    Raises:
        ValueError: These are not the ends of such a message.
    """
    cut = min((at for key in (b'"postData":"', b'"hasPostData":') if (at := head.find(key)) >= 0), default=-1)
    after = tail.rfind(_AFTER_REQUEST)
    if cut < 0 or after < 0:
        return _numbered(head, tail, size)
    return head[:cut] + f'"hasPostData":true,"bodySize":{size}'.encode() + tail[after:]


def _numbered(head: bytes, tail: bytes, size: int) -> bytes:
    """A paused request of which nothing but its number is known."""
    number, session = _NUMBER.match(head), _SESSION.search(tail)
    if number is None or session is None:
        raise ValueError("message too long")
    request: dict[str, Any] = {"url": "", "method": "POST", "headers": {}, "hasPostData": True, "bodySize": size}
    params = {"requestId": number[1].decode(), "request": request, "frameId": "", "resourceType": "Other"}
    message = {"method": "Fetch.requestPaused", "params": params, "sessionId": session[1].decode()}
    return json.dumps(message).encode()


def _retrieve(future: "asyncio.Future[Reply]") -> None:
    """Marks an exception as seen: commands posted without waiting may fail silently."""
    if not future.cancelled():
        future.exception()


def _frame(opcode: int, payload: bytes) -> bytes:
    """One masked client frame. The mask is zero-cost decoration on loopback, but servers insist on it."""
    length = len(payload)
    if length < 126:
        head = struct.pack(">BB", 0x80 | opcode, 0x80 | length)
    elif length < 2**16:
        head = struct.pack(">BBH", 0x80 | opcode, 0x80 | 126, length)
    else:
        head = struct.pack(">BBQ", 0x80 | opcode, 0x80 | 127, length)
    mask = os.urandom(4)
    key = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
    masked = (int.from_bytes(payload, "big") ^ key).to_bytes(length, "big") if length else b""
    return head + mask + masked


async def _handshake(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    secure = parts.scheme == "wss"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    context = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(host, port, ssl=context, limit=2**20)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in head.split(b"\r\n", 1)[0]:
        writer.close()
        raise ValueError(head.split(b"\r\n", 1)[0].decode(errors="replace"))
    return reader, writer


async def gather_quietly(awaitables: Sequence[Awaitable[Any]]) -> list[Any]:
    """All results; a `ProtocolError` or timeout becomes None in its place."""
    results = await asyncio.gather(*awaitables, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, (ProtocolError, TimeoutError)):
            raise result
    return [None if isinstance(result, BaseException) else result for result in results]
