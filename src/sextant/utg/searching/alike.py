"""Which one of many alike pages is meant: the names under which an instance of a parametric screen is known.

The page of one letter is called `night 1` by the link that leads there, whatever its own title says; so is every
screen that hangs on it (Agent+P, section 4.1: parametric nodes).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sextant.utg.exits import Binding
from sextant.utg.graph import Graph, Place, identity
from sextant.utg.words import Query, matched, tokens

__all__ = ["Instances", "instances"]

Pairs = frozenset[tuple[str, str]]


@dataclass(slots=True)
class Instances:
    """The names of instances, by what their addresses are bound to.

    Attributes:
        names: Labels that lead into an instance from outside, by all that it is bound to.
        rows: What stood beside them in their rows.
        common: What the walk began with: it tells nothing apart.
    """

    names: dict[Pairs, dict[str, None]] = field(default_factory=dict[Pairs, dict[str, None]])
    rows: dict[Pairs, dict[str, None]] = field(default_factory=dict[Pairs, dict[str, None]])
    common: Pairs = frozenset()

    def of(self, place: Place) -> tuple[str, ...]:
        """What an instance is called: values of its address, and labels. Empty where it is no instance."""
        pairs = frozenset(identity(place.binding)) - self.common
        values = dict.fromkeys(value for _, value in sorted(pairs))
        return tuple(values | _settled(self.names, pairs))

    def beside(self, place: Place) -> tuple[str, ...]:
        """The rows in which links to the instance stand."""
        return tuple(_settled(self.rows, frozenset(identity(place.binding)) - self.common))

    def meant(self, query: Query, place: Place) -> bool:
        """Whether the goal says a word of what this instance is called, or of what stands beside it."""
        return bool(matched(query, words((*self.of(place), *self.beside(place)))))


def _settled(texts: Mapping[Pairs, dict[str, None]], pairs: Pairs) -> dict[str, None]:
    found: dict[str, None] = {}
    for settled, some in texts.items():
        if settled <= pairs:
            found |= some
    return found


def words(names: Iterable[str]) -> list[str]:
    """The words of several names."""
    return [word for name in names for word in tokens(name)]


def instances(graph: Graph, start: Place | None) -> Instances:
    """The instances that a map tells of, walked to or only linked."""
    found = Instances(common=frozenset(identity(start.binding)) if start is not None else frozenset())
    for node in graph.nodes.values():
        rows = {one.element: one.row for one in node.exits if one.row}
        for edge in graph.out(node.id):
            element = edge.trigger.element
            if element is not None and edge.successes and not graph.astray(edge):
                _add(found, edge.target_binding, edge.source_binding, element.name, rows.get(element, ""))
        for one in node.exits:
            target = (graph.at(one.href) or graph.like(one.href)) if one.href else None
            if target is not None:
                _add(found, target.binding, one.binding, one.label, one.row)
    return found


def _add(found: Instances, target: Binding, source: Binding, label: str, row: str) -> None:
    """Takes down what leads into an instance from outside."""
    settled = frozenset(identity(target)) - found.common
    if settled and not settled <= frozenset(identity(source)):
        for texts, text in ((found.names, label), (found.rows, row)):
            if text:
                texts.setdefault(settled, {})[text] = None
