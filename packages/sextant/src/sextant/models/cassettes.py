"""Cassettes: recorded HTTP exchanges with providers, in JSON lines. Format in docs/models.md.

Line 1 is a header, every further line one exchange:

    {"format": "sextant-cassette", "version": 1, "note": "…"}
    {"request": {"method": "POST", "path": "/v1/…", "body": …}, "response": {"status": 200, "headers": {}, "body": …}}
    {"request": {…}, "fault": "connect"}

Bodies are JSON if they parse, else text. Secrets are never recorded: only the headers in `KEPT`, only the path of the
URL, and only digests of pictures.
"""

import hashlib
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal, cast

import httpx2

from sextant.dataclass import dataclass
from sextant.errors import SettingsError
from sextant.storage import append, write_whole

FORMAT = "sextant-cassette"
VERSION = 1
KEPT = ("content-type", "retry-after", "retry-after-ms")
"""Response headers that are recorded. All others may hold a key, a cookie or an account's name."""

Fault = Literal["connect", "read", "timeout"]
_FAULTS: Mapping[str, type[httpx2.TransportError]] = {
    "connect": httpx2.ConnectError,
    "read": httpx2.ReadError,
    "timeout": httpx2.ReadTimeout,
}
_PICTURE = re.compile(r"(data:image/[\w.+-]+;base64,)?[A-Za-z0-9+/_-]{256,}={0,2}")
_KEY = re.compile(r"\b(?:sk-|sk_|pk-|AIza|gsk_|xai-|hf_)[A-Za-z0-9_-]{8,}")


@dataclass(frozen=True, slots=True)
class RecordedExchange:
    """One exchange: either `status` and `body`, or a `fault`."""

    method: str = "POST"
    path: str = ""
    """Empty: any."""
    asked: Any = None
    """Body of the request, for readers only; replay does not compare it."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: Any = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Cassette:
    """Exchanges in the order they happened."""

    exchanges: tuple[RecordedExchange, ...]
    note: str = ""


def read_cassette(path: str | Path) -> Cassette:
    """Read a cassette file.

    Raises:
        SettingsError: It is missing or malformed; the message names the line.
    """
    where = Path(path)
    try:
        lines = where.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SettingsError(
            f"The cassette {str(where)!r} cannot be read: {error.strerror}.", "Check the path."
        ) from error
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise _malformed(where, 1, "it is empty")
    header = _object(where, *numbered[0])
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise _malformed(where, 1, f"the header must say format {FORMAT!r} and version {VERSION}")
    exchanges = tuple(_recorded(where, number, _object(where, number, line)) for number, line in numbered[1:])
    return Cassette(exchanges, str(header.get("note", "")))


def _object(where: Path, number: int, line: str) -> "dict[str, Any]":
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _malformed(where, number, str(error)) from error
    if not isinstance(data, dict):
        raise _malformed(where, number, "it is no object")
    return cast("dict[str, Any]", data)


def _recorded(where: Path, number: int, data: "dict[str, Any]") -> RecordedExchange:
    request = _table(where, number, data, "request")
    method, path, asked = str(request.get("method", "POST")), str(request.get("path", "")), request.get("body")
    fault: Any = data.get("fault")
    if fault is not None:
        if str(fault) not in _FAULTS:
            raise _malformed(where, number, f"the fault {fault!r} is none of {', '.join(_FAULTS)}")
        return RecordedExchange(method, path, asked, fault=fault)
    response: Any = data.get("response")
    if not isinstance(response, dict) or not isinstance(cast("dict[str, Any]", response).get("status"), int):
        raise _malformed(where, number, "it needs a response with a status, or a fault")
    got = cast("dict[str, Any]", response)
    return RecordedExchange(method, path, asked, got["status"], _table(where, number, got, "headers"), got.get("body"))


def _table(where: Path, number: int, data: "dict[str, Any]", name: str) -> "dict[str, Any]":
    """Return the object of that name; empty if there is none."""
    found: Any = data.get(name) or {}
    if not isinstance(found, dict):
        raise _malformed(where, number, f"its {name} is no object")
    return cast("dict[str, Any]", found)


def _malformed(where: Path, number: int, reason: str) -> SettingsError:
    return SettingsError(f"The cassette {str(where)!r} is malformed in line {number}: {reason}.", "Record it again.")


class CassetteTransport(httpx2.AsyncBaseTransport):
    """Replays a cassette instead of reaching the network. Thread-safe.

    Exchanges are served in order; a request with another method or path, or one too many, fails as a mismatch.
    """

    def __init__(self, cassette: Cassette) -> None:
        self._cassette = cassette
        self._next = 0
        self._requests: list[RecordedExchange] = []
        self._lock = threading.Lock()

    @classmethod
    def from_file(cls, path: str | Path) -> "CassetteTransport":
        """Return a transport that replays that file."""
        return cls(read_cassette(path))

    @property
    def requests(self) -> tuple[RecordedExchange, ...]:
        """The requests so far, scrubbed as in a recording."""
        with self._lock:
            return tuple(self._requests)

    @property
    def remaining(self) -> int:
        """Number of exchanges not requested yet."""
        with self._lock:
            return len(self._cassette.exchanges) - self._next

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the next recorded response, or raise the recorded fault."""
        asked = RecordedExchange(request.method, request.url.path, scrubbed(_content(await request.aread())))
        with self._lock:
            number, self._next = self._next, self._next + 1
            self._requests.append(asked)
        if number >= len(self._cassette.exchanges):
            return _mismatch(request, f"it holds {number} exchanges, and one more was asked for")
        recorded = self._cassette.exchanges[number]
        if recorded.method != asked.method or (recorded.path and recorded.path != asked.path):
            return _mismatch(request, f"exchange {number + 1} is {recorded.method} {recorded.path}")
        if recorded.fault is not None:
            raise _FAULTS[recorded.fault](f"recorded fault {recorded.fault!r}", request=request)
        return _response(recorded, request)


class RecordingTransport(httpx2.AsyncBaseTransport):
    """Passes requests on, and appends each exchange to a cassette file, without secrets.

    `clean` removes further values (passwords) from every text: `Spellings({"bank": value}).replaced`.
    """

    def __init__(
        self, path: Path, inner: httpx2.AsyncBaseTransport, note: str = "", clean: Callable[[str], str] = str
    ) -> None:
        self._path = path
        self._inner = inner
        self._clean = clean
        self._lock = threading.Lock()
        header = {"format": FORMAT, "version": VERSION, "note": note}
        write_whole(path, (json.dumps(header, ensure_ascii=False) + "\n").encode(), mode=0o600)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the real response, after it was recorded."""
        asked = RecordedExchange(request.method, request.url.path, _content(await request.aread()))
        try:
            response = await self._inner.handle_async_request(request)
            await response.aread()
        except tuple(_FAULTS.values()) as error:
            name = next(name for name, kind in _FAULTS.items() if isinstance(error, kind))
            self._write({"request": _request_line(asked), "fault": name})
            raise
        headers = {key.lower(): value for key, value in response.headers.items() if key.lower() in KEPT}
        got = {"status": response.status_code, "headers": headers, "body": _content(response.content)}
        self._write({"request": _request_line(asked), "response": got})
        decoded = {key: value for key, value in response.headers.items() if key.lower() != "content-encoding"}
        return httpx2.Response(response.status_code, headers=decoded, content=response.content, request=request)

    async def aclose(self) -> None:
        """Close the wrapped transport."""
        await self._inner.aclose()

    def _write(self, line: "dict[str, Any]") -> None:
        text = json.dumps(scrubbed(line, self._clean), ensure_ascii=False)
        with self._lock:
            append(self._path, f"{text}\n".encode())


def scrubbed(value: Any, clean: Callable[[str], str] = str) -> Any:
    """Replace pictures and other long base64 in JSON by their digests, and redact anything like a key."""
    match value:
        case str():
            return _KEY.sub("[key]", _PICTURE.sub(_digest, clean(value)))
        case list():
            return [scrubbed(item, clean) for item in cast("list[Any]", value)]
        case dict():
            items = cast("dict[str, Any]", value).items()
            return {scrubbed(key, clean): scrubbed(item, clean) for key, item in items}
        case _:
            return value


def _digest(match: "re.Match[str]") -> str:
    data = match.group(0).encode()
    return f"[{len(data)} characters, sha256 {hashlib.sha256(data).hexdigest()[:16]}]"


def _request_line(asked: RecordedExchange) -> "dict[str, Any]":
    return {"method": asked.method, "path": asked.path, "body": asked.asked}


def _content(data: bytes) -> Any:
    text = data.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _mismatch(request: httpx2.Request, reason: str) -> httpx2.Response:
    """Return status 410, which is not retried and keeps the reason: packages turn exceptions into lost connections."""
    message = f"The cassette does not fit: {reason} ({request.method} {request.url.path}). Record it again."
    return httpx2.Response(410, json={"error": {"message": message, "type": "cassette"}}, request=request)


def _response(recorded: RecordedExchange, request: httpx2.Request) -> httpx2.Response:
    plain = isinstance(recorded.body, str)
    content = recorded.body if plain else json.dumps(recorded.body)
    headers = {"content-type": "text/plain" if plain else "application/json", **recorded.headers}
    return httpx2.Response(recorded.status, headers=headers, content=content.encode(), request=request)
