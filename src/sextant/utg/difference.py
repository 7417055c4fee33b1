"""What changed between two maps of one app: screens and transitions added, removed, renamed, moved, led elsewhere.

A map is what somebody has seen, so it may lack what is there. Where one map shows a way out that nobody took, the other
map's knowledge of where it leads is no change of the app: it is told apart, as known to one map alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from typing import Literal

from sextant.errors import UsageError
from sextant.utg.exits import Exit
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node
from sextant.utg.hops import DISTRUST
from sextant.utg.matching import Pair, match_screens, templates_of
from sextant.utg.naming import name_of
from sextant.utg.words import tokens

__all__ = ["Change", "Difference", "ScreenChange", "Transition", "TransitionChange", "compare"]

Change = Literal["added", "removed", "renamed", "moved", "altered"]
"""Of a screen. `moved`: it has another address. `altered`: the same name and address, and other parts."""
Relation = Literal["added", "removed", "broken", "relabelled", "redirected"]
"""Of a transition. `broken`: it worked in the old map, and was tried in vain in the new one. `relabelled`: the same
screens under another label or element. `redirected`: the same label, and another screen."""

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
class ScreenChange:
    """A screen that changed; `old` or `new` is missing where it is in one map only."""

    change: Change
    old: Node | None
    new: Node | None
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class TransitionChange:
    """A transition that changed; the one missing is in one map only. `source` is what the new map calls its screen."""

    change: Relation
    old: Transition | None
    new: Transition | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs, and what cannot be told.

    Attributes:
        counterparts: Ids of the old map's screens, each with that in the new map.
        only_old, only_new: Screens that one map alone has been to, while the way there stands in the other, untried.
        untried_new, untried_old: Transitions of the one map whose element stands in the other, untried.
    """

    old: Graph
    new: Graph
    counterparts: Mapping[str, str]
    screens: tuple[ScreenChange, ...] = ()
    transitions: tuple[TransitionChange, ...] = ()
    only_old: tuple[Node, ...] = ()
    only_new: tuple[Node, ...] = ()
    untried_new: tuple[Transition, ...] = ()
    untried_old: tuple[Transition, ...] = ()
    same_screens: int = 0
    same_transitions: int = 0

    @property
    def changed(self) -> bool:
        """Whether the app is another; what only one of the walks has looked at does not count."""
        return bool(self.screens or self.transitions)


def compare(old: Graph, new: Graph, across: bool = False) -> Difference:
    """The difference between two maps of one app; with `across` of two apps, or of one at two addresses.

    Raises:
        UsageError: They are maps of two apps.
    """
    if old.app != new.app and not across:
        raise UsageError(
            f"These are maps of two apps: {old.app[:200]!r} and {new.app[:200]!r}.",
            "Add --force where they are the same app at two addresses.",
        )
    pairs = match_screens(old, new)
    there = {pair.old.id: pair.new.id for pair in pairs}
    changed = [replace(_altered(pair.old, pair.new), likeness=pair.likeness) for pair in pairs if _differs(pair)]
    ways = _compare_ways(old, new, there)
    back = {after: before for before, after in there.items()}
    lost = [node for node in old.nodes.values() if node.id not in there]
    fresh = [node for node in new.nodes.values() if node.id not in back]
    only_old, gone = _unvisited(lost, ways.untried_new, _transitions(old))
    only_new, added = _unvisited(fresh, ways.untried_old, _transitions(new))
    hidden_old, hidden_new = {node.id for node in only_old}, {node.id for node in only_new}
    return Difference(
        old,
        new,
        there,
        screens=(
            *(ScreenChange("added", None, node) for node in added),
            *(ScreenChange("removed", node, None) for node in gone),
            *changed,
        ),
        transitions=tuple(one for one in ways.changes if not _untold(one, hidden_old, hidden_new)),
        only_old=only_old,
        only_new=only_new,
        untried_new=(*ways.untried_new, *_from(ways.changes, hidden_old, lambda one: one.old)),
        untried_old=(*ways.untried_old, *_from(ways.changes, hidden_new, lambda one: one.new)),
        same_screens=len(pairs) - len(changed),
        same_transitions=ways.same,
    )


def _untold(one: TransitionChange, hidden_old: set[str], hidden_new: set[str]) -> bool:
    """Whether it leaves a screen that the other walk did not come to."""
    if one.old is not None and one.new is not None:
        return False
    return (one.old is not None and one.old.source in hidden_old) or (
        one.new is not None and one.new.source in hidden_new
    )


def _from(
    changes: Iterable[TransitionChange], sources: set[str], side: Callable[[TransitionChange], Transition | None]
) -> tuple[Transition, ...]:
    found = [(one, side(one)) for one in changes]
    return tuple(
        way for one, way in found if way is not None and way.source in sources and (one.old is None or one.new is None)
    )


# -- screens ----------------------------------------------------------------------------------------------------


def _differs(pair: Pair) -> bool:
    return pair.by != "key" or _named(pair.old) != _named(pair.new)


def _altered(old: Node, new: Node) -> ScreenChange:
    if _named(old) != _named(new):
        return ScreenChange("renamed", old, new)
    if templates_of(old) != templates_of(new) and not templates_of(old) & templates_of(new):
        return ScreenChange("moved", old, new)
    return ScreenChange("altered", old, new)


def _named(node: Node) -> tuple[str, ...]:
    """What a screen is called, without the numbers in it; one that stands for many is called by none of them."""
    if any(node.bindings):
        return ()
    return tuple(word for word in tokens(name_of(node)) if not word.isdigit())


def _unvisited(
    nodes: list[Node], untried: Iterable[Transition], ways: Iterable[Transition]
) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Screens of one map alone: those that an untried way leads to, and the others."""
    free = {node.id for node in nodes}
    leads: dict[str, list[str]] = defaultdict(list)
    for way in ways:
        leads[way.source].append(way.target)
    waiting = [way.target for way in untried if way.target in free]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [target for target in leads[node] if target in free]
    return tuple(node for node in nodes if node.id in found), tuple(node for node in nodes if node.id not in found)


# -- transitions ------------------------------------------------------------------------------------------------


def _transitions(graph: Graph) -> list[Transition]:
    """The ways of a map; those that stay on their screen and `back`, which depends on where one was, are none."""
    exits = {node.id: _exits(node) for node in graph.nodes.values()}
    found: dict[tuple[str, ...], Transition] = {}
    for edge in graph.edges.values():
        if edge.source == edge.target or edge.trigger.event == "back":
            continue
        way = _transition(edge, exits.get(edge.source, {}))
        element = "" if way.listed or edge.trigger.element is None else repr(edge.trigger.element)
        key = (way.source, way.event, element, way.target, "listed" if way.listed else "")
        known = found.get(key)
        found[key] = way if known is None else replace(known, items=known.items + 1, works=known.works or way.works)
    return list(found.values())


def _transition(edge: Edge, exits: Mapping[tuple[str, str], Exit]) -> Transition:
    element = edge.trigger.element
    works = edge.reliability >= DISTRUST and (edge.successes > 0 or edge.origin == "static")
    if element is None:
        return Transition(edge.source, edge.trigger.event, "", edge.trigger.event, edge.target, works=works)
    exit_ = exits.get((element.role, element.name))
    known = {value for _, value in edge.source_binding}
    chosen = any(value not in known for _, value in edge.target_binding)
    listed = chosen or (exit_ is not None and bool(exit_.group))
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


def _exits(node: Node) -> dict[tuple[str, str], Exit]:
    return {(one.element.role, one.element.name): one for one in node.exits}


@dataclass(slots=True)
class _Ways:
    """What becomes of the transitions, while they are paired."""

    changes: list[TransitionChange] = field(default_factory=list[TransitionChange])
    untried_new: list[Transition] = field(default_factory=list[Transition])
    untried_old: list[Transition] = field(default_factory=list[Transition])
    same: int = 0


def _compare_ways(old: Graph, new: Graph, there: Mapping[str, str]) -> _Ways:
    told = _Ways()
    before = [way for way in _transitions(old) if way.works]
    after = [way for way in _transitions(new) if way.works]
    failing = {(way.source, way.role, way.label) for way in _transitions(new) if not way.works}
    ends = {**there, ANYWHERE: ANYWHERE}
    left, right = _paired(before, after, ends, told)
    back = {new_id: old_id for old_id, new_id in ends.items()}
    for way in left:
        source = new.nodes.get(ends.get(way.source, ""))
        if source is not None and (source.id, way.role, way.label) in failing:
            told.changes.append(TransitionChange("broken", way, None))
        elif _stands(way, source, new):
            told.untried_new.append(way)
        else:
            told.changes.append(TransitionChange("removed", way, None))
    for way in right:
        if _stands(way, old.nodes.get(back.get(way.source, "")), old):
            told.untried_old.append(way)
        else:
            told.changes.append(TransitionChange("added", None, way))
    return told


def _stands(way: Transition, node: Node | None, graph: Graph) -> bool:
    """Whether the element of a transition stands on a screen of the other map, and nobody has touched it there."""
    if node is None:
        return False
    taken = {edge.trigger.element for edge in graph.out(node.id)}
    same = [one for one in node.exits if _is(one, way)]
    return any(one.element not in taken for one in same)


def _is(one: Exit, way: Transition) -> bool:
    if way.listed:
        return bool(one.group) or one.kind == "item"
    if way.test_id and one.element.test_id == way.test_id:
        return True
    return (one.element.role, one.element.name) == (way.role, way.label)


def _paired(
    before: list[Transition], after: list[Transition], ends: Mapping[str, str], told: _Ways
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
    found, before, after = _reworded(before, after, ends)
    told.changes += [TransitionChange("relabelled", a, b) for a, b in found]
    found, before, after = _by(
        lambda way: (way.source, way.event, way.role, way.label) if not way.listed else (), before, after, ends, False
    )
    told.changes += [TransitionChange("redirected", a, b) for a, b in found]
    return before, after


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
