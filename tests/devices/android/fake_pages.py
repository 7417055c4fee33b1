"""The debugging server of an app with web views, in memory: its list of pages, and the little protocol a look needs."""

import base64
import contextlib
import hashlib
import json
import socket
import struct
import threading
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["FakePage", "FakePages"]

_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


@dataclass
class FakePage:
    """One page: what the list tells of it, and what its collector answers."""

    id: str
    title: str = "Shop"
    told: dict[str, Any] | None = None
    """What a web view tells of itself in the list; Chrome tells nothing."""
    answer: dict[str, Any] = field(default_factory=dict[str, Any])
    how: Literal["answers", "freezes", "crashes", "refuses", "garbles"] = "answers"
    sends: bytes = b""
    """What it answers to its first command but one, instead of a result."""
    opcode: int = 0x1
    """That of the frame with it: a text, or a control frame."""
    url: str = "https://shop.test/cart?token=x"
    connections: int = 0
    commands: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """The names of commands, with the expression of those that evaluate one."""

    @property
    def row(self) -> dict[str, Any]:
        described = "" if self.told is None else json.dumps(self.told)
        return {"id": self.id, "type": "page", "title": self.title, "description": described}


class FakePages:
    """Serves pages at streams that `open` gives, as `Adb.open` does for an abstract socket."""

    def __init__(self, *pages: FakePage, package: str = "", listed: bytes | None = None) -> None:
        self.pages, self._package, self._listed = list(pages), package, listed
        self.gone = False
        self.asked: list[str] = []
        self.open_streams = 0

    def open(self, service: str, seconds: float = 20.0) -> socket.socket:
        self.asked.append(service)
        if self.gone:
            raise ConnectionRefusedError(f"{service}: closed")
        here, there = socket.socketpair()
        here.settimeout(seconds)
        threading.Thread(target=self._serve, args=(there,), daemon=True).start()
        return here

    def _serve(self, stream: socket.socket) -> None:
        self.open_streams += 1
        with stream, stream.makefile("rb") as reader, contextlib.suppress(OSError):  # the client may leave
            self._answer(stream, reader)
        self.open_streams -= 1

    def _answer(self, stream: socket.socket, reader: Any) -> None:
        path = reader.readline().decode().split()[1]
        key = ""
        while line := reader.readline().strip():
            name, _, value = line.decode().partition(": ")
            key = value if name == "Sec-WebSocket-Key" else key
        if path.startswith("/devtools/page/"):
            page = next(page for page in self.pages if page.id == path.rpartition("/")[2])
            self._talk(stream, reader, page, key)
            return
        body = json.dumps({"Android-Package": self._package} if path == "/json/version" else self._rows).encode()
        body = body if self._listed is None or path == "/json/version" else self._listed
        stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length:%d\r\n\r\n" % len(body) + body)
        reader.read()

    @property
    def _rows(self) -> list[dict[str, Any]]:
        return [page.row for page in self.pages]

    def _talk(self, stream: socket.socket, reader: Any, page: FakePage, key: str) -> None:
        page.connections += 1
        if page.how == "refuses":
            stream.sendall(b"HTTP/1.1 500 Internal Server Error\r\n\r\n")
            return
        accepted = base64.b64encode(hashlib.sha1((key + _GUID).encode()).digest()).decode()
        stream.sendall(f"HTTP/1.1 101 Switching\r\nSec-WebSocket-Accept: {accepted}\r\n\r\n".encode())
        while (text := _message(reader)) is not None:
            told = json.loads(text)
            method = str(told["method"])
            page.commands.append((method, str(told["params"].get("expression", ""))))
            if method == "Runtime.evaluate":
                if page.how == "freezes":
                    continue
                if page.how == "crashes":
                    return
            result = json.dumps({"id": told["id"], "result": self._result(method, page)}).encode()
            stream.sendall(_framed(page.sends, page.opcode) if page.sends and told["id"] == 2 else _framed(result))

    @staticmethod
    def _result(method: str, page: FakePage) -> dict[str, Any]:
        match method:
            case "Page.getFrameTree":
                return {"frameTree": {"frame": {"id": "F", "loaderId": "L", "url": page.url}}}
            case "Page.createIsolatedWorld":
                return {"executionContextId": 7}
            case "Runtime.evaluate":
                answer = "no JSON" if page.how == "garbles" else json.dumps(page.answer)
                return {"result": {"type": "string", "value": answer}}
            case _:
                return {}


def _framed(text: bytes, opcode: int = 0x1) -> bytes:
    size, first = len(text), 0x80 | opcode
    if size > 0xFFFF:
        return struct.pack(">BBQ", first, 127, size) + text
    return (struct.pack(">BBH", first, 126, size) if size > 125 else bytes((first, size))) + text


def _message(reader: Any) -> bytes | None:
    """The next text of a client, unmasked; None at the end."""
    head = reader.read(2)
    if len(head) < 2 or head[0] & 0x0F == 0x8:
        return None
    size = head[1] & 0x7F
    if size == 126:
        (size,) = struct.unpack(">H", reader.read(2))
    elif size == 127:
        (size,) = struct.unpack(">Q", reader.read(8))
    mask, data = reader.read(4), reader.read(size)
    return bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
