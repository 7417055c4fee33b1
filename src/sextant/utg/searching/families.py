"""Families of exits: lists, addresses of one shape, labels that stand on many screens, the controls of one screen.

Of each a few members are tried, and more only as long as they lead to screens that nothing else has led to. Which
was tried and what came of it is worked out from the map alone.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from sextant.types.screens import ElementRef
from sextant.utg.exits import Exit, template
from sextant.utg.graph import Edge, EdgeId, Graph, Node
from sextant.utg.words import tokens

SAMPLES = 3
"""So many members of a family are tried before it has to show that more of them are worth it."""
_UNIFORM = 2
"""So many where all of them led to one and the same screen."""
_FRESH = 0.5
"""Share of the tries of a family that have to lead to a new screen for it to go on."""
_LOOSE = 5
_LOOSE_FRESH = 0.2
"""The same for families that are alike in little: the pages of one folder, the controls of one screen."""
_DULL, _DULL_FRESH = 12, 0.1
"""After so many controls without an address of which less than this share led anywhere, one a screen is enough."""
_REVEALS = 2
"""So many controls of one screen count for what they brought up on the spot; filters bring up something every time."""
_FOLDER, _CONTROLS, _INSTANCE, _OPENERS, _LIST = "under ", "controls of ", "instance of ", "opener ", "list "
_EVERY = "all controls"
_LOOSELY = (_FOLDER, _CONTROLS, _OPENERS)
_INSIDE = frozenset({"columnheader", "rowheader", "combobox", "textbox", "article", "code", "gridcell", "note"})
"""Roles of things that mostly sort, choose or show something where they are; other screens seldom lie behind them."""
HOLE = "{id}"
"""Stands in the label of a screen where its address holds a parameter."""


@dataclass(slots=True)
class Family:
    """How many members were tried, how many of them led to something new, and to how many different screens."""

    tried: int = 0
    fresh: int = 0
    missed: int = 0
    """Members that were not where they had been, or did nothing: a list that was filtered is no poor list."""
    targets: set[str] = field(default_factory=set[str])

    def open(self, name: str, alike: int, dull: bool = False) -> bool:
        """Whether more members are worth a try; `dull` says that controls of this app seldom lead anywhere."""
        loose = name.startswith(_LOOSELY)
        least, share, most = (_LOOSE, _LOOSE_FRESH, 2) if loose else (SAMPLES, _FRESH, 1)
        if dull and name.startswith(_CONTROLS):
            least, share = 1, _FRESH
        elif name.startswith((_LIST, _INSTANCE)) and len(self.targets) == 1:
            least = _UNIFORM
        tried = self.tried + self.missed // 2
        return tried < least or (tried < most * alike and self.fresh > share * tried)


@dataclass(slots=True)
class Experience:
    """What the walked edges tell of families; made once a survey."""

    families: dict[str, Family] = field(default_factory=dict[str, Family])
    walked: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    shapes: set[str] = field(default_factory=set[str])
    patterns: dict[str, re.Pattern[str]] = field(default_factory=dict[str, re.Pattern[str]])
    """Addresses of item pages that are on the map, by node."""

    def open(self, name: str, alike: int) -> bool:
        """Whether more members of a family are worth a try."""
        every = self.families.get(_EVERY, Family())
        dull = every.tried >= _DULL and every.fresh < _DULL_FRESH * every.tried
        return self.families.get(name, Family()).open(name, alike, dull)


def families_of(one: Exit, node: Node, known: Experience) -> Iterator[str]:
    """The families that an exit belongs to, by name."""
    if is_list(one):
        # Rows without addresses are a list of their own screen; what has an address is one list wherever it stands.
        yield f"{_LIST}{one.group}" if "{}" in one.group else f"{_LIST}{node.id} {one.group}"
    if one.href and one.kind != "navigation":
        yield from _of_address(one.href, node, known)
    elif one.href:
        yield from (
            f"{_INSTANCE}{other}" for other in _items(one.href, known)
        )  # a trail of crumbs stands in a navigation
    if not one.href or one.kind == "paging":
        yield label_family(one)
    if not one.href and one.element.role in _INSIDE:
        yield f"{one.element.role} everywhere"
    if not one.href and one.kind in ("button", "item", "paging"):
        yield f"{_CONTROLS}{node.id}"


def is_list(one: Exit) -> bool:
    """Whether its group is a list: rows, or addresses of one shape. Pages that merely lie in one folder are none.

    What leads elsewhere from every instance of its screen has no address of its own, and still that shape.
    """
    return bool(one.group) and (not one.href or "{}" in one.group)


def _of_address(href: str, node: Node, known: Experience) -> Iterator[str]:
    path, mark, query = href.partition("?")
    if mark:
        names = sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)})
        if path == _path_of(node):
            yield f"query {'&'.join(names)}"
        return
    items = _items(href, known)
    yield from (
        (f"{_INSTANCE}{other}" for other in items) if items else (f"{_FOLDER}{path.rstrip('/').rpartition('/')[0]}/",)
    )


def _items(href: str, known: Experience) -> list[str]:
    """The item pages on the map that an address is one of."""
    return [other for other, pattern in known.patterns.items() if pattern.fullmatch(href)]


def label_family(one: Exit) -> str:
    """The family of everything that has the role and the words of an exit."""
    words = " ".join(tokens(one.label)) or one.label.strip() or one.element.anchor
    return f"{_OPENERS if one.kind == 'opener' else 'label '}{one.element.role} {words}"


def _path_of(node: Node) -> str:
    return node.face.location.partition("?")[0]


def experience(graph: Graph) -> Experience:
    """What the map tells of families."""
    known = Experience(patterns={node.id: _pattern(node) for node in graph.nodes.values() if _is_item(node)})
    for node in known.patterns:  # instances that were come to in any way count, not only those that were tried
        known.families[f"{_INSTANCE}{node}"] = Family(len(graph.nodes[node].bindings) - 1)
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
        reveals = 0
        for ref, edges in tried.items():
            known.walked[ref.role, ref.name] += 1
            one = by_ref.get(ref)
            if one is None:
                continue
            found = any(edge.id in first for edge in edges)
            fresh = found or (reveals < _REVEALS and _revealed(node, ref, shared, known))
            reveals += fresh and not found
            for name, family in _families(known, one, node):
                family.tried += 1
                family.fresh += found if name == _EVERY else fresh
                family.targets |= {edge.target for edge in edges if edge.successes}
        for one in node.exits:
            if one.vain and not one.href and one.element not in tried:
                for _, family in _families(known, one, node):
                    family.missed += 1
    return known


def _families(known: Experience, one: Exit, node: Node) -> Iterator[tuple[str, Family]]:
    names = set(families_of(one, node, known))
    if any(name.startswith(_CONTROLS) for name in names):
        names.add(_EVERY)
    for name in names:
        yield name, known.families.setdefault(name, Family())


def _is_item(node: Node) -> bool:
    route = node.key.label.partition(" · ")[0]
    telling = route.replace(HOLE, "").strip("/")  # `/{id}` alone would take in every page at the root
    return HOLE in route and bool(telling) and "?" not in node.key.label and any(node.bindings)


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


def _revealed(node: Node, opener: ElementRef, shared: Mapping[str, int], known: Experience) -> bool:
    """Whether touching it brought up something that no other screen has, and no address like those on the map."""
    return any(
        one.opener == opener and shared[one.name] == 1 and not (one.href and shaped(one, known)) for one in node.exits
    )


def shaped(one: Exit, known: Experience) -> bool:
    """Whether screens with addresses of that shape are on the map."""
    return template(one.href) in known.shapes or any(each.fullmatch(one.href) for each in known.patterns.values())
