"""Plans on stored maps and on imported graphs, by the names of screens."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.qa.stored_maps import FoundMap
from sextant.storage import write_whole
from sextant.utg.files.imported import PlainEdge, PlainGraph
from sextant.utg.graph import Graph, Place, identity
from sextant.utg.hops import PlanStep
from sextant.utg.lookup import find_place, find_plain
from sextant.utg.names import bound, names_of
from sextant.utg.page.words import said
from sextant.utg.planning import pddl
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.fast_downward import FastDownward
from sextant.utg.planning.maps import MapOptions, goal_on_map, network_of_map, network_of_plain
from sextant.utg.planning.network import Order, PlanGoal, PlannerName, Status
from sextant.utg.planning.planners import plan
from sextant.utg.planning.search import AnyNetwork
from sextant.utg.route import Aimed, route

__all__ = ["MapPlan", "PlanRequest", "PlannedStep", "plan_on_map", "write_pddl"]

Unit = Literal["actions", "milliseconds", "thousandths of a nat", "as the graph says"]
_UNITS: dict[Costs, Unit] = {
    "uniform": "actions",
    "measured": "milliseconds",
    "reliability": "thousandths of a nat",
}


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A planning problem on a map: from one screen through others. Without `costs`, an imported graph uses its own."""

    start: str
    goals: tuple[str, ...]
    order: Order = "ordered"
    planner: PlannerName | FastDownward = "auto"
    costs: Costs | None = None
    deadline_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """One step of a plan, in words."""

    source: str
    does: str
    target: str
    cost: int
    walked: bool = True


@dataclass(frozen=True, slots=True)
class MapPlan:
    """A plan in words, or why there is none."""

    status: Status
    reason: str
    start: str
    goals: tuple[str, ...]
    unreached: tuple[str, ...]
    steps: tuple[PlannedStep, ...]
    cost: int
    unit: Unit
    planner: str
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether it leads to every goal."""
        return self.status in ("optimal", "satisficing") and not self.unreached


def plan_on_map(found: FoundMap, request: PlanRequest) -> MapPlan:
    """Plan the cheapest known route through the goals, in words.

    Raises:
        UsageError: A screen is not on the map, or is ambiguous.
        MissingExtra: Fast Downward is asked for and not installed.
    """
    if found.plain is not None:
        return _on_plain(found.plain, request)
    return _on_map(found.graph, request)


def write_pddl(found: FoundMap, request: PlanRequest, folder: Path) -> tuple[Path, Path]:
    """Write the domain and the problem as PDDL, and return their paths.

    Raises:
        UsageError: The folder cannot be written, or a screen is not on the map.
    """
    network, start, goals = _posed(found, request)
    problem = pddl.write(network, start, goals, request.order)
    files = folder / "domain.pddl", folder / "problem.pddl"
    try:
        write_whole(files[0], problem.domain.encode("ascii"))
        write_whole(files[1], problem.problem.encode("ascii"))
    except OSError as error:
        raise UsageError(f"{str(folder)!r} cannot be written: {error.strerror}.", "Name another folder.") from error
    return files


def _posed(found: FoundMap, request: PlanRequest) -> tuple[AnyNetwork, int, list[PlanGoal]]:
    if found.plain is not None:
        network = network_of_plain(_priced(found.plain, request.costs))
        goals = [network.goal(find_plain(found.plain, name)) for name in request.goals]
        return network, network.find(find_plain(found.plain, request.start)), goals
    start = _start(found.graph, request.start)
    drawn = network_of_map(found.graph, MapOptions(request.costs or "uniform"), start)
    aimed = [_aimed(found.graph, name) for name in request.goals]
    return drawn, drawn.find(start), [goal_on_map(drawn, one.node, one.binding) for one in aimed]


def _on_map(graph: Graph, request: PlanRequest) -> MapPlan:
    start = _start(graph, request.start)
    goals = [_aimed(graph, name) for name in request.goals]
    costs = request.costs or "uniform"
    result = route(
        graph,
        start,
        goals,
        request.order,
        costs,
        planner=request.planner,
        deadline_seconds=request.deadline_seconds,
    )
    names = names_of(graph)

    def called(place: Place) -> str:
        instance = bound(place.binding)
        return f"{names.get(place.node, place.node)} ({instance})" if instance else names.get(place.node, place.node)

    def step(one: PlanStep) -> PlannedStep:
        return PlannedStep(
            called(one.source), said(one.trigger, one.opener), called(one.target), one.cost, not one.inferred
        )

    return MapPlan(
        result.status,
        result.reason,
        called(start),
        tuple(called(Place(goal.node, goal.binding or ())) for goal in goals),
        tuple(called(Place(goal.node, goal.binding or ())) for goal in result.unreached),
        tuple(map(step, result.steps)),
        result.cost,
        _UNITS[costs],
        result.planner,
        result.seconds,
    )


def _start(graph: Graph, name: str) -> Place:
    """The start of a plan; of a parametric screen, the instance seen last."""
    place = find_place(graph, name)
    bindings = graph.nodes[place.node].bindings
    return place if place.binding or not bindings else Place(place.node, bindings[-1])


def _aimed(graph: Graph, name: str) -> Aimed:
    place = find_place(graph, name)
    tied = bool(identity(place.binding))
    return Aimed(place.node, place.binding if tied else None)


def _on_plain(plain: PlainGraph, request: PlanRequest) -> MapPlan:
    priced = _priced(plain, request.costs)
    network = network_of_plain(priced)
    ends = [find_plain(plain, name) for name in (request.start, *request.goals)]
    goals = [network.goal(end) for end in ends[1:]]
    result = plan(
        network, network.find(ends[0]), goals, request.order, request.planner, deadline_seconds=request.deadline_seconds
    )
    names = {node.id: node.name for node in plain.nodes}

    def step(edge: PlainEdge, cost: int) -> PlannedStep:
        does = f"take ‘{edge.label}’" if edge.label else "go on"
        return PlannedStep(names[edge.source], does, names[edge.target], cost, walked=False)

    return MapPlan(
        result.status,
        result.reason,
        names[ends[0]],
        tuple(names[end] for end in ends[1:]),
        tuple(names[ends[1 + place]] for place in result.unreached),
        tuple(step(network.edges[one.edge], one.cost) for one in result.steps),
        result.cost,
        "actions" if request.costs == "uniform" else "as the graph says",
        result.planner,
        result.seconds,
    )


def _priced(plain: PlainGraph, costs: Costs | None) -> PlainGraph:
    if costs is None:
        return plain
    if costs != "uniform":
        raise UsageError("This graph has its own costs, and no run has used it.", "Omit --costs, or choose uniform.")
    edges: Sequence[PlainEdge] = [PlainEdge(one.source, one.target, one.label) for one in plain.edges]
    return PlainGraph(plain.nodes, tuple(edges), plain.notes)
