"""Networks for tests, and a planner that tries everything: what the others are compared with."""

from collections.abc import Sequence
from itertools import permutations

from hypothesis import strategies as st

from sextant.utg.planning.network import Network, Order, PlanGoal, network_of

SIZE = 8
Edges = list[tuple[int, int, int]]
Plain = Network[int, int]

edges = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.integers(0, 9)), max_size=24)
nodes = st.integers(0, SIZE - 1)
goal_lists = st.lists(st.frozensets(nodes, min_size=1, max_size=2), max_size=4)


def network(given: Edges, size: int = SIZE) -> Plain:
    return network_of(given, range(size))


def distances(given: Edges) -> list[list[float]]:
    """Floyd and Warshall's algorithm."""
    far = float("inf")
    table = [[0.0 if one == other else far for other in range(SIZE)] for one in range(SIZE)]
    for source, target, cost in given:
        table[source][target] = min(table[source][target], cost)
    for middle in range(SIZE):
        for one in range(SIZE):
            for other in range(SIZE):
                table[one][other] = min(table[one][other], table[one][middle] + table[middle][other])
    return table


def in_order(table: list[list[float]], start: int, goals: Sequence[frozenset[int]]) -> tuple[float, list[int]]:
    """Cost and unreached goals, by dynamic programming over the ends of each leg."""
    ends: dict[int, float] = {start: 0.0}
    unreached: list[int] = []
    for place, goal in enumerate(goals):
        further = {node: min(cost + table[end][node] for end, cost in ends.items()) for node in goal}
        further = {node: cost for node, cost in further.items() if cost < float("inf")}
        if further:
            ends = further
        else:
            unreached.append(place)
    return min(ends.values()), unreached


def in_any_order(table: list[list[float]], start: int, goals: Sequence[frozenset[int]]) -> tuple[int, float]:
    """How many goals can be met, and the least that so many cost: every order of every subset."""
    best = (0, 0.0)
    for count in range(1, len(goals) + 1):
        for chosen in permutations(range(len(goals)), count):
            cost, unreached = in_order(table, start, [goals[place] for place in chosen])
            if not unreached and (count > best[0] or cost < best[1]):
                best = (count, cost)
    return best


def goals_of(given: Sequence[frozenset[int]]) -> list[PlanGoal]:
    return [PlanGoal(one) for one in given]


ORDERS: tuple[Order, ...] = ("ordered", "unordered")
