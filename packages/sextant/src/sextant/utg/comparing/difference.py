"""Differences between two maps of one app: screens and transitions added, removed, renamed, moved, redirected.

A map only has what a walk has seen. If one map shows an exit that nobody took, what the other map knows behind it is no
change of the app: it is reported as known to one map alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Literal

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.text import words_of
from sextant.utg.comparing.matching import Pair, match_screens, templates_of
from sextant.utg.comparing.transitions import MapTransition, TransitionChange, compare_transitions, transitions_of
from sextant.utg.graph import Graph, Node
from sextant.utg.names import name_of, page_of, parametric

__all__ = ["Change", "Difference", "ScreenChange", "compare"]

Change = Literal["added", "removed", "renamed", "moved", "altered"]
"""The change of a screen. `moved`: another address. `altered`: the same name and address, but other parts."""


@dataclass(frozen=True, slots=True)
class ScreenChange:
    """A screen that changed; `old` or `new` is None where it is in one map only."""

    change: Change
    old: Node | None
    new: Node | None
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Difference:
    """All differences, and what cannot be compared.

    Attributes:
        counterparts: By id in the old map, the id in the new map.
        only_old, only_new: Screens visited in one map alone, behind an untried exit of the other.
        untried_new, untried_old: Transitions of one map whose element is untried in the other.
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
        """Whether the app has changed; what only one of the walks has explored does not count."""
        return bool(self.screens or self.transitions)


def compare(old: Graph, new: Graph, across: bool = False) -> Difference:
    """Compare two maps of one app; with `across` of two apps, or of one at two addresses.

    Raises:
        UsageError: They are maps of two apps.
    """
    if old.app != new.app and not across:
        raise UsageError(
            f"These are maps of two apps: {old.app[:200]!r} and {new.app[:200]!r}.",
            "Add --force if they are the same app at two addresses.",
        )
    pairs = match_screens(old, new)
    there = {pair.old.id: pair.new.id for pair in pairs}
    changed = [
        replace(_altered(pair.old, pair.new), likeness=pair.likeness) for pair in pairs if _differs(pair, across)
    ]
    diff = compare_transitions(old, new, there)
    back = {after: before for before, after in there.items()}
    lost = [node for node in old.nodes.values() if node.id not in there]
    fresh = [node for node in new.nodes.values() if node.id not in back]
    only_old, gone = _unvisited(lost, diff.untried_new, transitions_of(old))
    only_new, added = _unvisited(fresh, diff.untried_old, transitions_of(new))
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
        transitions=tuple(one for one in diff.changes if not _is_hidden(one, hidden_old, hidden_new)),
        only_old=only_old,
        only_new=only_new,
        untried_new=(*diff.untried_new, *_from(diff.changes, hidden_old, lambda one: one.old)),
        untried_old=(*diff.untried_old, *_from(diff.changes, hidden_new, lambda one: one.new)),
        same_screens=len(pairs) - len(changed),
        same_transitions=diff.same,
    )


def _is_hidden(one: TransitionChange, hidden_old: set[str], hidden_new: set[str]) -> bool:
    """Whether its source is a screen that the other walk did not reach."""
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
        transition
        for one, transition in found
        if transition is not None and transition.source in sources and (one.old is None or one.new is None)
    )


# -- screens ----------------------------------------------------------------------------------------------------


def _differs(pair: Pair, across: bool) -> bool:
    """Whether a pair counts as changed. Keys contain the app, so across apps different keys do not count."""
    if pair.by == "key" or across:
        return _altered(pair.old, pair.new).change != "altered"
    return True


def _altered(old: Node, new: Node) -> ScreenChange:
    single = not (parametric(old) or parametric(new))  # a parametric screen has the name of one instance
    if single and _named(old) != _named(new):
        return ScreenChange("renamed", old, new)
    if not (templates_of(old) & templates_of(new)) and not _at_one_page(old, new):
        return ScreenChange("moved", old, new)
    return ScreenChange("altered", old, new)


def _at_one_page(old: Node, new: Node) -> bool:
    """Whether both have one address, whatever their heading, or both have none."""
    page = page_of(old.key.label)
    return page_of(new.key.label) == page if page else templates_of(old) == templates_of(new)


def _named(node: Node) -> tuple[str, ...]:
    """The words of a screen's name, without numbers."""
    return tuple(word for word in words_of(name_of(node)) if not word.isdigit())


def _unvisited(
    nodes: list[Node], untried: Iterable[MapTransition], transitions: Iterable[MapTransition]
) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """Split screens of one map alone: those behind an untried transition, and the others."""
    free = {node.id for node in nodes}
    leads: dict[str, list[str]] = defaultdict(list)
    for transition in transitions:
        leads[transition.source].append(transition.target)
    waiting = [transition.target for transition in untried if transition.target in free]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [target for target in leads[node] if target in free]
    return tuple(node for node in nodes if node.id in found), tuple(node for node in nodes if node.id not in found)
