"""Worlds as apps of the evaluation by hand: the page of one in a browser as a user's app, and its records.

The page is served on loopback and driven as any web app, with its phone's keys as hooks. When Sextant lets go, the hook
`end` sends the world's state here. Walks show for each task that it can be done, in the world's twin.
"""

import json
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from benchmarks.by_hand.truth import State
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.names import find_world
from sextant_worlds.oracle.walk import prove
from sextant_worlds.page.html import page_html
from sextant_worlds.spec.reference import EnterMove, Move, OpenMove, PressMove, Reference, TapMove, TypeMove
from sextant_worlds.spec.tasks import nothing_asked
from sextant_worlds.spec.world import World

_LOOKED_AT = ("read", "unread")
"""Fields that only tell that something was opened."""
_OWN = ("handed", "given")
"""What the app for answers keeps beside the answer."""
_KEY = 'document.dispatchEvent(new CustomEvent("phone", {{detail: JSON.stringify({})}}))'
_MOST = 8_000_000


@dataclass(frozen=True, slots=True)
class Phone:
    """A served world. `settings` are those of a run on it: the phone's date and keys."""

    world: World
    address: str
    settings: Mapping[str, str]
    _server: "_Server"

    def records(self) -> State:
        """What the world holds: as its page told last, before that as it begins."""
        return records(self._server.state or first(self.world))


@cache
def world(name: str) -> World:
    """The world of that name."""
    return find_world(name)


def first(found: World) -> Mapping[str, Any]:
    """The state in which a world begins."""
    return start(served(found))


@contextmanager
def serving(name: str) -> Generator[Phone]:
    """The page of a world on loopback, as long as the block lasts."""
    found = world(name)
    page = page_html(found).replace("default-src 'none';", "default-src 'none'; connect-src 'self';")
    server = _Server(page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Phone(found, f"http://127.0.0.1:{server.server_address[1]}/", _settings(found), server)
    finally:
        server.shutdown()
        server.server_close()


def _settings(found: World) -> dict[str, str]:
    keys = {f"hooks.{key}": _KEY.format(f'{{on: "key", key: "{key}"}}') for key in ("home", "back", "recents")}
    return {
        **keys,
        "hooks.open_app": _KEY.format('{on: "launch", app}'),
        "hooks.end": 'fetch("/state", {method: "POST", body: JSON.stringify(sextantWorld.state())}).then(() => true)',
        "policy.allowed_requests": "POST /state",  # the hook's own, which no act caused
        "browser.viewport": f"{found.phone.width}x{found.phone.height}",
        "browser.clock": found.phone.now.isoformat(timespec="seconds"),
    }


def records(state: Mapping[str, Any]) -> State:
    """The records of a state: collections of each app, its settings, acts, and the answer that was handed in."""
    tables: dict[str, dict[str, Mapping[str, object]]] = {}
    for app, data in state["data"].items():
        for name, rows in data["c"].items():
            tables[f"{app}.{name}"] = {str(row["id"]): _kept(row) for row in rows}
        tables[f"{app}.settings"] = {name: {"value": value} for name, value in data["v"].items() if name not in _OWN}
    for held in state["held"]:  # records that a sync holds back are there all the same
        rows = tables.setdefault(f"{held['app']}.{held['collection']}", {})
        rows.update({str(row["id"]): _kept(row) for _, row in held["records"]})
    acts = [{"act": f"{one['app']}.{one['act']}", **one["fields"]} for one in state["acts"]]
    tables["acts"] = {str(number): one for number, one in enumerate(acts, 1)}
    tables["handed in"] = {} if state["answer"] is None else {"answer": {"text": state["answer"]}}
    return tables


def _kept(row: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in _LOOKED_AT}


# -- walks ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk left behind, in how many steps of a device."""

    records: State
    steps: int


def walked(name: str, moves: Sequence[str]) -> Walked:
    """Carries moves out in the world's twin: `open APP`, `tap ID`, `type ID TEXT`, `enter`, `press KEY`.

    Raises:
        ValueError: Something that they name is not on the screen.
    """
    reference = Reference(program='step("all")', steps={"all": tuple(_moves(moves))})
    task = nothing_asked("by-hand").model_copy(update={"reference": reference})
    proof = prove(world(name).model_copy(update={"task": task}))
    if proof.walk.status != "complete":
        raise ValueError(f"{name}: the walk stopped after {len(proof.walk.steps)} steps")
    return Walked(records(proof.end), len(proof.walk.steps))


def _moves(lines: Sequence[str]) -> Iterator[Move]:
    for line in lines:
        verb, _, rest = line.partition(" ")
        match verb:
            case "open":
                yield OpenMove(app=rest)
            case "tap":
                yield TapMove(test_id=rest)
            case "type":
                field, _, text = rest.partition(" ")
                yield TypeMove(test_id=field, text=text)
            case "enter":
                yield EnterMove()
            case "press" if rest in ("back", "home", "recents"):
                yield PressMove(key=rest)
            case _:
                raise ValueError(f"no move: {line!r}")


_STATEMENTS = [move for number in range(1, 7) for move in (f"tap statements-s{number}", "press back")]
WALKS: dict[str, Sequence[str]] = {
    "worlds-capetown": (
        "open travel",
        "tap trips-t03",
        "open messages",
        "tap chats-tamsin-pryce",
        "type message SP4K6B, departure 14:05",
        "tap message-send",
        "open tasks",
        "tap new-task",
        "type task-title Check in for Cape Town",
        "tap task-tag-tag2",
        "tap save-task",
    ),
    "worlds-palermo": (
        "open travel",
        "tap tab-hotels",
        "tap hotels-h03",
        "type arrive 13:20",
        "tap tell-arrival",
        "open calendar",
        "tap new-event",
        "type title Arrive in Palermo",
        "type on 12 Feb",
        "type at 13:50",
        "type note 6259#56",
        "tap save-event",
    ),
    "worlds-invites": (
        "open calendar",
        "tap tab-invites",
        "tap invites-i2",
        "tap accept",
        "press back",
        "tap invites-i5",
        "tap accept",
        "press back",
        "tap invites-i8",
        "tap accept",
    ),
    "worlds-statements": ("open wallet", "tap tab-more", "tap open-statements", *_STATEMENTS[:-1]),
    "worlds-account": ("open wallet", "tap accounts-a3", "press back", "tap tab-more"),
    "worlds-postage": (
        "open parcels",
        "tap tab-sending",
        "tap outgoing-g2",
        "tap dropped",
        "open wallet",
        "tap send-money",
        "tap payees-lucia-herrero",
        "type amount 14.10",
        "type reference LB49-B56",
        "tap continue",
        "tap dialog-send",
    ),
    "worlds-cart": (
        "open shop",
        "type search-input planter",
        "tap catalogue-p17",
        "tap add-to-cart",
        "tap tab-cart",
        "tap basket-p06-remove",
        "tap checkout",
        "tap ship-locker",
        "type recipient Freya Halvorsen",
        "tap place-order",
        "tap dialog-confirm",
    ),
    "worlds-doctor": (
        "open clinic",
        "tap tab-record",
        "tap tab-doctors",
        "tap doctors-filter-general",
        "tap doctors-a03",
        "press back",
        "tap doctors-a07",
        "press back",
        "tap doctors-a11",
        "tap save-doctor",
        "type message P-4934-535",
        "tap send-message",
    ),
    "worlds-limit": (
        "open wallet",
        "tap tab-cards",
        "tap cards-c2",
        "press back",
        "tap cards-c4",
        "tap freeze",
        "open messages",
        "tap chats-cui-bowen",
        "type message 旅行信用卡的每月限额是2526.66元",
        "tap message-send",
    ),
    "worlds-desk": (
        "open tasks",
        "tap tasks-filter-tag3",
        "tap tasks-k25",
        "tap finish",
        "press back",
        "tap tasks-k11",
        "press back",
        "tap tasks-k04",
        "tap finish",
        "press back",
        "tap tasks-k22",
        "press back",
        "tap tasks-k18",
        "tap finish",
        "press back",
        "tap tasks-k08",
    ),
}
"""For each task a walk that does it the shortest way, for whoever has to look everything up."""

STRAYS: dict[str, Sequence[str]] = {
    "train/49": ("open shop", "tap catalogue-p01", "tap add-to-cart"),
    "train/97": ("open tasks", "tap tasks-k04-done"),
    "train/109": ("open feed", "tap posts-s05-like"),
    "train/205": ("open shop", "tap catalogue-p01", "tap add-to-cart"),
}
"""For each world something that no task asks for."""


# -- the page --------------------------------------------------------------------------------------------------------


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, page: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.page = page.encode()
        self.state: Mapping[str, Any] | None = None


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = self.path == "/"
        self._send(200 if found else 404, cast("_Server", self.server).page if found else b"")

    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers["content-length"]), _MOST))
        if self.path == "/state":
            cast("_Server", self.server).state = json.loads(body)
        self._send(204, b"")

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nothing is logged."""
