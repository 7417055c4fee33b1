"""Plans with either planner, and validates every plan before it is returned."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from sextant.errors import UsageError
from sextant.utg.planning import exact
from sextant.utg.planning.fast_downward import FastDownward, PlannerFailed, installation
from sextant.utg.planning.network import Order, PlanGoal, PlannedEdge, PlannerName, PlanResult
from sextant.utg.planning.search import AnyNetwork, PlanningTimeout, Timer

MOST_GOALS = 200
Solve = Callable[[AnyNetwork, int, Sequence[PlanGoal], Order, Timer], exact.ExactPlan]


def plan(
    network: AnyNetwork,
    start: int,
    goals: Sequence[PlanGoal],
    order: Order = "ordered",
    planner: PlannerName | FastDownward = "auto",
    deadline_seconds: float = 10.0,
    clock: Callable[[], float] = time.monotonic,
) -> PlanResult:
    """Find the cheapest walk from `start` through all goals. Costs are the network's.

    If not all goals can be reached, the plan serves those that can, and the others are in `unreached`.

    Raises:
        UsageError: The start or a goal is not in the network, or there are more than 200 goals.
        MissingExtra: Fast Downward is asked for and not installed.
    """
    _check(network, start, goals)
    begun = clock()
    timer = Timer(clock, begun + deadline_seconds)
    name, solve = _named(planner)
    try:
        timer.check()
        result = exact.result_of(network, goals, solve(network, start, goals, order, timer), name)
        if fault := validate(network, start, goals, order, result):
            result = PlanResult("failed", f"The plan of {name} does not hold: {fault}", planner=name)
    except PlanningTimeout:
        result = PlanResult("out_of_time", f"No plan within {deadline_seconds:g} s.", planner=name)
    except PlannerFailed as error:
        result = PlanResult("failed", f"Fast Downward made no plan: {error}.", planner=name)
    return replace(result, seconds=clock() - begun)


def _named(planner: PlannerName | FastDownward) -> tuple[str, Solve]:
    match planner:
        case "auto" | "exact":
            return "exact", exact.solve
        case "fast-downward":
            return "fast-downward", FastDownward(installation()).solve
        case FastDownward():
            return "fast-downward", planner.solve


def _check(network: AnyNetwork, start: int, goals: Sequence[PlanGoal]) -> None:
    count = len(network.nodes)
    if not 0 <= start < count:
        raise UsageError(f"The network has no start node {start}.", "Look it up with `network.find`.")
    if len(goals) > MOST_GOALS:
        raise UsageError(f"{len(goals)} goals are too many for one plan.", f"Plan for at most {MOST_GOALS} at once.")
    for goal in goals:
        if goal.nodes and not (min(goal.nodes) >= 0 and max(goal.nodes) < count):
            raise UsageError(
                f"The goal {str(goal)!r} has a node that is not in the network.", "Create it with `network.goal`."
            )


def validate(network: AnyNetwork, start: int, goals: Sequence[PlanGoal], order: Order, result: PlanResult) -> str:
    """The first error of a plan, or an empty string.

    Steps must be connected edges of the network from the start on, the cost their sum, and every goal that is not
    reported as unreached must be met: in the order of the list, or in any. Optimality is not checked.
    """
    if not result.found:
        return f"A result that is {result.status} has steps." if result.steps else ""
    walk = [start]
    for number, step in enumerate(result.steps, 1):
        if fault := _fault(network, walk[-1], step):
            return f"Step {number}: {fault}"
        walk.append(step.target)
    paid = sum(network.costs[step.edge] for step in result.steps)
    if paid != result.cost:
        return f"The plan says that it costs {result.cost}, its edges cost {paid}."
    if set(result.unreached) - set(range(len(goals))):
        return "A goal is reported as unreached that was not asked for."
    due = [goal for place, goal in enumerate(goals) if place not in result.unreached]
    return _in_order(walk, due) if order == "ordered" else _in_any_order(walk, due)


def _fault(network: AnyNetwork, here: int, step: PlannedEdge) -> str:
    if not 0 <= step.edge < len(network.costs):
        return f"there is no edge {step.edge}."
    source, target = network.sources[step.edge], network.targets[step.edge]
    if (step.source, step.target) != (source, target):
        return f"edge {step.edge} leads from {source} to {target}, not from {step.source} to {step.target}."
    if here != source:
        return f"it starts at {str(network.nodes[source])!r}, but the walk is at {str(network.nodes[here])!r}."
    if step.cost != network.costs[step.edge]:
        return f"edge {step.edge} costs {network.costs[step.edge]}, not {step.cost}."
    return ""


def _in_order(walk: Sequence[int], due: Sequence[PlanGoal]) -> str:
    open_goals = list(due)
    for node in walk:
        while open_goals and node in open_goals[0].nodes:
            open_goals.pop(0)
    return f"The walk ends without {open_goals[0]}, which is due next." if open_goals else ""


def _in_any_order(walk: Sequence[int], due: Sequence[PlanGoal]) -> str:
    missed = [goal for goal in due if goal.nodes.isdisjoint(walk)]
    return f"The walk never comes to {missed[0]}." if missed else ""
