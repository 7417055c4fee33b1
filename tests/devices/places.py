"""Two sites on loopback that note what arrives: an app's own, and a stranger's."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import urlsplit

HTML = "text/html; charset=utf-8"


class Places:
    """One server under several names. A page may be set for a path; its text may name the server's `{port}`."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        self.moved: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self.holds: dict[str, threading.Event] = {}
        """What is answered only once its event is set."""
        self.arrived: list[str] = []
        """`METHOD host/path?query` of each request but for icons."""
        places = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                places.answer(self)

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                places.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
                """Nothing is logged."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        host = str(request.headers.get("Host", "")).partition(":")[0]
        path = urlsplit(request.path).path
        if path != "/favicon.ico":
            self.arrived.append(f"{request.command} {host}{request.path}")
        if path in self.holds:
            self.holds[path].wait(30.0)
        if path in self.moved:
            request.send_response(302)
            request.send_header("Location", self.moved[path].replace("{port}", str(self.port)))
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        body, kind = self.files.get(path), "application/octet-stream"
        if body is None:
            default = f"<title>{host}</title><h1>This is {host}{path}</h1>"
            body, kind = self.pages.get(path, default).replace("{port}", str(self.port)).encode(), HTML
        request.send_response(200)
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def at(self, host: str) -> list[str]:
        """What arrived under that name."""
        return [line for line in self.arrived if line.split(" ")[1].startswith(host + "/")]

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
