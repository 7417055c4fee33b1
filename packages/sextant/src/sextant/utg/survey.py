"""What of an app was explored, what is left to explore, and what is left alone and why.

The options are those of the navigator (`sextant.utg.search`), without a goal. Of similar exits a few samples are tried,
and more only while they lead to new screens. All is derived from the map, so that it is the same after a crash or in
another process.
"""

import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Literal

from sextant.addresses.origins import same_origin
from sextant.dataclass import dataclass
from sextant.types.screens import ElementRef
from sextant.utg.exclusions import Exclusion, exclusion_of
from sextant.utg.exits import Exit
from sextant.utg.graph import Graph, Node, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.relevance import ComparedText
from sextant.utg.search import SearchOption, options, risk_of

__all__ = ["REASONS", "Bounds", "Families", "LeftOut", "Reason", "Survey", "screens_of", "survey", "taken_from", "why"]

Reason = (
    Exclusion
    | Literal[
        "changes something", "sampled", "out of reach", "did nothing", "too deep", "kept out", "no way", "refused"
    ]
)

REASONS: Mapping[Reason, str] = {
    "sampled": "more of lists of which samples were tried",
    "changes something": "write something, or answer a question",
    "risky": "might do what cannot be taken back",
    "other site": "of another site",
    "form control": "controls of forms",
    "file": "files and downloads",
    "out of reach": "hidden, with nothing known that shows them",
    "did nothing": "did nothing, or were gone",
    "too deep": "further from the start than --depth",
    "kept out": "named by --avoid",
    "no way": "on screens that no known way leads to",
    "refused": "refused on this walk",
}
"""Why exits are left alone, in words that follow a count."""

_ALIKE = 24
_SAMPLES, _FRESH = 3, 0.5
"""Members of a family that are tried at least; beyond that, this share must lead to new screens."""
_UNIFORM = 2
"""The same where all of them led to one screen."""
_LOOSE, _LOOSE_FRESH = 6, 0.2
"""The same for loose families: the pages of one folder, the controls of one screen, links to parts of their page."""
_FOLDER, _CONTROLS, _ANCHORS = "under ", "controls of ", "anchors"
_HOLE = "{id}"
"""The placeholder of a parameter in the label of a screen."""
_UNKNOWN = sys.maxsize
"""The depth of a place without a known route from the start: beyond any bound, so that no trap is endless."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far an app is explored.

    Attributes:
        depth: Steps from the start beyond which nothing is tried.
        alike: Most members of one family that are tried, however new their screens.
        origins: Further origins that belong to the app.
        keep_out: Words; exits whose label or address contains one are left alone.
    """

    depth: int = 15
    alike: int = _ALIKE
    origins: tuple[str, ...] = ()
    keep_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An exit that is left alone. `node` is the first screen it was found on."""

    node: str
    exit: Exit
    reason: Reason


@dataclass(frozen=True, slots=True)
class Survey:
    """The exits to try, by descending worth, and those left alone, each once.

    `explored` counts the different exits that were taken, or whose address is on the map.
    """

    options: tuple[SearchOption, ...] = ()
    left: tuple[LeftOut, ...] = ()
    explored: int = 0

    @property
    def untried(self) -> int:
        """The number of different exits to try: one address on many screens counts once."""
        return len({option.exit.name for option in self.options})

    def reasons(self) -> dict[Reason, int]:
        """The number of different exits left alone, by reason."""
        return dict(Counter(one.reason for one in self.left))


class Families:
    """Groups similar exits: rows of a list, addresses of one template, controls of one label or one screen.

    Args:
        graph: The map, with the outcomes.
        alike: Most members that are tried.
    """

    def __init__(self, graph: Graph, alike: int = _ALIKE) -> None:
        self._alike = alike
        self._patterns = {node.id: _pattern(node) for node in graph.nodes.values() if _is_item(node)}
        self._tried: dict[str, float] = defaultdict(float)
        self._fresh: Counter[str] = Counter()
        self._targets: dict[str, set[str]] = defaultdict(set)
        for node in self._patterns:  # instances that were reached in any way count, not only those that were tried
            self._tried[node] += len(graph.nodes[node].bindings) - 1
        first: dict[str, object] = {}
        for edge in graph.edges.values():
            if edge.successes and edge.source != edge.target:
                first.setdefault(edge.target, edge.id)
        found = set(first.values())
        for node in graph.nodes.values():
            taken = taken_from(graph, node)
            new = {edge.trigger.element for edge in graph.out(node.id) if edge.id in found}
            led = {edge.trigger.element: edge.target for edge in graph.out(node.id) if edge.successes}
            for one in node.exits:
                missed = one.element not in taken and one.vain and not one.href
                for name in self.of(one, node) if one.element in taken or missed else ():
                    # a filtered list may still lead to new screens
                    self._tried[name] += 1 if not missed else 0.0 if name.startswith(_CONTROLS) else 0.5
                    self._fresh[name] += one.element in new
                    self._targets[name].add(led.get(one.element, ""))

    def of(self, one: Exit, node: Node) -> Iterator[str]:
        """The names of an exit's families."""
        items = [other for other, pattern in self._patterns.items() if one.href and pattern.fullmatch(one.href)]
        yield from items
        if one.within:
            yield _ANCHORS  # most scroll, and some are the tabs of an app
        if one.group and (not one.href or "{}" in one.group):
            yield one.group if "{}" in one.group else f"{node.id} {one.group}"
        elif one.href and not items and one.kind != "navigation":
            yield f"{_FOLDER}{one.href.partition('?')[0].rstrip('/').rpartition('/')[0]}/"
        if not one.href:
            yield f"{one.kind if one.kind == 'opener' else ''} {one.element.role} {one.label or one.element.anchor}"
            if one.kind in ("button", "paging"):
                yield f"{_CONTROLS}{node.id}"

    def sampled(self, one: Exit, node: Node) -> bool:
        """Whether enough similar exits were tried."""
        return not all(map(self._open, self.of(one, node)))

    def promise(self, one: Exit, node: Node) -> float | None:
        """The log of its chance to lead to a new screen, over that of an untried family; None without a family.

        The chance is (fresh + 1/2) / (tried + 1), of the family with the least.
        """
        chances = [(2 * self._fresh[name] + 1) / (self._tried[name] + 1) for name in self.of(one, node)]
        return math.log(min(chances)) if chances else None

    def _open(self, name: str) -> bool:
        least, share = (_LOOSE, _LOOSE_FRESH) if name.startswith((_FOLDER, _CONTROLS, _ANCHORS)) else (_SAMPLES, _FRESH)
        if len(self._targets[name]) == 1 and least == _SAMPLES:
            least = _UNIFORM
        tried, most = self._tried[name], _SAMPLES if name.startswith("opener ") else self._alike
        return tried < least or (tried < most and self._fresh[name] > share * tried)


def taken_from(graph: Graph, node: Node) -> frozenset[ElementRef | None]:
    """The elements of a screen that were touched."""
    return frozenset(edge.trigger.element for edge in graph.out(node.id) if edge.successes or edge.failures)


def survey(
    graph: Graph,
    ways: Mapping[Place, int],
    depths: Mapping[Place, int],
    bounds: Bounds,
    avoid: Avoid = frozenset(),
    here: Mapping[ElementRef, int] | None = None,
) -> Survey:
    """Every untaken exit of the map, as an option or with the reason why it is left alone.

    `ways` are actions from the current place, `depths` actions from the start; `here` overrides the actions that bring
    an exit of the current screen into reach.
    """
    known = Families(graph, bounds.alike)
    own = {node.id: node for node in screens_of(graph, bounds)}
    deep = {place for place in ways if depths.get(place, _UNKNOWN) > bounds.depth}
    found: list[SearchOption] = []
    for one in options(graph, None, ways, depths, avoid, origins=bounds.origins):
        node = own.get(one.place.node)
        if node is None or one.place in deep or why(one.exit, node, known, bounds, avoid):
            continue
        nearby = here.get(one.exit.element) if here is not None and ways[one.place] == 0 else None
        promise = known.promise(one.exit, node)  # in place of what `options` takes off for each similar exit
        prior = one.prior if promise is None else one.prior + math.log1p(one.tried) + promise
        found.append(replace(one, prior=prior, distance=one.distance if nearby is None else nearby))
    found.sort(key=lambda one: (-one.worth, one.distance))
    named, done = {one.exit.name for one in found}, set[str]()
    left: dict[str, LeftOut] = {}
    reached: dict[str, set[Place]] = defaultdict(set)
    for place in ways:
        reached[place.node].add(place)
    for node in own.values():
        taken = taken_from(graph, node)
        for one in node.exits:
            if one.within or one.here:
                continue
            if one.element in taken or (one.href and graph.at(one.href) is not None):
                if not one.risk:
                    done.add(one.name)
                continue
            reason = why(one, node, known, bounds, avoid)
            at = reached[node.id] & ({Place(node.id, one.binding)} if one.binding else reached[node.id])
            if reason is None and (not at or at <= deep):
                reason = "too deep" if at else "no way"
            if reason is None:
                done.add(one.name)  # known from elsewhere, or tried there
            else:
                left.setdefault(one.name, LeftOut(node.id, one, reason))
    if not found:
        found = _ways_back(graph, own, ways, {one.node for one in left.values() if one.reason == "no way"}, avoid)
        named = {one.exit.name for one in found}
    rest = tuple(one for name, one in left.items() if name not in done | named)
    return Survey(tuple(found), rest, len(done - named))


def _ways_back(
    graph: Graph, own: Mapping[str, Node], ways: Mapping[Place, int], stuck: Collection[str], avoid: Avoid
) -> list[SearchOption]:
    """Exits likely to lead back to unreachable screens, in an app that resumes where it was left.

    A control of that role and name led back elsewhere, mostly to the screen before.
    """
    pairs = {(edge.source, edge.target) for edge in graph.edges.values() if edge.successes}
    led, back = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for edge in graph.edges.values():
        element = edge.trigger.element
        if element is not None and edge.successes and edge.source != edge.target:
            led[element.role, element.name] += 1
            back[element.role, element.name] += (edge.target, edge.source) in pairs
    found: list[SearchOption] = []
    served = set[str]()
    for place, distance in sorted(ways.items(), key=lambda way: way[1]):
        node = own.get(place.node)
        sources = {source for source, target in pairs if source in stuck and target == place.node} - served
        if node is None or not sources:
            continue
        taken = taken_from(graph, node)
        for one in node.exits:
            kind = one.element.role, one.element.name
            free = one.element not in taken and not (
                one.risk or one.alters or one.vain or one.href or one.reach == "hidden"
            )
            if (
                free
                and led[kind] >= _SAMPLES
                and 2 * back[kind] > led[kind]
                and (node.id, Trigger("tap", one.element)) not in avoid
            ):
                found.append(SearchOption(place, one, ComparedText(""), 0.0, 0.0, 0.0, distance))
                served |= sources
                break
    return found


def screens_of(graph: Graph, bounds: Bounds) -> tuple[Node, ...]:
    """The screens of the app: neither errors nor pages of another site. On a phone, all apps belong to it."""
    origins = (graph.app, *bounds.origins)
    return tuple(
        node
        for node in graph.nodes.values()
        if not node.dead and ("://" not in node.key.app or any(same_origin(node.key.app, origin) for origin in origins))
    )


def why(one: Exit, node: Node, known: Families, bounds: Bounds, avoid: Avoid = frozenset()) -> Reason | None:
    """Why an exit is left alone, whatever its route; None where it may be tried."""
    risk = risk_of(one, bounds.origins)
    if risk:
        return exclusion_of(risk)
    if one.alters:
        return "changes something"
    if any(word.casefold() in f"{one.label}\n{one.href}".casefold() for word in bounds.keep_out):
        return "kept out"
    if one.reach == "hidden" and one.opener is None:
        return "out of reach"
    if one.vain:
        return "did nothing"
    if (node.id, Trigger("tap", one.element)) in avoid:
        return "refused"
    return "sampled" if known.sampled(one, node) else None


def _is_item(node: Node) -> bool:
    route = node.key.label.partition(" · ")[0]
    telling = route.replace(_HOLE, "").strip("/")  # `/{id}` alone would match every page at the root
    return _HOLE in route and bool(telling) and "?" not in node.key.label and any(node.bindings)


def _pattern(node: Node) -> re.Pattern[str]:
    """The addresses of an item page: its route, with any text without a slash for a parameter."""
    route = node.key.label.partition(" · ")[0]
    return re.compile("[^/]+".join(map(re.escape, route.split(_HOLE))) + "/?")
