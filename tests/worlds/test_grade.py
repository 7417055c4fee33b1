"""Judging the end of a task from the state of the world, and answers by a matcher that nobody can make slow."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant_worlds.author import build
from sextant_worlds.check import check
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.spec.world import World
from sextant_worlds.truth import Grade, grade
from sextant_worlds.truth.grade import Claimed, answer_passes
from sextant_worlds.truth.patterns import MAX_ANSWER, MAX_PATTERN, pattern_fault, pattern_passes
from tests.worlds.toy import toy, toy_world


def state_task(category: str = "ordinary", status: str = "complete", **grading: Any) -> World:
    world = toy()
    world["task"] |= {"kind": "state", "category": category, "memory_items": []}
    world["task"]["grading"] = {"status": status, **grading}
    return World.model_validate(world)


def begin(world: World) -> Json:
    return start(served(world))


def judged(world: World, change: Json | None = None, claimed: Claimed = "complete", **parts: Any) -> Grade:
    state = begin(world) | parts
    for path, value in (change or {}).items():
        app, kind, name = path.split("/")
        state["data"][app][kind][name] = value
    return grade(world, state, claimed, begin(world))


def test_the_desk_decides_reports() -> None:
    for answer, success in (("QX-4471", True), ("  QX-4471 ", True), ("QX-1174", False), ("xQX-4471", False)):
        found = judged(toy_world(), answer=answer)
        assert (found.success, found.outcome) == (success, float(success)), answer
    found = judged(toy_world())
    assert (found.success, found.outcome, found.reason) == (False, 0.0, "no answer was handed in")
    found = judged(toy_world(), claimed="infeasible", answer="QX-4471")
    assert not found.success
    assert 0 < found.outcome < 1
    assert "'complete' is right" in found.reason


GIFT = {"kind": "var", "app": "shop", "var": "gift", "value": True}
IS_POT = {"left": "title", "op": "eq", "right": "Tea pot"}
POT = {"kind": "records", "app": "shop", "collection": "cart", "where": [IS_POT]}
IN_CART = [{"id": "new-1", "title": " tea  POT", "qty": 1}]


def test_a_state_is_reached_by_parts() -> None:
    world = state_task(expects=[GIFT, POT], touches=["shop.gift", "shop.cart"])
    assert judged(world).outcome == 0
    half = judged(world, {"shop/v/gift": True})
    assert not half.success
    assert half.outcome == pytest.approx(1 / 3)
    assert len(half.met) == 2, "the variable and the status"
    assert judged(world, {"shop/v/gift": True, "shop/c/cart": IN_CART}).success


def test_what_held_at_the_start_earns_nothing() -> None:
    start_so = {"kind": "var", "app": "shop", "var": "count", "value": 1}
    assert judged(state_task(expects=[start_so, GIFT])).outcome == 0


def test_satisfied_and_impossible_tasks_are_said_to_be_so() -> None:
    satisfied = state_task("satisfied", expects=[{"kind": "var", "app": "shop", "var": "count", "value": 1}])
    assert judged(satisfied).success
    assert not judged(satisfied, {"shop/v/count": 2}).success
    impossible = state_task("impossible", "infeasible")
    assert judged(impossible, claimed="infeasible").success
    assert judged(impossible, claimed="complete").outcome == 0


def test_side_effects_are_counted_and_allowed_ones_are_not() -> None:
    world = state_task(expects=[GIFT], touches=["shop.gift"])
    other: Json = {"step": 3, "app": "phone", "act": "popup-other", "fields": {}}
    found = judged(world, {"shop/v/gift": True, "shop/c/cart": IN_CART, "desk/v/given": "x"}, acts=[other])
    assert found.success
    assert found.side_effects == ("shop.cart: 1 added", "phone.popup-other: committed at step 3")


def act(**fields: Any) -> Json:
    return {"step": 1, "app": "shop", "act": "order", "fields": fields}


def test_an_act_happens_exactly_once_and_two_of_one_name_may_be_asked_for() -> None:
    cup, pot = act(item="cup"), act(item="pot")
    both = [{"kind": "acted", "app": "shop", "act": "order", "fields": {"item": item}} for item in ("cup", "pot")]
    once = state_task(expects=both[:1], touches=["shop.order"])
    for acts, success in (([], False), ([cup], True), ([cup, cup], False), ([pot], False), ([cup, pot], False)):
        assert judged(once, acts=acts).success is success, acts
    assert judged(state_task(expects=both), acts=[cup, pot]).success


def test_records_that_a_sync_brings_are_no_side_effect() -> None:
    sync: Json = {"kind": "sync", "app": "shop", "collection": "items", "records": ["pot"], "after": 1, "text": "wait"}
    world = toy_world(surprises=(sync,))
    state = begin(world)
    state["data"]["shop"]["c"]["items"] = served(world)["apps"]["shop"]["collections"]["items"]
    state["held"] = []
    assert grade(world, state, "complete", begin(world)).side_effects == ()


HOSTILE = "^(?:(?:[a-z ]+)+:|12:35; 3083)$"
ALIKE = (
    r"^(?i:\s*(?:€?\s*12[.,]90\s*€?|QX[\s-]*44)\s*(?:;|,)\s*(?:Mo[a-z]*)?x{2,3}?\s*[.。]?\s*)$",
    r"^(?:a|ab)(?:c|bcd)?[^\W\d_]*(?s:.)?$",
    r"^\bk[ſa-f]+\b.*\Z",
    r"^(?i:[A-F]\D\S+)$",
    r"^(?i:K[^B]Σ*)$",
    r"^(?:a?b?){0,4}\w{2,}$",
    r"^\A$",
)


@given(st.sampled_from(ALIKE), st.text("abcdkxMo €12.,90;QX4-\n:fABKſσςİßiI。KΣ", max_size=14))
def test_it_agrees_with_the_matcher_of_python(pattern: str, answer: str) -> None:
    assert pattern_fault(pattern) in ("", "repeats a repetition")
    if not pattern_fault(pattern):
        assert pattern_passes(pattern, answer) == (re.fullmatch(pattern, answer) is not None)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (HOSTILE, "repeats a repetition"),
        ("^(a+)+$", "repeats a repetition"),
        ("^(?:a{2}b){3}$", "repeats a repetition"),
        (r"^(a)\1$", "refers back to a group"),
        ("^(?=a*b)a$", "looks ahead or behind"),
        ("^(?<!a)b$", "looks ahead or behind"),
        ("^(?>a*)b$", "has an atomic group"),
        ("^a*+b$", "has a possessive repetition"),
        ("^(a", "is not a regular expression"),
        ("^a{99999999999}$", "is not a regular expression"),
        ("(?m)^a$", "has a flag other"),
        ("^" + "(" * 60 + "a" + ")" * 60 + "$", "too many groups"),
        ("^" + "(" * 1900 + "a" + ")" * 1900 + "$", "too many groups"),
        ("^" + "a" * MAX_PATTERN + "$", "at most 4,000"),
    ],
)
def test_what_may_not_decide_is_said_and_accepts_nothing(pattern: str, why: str) -> None:
    assert why in pattern_fault(pattern)
    assert not pattern_passes(pattern, "a")


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("pattern", "answer"),
    [
        ("^" + ".*" * 300 + "x$", "a" * MAX_ANSWER),
        ("^" + r"\s*[.]?" * 100 + "$", "." + " " * (MAX_ANSWER - 2) + "!"),
        ("^" + "(?:a|aa)" * 200 + "$", "a" * 300),
        ("^" + "(?:a|ab|b)?" * 200 + "c$", "ab" * 400),
        ("^(?:a?){4000000000}b$", "a" * MAX_ANSWER),
        (HOSTILE, "a" * 34 + "!"),
    ],
)
def test_no_pattern_and_no_answer_takes_long(pattern: str, answer: str) -> None:
    assert pattern_passes(pattern, answer) is (pattern.startswith("^(?:a|aa)"))
    assert pattern_passes("^a*$", "a" * MAX_ANSWER)
    assert not pattern_passes("^a*$", "a" * (MAX_ANSWER + 1)), "an answer has its limit"


@pytest.mark.timeout(60)
def test_a_hostile_world_is_refused_by_its_field() -> None:
    world = build(49)
    grading = world.task.grading.model_copy(update={"pass_regex": HOSTILE})
    distractor = world.scenario.distractors[0].model_copy(update={"shown": "a" * 34 + "!"})
    scenario = world.scenario.model_copy(update={"distractors": (distractor,)})
    task = world.task.model_copy(update={"grading": grading})
    hostile = world.model_copy(update={"task": task, "scenario": scenario})
    found = [(broken.rule, broken.where, broken.message) for broken in check(hostile).breaks]
    assert ("pass-regex", "task.grading.pass_regex", "repeats a repetition") in found
    assert not answer_passes(grading, "a" * 34 + "!")
