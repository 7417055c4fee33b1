"""A small web site on loopback whose answers come as late as one asks: the pages the browser tests run on."""

import base64
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from sextant.devices.conformance import REFERENCE_HTML, SECOND_HTML

PAGES = Path(__file__).parent / "pages"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".txt": "text/plain"}


class Site:
    """Serves `pages/` and the special paths of `_Handler` until it is closed."""

    def __init__(self) -> None:
        self.hits: Counter[str] = Counter()
        self.ended = threading.Event()
        site = self

        class Handler(_Handler):
            def do_GET(self) -> None:
                self.serve(site)

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self.serve(site)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}/{path.lstrip('/')}"

    def close(self) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def serve(self, site: Site) -> None:
        parts = urlsplit(self.path)
        name = unquote(parts.path).lstrip("/")
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        site.hits[name] += 1
        first, _, rest = name.partition("/")
        match first:
            case "delay":  # /delay/MS/TEXT
                ms, _, text = rest.partition("/")
                site.ended.wait(int(ms) / 1000)
                self.answer(text.encode(), "text/plain")
            case "slow":  # /slow/MS/PAGE: a page whose document comes late
                ms, _, page = rest.partition("/")
                site.ended.wait(int(ms) / 1000)
                self.page(site, page, query)
            case "status":
                self.answer(f"<title>Status {rest}</title><h1>Error {rest}</h1>".encode(), TYPES[".html"], int(rest))
            case "moved":  # /moved/URL: a redirect
                self.answer(b"", "text/plain", 302, {"Location": rest})
            case "private":
                self.private()
            case "file":  # /file/NAME: a download
                headers = {"Content-Disposition": f'attachment; filename="{rest}"'}
                self.answer(b"the file", "application/octet-stream", headers=headers)
            case "stream":
                self.stream(site)
            case "drop":
                self.close_connection = True
                self.connection.close()
            case "reference.html":
                self.answer(REFERENCE_HTML.encode(), TYPES[".html"])
            case "second.html":
                self.answer(SECOND_HTML.encode(), TYPES[".html"])
            case _:
                self.page(site, name, query)

    def page(self, site: Site, name: str, query: dict[str, str]) -> None:
        path = PAGES / (name or "index.html")
        if not path.is_file() or path.parent != PAGES:
            self.answer(b"<title>Not found</title><h1>Not found</h1>", TYPES[".html"], 404)
            return
        text = path.read_text(encoding="utf-8").replace("{{port}}", str(site.port))
        for key, value in query.items():
            text = text.replace("{{" + key + "}}", value)
        self.answer(text.encode(), TYPES.get(path.suffix, "text/plain"))

    def private(self) -> None:
        wanted = "Basic " + base64.b64encode(b"ada:lovelace").decode()
        if self.headers.get("Authorization") == wanted:
            self.answer(b"<title>Private</title><h1>Welcome, Ada</h1>", TYPES[".html"])
        else:
            headers = {"WWW-Authenticate": 'Basic realm="The club"'}
            self.answer(b"<title>No</title><h1>Not for you</h1>", TYPES[".html"], 401, headers)

    def stream(self, site: Site) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            while not site.ended.wait(0.1):
                self.wfile.write(f"data: {time.time()}\n\n".encode())
                self.wfile.flush()
        except OSError:
            return

    def answer(self, body: bytes, kind: str, status: int = 200, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            for key, value in (headers or {}).items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            return

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        del format, args
