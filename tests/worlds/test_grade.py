"""Judging the end of a task from the world's state."""

from typing import Any

import pytest

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.spec.world import World
from sextant_worlds.truth import Grade, grade
from sextant_worlds.truth.grade import Claimed
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
