"""The bench of planning: its third opinion is an opinion of its own, and what is missing is counted."""

import importlib.util
import math
from dataclasses import replace
from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.utg.planning.network import network_of
from sextant.utg.planning.planners import plan
from sextant_bench.plan import _Comparison  # pyright: ignore[reportPrivateUsage]
from sextant_bench.plan_cases import Baseline, Opinion, PlanCase, drawn_case, large_network, real_networks
from sextant_bench.plan_tours import cheapest_tour

needs_rustworkx = pytest.mark.skipif(importlib.util.find_spec("rustworkx") is None, reason="rustworkx is missing")
LINE = network_of([("a", "b", 2), ("b", "c", 3), ("a", "b", 9), ("c", "c", 0)])


def test_a_fifth_of_the_problems_cannot_be_solved_and_seeds_draw_the_same_ones() -> None:
    cases = [drawn_case(seed) for seed in range(300)]
    results = [plan(case.network, case.start, case.asked, case.order) for case in cases]
    assert 0.12 < sum(not result.complete for result in results) / len(results) < 0.4
    again = drawn_case(7)
    assert (again.start, again.goals, again.order) == (cases[7].start, cases[7].goals, cases[7].order)
    assert again.network.costs == cases[7].network.costs


@needs_rustworkx
def test_the_exact_planner_and_the_third_opinion_agree() -> None:
    found, baseline = _Comparison(), Baseline()
    for seed in range(60):
        case = drawn_case(seed)
        found.add(case, [plan(case.network, case.start, case.asked, case.order)], baseline.opinion(case))
    assert (found.disagreements, found.invalid, found.failed, found.plans) == ([], [], [], 60)


def test_what_disagrees_and_what_is_invalid_is_counted() -> None:
    found, case = _Comparison(), PlanCase("x", LINE, 0, (2,), "ordered")
    good = plan(LINE, 0, case.asked)
    found.add(case, [good, replace(good, cost=4)], None)
    found.add(case, [good], Opinion(0, 6))
    found.add(case, [replace(good, status="failed", steps=(), reason="it died")], Opinion(0, good.cost))
    assert (len(found.disagreements), len(found.invalid), len(found.failed)) == (2, 1, 1)


def test_graphs_that_are_not_there_are_missing(tmp_path: Path) -> None:
    (tmp_path / "vlc_CTG.dot").write_text("digraph { A -> B }", encoding="utf-8")
    assert set(real_networks(tmp_path)) == {"vlc_CTG"}
    assert real_networks(tmp_path / "nowhere") == {}


def test_large_networks_are_as_large_as_asked_for() -> None:
    network = large_network(50, 300, 1, 3)
    assert (len(network.nodes), len(network.costs), network.uniform) == (50, 300, 1)
    assert math.isclose(sum(large_network(50, 300, 9, 3).costs) / 300, 5, rel_tol=0.2)


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
