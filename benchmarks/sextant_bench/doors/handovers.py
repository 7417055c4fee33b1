"""Another user of the machine, while a person has been handed the page of a browser."""

import os
import pty
import re
import threading
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from sextant_bench.doors.attack import TABLES, Scene
from sextant_bench.doors.puppet import Puppet, Served, act
from sextant_bench.doors.room import Room, eventually

__all__ = ["SCENES"]


@dataclass(frozen=True, slots=True)
class _Handed:
    """A page that a person was given: its address, and the terminal at which the person sits."""

    address: str
    terminal: int


@contextmanager
def _handed(room: Room) -> Generator[_Handed]:
    page = "<h1>Sign in</h1>"
    orders = [act(type="hand_over", reason="Sign in")]
    with Served({"/": page}) as site, Puppet(*orders) as puppet:
        ours, theirs = pty.openpty()
        process = room.start(
            *("run", "Read the mail", "--device", f"web:{site.at()}", "--model", puppet.spec, "--verifier", "none"),
            *("--set", "models.vision=no"),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        said: list[str] = []

        def listen() -> None:
            with suppress(OSError):
                while chunk := os.read(ours, 4096):
                    said.append(chunk.decode("utf-8", "replace"))

        threading.Thread(target=listen, daemon=True).start()

        def address() -> str:
            found = re.search(
                r"http://127\.0\.0\.1:\d+/[\w/-]+", "".join("".join(said).split()).replace("inabrowser", " ")
            )
            return found[0] if found and str(site.port) not in found[0] else ""

        try:
            if not eventually(lambda: bool(address()), 60):
                raise RuntimeError(f"nothing was handed over: {''.join(said)[-600:]}")
            yield _Handed(address(), ours)
        finally:
            process.kill()
            process.wait()
            os.close(ours)


handing = Scene("local user", "a hand-over", _handed)


def _asked(address: str, path: str = "", method: str = "GET", **head: str) -> tuple[int, bytes]:
    parts = urlsplit(address)
    with closing(HTTPConnection("127.0.0.1", parts.port or 80, timeout=10)) as asking:
        asking.putrequest(method, path or parts.path, skip_host=True)
        for name, value in {
            "Host": parts.netloc,
            **{key.replace("_", "-"): text for key, text in head.items()},
        }.items():
            asking.putheader(name, value)
        body = b'{"events": []}' if method == "POST" else b""
        asking.putheader("Content-Length", str(len(body)))
        asking.endheaders(body)
        reply = asking.getresponse()
        return reply.status, reply.read(200)


def _let_in(handed: _Handed, path: str = "", method: str = "GET", **head: str) -> str:
    status, _ = _asked(handed.address)
    if status != 200:
        raise RuntimeError(f"the person is not let in either: {status}")
    try:
        status, body = _asked(handed.address, path, method, **head)
    except OSError:
        return ""
    return f"{status} {body[:80]!r}" if status < 400 else ""


for name, (tried, path, method, head) in TABLES["handovers"].items():

    def _enter(handed: _Handed, path: str = path, method: str = method, head: dict[str, str] = head) -> str:
        return _let_in(handed, path, method, **head)

    handing.add(f"hand-over: {name}", f"somebody {tried}", _enter)


@handing.attack("hand-over: after its end")
def _after(handed: _Handed) -> str:
    """Asks for the page with its token when the person has given it back."""
    if _asked(handed.address)[0] != 200:
        raise RuntimeError("it is not there before either")
    os.write(handed.terminal, b"\n")

    def closed() -> bool:
        try:
            return _asked(handed.address)[0] >= 400
        except OSError:
            return True

    return "" if eventually(closed, 60) else "the page is still there"


SCENES: tuple[Scene[Any], ...] = (handing,)
