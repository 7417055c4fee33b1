"""What of an app has been looked at, what is left to look at, and what is left alone and why.

Everything is worked out from the map, so that whoever takes a map up, after a crash or in another process, sees the
same. Lists, templates of addresses and labels that stand on many screens are families: of each a few members are
tried, and more only as long as they lead to screens that nothing else has led to.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import parse_qsl

from sextant.types.origins import origin_of, same_origin
from sextant.types.screens import ElementRef
from sextant.utg.caution import Caution, address_risk, caution_of
from sextant.utg.exits import Exit, Kind, template
from sextant.utg.graph import Edge, EdgeId, Graph, Node, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.words import tokens

Reason = (
    Caution
    | Literal[
        "changes something", "sampled", "out of reach", "did nothing", "too deep", "kept out", "no way", "refused"
    ]
)
"""Why an exit is left alone: its own nature, one more of a list, hidden behind something, touched in vain, too many
steps from the start, named by whoever asked, on a screen that no known way leads to, or refused on this walk."""

SAMPLES = 3
"""So many members of a family are tried before it has to show that more of them are worth it."""
_FRESH = 0.5
"""Share of the tries of a family that have to lead to a new screen for it to go on."""
_LOOSE = 5
_LOOSE_FRESH = 0.2
"""The same for families that are alike in little: the pages of one folder, the controls of one screen."""

_PRIOR: Mapping[Kind, float] = {
    "opener": 0.6,
    "navigation": 0.55,
    "tab": 0.5,
    "link": 0.4,
    "item": 0.25,
    "button": 0.2,
    "paging": 0.05,
}
_FOOTER = 0.33
_STEP = 0.12
"""What a step to an exit costs, in the unit of the priors."""
_FOLDER, _CONTROLS, _INSTANCE = "under ", "controls of ", "instance of "
_LOOSELY = (_FOLDER, _CONTROLS)
_KNOWN_SHAPE = 0.4
_WALKED_LABEL = 0.5
_SCROLL = 1
_INSIDE = frozenset({"columnheader", "rowheader", "combobox", "textbox", "article", "code", "gridcell", "note"})
"""Roles of things that mostly sort, choose or show something where they are; other screens seldom lie behind them."""
HOLE = "{id}"
"""Stands in the label of a screen where its address holds a parameter."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far an app is looked at.

    Attributes:
        depth: Steps from the start beyond which nothing is tried.
        alike: Members of one family that are tried at most, however new their screens.
        origins: Origins besides the map's own that are part of the app.
        keep_out: Words; exits whose label or address holds one are left alone.
    """

    depth: int = 15
    alike: int = 24
    origins: tuple[str, ...] = ()
    keep_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An exit that may be tried, at a place that can be got to. `distance` counts the actions until it is touched."""

    place: Place
    exit: Exit
    prior: float
    distance: int

    @property
    def worth(self) -> float:
        """How soon it is tried: the promising before the poor, the near before the far."""
        return self.prior - _STEP * self.distance


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An exit that is left alone. Its `node` is the first screen it was found on."""

    node: str
    exit: Exit
    reason: Reason


@dataclass(frozen=True, slots=True)
class Survey:
    """What may be tried, the most worthwhile first, and what is left alone, each thing once.

    `explored` counts the different exits that were taken, or whose address is on the map.
    """

    options: tuple[Option, ...] = ()
    left: tuple[LeftOut, ...] = ()
    explored: int = 0

    @property
    def untried(self) -> int:
        """How many different exits may still be tried: one address on many screens counts once."""
        return len({option.exit.name for option in self.options})

    def reasons(self) -> dict[Reason, int]:
        """How many different exits are left alone, by reason."""
        return dict(Counter(one.reason for one in self.left))


@dataclass(slots=True)
class _Family:
    tried: int = 0
    fresh: int = 0

    def open(self, name: str, bounds: Bounds) -> bool:
        """Whether more members are worth a try."""
        loose = name.startswith(_LOOSELY)
        least, share, most = (_LOOSE, _LOOSE_FRESH, 2) if loose else (SAMPLES, _FRESH, 1)
        return self.tried < least or (self.tried < most * bounds.alike and self.fresh > share * self.tried)


@dataclass(slots=True)
class _Experience:
    """What the walked edges tell of families; made once a survey."""

    families: dict[str, _Family] = field(default_factory=dict[str, _Family])
    walked: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    shapes: set[str] = field(default_factory=set[str])
    patterns: dict[str, re.Pattern[str]] = field(default_factory=dict[str, re.Pattern[str]])
    """Addresses of item pages that are on the map, by node."""


def survey(
    graph: Graph,
    ways: Mapping[Place, int],
    depths: Mapping[Place, int],
    bounds: Bounds,
    avoid: Avoid = frozenset(),
    here: Mapping[ElementRef, int] | None = None,
) -> Survey:
    """Every exit of the map that nobody has taken, either as an option or with the reason why it is left alone.

    `ways` are actions from the present place, `depths` actions from where the walk began; `here` tells how many
    actions it takes to bring an exit of the present screen into reach, where that is known better than by the map.
    """
    known = _experience(graph)
    nearest = _nearest(ways)
    options: list[Option] = []
    left: dict[str, LeftOut] = {}
    done: set[str] = set()
    for node in screens_of(graph, bounds):
        place = nearest.get(node.id)
        for one in _untried(graph, node, done):
            reason = _reason(one, node, known, bounds, avoid)
            at = Place(node.id, one.binding) if one.binding else place
            if reason is None and (at is None or at not in ways):
                reason = "no way"
            elif reason is None and at is not None and depths.get(at, 0) > bounds.depth:
                reason = "too deep"
            if reason is not None or at is None:
                left.setdefault(one.name, LeftOut(node.id, one, reason or "no way"))
                continue
            nearby = here.get(one.element) if here is not None and ways[at] == 0 else None
            distance = ways[at] + (_effort(one) if nearby is None else nearby)
            options.append(Option(at, one, _prior(one, known), distance))
    settled = done | {option.exit.name for option in options}
    found = tuple(one for name, one in left.items() if name not in settled)
    ordered = sorted(options, key=lambda option: (-option.worth, option.distance))
    return Survey(tuple(ordered), found, len(done))


def screens_of(graph: Graph, bounds: Bounds) -> tuple[Node, ...]:
    """The screens of the app: neither errors nor pages of another site."""
    return tuple(node for node in graph.nodes.values() if not node.dead and _own(node, graph.app, bounds))


def _own(node: Node, app: str, bounds: Bounds) -> bool:
    """Whether a screen belongs to the app. On a phone, every app does."""
    where = node.key.app
    if "://" not in where or where == app:
        return True
    return any(same_origin(where, origin) for origin in (app, *bounds.origins))


def _nearest(ways: Mapping[Place, int]) -> dict[str, Place]:
    nearest: dict[str, Place] = {}
    for place, distance in ways.items():
        if place.node not in nearest or distance < ways[nearest[place.node]]:
            nearest[place.node] = place
    return nearest


def _untried(graph: Graph, node: Node, done: set[str]) -> Iterator[Exit]:
    """The exits of a node that nobody has taken; those that somebody has go to `done`, by name."""
    taken = {edge.trigger for edge in graph.out(node.id) if edge.successes or edge.failures}
    seen: set[str] = set()
    for one in node.exits:
        if one.within or one.here or (one.href and one.href in seen):
            continue
        seen.add(one.href)
        known = graph.at(one.href) is not None if one.href else _leads(graph, node, one)
        if known or Trigger("tap", one.element) in taken:
            if not one.risk:
                done.add(one.name)
        else:
            yield one


def _leads(graph: Graph, node: Node, one: Exit) -> bool:
    """Whether an entry without an address is known from other screens of the same app of a phone."""
    if one.kind not in ("navigation", "tab"):
        return False
    place = graph.leads(one.element)
    target = None if place is None else graph.nodes.get(place.node)
    return target is not None and target.key.app == node.key.app


def _reason(one: Exit, node: Node, known: _Experience, bounds: Bounds, avoid: Avoid) -> Reason | None:
    """Why an exit is left alone whatever the way to it; None where it may be tried."""
    risk = _risk(one, bounds)
    if risk:
        return caution_of(risk)
    if one.change:
        return "changes something"
    if any(word.casefold() in f"{one.label}\n{one.href}".casefold() for word in bounds.keep_out):
        return "kept out"
    if one.reach == "hidden":
        return "out of reach"
    if one.vain:
        return "did nothing"
    if (node.id, Trigger("tap", one.element)) in avoid:
        return "refused"
    if not all(known.families.get(name, _Family()).open(name, bounds) for name in _families(one, node, known)):
        return None if one.kind == "opener" and _promises(one, node, known, bounds) else "sampled"
    return None


def _risk(one: Exit, bounds: Bounds) -> str:
    """The risk of an exit; a link to an origin that is part of the app is judged by its address alone."""
    if one.risk and caution_of(one.risk) == "other site" and one.href.startswith(("http://", "https://")):
        origin = origin_of(one.href)
        if any(same_origin(origin, other) for other in bounds.origins):
            return address_risk(one.href, origin)
    return one.risk


def _promises(one: Exit, node: Node, known: _Experience, bounds: Bounds) -> bool:
    """Whether what a menu may hide is new: something there is hidden whose address nobody has been to."""
    label = known.families.get(_label_family(one), _Family())
    hidden = [other for other in node.exits if other.reach == "hidden" and not other.risk and other.href]
    return label.tried < bounds.alike and any(template(other.href) not in known.shapes for other in hidden)


def _families(one: Exit, node: Node, known: _Experience) -> Iterator[str]:
    """The families that an exit belongs to, by name."""
    if _is_list(one):
        # Rows without addresses are a list of their own screen; what has an address is one list wherever it stands.
        yield f"list {one.group}" if one.href else f"list {node.id} {one.group}"
    if one.href and one.kind != "navigation":
        yield from _of_address(one.href, node, known)
    if not one.href or one.kind == "paging":
        yield _label_family(one)
    if not one.href and one.element.role in _INSIDE:
        yield f"{one.element.role} everywhere"
    if not one.href and one.kind in ("button", "item", "paging"):
        yield f"{_CONTROLS}{node.id}"


def _is_list(one: Exit) -> bool:
    """Whether its group is a list: rows, or addresses of one shape. Pages that merely lie in one folder are none."""
    return bool(one.group) and ("{}" in one.group if one.href else "{}" not in one.group)


def _of_address(href: str, node: Node, known: _Experience) -> Iterator[str]:
    path, mark, query = href.partition("?")
    if mark:
        names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
        if path == _path_of(node):
            yield f"query {'&'.join(names)}"
        return
    items = [other for other, pattern in known.patterns.items() if pattern.fullmatch(href)]
    yield from (
        (f"{_INSTANCE}{other}" for other in items) if items else (f"{_FOLDER}{path.rstrip('/').rpartition('/')[0]}/",)
    )


def _label_family(one: Exit) -> str:
    words = " ".join(tokens(one.label)) or one.label.strip() or one.element.anchor
    return f"label {one.element.role} {words}"


def _path_of(node: Node) -> str:
    return node.face.location.partition("?")[0]


def _experience(graph: Graph) -> _Experience:
    known = _Experience(patterns={node.id: _pattern(node) for node in graph.nodes.values() if _is_item(node)})
    for node in known.patterns:  # instances that were come to in any way count, not only those that were tried
        known.families[f"{_INSTANCE}{node}"] = _Family(len(graph.nodes[node].bindings) - 1)
    first = _discoveries(graph)
    shared = Counter(name for node in graph.nodes.values() for name in {one.name for one in node.exits})
    for node in graph.nodes.values():
        known.shapes.update(template(location) for location in node.locations)
    for node in graph.nodes.values():
        by_ref = {one.element: one for one in node.exits}
        tried: dict[ElementRef, list[Edge]] = {}
        for edge in graph.out(node.id):
            if edge.trigger.element is not None and (edge.successes or edge.failures):
                tried.setdefault(edge.trigger.element, []).append(edge)
        for ref, edges in tried.items():
            known.walked[ref.role, ref.name] += 1
            one = by_ref.get(ref)
            if one is None:
                continue
            fresh = any(edge.id in first for edge in edges) or _revealed(node, ref, shared, known)
            _count(known, one, node, fresh)
        for one in node.exits:
            if one.vain and one.element not in tried:
                _count(known, one, node, fresh=False)
    return known


def _count(known: _Experience, one: Exit, node: Node, fresh: bool) -> None:
    for name in set(_families(one, node, known)):
        family = known.families.setdefault(name, _Family())
        family.tried += 1
        family.fresh += fresh


def _is_item(node: Node) -> bool:
    return HOLE in node.key.label and "?" not in node.key.label and any(node.bindings)


def _pattern(node: Node) -> re.Pattern[str]:
    """The addresses of an item page: its route, with anything but a slash where it holds a parameter."""
    route = node.key.label.partition(" · ")[0]
    return re.compile("[^/]+".join(map(re.escape, route.split(HOLE))) + "/?")


def _discoveries(graph: Graph) -> set[EdgeId]:
    """The edges by which screens were found first: of all that lead to a screen the oldest."""
    found: dict[str, EdgeId] = {}
    for edge_id, edge in graph.edges.items():
        if edge.successes and edge.source != edge.target:
            found.setdefault(edge.target, edge_id)
    return set(found.values())


def _revealed(node: Node, opener: ElementRef, shared: Mapping[str, int], known: _Experience) -> bool:
    """Whether touching it brought up something that no other screen has, and no address like those on the map."""
    return any(
        one.opener == opener and shared[one.name] == 1 and not (one.href and _shaped(one, known)) for one in node.exits
    )


def _shaped(one: Exit, known: _Experience) -> bool:
    """Whether screens with addresses of that shape are on the map."""
    return template(one.href) in known.shapes or any(each.fullmatch(one.href) for each in known.patterns.values())


def _effort(one: Exit) -> int:
    """Actions on its own screen before it can be touched, as far as the map tells."""
    return one.buried + int(one.reach == "covered") + (_SCROLL if one.reach == "scroll" else 0)


def _prior(one: Exit, known: _Experience) -> float:
    prior = _PRIOR["link" if one.kind == "item" and one.href and not _is_list(one) else one.kind]
    if one.landmark.casefold().startswith("contentinfo"):
        prior = min(prior, _FOOTER)
    if _is_list(one):
        family = known.families.get(f"list {one.group}")
        tried = family.tried if family is not None else 0
        prior *= SAMPLES / (SAMPLES + 2 * tried)
    if one.href and _shaped(one, known):
        prior *= _KNOWN_SHAPE
    elif known.walked[one.element.role, one.label] >= (SAMPLES if one.href else 1):
        prior *= _WALKED_LABEL
    return prior


def open_exits(graph: Graph, bounds: Bounds, starts: Sequence[Place] = ()) -> Survey:
    """The survey of a map as it lies there: every screen counts as within reach."""
    places = {Place(node.id, binding): 0 for node in graph.nodes.values() for binding in (node.bindings or ((),))}
    places |= dict.fromkeys(starts, 0)
    return survey(graph, places, {}, bounds)
