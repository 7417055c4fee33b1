"""Shortest paths from one or several nodes to all others.

With equal costs: breadth-first search, layer by layer. Otherwise Dijkstra's algorithm with buckets: nodes wait in a
bucket for each distance; a heap orders the distances, which are far fewer than nodes where costs are small.
"""

import heapq
from array import array
from collections.abc import Callable, Collection, Mapping
from typing import Any

from sextant.dataclass import dataclass
from sextant.utg.planning.network import Network, PlannedEdge

AnyNetwork = Network[Any, Any]
"""A network with any labels: searches use numbers only."""

FAR = (1 << 62) - 1
"""Distance of unreached nodes."""
_ROUND = 8192
"""Edges between two checks of the deadline."""
_LAYER = 2048
"""Nodes of a layer between two checks."""


class PlanningTimeout(Exception):  # noqa: N818 - it never leaves this package
    """The deadline has passed."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A deadline on an injectable clock."""

    clock: Callable[[], float]
    end: float

    def check(self) -> None:
        """Raise `PlanningTimeout` once the deadline has passed."""
        if self.clock() > self.end:
            raise PlanningTimeout

    @property
    def left(self) -> float:
        """Seconds until the deadline, at least 0."""
        return max(0.0, self.end - self.clock())


@dataclass(frozen=True, slots=True)
class Tree:
    """The result of a search: by node, its distance and the edge that reaches it (-1 at the roots)."""

    distances: "array[int]"
    via: "array[int]"

    def reaches(self, node: int) -> bool:
        """Whether a node is reachable."""
        return self.distances[node] < FAR


def explore(network: AnyNetwork, roots: Mapping[int, int], wanted: Collection[int], timer: Timer) -> Tree:
    """Search from `roots`, each with its initial cost, until all of `wanted` are settled.

    Distances of nodes that are not in `wanted` may be missing or too high.

    Raises:
        PlanningTimeout: The timer ran out.
    """
    if network.uniform and len(set(roots.values())) == 1:
        return _by_layers(network, roots, wanted, timer)
    heads, targets, costs = network.heads, network.targets, network.costs
    count = len(network.nodes)
    distances = array("q", [FAR]) * count
    via = array("q", [-1]) * count
    buckets: dict[int, list[int]] = {}
    for node, cost in roots.items():
        distances[node] = cost
        buckets.setdefault(cost, []).append(node)
    queue = sorted(buckets)
    missing = set(wanted)
    budget = _ROUND
    while queue and missing:
        distance = heapq.heappop(queue)
        bucket = buckets.pop(distance)
        if not missing.isdisjoint(bucket):
            missing.difference_update(node for node in bucket if distances[node] == distance)
            if not missing:
                break
        for node in bucket:
            if distances[node] != distance:
                continue  # a cheaper path was found since
            first, last = heads[node], heads[node + 1]
            for edge in range(first, last):
                target = targets[edge]
                cost = distance + costs[edge]
                if cost < distances[target]:
                    distances[target] = cost
                    via[target] = edge
                    waiting = buckets.get(cost)
                    if waiting is None:
                        buckets[cost] = [target]
                        heapq.heappush(queue, cost)
                    else:
                        waiting.append(target)
            budget -= last - first + 1
            if budget < 0:
                timer.check()
                budget = _ROUND
    return Tree(distances, via)


def _by_layers(network: AnyNetwork, roots: Mapping[int, int], wanted: Collection[int], timer: Timer) -> Tree:
    heads, targets = network.heads, network.targets
    count = len(network.nodes)
    distances = array("q", [FAR]) * count
    via = array("q", [-1]) * count
    seen = bytearray(count)
    cost = next(iter(roots.values()))
    layer = list(roots)
    for node in layer:
        seen[node] = 1
        distances[node] = cost
    missing = set(wanted).difference(layer)
    while layer and missing:
        cost += network.uniform
        following: list[int] = []
        for at in range(0, len(layer), _LAYER):
            timer.check()
            for node in layer[at : at + _LAYER]:
                for edge in range(heads[node], heads[node + 1]):
                    target = targets[edge]
                    if not seen[target]:
                        seen[target] = 1
                        via[target] = edge
                        following.append(target)
        for node in following:
            distances[node] = cost
        missing.difference_update(following)
        layer = following
    return Tree(distances, via)


def way_to(network: AnyNetwork, tree: Tree, node: int) -> list[PlannedEdge]:
    """The steps from a root of the tree to a node that it reaches."""
    steps: list[PlannedEdge] = []
    while (edge := tree.via[node]) >= 0:
        source = network.sources[edge]
        steps.append(PlannedEdge(edge, source, node, network.costs[edge]))
        node = source
    return steps[::-1]
