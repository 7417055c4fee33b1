"""Reading ahead: links are addresses, and what lies behind them can be read before anybody goes there.

The pages that were read are a map beside the map: read, not walked. They say which link leads on to a page that
answers the goal, and nothing else; a screen is reached by touches. A GET may do harm as well, so a page is not asked
for where its label or address is listed (`labels.toml`), nor where one label stands on many links of a page (`Delete`
in each row). When a page of ours suddenly asks for a login, all reading ends.
"""

import time
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from sextant.contracts import ReadsAhead
from sextant.types.pages import PageLink, ReadPage
from sextant.utg.exclusions import link_excluded, same_origin
from sextant.utg.exits import relative
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Place
from sextant.utg.search import NAMES, Answer, Goal, Led, Option, answer_of, depicted, tempered
from sextant.utg.selection.described import Described, describe, shared_parts

__all__ = ["Library", "Promise", "promised"]

_MOST_PAGES = 300
_AT_ONCE = 16
"""So many pages are asked for and not there yet."""
_REPEATED = 3
"""On so many links of one page a label is an act, not a name."""
_POLL = 0.05
_DIFFERENT, _MANY = 3, 60
"""Pages, of different names and in all, from which on what was read tells what an app has."""
_LABELS = 4
_TARGETS = 3
_PER_DEPTH = 0.3
_MIGHT_OPEN = 0.5
"""What is left of it for a link that may open something here rather than lead where its address says."""
_PER_LINK = 0.97
"""What is left of a promise for each link that lies before it."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A page that was read and answers the goal: its score, its name, and how many links each address is away."""

    address: str
    score: float
    name: str
    hops: Mapping[str, int]


@dataclass(slots=True)
class Library:
    """The pages of one app that were read, or are about to be.

    Attributes:
        reader: Fetches them.
        most: Pages that are read at most.
    """

    reader: ReadsAhead
    most: int = _MOST_PAGES
    pages: dict[str, ReadPage] = field(default_factory=dict[str, ReadPage])
    asked: dict[str, None] = field(default_factory=dict[str, None])
    ended: str = ""
    """Why nothing more is read; empty while it is."""
    _home: str = ""
    _app: str = ""
    _waiting: dict[str, int] = field(default_factory=dict[str, int])
    """What is to be read, with how many links it is away from what was walked."""
    _goal: Goal = field(default_factory=lambda: Goal(""))
    _depths: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _targets: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _into: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _patience: float = 12.0

    def look(self, graph: Graph, location: str, app: str, goal: Goal) -> None:
        """Takes up what has come, and asks for what the screens of the map link to: what sounds like the goal first."""
        self._goal = goal
        if not self._app:
            self._home, self._app = location, app
        if same_origin(location, self._app):
            here = relative(location, location, self._app)
            if here not in self.asked and here.startswith("/"):  # its HTML has the links of closed menus as well
                self.asked[here], self._waiting[here], self._depths[here] = None, 0, 0
            links = (PageLink(one.href, one.label) for node in graph.nodes.values() for one in node.exits if one.href)
            self._note("", [one for one in links if one.address.startswith("/")])
        self._take()
        self._ask()

    def gather(self, seconds: float) -> None:
        """Waits for pages that were asked for, at most so long, and as long as patience lasts."""
        end = time.monotonic() + min(seconds, self._patience)
        began = time.monotonic()
        while self.pending and time.monotonic() < end and not self.ended:
            time.sleep(_POLL)  # pages come from another thread
            self._take()
            self._ask()
        self._patience -= time.monotonic() - began

    @property
    def pending(self) -> int:
        """Pages that are under way."""
        return self._under_way

    @property
    def tired(self) -> bool:
        """Whether it was waited for pages long enough."""
        return self._patience <= 0

    @property
    def complete(self) -> bool:
        """Whether every page that may be read was read, or as many as are read at most; and there were some."""
        full = len(self.pages) >= self.most
        return bool(self.pages) and not (self._under_way or self.ended) and (full or not self._waiting)

    @property
    def enough(self) -> bool:
        """Whether what was read tells what the app has: all of it or much, and not one page again and again."""
        faces = {(page.title, page.heads) for page in self.pages.values()}
        return len(faces) >= _DIFFERENT and (self.complete or (self.tired and len(self.pages) >= _MANY))

    def said(self) -> Iterable[str]:
        """What the pages and their links are called."""
        for page in self.pages.values():
            yield from (page.title, *page.heads)
        for labels in self._labels.values():
            yield from labels

    def promises(self, goal: Goal, seen: Iterable[str], least: float) -> list[Promise]:
        """The pages that answer the goal best and were not looked at, with the way to each."""
        passed = frozenset(seen)
        fit = ((address, page) for address, page in self.pages.items() if page.status == 200)
        found = tempered((address, self._answer(goal, address, page)) for address, page in fit)
        scored = [(one, address) for address, one in found if address not in passed and one.score >= least]
        best = sorted(scored, key=lambda pair: -pair[0].score)[:_TARGETS]
        return [Promise(address, one.score, one.name, self._hops(address)) for one, address in best]

    def described(self) -> list[Described]:
        """The pages with their names, each a place of its address."""
        fit = {address: page for address, page in self.pages.items() if page.status == 200}
        shared = shared_parts([page.title for page in fit.values()])
        found: list[Described] = []
        for address, page in fit.items():
            face = Face(page.title, page.heads, page.headings, address)
            found.append(describe(Place(address), face, tuple(self._names(address)), shared, face.name))
        return found

    def depicted(self) -> dict[str, str]:
        """By address, the pages in words, as their meaning is compared; without those that call themselves as many do.

        An app that is built by scripts answers every address with one page.
        """
        fit = {address: page for address, page in self.pages.items() if page.status == 200}
        alike = Counter((page.title, page.heads) for page in fit.values())
        return {
            address: depicted(Face(page.title, page.heads, page.headings, address), self._names(address))[0]
            for address, page in fit.items()
            if alike[page.title, page.heads] < _DIFFERENT
        }

    def _names(self, address: str) -> Iterable[str]:
        """What links call a page; labels of many pages are no names."""
        names = (label for label in self._labels.get(address, ()) if len(self._targets[label]) <= NAMES)
        return islice(names, _LABELS)

    def _answer(self, goal: Goal, address: str, page: ReadPage) -> Answer:
        face = Face(page.title, page.heads, page.headings, address)
        return answer_of(goal, Place(address), face, map(Led, self._names(address)))

    def _hops(self, address: str) -> dict[str, int]:
        """How many links each address is away from one, itself included."""
        found, ahead = {address: 0}, deque([address])
        while ahead:
            here = ahead.popleft()
            for before in self._into.get(here, ()):
                if before not in found:
                    found[before] = found[here] + 1
                    ahead.append(before)
        return found

    # -- asking -------------------------------------------------------------------------------------------------

    def _take(self) -> None:
        for page in self.reader.pages_read():
            address = relative(page.address, self._home, self._app)
            if page.login and address == self._address_of(self._home) and not self.ended:
                self.ended = "the start page asked for a login"
            self.pages[address] = page
            links = (PageLink(relative(one.address, page.address, self._app), one.label) for one in page.links)
            self._note(address, [one for one in links if one.address.startswith("/")])

    def _note(self, source: str, links: list[PageLink]) -> None:
        """Takes links down; those that name one page each are read later."""
        targets: dict[str, set[str]] = {}
        for one in links:
            targets.setdefault(one.label, set()).add(one.address)
        for one in links:
            self._labels.setdefault(one.address, {})[one.label] = None
            self._targets.setdefault(one.label, set()).add(one.address)
            if source:
                self._into.setdefault(one.address, {})[source] = None
            if one.address in self.asked or len(targets[one.label]) >= _REPEATED or not one.label:
                continue
            if not link_excluded(one.label, one.address, self._app):
                self.asked[one.address] = None
                self._waiting[one.address] = 1 + self._depths.get(source, 0)
                self._depths[one.address] = self._waiting[one.address]

    def _ask(self) -> None:
        if self.ended:
            return
        room = min(_AT_ONCE - self._under_way, self.most - (len(self.asked) - len(self._waiting)))
        if room <= 0 or not self._waiting:
            return
        batch = sorted(self._waiting, key=self._sooner)[:room]
        for address in batch:
            del self._waiting[address]
        if batch:
            self.reader.read_ahead([self._app + address for address in batch])

    def _sooner(self, address: str) -> float:
        """The less the sooner it is read: a level costs as much as a third of a match."""
        match = self._goal.best(list(self._labels.get(address, ()))[:_LABELS])
        return _PER_DEPTH * self._waiting[address] - match

    @property
    def _under_way(self) -> int:
        return len(self.asked) - len(self._waiting) - len(self.pages)

    def _address_of(self, location: str) -> str:
        return relative(location, location, self._app)


def promised(options: Iterable[Option], promises: Iterable[Promise], graph: Graph) -> list[Option]:
    """The options, each with what the pages are worth that it leads nearer to; the one of most worth first.

    Where the link stands on the page itself and is not in sight, it is what opens something there that leads on.
    """
    raised = list(options)
    for promise in promises:
        for at, one in enumerate(raised):
            worth = one.left * promise.score * _nearer(promise, one, graph)
            raised[at] = replace(one, match=max(one.match, worth))
    return sorted(raised, key=lambda one: -one.worth)


def _nearer(promise: Promise, one: Option, graph: Graph) -> float:
    """What is left of a promise once an option is taken, for the links that then lie before it; 0: none of it."""
    node = graph.nodes[one.place.node]
    here, there = promise.hops.get(node.face.location), promise.hops.get(one.exit.href)
    if here and one.exit.kind in ("opener", "navigation") and (there is None or there >= here):
        shown = any(promise.hops.get(other.href) == here - 1 for other in node.exits if other.reach != "hidden")
        return 0.0 if shown else (_MIGHT_OPEN if one.exit.href else 1.0) * _PER_LINK ** (here + 1)
    return _PER_LINK ** (there + 1) if there is not None and (here is None or there < here) else 0.0
