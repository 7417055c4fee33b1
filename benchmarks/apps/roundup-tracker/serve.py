"""Serves the tracker on a loopback port through its own WSGI entry point. Who is looking is told by the server."""

import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from roundup.cgi.wsgi_handler import RequestDispatcher

USER = "keeper"
"""Signed in everywhere, as behind a proxy that has asked for the password: the app reads REMOTE_USER."""


class Server(ThreadingMixIn, WSGIServer):
    """A request a thread: a browser may keep a connection open that it does not use."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """Writes no log."""

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def main(home: str, port: int) -> None:
    """Writes the port into the tracker's settings, which its links are made from, and serves."""
    settings = Path(home, "config.ini")
    text = re.sub(r"(?m)^web = .*$", f"web = http://127.0.0.1:{port}/", settings.read_text())
    settings.write_text(text)
    tracker = RequestDispatcher(home)

    def signed_in(environ: dict[str, object], start: Callable[..., object]) -> Iterable[bytes]:
        return tracker({**environ, "REMOTE_USER": USER}, start)

    with make_server("127.0.0.1", port, signed_in, Server, Quiet) as server:
        server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
