"""What stands for the planner in two rows of the ablation: plain listings of paths, without knowledge of trust.

The paper replaces its planner by depth-first and breadth-first search, whose output is a list of the graph's paths to
the target (Agent+P, appendix A.2). Here it is: from the present screen the edges of the map are gone through in the
order in which the map got them, static ones first, each rival as an edge of its own, failures and successes unread,
no screen twice on a path. The listing ends with the first path that reaches the target, which is the one that is
followed, or when `BUDGET` edges were gone through: then there is no path. It is made anew after every step.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from sextant.utg.graph import ANYWHERE, Graph, Place
from sextant.utg.hops import Avoid, PlanStep, carried
from sextant.utg.planning.fast_downward import FastDownward
from sextant.utg.planning.network import Order, PlannerName
from sextant.utg.route import DEADLINE_SECONDS, Aimed, MapLayout, Route

__all__ = ["BUDGET", "BreadthFirst", "DepthFirst"]

BUDGET = 20_000
"""Edges that one listing may go through."""


class _Listing(MapLayout):
    """A layout whose routes are the first path of a listing."""

    name = ""

    def __init__(self, graph: Graph, starts: Sequence[Place] = (), avoid: Avoid = frozenset()) -> None:
        super().__init__(graph, starts, avoid)
        self._map, self._left_out = graph, avoid

    def route(
        self,
        start: Place,
        goals: Sequence[Aimed],
        order: Order = "ordered",
        planner: PlannerName | FastDownward = "auto",
        deadline_seconds: float = DEADLINE_SECONDS,
        clock: Callable[[], float] = monotonic,
    ) -> Route:
        """The first path listed to the only goal."""
        del order, planner, deadline_seconds
        begun, (goal,) = clock(), goals
        steps = () if goal.met_by(start) else self._first(start, goal)
        if steps is None:
            reason = f"No path among the {BUDGET} edges that were listed."
            return Route("unreachable", reason, planner=self.name, seconds=clock() - begun, unreached=(goal,))
        cost = sum(step.cost for step in steps)
        return Route("satisficing", "The first path listed.", steps, cost, self.name, clock() - begun)

    def _first(self, start: Place, goal: Aimed) -> tuple[PlanStep, ...] | None:
        raise NotImplementedError

    def _edges(self, place: Place) -> Iterator[PlanStep]:
        """Everything that the map says may be done at a place, as it says it."""
        edges = list(self._map.out(place.node))
        edges.sort(key=lambda edge: edge.origin != "static")
        for edge in (*edges, *self._map.out(ANYWHERE)):
            target = None if edge.trigger.event == "back" else carried(edge, place.binding)
            if target is None or target == place or (place.node, edge.trigger) in self._left_out:
                continue
            label = edge.trigger.element.name if edge.trigger.element is not None else edge.trigger.event
            yield PlanStep(place, edge.trigger, target, label, self._map.cost(edge), edge.opener)


class BreadthFirst(_Listing):
    """Paths in the order of their length."""

    name = "bfs"

    def _first(self, start: Place, goal: Aimed) -> tuple[PlanStep, ...] | None:
        came: dict[Place, PlanStep | None] = {start: None}
        ahead, left = deque([start]), BUDGET
        while ahead and left > 0:
            for step in self._edges(ahead.popleft()):
                left -= 1
                if step.target in came:
                    continue
                came[step.target] = step
                if goal.met_by(step.target):
                    return _walked_back(came, step.target)
                ahead.append(step.target)
        return None


class DepthFirst(_Listing):
    """Each path to its end before the next."""

    name = "dfs"

    def _first(self, start: Place, goal: Aimed) -> tuple[PlanStep, ...] | None:
        seen, left = {start}, BUDGET
        path: list[PlanStep] = []
        open_edges = [self._edges(start)]
        while open_edges and left > 0:
            step = next(open_edges[-1], None)
            left -= 1
            if step is None:
                open_edges.pop()
                if path:
                    path.pop()
            elif step.target not in seen:
                seen.add(step.target)
                path.append(step)
                if goal.met_by(step.target):
                    return tuple(path)
                open_edges.append(self._edges(step.target))
        return None


def _walked_back(came: dict[Place, PlanStep | None], place: Place) -> tuple[PlanStep, ...]:
    steps: list[PlanStep] = []
    while (step := came[place]) is not None:
        steps.append(step)
        place = step.source
    return tuple(reversed(steps))
