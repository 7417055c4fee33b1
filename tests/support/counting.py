"""A small web site on a free port that counts what it is asked for."""

import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class CountingSite:
    """The site on a free port; `asked` counts requests, by method and path. Those who derive from it `answer`."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.answer(self, "GET")

            def do_POST(self) -> None:
                site.answer(self, "POST")

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        raise NotImplementedError

    @staticmethod
    def sent(handler: BaseHTTPRequestHandler) -> str:
        """The body of a request."""
        return handler.rfile.read(int(handler.headers.get("Content-Length") or 0)).decode()

    @staticmethod
    def say(handler: BaseHTTPRequestHandler, text: str, status: int = 200, kind: str = "text/html") -> None:
        """Answers with a text."""
        body = text.encode()
        handler.send_response(status)
        handler.send_header("Content-Type", f"{kind}; charset=utf-8")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
