"""The start, the nodes of the goals, and the shortest paths between them: all that an order of goals depends on."""

from collections.abc import Sequence
from itertools import pairwise

from sextant.dataclass import dataclass
from sextant.utg.planning.network import PlanGoal, PlannedEdge
from sextant.utg.planning.search import FAR, AnyNetwork, Timer, Tree, explore, way_to


@dataclass(frozen=True, slots=True)
class Stops:
    """The nodes that a walk through goals visits. Stop 0 is the start.

    Attributes:
        nodes: By stop, its node; only nodes reachable from the start.
        bits: By stop, the goals met there, a bit each; goals met at the start have none.
        masks: By goal in the list of goals, its bit; goals of the same nodes share one, 0 is met at the start.
        between: By stop and stop, the cost of the shortest path, or `FAR`: reachability has a direction.
        trees: By stop, its search.
    """

    nodes: tuple[int, ...]
    bits: tuple[int, ...]
    masks: tuple[int, ...]
    between: tuple[tuple[int, ...], ...]
    trees: tuple[Tree, ...]

    @property
    def distinct(self) -> int:
        """The number of different goals to be met."""
        return max(self.masks, default=0).bit_length()

    def count(self, met: int) -> int:
        """The number of goals of the list met by these bits; a goal that is listed twice counts twice."""
        return sum(1 for mask in self.masks if mask & met)

    def unreached(self, met: int) -> tuple[int, ...]:
        """Positions of the goals whose bits are not in `met`."""
        return tuple(place for place, mask in enumerate(self.masks) if mask & ~met)

    def walk(self, network: AnyNetwork, route: Sequence[int]) -> tuple[PlannedEdge, ...]:
        """The steps of a walk from stop to stop."""
        steps: list[PlannedEdge] = []
        for stop, other in pairwise(route):
            steps += way_to(network, self.trees[stop], self.nodes[other])
        return tuple(steps)


def stops_of(network: AnyNetwork, start: int, goals: Sequence[PlanGoal], timer: Timer) -> Stops:
    """Search from the start and from each node of a goal.

    Raises:
        PlanningTimeout: The timer ran out.
    """
    kinds: dict[frozenset[int], int] = {}
    for goal in goals:
        if start not in goal.nodes:
            kinds.setdefault(goal.nodes, 1 << len(kinds))
    wanted = {node for nodes in kinds for node in nodes}
    first = explore(network, {start: 0}, wanted, timer)
    near = sorted((node for node in wanted if first.reaches(node)), key=lambda node: (first.distances[node], node))
    trees = [first, *(explore(network, {node: 0}, (start, *near), timer) for node in near)]
    nodes = (start, *near)
    return Stops(
        nodes,
        tuple(sum(bit for of, bit in kinds.items() if node in of) for node in nodes),
        tuple(kinds.get(goal.nodes, 0) for goal in goals),
        tuple(tuple(min(tree.distances[node], FAR) for node in nodes) for tree in trees),
        tuple(trees),
    )
