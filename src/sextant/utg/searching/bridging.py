"""A screen that the map knows and has no believable way to: which untried exits may be the missing piece.

From that screen the known ways are followed backwards. An exit is promising that is called like one of the screens met
so, or like what leads to them elsewhere; and so is a row of a list, where one of those screens is about one thing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sextant.utg.graph import Edge, Graph, Node, Place
from sextant.utg.plausible import hubs, oddity
from sextant.utg.searching.frontier import Candidate
from sextant.utg.searching.instances import about_one, called
from sextant.utg.words import Query, match, matched, tokens

__all__ = ["FAR", "bridged"]

FAR = 4
"""From so many actions on, a known way is compared with what has not been tried."""
_SAME = 0.7
"""What an exit is worth that is called as one that leads there from elsewhere."""
_NAMED = 0.55
"""What one is worth that is called as the screen is."""
_ROW = 0.5
"""What a row is worth of a list of such things."""
_INTO = 0.45
"""What one is worth that may open the app, where nothing is known to."""
_STEP = 0.9
_FURTHEST = 3


@dataclass(frozen=True, slots=True)
class _Island:
    """A screen from where the wanted one can be got to, in how many actions, and what leads to it."""

    node: Node
    hops: int
    labels: frozenset[str]
    name: frozenset[str]
    one: bool


def bridged(
    graph: Graph, wanted: Place, query: Query, options: Sequence[Candidate], ways: Mapping[Place, int]
) -> list[Candidate]:
    """The untried exits that may lead to a place or to where a way leads on from, the most promising first.

    `ways` are actions to every place that can be got to; they say whether the app is one of them.
    """
    target = graph.nodes.get(wanted.node)
    if target is None:
        return []
    openers, app = hubs(graph), target.key.app
    islands = _islands(graph, target, openers)
    inside = any(cost <= FAR and graph.nodes[place.node].key.app == app for place, cost in ways.items())
    found: list[Candidate] = []
    for one in options:
        source = graph.nodes[one.place.node]
        worth = _INTO if not inside and source.id in openers else 0.0
        if source.key.app == app:
            worth = max((_worth(one, source, island, query) for island in islands), default=0.0)
        if worth > 0:
            found.append(replace(one, relevance=max(one.relevance, worth), deferred=False))
    return sorted(found, key=lambda one: (-one.worth, one.distance))


def _islands(graph: Graph, target: Node, openers: frozenset[str]) -> list[_Island]:
    """The target, and what leads to it by ways that can be believed."""
    into: dict[str, list[Edge]] = {}
    for edge in _believable(graph, target.key.app, openers):
        into.setdefault(edge.target, []).append(edge)
    hops, ahead = {target.id: 0}, [target.id]
    for node in ahead:  # it grows
        for edge in into.get(node, ()):
            if edge.source not in hops and hops[node] < _FURTHEST:
                hops[edge.source] = hops[node] + 1
                ahead.append(edge.source)
    return [_island(graph.nodes[node], count, into.get(node, ())) for node, count in hops.items()]


def _island(node: Node, hops: int, into: Sequence[Edge]) -> _Island:
    labels = (edge.trigger.element.name for edge in into if edge.trigger.element is not None)
    one = any(about_one(node, binding) for binding in node.bindings or ((),))
    return _Island(node, hops, frozenset(filter(None, labels)), frozenset(called(node)), one)


def _believable(graph: Graph, app: str, openers: frozenset[str]) -> Iterator[Edge]:
    """The transitions within an app that nothing speaks against."""
    for edge in graph.edges.values():
        source, target = graph.nodes.get(edge.source), graph.nodes.get(edge.target)
        if source is None or target is None or edge.source == edge.target or source.key.app != app != "":
            continue
        if target.key.app == app and edge.reliability >= 0.5 and not oddity(graph, edge, openers):
            yield edge


def _worth(one: Candidate, source: Node, island: _Island, query: Query) -> float:
    """What an exit is worth as a way to a screen that leads on."""
    if source.id == island.node.id:
        return 0.0
    label = tokens(one.exit.label)
    value = _SAME if one.exit.label in island.labels else 0.0
    if label and island.name:
        said = matched(Query("", tuple(island.name)), label)
        if len(said) == len(island.name):
            value = max(value, _NAMED * len(said) / max(len(said), len(label)) ** 0.5)
    if island.one and one.exit.kind == "item" and not one.deferred:
        listed = matched(Query("", tuple(island.name)), called(source))
        asked = not island.hops and match(query, source.face.name).score > 0
        value = max(value, _ROW if listed or asked else 0.0)
    return _STEP**island.hops * value
