"""How messages of the DevTools protocol travel: over a WebSocket (RFC 6455), or with a NUL after each over a pipe."""

import asyncio
import base64
import contextlib
import json
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
"""An address with this scheme is a path: the socket of a keeper."""
MAX_MESSAGE = 256 * 2**20
CHUNK = 2**18
_LARGE_MESSAGE = 8 * 2**20
"""A paused request that takes more than this is told without its body."""
_HEAD, _TAIL = 2**16, 2**16
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x8, 0x9, 0xA


class Wire(Protocol):
    """A way to one browser."""

    async def receive(self) -> bytes | None:
        """The next message; None once nothing more comes.

        Raises:
            OSError, ValueError, asyncio.IncompleteReadError: The other side failed or does not keep to the protocol.
        """
        ...

    def send(self, messages: Sequence[bytes]) -> None:
        """Sends the messages in one write."""
        ...

    async def close(self) -> None: ...


class Gathered:
    """The parts of one message. Of a paused request with a long body only the ends are kept, in bounded memory."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._weighed = False
        """Whether it is known what kind of long message it is."""
        self._head, self._tail, self._entries = b"", bytearray(), -1

    def add(self, part: bytes) -> None:
        """The next part.

        Raises:
            ValueError: The message is too long.
        """
        self._size += len(part)
        if self._head:
            self._append(part)
            return
        self._parts.append(part)
        if self._size > _LARGE_MESSAGE and not self._weighed:
            self._weighed = True
            so_far = b"".join(self._parts)
            if so_far.startswith(_PAUSED):
                self._parts.clear()
                self._head = so_far[:_HEAD]
                self._append(so_far[_HEAD:])
        elif self._size > MAX_MESSAGE:
            raise ValueError("message too long")

    def finish(self) -> bytes:
        """The message; of a paused request with a long body, all but the body."""
        if not self._head:
            return b"".join(self._parts)
        body = self._size - self._entries if self._entries >= 0 else 0
        return abridged(self._head, bytes(self._tail), body * 3 // 4)

    def _append(self, part: bytes) -> None:
        self._tail += part
        if self._entries < 0 and (found := self._tail.find(_ENTRIES)) >= 0:
            self._entries = self._size - len(self._tail) + found + len(_ENTRIES)
        del self._tail[:-_TAIL]


class Splitter:
    """Messages that end with NUL, out of chunks as they come."""

    def __init__(self) -> None:
        self._message = Gathered()

    def feed(self, chunk: bytes) -> list[bytes]:
        """The messages that are whole by now.

        Raises:
            ValueError: One is too long.
        """
        found: list[bytes] = []
        start = 0
        while (end := chunk.find(0, start)) >= 0:
            self._message.add(chunk[start:end])
            found.append(self._message.finish())
            self._message = Gathered()
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
    """Text messages of a WebSocket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

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
        opcode, gathered = 0, Gathered()
        while True:
            first, second = await self._reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", await self._reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", await self._reader.readexactly(8))
            kind = first & 0x0F
            if kind >= _CLOSE:
                return kind, await self._reader.readexactly(length)
            opcode = kind if kind != _CONTINUATION else opcode
            while length:
                chunk = await self._reader.readexactly(min(length, CHUNK))
                gathered.add(chunk)
                length -= len(chunk)
            if first & 0x80:
                return opcode, gathered.finish()


async def open_wire(address: str) -> Wire:
    """A wire to the browser at that address: `ws://…`, `wss://…` or `unix:/path`.

    Raises:
        OSError, ValueError, asyncio.IncompleteReadError: Nobody answers there, or not as a browser would.
    """
    if not address.startswith(UNIX):
        return WebSocketWire(*await _handshake(address))
    path = Path(address.removeprefix(UNIX))
    directory = private_directory(path.parent)
    try:
        return PipeWire(*await asyncio.open_unix_connection(short_path(directory, path), limit=2**20))
    finally:
        os.close(directory)


def private_directory(path: Path) -> int:
    """A descriptor of a directory that is ours alone.

    Raises:
        OSError: It is not there, is a link, belongs to somebody else, or others may use it.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    found = os.fstat(descriptor)
    if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
        os.close(descriptor)
        raise PermissionError(f"{str(path)!r} is not a directory of yours alone (chmod 700)")
    return descriptor


def short_path(directory: int, path: Path) -> str:
    """The path of a socket in the directory of that descriptor, short enough for a socket's address (107 bytes)."""
    through = Path(f"/proc/self/fd/{directory}")
    return str(through / path.name) if through.exists() else str(path)


def peer_is_us(connection: socket.socket) -> bool:
    """Whether the process at the other end of a Unix socket is the same user's, as the kernel says."""
    if not hasattr(socket, "SO_PEERCRED"):
        return True  # not Linux: the directory's mode keeps others out
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    return struct.unpack("3i", told)[1] == os.geteuid()


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
    return json.dumps(message, separators=(",", ":")).encode()


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


async def _close(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError, TimeoutError, ssl.SSLError):
        async with asyncio.timeout(1.0):
            await writer.wait_closed()
