"""Reading ahead: links are addresses, and what lies behind them can be read before anybody goes there.

The pages that were read are a map beside the map: read, not walked. They say which link leads on to a page that
answers the goal, and nothing else; a screen is reached by touches. A GET may do harm as well, so a page is not asked
for where its label or address is listed (`labels.toml`), nor where one label stands on many links of a page (`Delete`
in each row). When a page of ours suddenly asks for a login, all reading ends.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from itertools import islice

from sextant.contracts import ReadsAhead
from sextant.types.pages import PageLink, ReadPage
from sextant.utg.exclusions import link_excluded, same_origin
from sextant.utg.exits import relative
from sextant.utg.faces import Face
from sextant.utg.graph import Graph
from sextant.utg.relevance import Goal, Led, Words, screen_words
from sextant.utg.search import NAMES
from sextant.utg.served.paths import StaticRoute, addresses
from sextant.utg.served.reading import ServedRoutes

__all__ = ["Library"]

_MOST_PAGES = 300
_AT_ONCE = 16
"""So many pages are asked for and not there yet."""
_REPEATED = 3
"""On so many links of one page a label is an act, not a name."""
_POLL = 0.05
_DIFFERENT = 3
"""So many pages that call themselves alike are one page that answers every address."""
_LABELS = 4
_COMPARED = 60
"""So many pages are compared by meaning: it takes time."""
_PER_DEPTH = 0.3


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
    static: dict[str, StaticRoute] = field(default_factory=dict[str, StaticRoute])
    """By address, the routes of the served code that have one and may be read. There is nothing until they are read."""
    ended: str = ""
    """Why nothing more is read; empty while it is."""
    _home: str = ""
    _app: str = ""
    _waiting: dict[str, int] = field(default_factory=dict[str, int])
    """What is to be read, with how many links it is away from what was walked."""
    _letters: Callable[[str], float] = lambda _: 0.0
    _depths: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _targets: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _into: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _patience: float = 12.0
    _served: ServedRoutes | None = None
    _placed: int = 0
    """How many screens the map had when the addresses of the code's routes were last worked out."""

    def look(self, graph: Graph, location: str, app: str, goal: Goal) -> None:
        """Takes up what has come, and asks for what the screens of the map link to: what sounds like the goal first."""
        self._letters = goal.letters
        if not self._app:
            self._home, self._app = location, app
        self._look_at_code(graph)
        if same_origin(location, self._app):
            here = relative(location, location, self._app)
            if here not in self.asked and here.startswith("/"):  # its HTML has the links of closed menus as well
                self.asked[here], self._waiting[here], self._depths[here] = None, 0, 0
            links = (PageLink(one.href, one.label) for node in graph.nodes.values() for one in node.exits if one.href)
            self._note("", [one for one in links if one.address.startswith("/")])
        self._take()
        self._ask()

    def _look_at_code(self, graph: Graph) -> None:
        """Takes the routes of the code up once they are read, which the first call begins.

        Screens that come later may tell what stands before their paths.
        """
        if self._served is None:
            self._served = ServedRoutes(self.reader)
        found = self._served.take()
        if found is not None and self._placed < len(graph.nodes):
            self._placed = len(graph.nodes)
            hrefs = (one.href for node in graph.nodes.values() for one in node.exits)
            known = [self._address_of(self._home), *(node.face.location for node in graph.nodes.values()), *hrefs]
            placed = addresses(found.routes, [one for one in known if one.startswith("/")])
            may = ((one, route) for one, route in placed.items() if not link_excluded("", route.address, self._app))
            self.static = dict(may)

    def unlinked(self) -> tuple[str, ...]:
        """The addresses of the code's routes that no link leads to, of all that were seen or read."""
        linked = {address.partition("?")[0].rstrip("/") for address in self._labels}
        return tuple(address for address in self.static if address.rstrip("/") not in linked)

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

    def words(self, goal: Goal, walked: Container[str]) -> dict[str, Words]:
        """By address, the pages in words that were not walked to; the most telling ones where there are many.

        Left out are those that call themselves as many do: an app that is built by scripts answers every address with
        one page.
        """
        fit = {address: page for address, page in self.pages.items() if page.status == 200}
        alike = Counter((page.title, page.heads) for page in fit.values())
        found = {
            address: screen_words(
                Face(page.title, page.heads, page.headings, address), [Led(one) for one in self._names(address)]
            )
            for address, page in fit.items()
            if address not in walked and alike[page.title, page.heads] < _DIFFERENT
        }
        if len(found) <= _COMPARED:
            return found
        best = sorted(found, key=lambda address: -goal.letters(found[address].whole))[:_COMPARED]
        return {address: found[address] for address in best}

    def _names(self, address: str) -> Iterable[str]:
        """What links call a page; labels of many pages are no names."""
        names = (label for label in self._labels.get(address, ()) if len(self._targets[label]) <= NAMES)
        return islice(names, _LABELS)

    def hops(self, address: str) -> dict[str, int]:
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
        labels = list(self._labels.get(address, ()))[:_LABELS]
        match = max(map(self._letters, labels), default=0.0)
        return _PER_DEPTH * self._waiting[address] - match

    @property
    def _under_way(self) -> int:
        return len(self.asked) - len(self._waiting) - len(self.pages)

    def _address_of(self, location: str) -> str:
        return relative(location, location, self._app)
