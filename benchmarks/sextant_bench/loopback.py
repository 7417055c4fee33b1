"""Pages for a bench, served on loopback while it runs."""

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import parse_qs, urlsplit

__all__ = ["Answering", "Loopback"]


class Answering(BaseHTTPRequestHandler):
    """Answers with texts, and logs nothing: the bench reports, not its server."""

    def get(self, path: str, query: Mapping[str, str]) -> None:
        """Answers a GET; of a name that the query has several times, the first."""
        raise NotImplementedError

    def post(self, path: str, query: Mapping[str, str]) -> None:
        """Answers a POST."""
        raise NotImplementedError

    def do_GET(self) -> None:
        self.get(*_asked(self.path))

    def do_POST(self) -> None:
        self.post(*_asked(self.path))

    def say(self, text: str, media_type: str = "text/html; charset=utf-8") -> None:
        """The whole answer. Whoever asked may have been killed meanwhile."""
        body = text.encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nothing is logged."""


def _asked(address: str) -> tuple[str, dict[str, str]]:
    parts = urlsplit(address)
    return parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()}


class Loopback:
    """A server of such answers; a context manager."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
