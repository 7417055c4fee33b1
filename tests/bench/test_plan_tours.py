"""The cheapest tour is what trying every order gives."""

from itertools import pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from sextant_bench.plan_tours import cheapest_tour

nodes = st.integers(0, 7)
edges = st.lists(st.tuples(nodes, nodes, st.integers(0, 9)), max_size=30)


def shortest(given_edges: list[tuple[int, int, int]]) -> list[list[float]]:
    far = float("inf")
    table = [[0 if one == other else far for other in range(8)] for one in range(8)]
    for one, other, cost in given_edges:
        table[one][other] = min(table[one][other], cost)
    for over in range(8):
        table = [[min(table[i][j], table[i][over] + table[over][j]) for j in range(8)] for i in range(8)]
    return table


@given(edges, nodes, st.lists(nodes, max_size=5, unique=True))
def test_it_costs_as_little_as_the_best_of_all_orders(
    given_edges: list[tuple[int, int, int]], start: int, goals: list[int]
) -> None:
    table = shortest(given_edges)
    every = [sum(table[one][other] for one, other in pairwise((start, *order))) for order in permutations(goals)]
    assert cheapest_tour(given_edges, start, goals) == min(every)
