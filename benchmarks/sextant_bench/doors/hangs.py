"""Servers and pages that never answer, never end, or are too much."""

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

from sextant_bench.doors.attack import TABLES, Scene, bare
from sextant_bench.doors.puppet import FREE, Served, act, press, run
from sextant_bench.doors.room import Room, unruly
from sextant_bench.web_server import Reply

__all__ = ["SCENES"]

_WITHIN = 150.0
"""Seconds that a run may take over such a page on a busy machine: the limits of its waits are far below."""


_DEEP = "<div>" * 20_000 + "deep" + "</div>" * 20_000

hanging = Scene("page", "pages that hang", bare)
silent = Scene("page", "servers that hang", bare)


def _survived(room: Room, pages: Mapping[str, Reply] | str, start: str = "/", label: str = "Next") -> str:
    """Whether the run over it ends in good order, with a reason, and leaves no browser that is not listed."""
    orders = [press(label), act(type="wait", seconds=1)]
    met = run(room, pages, orders, FREE, start=start, limit=_WITHIN, insists=1)
    if through := unruly(met.done):
        return through
    said = met.done.json
    return "" if said.get("reason") or said.get("error") or said.get("status") == "success" else "it gave no reason"


for name, page in TABLES["hangs"].items():
    hanging.add(f"page: {name}", f"a page has {name}", partial(_survived, pages=page.replace("DEEP", _DEEP)))


def _never(request: BaseHTTPRequestHandler) -> None:
    request.connection.settimeout(_WITHIN)
    with suppress(OSError):
        request.connection.recv(1)


def _endless(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Type", "text/html")
    request.end_headers()
    until = time.monotonic() + _WITHIN
    with suppress(OSError):
        request.wfile.write(b"<!doctype html><button>Next</button>")
        while time.monotonic() < until:
            request.wfile.write(b"<p>more</p>" * 20)
            time.sleep(0.05)


def _round(request: BaseHTTPRequestHandler) -> None:
    request.send_response(302)
    request.send_header("Location", f"/round?{time.monotonic()}")
    request.send_header("Content-Length", "0")
    request.end_headers()


_NEXT = "<button onclick=\"location = '/x'\">Next</button>"
for name, start, reply in (
    ("never answers", "/x", _never),
    ("never ends", "/x", _endless),
    ("redirects for ever", "/round", _round),
    ("never answers a touch", "/", _never),
):
    silent.add(
        f"server: {name}",
        f"a server {name}",
        partial(_survived, pages={"/": _NEXT, "/x": reply, "/round": _round}, start=start),
    )


@silent.attack("server: refuses")
def _refused(room: Room) -> str:
    """Nobody listens at the address."""
    with Served("") as site:
        address = site.at()
    done = room.sextant("goto", f"web:{address}", "home", "--json", limit=_WITHIN)
    return unruly(done) or ("" if address.rstrip("/") in done.out else "the address is not named")


@silent.attack("frame: an endless loop")
def _busy_frame(room: Room) -> str:
    """A stranger's frame has an endless loop, and each touch of the page beside it waits for the frame."""
    labels = ("First", "Second", "Third", "Fourth", "Fifth")
    buttons = "".join(f"<button onclick=\"fetch('/touched')\">{label}</button>" for label in labels)
    with Served("<script>setTimeout(() => { for (;;) {} }, 3000)</script>") as other:
        page = f"""{buttons}<iframe src="{other.at("/", "localhost")}"></iframe>"""
        orders = [act(type="wait", seconds=4), *map(press, labels)]
        met = run(room, page, orders, FREE, limit=_WITHIN / 2, insists=1)
        touched = len(met.site.asked("/touched"))
    return unruly(met.done) or ("" if touched == len(labels) else f"{touched} of {len(labels)} touches arrived")


SCENES: tuple[Scene[Any], ...] = (hanging, silent)
