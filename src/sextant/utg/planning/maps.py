"""The network of a map: places (a node under one binding) and the actions between them, rivals among them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from sextant.utg.exits import Binding
from sextant.utg.graph import ANYWHERE, Edge, Graph, Place, Trigger, believed
from sextant.utg.importing import PlainEdge, PlainGraph
from sextant.utg.plan import DISTRUST, Avoid, PlanStep, carried, usable
from sextant.utg.planning import costs
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.network import Goal, Network, PlanResult

MapNetwork = Network[Place, PlanStep]

MOST_PLACES = 100_000
"""Bindings are carried from place to place; a map that never ends is laid out so far."""
GUESSED = 0.5
"""The chance that an action works that was never tried."""


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How a map becomes a network.

    Attributes:
        costs: What an edge costs.
        rivals: So many targets of one action are kept, the most believed first. With more than one, the cheapest plan
            may hope for a rival; `reliability` makes it pay for that.
        avoid: Actions that are left out.
        most_places: Places beyond this number are not laid out.
    """

    costs: Costs = "uniform"
    rivals: int = 1
    avoid: Avoid = frozenset()
    most_places: int = MOST_PLACES


def network_of_map(graph: Graph, options: MapOptions = MapOptions(), start: Place | None = None) -> MapNetwork:
    """Every place of a map and every action that may be relied on there, `start` among them.

    An edge is labelled by the step that it stands for. `back` is left out, as in `sextant.utg.plan`: where it leads
    depends on how one came. Edges less reliable than `DISTRUST` are left out too.
    """
    places: dict[Place, int] = {}
    whole = True
    for place in _known(graph, start):
        if place not in places and len(places) >= options.most_places:
            whole = False
            break
        places.setdefault(place, len(places))
    sources, targets, prices, steps = list[int](), list[int](), list[int](), list[PlanStep]()
    everywhere = list(believed(graph.out(ANYWHERE)))
    waiting = list(places)
    for place in waiting:  # it grows
        for step, edge in _actions(graph, place, options, everywhere):
            if step.target not in places:
                if len(places) >= options.most_places:
                    whole = False
                    continue
                places[step.target] = len(places)
                waiting.append(step.target)
            sources.append(places[place])
            targets.append(places[step.target])
            prices.append(_price(step, edge, options.costs))
            steps.append(step)
    return Network(tuple(places), sources, targets, prices, steps, whole)


def goal_on_map(network: MapNetwork, node: str, binding: Binding | None = None) -> Goal:
    """The goal to reach a node of the map, or with a binding one instance of it.

    A node that is not on the map gives a goal that no walk meets.
    """
    named = node if binding is None else f"{node} ({', '.join(f'{name} {value}' for name, value in binding)})"
    return Goal(
        frozenset(
            number
            for number, place in enumerate(network.nodes)
            if place.node == node and (binding is None or place.binding == binding)
        ),
        named,
    )


def steps_on_map(network: MapNetwork, result: PlanResult) -> tuple[PlanStep, ...]:
    """The actions that a plan stands for."""
    return tuple(network.edges[step.edge] for step in result.steps)


def _known(graph: Graph, start: Place | None) -> Iterator[Place]:
    if start is not None:
        yield start
    for node in graph.nodes.values():
        yield from (Place(node.id, binding) for binding in node.bindings or ((),))
    for edge in graph.edges.values():
        if edge.source != ANYWHERE:
            yield Place(edge.source, edge.source_binding)
        yield Place(edge.target, edge.target_binding)


def _actions(
    graph: Graph, place: Place, options: MapOptions, everywhere: Iterable[Edge]
) -> Iterator[tuple[PlanStep, Edge | None]]:
    """The actions of a place, each with the edge that it was seen as; None where it is inferred from an address."""
    used: set[Trigger] = set()
    here = believed(edge for edge in graph.out(place.node) if edge.trigger.event != "back")
    found: dict[Trigger, list[tuple[Edge, Place]]] = {}
    for edge in here:
        target = carried(edge, place.binding)
        if target is not None and (place.node, edge.trigger) not in options.avoid:
            found.setdefault(edge.trigger, []).append((edge, target))
    for trigger, rivals in found.items():
        used.add(trigger)
        for edge, target in islice(rivals, options.rivals):
            if edge.reliability >= DISTRUST:
                yield _step(graph, edge, place, target), edge
    for step in _inferred(graph, place, used, options.avoid):
        yield step, None
    for edge in everywhere:
        if edge.trigger not in used and (place.node, edge.trigger) not in options.avoid:
            used.add(edge.trigger)
            yield _step(graph, edge, place, Place(edge.target, edge.target_binding)), edge


def _step(graph: Graph, edge: Edge, place: Place, target: Place) -> PlanStep:
    label = edge.trigger.element.name if edge.trigger.element is not None else edge.trigger.event
    return PlanStep(place, edge.trigger, target, label, graph.cost(edge), edge.opener)


def _inferred(graph: Graph, place: Place, used: set[Trigger], avoid: Avoid) -> Iterator[PlanStep]:
    """Exits whose address is known to lead somewhere, or whose name has always led to one place."""
    node = graph.nodes.get(place.node)
    for one in node.exits if node is not None else ():
        trigger = Trigger("tap", one.element)
        if trigger in used or (place.node, trigger) in avoid or not usable(one, place.binding):
            continue
        target = graph.at(one.href)
        if target is None and not one.href and one.kind in ("navigation", "tab"):
            target = graph.leads(one.element)
        if target is not None and target != place:
            yield PlanStep(place, trigger, target, one.label, 1 + one.buried, one.opener, inferred=True)


def _price(step: PlanStep, edge: Edge | None, kind: Costs) -> int:
    match kind:
        case "uniform":
            return costs.uniform(step.cost)
        case "measured":
            return costs.measured(edge.seconds if edge is not None else 0.0, step.cost)
        case "reliability":
            return costs.reliable(edge.reliability if edge is not None else GUESSED)


def network_of_plain(plain: PlainGraph) -> Network[str, PlainEdge]:
    """The network of a graph that was imported: nodes by their ids, its own costs."""
    index = {node.id: number for number, node in enumerate(plain.nodes)}
    return Network(
        tuple(index),
        [index[edge.source] for edge in plain.edges],
        [index[edge.target] for edge in plain.edges],
        [edge.cost for edge in plain.edges],
        plain.edges,
    )
