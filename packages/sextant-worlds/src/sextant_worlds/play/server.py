"""Serves a world on loopback: the page a person plays, and the grading of what they did."""

import json
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, cast

from sextant.errors import UsageError
from sextant.html_templates import Templates
from sextant_worlds.author.dials import dials_in_words
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.page.html import page_html
from sextant_worlds.spec import World
from sextant_worlds.truth import Grade, grade

__all__ = ["PlayServer"]

_MAX_BODY = 4_000_000
_LENGTH = re.compile(r"[0-9]{1,12}")
_NAMES = ("127.0.0.1", "localhost", "[::1]")
_TEMPLATES = Templates("sextant_worlds.play", {})


class PlayServer:
    """A world at an address on loopback, until `close`.

    The page holds no truth: what was done is sent here as the world's state, and graded here.

    Raises:
        UsageError: The port is taken.
    """

    def __init__(self, world: World, port: int = 0) -> None:
        self._world = world
        self._start = start(served(world))
        self._files = {"/": _frame(world), "/world": page_html(world)}
        handler = type("Handler", (_Handler,), {"owner": self})
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or "there is no such port"
            raise UsageError(f"Port {port} cannot be used: {why}.", "Choose another with --port.") from error
        self._thread = threading.Thread(target=self._server.serve_forever, name="sextant-world", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where the world is played."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    @property
    def guideline(self) -> str:
        """Every step with its values: for whoever asks, and in no page."""
        return self._world.task.guideline

    def page(self, path: str) -> str | None:
        """The document at a path, None where there is none."""
        return self._files.get(path)

    def graded(self, body: bytes) -> Mapping[str, Any] | None:
        """The verdict on a state that a page sent; None where the body is no state of a world."""
        try:
            sent = cast("Mapping[str, Any]", json.loads(body))
            claimed: Literal["complete", "infeasible"] = "infeasible" if sent["claimed"] == "infeasible" else "complete"
            steps: object = sent["state"]["now"]
            if type(steps) is not int or steps < 0:
                return None
            found = grade(self._world, sent["state"], claimed, self._start)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError, RecursionError):
            return None
        return {
            "success": found.success,
            "title": "Solved" if found.success else "Not solved",
            "lines": _lines(found, steps, self._world.task.oracle_steps),
        }

    def knows(self, host: str | None, origin: str | None) -> bool:
        """Whether a request is meant for this server, and made by no page of another: no name but loopback's counts."""
        port = self._server.server_address[1]
        hosts = {f"{name}:{port}" for name in _NAMES}
        if port == 80:
            hosts.update(_NAMES)  # where browsers leave it out
        return host in hosts and (origin is None or origin in {f"http://{name}" for name in hosts})

    def close(self) -> None:
        """Ends the server. Idempotent."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


class _Handler(BaseHTTPRequestHandler):
    owner: PlayServer
    timeout = 30
    """Seconds for a body that was announced to come."""

    def do_GET(self) -> None:
        if not self._known():
            return
        page = self.owner.page(self.path.partition("?")[0])
        self._send(404 if page is None else 200, "text/html; charset=utf-8", (page or "Not here.").encode())

    def do_POST(self) -> None:
        if not self._known():
            return
        if self.path not in ("/grade", "/guideline"):
            self._send(404, "text/plain", b"Not here.")
            return
        length = self.headers.get("content-length", "0")
        if not _LENGTH.fullmatch(length) or int(length) > _MAX_BODY:
            self._refuse(f"A body needs a length in bytes, at most {_MAX_BODY:,}.")
            return
        body = self.rfile.read(int(length))
        if self.path == "/guideline":
            self._tell(200, {"guideline": self.owner.guideline})
        elif (verdict := self.owner.graded(body)) is not None:
            self._tell(200, verdict)
        else:
            self._refuse("The page sent no usable state. Reload it and play again.")

    def _known(self) -> bool:
        known = self.owner.knows(self.headers.get("host"), self.headers.get("origin"))
        if not known:
            self.close_connection = True
            self._send(403, "text/plain", b"Only pages of this address are answered.")
        return known

    def _refuse(self, why: str) -> None:
        self.close_connection = True  # what is left of the body is not read
        self._tell(400, {"success": False, "title": "Not graded", "lines": [why]})

    def _tell(self, status: int, reply: Mapping[str, Any]) -> None:
        self._send(status, "application/json", json.dumps(reply).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
        """Says nothing: the terminal belongs to the command."""


def _lines(found: Grade, steps: int, oracle: int) -> list[str]:
    lines = [found.reason] if found.reason else []  # it names all that is missing
    lines += [f"side effect: {item}" for item in found.side_effects]
    lines.append(f"{steps} steps; the reference takes {oracle}")
    return lines


def _frame(world: World) -> str:
    steps = [_parts(line) for line in world.task.instructions]
    page = _TEMPLATES.fill(
        "play.html.j2",
        world=world,
        dials=dials_in_words(world.task),
        steps=steps,
        has_slots=any(part.is_slot for parts in steps for part in parts),
        style=_TEMPLATES.asset("play.css"),
        script=_TEMPLATES.asset("play.js"),
    )
    return str(page)


_SLOT = re.compile(r"(\{[A-Z][A-Z0-9]*\})")


@dataclass(frozen=True, slots=True)
class StepPart:
    """Words of a step; a slot is a letter that stands for what was read on the way."""

    words: str
    is_slot: bool


def _parts(line: str) -> Sequence[StepPart]:
    return [StepPart(words, place % 2 == 1) for place, words in enumerate(_SLOT.split(line))]
