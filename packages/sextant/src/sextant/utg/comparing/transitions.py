"""The transitions of a map, with the items of a list as one, and their changes between two maps."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from difflib import SequenceMatcher
from typing import Literal

from sextant.dataclass import dataclass
from sextant.utg.exits import Exit
from sextant.utg.graph import ANYWHERE, SOFT, Edge, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.names import page_of, parametric

__all__ = ["MapTransition", "Relation", "TransitionChange", "TransitionDiff", "compare_transitions", "transitions_of"]

Relation = Literal["added", "removed", "broken", "relabelled", "redirected"]
"""The change of a transition. `broken`: it worked in the old map, and failed in the new one.

`relabelled`: the same screens under another label or element. `redirected`: the same label, and another screen.
"""

_ALIKE = 0.5
"""Least similarity of labels that count as one reworded label, where there are several candidates."""


@dataclass(frozen=True, slots=True)
class MapTransition:
    """A transition between two screens; all items of a list are one.

    Attributes:
        source, target: Ids in its own map.
        items: Number of edges it stands for.
        works: Whether it is reliable.
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
    """A transition that changed; `old` or `new` is None where it is in one map only."""

    change: Relation
    old: MapTransition | None
    new: MapTransition | None


def transitions_of(graph: Graph) -> list[MapTransition]:
    """The transitions of a map, without loops, `back` and `home`."""
    many = {node.id for node in graph.nodes.values() if parametric(node)}
    found: dict[tuple[str, ...], MapTransition] = {}
    for edge in graph.edges.values():
        if edge.source == edge.target or edge.trigger.event in ("back", "home"):
            continue
        transition = _transition(edge, edge.target in many)
        element = "" if transition.listed or edge.trigger.element is None else repr(edge.trigger.element)
        key = (transition.source, transition.event, element, transition.target, "listed" if transition.listed else "")
        known = found.get(key)
        found[key] = (
            transition
            if known is None
            else replace(known, items=known.items + 1, works=known.works or transition.works)
        )
    return list(found.values())


def _transition(edge: Edge, many: bool) -> MapTransition:
    """The transition of one edge; one that chooses an instance of its target is an item of a list."""
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
    """The changes between the transitions of two maps, and those that one of the two walks did not try."""

    changes: list[TransitionChange] = field(default_factory=list[TransitionChange])
    untried_new: list[MapTransition] = field(default_factory=list[MapTransition])
    untried_old: list[MapTransition] = field(default_factory=list[MapTransition])
    same: int = 0


_Key = tuple[object, ...]
_Pair = tuple[MapTransition, MapTransition]


class _Left:
    """The transitions without a counterpart so far: of the old map (with their ids in the new one) and of the new."""

    def __init__(self, old: Graph, new: Graph, ends: Mapping[str, str]) -> None:
        works = [one for one in transitions_of(old) if one.works]
        self.old = [
            (one, replace(one, source=ends.get(one.source, ""), target=ends.get(one.target, ""))) for one in works
        ]
        self.new = [one for one in transitions_of(new) if one.works]

    def pair(self, key: Callable[[MapTransition], _Key]) -> list[_Pair]:
        """Remove and return the pairs of the same key, in order; the empty key pairs nothing."""
        waiting: dict[_Key, list[MapTransition]] = defaultdict(list)
        for one in self.new:
            waiting[key(one)].append(one)
        found = [(one, waiting[at].pop(0)) for one, mapped in self.old if (at := key(mapped)) and waiting.get(at)]
        return self._without(found)

    def reword(
        self, shown_new: Callable[[MapTransition], bool], shown_old: Callable[[MapTransition], bool]
    ) -> list[_Pair]:
        """Remove and return pairs between the same two screens, the most alike labels first.

        Neither map may show both elements of a pair. If only one is left on each side, they are a pair whatever their
        labels.
        """
        groups: dict[_Key, tuple[list[MapTransition], list[MapTransition]]] = defaultdict(lambda: ([], []))
        for one, mapped in self.old:
            if mapped.source and mapped.target and not shown_new(mapped):
                groups[mapped.source, mapped.target, mapped.event][0].append(one)
        for one in self.new:
            if not shown_old(one):
                groups[one.source, one.target, one.event][1].append(one)
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
        self.new = [one for one in self.new if id(one) not in come]
        return pairs


def _alike(one: MapTransition, other: MapTransition) -> float:
    return SequenceMatcher(None, one.label.casefold(), other.label.casefold()).ratio()


def compare_transitions(old: Graph, new: Graph, there: Mapping[str, str]) -> TransitionDiff:
    """Pair the transitions of two maps; `there` maps the old map's screens to their counterparts."""
    diff = TransitionDiff()
    back = {after: before for before, after in there.items()}
    left = _Left(old, new, {**there, ANYWHERE: ANYWHERE})
    same = left.pair(lambda one: (one.source, one.target, one.event, one.role, one.label, one.listed))
    same += left.pair(lambda one: (one.source, one.target, one.event) if one.listed else ())
    reworded = left.pair(lambda one: (one.source, one.target, one.test_id) if one.test_id else ())
    reworded += left.reword(
        lambda one: _shown(one, new.nodes.get(one.source)),
        lambda one: _shown(one, old.nodes.get(back.get(one.source, ""))),
    )
    led = left.pair(lambda one: (one.source, one.event, one.role, one.label) if not one.listed else ())
    moved = [(a, b) for a, b in led if not _one_page(old.nodes[a.target], new.nodes[b.target])]
    diff.same = len(same) + len(led) - len(moved)
    diff.changes = [TransitionChange("relabelled", a, b) for a, b in reworded]
    diff.changes += [TransitionChange("redirected", a, b) for a, b in moved]
    failing = {(one.source, one.role, one.label) for one in transitions_of(new) if not one.works}
    for one, mapped in left.old:
        found = _found(one, new.nodes.get(mapped.source), mapped.target, new)
        if (mapped.source, one.role, one.label) in failing and mapped.source in new.nodes:
            diff.changes.append(TransitionChange("broken", one, None))
        elif isinstance(found, MapTransition):
            diff.changes.append(TransitionChange(_relation(found, mapped.target), one, found))
        elif found == "untried":
            diff.untried_new.append(one)
        else:
            diff.changes.append(TransitionChange("removed", one, None))
    for one in left.new:
        target = back.get(one.target, "")
        found = _found(one, old.nodes.get(back.get(one.source, "")), target, old)
        if isinstance(found, MapTransition):
            diff.changes.append(TransitionChange(_relation(found, target), found, one))
        elif found == "untried":
            diff.untried_old.append(one)
        else:
            diff.changes.append(TransitionChange("added", None, one))
    return diff


def _relation(found: MapTransition, target: str) -> Relation:
    return "relabelled" if found.target == target else "redirected"


def _found(
    transition: MapTransition, node: Node | None, target: str, graph: Graph
) -> MapTransition | Literal["untried", "gone"]:
    """What the other map shows of a transition that was not walked there.

    The address of a link tells its target: the same label may lead to another screen, or another label to the same
    screen. An element without a known target is untried.
    """
    if node is None:
        return "gone"
    taken = {edge.trigger.element for edge in graph.out(node.id)}
    free = [one for one in node.exits if one.element not in taken]
    same = [one for one in free if _is(one, transition)]
    if same:
        leads = [place.node for one in same if not transition.listed and (place := graph.at(one.href)) is not None]
        if not target or not leads or target in leads or _one_page(graph.nodes[target], graph.nodes[leads[0]]):
            return "untried"
        return _as_seen(node, same[0], leads[0])
    for one in free if target and not transition.listed else ():
        place = graph.at(one.href) if one.href else None
        if place is not None and place.node == target and not one.group:
            return _as_seen(node, one, target)
    return "gone"


def _one_page(one: Node, other: Node) -> bool:
    """Whether two screens are states of one page, such as with a menu open: a link leads to either."""
    page = page_of(one.key.label)
    return bool(page) and page == page_of(other.key.label)


def _as_seen(node: Node, one: Exit, target: str) -> MapTransition:
    return MapTransition(node.id, "tap", one.element.role, one.element.name, target, one.element.test_id)


def _is(one: Exit, transition: MapTransition) -> bool:
    if transition.listed:
        return bool(one.group) or one.kind == "item"
    if transition.test_id and one.element.test_id == transition.test_id:
        return True
    return (one.element.role, one.element.name) == (transition.role, transition.label)


def _shown(transition: MapTransition, node: Node | None) -> bool:
    """Whether a screen shows the element of a transition."""
    return node is not None and any(_is(one, transition) for one in node.exits)
