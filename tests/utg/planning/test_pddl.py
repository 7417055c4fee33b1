"""PDDL is valid whatever the labels are, and plans are read back to the edges that they mean."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.utg.planning.network import Order, PlanGoal, network_of
from sextant.utg.planning.pddl import MalformedPlan, number_of, read_plan, safe_name, write
from sextant.utg.planning.planners import plan
from tests.utg.planning.networks import ORDERS, network

SAFE = re.compile(r"[a-z][a-z0-9-]*")
HOSTILE = ["", "a b", "A-B", "a_b", "A B", "日本語", "(define", "; comment", "\n(goal", "at", "é" * 500, "\x00", "🙂"]


@given(st.text(), st.integers(0, 10**6))
def test_names_are_safe_and_come_back(label: str, number: int) -> None:
    name = safe_name("n", number, label)
    assert SAFE.fullmatch(name)
    assert number_of("n", name) == number


@pytest.mark.parametrize("order", ORDERS)
def test_hostile_labels_leave_the_problem_well_formed(order: Order) -> None:
    made = network_of((one, other, 1) for one in HOSTILE for other in HOSTILE)
    text = write(made, 0, [made.goal("日本語"), made.goal("a b", "(define")], order)
    for part in (text.domain, text.problem):
        assert part.isascii()
        assert part.count("(") == part.count(")")
        assert ";" not in part
    assert len(set(text.node_names.values())) == len(made.nodes)
    assert text.problem.count("(connected ") == len(HOSTILE) ** 2
    assert "visited" not in text.domain
    assert ":requirements :strips :typing :action-costs" in text.domain
    assert ("next" in text.domain) == (order == "ordered")


@given(st.integers(2, 12), st.randoms(use_true_random=False))
def test_a_written_plan_is_the_plan_that_is_read(size: int, rng: Random) -> None:
    made = network([(rng.randrange(size), rng.randrange(size), rng.randrange(9)) for _ in range(30)], size)
    result = plan(made, 0, [PlanGoal(frozenset({size - 1}))])
    names = write(made, 0, [PlanGoal(frozenset({size - 1}))], "ordered").node_names
    lines = [f"(navigate e{step.edge} {names[step.source]} {names[step.target]})" for step in result.steps]
    text = "\n".join([*lines, f"(achieve begun g0 n{size - 1})", f"; cost = {result.cost} (general cost)"])
    assert read_plan(made, text).steps == result.steps
    assert read_plan(made, "\r\n\r\n" + text.upper().replace("\n", "\r\n\r\n")).steps == result.steps


@pytest.mark.parametrize(
    "text",
    [
        "Segmentation fault", "(navigate e0 n0)", "(navigate e0 n0 n1", "(fly e0 n0 n1)", "(navigate e99 n0 n1)",
        "(navigate e0 x0 n1)", "(navigate e-1 n0 n1)", "(navigate e0 n0 n1) (navigate e0 n0 n1)", "\x00\x01",
        "(navigate e99999999999999999999 n0 n1)",
    ],
)  # fmt: skip
def test_rubbish_is_no_plan(text: str) -> None:
    with pytest.raises(MalformedPlan):
        read_plan(network([(0, 1, 1)]), text)


def test_an_empty_plan_is_a_plan() -> None:
    assert read_plan(network([]), "; cost = 0 (unit cost)\n").steps == ()


def test_what_cannot_be_come_to_is_left_out() -> None:
    made = network_of([("a", "b", 1), ("island", "a", 1), ("b", "b", 1)])
    text = write(made, made.find("a"), [made.goal("b"), made.goal("island")], "unordered", [7, 8]).problem
    assert "island" not in text
    assert text.count("(connected ") == 2
    assert "(= (price g1) 8)" in text
