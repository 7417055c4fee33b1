"""What visiting several goals in any order costs at least, worked out apart from every planner.

Distances by the plainest relaxation, orders by dynamic programming over sets of goals (Held and Karp, 1962).
"""

import math
from collections import deque
from collections.abc import Iterable, Sequence

__all__ = ["cheapest_tour"]

Edge = tuple[int, int, int]
"""From, to, cost."""


def cheapest_tour(edges: Sequence[Edge], start: int, goals: Sequence[int]) -> float:
    """The least cost of a walk from `start` that meets every goal; infinity where there is none.

    2^k k^2 operations for k goals, and one pass over the graph for each of them.
    """
    distances = {source: _distances(edges, source) for source in (start, *goals)}
    best: dict[tuple[int, int], float] = {
        (1 << place, place): distances[start].get(goal, math.inf) for place, goal in enumerate(goals)
    }
    for visited in range(1, 1 << len(goals)):
        for last in _members(visited):
            without = visited & ~(1 << last)
            if without:
                best[visited, last] = min(
                    best[without, before] + distances[goals[before]].get(goals[last], math.inf)
                    for before in _members(without)
                )
    everything = (1 << len(goals)) - 1
    return min((best[everything, last] for last in range(len(goals))), default=0.0)


def _members(some: int) -> Iterable[int]:
    return (place for place in range(some.bit_length()) if some >> place & 1)


def _distances(edges: Sequence[Edge], source: int) -> dict[int, float]:
    """Relaxes until nothing gets shorter: no queue by cost, no heap, nothing that a planner has."""
    outgoing: dict[int, list[tuple[int, int]]] = {}
    for one, other, cost in edges:
        outgoing.setdefault(one, []).append((other, cost))
    found, waiting = {source: 0.0}, deque([source])
    while waiting:
        node = waiting.popleft()
        for other, cost in outgoing.get(node, ()):
            if found[node] + cost < found.get(other, math.inf):
                found[other] = found[node] + cost
                waiting.append(other)
    return found
