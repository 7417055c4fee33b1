"""Which screens of two maps are the same screen: by key, else by address, content, and what leads there and on.

A screen whose heading was changed has another `ScreenKey`, and is the same screen to a person. Evidence counts by how
much it tells: what every screen of the app shows, and an address that many of them share, tell nothing. An address that
is one screen's alone tells most, however the page is headed, unless an error or a login stands there now, or nothing
else speaks for its being that page (`vouching`).
"""

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from sextant.utg.comparing.vouching import Witness, still_there, vouched
from sextant.utg.exits import template
from sextant.utg.graph import ANYWHERE, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.walls import overlaid, page_of, wall_of
from sextant.utg.words import tokens

__all__ = ["By", "Pair", "match_screens", "templates_of"]

By = Literal["key", "likeness"]

SAME = 0.5
"""From this likeness on two screens are taken to be one."""
_ADDRESS, _CONTENT, _WAY, _LEAD = 0.65, 0.75, 0.4, 0.4
"""How far one kind of evidence convinces where it speaks in full. An address of its own does; a way there does not
alone, nor does one on from there."""
_PARTS = {"name": 3.0, "heading": 1.5, "exit": 1.5, "text": 0.7}
_COMMON = 60
"""What more screens than this share brings no two of them together."""

Feature = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pair:
    """One screen in two maps. `likeness` is 1 where the keys agree."""

    old: Node
    new: Node
    by: By
    likeness: float


def match_screens(old: Graph, new: Graph) -> tuple[Pair, ...]:
    """Pairs of screens, each screen at most once: equal keys first, then the most alike."""
    pairs = [Pair(node, new.nodes[node.id], "key", 1.0) for node in old.nodes.values() if node.id in new.nodes]
    paired_old = {pair.old.id for pair in pairs}
    paired_new = {pair.new.id for pair in pairs}
    left = _Side(old, [node for node in old.nodes.values() if node.id not in paired_old])
    right = _Side(new, [node for node in new.nodes.values() if node.id not in paired_new])
    if left.free and right.free:
        weights = _weights(old, new)
        ways = {node: node for node in paired_old}
        queue = [
            (-likeness, a.id, b.id)
            for a, b in _candidates(left, right, ways)
            if (likeness := _likeness(left, right, a, b, weights, ways)) >= SAME
        ]
        heapq.heapify(queue)
        while queue:
            negative, a, b = heapq.heappop(queue)
            if a not in paired_old and b not in paired_new:
                paired_old.add(a)
                paired_new.add(b)
                pairs.append(Pair(old.nodes[a], new.nodes[b], "likeness", -negative))
    return tuple(pairs)


class _Side:
    """One of the two maps, with its screens that have no counterpart yet."""

    def __init__(self, graph: Graph, free: list[Node]) -> None:
        self.free = free
        self.features = {node.id: _features(node) for node in free}
        self.templates = {node.id: templates_of(node) for node in free}
        self.shared = Counter(one for node in graph.nodes.values() for one in templates_of(node))
        self.pages = _pages(graph)
        self.witness = Witness(graph)
        self.walls = {node.id: wall_of(node) for node in free}
        self.ways: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
        self.leads: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
        for edge in graph.edges.values():
            element = edge.trigger.element
            if edge.source != ANYWHERE and element is not None and edge.reliability >= DISTRUST:
                self.ways[edge.target].add((edge.source, element.role, element.name))
                self.leads[edge.source].add((edge.target, element.role, element.name))
        self.leading = Counter(one for found in self.leads.values() for one in found)


def templates_of(node: Node) -> frozenset[str]:
    """The shapes of the addresses at which a screen was seen: as its identity tells them, else by their parts."""
    if node.key.label.startswith("/"):
        return frozenset({node.key.label})
    locations = node.locations or (node.face.location,)
    return frozenset(template(location) for location in locations if location)


def _pages(graph: Graph) -> Mapping[str, str]:
    """The screens, by their ids, whose address no other screen of the map has, with that address."""
    plain = {node.id: page_of(node.key.label) for node in graph.nodes.values() if not overlaid(node.key.label)}
    counts = Counter(plain.values())
    return {node: page for node, page in plain.items() if page and counts[page] == 1}


def _features(node: Node) -> frozenset[Feature]:
    face = node.face
    names = face.heads or (face.title,)
    found: set[Feature] = {("name", word) for text in (*names, face.title) for word in tokens(text)}
    found |= {("heading", text.casefold()) for text in face.headings}
    found |= {("text", text.casefold()) for text in face.texts}
    found |= {("exit", f"{one.element.role} {one.element.name.casefold()}") for one in node.exits if not one.group}
    return frozenset(found)


def _weights(old: Graph, new: Graph) -> Mapping[Feature, float]:
    """What a feature tells: less, the more screens have it."""
    nodes = [*old.nodes.values(), *new.nodes.values()]
    counts = Counter(feature for node in nodes for feature in _features(node))
    return {one: _PARTS[one[0]] * math.log((len(nodes) + 1) / count) for one, count in counts.items()}


def _candidates(left: _Side, right: _Side, ways: Mapping[str, str]) -> Iterator[tuple[Node, Node]]:
    """Pairs that share something that is not common to all."""
    having: dict[object, list[Node]] = defaultdict(list)
    for node in right.free:
        for sign in _signs(right, node):
            having[sign].append(node)
    seen: set[tuple[str, str]] = set()
    for a in left.free:
        for sign in _signs(left, a, ways):
            found = having.get(sign, ())
            if len(found) > _COMMON:
                continue
            for b in found:
                if (a.id, b.id) not in seen:
                    seen.add((a.id, b.id))
                    yield a, b


def _signs(side: _Side, node: Node, ways: Mapping[str, str] | None = None) -> Iterator[object]:
    yield from side.features[node.id]
    yield from side.templates[node.id]
    if node.id in side.pages:
        yield "page", side.pages[node.id]
    for source, role, name in side.ways[node.id]:
        if ways is None or source in ways:
            yield source, role, name


def _likeness(
    left: _Side, right: _Side, a: Node, b: Node, weights: Mapping[Feature, float], ways: Mapping[str, str]
) -> float:
    address = _address(left, right, a, b)
    mine, theirs = left.features[a.id], right.features[b.id]
    whole = sum(weights[one] for one in mine | theirs)
    content = sum(weights[one] for one in mine & theirs) / whole if whole else 0.0
    way = float(any(one[0] in ways and one in right.ways[b.id] for one in left.ways[a.id]))
    same = [one for one in left.leads[a.id] if one[0] in ways and one in right.leads[b.id]]
    lead = max((1 / max(left.leading[one], right.leading[one]) for one in same), default=0.0)
    return 1 - (1 - _ADDRESS * address) * (1 - _CONTENT * content) * (1 - _WAY * way) * (1 - _LEAD * lead)


def _address(left: _Side, right: _Side, a: Node, b: Node) -> float:
    """How much their addresses speak for one screen: in full where it is theirs alone, whatever they are headed."""
    walls = {left.walls[a.id], right.walls[b.id]}
    if len(walls) > 1 and ("an error page" in walls or not still_there(left.witness, a, b)):
        return 0.0
    if not vouched(left.witness, right.witness, a, b):
        return 0.0
    if a.id in left.pages and left.pages[a.id] == right.pages.get(b.id):
        return 1.0
    both = left.templates[a.id] & right.templates[b.id]
    return max((1 / max(left.shared[one], right.shared[one]) for one in both), default=0.0)
