"""A screen that the map knows and has no believable way to: which untried exits may be the missing piece.

From that screen the known ways are followed backwards. An exit is promising that is called like one of the screens met
so, or like what leads to them elsewhere; and so is a row of a list, where one of those screens is about one thing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sextant.utg.graph import Edge, Graph, Node, Place
from sextant.utg.plausible import hubs, oddity
from sextant.utg.searching.frontier import Candidate
from sextant.utg.searching.instances import about_one, called, named_alike, one_of
from sextant.utg.words import Query, lexicon, match, matched, tokens

__all__ = ["FAR", "bridged", "is_form", "unlikely"]

FAR = 4
"""From so many actions on, a known way is compared with what has not been tried."""
_SAME = 0.7
"""What an exit is worth that is called as one that leads there from elsewhere."""
_NAMED = 0.55
"""What one is worth that is called as the screen is."""
_ROW = 0.5
"""What a row is worth of a list of such things."""
_ANY_ROW = 0.42
"""What a row is worth of a list of which nobody knows what is in it."""
_ROW_WORDS = 3
_INTO = 0.45
"""What one is worth that may open the app, where nothing is known to."""
_OTHERS = 0.6
"""What is left of that where its label names another app of the map."""
_OWN = 1.1
"""And where it names the very app."""
_STEP = 0.9
_FURTHEST = 3
_FEW = 2
"""So many screens lead to one that is no part of a navigation."""
_MORE = lexicon("more menu other overview")
_FORM = lexicon("new add create edit change")


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
        worth = _into(graph, one.exit.label, app) if not inside and source.id in openers else 0.0
        if source.key.app == app:
            lists = any(one_of(graph, one.place))
            worth = max((_worth(one, source, island, query, lists) for island in islands), default=0.0)
        if worth > 0:
            found.append(replace(one, relevance=max(one.relevance, worth), deferred=False))
    return sorted(found, key=lambda one: (-one.worth, one.distance))


def unlikely(graph: Graph, node: Node, wanted: Node) -> int:
    """How unlikely it is, in actions, that the way that is missing to a screen begins on another of its app.

    A form seldom leads on; what the map knows nothing of yet that it alone leads to does. To one of many, what is
    called as it is does, to anything else `More`.
    """
    words, one = frozenset(called(node)), any(about_one(wanted, binding) for binding in wanted.bindings or ((),))
    likely = any(place.node == wanted.id for place in named_alike(graph, Place(node.id))) if one else words & _MORE
    return 2 * is_form(node) - (2 if one else 1) * bool(likely) + any(_own(graph, node))


def is_form(node: Node) -> bool:
    """Whether a screen is called as one that makes or changes something."""
    return bool(frozenset(called(node)) & _FORM)


def _own(graph: Graph, node: Node) -> Iterator[bool]:
    """For each known way out within the app, whether few other screens lead there."""
    out = [edge.target for edge in graph.out(node.id) if edge.reliability >= 0.5]
    for target in out:
        if target in graph.nodes and graph.nodes[target].key.app == node.key.app:
            yield len(graph.sources(target)) <= _FEW


def _into(graph: Graph, label: str, wanted: str) -> float:
    """What a label is worth, on the screen from which apps are opened, as the way into an app."""
    named = {app for app in {node.key.app for node in graph.nodes.values()} if _names(label, app)}
    return _INTO * (_OWN if wanted in named else _OTHERS if named else 1.0)


def _names(label: str, app: str) -> bool:
    """Whether a label is what an app is called, by the last part of its name."""
    own = tokens(app)[-1:]
    return bool(own) and len(matched(Query("", own), tokens(label))) == len(own)


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


def _worth(one: Candidate, source: Node, island: _Island, query: Query, lists: bool) -> float:
    """What an exit is worth as a way to a screen that leads on; `lists`: it is known what its screen has rows of."""
    if source.id == island.node.id:
        return 0.0
    label = tokens(one.exit.label)
    value = _SAME if one.exit.label in island.labels else 0.0
    if label and island.name:
        said = matched(Query("", tuple(island.name)), label)
        if len(said) == len(island.name):
            value = max(value, _NAMED * len(said) / max(len(said), len(label)) ** 0.5)
    row = one.exit.kind == "item" or (one.exit.kind == "button" and len(label) >= _ROW_WORDS)
    if island.one and row and not one.deferred:
        listed = matched(Query("", tuple(island.name)), called(source))
        asked = not island.hops and match(query, source.face.name).score > 0
        value = max(value, _ROW if listed or asked else 0.0)
        if not (island.hops or lists or about_one(source)) and len(label) >= _ROW_WORDS:
            value = max(value, _ANY_ROW)
    return _STEP**island.hops * value
