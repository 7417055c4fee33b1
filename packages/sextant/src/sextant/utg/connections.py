"""The connections between the screens of a map, over all instances, for drawings, counts and search.

A planner asks from one place; a drawing of the map needs every screen at once. Both rely on the same hops
(`sextant.utg.hops`): reliable edges, and links with a known target.
"""

from collections import deque
from collections.abc import Iterable, Mapping

from sextant.dataclass import dataclass
from sextant.types.screens import ElementRef
from sextant.utg.exits import Binding
from sextant.utg.graph import Edge, Graph, Place, Trigger
from sextant.utg.hops import Doors, Hop, hops

__all__ = ["Connection", "connections", "depths"]

_MOST_BINDINGS = 16


@dataclass(frozen=True, slots=True)
class Connection:
    """An action that leads from one screen to another. `edge` is None where it was only inferred.

    `doubt` is 0-1; it decides between equal costs.
    """

    source: str
    target: str
    trigger: Trigger
    opener: ElementRef | None
    cost: int
    doubt: float
    edge: Edge | None


def connections(graph: Graph) -> Mapping[str, tuple[Connection, ...]]:
    """The connections from each screen, walked ones first; each action to each screen once."""
    doors = Doors(graph)
    return {node: tuple(_of(graph, node, doors)) for node in graph.nodes}


def _of(graph: Graph, node: str, doors: Doors) -> Iterable[Connection]:
    found: dict[tuple[Trigger, str], Connection] = {}
    for binding in _bindings(graph, node):
        for hop in hops(graph, Place(node, binding), doors=doors):
            key = hop.step.trigger, hop.step.target.node
            if hop.step.target.node != node and (key not in found or hop.doubt < found[key].doubt):
                found[key] = _connection(node, hop)
    return sorted(found.values(), key=lambda connection: connection.edge is None)


def _connection(node: str, hop: Hop) -> Connection:
    step = hop.step
    return Connection(node, step.target.node, step.trigger, step.opener, step.cost, hop.doubt, hop.edge)


def _bindings(graph: Graph, node: str) -> tuple[Binding, ...]:
    seen = dict.fromkeys(graph.nodes[node].bindings)
    seen |= dict.fromkeys(edge.source_binding for edge in graph.out(node))
    return tuple(seen)[-_MOST_BINDINGS:] or ((),)


def depths(known: Mapping[str, Iterable[Connection]], start: str) -> dict[str, int]:
    """The least number of connections from a screen to each reachable one, nearest first."""
    if start not in known:
        return {}
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for connection in known[node]:
            if connection.target not in found:
                found[connection.target] = found[node] + 1
                waiting.append(connection.target)
    return found
