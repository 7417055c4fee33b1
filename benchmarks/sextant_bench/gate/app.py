"""An app that writes in every way a page can, and the log of its server: the truth about what was written."""

import base64
import hashlib
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

from sextant_bench.loopback import Loopback

__all__ = ["ABSENT", "HOLES", "READS", "UNTOLD", "WRITES", "WritingApp"]

WRITES = (
    *("form_post", "form_post_iframe", "form_post_new_tab", "form_post_after_load"),
    *("fetch_post", "fetch_put", "fetch_patch", "fetch_delete", "fetch_keepalive", "fetch_unknown_method"),
    *("get_with_override", "xhr_post", "xhr_sync", "beacon", "beacon_at_unload", "keepalive_at_unload", "link_ping"),
    *("dedicated_worker", "nested_worker", "service_worker", "service_worker_relay"),
    *("cross_origin_iframe", "graphql_mutation", "json_rpc", "multipart", "timer", "popup_fetch", "iframe_fetch"),
    *("retry", "download", "post_on_load_of_next_page"),
)
"""Ways that the gate holds."""
HOLES = (
    *("web_socket", "get_with_effect", "image_with_effect"),
    *("local_storage", "indexed_db"),
)
"""Ways that it does not hold, by name."""
ABSENT = ("shared_worker",)
"""What the browser does not have: nothing of it may arrive, whatever is allowed."""
READS = ("graphql_query", "get", "same_as_on_load")
"""What has to pass: reads, and what the page also sends untouched."""
UNTOLD = ("beacon_at_unload", "keepalive_at_unload")
"""Ways that are held and, where they are let pass, not told of."""

_PAGE = (Path(__file__).parent / "app.html").read_text(encoding="utf-8")
_FRAME = """<!doctype html><script>onmessage = event =>
fetch('/w/' + event.data, {method: 'POST', body: 'n=1'}).catch(() => {})</script>"""
_SUBMITS = """<!doctype html><form method=post action=/w/form_post_after_load><input name=n value=1></form>
<script>document.forms[0].submit()</script>"""
_POSTS = """<!doctype html><script>fetch('/w/post_on_load_of_next_page', {method: 'POST', body: 'n=1'})</script>"""
_SHARED = "fetch('/w/shared_worker', {method: 'POST', body: 'n=1'}).catch(() => {})"
_RELAY = """oninstall = () => skipWaiting(); onactivate = event => event.waitUntil(clients.claim());
onmessage = event => fetch('/w/' + event.data, {method: 'POST', body: 'n=1'}).catch(() => {});
onfetch = event => { if (event.request.url.endsWith('relay') && event.request.method === 'POST')
  event.respondWith(fetch(event.request).catch(() => Response.error())) }"""
_SCRIPTS = {"/relay.js": _RELAY, "/shared.js": _SHARED}
_ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    app: ClassVar["WritingApp"]

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/socket":
            self._socket()
            return
        if path.startswith("/w/") or path == "/file":
            self.app.note("GET", path)
        if path in _SCRIPTS:
            self._answer(_SCRIPTS[path], "text/javascript")
            return
        pages = {"/": _PAGE.replace("{{other}}", self.app.other), "/frame": _FRAME}
        pages |= {"/submits": _SUBMITS, "/posts": _POSTS}
        self._answer(pages.get(path, "ok"), "application/octet-stream" if path == "/file" else "text/html")

    def _write(self) -> None:
        left = int(self.headers.get("Content-Length") or 0)
        while left > 0 and (read := self.rfile.read(min(left, 2**20))):
            left -= len(read)
        self.app.note(self.command, urlsplit(self.path).path)
        self._answer("done")

    do_POST = do_PUT = do_PATCH = do_DELETE = do_FROB = _write  # noqa: N815 - the base class names them so

    def _answer(self, text: str, kind: str = "text/html") -> None:
        body = text.encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            if kind == "application/octet-stream":
                self.send_header("Content-Disposition", "attachment; filename=file.txt")
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            return

    def _socket(self) -> None:
        """Accepts a WebSocket and counts the data frames that arrive (RFC 6455), each shorter than 126 bytes."""
        key = self.headers["Sec-WebSocket-Key"] + _ACCEPT
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        accept = base64.b64encode(hashlib.sha1(key.encode(), usedforsecurity=False).digest()).decode()
        self.send_header("Sec-WebSocket-Accept", accept)
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        while len(head := self.rfile.read(2)) == 2 and head[0] & 0x0F in (1, 2):
            self.rfile.read(4 + (head[1] & 0x7F))
            self.app.note("SOCKET", "/socket")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nothing is logged: the app keeps its own record."""


class WritingApp(Loopback):
    """The app, served on loopback while it is open; the same server answers as another site, too."""

    def __init__(self) -> None:
        super().__init__(type("Handler", (_Handler,), {"app": self}))
        self.other = self.url.replace("127.0.0.1", "localhost")
        self._lock = threading.Lock()
        self._written: Counter[tuple[str, str]] = Counter()

    def note(self, method: str, path: str) -> None:
        """Something was asked for that may have changed the app."""
        with self._lock:
            self._written[method, path] += 1

    def written(self) -> Counter[tuple[str, str]]:
        """How often each method and path was asked for so far."""
        with self._lock:
            return Counter(self._written)
