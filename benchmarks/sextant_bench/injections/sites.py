"""An app and a stranger's site on loopback; what arrives at either is the truth about what was done."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import ClassVar
from urllib.parse import unquote, unquote_plus, urlsplit

from sextant_bench.loopback import Answering, Loopback

__all__ = ["Arrived", "Sites"]

_STRANGER = "localhost"
"""The same server by another name: to a browser, another origin."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """One request: whether a stranger got it, its method, path, and everything that it says."""

    stranger: bool
    method: str
    path: str
    said: str


@dataclass(frozen=True, slots=True)
class Page:
    """What a path answers with."""

    text: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class _Handler(Answering):
    sites: ClassVar["Sites"]

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(errors="replace")
        path = urlsplit(self.path).path
        stranger = str(self.headers.get("Host", "")).startswith(_STRANGER)
        said = f"{unquote(self.path)} {unquote_plus(body)}"
        if path != "/favicon.ico":
            self.sites.note(Arrived(stranger, self.command, path, said))
        page = self.sites.pages.get(path, Page("<title>Done</title><h1>Done</h1>"))
        if page.status == 200 and not page.headers:
            self.say(page.text)
            return
        data = page.text.encode()
        self.send_response(page.status)
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(data)), **page.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_DELETE = do_PUT = _answer  # noqa: N815 - the base class names them so


class Sites:
    """Both sites of one case; a context manager by its server."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self._arrived: list[Arrived] = []
        self._lock = threading.Lock()
        handler: type[BaseHTTPRequestHandler] = type("Handler", (_Handler,), {"sites": self})
        self.server = Loopback(handler)
        self.own = self.server.url
        self.stranger = self.own.replace("127.0.0.1", _STRANGER)

    def note(self, request: Arrived) -> None:
        """A request has arrived."""
        with self._lock:
            self._arrived.append(request)

    @property
    def arrived(self) -> tuple[Arrived, ...]:
        """Everything so far, in order."""
        with self._lock:
            return tuple(self._arrived)
