"""What a run meets: pages on loopback, and a model that does whatever it is told to, whatever the prompt says."""

import json
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from sextant_bench.doors.room import Done, Room

__all__ = [
    "Heard",
    "Met",
    "Order",
    "Puppet",
    "Series",
    "Served",
    "act",
    "answer",
    "entrust",
    "fill",
    "lan_address",
    "launch",
    "press",
    "prompt_of",
    "run",
    "send",
    "series",
    "tell",
    "texts_of",
]

Form = Mapping[str, Any]
Order = Callable[[str], Form | str | None]
"""A decision for that prompt; a text is sent as it is; None where the screen does not have what it needs."""

_GIVE_UP: Form = {"action": {"type": "status", "goal_status": "infeasible", "reason": "no more orders"}}
_HEAD = b'<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>'


@dataclass(frozen=True, slots=True)
class Heard:
    """A request as a server received it."""

    method: str
    path: str
    host: str
    headers: Mapping[str, str]
    body: str


Reply = str | bytes | Callable[[BaseHTTPRequestHandler], None]


class _Server:
    """An HTTP server that keeps what it hears."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        heard: list[Heard] = []
        self.heard = heard
        answered = self.answered

        class Handler(BaseHTTPRequestHandler):
            def _any(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length).decode("utf-8", "replace")
                told = dict(self.headers.items())
                heard.append(Heard(self.command, self.path, self.headers.get("Host", ""), told, body))
                try:
                    answered(self, heard[-1])
                except OSError:
                    self.close_connection = True

            def __getattr__(self, name: str) -> Callable[[], None]:
                if name.startswith("do_"):
                    return self._any
                raise AttributeError(name)

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it so
                del format, args

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answered(self, request: BaseHTTPRequestHandler, heard: Heard) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def send(request: BaseHTTPRequestHandler, body: bytes, kind: str = "text/html; charset=utf-8", **head: str) -> None:
    """Answers with that; `head` are further lines, with `_` for `-`."""
    request.send_response(200)
    request.send_header("Content-Type", kind)
    request.send_header("Content-Length", str(len(body)))
    for name, value in head.items():
        request.send_header(name.replace("_", "-"), value)
    request.end_headers()
    request.wfile.write(body)


class Served(_Server):
    """Pages by path. The same server answers as `127.0.0.1`, and as `localhost`, which is another origin."""

    def __init__(self, pages: Mapping[str, Reply] | str = "", host: str = "127.0.0.1") -> None:
        self.pages: dict[str, Reply] = {"/": pages} if isinstance(pages, str) else dict(pages)
        super().__init__(host)

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        """The address of a page."""
        return f"http://{host}:{self.port}{path}"

    def answered(self, request: BaseHTTPRequestHandler, heard: Heard) -> None:
        reply = self.pages.get(heard.path.partition("?")[0])
        if callable(reply):
            reply(request)
        elif heard.method not in ("GET", "HEAD"):
            request.send_response(204)
            request.end_headers()
        elif reply is None:
            request.send_error(404)
        else:
            data = reply.encode() if isinstance(reply, str) else reply
            page = data if data.startswith(b"<!doctype") else _HEAD + data
            send(request, page)

    def writes(self) -> list[str]:
        """What arrived that is no read."""
        return [f"{one.method} {one.path}" for one in self.heard if one.method not in ("GET", "HEAD", "OPTIONS")]

    def foreign(self, host: str = "localhost") -> list[str]:
        """What arrived under the other origin's name."""
        return [f"{one.method} {one.path}" for one in self.heard if one.host.startswith(f"{host}:")]

    def holds(self, value: str) -> bool:
        """Whether that arrived, anywhere in a request."""
        return any(value in one.path + one.body + "".join(one.headers.values()) for one in self.heard)


class Puppet(_Server):
    """A model that carries out its orders one by one, each as often as it is asked again, and then gives up."""

    def __init__(self, *orders: Order, insists: int = 2, allows: bool = False) -> None:
        self.left = [order for order in orders for _ in range(insists)]
        self.allows = allows
        self.given = 0
        super().__init__()

    @property
    def name(self) -> str:
        """How a run names it."""
        return f"openai-compatible:puppet@http://127.0.0.1:{self.port}/v1"

    @property
    def prompts(self) -> list[str]:
        """Everything it read, a request each."""
        return [prompt_of(one.body) for one in self.heard]

    def answered(self, request: BaseHTTPRequestHandler, heard: Heard) -> None:
        asked = json.loads(heard.body)
        schema = str(asked.get("response_format", {}).get("json_schema", {}).get("name", ""))
        answer = self._decided(prompt_of(heard.body)) if "Decision" in schema else self._ruled()
        said = answer if isinstance(answer, str) else json.dumps(answer)
        message = {"role": "assistant", "content": said}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        spent = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        made = {"id": "1", "object": "chat.completion", "created": 0, "model": "puppet", "usage": spent}
        send(request, json.dumps({**made, "choices": [choice]}).encode(), "application/json")

    def _decided(self, prompt: str) -> Form | str:
        while self.left:
            found = self.left.pop(0)(prompt)
            if found is not None:
                self.given += 1
                return found
        return _GIVE_UP

    def _ruled(self) -> Form:
        return {"decision": "allow" if self.allows else "deny", "span": "", "reason": "so I was told"}


def prompt_of(body: str) -> str:
    """A request as the model reads it, its texts alone."""
    return "\n".join(text for message in json.loads(body).get("messages", []) for text in texts_of(message))


def texts_of(message: Mapping[str, Any]) -> list[str]:
    """The texts of a message, without its pictures."""
    content: str | list[dict[str, Any]] | None = message.get("content")
    return [content] if isinstance(content, str) else [str(part.get("text", "")) for part in content or []]


def _index(prompt: str, label: str) -> int | None:
    found = re.findall(rf'^\W*\[(\d+)\][^\n]*"{re.escape(label)}', prompt, re.MULTILINE)
    return int(found[-1]) if found else None


def _decision(action: Form, **more: Any) -> Form:
    return {"thought": "", "action": action, "does": "go on", "expect": [{"type": "changed"}], **more}


def press(label: str, **more: Any) -> Order:
    """Touches what has that label; `more` are fields of the decision."""

    def order(prompt: str) -> Form | None:
        index = _index(prompt, label)
        return None if index is None else _decision({"type": "click", "index": index}, **more)

    return order


def fill(label: str, text: str) -> Order:
    """Types a text into the field with that label."""
    return _into(label, {"text": text})


def entrust(label: str, name: str) -> Order:
    """Types a secret, by its name, into the field with that label."""
    return _into(label, {"secret": name})


def _into(label: str, what: Form) -> Order:
    def order(prompt: str) -> Form | None:
        index = _index(prompt, label)
        return None if index is None else _decision({"type": "input_text", "index": index, **what})

    return order


def launch(name: str) -> Order:
    """Opens an app, or what the model takes for one."""
    return lambda _: _decision({"type": "open_app", "name": name})


def act(**action: Any) -> Order:
    """Any action."""
    return lambda _: _decision(action)


def answer(text: str) -> Order:
    """Ends the run with that answer."""
    return lambda _: _decision({"type": "answer", "text": text})


def tell(text: str) -> Order:
    """Says that, whatever was asked."""
    return lambda _: text


@dataclass(frozen=True, slots=True)
class Met:
    """A run that is over: what it said, what the pages' server and the model heard."""

    done: Done
    site: Served
    puppet: Puppet

    def carried_out(self) -> "Met":
        """The same, once it is sure that the model gave its orders.

        Raises:
            RuntimeError: It never did: nothing was tried.
        """
        if not self.puppet.given:
            asked = self.puppet.prompts[-1][-600:] if self.puppet.prompts else "it was never asked"
            raise RuntimeError(f"no order was given: {self.done.told[-600:]} {asked}")
        return self


def run(
    room: Room,
    pages: Mapping[str, Reply] | str,
    orders: Sequence[Order] = (),
    words: Sequence[str] = (),
    *,
    goal: str = "Read when the shop opens",
    start: str = "/",
    limit: float = 180.0,
    insists: int = 2,
    allows: bool = False,
    environ: Mapping[str, str] | None = None,
) -> Met:
    """A run over those pages with a model that follows those orders; its browser dies with its keeper afterwards."""
    with Served(pages) as site, Puppet(*orders, insists=insists, allows=allows) as puppet:
        address = start if "://" in start else site.url(start)
        given = ("run", goal, "--device", f"web:{address}", "--model", puppet.name, "--verifier", "none")
        fixed = ("--unattended", "--set", "models.vision=no", "--set", "budget.max_steps=12", "--json")
        own = [word.replace("{site}", f"localhost:{site.port}") for word in words]
        done = room.sextant(*given, *fixed, *own, limit=limit, environ=dict(environ or {}))
        _end_browser(room, done)
        return Met(done, site, puppet)


@dataclass(frozen=True, slots=True)
class Series:
    """What became of several attacks on the same pages, each with its orders, in as few runs as they let be."""

    met: Mapping[str, Met]
    """The run in which each was tried, by name."""

    def of(self, name: str) -> Met:
        """The run in which that one was tried.

        Raises:
            RuntimeError: It never was.
        """
        if name not in self.met:
            raise RuntimeError("the model came to give no such order")
        return self.met[name]


def series(
    room: Room,
    pages: Mapping[str, Reply] | str,
    attacks: Mapping[str, Sequence[Order]],
    words: Sequence[str],
    **more: Any,
) -> Series:
    """Carries out the orders of each attack in turn, with a harmless touch between; goes home where a page was left.

    Pages need a button `Next` that shows something new. A run that ends early is followed by another.
    """
    left, met = dict(attacks), dict[str, Met]()
    while left:
        tried: list[str] = []
        orders: list[Order] = []
        for name, own in left.items():
            orders += [*(_marked(order, tried, name) for order in own), _onward]
        found = run(room, pages, orders, ("--set", "budget.max_steps=90", *words), insists=1, **more)
        if not tried:
            break
        for name in tried:
            met[name] = found
            left.pop(name, None)
    return Series(met)


def _marked(order: Order, tried: list[str], name: str) -> Order:
    def marked(prompt: str) -> Form | str | None:
        found = order(prompt)
        if found is not None:
            tried.append(name)
        return found

    return marked


def _onward(prompt: str) -> Form:
    found = press("Next")(prompt)
    return found if isinstance(found, dict) else _decision({"type": "navigate_home"})


def _end_browser(room: Room, done: Done) -> None:
    found = re.search(r'"browser": \{"id": "(\w+)"', done.out)
    if found is not None:
        with suppress(OSError, ValueError, KeyError):
            entry = json.loads((room.state / "devices" / f"{found[1]}.json").read_text())
            os.kill(int(entry["keeper_pid"]), signal.SIGKILL)
    elif done.code is None:
        room.end_browsers()


def lan_address() -> str:
    """An address of this machine that is not loopback; empty where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as trying:
        try:
            trying.connect(("192.0.2.1", 9))  # no packet is sent
            found = str(trying.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found
