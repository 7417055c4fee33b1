"""Converts a map to a network: places (a node under one binding) and the actions between them, with rivals."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from sextant.dataclass import dataclass
from sextant.utg.exits import Binding
from sextant.utg.files.imported import PlainEdge, PlainGraph
from sextant.utg.graph import ANYWHERE, Graph, Place
from sextant.utg.hops import Avoid, Doors, Hop, PlanStep, hops
from sextant.utg.planning import costs
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.network import Network, PlanGoal, PlanResult
from sextant.utg.plausible import hubs

MapNetwork = Network[Place, PlanStep]

MOST_PLACES = 100_000
"""Most places; bindings carried from place to place could make a map endless."""
GUESSED = 0.5
"""The assumed chance that an untried action works."""
_DOUBT = 1000
"""Full doubt in a tied price."""


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How a map becomes a network.

    Attributes:
        costs: What an edge costs.
        rivals: Most targets of one action, the most reliable first. With more than one, the cheapest plan may rely
            on a rival; `reliability` makes it pay for that.
        avoid: Actions that are left out.
        most_places: Places beyond this number are left out.
        tied: Prices contain the doubt of each hop in their lowest bits, so that of routes of equal cost the more
            reliable is cheaper. The cost is the price shifted right by `TIE_BITS`, up to 1,000 hops.
        wary: Implausible static edges cost more.
    """

    TIE_BITS: ClassVar[int] = 20

    costs: Costs = "uniform"
    rivals: int = 1
    avoid: Avoid = frozenset()
    most_places: int = MOST_PLACES
    tied: bool = False
    wary: bool = False


def network_of_map(graph: Graph, options: MapOptions = MapOptions(), *starts: Place) -> MapNetwork:
    """Build the network of a map: every place, with `starts`, and every hop of it (`sextant.utg.hops`).

    The label of an edge is its step.
    """
    places: dict[Place, int] = {}
    openers = hubs(graph) if options.wary else None
    doors = Doors(graph)
    whole = True
    for place in _known(graph, starts):
        if place not in places and len(places) >= options.most_places:
            whole = False
            break
        places.setdefault(place, len(places))
    sources, targets, prices, steps = list[int](), list[int](), list[int](), list[PlanStep]()
    waiting = list(places)
    for place in waiting:  # it grows
        for hop in hops(graph, place, options.avoid, options.rivals, openers, doors):
            step = hop.step
            if step.target not in places:
                if len(places) >= options.most_places:
                    whole = False
                    continue
                places[step.target] = len(places)
                waiting.append(step.target)
            sources.append(places[place])
            targets.append(places[step.target])
            prices.append(_price(hop, options))
            steps.append(step)
    return Network(tuple(places), sources, targets, prices, steps, whole)


def goal_on_map(network: MapNetwork, node: str, binding: Binding | None = None) -> PlanGoal:
    """The goal to reach a node of the map, or with a binding one instance of it.

    A node that is not on the map gives a goal that no walk meets.
    """
    named = node if binding is None else f"{node} ({', '.join(f'{name} {value}' for name, value in binding)})"
    return PlanGoal(
        frozenset(
            number
            for number, place in enumerate(network.nodes)
            if place.node == node and (binding is None or place.binding == binding)
        ),
        named,
    )


def steps_on_map(network: MapNetwork, result: PlanResult) -> tuple[PlanStep, ...]:
    """The actions of a plan."""
    return tuple(network.edges[step.edge] for step in result.steps)


def _known(graph: Graph, starts: Iterable[Place]) -> Iterator[Place]:
    yield from starts
    for node in graph.nodes.values():
        yield from (Place(node.id, binding) for binding in node.bindings or ((),))
    for edge in graph.edges.values():
        if edge.source != ANYWHERE:
            yield Place(edge.source, edge.source_binding)
        yield Place(edge.target, edge.target_binding)


def _price(hop: Hop, options: MapOptions) -> int:
    price = _cost(hop, options.costs) + hop.odd
    return (price << options.TIE_BITS) + round(hop.doubt * _DOUBT) if options.tied else price


def _cost(hop: Hop, kind: Costs) -> int:
    step, edge = hop.step, hop.edge
    match kind:
        case "uniform":
            return costs.uniform(step.cost)
        case "measured":
            return costs.measured(edge.seconds if edge is not None else 0.0, step.cost)
        case "reliability":
            return costs.reliable(edge.reliability if edge is not None else GUESSED)


def network_of_plain(plain: PlainGraph) -> Network[str, PlainEdge]:
    """The network of an imported graph: nodes by id, with its own costs."""
    index = {node.id: number for number, node in enumerate(plain.nodes)}
    return Network(
        tuple(index),
        [index[edge.source] for edge in plain.edges],
        [index[edge.target] for edge in plain.edges],
        [edge.cost for edge in plain.edges],
        plain.edges,
    )
