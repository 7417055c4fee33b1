"""HTTP on an endpoint of the phone, over the streams that the bridge would carry."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sextant.integrations.adb_bridge.endpoints import ByteStream
from sextant.integrations.adb_bridge.phone import BridgedPhone


@dataclass(frozen=True)
class Reply:
    """A response: its code, its headers in lower case, its body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def request(
    phone: BridgedPhone, port: int, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Reply:
    """One request on a connection of its own."""
    rows = {"Host": "localhost", "Content-Length": str(len(body)), "Connection": "close", **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in rows.items())
    stream = phone.endpoints.connect(f"tcp:{port}")
    stream.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
    return reply(stream)


def reply(stream: ByteStream) -> Reply:
    """Reads a response to the end of the stream."""
    data = b""
    while part := stream.read():
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Reply(int(first.split(" ")[1]), headers, body)


class Pipe:
    """A stream that holds what a client sent and collects what it gets."""

    def __init__(self, *parts: bytes) -> None:
        self._parts = list(parts)
        self.written = b""

    def read(self, limit: int = 65536) -> bytes:
        return self._parts.pop(0) if self._parts else b""

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None: ...
