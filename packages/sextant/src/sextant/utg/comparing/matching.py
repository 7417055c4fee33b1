"""Matches the screens of two maps: by key, else by address, content, and transitions to and from them.

A screen whose heading changed has another `ScreenKey`, but is the same screen. Evidence counts by how distinctive it
is: content of all screens and shared addresses count little, the address of a single screen counts most, unless one of
the two is an error, or nothing else supports it.
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Literal

from sextant.dataclass import dataclass
from sextant.text import words_of
from sextant.utg.exits import template
from sextant.utg.graph import ANYWHERE, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.names import is_error, overlaid, page_of, parametric

__all__ = ["By", "Pair", "match_screens", "templates_of"]

By = Literal["key", "likeness"]

SAME = 0.5
"""Likeness from which on two screens are one."""
_ADDRESS, _CONTENT, _WAY, _LEAD = 0.65, 0.75, 0.4, 0.4
"""The most that each kind of evidence contributes. A unique address suffices; a transition to or from it does not."""
_PARTS = {"name": 3.0, "heading": 1.5, "exit": 1.5, "text": 0.7}
_COMMON = 60
"""A feature of more screens than this makes no two of them candidates."""
_SHARED = 0.25
"""A feature of a larger share of a map's screens is not distinctive."""

Feature = tuple[str, str]
_Way = tuple[str, str, str]
"""The screen at its other end, role and name."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A screen in two maps. `likeness` is 1 where the keys agree."""

    old: Node
    new: Node
    by: By
    likeness: float


def match_screens(old: Graph, new: Graph) -> tuple[Pair, ...]:
    """Pair screens, each at most once: equal keys first, then by likeness."""
    pairs = [Pair(node, new.nodes[node.id], "key", 1.0) for node in old.nodes.values() if node.id in new.nodes]
    paired_old, paired_new = {pair.old.id for pair in pairs}, {pair.new.id for pair in pairs}
    if len(pairs) == min(len(old.nodes), len(new.nodes)):
        return tuple(pairs)
    match = _Match(_Side(old), _Side(new), frozenset(paired_old))
    queue = [(-like, a.id, b.id) for a, b in match.candidates() if (like := match.likeness(a, b)) >= SAME]
    heapq.heapify(queue)
    while queue:
        negative, a, b = heapq.heappop(queue)
        if a not in paired_old and b not in paired_new:
            paired_old.add(a)
            paired_new.add(b)
            pairs.append(Pair(old.nodes[a], new.nodes[b], "likeness", -negative))
    return tuple(pairs)


def templates_of(node: Node) -> frozenset[str]:
    """The templates of a screen's addresses: from its label, else derived from its locations."""
    if node.key.label.startswith("/"):
        return frozenset({node.key.label})
    locations = node.locations or (node.face.location,)
    return frozenset(template(location) for location in locations if location)


class _Side:
    """One of the two maps, with the features of its screens and the transitions to and from them."""

    def __init__(self, graph: Graph) -> None:
        nodes = graph.nodes.values()
        plain = [node for node in nodes if not overlaid(node.key.label)]  # an overlay makes no second page
        self.graph = graph
        self.features = {node.id: _features(node) for node in nodes}
        self.counts = Counter(one for found in self.features.values() for one in found)
        counts = Counter(one for node in plain for one in self.features[node.id])
        most = max(1.0, _SHARED * len(plain))
        self.own = {node: {one for one in found if counts[one] <= most} for node, found in self.features.items()}
        alone = Counter(page_of(node.key.label) for node in plain)
        self.pages = {node.id: page for node in plain if alone[page := page_of(node.key.label)] == 1 and page}
        self.templates = {node.id: templates_of(node) for node in nodes}
        self.shared = Counter(one for found in self.templates.values() for one in found)
        self.ways: dict[str, set[_Way]] = defaultdict(set)
        self.leads: dict[str, set[_Way]] = defaultdict(set)
        for edge in graph.edges.values():
            element = edge.trigger.element
            if edge.source != ANYWHERE and element is not None and edge.reliability >= DISTRUST:
                self.ways[edge.target].add((edge.source, element.role, element.name))
                self.leads[edge.source].add((edge.target, element.role, element.name))
        self.leading = Counter(one for found in self.leads.values() for one in found)

    def signs(self, node: Node) -> Iterator[object]:
        """The features that make a screen a candidate for one of the other map."""
        yield from self.features[node.id]
        yield from self.templates[node.id]
        yield from self.ways[node.id]
        yield "page", self.pages.get(node.id, node.id)


@dataclass(frozen=True, slots=True)
class _Match:
    """Two maps to be matched; `same` are the screens of equal keys."""

    left: _Side
    right: _Side
    same: frozenset[str]

    def candidates(self) -> Iterator[tuple[Node, Node]]:
        """Pairs of unmatched screens that share a feature that is not too common."""
        having: dict[object, list[Node]] = defaultdict(list)
        for node in self.right.graph.nodes.values():
            for sign in self.right.signs(node) if node.id not in self.same else ():
                having[sign].append(node)
        for a in self.left.graph.nodes.values():
            signs = self.left.signs(a) if a.id not in self.same else ()
            found = {b.id: b for sign in signs if len(having[sign]) <= _COMMON for b in having[sign]}
            yield from ((a, b) for b in found.values())

    def likeness(self, a: Node, b: Node) -> float:
        """The likeness of two screens, 0-1."""
        left, right = self.left, self.right
        features, other_features = left.features[a.id], right.features[b.id]
        both, whole = self._weight(features & other_features), self._weight(features | other_features)
        content = both / whole if whole else 0.0
        way = float(any(one[0] in self.same and one in right.ways[b.id] for one in left.ways[a.id]))
        on = [one for one in left.leads[a.id] & right.leads[b.id] if one[0] in self.same]
        lead = max((1 / max(left.leading[one], right.leading[one]) for one in on), default=0.0)
        address = self._address(a, b)
        return 1 - (1 - _ADDRESS * address) * (1 - _CONTENT * content) * (1 - _WAY * way) * (1 - _LEAD * lead)

    def _weight(self, found: set[Feature]) -> float:
        """The weight of features: the rarer, the more."""
        total = len(self.left.features) + len(self.right.features)
        return sum(_PARTS[one[0]] * math.log((total + 1) / self._count(one)) for one in found)

    def _count(self, one: Feature) -> int:
        return self.left.counts[one] + self.right.counts[one]

    def _address(self, a: Node, b: Node) -> float:
        """How much their addresses support a match: fully where the address is unique in both maps."""
        if is_error(a) != is_error(b) or not self._vouched(a, b):
            return 0.0
        if self.left.pages.get(a.id, "") == self.right.pages.get(b.id):
            return 1.0
        both = self.left.templates[a.id] & self.right.templates[b.id]
        return max((1 / max(self.left.shared[one], self.right.shared[one]) for one in both), default=0.0)

    def _vouched(self, a: Node, b: Node) -> bool:
        """Whether names, a transition to `b`, or content support the match besides the address.

        The name of a parametric screen is that of one instance.
        """
        names = {word for kind, word in self.right.own[b.id] if kind == "name"}
        led = {word for _, _, label in self.right.ways[b.id] for word in words_of(label)}
        own = self.left.own[a.id]
        every = Counter(kind for kind, _ in own)
        shared = Counter(kind for kind, _ in own & self.right.features[b.id])
        half = any(2 * shared[kind] >= count for kind, count in every.items())
        return half or parametric(a) or parametric(b) or bool(names & led) or not every["name"]


def _features(node: Node) -> set[Feature]:
    """The features of a screen: words of its names without numbers, headings, texts and exits."""
    face = node.face
    found: set[Feature] = {
        ("name", word) for text in (face.title, *face.heads) for word in words_of(text) if not word.isdigit()
    }
    found |= {("heading", text.casefold()) for text in face.headings}
    found |= {("text", text.casefold()) for text in face.texts}
    found |= {("exit", f"{one.element.role} {one.element.name.casefold()}") for one in node.exits if not one.group}
    return found
