"""The exact planner against planners that try everything; its limits; what it says where there is no way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import UsageError
from sextant.utg.planning.network import HIGHEST_COST, PlanGoal, network_of
from sextant.utg.planning.planners import plan
from tests.utg.planning.networks import (
    ORDERS,
    Edges,
    distances,
    edges,
    goal_lists,
    goals_of,
    in_any_order,
    in_order,
    network,
    nodes,
)

GoalNodes = list[frozenset[int]]


@given(edges, nodes, goal_lists)
def test_goals_in_their_order(given_edges: Edges, start: int, goals: GoalNodes) -> None:
    result = plan(network(given_edges), start, goals_of(goals))
    cost, unreached = in_order(distances(given_edges), start, goals)
    assert (result.cost, list(result.unreached)) == (cost, unreached)
    all_missed = bool(goals) and len(unreached) == len(goals)
    assert result.status == ("unreachable" if all_missed else "optimal")


@given(edges, nodes, goal_lists)
def test_goals_in_any_order(given_edges: Edges, start: int, goals: GoalNodes) -> None:
    result = plan(network(given_edges), start, goals_of(goals), "unordered")
    count, cost = in_any_order(distances(given_edges), start, goals)
    assert (len(goals) - len(result.unreached), result.cost) == (count, cost)


@given(edges, nodes, goal_lists)
def test_edges_of_one_cost(given_edges: Edges, start: int, goals: GoalNodes) -> None:
    """They are searched in another way."""
    even = [(source, target, 3) for source, target, _ in given_edges]
    result = plan(network(even), start, goals_of(goals))
    assert (result.cost, list(result.unreached)) == in_order(distances(even), start, goals)
    result = plan(network(even), start, goals_of(goals), "unordered")
    assert (len(goals) - len(result.unreached), result.cost) == in_any_order(distances(even), start, goals)


@given(edges, nodes, st.lists(nodes.map(lambda node: frozenset({node})), min_size=2, max_size=5))
def test_a_good_route_meets_as_many_goals_and_is_never_better(given_edges: Edges, start: int, goals: GoalNodes) -> None:
    wide = goals_of([*goals, *(frozenset({8 + extra}) for extra in range(13))])  # the rest cannot be reached
    result = plan(network(given_edges, 21), start, wide, "unordered")
    count, cost = in_any_order(distances(given_edges), start, goals)
    met = len(wide) - len(result.unreached)
    assert met == count
    assert result.cost >= cost
    assert result.status == ("satisficing" if met else "unreachable")


def test_twelve_goals_in_any_order_are_exact_and_thirteen_are_not() -> None:
    ring = [(node, (node + 1) % 40, 1) for node in range(40)]
    ring += [((node + 1) % 40, node, 1) for node in range(40)]
    for count, status in ((12, "optimal"), (13, "satisficing")):
        goals = [PlanGoal(frozenset({3 * place % 40})) for place in range(1, count + 1)]
        result = plan(network(ring, 40), 0, goals, "unordered")
        assert (result.status, result.complete, result.cost) == (status, True, 36 if count == 12 else 37)


def test_goals_of_too_many_nodes_are_planned_well_not_exactly() -> None:
    ring = [(node, (node + 1) % 400, 1) for node in range(400)]
    goals = [PlanGoal(frozenset(range(place, 400, 12))) for place in range(1, 12)]
    result = plan(network(ring, 400), 0, goals, "unordered")
    assert (result.status, result.complete, result.cost) == ("satisficing", True, 11)
    assert "too many nodes" in result.reason


def test_what_cannot_be_reached_is_named_and_the_rest_is_planned() -> None:
    made = network_of([("home", "list", 1), ("list", "item", 1)], nodes=["island"])
    goals = [made.goal("list"), made.goal("island"), made.goal("item")]
    for order in ORDERS:
        result = plan(made, made.find("home"), goals, order)
        assert (result.status, result.unreached, result.cost) == ("optimal", (1,), 2)
        assert "island" in result.reason
        assert not result.complete


def test_time_runs_out_in_the_midst_of_a_search() -> None:
    chain = network_of((node, node + 1, 1) for node in range(50_000))
    ticks = iter(range(1000))
    result = plan(chain, 0, [PlanGoal(frozenset({50_000}))], deadline_seconds=4, clock=lambda: next(ticks))
    assert result.status == "out_of_time"


def test_bad_input_is_refused() -> None:
    made = network([(0, 1, 1)])
    with pytest.raises(UsageError, match="no start node 99"):
        plan(made, 99, [])
    with pytest.raises(UsageError, match="not in the network"):
        plan(made, 0, [PlanGoal(frozenset({99}))])
    with pytest.raises(UsageError, match="too many"):
        plan(made, 0, [PlanGoal(frozenset({1}))] * 201)
    with pytest.raises(UsageError, match="whole numbers"):
        network([(0, 1, -1)])
    with pytest.raises(UsageError, match="whole numbers"):
        network([(0, 1, HIGHEST_COST + 1)])
    with pytest.raises(UsageError, match="Did you mean 'Settings'"):
        network_of((one, one + "s", 1) for one in ["Setting"]).find("Setings")


def test_a_one_way_street_serves_more_goals_first() -> None:
    """Going to the nearest goal first would lock the walk in."""
    made = network_of([("s", "trap", 1), ("s", "a", 5), ("a", "b", 5), ("b", "trap", 5)])
    goals = [made.goal(name) for name in ("trap", "a", "b")]
    result = plan(made, 0, goals, "unordered")
    assert (result.cost, result.unreached) == (15, ())
