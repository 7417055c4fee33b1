"""The transitions of a map as a person counts them, and what becomes of them from one map to the next."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Literal

from sextant.utg.exits import Exit
from sextant.utg.graph import ANYWHERE, SOFT, Edge, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.naming import parametric

__all__ = ["Relation", "Transition", "TransitionChange", "Ways", "compare_transitions", "transitions_of"]

Relation = Literal["added", "removed", "broken", "relabelled", "redirected"]
"""Of a transition. `broken`: it worked in the old map, and was tried in vain in the new one. `relabelled`: the same
screens under another label or element. `redirected`: the same label, and another screen."""

_STATE = " · "
"""Begins in the label of a screen what is open on its page."""
_ALIKE = 0.5
"""Labels at least so alike stand for one that was reworded, where several are to be told apart."""


@dataclass(frozen=True, slots=True)
class Transition:
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
    old: Transition | None
    new: Transition | None


def transitions_of(graph: Graph) -> list[Transition]:
    """The ways of a map; those that stay on their screen are none, nor `back` and `home`, which are not the app's."""
    many = {node.id for node in graph.nodes.values() if parametric(node)}
    found: dict[tuple[str, ...], Transition] = {}
    for edge in graph.edges.values():
        if edge.source == edge.target or edge.trigger.event in ("back", "home"):
            continue
        way = _transition(edge, edge.target in many)
        element = "" if way.listed or edge.trigger.element is None else repr(edge.trigger.element)
        key = (way.source, way.event, element, way.target, "listed" if way.listed else "")
        known = found.get(key)
        found[key] = way if known is None else replace(known, items=known.items + 1, works=known.works or way.works)
    return list(found.values())


def _transition(edge: Edge, many: bool) -> Transition:
    """One edge; where it leads to one of many, and chooses which, it is an item of a list."""
    element = edge.trigger.element
    works = edge.reliability >= DISTRUST and (edge.successes > 0 or edge.origin == "static")
    if element is None:
        return Transition(edge.source, edge.trigger.event, "", edge.trigger.event, edge.target, works=works)
    known = {value for _, value in edge.source_binding}
    listed = many and any(value not in known for name, value in edge.target_binding if name != SOFT)
    return Transition(
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
class Ways:
    """What became of the transitions of two maps: changes, and what one of the two walks did not try."""

    changes: list[TransitionChange] = field(default_factory=list[TransitionChange])
    untried_new: list[Transition] = field(default_factory=list[Transition])
    untried_old: list[Transition] = field(default_factory=list[Transition])
    same: int = 0


def compare_transitions(old: Graph, new: Graph, there: Mapping[str, str]) -> Ways:
    """Pairs the transitions of two maps; `there` gives the counterparts of the old map's screens."""
    told = Ways()
    before = [way for way in transitions_of(old) if way.works]
    after = [way for way in transitions_of(new) if way.works]
    failing = {(way.source, way.role, way.label) for way in transitions_of(new) if not way.works}
    ends = {**there, ANYWHERE: ANYWHERE}
    left, right = _paired(before, after, ends, told, (old, new))
    back = {new_id: old_id for old_id, new_id in ends.items()}
    for way in left:
        source = new.nodes.get(ends.get(way.source, ""))
        if source is not None and (source.id, way.role, way.label) in failing:
            told.changes.append(TransitionChange("broken", way, None))
            continue
        found = _found(way, source, ends.get(way.target, ""), new)
        if isinstance(found, Transition):
            told.changes.append(TransitionChange(_relation(found, ends.get(way.target, "")), way, found))
        elif found == "untried":
            told.untried_new.append(way)
        else:
            told.changes.append(TransitionChange("removed", way, None))
    for way in right:
        found = _found(way, old.nodes.get(back.get(way.source, "")), back.get(way.target, ""), old)
        if isinstance(found, Transition):
            told.changes.append(TransitionChange(_relation(found, back.get(way.target, "")), found, way))
        elif found == "untried":
            told.untried_old.append(way)
        else:
            told.changes.append(TransitionChange("added", None, way))
    return told


def _relation(found: Transition, target: str) -> Relation:
    return "relabelled" if found.target == target else "redirected"


def _found(way: Transition, node: Node | None, target: str, graph: Graph) -> Transition | Literal["untried", "gone"]:
    """What the other map knows of a transition that nobody walked there, from what stands on its screen.

    A link tells where it leads by its address: under the same label to another screen, or to the same screen under
    another label. An element that tells nothing is untried.
    """
    if node is None:
        return "gone"
    taken = {edge.trigger.element for edge in graph.out(node.id)}
    same = [one for one in node.exits if _is(one, way) and one.element not in taken]
    if same:
        leads = [place.node for one in same if not way.listed and (place := graph.at(one.href)) is not None]
        if not target or not leads or target in leads or _one_page(graph.nodes[target], graph.nodes[leads[0]]):
            return "untried"
        return _as_seen(node, same[0], leads[0])
    for one in node.exits if target and not way.listed else ():
        place = graph.at(one.href) if one.href else None
        if place is not None and place.node == target and not one.group and one.element not in taken:
            return _as_seen(node, one, target)
    return "gone"


def _one_page(one: Node, other: Node) -> bool:
    """Whether two screens are one page in two states, such as with a menu open: a link leads to either."""
    label = one.key.label.partition(_STATE)[0]
    return label.startswith("/") and label == other.key.label.partition(_STATE)[0]


def _as_seen(node: Node, one: Exit, target: str) -> Transition:
    return Transition(node.id, "tap", one.element.role, one.element.name, target, one.element.test_id)


def _is(one: Exit, way: Transition) -> bool:
    if way.listed:
        return bool(one.group) or one.kind == "item"
    if way.test_id and one.element.test_id == way.test_id:
        return True
    return (one.element.role, one.element.name) == (way.role, way.label)


def _paired(
    before: list[Transition], after: list[Transition], ends: Mapping[str, str], told: Ways, maps: tuple[Graph, Graph]
) -> tuple[list[Transition], list[Transition]]:
    """Pairs what is the same, what was reworded and what leads elsewhere; the rest of both sides is handed back."""
    same: tuple[Callable[[Transition], _Key], ...] = (
        lambda way: (way.source, way.target, way.event, way.role, way.label, way.listed),
        lambda way: (way.source, way.target, way.event) if way.listed else (),
    )
    for key in same:
        found, before, after = _by(key, before, after, ends)
        told.same += len(found)
    found, before, after = _by(
        lambda way: (way.source, way.target, way.test_id) if way.test_id else (), before, after, ends
    )
    told.changes += [TransitionChange("relabelled", a, b) for a, b in found]
    old, new = maps
    back = {after_id: before_id for before_id, after_id in ends.items()}
    gone = [way for way in before if not _shown(way, new.nodes.get(ends.get(way.source, "")))]
    come = [way for way in after if not _shown(way, old.nodes.get(back.get(way.source, "")))]
    found, _, _ = _reworded(gone, come, ends)
    told.changes += [TransitionChange("relabelled", a, b) for a, b in found]
    _, before, after = _sorted(found, before, after)
    found, before, after = _by(
        lambda way: (way.source, way.event, way.role, way.label) if not way.listed else (), before, after, ends, False
    )
    moved = [(a, b) for a, b in found if not _one_page(old.nodes[a.target], new.nodes[b.target])]
    told.same += len(found) - len(moved)
    told.changes += [TransitionChange("redirected", a, b) for a, b in moved]
    return before, after


def _shown(way: Transition, node: Node | None) -> bool:
    """Whether a screen shows the element of a transition."""
    return node is not None and any(_is(one, way) for one in node.exits)


_Key = tuple[str | bool, ...]
_Sorted = tuple[list[tuple[Transition, Transition]], list[Transition], list[Transition]]


def _by(
    key: Callable[[Transition], _Key],
    before: list[Transition],
    after: list[Transition],
    ends: Mapping[str, str],
    to_the_end: bool = True,
) -> _Sorted:
    """Pairs transitions of one key, in their order; the empty key pairs nothing."""
    waiting: dict[_Key, list[Transition]] = defaultdict(list)
    for way in after:
        waiting[key(way)].append(way)
    pairs: list[tuple[Transition, Transition]] = []
    for way in before:
        mapped = _mapped(way, ends, to_the_end)
        wanted = key(mapped) if mapped is not None else ()
        if wanted and waiting.get(wanted):
            pairs.append((way, waiting[wanted].pop(0)))
    return _sorted(pairs, before, after)


def _sorted(pairs: list[tuple[Transition, Transition]], before: list[Transition], after: list[Transition]) -> _Sorted:
    gone, come = {id(old) for old, _ in pairs}, {id(new) for _, new in pairs}
    return pairs, [way for way in before if id(way) not in gone], [way for way in after if id(way) not in come]


def _mapped(way: Transition, ends: Mapping[str, str], to_the_end: bool = True) -> Transition | None:
    """A transition of the old map in the words of the new one; None where a screen of it has no counterpart."""
    source, target = ends.get(way.source), ends.get(way.target) if to_the_end else way.target
    return None if source is None or target is None else replace(way, source=source, target=target)


def _reworded(before: list[Transition], after: list[Transition], ends: Mapping[str, str]) -> _Sorted:
    """Pairs what joins the same two screens: the most alike labels first, whatever they are where one is left."""
    groups: dict[tuple[str, str, str], list[Transition]] = defaultdict(list)
    for way in after:
        groups[way.source, way.target, way.event].append(way)
    mine: dict[tuple[str, str, str], list[Transition]] = defaultdict(list)
    for way in before:
        mapped = _mapped(way, ends)
        if mapped is not None:
            mine[mapped.source, mapped.target, mapped.event].append(way)
    pairs: list[tuple[Transition, Transition]] = []
    for key, ways in mine.items():
        pairs += _alike(ways, groups.get(key, []))
    return _sorted(pairs, before, after)


def _alike(before: list[Transition], after: list[Transition]) -> Iterator[tuple[Transition, Transition]]:
    alone = len(before) == len(after) == 1
    ranked = sorted(
        (-SequenceMatcher(None, a.label.casefold(), b.label.casefold()).ratio(), i, j)
        for i, a in enumerate(before)
        for j, b in enumerate(after)
    )
    used_old, used_new = set[int](), set[int]()
    for negative, i, j in ranked:
        if i not in used_old and j not in used_new and (alone or -negative >= _ALIKE):
            used_old.add(i)
            used_new.add(j)
            yield before[i], after[j]
