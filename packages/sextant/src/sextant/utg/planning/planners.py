"""The front door: one question, either planner, every plan validated before anybody walks it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from sextant.errors import UsageError
from sextant.utg.planning import exact
from sextant.utg.planning.fast_downward import FastDownward, PlannerFailed, installation
from sextant.utg.planning.network import Order, PlanGoal, PlannerName, PlanResult
from sextant.utg.planning.search import AnyNetwork, PlanningTimeout, Timer
from sextant.utg.planning.validate import validate

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
    """The cheapest walk from `start` through all goals. Costs are the network's.

    Where not all goals can be reached, the plan serves those that can, and the others are in `unreached`.

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
        raise UsageError(f"The network has no node {start} to start from.", "Look it up with `network.find`.")
    if len(goals) > MOST_GOALS:
        raise UsageError(f"{len(goals)} goals are too many.", f"Plan for at most {MOST_GOALS} at once.")
    for goal in goals:
        if goal.nodes and not (min(goal.nodes) >= 0 and max(goal.nodes) < count):
            raise UsageError(f"The goal {str(goal)!r} has a node that is not there.", "Make it with `network.goal`.")
