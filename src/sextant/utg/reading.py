"""Reading ahead: links are addresses, and what lies behind them can be read before anybody goes there.

The pages that were read are a map beside the map: read, not walked. They say which link leads on to a page that
answers the goal, and nothing else; a screen is reached by touches. A GET may do harm as well, so a page is not asked
for where its label or address is listed (`labels.toml`), nor where one label stands on many links of a page (`Delete`
in each row). When a page of ours suddenly asks for a login, all reading ends.
"""

import time
from collections import deque
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.contracts import ReadsAhead
from sextant.types.pages import PageLink, ReadPage
from sextant.utg.exclusions import link_excluded, same_origin
from sextant.utg.exits import relative
from sextant.utg.faces import Face, face_score
from sextant.utg.graph import Graph
from sextant.utg.words import Query, match, query_of

__all__ = ["Library", "Promise", "leading"]

_MOST_PAGES = 300
_AT_ONCE = 16
"""So many pages are asked for and not there yet."""
_REPEATED = 3
"""On so many links of one page a label is an act, not a name."""
_POLL = 0.05
_LABELS = 4
_TARGETS = 3
_BY_LABEL = 0.95
"""What a label says of the page that it leads to, beside what that page calls itself."""
_PER_DEPTH = 0.3
_PER_LINK = 0.93
"""What is left of a promise for each link that lies before it."""


@dataclass(frozen=True, slots=True)
class Promise:
    """A page that was read and answers the goal: its score, and how many links each address is away."""

    address: str
    score: float
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
    _query: Query = field(default_factory=lambda: query_of(""))
    _depths: dict[str, int] = field(default_factory=dict[str, int])
    _labels: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _into: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    _patience: float = 12.0

    def look(self, graph: Graph, location: str, app: str, query: Query) -> None:
        """Takes up what has come, and asks for what the screens of the map link to: what sounds like the goal first."""
        self._query = query
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

    def promises(self, query: Query, seen: Container[str], least: float) -> list[Promise]:
        """The pages that answer best and were not looked at, with the way to each."""
        scored = [
            (self._score(query, address, page), address)
            for address, page in self.pages.items()
            if page.status == 200 and address not in seen
        ]
        best = sorted((one for one in scored if one[0] >= least), key=lambda one: -one[0])[:_TARGETS]
        return [Promise(address, score, self._hops(address)) for score, address in best]

    def _score(self, query: Query, address: str, page: ReadPage) -> float:
        labels = list(self._labels.get(address, ()))[:_LABELS]
        by_label = max((match(query, label).score for label in labels), default=0.0)
        return max(face_score(query, Face(page.title, page.heads, page.headings, address)), _BY_LABEL * by_label)

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
        return _PER_DEPTH * self._waiting[address] - max((match(self._query, one).score for one in labels), default=0.0)

    @property
    def _under_way(self) -> int:
        return len(self.asked) - len(self._waiting) - len(self.pages)

    def _address_of(self, location: str) -> str:
        return relative(location, location, self._app)


def leading(promises: Sequence[Promise], hrefs: Collection[str], location: str) -> dict[str, float]:
    """What the links of the screen at `location` are worth: those nearest to a promised page, as much as that page.

    Where its HTML has a link that is nearer and is not shown, that worth stands under the empty address: something on
    the screen opens what holds it.
    """
    found: dict[str, float] = {}
    for promise in promises:
        left = min((promise.hops[href] for href in hrefs if href in promise.hops), default=None)
        written = promise.hops.get(location, 0) - 1
        hidden = written >= 0 and (left is None or written < left)
        nearest = [""] if hidden else [href for href in hrefs if promise.hops.get(href) == left and left is not None]
        steps = 1 + (written if hidden else left or 0)
        for href in nearest:
            found[href] = max(found.get(href, 0.0), promise.score * _PER_LINK**steps)
    return found
