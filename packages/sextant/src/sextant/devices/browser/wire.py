"""Transports for DevTools protocol messages: a WebSocket (RFC 6455), or a pipe with NUL after each message."""

import asyncio
import base64
import contextlib
import json
import math
import os
import re
import socket
import ssl
import stat
import struct
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

UNIX = "unix:"
"""Scheme of an address that is the path of a keeper's socket."""
MAX_MESSAGE = 256 * 2**20
CHUNK = 2**18
_LARGE_MESSAGE = 8 * 2**20
"""A paused request larger than this is passed on without its body."""
_LONG_VALUE = 2**20
"""An event of storage larger than this is passed on without the stored values, and one of the console not at all."""
_HEAD, _TAIL = 2**16, 2**16
_LONGEST_CONTROL = 125
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x8, 0x9, 0xA


class Wire(Protocol):
    """A transport to one browser."""

    async def receive(self) -> bytes | None:
        """Return the next message; None at the end.

        Raises:
            OSError, ValueError, asyncio.IncompleteReadError: The other side failed or violates the protocol.
        """
        ...

    def send(self, messages: Sequence[bytes]) -> None:
        """Send the messages in one write."""
        ...

    async def close(self) -> None: ...


class MessageParts:
    """The parts of one message. Of one with a long body, value or text of the console, only the ends are stored."""

    def __init__(self, largest: int = MAX_MESSAGE) -> None:
        self._largest = largest
        self._parts: list[bytes] = []
        self._size = 0
        self._next_weighing: float = _LONG_VALUE
        """The size from which the message is classified once more."""
        self._head, self._tail, self._entries = b"", bytearray(), -1

    def add(self, part: bytes) -> None:
        """Append a part.

        Raises:
            ValueError: The message is too long.
        """
        self._size += len(part)
        if self._head:
            self._append(part)
            return
        self._parts.append(part)
        if self._size > self._next_weighing:
            so_far = b"".join(self._parts)
            large = self._size > _LARGE_MESSAGE
            self._next_weighing = math.inf if large else _LARGE_MESSAGE
            if so_far.startswith((_STORED, *_CONSOLE)) or (large and so_far.startswith(_PAUSED)):
                self._parts.clear()
                self._head = so_far[:_HEAD]
                self._append(so_far[_HEAD:])
        elif self._size > self._largest:
            raise ValueError("message too long")

    def finish(self) -> bytes:
        """Return the message, without a long body or long values. One of the console with a long text has only a name.

        It has no session, so nobody receives it.
        """
        if not self._head:
            return b"".join(self._parts)
        if self._head.startswith(_CONSOLE):
            return b'{"method":"Runtime.cut"}'
        if self._head.startswith(_STORED):
            return without_values(self._head, bytes(self._tail), self._size)
        body = self._size - self._entries if self._entries >= 0 else 0
        return abridged(self._head, bytes(self._tail), body * 3 // 4)

    def _append(self, part: bytes) -> None:
        self._tail += part
        if self._entries < 0 and (found := self._tail.find(_ENTRIES)) >= 0:
            self._entries = self._size - len(self._tail) + found + len(_ENTRIES)
        del self._tail[:-_TAIL]


class Splitter:
    """Splits chunks into messages that end with NUL."""

    def __init__(self) -> None:
        self._message = MessageParts()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the messages that are complete by now.

        Raises:
            ValueError: One is too long.
        """
        found: list[bytes] = []
        start = 0
        while (end := chunk.find(0, start)) >= 0:
            self._message.add(chunk[start:end])
            found.append(self._message.finish())
            self._message = MessageParts()
            start = end + 1
        if start < len(chunk):
            self._message.add(chunk[start:])
        return found


class PipeWire:
    """Messages with a NUL after each."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._splitter = Splitter()
        self._ready: deque[bytes] = deque()

    async def receive(self) -> bytes | None:
        while not self._ready:
            chunk = await self._reader.read(CHUNK)
            if not chunk:
                return None
            self._ready.extend(self._splitter.feed(chunk))
        return self._ready.popleft()

    def send(self, messages: Sequence[bytes]) -> None:
        self._writer.write(b"".join(message + b"\0" for message in messages))

    async def close(self) -> None:
        await _close(self._writer)


class WebSocketWire:
    """Text messages of a WebSocket, each of at most `largest` bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, largest: int = MAX_MESSAGE) -> None:
        self._reader, self._writer, self._largest = reader, writer, largest

    async def receive(self) -> bytes | None:
        while True:
            opcode, payload = await self._message()
            if opcode == _TEXT:
                return payload
            if opcode == _PING:
                self._writer.write(_frame(_PONG, payload))
            elif opcode == _CLOSE:
                return None

    def send(self, messages: Sequence[bytes]) -> None:
        self._writer.write(b"".join(_frame(_TEXT, message) for message in messages))

    async def close(self) -> None:
        with contextlib.suppress(OSError):
            self._writer.write(_frame(_CLOSE, struct.pack(">H", 1000)))
        await _close(self._writer)

    async def _message(self) -> tuple[int, bytes]:
        opcode, parts = 0, MessageParts(self._largest)
        while True:
            first, second = await self._reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", await self._reader.readexactly(8))
            kind = first & 0x0F
            if kind >= _CLOSE:
                if length > _LONGEST_CONTROL:
                    raise ValueError("control frame too long")
                return kind, await self._reader.readexactly(length)
            opcode = kind if kind != _CONTINUATION else opcode
            while length:
                chunk = await self._reader.readexactly(min(length, CHUNK))
                parts.add(chunk)
                length -= len(chunk)
            if first & 0x80:
                return opcode, parts.finish()


async def open_wire(address: str, over: socket.socket | None = None, largest: int = MAX_MESSAGE) -> Wire:
    """Open a wire to the browser at that address: `ws://…`, `wss://…` or `unix:/path`.

    `over`: a connection that leads there already, and `largest`: most bytes of a message; for `ws://…`.

    Raises:
        OSError, ValueError, asyncio.IncompleteReadError: Nothing answers there, or not as a browser would.
    """
    if not address.startswith(UNIX):
        return WebSocketWire(*await _handshake(address, over), largest)
    path = Path(address.removeprefix(UNIX))
    directory = private_directory(path.parent)
    try:
        return PipeWire(*await asyncio.open_unix_connection(short_path(directory, path), limit=2**20))
    finally:
        os.close(directory)


def private_directory(path: Path) -> int:
    """Return a descriptor of a directory that only this user can access.

    Raises:
        OSError: It is missing, is a link, belongs to another user, or others may use it.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    found = os.fstat(descriptor)
    if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        os.close(descriptor)
        raise PermissionError(f"{str(path)!r} is not a directory of yours alone (chmod 700)")
    return descriptor


def short_path(directory: int, path: Path) -> str:
    """Return a socket's path through that directory's descriptor, short enough for an address (107 bytes)."""
    through = Path(f"/proc/self/fd/{directory}")
    return str(through / path.name) if through.exists() else str(path)


def peer_is_us(connection: socket.socket) -> bool:
    """Whether the process at the other end of a Unix socket belongs to the same user, by the kernel."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True  # not Linux: the directory's mode keeps others out
    peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return struct.unpack("3i", peer)[1] == os.geteuid()


_STORED = b'{"method":"DOMStorage.domStorageItem'
_CONSOLE = (b'{"method":"Runtime.consoleAPICalled"', b'{"method":"Runtime.exceptionThrown"')
"""Events of the console: no device needs them, and a page decides how long they are."""
_VALUE = re.compile(rb',"(?:old|new)Value":"')
_KEY = b',"key":"'
_PAUSED = b'{"method":"Fetch.requestPaused"'
_ENTRIES = b'"postDataEntries":[{"bytes":"'
_NUMBER = re.compile(rb'\{"method":"Fetch.requestPaused","params":\{"requestId":"([^"\\]+)"')
_SESSION = re.compile(rb'"sessionId":"([^"\\]+)"\}\Z')
_AFTER_REQUEST = b'},"frameId":"'


def abridged(head: bytes, tail: bytes, size: int) -> bytes:
    """Return a paused request's message from its two ends, with the size of the body in its place.

    Quotes inside strings are escaped, so a page cannot forge the keys that are searched for. If the part before the
    body is itself too long, only the request's id is returned, as that of a write.

    Raises:
        ValueError: These are not the ends of such a message.
    """
    cut = min((at for key in (b'"postData":"', b'"hasPostData":') if (at := head.find(key)) >= 0), default=-1)
    after = tail.rfind(_AFTER_REQUEST)
    if cut < 0 or after < 0:
        return _numbered(head, tail, size)
    return head[:cut] + f'"hasPostData":true,"bodySize":{size}'.encode() + tail[after:]


def _numbered(head: bytes, tail: bytes, size: int) -> bytes:
    """Return a paused request of which only the id is known."""
    number, session = _NUMBER.match(head), _SESSION.search(tail)
    if number is None or session is None:
        raise ValueError("message too long")
    request: dict[str, Any] = {"url": "", "method": "POST", "headers": {}, "hasPostData": True, "bodySize": size}
    params = {"requestId": number[1].decode(), "request": request, "frameId": "", "resourceType": "Other"}
    message = {"method": "Fetch.requestPaused", "params": params, "sessionId": session[1].decode()}
    return json.dumps(message, separators=(",", ":")).encode()


def _frame(opcode: int, payload: bytes) -> bytes:
    """Return one masked client frame. Masking is useless on loopback, but servers require it."""
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


async def _handshake(url: str, over: socket.socket | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    parts = urlsplit(url)
    secure = parts.scheme == "wss"
    host, port = parts.hostname or "", parts.port or (443 if secure else 80)
    context = ssl.create_default_context() if secure else None
    if over is None:
        reader, writer = await asyncio.open_connection(host, port, ssl=context, limit=2**20)
    else:
        reader, writer = await asyncio.open_connection(sock=over, limit=2**20)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
    )
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise ValueError(head.split(b"\r\n", 1)[0].decode(errors="replace"))
    except BaseException:
        await _close(writer)
        raise
    return reader, writer


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError, TimeoutError, ssl.SSLError):
        async with asyncio.timeout(1.0):
            await writer.wait_closed()


def without_values(head: bytes, tail: bytes, size: int) -> bytes:
    """Return an event of storage without its values, and without its key if that is as long, from its two ends.

    Its `cut` is the size of the whole event.
    """
    value, session = _VALUE.search(head), _SESSION.search(tail)
    end = value.start() if value is not None else head.find(_KEY)
    if end < 0 or session is None:
        return b'{"method":"DOMStorage.cut"}'
    return head[:end] + f',"cut":{size}}},"sessionId":"'.encode() + session[1] + b'"}'
