"""The exact in-process planner over a map: fewest actions first, deterministic in its ties, checked independently.

The state space is places, not nodes: an edge out of a parametric node carries the binding along (from the page of
one account its `Changes` tab leads to the changes of the same account), so one walked edge serves every instance.
"""

import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sextant.types.screens import ElementRef
from sextant.utg.exits import Binding, Exit
from sextant.utg.graph import ANYWHERE, Edge, Graph, Place, Trigger, believed

PlanStatus = Literal["optimal", "satisficing", "unreachable", "out_of_time"]

SOFT = "heading"
"""The parameter that may differ between two looks at one page."""
DISTRUST = 0.34
"""Edges less reliable than this are left out: two failures against no success, say."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A node to be reached; with a binding, one particular instance of it."""

    node: str
    binding: Binding | None = None

    def met_by(self, place: Place) -> bool:
        return place.node == self.node and (self.binding is None or self.binding == place.binding)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One hop. `inferred`: never walked, but the link's address is known to lead there."""

    source: Place
    trigger: Trigger
    target: Place
    label: str
    cost: int = 1
    opener: ElementRef | None = None
    inferred: bool = False


@dataclass(frozen=True, slots=True)
class PlanResult:
    """A plan, or why there is none. Start = goal is the empty plan, and optimal."""

    status: PlanStatus
    reason: str
    steps: tuple[PlanStep, ...] = ()
    cost: int = 0
    planner: str = "dijkstra"
    seconds: float = 0.0

    @property
    def found(self) -> bool:
        return self.status in ("optimal", "satisficing")


Avoid = frozenset[tuple[str, Trigger]]
"""Actions that are not to be used, by node and trigger."""


def plan(
    graph: Graph,
    start: Place,
    goals: Sequence[Goal],
    avoid: Avoid = frozenset(),
    deadline_seconds: float = 5.0,
    clock: Callable[[], float] = time.monotonic,
) -> PlanResult:
    """The shortest way from `start` through all goals in their order, counted in actions."""
    begun = clock()
    here = start
    steps: list[PlanStep] = []
    for goal in goals:
        if goal.node not in graph.nodes:
            return PlanResult("unreachable", f"The map has no screen {goal.node!r}.", seconds=clock() - begun)
        found = _search(graph, here, goal, avoid, begun + deadline_seconds, clock)
        if isinstance(found, str):
            status: PlanStatus = "out_of_time" if found == "time" else "unreachable"
            label = graph.nodes[goal.node].key.label or goal.node
            reason = "The planner ran out of time." if found == "time" else f"No known way leads to {label!r}."
            return PlanResult(status, reason, seconds=clock() - begun)
        steps.extend(found)
        here = found[-1].target if found else here
    cost = sum(step.cost for step in steps)
    return PlanResult("optimal", "No shorter way is known.", tuple(steps), cost, seconds=clock() - begun)


def reachable(graph: Graph, start: Place, avoid: Avoid = frozenset()) -> dict[Place, int]:
    """Every place that known ways lead to, with the number of actions it takes."""
    return {place: cost for place, (cost, _) in _explore(graph, start, avoid, None).items()}


def _search(
    graph: Graph, start: Place, goal: Goal, avoid: Avoid, deadline: float, clock: Callable[[], float]
) -> list[PlanStep] | Literal["time", "none"]:
    if goal.met_by(start):
        return []
    arrived: Place | None = None
    trail: dict[Place, tuple[int, PlanStep | None]] = {}
    for number, (place, entry) in enumerate(_settle(graph, start, avoid)):
        trail[place] = entry
        if goal.met_by(place):
            arrived = place
            break
        if number % 256 == 255 and clock() > deadline:
            return "time"
    if arrived is None:
        return "none"
    steps: list[PlanStep] = []
    while (last := trail[arrived][1]) is not None:
        steps.append(last)
        arrived = last.source
    return steps[::-1]


def _explore(graph: Graph, start: Place, avoid: Avoid, limit: int | None) -> dict[Place, tuple[int, PlanStep | None]]:
    found: dict[Place, tuple[int, PlanStep | None]] = {}
    for place, entry in _settle(graph, start, avoid):
        if limit is not None and entry[0] > limit:
            break
        found[place] = entry
    return found


def _settle(graph: Graph, start: Place, avoid: Avoid) -> Iterator[tuple[Place, tuple[int, PlanStep | None]]]:
    """Dijkstra: places in the order of their cost. Ties: the more reliable way, then the order of discovery."""
    counter = 0
    queue: list[tuple[int, float, int, Place, PlanStep | None]] = [(0, 0.0, 0, start, None)]
    done: set[Place] = set()
    while queue:
        cost, doubt, _, place, step = heapq.heappop(queue)
        if place in done:
            continue
        done.add(place)
        yield place, (cost, step)
        for hop, hop_doubt in hops(graph, place, avoid):
            if hop.target not in done:
                counter += 1
                heapq.heappush(queue, (cost + hop.cost, doubt + hop_doubt, counter, hop.target, hop))


def hops(graph: Graph, place: Place, avoid: Avoid = frozenset()) -> Iterator[tuple[PlanStep, float]]:
    """The actions that may be relied on at a place, each with a doubt (0-1) that breaks ties.

    Of rivals only the most believed counts. `back` is left out: where it leads depends on how one came.
    """
    used: set[Trigger] = set()
    for edge in believed(graph.out(place.node)):
        if edge.trigger in used or edge.trigger.event == "back" or (place.node, edge.trigger) in avoid:
            continue
        target = carried(edge, place.binding)
        if target is None:
            continue
        used.add(edge.trigger)
        if edge.reliability >= DISTRUST:
            yield _hop(graph, edge, place, target), 1 - edge.reliability
    yield from _inferred(graph, place, used, avoid)
    for edge in believed(graph.out(ANYWHERE)):
        if edge.trigger not in used and (place.node, edge.trigger) not in avoid:
            used.add(edge.trigger)
            yield _hop(graph, edge, place, Place(edge.target, edge.target_binding)), 0.9


def _hop(graph: Graph, edge: Edge, place: Place, target: Place) -> PlanStep:
    label = edge.trigger.element.name if edge.trigger.element is not None else edge.trigger.event
    return PlanStep(place, edge.trigger, target, label, graph.cost(edge), edge.opener)


def _inferred(graph: Graph, place: Place, used: set[Trigger], avoid: Avoid) -> Iterator[tuple[PlanStep, float]]:
    node = graph.nodes.get(place.node)
    for one in node.exits if node is not None else ():
        if not usable(one, place.binding):
            continue
        target = graph.at(one.href)
        if target is None and not one.href and one.kind in ("navigation", "tab"):
            target = graph.leads(one.element)
        trigger = Trigger("tap", one.element)
        if target is None or target == place or trigger in used or (place.node, trigger) in avoid:
            continue
        yield PlanStep(place, trigger, target, one.label, 1 + one.buried, one.opener, inferred=True), 0.6


def usable(one: Exit, binding: Binding) -> bool:
    """Whether an exit can be taken at that instance of its node: within reach, harmless, seen there."""
    return not one.risk and one.reach != "hidden" and (not one.binding or one.binding == binding)


def carried(edge: Edge, binding: Binding) -> Place | None:
    """Where an edge leads from an instance of its source, or None where nothing says that it works there.

    Values that target and source shared are carried over; a target without parameters is the same from every
    instance; a target that is tied to one instance is reached from that one only.
    """
    if _hard(edge.source_binding) == _hard(binding) and not _shared(edge):
        return Place(edge.target, edge.target_binding)
    if edge.source_binding == binding:
        return Place(edge.target, edge.target_binding)
    if not edge.target_binding:
        return Place(edge.target)
    by_value = {value: name for name, value in edge.source_binding}
    here = dict(binding)
    carried_over: list[tuple[str, str]] = []
    for name, value in edge.target_binding:
        if value not in by_value or by_value[value] not in here:
            return None
        carried_over.append((name, here[by_value[value]]))
    return Place(edge.target, tuple(carried_over))


def _hard(binding: Binding) -> Binding:
    """A binding without the heading: pages greet, count and date in theirs, and stay the same page."""
    return tuple(pair for pair in binding if pair[0] != SOFT)


def _shared(edge: Edge) -> bool:
    """Whether the target was about the same thing as the source."""
    values = {value for _, value in edge.source_binding}
    return any(value in values for _, value in edge.target_binding)


def validate(graph: Graph, start: Place, goals: Sequence[Goal], result: PlanResult) -> str:
    """Replays a plan on the graph; the first thing that is wrong with it, or an empty string."""
    here, open_goals = start, list(goals)
    while open_goals and open_goals[0].met_by(here):
        open_goals.pop(0)
    for number, step in enumerate(result.steps, 1):
        if step.source != here:
            return f"Step {number} starts at {step.source.node!r}, but the walk is at {here.node!r}."
        if not any(_same(step, hop) for hop, _ in hops(graph, here)):
            return f"Step {number}: the map knows no {step.label!r} from {here.node!r} to {step.target.node!r}."
        here = step.target
        while open_goals and open_goals[0].met_by(here):
            open_goals.pop(0)
    if open_goals:
        return f"The plan ends at {here.node!r}, short of {open_goals[0].node!r}."
    if sum(step.cost for step in result.steps) != result.cost:
        return f"The plan says it costs {result.cost}, its steps say otherwise."
    return ""


def _same(step: PlanStep, hop: PlanStep) -> bool:
    return step.trigger == hop.trigger and step.target == hop.target and step.cost == hop.cost
