"""The independent validator: replays a plan on the network. It shares no code with any planner."""

from collections.abc import Sequence

from sextant.utg.planning.network import Order, PlanGoal, PlannedEdge, PlanResult
from sextant.utg.planning.search import AnyNetwork


def validate(network: AnyNetwork, start: int, goals: Sequence[PlanGoal], order: Order, result: PlanResult) -> str:
    """The first thing that is wrong with a plan, or an empty string.

    Steps have to be edges of the network that connect from the start on, the cost their sum, and every goal that is
    not reported as unreached has to be met: in the order of the list, or in any. Whether a cheaper plan exists is not
    looked at.
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
