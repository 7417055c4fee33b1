"""The validator finds whatever is wrong with a plan."""

from dataclasses import replace

import pytest

from sextant.utg.planning.network import PlanGoal, PlannedEdge, PlanResult
from sextant.utg.planning.planners import plan, validate
from tests.utg.planning.networks import network

ROUND = network([(0, 1, 3), (1, 2, 4), (2, 0, 5), (0, 1, 9)])
GOALS = [PlanGoal(frozenset({2})), PlanGoal(frozenset({1}))]
GOOD = plan(ROUND, 0, GOALS)
STEPS = GOOD.steps


def test_a_good_plan_passes() -> None:
    assert len(STEPS) == 4
    assert validate(ROUND, 0, GOALS, "ordered", GOOD) == ""


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (replace(GOOD, steps=STEPS[1:]), "starts at"),
        (replace(GOOD, steps=STEPS[:-1], cost=12), "due next"),
        (replace(GOOD, cost=1), "says that it costs 1"),
        (replace(GOOD, steps=(PlannedEdge(77, 0, 1, 3), *STEPS[1:])), "no edge 77"),
        (replace(GOOD, steps=(PlannedEdge(-1, 0, 1, 3), *STEPS[1:])), "no edge -1"),
        (replace(GOOD, steps=(PlannedEdge(0, 0, 2, 3), *STEPS[1:])), "leads from"),
        (replace(GOOD, steps=(PlannedEdge(0, 0, 1, 1), *STEPS[1:])), "costs 3, not 1"),
        (replace(GOOD, unreached=(5,)), "not asked for"),
        (replace(GOOD, status="unreachable"), "has steps"),
        (PlanResult("optimal", ""), "due next"),
    ],
)
def test_a_broken_plan_does_not(broken: PlanResult, fault: str) -> None:
    assert fault in validate(ROUND, 0, GOALS, "ordered", broken)


def test_order_matters_only_where_it_is_asked_for() -> None:
    short = plan(ROUND, 0, GOALS, "unordered")
    assert validate(ROUND, 0, GOALS, "unordered", short) == ""
    assert "due next" in validate(ROUND, 0, GOALS, "ordered", short)
    assert "never comes" in validate(ROUND, 0, GOALS, "unordered", replace(short, steps=STEPS[:1], cost=3))
