"""Plans routes on a map, with any planner.

The map is laid out once as a network (`sextant.utg.planning.maps`) for many queries: routes through goals in any order,
reachable places, neighbours. Every route is replayed on the map before it is returned, besides the planners' own
validation on the network.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.utg.exits import Binding
from sextant.utg.graph import Graph, Place
from sextant.utg.hops import Avoid, PlanStep, hops
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.fast_downward import FastDownward
from sextant.utg.planning.maps import MapOptions, goal_on_map, network_of_map, steps_on_map
from sextant.utg.planning.network import Order, PlannerName, PlanOutcome
from sextant.utg.planning.planners import plan
from sextant.utg.planning.search import Timer, Tree, explore, way_to

DEADLINE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Aimed:
    """A node to be reached; with a binding, one instance of it."""

    node: str
    binding: Binding | None = None

    def met_by(self, place: Place) -> bool:
        """Whether a place satisfies it."""
        return place.node == self.node and (self.binding is None or self.binding == place.binding)


class Route(PlanOutcome[PlanStep, Aimed]):
    """The cheapest known route through the goals, or why there is none.

    The cost is in actions, milliseconds, or thousandths of a nat, as requested; unreachable goals are `unreached`, and
    the route serves the others.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Reach:
    """A reachable place, with the cheapest known route to it."""

    place: Place
    steps: tuple[PlanStep, ...]


class MapLayout:
    """A map laid out for planning, as it was at that time.

    Args:
        graph: The map.
        starts: Further starts; every place already on the map is one.
        avoid: Actions that are left out.
        costs: What a hop costs.
        exact: For the exact planner: of routes of equal cost the more reliable is taken.
        wary: Implausible static edges cost more.
    """

    def __init__(
        self,
        graph: Graph,
        starts: Iterable[Place] = (),
        avoid: Avoid = frozenset(),
        costs: Costs = "uniform",
        exact: bool = True,
        wary: bool = False,
    ) -> None:
        self._graph, self._avoid = graph, avoid
        self._tied = exact and costs == "uniform"
        self._network = network_of_map(graph, MapOptions(costs, avoid=avoid, tied=self._tied, wary=wary), *starts)
        self._numbers = {place: number for number, place in enumerate(self._network.nodes)}

    def route(
        self,
        start: Place,
        goals: Sequence[Aimed],
        order: Order = "ordered",
        planner: PlannerName | FastDownward = "auto",
        deadline_seconds: float = DEADLINE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> Route:
        """Plan the cheapest known route from `start` through the goals.

        Raises:
            UsageError: There are too many goals.
            MissingExtra: Fast Downward is asked for and not installed.
        """
        wanted = [replace(goal_on_map(self._network, goal.node, goal.binding), name=self._name(goal)) for goal in goals]
        found = plan(self._network, self._numbers[start], wanted, order, planner, deadline_seconds, clock)
        steps = steps_on_map(self._network, found)
        cost = sum(step.cost for step in steps) if self._tied else found.cost
        unreached = tuple(goals[place] for place in found.unreached)
        result = Route(found.status, found.reason, steps, cost, found.planner, found.seconds, unreached)
        fault = replay(self._graph, start, goals, result, order, self._avoid) if result.found else ""
        return replace(result, status="failed", reason=fault, steps=()) if fault else result

    def distances(self, start: Place) -> dict[Place, int]:
        """Every reachable place with its number of actions, nearest first."""
        tree = self._tree(start)
        reached = [number for number in range(len(self._network.nodes)) if tree.reaches(number)]
        reached.sort(key=tree.distances.__getitem__)
        shift = MapOptions.TIE_BITS if self._tied else 0
        return {self._network.nodes[number]: tree.distances[number] >> shift for number in reached}

    def near(self, start: Place, within: int) -> tuple[Reach, ...]:
        """The places within so many hops, nearest first (Agent+P, section 4.3: the k-hop neighbourhood)."""
        tree = self._tree(start)
        found: list[Reach] = []
        for number, place in enumerate(self._network.nodes):
            if place != start and tree.reaches(number):
                steps = way_to(self._network, tree, number)
                if len(steps) <= within:
                    found.append(Reach(place, tuple(self._network.edges[step.edge] for step in steps)))
        return tuple(sorted(found, key=lambda reach: (sum(step.cost for step in reach.steps), reach.place)))

    def _tree(self, start: Place) -> Tree:
        everything = range(len(self._network.nodes))
        return explore(self._network, {self._numbers[start]: 0}, everything, Timer(time.monotonic, float("inf")))

    def _name(self, goal: Aimed) -> str:
        node = self._graph.nodes.get(goal.node)
        name = (node.key.label or goal.node) if node is not None else goal.node
        return name if not goal.binding else f"{name} ({', '.join(value for _, value in goal.binding)})"


def wary(graph: Graph, starts: Iterable[Place] = (), avoid: Avoid = frozenset()) -> MapLayout:
    """Lay a map out for an actor that can also explore: implausible static edges cost more."""
    return MapLayout(graph, starts, avoid, wary=True)


def route(
    graph: Graph,
    start: Place,
    goals: Sequence[Aimed],
    order: Order = "ordered",
    costs: Costs = "uniform",
    avoid: Avoid = frozenset(),
    planner: PlannerName | FastDownward = "auto",
    deadline_seconds: float = DEADLINE_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> Route:
    """Plan one route: `MapLayout.route` for a single query."""
    laid = MapLayout(graph, (start,), avoid, costs, exact=planner in ("auto", "exact"))
    return laid.route(start, goals, order, planner, deadline_seconds, clock)


def reachable(graph: Graph, start: Place, avoid: Avoid = frozenset()) -> dict[Place, int]:
    """Every reachable place with its number of actions."""
    return MapLayout(graph, (start,), avoid).distances(start)


def neighbourhood(graph: Graph, start: Place, within: int, avoid: Avoid = frozenset()) -> tuple[Reach, ...]:
    """The places within so many hops, nearest first, each with the cheapest known route."""
    return MapLayout(graph, (start,), avoid).near(start, within)


def replay(
    graph: Graph,
    start: Place,
    goals: Sequence[Aimed],
    found: Route,
    order: Order = "ordered",
    avoid: Avoid = frozenset(),
) -> str:
    """Walk a route on the map; return the first error, or an empty string."""
    here, walked = start, [start]
    for number, step in enumerate(found.steps, 1):
        if step.source != here:
            return f"Step {number} starts at {step.source.node!r}, but the walk is at {here.node!r}."
        if all(_differs(step, hop.step) for hop in hops(graph, here, avoid)):
            return f"Step {number}: the map knows no {step.label!r} from {here.node!r} to {step.target.node!r}."
        here = step.target
        walked.append(here)
    missed = _missed(walked, [goal for goal in goals if goal not in found.unreached], order)
    return f"The route ends at {here.node!r}, short of {missed.node!r}." if missed is not None else ""


def _missed(walked: Sequence[Place], goals: Sequence[Aimed], order: Order) -> Aimed | None:
    if order == "unordered":
        return next((goal for goal in goals if not any(goal.met_by(place) for place in walked)), None)
    at = 0
    for goal in goals:
        while at < len(walked) and not goal.met_by(walked[at]):
            at += 1
        if at == len(walked):
            return goal
    return None


def _differs(step: PlanStep, known: PlanStep) -> bool:
    return (step.trigger, step.target, step.cost) != (known.trigger, known.target, known.cost)
