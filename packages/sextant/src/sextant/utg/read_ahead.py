"""Reads linked pages ahead, without visiting them.

The pages that were read are stored apart from the map. They only tell which link leads towards the goal; screens are
reached by touches. A GET may have effects, so a page is not read if its label or address is listed (`labels.toml`), or
if many links of a page have that label (`Delete` in each row). Reading ends when a page of the app asks for a login.
"""

import math
import time
from collections import Counter, deque
from collections.abc import Collection, Container, Iterable
from dataclasses import field
from itertools import islice

from sextant.dataclass import dataclass
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
"""Most pages requested at a time; and the same for pages built by scripts."""
_REPEATED = 3
"""From this many links of one page on, a label is an action, not a name."""
_POLL = 0.05
_DIFFERENT = 3
"""From this many pages of one name on, they are one page that answers every address."""
_LABELS = 4
_COMPARED = 60
"""Most pages compared by meaning, which takes time."""
_PER_DEPTH = 0.3
_CLOSELY = 80
"""Most labels compared by meaning before script-built pages are read, each of which takes time."""
_DEEPER, _AGAIN = 0.5, 2.0
"""Log odds subtracted from such a page for each link before it, and for each page read of its label and path."""


@dataclass(slots=True)
class PageLibrary:
    """The pages of one app that were read or requested.

    Attributes:
        reader: Fetches them.
        most: Most pages to read.
    """

    reader: PageReader
    most: int = _MOST_PAGES
    pages: dict[str, ReadPage] = field(default_factory=dict[str, ReadPage])
    asked: dict[str, None] = field(default_factory=dict[str, None])
    scripted: bool | None = None
    """Whether the app's pages are built by scripts; None while that is unknown."""
    ended: str = ""
    """Why reading has ended; empty before."""
    _shown: tuple[str, frozenset[str]] = "", frozenset()
    """The address of a screen and the addresses that it links to, to be compared with the served HTML."""
    _home: str = ""
    _app: str = ""
    _waiting: dict[str, int] = field(default_factory=dict[str, int])
    """The pages to be read, with their number of links from a walked one."""
    _goal: GoalRelevance | None = None
    _worth: dict[str, float] = field(default_factory=dict[str, float])
    """By label, the log odds that it leads to the goal."""
    _begun: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """The number of pages requested by label and path."""
    _depths: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _targets: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _into: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _patience: float = 12.0

    def look(self, graph: Graph, location: str, app: str, goal: GoalRelevance) -> None:
        """Collect the pages that have arrived, and request linked ones, the most relevant to the goal first."""
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
        """Wait for requested pages, at most so many seconds, and within the patience of the run."""
        end = time.monotonic() + min(seconds, self._patience)
        began = time.monotonic()
        while self.pending and time.monotonic() < end and not self.ended:
            time.sleep(_POLL)  # pages come from another thread
            self._take()
            self._ask()
        self._patience -= time.monotonic() - began

    @property
    def pending(self) -> int:
        """The number of requested pages that have not arrived."""
        return self._under_way

    @property
    def tired(self) -> bool:
        """Whether the patience for waiting is spent."""
        return self._patience <= 0

    @property
    def complete(self) -> bool:
        """Whether all pages that may be read, or as many as are allowed, were read; False where none was."""
        full = len(self.pages) >= self.most
        return bool(self.pages) and not (self._under_way or self.ended) and (full or not self._waiting)

    def titles(self) -> list[str]:
        """The titles of the pages that were read."""
        return [page.title for page in self.pages.values() if page.title]

    def face(self, address: str) -> Face:
        """The face of a page."""
        page = self.pages[address]
        return Face(page.title, page.heads, page.headings, address, page.selected, page.texts)

    def words(
        self, goal: GoalRelevance, walked: Container[str], shared: Collection[str] = ()
    ) -> dict[str, ComparedText]:
        """By address, the unvisited pages in words; where there are many, the most relevant.

        Pages with a common name are left out: a script-built app answers every address with one page. So are pages that
        equal a walked one except for the query.
        """
        known = {_page_texts(page) for address, page in self.pages.items() if address in walked}
        fit = {address: page for address, page in self.pages.items() if page.status == 200}
        alike = Counter(map(_called, fit.values()))
        found = {
            address: screen_words(
                self.face(address),
                [Led(one) for one in self.names(address)],
                shared=shared,
            )
            for address, page in fit.items()
            if address not in walked and alike[_called(page)] < _DIFFERENT and _page_texts(page) not in known
        }
        if len(found) <= _COMPARED:
            return found
        best = sorted(found, key=lambda address: -goal.letters(found[address].whole))[:_COMPARED]
        return {address: found[address] for address in best}

    def names(self, address: str) -> Iterable[str]:
        """The labels of links to a page; labels of many pages are left out."""
        names = (label for label in self._labels.get(address, ()) if len(self._targets[label]) <= NAMES)
        return islice(names, _LABELS)

    def hops(self, address: str) -> dict[str, int]:
        """The number of links from each address to this one, itself included."""
        found, ahead = {address: 0}, deque([address])
        while ahead:
            here = ahead.popleft()
            for before in self._into.get(here, ()):
                if before not in found:
                    found[before] = found[here] + 1
                    ahead.append(before)
        return found

    # # -- requests -----------------------------------------------------------------------------------------------

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
        """Record links, and queue those whose label names one page."""
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
        """The pages to read next: relevant to the goal, and near."""
        if self.scripted is None:  # the first page decides how the others are read
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
        """The worth of a script-built page, in log odds; the present one is first, since it has the closed menus."""
        if not (self.pages or self._waiting[address]):
            return math.inf, address
        odds = max((self._worth.get(one, 0.0) for one in self._called_by(address)), default=0.0)
        again = max((self._begun[one] for one in self._alike(address)), default=0)
        return odds - _DEEPER * self._waiting[address] - _AGAIN * again, address

    def _alike(self, address: str) -> list[tuple[str, str]]:
        """A page by each of its labels with its path: pages that differ only in parameters are much alike."""
        return [(label, address.rpartition("?")[0] or address) for label in self._called_by(address)]

    def _called_by(self, address: str) -> list[str]:
        return list(self._labels.get(address, ()))[:_LABELS]

    def _letters(self, label: str) -> float:
        return 0.0 if self._goal is None else self._goal.letters(label)

    def _sooner(self, address: str) -> float:
        """The priority of a page, lowest first: a level counts as much as a third of a match."""
        match = max(map(self._letters, self._called_by(address)), default=0.0)
        return _PER_DEPTH * self._waiting[address] - match

    @property
    def _under_way(self) -> int:
        return len(self.asked) - len(self._waiting) - len(self.pages)

    def _address_of(self, location: str) -> str:
        return relative(location, location, self._app)


def _called(page: ReadPage) -> tuple[object, ...]:
    """The names of a page."""
    return (page.title, page.heads, page.headings, page.selected)


def _page_texts(page: ReadPage) -> tuple[object, ...]:
    """All text of a page, and its address without the query."""
    return (page.address.partition("?")[0], *_called(page), page.texts)
