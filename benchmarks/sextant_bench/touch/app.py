"""Pages that move between a look and a touch, and the log of their server: the truth about what a touch met.

Which element a page's touches are for stands in its `Plan`, by its label; what a touch really met, the page tells the
server by the name of the node that got the click.
"""

import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from sextant_bench.web_server import SCRIPT, TEXT, HttpAnswer, HttpRequest, LoopbackServer, Reply

__all__ = ["KINDS", "LONG_SPLASHES", "WORKERS", "Item", "Kind", "MovingApp", "VisitPlan", "planned"]

Kind = Literal[
    "still",
    "banner",
    "sidebar",
    "carousel",
    "drawer",
    "bar",
    "rerender",
    "recycled",
    "sticky",
    "scrolled",
    "splash",
    "shadow",
    "frame",
    "select",
    "worker",
]
KINDS: tuple[Kind, ...] = (
    *("still", "banner", "sidebar", "carousel", "drawer", "bar", "rerender", "recycled"),
    *("sticky", "scrolled", "splash", "shadow", "frame", "select", "worker"),
)
Worker = Literal["dedicated", "nested", "service"]
WORKERS: tuple[Worker, ...] = ("dedicated", "nested", "service")
LONG_SPLASHES = (8.0, 14.0, 20.0)
"""Seconds of the few splash screens that last."""

_PAGE = (Path(__file__).parent / "app.html").read_text(encoding="utf-8")
_WORDS = ("walnut", "pepper", "ribbon", "castle", "violet", "meadow", "copper", "lantern", "orchid", "harbour")
_WORKER = """onmessage = ({ data: { items, every } }) => {
  postMessage(items.slice(0, 4));
  items.slice(4).forEach((item, n) => setTimeout(() => postMessage([item]), every * (n + 1)));
};"""
_OUTER = """const inner = new Worker('/worker.js');
inner.onmessage = ({ data }) => postMessage(data);
onmessage = ({ data }) => inner.postMessage(data);"""
_SERVICE = """oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => { const url = new URL(event.request.url);
  if (url.pathname === '/served-by-worker') event.respondWith(new Response(url.searchParams.get('items'))); };"""
_SCRIPTS = {"/worker.js": _WORKER, "/outer.js": _OUTER, "/service.js": _SERVICE}
_ARRIVED = '<!doctype html><meta name="viewport" content="width=device-width"><title>{0}</title><h1>Page of {0}</h1>'


@dataclass(frozen=True, slots=True)
class Item:
    """Something on a page: its name in the server's log, its label, and whether it is a link."""

    id: str
    label: str
    link: bool


@dataclass(frozen=True, slots=True)
class VisitPlan:
    """One visit of a page: what stands on it, how it moves, and the items that are to be touched, one after another."""

    kind: Kind
    seed: int
    items: tuple[Item, ...]
    wanted: tuple[Item, ...]
    splash: int = 0
    """Milliseconds of a splash screen."""
    worker: Worker = "dedicated"


def planned(kind: Kind, number: int, touches: int, rng: random.Random) -> VisitPlan:
    """The visit of that number to a page of that kind; the last of its touches may be of a link."""
    words = rng.sample(_WORDS, 8)
    links = 0.0 if kind == "recycled" else 0.4  # a node that goes on to the next row cannot become a link
    items = tuple(Item(f"{word}{number}", f"{word.title()} {number}", rng.random() < links) for word in words)
    plain, leading = [one for one in items if not one.link], [one for one in items if one.link]
    if kind == "select":
        wanted = [rng.choice(items)]
    else:
        wanted = [rng.choice(plain) for _ in range(touches - 1)] if plain else []
        wanted.append(rng.choice(leading or plain))
    splash = round(1000 * rng.choice((0.5, 0.8, 1.2, 1.8, 2.5, 4.0)))
    return VisitPlan(kind, rng.randrange(2**31), items, tuple(wanted), splash, WORKERS[number % len(WORKERS)])


class MovingApp(LoopbackServer):
    """The app, served on loopback while it is open; by another name of the host the same server is another site."""

    def __init__(self) -> None:
        super().__init__()
        self._read = 0
        self._plan: VisitPlan | None = None

    def show(self, plan: VisitPlan) -> str:
        """The address of a visit."""
        self._plan = plan
        return f"{self.url}/page?visit={plan.seed}"

    def answer(self, request: HttpRequest) -> Reply:
        path = request.path
        if path in _SCRIPTS:
            return HttpAnswer(_SCRIPTS[path], SCRIPT)
        if path.startswith("/to/"):
            return _ARRIVED.format(path.removeprefix("/to/"))
        if path == "/out":
            return _ARRIVED.format("somebody else")
        return self._page() if path == "/page" else HttpAnswer("ok", TEXT)

    def _page(self) -> str:
        """The page of the present visit."""
        assert self._plan is not None
        told = json.dumps(asdict(self._plan)).replace("<", "\\u003c")
        page = _PAGE.replace("__PLAN__", told).replace("__KIND__", self._plan.kind)
        return page.replace("__OUT__", f"{self.other}/out")

    @property
    def left(self) -> int:
        """How often the other site was opened."""
        return sum(one.path == "/out" for one in list(self.heard))

    def met(self) -> tuple[list[str], list[str]]:
        """The items that got clicks, and those whose pages were opened, since the last call."""
        new = self.heard[self._read :]
        self._read += len(new)
        hits = [one.query["item"] for one in new if one.path == "/hit"]
        return hits, [one.path.removeprefix("/to/") for one in new if one.path.startswith("/to/")]
