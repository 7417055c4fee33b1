"""The UI Transition Graph: a multigraph that grows and corrects itself (Agent+P, section 4.1).

Nodes are screens by `ScreenKey.id`; a parametric screen (an item page) is one node with a binding for each instance.
Edges are events on elements. Edges of one action to several targets are rivals, ranked by their counts.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal
from urllib.parse import parse_qsl, unquote

from sextant.addresses.parts import hit_another, parts_of
from sextant.types.screens import ElementRef, Screen, ScreenKey
from sextant.utg.edge_errors import EdgeError, joined
from sextant.utg.exits import Binding, Exit
from sextant.utg.faces import Face

Origin = Literal["observed", "static"]
"""Whether a node or an edge was observed, or read from the app's code.

A static edge is less reliable than one that was walked once (`Edge.reliability` 0.5 against 0.67), but planned with
until it fails once; one success makes it observed.
"""

ANYWHERE = "*"
"""Source of the edges that work from every screen: home, opening an app by name."""

SOFT = "heading"
"""The parameter that may differ between two looks at one page."""
_MAX_BINDINGS = 12
_SPLIT = re.compile(r"([/?&=#]+)")
_VALUE = re.compile(r"^\d+$|[A-Z].*[a-z]|[a-z].*[A-Z]|\w[-_]\w.*[-_]\w|\d.*\d")
_MAX_EXITS = 400


def identity(binding: Binding) -> Binding:
    """The part of a binding that identifies an instance: headings greet, count and date, and are left out."""
    return tuple(pair for pair in binding if pair[0] != SOFT)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A node under one binding: one particular screen."""

    node: str
    binding: Binding = ()


@dataclass(frozen=True, slots=True)
class Trigger:
    """The cause of a transition: an event (`tap`, `hold`, `back`, `home`, `open:NAME` …) on an element."""

    event: str
    element: ElementRef | None = None


@dataclass(frozen=True, slots=True)
class Node:
    """A screen of the map, with what identifies it and its exits."""

    key: ScreenKey
    face: Face
    exits: tuple[Exit, ...] = ()
    bindings: tuple[Binding, ...] = ()
    locations: tuple[str, ...] = ()
    visits: int = 0
    last_seen: float = 0.0
    dead: bool = False
    """An error page or a foreign site: not explored."""
    origin: Origin = "observed"
    others: tuple[Face, ...] = ()
    """The faces of other instances than the latest, each with its location."""

    @property
    def id(self) -> str:
        return self.key.id

    def faces(self) -> "Iterator[tuple[Place, Face]]":
        """The instances, each with its own face."""
        if not any(self.bindings):
            yield Place(self.id), self.face
            return
        said = {one.location: one for one in (*self.others, self.face)}
        for location, binding in zip(self.locations, self.bindings, strict=False):
            named = " ".join(value for _, value in binding)
            plain = Face(title=f"{self.key.label} {named}", location=location)
            yield Place(self.id, binding), said.get(location, plain)

    def location_of(self, binding: Binding) -> str:
        """The location of an instance; for an unknown one, of the latest."""
        known = zip(self.locations, self.bindings, strict=False)
        return next((location for location, one in known if one and one == binding), self.face.location)


@dataclass(frozen=True, slots=True)
class Edge:
    """A transition: trigger, target, and its counts."""

    source: str
    trigger: Trigger
    target: str
    source_binding: Binding = ()
    target_binding: Binding = ()
    opener: ElementRef | None = None
    """What must be touched first so that the element shows."""
    successes: int = 0
    failures: int = 0
    seconds: float = 0.0
    """Mean duration: the measured cost."""
    last_seen: float = 0.0
    origin: Origin = "observed"
    errors: tuple[EdgeError, ...] = ()
    """The error pages that it led to, the latest last. Planning ignores them."""
    writes: str = ""
    """The write that the touch caused or attempted: `POST /orders`. Such an edge is drawn, but never planned with."""

    @property
    def id(self) -> "EdgeId":
        return EdgeId(self.source, self.trigger, self.target)

    @property
    def reliability(self) -> float:
        """Share of successes with one of each added (Laplace)."""
        return (self.successes + 1) / (self.successes + self.failures + 2)


@dataclass(frozen=True, slots=True)
class EdgeId:
    """The identity of an edge."""

    source: str
    trigger: Trigger
    target: str


Growth = Literal["none", "confirmed", "failed", "update_edge", "add_edge", "add_node"]
"""The change of the map by a transition; the last three are the paper's."""


@dataclass(frozen=True, slots=True)
class EdgeCount:
    """An outcome to be added to an edge, which is created if missing."""

    edge: Edge
    success: bool


@dataclass(frozen=True, slots=True)
class Revision:
    """A correction of an error that an edge met. It does not count as an outcome."""

    edge: EdgeId
    old: EdgeError
    new: EdgeError


@dataclass(frozen=True, slots=True)
class GraphChange:
    """The change by one observation: the unit that a store saves."""

    growth: Growth
    nodes: tuple[Node, ...] = ()
    counts: tuple[EdgeCount, ...] = ()
    revisions: tuple[Revision, ...] = ()


@dataclass(slots=True)
class Graph:
    """The map of one app, in memory."""

    app: str
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    edges: dict[EdgeId, Edge] = field(default_factory=dict[EdgeId, Edge])
    _out: dict[str, dict[EdgeId, None]] = field(default_factory=dict[str, dict[EdgeId, None]])
    _at: dict[str, Place] = field(default_factory=dict[str, Place])
    _bare: dict[str, Place] = field(default_factory=dict[str, Place])
    _alike: dict[tuple[str, ...], tuple[str, Place]] = field(default_factory=dict[tuple[str, ...], tuple[str, Place]])
    _openers: dict[tuple[str, str], dict[ElementRef, None]] = field(
        default_factory=dict[tuple[str, str], dict[ElementRef, None]]
    )
    _leads: dict[tuple[str, str], dict[Place, None]] = field(default_factory=dict[tuple[str, str], dict[Place, None]])
    _said: dict[tuple[str, str], dict[str, dict[str, None]]] = field(
        default_factory=dict[tuple[str, str], dict[str, dict[str, None]]]
    )
    _named: dict[tuple[str, str], dict[str, None]] = field(default_factory=dict[tuple[str, str], dict[str, None]])
    _buried: dict[tuple[str, ElementRef], int] = field(default_factory=dict[tuple[str, ElementRef], int])
    _below: dict[tuple[str, ElementRef], int] = field(default_factory=dict[tuple[str, ElementRef], int])

    def apply(self, change: GraphChange) -> None:
        """Apply a change: merge nodes, add counts, revise errors."""
        for node in change.nodes:
            self.put(node)
        for count in change.counts:
            self.count(count)
        for revision in change.revisions:
            known = self.edges.get(revision.edge)
            if known is not None:
                self.set(revised(known, revision))

    def put(self, node: Node) -> None:
        """Add a node, or merge it with the known one."""
        old = self.nodes.get(node.id)
        merged = node if old is None else merge(old, node)
        self.nodes[node.id] = merged
        self._named.setdefault((merged.key.app, merged.face.name.casefold()), {})[node.id] = None
        for one in merged.exits:
            if one.scrolls:
                self._below[node.id, one.element] = one.scrolls
            else:
                self._below.pop((node.id, one.element), None)
            if one.opener is not None:
                self._openers.setdefault((one.element.role, one.element.name), {})[one.opener] = None
                self._buried[node.id, one.element] = one.buried
        for location, binding in zip(node.locations, node.bindings, strict=False):
            known = self._at.get(location)
            if known is None or known.node == node.id or overlay_depth(node) < overlay_depth(self.nodes[known.node]):
                self._at[location] = Place(node.id, binding)
            bare = _without_query(location, node, binding)
            if bare:
                self._bare[bare] = Place(node.id, binding)
            shape = _shape(location)
            like = self._alike.get(shape)
            if "{}" in shape and (like is None or overlay_depth(node) < overlay_depth(self.nodes[like[1].node])):
                self._alike[shape] = (location, Place(node.id, binding))

    def count(self, count: EdgeCount) -> None:
        """Add an outcome to an edge."""
        known = self.edges.get(count.edge.id)
        self.set(counted(known, count))

    def set(self, edge: Edge) -> None:
        """Set an edge."""
        self.edges[edge.id] = edge
        self._out.setdefault(edge.source, {})[edge.id] = None
        element = edge.trigger.element
        if element is not None and edge.origin == "static":
            said = self._said.setdefault((element.role, element.name), {}).setdefault(edge.target, {})
            if edge.failures:
                said.pop(edge.source, None)
            else:
                said[edge.source] = None
        if element is not None and edge.successes and edge.source != edge.target and not edge.writes:
            leads = self._leads.setdefault((element.role, element.name), {})
            leads[Place(edge.target, edge.target_binding)] = None

    def out(self, node: str) -> Iterator[Edge]:
        """The edges out of a node, rivals included, in the order in which they were found."""
        for edge_id in self._out.get(node, {}):
            yield self.edges[edge_id]

    def openers(self, element: ElementRef) -> tuple[ElementRef, ...]:
        """What reveals an element of that role and name, on any screen; the nearest first.

        A menu is the same menu everywhere. The opener of an opener follows it.
        """
        found: dict[ElementRef, None] = {}
        asked = [element]
        for wanted in asked:
            same = self._openers.get((wanted.role, wanted.name), {})
            asked += [one for one in same if one not in found and one != element]
            found |= same
        return tuple(found)

    def leads(self, element: ElementRef, app: str = "") -> Place | None:
        """Where elements of that role and name always led, from any screen; None where targets differ.

        With `app`, only targets in that app count. Where nothing was observed, static edges count: if at least two
        screens agree, and twice as many as disagree.
        """
        found = [place for place in self._leads.get((element.role, element.name), {}) if self._within(place, app)]
        if found:
            return found[0] if len(found) == 1 else None
        said = {target: len(by) for target, by in self.said(element, app).items()}
        best = max(said, key=said.__getitem__, default="")
        return Place(best) if best and said[best] >= max(2, 2 * (sum(said.values()) - said[best])) else None

    def named(self, name: str, app: str) -> Place | None:
        """The only static screen of an app with that name; None where there are several."""
        found = [node for node in self._named.get((app, name.casefold()), ()) if self.nodes[node].origin == "static"]
        return Place(found[0]) if len(found) == 1 else None

    def agreed(self, element: ElementRef) -> bool:
        """Whether static edges of that role and name all lead to one node."""
        return sum(map(bool, self._said.get((element.role, element.name), {}).values())) <= 1

    def said(self, element: ElementRef, app: str = "") -> dict[str, frozenset[str]]:
        """By target, the sources of static edges of that role and name; optionally within one app."""
        named = self._said.get((element.role, element.name), {})
        found = {target: frozenset(by) for target, by in named.items() if self._within(Place(target), app)}
        if not app:
            return found
        here = {target: frozenset(one for one in by if self._within(Place(one), app)) for target, by in found.items()}
        return {target: by for target, by in here.items() if by}

    def _within(self, place: Place, app: str) -> bool:
        node = self.nodes.get(place.node)
        return not app or (node is not None and node.key.app == app)

    def led(self, element: ElementRef) -> frozenset[str]:
        """The nodes that elements of that role and name led to, for any instance."""
        return frozenset(place.node for place in self._leads.get((element.role, element.name), {}))

    def cost(self, edge: Edge) -> int:
        """Actions that an edge takes: the touch, and the openers and scrolls before it."""
        element = edge.trigger.element
        if element is None:
            return 1
        opened = 0 if edge.opener is None else max(1, self._buried.get((edge.source, element), 1))
        return 1 + opened + self._below.get((edge.source, element), 0)

    def toggles(self) -> tuple[ElementRef, ...]:
        """All known openers: touched again, most of them close."""
        return tuple(dict.fromkeys(opener for openers in self._openers.values() for opener in openers))

    def astray(self, edge: Edge) -> bool:
        """Whether the touch of a link led where another link of that screen leads."""
        source, target = self.nodes.get(edge.source), self.nodes.get(edge.target)
        if source is None or target is None:
            return False
        href = next((one.href for one in source.exits if one.element == edge.trigger.element), "")
        return hit_another(href, target.location_of(edge.target_binding), (one.href for one in source.exits))

    def rivals(self, source: str, trigger: Trigger) -> tuple[Edge, ...]:
        """All edges of one action, the most reliable first."""
        return believed(edge for edge in self.out(source) if edge.trigger == trigger)

    def at(self, location: str) -> Place | None:
        """The place at an address (relative to the app's origin); of several the one with the fewest overlays."""
        return self._at.get(location)

    def bare(self, location: str) -> Place | None:
        """The place of an address without its query, where the query made no difference (`?version=1`)."""
        return self._bare.get(location)

    def like(self, location: str) -> Place | None:
        """The place of an address never seen, by the template of a known one.

        None where the template is unknown, or the addresses differ in more than the bound values.
        """
        known = self._alike.get(_shape(location))
        if known is None:
            return None
        other, place = known
        values = zip(_pieces(other), _pieces(location), _shape(location), strict=True)
        holes = [(old, new) for old, new, shape in values if shape == "{}"]
        still = [piece for piece, shape in zip(_pieces(other), _shape(other), strict=True) if shape != "{}"]
        bound: list[tuple[str, str]] = []
        for name, value in place.binding:
            hole = next((hole for hole in holes if hole[0] == value), None)
            if hole is not None:
                holes.remove(hole)
                bound.append((name, hole[1]))
            elif value in still:
                bound.append((name, value))
        return None if any(old != new for old, new in holes) else Place(place.node, tuple(bound))

    def growth_of(self, source: str, trigger: Trigger, target: str) -> Growth:
        """The paper's update for a transition: add node, add edge, update edge, or a confirmation."""
        if target not in self.nodes:
            return "add_node"
        between = [edge for edge in self.out(source) if edge.target == target]
        if any(edge.trigger == trigger for edge in between):
            return "confirmed"
        return "update_edge" if between else "add_edge"


@lru_cache(maxsize=65536)
def _pieces(location: str) -> tuple[str, ...]:
    """The parts of an address that a value may fill, and their separators."""
    return tuple(unquote(piece) for piece in _SPLIT.split(location))


@lru_cache(maxsize=65536)
def _shape(location: str) -> tuple[str, ...]:
    """An address with `{}` for what looks like a value: a number, a name in capitals, a slug."""
    return tuple("{}" if _VALUE.search(piece) else piece for piece in _pieces(location))


def _without_query(location: str, node: Node, binding: Binding) -> str:
    """An address without its query, if the query made no difference: not in the template, and binds nothing.

    Empty where it may make one: a query with an address (`?next=/x`) asks for another page in between.
    """
    parts = parts_of(location)
    values = dict(parse_qsl(parts.query, keep_blank_values=True)).values()
    bound = {value for _, value in binding}
    if not parts.query or node.dead or "?" in node.key.label or any(one in bound or "/" in one for one in values):
        return ""
    return parts.path + (f"#{parts.fragment}" if parts.fragment else "")


def overlay_depth(node: Node) -> int:
    """The number of open menus and dialogs on a screen, by its label."""
    return sum(part.startswith(("menu ", "dialog")) for part in node.key.label.split(" · ")[1:])


def believed(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """Rivals by reliability, then successes, then the latest seen, the most reliable first."""
    return tuple(sorted(edges, key=lambda edge: (-edge.reliability, -edge.successes, -edge.last_seen, edge.target)))


def place_of(screen: Screen) -> Place:
    """The place of a screen on the map."""
    return Place(screen.key.id, screen.binding)


def counted(known: Edge | None, count: EdgeCount) -> Edge:
    """An edge with one more outcome."""
    fresh = count.edge
    if known is None:
        return replace(fresh, successes=int(count.success), failures=int(not count.success))
    if not count.success:
        return replace(known, failures=known.failures + 1, last_seen=max(known.last_seen, fresh.last_seen))
    total = known.successes + 1
    return replace(
        known,
        successes=total,
        seconds=known.seconds + (fresh.seconds - known.seconds) / total,
        source_binding=fresh.source_binding,
        target_binding=fresh.target_binding,
        opener=fresh.opener if known.opener is not None else None,
        last_seen=max(known.last_seen, fresh.last_seen),
        origin="observed",
        errors=joined(known.errors, fresh.errors),
        writes=fresh.writes or known.writes,
    )


def revised(known: Edge, revision: Revision) -> Edge:
    """An edge with one of its errors revised; unchanged if that error was replaced since."""
    return replace(known, errors=tuple(revision.new if one == revision.old else one for one in known.errors))


def merge(old: Node, new: Node) -> Node:
    """Merge two sightings of a node: the newer face, the union of exits, the latest bindings."""
    examples = {**dict(zip(old.locations, old.bindings, strict=False))}
    for location, binding in zip(new.locations, new.bindings, strict=False):
        examples.pop(location, None)
        examples[location] = binding
    latest = list(examples.items())[-_MAX_BINDINGS:]
    newer, older = (new, old) if new.last_seen >= old.last_seen else (old, new)
    said = {one.location: one for one in (*old.others, *new.others, older.face)}
    bound = [location for location, binding in latest if binding and location != newer.face.location]
    return replace(
        newer,
        exits=_merged_exits(older.exits, newer.exits),
        locations=tuple(location for location, _ in latest),
        bindings=tuple(binding for _, binding in latest),
        others=tuple(said[location] for location in bound if location in said),
        visits=old.visits + new.visits,
    )


def _merged_exits(old: tuple[Exit, ...], new: tuple[Exit, ...]) -> tuple[Exit, ...]:
    """The union of exits. A new exit replaces old ones of its name, which may have had another anchor."""
    fresh = {_own(one) for one in new}
    named = {(one.element.role, one.element.name, one.binding) for one in new}
    table = {
        _own(one): one
        for one in old
        if _own(one) in fresh or (one.element.role, one.element.name, one.binding) not in named
    }
    for one in new:
        known = table.get(_own(one))
        table[_own(one)] = one if known is None else _merged_exit(known, one)
    return tuple(table.values())[:_MAX_EXITS]


def _own(one: Exit) -> tuple[ElementRef, Binding]:
    """The identity of an exit: an exit in a row belongs to one instance."""
    return one.element, identity(one.binding) if one.row else ()


def _merged_exit(known: Exit, seen: Exit) -> Exit:
    if known.scrolls != seen.scrolls:  # it stays in view while the page scrolls, so no scroll is needed
        known, seen = (replace(one, scrolls=min(known.scrolls, seen.scrolls)) for one in (known, seen))
    if known.vain or seen.vain:
        vain = known.vain + seen.vain
        known, seen = replace(known, vain=vain), replace(seen, vain=vain)
    if known.ungated_signs or seen.ungated_signs:
        signs = known.ungated_signs + seen.ungated_signs
        known, seen = replace(known, ungated_signs=signs), replace(seen, ungated_signs=signs)
    if known.writes and not seen.writes:
        seen = replace(seen, writes=known.writes)
    elif seen.writes and not known.writes:
        known = replace(known, writes=seen.writes)
    if seen.reach == "hidden" and known.reach != "hidden":
        return known if known.binding == seen.binding else replace(known, binding=())
    if known.reach != "hidden":  # the menu may have been left open: its opener is kept
        seen = replace(seen, opener=seen.opener or known.opener, buried=min(known.buried, seen.buried))
    if known.binding == seen.binding:
        return seen
    return replace(seen, binding=(), href=seen.href if seen.href == known.href else "")
