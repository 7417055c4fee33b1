"""What changed between two maps of one app: screens and transitions added, removed, renamed, moved, led elsewhere.

A map is what somebody has seen, so it may lack what is there. Where one map shows a way out that nobody took, the other
map's knowledge of where it leads is no change of the app: it is told apart, as known to one map alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from sextant.errors import UsageError
from sextant.text import words_of
from sextant.utg.comparing.matching import Pair, match_screens, templates_of
from sextant.utg.comparing.transitions import MapTransition, TransitionChange, compare_transitions, transitions_of
from sextant.utg.graph import Graph, Node
from sextant.utg.names import name_of, page_of, parametric

__all__ = ["Change", "Difference", "ScreenChange", "compare"]

Change = Literal["added", "removed", "renamed", "moved", "altered"]
"""Of a screen. `moved`: it has another address. `altered`: the same name and address, and other parts."""


@dataclass(frozen=True, slots=True)
class ScreenChange:
    """A screen that changed; `old` or `new` is missing where it is in one map only."""

    change: Change
    old: Node | None
    new: Node | None
    likeness: float = 1.0


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
    untried_new: tuple[MapTransition, ...] = ()
    untried_old: tuple[MapTransition, ...] = ()
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
    changed = [
        replace(_altered(pair.old, pair.new), likeness=pair.likeness) for pair in pairs if _differs(pair, across)
    ]
    ways = compare_transitions(old, new, there)
    back = {after: before for before, after in there.items()}
    lost = [node for node in old.nodes.values() if node.id not in there]
    fresh = [node for node in new.nodes.values() if node.id not in back]
    only_old, gone = _unvisited(lost, ways.untried_new, transitions_of(old))
    only_new, added = _unvisited(fresh, ways.untried_old, transitions_of(new))
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
    changes: Iterable[TransitionChange], sources: set[str], side: Callable[[TransitionChange], MapTransition | None]
) -> tuple[MapTransition, ...]:
    found = [(one, side(one)) for one in changes]
    return tuple(
        way for one, way in found if way is not None and way.source in sources and (one.old is None or one.new is None)
    )


# -- screens ----------------------------------------------------------------------------------------------------


def _differs(pair: Pair, across: bool) -> bool:
    """Whether a pair is told as changed. Keys hold the app, so between two apps other keys alone tell nothing."""
    if pair.by == "key" or across:
        return _altered(pair.old, pair.new).change != "altered"
    return True


def _altered(old: Node, new: Node) -> ScreenChange:
    single = not (parametric(old) or parametric(new))  # one that stands for many is called by none of them
    if single and _named(old) != _named(new):
        return ScreenChange("renamed", old, new)
    if not (templates_of(old) & templates_of(new)) and not _at_one_page(old, new):
        return ScreenChange("moved", old, new)
    return ScreenChange("altered", old, new)


def _at_one_page(old: Node, new: Node) -> bool:
    """Whether they stand at one address, whatever they are headed; also where neither has any."""
    page = page_of(old.key.label)
    return page_of(new.key.label) == page if page else templates_of(old) == templates_of(new)


def _named(node: Node) -> tuple[str, ...]:
    """What a screen is called, without the numbers in it."""
    return tuple(word for word in words_of(name_of(node)) if not word.isdigit())


def _unvisited(
    nodes: list[Node], untried: Iterable[MapTransition], ways: Iterable[MapTransition]
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
