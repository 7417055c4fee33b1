"""Reading ahead: links are addresses, and what lies behind them can be read before anybody goes there.

The pages that were read are a map beside the map: read, not walked. They say which link leads on to a page that
answers the goal, and nothing else; a screen is reached by touches. A GET may do harm as well, so a page is not asked
for where its label or address is listed (`labels.toml`), nor where one label stands on many links of a page (`Delete`
in each row). When a page of ours suddenly asks for a login, all reading ends.
"""

import time
from collections import Counter, deque
from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass, field
from itertools import islice

from sextant.protocols import PageReader
from sextant.types.pages import PageLink, ReadPage
from sextant.utg.exclusions import link_excluded, same_origin
from sextant.utg.exits import relative
from sextant.utg.faces import Face
from sextant.utg.graph import Graph
from sextant.utg.relevance import ComparedText, GoalRelevance, Led, screen_words
from sextant.utg.search import NAMES

__all__ = ["PageLibrary"]

_MOST_PAGES = 300
_AT_ONCE, _FEW = 16, 3
"""So many pages are asked for and not there yet; of those that are built by scripts, so few."""
_REPEATED = 3
"""On so many links of one page a label is an act, not a name."""
_POLL = 0.05
_DIFFERENT = 3
"""So many pages that call themselves alike are one page that answers every address."""
_LABELS = 4
_COMPARED = 60
"""So many pages are compared by meaning: it takes time."""
_PER_DEPTH = 0.3
_CLOSELY = 80
"""So many labels are compared by meaning before pages are read that are built by scripts: each page takes time."""
_DEEPER, _AGAIN = 0.5, 2.0
"""Log odds that are taken from such a page for each link before it, and for each one read of its label and path."""


@dataclass(slots=True)
class PageLibrary:
    """The pages of one app that were read, or are about to be.

    Attributes:
        reader: Fetches them.
        most: Pages that are read at most.
    """

    reader: PageReader
    most: int = _MOST_PAGES
    pages: dict[str, ReadPage] = field(default_factory=dict[str, ReadPage])
    asked: dict[str, None] = field(default_factory=dict[str, None])
    scripted: bool | None = None
    """Whether the app's pages are built by their scripts; None while that is not known."""
    ended: str = ""
    """Why nothing more is read; empty while it is."""
    _shown: tuple[str, frozenset[str]] = "", frozenset()
    """A screen that was looked at, by address, and the addresses that it links to: are they in what is served?"""
    _home: str = ""
    _app: str = ""
    _waiting: dict[str, int] = field(default_factory=dict[str, int])
    """What is to be read, with how many links it is away from what was walked."""
    _goal: GoalRelevance | None = None
    _worth: dict[str, float] = field(default_factory=dict[str, float])
    """By label, the log odds that it leads to what is asked for."""
    _begun: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """How many pages of a label and a path were asked for."""
    _depths: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _targets: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _into: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _patience: float = 12.0

    def look(self, graph: Graph, location: str, app: str, goal: GoalRelevance) -> None:
        """Takes up what has come, and asks for what the screens of the map link to: what sounds like the goal first."""
        if goal is not self._goal:
            self._goal, self._worth = goal, {}
        if not self._app:
            self._home, self._app = location, app
        if same_origin(location, self._app):
            here = relative(location, location, self._app)
            if here not in self.asked and here.startswith("/"):  # its HTML has the links of closed menus as well
                self.asked[here], self._waiting[here], self._depths[here] = None, 0, 0
            links = (PageLink(one.href, one.label) for node in graph.nodes.values() for one in node.exits if one.href)
            self._note("", [one for one in links if one.address.startswith("/")])
            node = graph.at(here)
            if node is not None and self.scripted is None:
                self._shown = here, frozenset(one.href for one in graph.nodes[node.node].exits if one.href)
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

    def titles(self) -> list[str]:
        """What the pages are called that were read."""
        return [page.title for page in self.pages.values() if page.title]

    def face(self, address: str) -> Face:
        """What a page says it is."""
        page = self.pages[address]
        return Face(page.title, page.heads, page.headings, address, page.selected, page.texts)

    def words(
        self, goal: GoalRelevance, walked: Container[str], shared: Collection[str] = ()
    ) -> dict[str, ComparedText]:
        """By address, the pages in words that were not walked to; the most telling ones where there are many.

        Left out are those that call themselves as many do: an app that is built by scripts answers every address with
        one page. Left out is also what a walked page says word for word, for another query.
        """
        known = {_said(page) for address, page in self.pages.items() if address in walked}
        fit = {address: page for address, page in self.pages.items() if page.status == 200}
        alike = Counter(map(_called, fit.values()))
        found = {
            address: screen_words(
                self.face(address),
                [Led(one) for one in self.names(address)],
                shared=shared,
            )
            for address, page in fit.items()
            if address not in walked and alike[_called(page)] < _DIFFERENT and _said(page) not in known
        }
        if len(found) <= _COMPARED:
            return found
        best = sorted(found, key=lambda address: -goal.letters(found[address].whole))[:_COMPARED]
        return {address: found[address] for address in best}

    def names(self, address: str) -> Iterable[str]:
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
            links = [PageLink(relative(one.address, page.address, self._app), one.label) for one in page.links]
            self._note(address, [one for one in links if one.address.startswith("/")])
        here, shown = self._shown
        if self.scripted is None and here in self.pages:
            page = self.pages[here]
            served = {relative(one.address, page.address, self._app) for one in page.links}
            if shown or served:
                self.scripted = len(shown & served) < len(shown) / 2
            if self.scripted:
                self._waiting.update(dict.fromkeys(self.pages, 0))
                self.pages.clear()

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
        most = _FEW if self.scripted else _AT_ONCE
        room = min(most - self._under_way, self.most - (len(self.asked) - len(self._waiting)))
        if room <= 0 or not self._waiting:
            return
        batch = self._soonest(room)
        for address in batch:
            del self._waiting[address]
        if batch:
            self.reader.read_ahead([self._app + address for address in batch], self.scripted is True)

    def _soonest(self, room: int) -> list[str]:
        """What is to be read next: what sounds like the goal, and what is near."""
        if self.scripted is None:  # how the others are to be read, the first one tells
            return [one for one in self._shown[:1] if one in self._waiting]
        if not self.scripted:
            return sorted(self._waiting, key=self._sooner)[:room]
        labels = {label for address in self._waiting for label in self._called_by(address)} - self._worth.keys()
        if labels and self._goal is not None:
            near = sorted(labels, key=self._letters, reverse=True)
            odds = self._goal.ways([ComparedText(one, one, one, label=one) for one in near[:_CLOSELY]], 0)
            self._worth.update(zip(near, [*odds, *[0.0] * len(near)], strict=False))
        batch: list[str] = []
        while self._waiting.keys() - batch and len(batch) < room:
            best = max(self._waiting.keys() - batch, key=self._promise)
            self._begun.update(self._alike(best))
            batch.append(best)
        return batch

    def _promise(self, address: str) -> tuple[float, str]:
        """What a page that is built by scripts promises, in log odds."""
        odds = max((self._worth.get(one, 0.0) for one in self._called_by(address)), default=0.0)
        again = max((self._begun[one] for one in self._alike(address)), default=0)
        return odds - _DEEPER * self._waiting[address] - _AGAIN * again, address

    def _alike(self, address: str) -> list[tuple[str, str]]:
        """A page by each of its labels with its path: what differs in parameters alone is much the same."""
        return [(label, address.rpartition("?")[0] or address) for label in self._called_by(address)]

    def _called_by(self, address: str) -> list[str]:
        return list(self._labels.get(address, ()))[:_LABELS]

    def _letters(self, label: str) -> float:
        return 0.0 if self._goal is None else self._goal.letters(label)

    def _sooner(self, address: str) -> float:
        """The less the sooner it is read: a level costs as much as a third of a match."""
        match = max(map(self._letters, self._called_by(address)), default=0.0)
        return _PER_DEPTH * self._waiting[address] - match

    @property
    def _under_way(self) -> int:
        return len(self.asked) - len(self._waiting) - len(self.pages)

    def _address_of(self, location: str) -> str:
        return relative(location, location, self._app)


def _called(page: ReadPage) -> tuple[object, ...]:
    """What a page calls itself."""
    return (page.title, page.heads, page.headings, page.selected)


def _said(page: ReadPage) -> tuple[object, ...]:
    """All that a page says, and where it is but for its query."""
    return (page.address.partition("?")[0], *_called(page), page.texts)
