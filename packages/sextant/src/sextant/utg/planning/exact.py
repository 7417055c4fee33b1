"""The exact in-process planner: one search a leg for ordered goals, Held and Karp's algorithm for unordered ones.

If not all goals can be reached, the plan serves those that can: ordered, each goal that is reachable after those before
it; unordered, as many as possible, and of those sets the cheapest.
"""

from array import array
from collections.abc import Sequence

from sextant.dataclass import dataclass
from sextant.utg.planning.network import Order, PlanGoal, PlannedEdge, PlanResult, Status
from sextant.utg.planning.search import FAR, AnyNetwork, Timer, Tree, explore, way_to
from sextant.utg.planning.stops import Stops, stops_of
from sextant.utg.planning.tour import good_route

MOST_GOALS = 12
"""Most unordered goals that are planned exactly."""
MOST_WORK = 8_000_000
"""Most look-ups of Held and Karp's table; goals with many nodes make it large."""


@dataclass(frozen=True, slots=True)
class ExactPlan:
    """A plan, its unreached goals, and why it may not be the cheapest: empty where it is."""

    steps: tuple[PlannedEdge, ...]
    unreached: tuple[int, ...]
    doubt: str = ""


def solve(network: AnyNetwork, start: int, goals: Sequence[PlanGoal], order: Order, timer: Timer) -> ExactPlan:
    """Find the cheapest walk from `start` through the goals.

    Raises:
        PlanningTimeout: The timer ran out.
    """
    if order == "ordered" or len(goals) == 1:
        return _ordered(network, start, goals, timer)
    return _unordered(network, start, goals, timer)


def result_of(network: AnyNetwork, goals: Sequence[PlanGoal], found: ExactPlan, planner: str) -> PlanResult:
    """The result with a status and a reason in words; without `seconds`."""
    doubt = found.doubt or ("" if network.whole else "Only part of the map was laid out.")
    missed = ", ".join(str(goals[place]) for place in found.unreached[:5])
    if missed and len(found.unreached) == len(goals):
        reason = f"No known path leads to {missed}. {doubt}".rstrip()
        return PlanResult("unreachable", reason, planner=planner, unreached=found.unreached)
    status: Status = "satisficing" if doubt else "optimal"
    reason = doubt or "No cheaper path is known."
    if missed:
        reason += f" Not reached: {missed}; " + ("no way was found." if doubt else "no known way leads there.")
    cost = sum(step.cost for step in found.steps)
    return PlanResult(status, reason, found.steps, cost, planner, unreached=found.unreached)


def _ordered(network: AnyNetwork, start: int, goals: Sequence[PlanGoal], timer: Timer) -> ExactPlan:
    """Plan ordered goals. Any node of a goal may be taken, so each leg starts from all that were reached."""
    roots, legs, unreached = {start: 0}, list[Tree](), list[int]()
    for place, goal in enumerate(goals):
        if roots.keys() <= goal.nodes:
            continue  # met at every possible position
        tree = explore(network, roots, goal.nodes, timer)
        reached = {node: tree.distances[node] for node in sorted(goal.nodes) if tree.reaches(node)}
        if reached:
            legs.append(tree)
            roots = reached
        else:
            unreached.append(place)
    here = min(roots, key=roots.__getitem__)
    steps: list[PlannedEdge] = []
    for tree in reversed(legs):
        leg = way_to(network, tree, here)
        steps[:0] = leg
        here = leg[0].source if leg else here
    return ExactPlan(tuple(steps), tuple(unreached))


def _unordered(network: AnyNetwork, start: int, goals: Sequence[PlanGoal], timer: Timer) -> ExactPlan:
    stops = stops_of(network, start, goals, timer)
    work = (1 << stops.distinct) * len(stops.nodes) ** 2
    if stops.distinct <= MOST_GOALS and work <= MOST_WORK:
        route, doubt = _best_route(stops, timer), ""
    else:
        route = good_route(stops, timer)
        doubt = _doubt(stops)
    met = 0
    for stop in route:
        met |= stops.bits[stop]
    return ExactPlan(stops.walk(network, route), stops.unreached(met), doubt)


def _doubt(stops: Stops) -> str:
    if stops.distinct > MOST_GOALS:
        return f"Not every order of so many goals was compared ({stops.distinct}; all up to {MOST_GOALS})."
    return f"The goals have too many nodes ({len(stops.nodes) - 1}) for every choice among them to be compared."


def _best_route(stops: Stops, timer: Timer) -> list[int]:
    """Held and Karp: for each set of goals and each stop, the cheapest walk that meets them and ends there.

    Directed edges may make all goals together impossible; then the cheapest walk to a largest set is taken.
    """
    count, everything = len(stops.nodes), 1 << stops.distinct
    costs = array("q", [FAR]) * (count * everything)
    before = array("q", [-1]) * (count * everything)
    costs[stops.bits[0] * count] = 0
    for met in range(everything):
        if not met % 64:
            timer.check()
        for stop in range(count):
            state = met * count + stop
            if costs[state] < FAR:
                _extend(stops, met, state, costs, before)
    goals = [stops.count(met) for met in range(everything)]
    reached = (state for state in range(count * everything) if costs[state] < FAR)
    state = min(reached, key=lambda state: (-goals[state // count], costs[state], state))
    route: list[int] = []
    while state >= 0:
        route.append(state % count)
        state = before[state]
    return route[::-1]


def _extend(stops: Stops, met: int, state: int, costs: "array[int]", before: "array[int]") -> None:
    count, cost = len(stops.nodes), costs[state]
    for other, leg in enumerate(stops.between[state % count]):
        then = met | stops.bits[other]
        if leg < FAR and then != met:
            further = then * count + other
            if cost + leg < costs[further]:
                costs[further] = cost + leg
                before[further] = state
