"""Web servers of the benches: they answer on loopback while they are open, and keep what they heard."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

__all__ = ["JSON", "SCRIPT", "TEXT", "CompletionServer", "HttpAnswer", "HttpRequest", "LoopbackServer", "Reply"]

JSON, SCRIPT, TEXT = "application/json", "text/javascript", "text/plain"
"""Media types."""


@dataclass(frozen=True)
class HttpRequest:
    """A request as a server received it."""

    method: str
    address: str
    """Path and query as they were sent."""
    headers: Mapping[str, str]
    body: str

    @cached_property
    def path(self) -> str:
        """Without the query, decoded."""
        return unquote(urlsplit(self.address).path)

    @cached_property
    def query(self) -> Mapping[str, str]:
        """Of a name that it has several times, the first."""
        return _first_values(urlsplit(self.address).query)

    @cached_property
    def form(self) -> Mapping[str, str]:
        """The body as a form sends it."""
        return _first_values(self.body)

    @property
    def host(self) -> str:
        """The name and port under which the server was asked."""
        return self.headers.get("host", "")

    @property
    def told(self) -> str:
        """Method and address."""
        return f"{self.method} {self.address}"


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """An answer; `headers` come beside its type and length."""

    body: str | bytes = ""
    kind: str = "text/html; charset=utf-8"
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


Reply = str | bytes | HttpAnswer | Callable[[BaseHTTPRequestHandler], None]
"""A page, any other answer, or what writes to the connection itself."""


class LoopbackServer:
    """A server, open as a context manager. Subclasses say in `answer` what they answer, in threads of their own.

    The same server answers as `127.0.0.1` and as `localhost`, which are two origins to a browser.

    Attributes:
        url: Its origin, `http://127.0.0.1:PORT`.
        other: The same by its other name.
        heard: All requests so far, in order.
    """

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.heard: list[HttpRequest] = []
        handler = type("Handler", (_Handler,), {"pages": self})
        self._server = ThreadingHTTPServer((host, 0), handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self.url, self.other = f"http://127.0.0.1:{self.port}", f"http://localhost:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, request: HttpRequest) -> Reply:
        """What a request is answered with."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    pages: LoopbackServer

    def _any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode("utf-8", "replace")
        told = {name.lower(): value for name, value in self.headers.items()}
        request = HttpRequest(self.command, self.path, told, body)
        self.pages.heard.append(request)
        reply = self.pages.answer(request)
        try:
            if isinstance(reply, str | bytes | HttpAnswer):
                self._send(reply if isinstance(reply, HttpAnswer) else HttpAnswer(reply))
            else:
                self.close_connection = True
                reply(self)
        except OSError:  # whoever asked may have been killed meanwhile
            self.close_connection = True

    def _send(self, answer: HttpAnswer) -> None:
        body = answer.body.encode() if isinstance(answer.body, str) else answer.body
        empty = answer.status in (204, 304)
        self.send_response(answer.status)
        told = {} if empty else {"Content-Type": answer.kind, "Content-Length": str(len(body))}
        for name, value in {"Cache-Control": "no-store", **told, **answer.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        if not empty and self.command != "HEAD":
            self.wfile.write(body)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._any
        raise AttributeError(name)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nothing is logged: the bench reports, not its server."""


def _first_values(text: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(text).items()}


class CompletionServer(LoopbackServer):
    """A model's server, as OpenAI's chat completions have it. Subclasses say in `said` what the model says."""

    name = "scripted"

    @property
    def spec(self) -> str:
        """How a run names the model."""
        return f"openai-compatible:{self.name}@{self.url}/v1"

    def said(self, asked: Mapping[str, Any]) -> str:
        """The model's answer to a request."""
        raise NotImplementedError

    def answer(self, request: HttpRequest) -> Reply:
        message = {"role": "assistant", "content": self.said(json.loads(request.body))}
        told = {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": self.name,
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        }
        return HttpAnswer(json.dumps(told), JSON)
