"""HTTP/1.1 over a byte stream: reads one bounded request, writes one response."""

from collections.abc import Mapping
from dataclasses import field

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.endpoints import ByteStream

__all__ = ["BadRequestError", "PortRequest", "RequestReader", "write_response"]

MAX_HEAD = 32 * 1024
MAX_BODY = 512 * 1024
MAX_READS = 10_000
"""Most pieces in which one request may arrive."""


class BadRequestError(Exception):
    """The bytes are not an HTTP request, or the request is too large."""


@dataclass(frozen=True, slots=True)
class PortRequest:
    """One HTTP request. Header names are in lower case. `target` is the path with the query, as the client sent it."""

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes = b""

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def closes(self) -> bool:
        """Whether the client wants the connection closed afterwards."""
        return self.headers.get("connection", "").lower() == "close"


class RequestReader:
    """Reads the requests of one connection, one after the other."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._held = bytearray()
        self._reads = 0

    def next(self) -> PortRequest | None:
        """The next request; None at the end of the connection.

        Raises:
            BadRequestError: The request is malformed or exceeds a limit.
        """
        self._reads = 0
        while b"\r\n\r\n" not in self._held:
            if len(self._held) > MAX_HEAD:
                raise BadRequestError("The head of the request is too long.")
            if not self._fill():
                return None
        end = self._held.index(b"\r\n\r\n")
        head = bytes(self._held[:end])
        del self._held[: end + 4]
        if len(head) > MAX_HEAD:
            raise BadRequestError("The head of the request is too long.")
        first, *lines = head.decode("iso-8859-1").split("\r\n")
        method, _, rest = first.partition(" ")
        target = rest.partition(" ")[0]
        if not method.isalpha() or not target.startswith("/"):
            raise BadRequestError("The first line is no request line.")
        headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return PortRequest(method, target, headers, self._body(headers))

    def _body(self, headers: Mapping[str, str]) -> bytes:
        length_text = headers.get("content-length", "0")
        if "transfer-encoding" in headers or not (length_text.isascii() and length_text.isdigit()):
            raise BadRequestError("A body needs a Content-Length.")
        length = int(length_text[:20])
        if length > MAX_BODY:
            raise BadRequestError("The body is too long.")
        while len(self._held) < length:
            if not self._fill():
                raise BadRequestError("The body ends before its length.")
        body = bytes(self._held[:length])
        del self._held[:length]
        return body

    def _fill(self) -> bool:
        self._reads += 1
        if self._reads > MAX_READS:
            raise BadRequestError("The request arrives in too many pieces.")
        data = self._stream.read()
        self._held += data
        return bool(data)


def write_response(
    stream: ByteStream, status: str, kind: str, body: bytes, headers: Mapping[str, str] | None = None
) -> None:
    """Writes one response with its length. `status` is code and reason: `200 OK`."""
    rows = {"Content-Type": kind, "Content-Length": str(len(body)), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in rows.items())
    stream.write(f"HTTP/1.1 {status}\r\n{head}\r\n".encode("iso-8859-1") + body)
