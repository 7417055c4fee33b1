"""An app that writes in every way a page can, and the log of its server: the truth about what was written."""

import base64
import hashlib
from collections import Counter
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from sextant_bench.web_server import SCRIPT, HttpAnswer, HttpRequest, LoopbackServer, Reply

__all__ = ["ABSENT", "HOLES", "READS", "UNTOLD", "WRITES", "WritingApp"]

WRITES = (
    *("form_post", "form_post_iframe", "form_post_new_tab", "form_post_after_load"),
    *("fetch_post", "fetch_put", "fetch_patch", "fetch_delete", "fetch_keepalive", "fetch_unknown_method"),
    *("get_with_override", "xhr_post", "xhr_sync", "beacon", "beacon_at_unload", "keepalive_at_unload", "link_ping"),
    *("dedicated_worker", "nested_worker", "service_worker", "service_worker_relay"),
    *("cross_origin_iframe", "graphql_mutation", "json_rpc", "multipart", "timer", "popup_fetch", "iframe_fetch"),
    "sandboxed_frame",
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


class WritingApp(LoopbackServer):
    """The app, served on loopback while it is open; by its other name it is another site, too."""

    def __init__(self) -> None:
        super().__init__()
        self._frames = 0

    def answer(self, request: HttpRequest) -> Reply:
        path = request.path
        if request.method != "GET":
            return "done"
        if path == "/socket":
            return self._socket
        if path in _SCRIPTS:
            return HttpAnswer(_SCRIPTS[path], SCRIPT)
        if path == "/file":
            return HttpAnswer(
                "ok", "application/octet-stream", headers={"Content-Disposition": "attachment; filename=file.txt"}
            )
        pages = {"/": _PAGE.replace("{{other}}", self.other), "/frame": _FRAME, "/submits": _SUBMITS, "/posts": _POSTS}
        return pages.get(path, "ok")

    def _socket(self, request: BaseHTTPRequestHandler) -> None:
        """Accepts a WebSocket and counts the data frames that arrive (RFC 6455), each shorter than 126 bytes."""
        key = request.headers["Sec-WebSocket-Key"] + _ACCEPT
        request.send_response(101)
        request.send_header("Upgrade", "websocket")
        request.send_header("Connection", "Upgrade")
        accept = base64.b64encode(hashlib.sha1(key.encode(), usedforsecurity=False).digest()).decode()
        request.send_header("Sec-WebSocket-Accept", accept)
        request.end_headers()
        request.wfile.flush()
        while len(head := request.rfile.read(2)) == 2 and head[0] & 0x0F in (1, 2):
            request.rfile.read(4 + (head[1] & 0x7F))
            self._frames += 1

    def written(self) -> Counter[tuple[str, str]]:
        """How often each method and path was asked for so far that may have changed the app."""
        found = Counter(
            (one.method, one.path)
            for one in list(self.heard)
            if one.method != "GET" or one.path.startswith("/w/") or one.path == "/file"
        )
        return found + Counter({("SOCKET", "/socket"): self._frames})
