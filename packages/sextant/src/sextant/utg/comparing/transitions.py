"""The transitions of a map as a person counts them, and what becomes of them from one map to the next."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Literal

from sextant.utg.exits import Exit
from sextant.utg.graph import ANYWHERE, SOFT, Edge, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.names import page_of, parametric

__all__ = ["MapTransition", "Relation", "TransitionChange", "TransitionDiff", "compare_transitions", "transitions_of"]

Relation = Literal["added", "removed", "broken", "relabelled", "redirected"]
"""Of a transition. `broken`: it worked in the old map, and was tried in vain in the new one. `relabelled`: the same
screens under another label or element. `redirected`: the same label, and another screen."""

_ALIKE = 0.5
"""Labels at least so alike stand for one that was reworded, where several are to be told apart."""


@dataclass(frozen=True, slots=True)
class MapTransition:
    """A way from one screen to another as a person counts them: every item of a list is one and the same.

    Attributes:
        source, target: Ids in the map it comes from.
        items: How many edges of the map it stands for.
        works: Whether it is to be relied on.
    """

    source: str
    event: str
    role: str
    label: str
    target: str
    test_id: str = ""
    listed: bool = False
    items: int = 1
    works: bool = True


@dataclass(frozen=True, slots=True)
class TransitionChange:
    """A transition that changed; the one missing is in one map only. `source` is what the new map calls its screen."""

    change: Relation
    old: MapTransition | None
    new: MapTransition | None


def transitions_of(graph: Graph) -> list[MapTransition]:
    """The ways of a map; those that stay on their screen are none, nor `back` and `home`, which are not the app's."""
    many = {node.id for node in graph.nodes.values() if parametric(node)}
    found: dict[tuple[str, ...], MapTransition] = {}
    for edge in graph.edges.values():
        if edge.source == edge.target or edge.trigger.event in ("back", "home"):
            continue
        way = _transition(edge, edge.target in many)
        element = "" if way.listed or edge.trigger.element is None else repr(edge.trigger.element)
        key = (way.source, way.event, element, way.target, "listed" if way.listed else "")
        known = found.get(key)
        found[key] = way if known is None else replace(known, items=known.items + 1, works=known.works or way.works)
    return list(found.values())


def _transition(edge: Edge, many: bool) -> MapTransition:
    """One edge; where it leads to one of many, and chooses which, it is an item of a list."""
    element = edge.trigger.element
    works = edge.reliability >= DISTRUST and (edge.successes > 0 or edge.origin == "static")
    if element is None:
        return MapTransition(edge.source, edge.trigger.event, "", edge.trigger.event, edge.target, works=works)
    known = {value for _, value in edge.source_binding}
    listed = many and any(value not in known for name, value in edge.target_binding if name != SOFT)
    return MapTransition(
        edge.source,
        edge.trigger.event,
        element.role,
        element.name,
        edge.target,
        element.test_id,
        listed,
        works=works,
    )


@dataclass(slots=True)
class TransitionDiff:
    """What became of the transitions of two maps: changes, and what one of the two walks did not try."""

    changes: list[TransitionChange] = field(default_factory=list[TransitionChange])
    untried_new: list[MapTransition] = field(default_factory=list[MapTransition])
    untried_old: list[MapTransition] = field(default_factory=list[MapTransition])
    same: int = 0


_Key = tuple[object, ...]
_Pair = tuple[MapTransition, MapTransition]


class _Left:
    """What has no counterpart yet: transitions of the old map, each also in the ids of the new one, and of the new."""

    def __init__(self, old: Graph, new: Graph, ends: Mapping[str, str]) -> None:
        works = [way for way in transitions_of(old) if way.works]
        self.old = [
            (way, replace(way, source=ends.get(way.source, ""), target=ends.get(way.target, ""))) for way in works
        ]
        self.new = [way for way in transitions_of(new) if way.works]

    def pair(self, key: Callable[[MapTransition], _Key]) -> list[_Pair]:
        """Takes out what has the same key, in order; the empty key pairs nothing."""
        waiting: dict[_Key, list[MapTransition]] = defaultdict(list)
        for way in self.new:
            waiting[key(way)].append(way)
        found = [(way, waiting[at].pop(0)) for way, mapped in self.old if (at := key(mapped)) and waiting.get(at)]
        return self._without(found)

    def reword(
        self, shown_new: Callable[[MapTransition], bool], shown_old: Callable[[MapTransition], bool]
    ) -> list[_Pair]:
        """Takes out what joins the same two screens, where neither map shows both: the most alike labels first.

        Where one alone is left on each side, they are one whatever they are called.
        """
        groups: dict[_Key, tuple[list[MapTransition], list[MapTransition]]] = defaultdict(lambda: ([], []))
        for way, mapped in self.old:
            if mapped.source and mapped.target and not shown_new(mapped):
                groups[mapped.source, mapped.target, mapped.event][0].append(way)
        for way in self.new:
            if not shown_old(way):
                groups[way.source, way.target, way.event][1].append(way)
        found: list[_Pair] = []
        for before, after in groups.values():
            alone = len(before) == len(after) == 1
            ranked = sorted((-_alike(a, b), i, j) for i, a in enumerate(before) for j, b in enumerate(after))
            used_old, used_new = set[int](), set[int]()
            for negative, i, j in ranked:
                if i not in used_old and j not in used_new and (alone or -negative >= _ALIKE):
                    used_old.add(i)
                    used_new.add(j)
                    found.append((before[i], after[j]))
        return self._without(found)

    def _without(self, pairs: list[_Pair]) -> list[_Pair]:
        gone, come = {id(old) for old, _ in pairs}, {id(new) for _, new in pairs}
        self.old = [pair for pair in self.old if id(pair[0]) not in gone]
        self.new = [way for way in self.new if id(way) not in come]
        return pairs


def _alike(one: MapTransition, other: MapTransition) -> float:
    return SequenceMatcher(None, one.label.casefold(), other.label.casefold()).ratio()


def compare_transitions(old: Graph, new: Graph, there: Mapping[str, str]) -> TransitionDiff:
    """Pairs the transitions of two maps; `there` gives the counterparts of the old map's screens."""
    told = TransitionDiff()
    back = {after: before for before, after in there.items()}
    left = _Left(old, new, {**there, ANYWHERE: ANYWHERE})
    same = left.pair(lambda way: (way.source, way.target, way.event, way.role, way.label, way.listed))
    same += left.pair(lambda way: (way.source, way.target, way.event) if way.listed else ())
    reworded = left.pair(lambda way: (way.source, way.target, way.test_id) if way.test_id else ())
    reworded += left.reword(
        lambda way: _shown(way, new.nodes.get(way.source)),
        lambda way: _shown(way, old.nodes.get(back.get(way.source, ""))),
    )
    led = left.pair(lambda way: (way.source, way.event, way.role, way.label) if not way.listed else ())
    moved = [(a, b) for a, b in led if not _one_page(old.nodes[a.target], new.nodes[b.target])]
    told.same = len(same) + len(led) - len(moved)
    told.changes = [TransitionChange("relabelled", a, b) for a, b in reworded]
    told.changes += [TransitionChange("redirected", a, b) for a, b in moved]
    failing = {(way.source, way.role, way.label) for way in transitions_of(new) if not way.works}
    for way, mapped in left.old:
        found = _found(way, new.nodes.get(mapped.source), mapped.target, new)
        if (mapped.source, way.role, way.label) in failing and mapped.source in new.nodes:
            told.changes.append(TransitionChange("broken", way, None))
        elif isinstance(found, MapTransition):
            told.changes.append(TransitionChange(_relation(found, mapped.target), way, found))
        elif found == "untried":
            told.untried_new.append(way)
        else:
            told.changes.append(TransitionChange("removed", way, None))
    for way in left.new:
        target = back.get(way.target, "")
        found = _found(way, old.nodes.get(back.get(way.source, "")), target, old)
        if isinstance(found, MapTransition):
            told.changes.append(TransitionChange(_relation(found, target), found, way))
        elif found == "untried":
            told.untried_old.append(way)
        else:
            told.changes.append(TransitionChange("added", None, way))
    return told


def _relation(found: MapTransition, target: str) -> Relation:
    return "relabelled" if found.target == target else "redirected"


def _found(
    way: MapTransition, node: Node | None, target: str, graph: Graph
) -> MapTransition | Literal["untried", "gone"]:
    """What the other map knows of a transition that nobody walked there, from what stands on its screen.

    A link tells where it leads by its address: under the same label to another screen, or to the same screen under
    another label. An element that tells nothing is untried.
    """
    if node is None:
        return "gone"
    taken = {edge.trigger.element for edge in graph.out(node.id)}
    free = [one for one in node.exits if one.element not in taken]
    same = [one for one in free if _is(one, way)]
    if same:
        leads = [place.node for one in same if not way.listed and (place := graph.at(one.href)) is not None]
        if not target or not leads or target in leads or _one_page(graph.nodes[target], graph.nodes[leads[0]]):
            return "untried"
        return _as_seen(node, same[0], leads[0])
    for one in free if target and not way.listed else ():
        place = graph.at(one.href) if one.href else None
        if place is not None and place.node == target and not one.group:
            return _as_seen(node, one, target)
    return "gone"


def _one_page(one: Node, other: Node) -> bool:
    """Whether two screens are one page in two states, such as with a menu open: a link leads to either."""
    page = page_of(one.key.label)
    return bool(page) and page == page_of(other.key.label)


def _as_seen(node: Node, one: Exit, target: str) -> MapTransition:
    return MapTransition(node.id, "tap", one.element.role, one.element.name, target, one.element.test_id)


def _is(one: Exit, way: MapTransition) -> bool:
    if way.listed:
        return bool(one.group) or one.kind == "item"
    if way.test_id and one.element.test_id == way.test_id:
        return True
    return (one.element.role, one.element.name) == (way.role, way.label)


def _shown(way: MapTransition, node: Node | None) -> bool:
    """Whether a screen shows the element of a transition."""
    return node is not None and any(_is(one, way) for one in node.exits)
