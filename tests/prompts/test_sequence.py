"""Further actions in an answer: who may list them, what is read of them, and that they can be written again."""

import json
from collections.abc import Sequence
from typing import Any, get_args

import pytest

from sextant.prompts import as_decision, decision_json, decision_schema
from sextant.prompts.prefix import prefix_of
from sextant.types.actions import ByIndex, ByPoint, Click, InputText, KeyboardEnter
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Decision, Profile
from sextant.types.tasks import Task
from tests.support.screens import element, plain, screen

PAGE = screen(*(element(place, "textbox", label) for place, label in enumerate(("Name", "Street", "Town"))))
FIRST = {"type": "input_text", "index": 0, "text": "Ada"}
STREET = {"type": "input_text", "index": 1, "text": "Elm 3"}


def read(form: dict[str, Any], profile: Profile = "full") -> Decision:
    return as_decision(decision_schema(profile).model_validate(form), PAGE, plain)


def at(index: int) -> ByIndex:
    return ByIndex(index, PAGE.digest)


def test_three_profiles_have_the_list() -> None:
    having = {profile for profile in get_args(Profile) if "then" in decision_schema(profile).model_fields}
    assert having == {"full", "lite", "reflection"}


@pytest.mark.parametrize("profile", get_args(Profile))
def test_without_further_actions_nothing_tells_of_them(profile: Profile) -> None:
    schema = decision_schema(profile, further=0)
    assert "then" not in schema.model_fields
    assert "`then`" not in prefix_of(Task("x"), profile, 'step("x")', schema)


@pytest.mark.parametrize("profile", ["full", "lite", "reflection"])
def test_with_a_program_they_are_for_one_branch(profile: Profile) -> None:
    told = "Actions in `then` are for the same branch."
    assert told in prefix_of(Task("x"), profile, 'step("x")')
    assert told not in prefix_of(Task("x"), profile)


LISTS: Sequence[dict[str, Any]] = (
    {"action": FIRST, "then": [STREET, {"type": "keyboard_enter"}]},
    {"action": [FIRST, STREET, {"type": "keyboard_enter"}]},
    {"actions": [FIRST, {"input_text": {"index": "[1]", "text": "Elm 3"}}, {"name": "keyboard_enter"}]},
    {
        "action": FIRST,
        "then": [{"name": "input_text", "arguments": {"index": 1, "text": "Elm 3"}}, {"keyboard_enter": {}}],
    },
)


@pytest.mark.parametrize("form", LISTS)
def test_a_list_is_read_in_order(form: dict[str, Any]) -> None:
    decision = read(form)
    assert decision.action == InputText("Ada", at(0))
    assert decision.then == (InputText("Elm 3", at(1)), KeyboardEnter())
    assert decision.dropped_fields == ()


@pytest.mark.parametrize(
    "malformed",
    [
        {"type": "teleport"},
        {"type": "click"},
        {"type": "status", "goal_status": "complete"},
        {"type": "answer", "text": "7"},
        {"type": "hand_over", "reason": "log in"},
        {"type": "wait"},
        {"type": "recall", "steps": [1]},
        {"type": "open_app", "name": "mail"},
        "click",
    ],
)
def test_the_list_ends_before_what_cannot_be_in_it(malformed: Any) -> None:
    decision = read({"action": FIRST, "then": [STREET, malformed, {"type": "click", "index": 2}]})
    assert decision.then == (InputText("Elm 3", at(1)),)
    assert decision.dropped_fields == ("then", "then")


def test_at_most_so_many_are_read_and_one_alone_is_a_list() -> None:
    many = read({"action": FIRST, "then": [STREET] * 9})
    assert (len(many.then), many.dropped_fields.count("then")) == (5, 4)
    two = decision_schema("full", further=2)
    assert len(as_decision(two.model_validate({"action": FIRST, "then": [STREET] * 9}), PAGE, plain).then) == 2
    assert read({"action": FIRST, "then": STREET}).then == (InputText("Elm 3", at(1)),)


def test_a_list_beside_a_list_and_one_of_another_profile_are_not_read() -> None:
    both = read({"action": [FIRST, {"type": "click", "index": 2}], "then": [STREET]})
    assert (both.then, both.dropped_fields) == ((InputText("Elm 3", at(1)),), ("action",))
    other = read({"action": [FIRST, STREET]}, "react")
    assert (other.then, other.dropped_fields) == ((), ("action",))


@pytest.mark.parametrize("profile", ["full", "lite", "reflection"])
def test_it_is_written_as_it_is_read(profile: Profile) -> None:
    then = (InputText("Elm 3", at(1), "append"), Click(ByPoint(500, 20, PAGE.digest)), KeyboardEnter())
    decision = Decision(InputText("Ada", at(0)), PAGE.digest, "type it", irreversible=False, then=then)
    assert read(json.loads(decision_json(decision, PAGE, profile)), profile).then == then
    assert profile == "reflection" or read(json.loads(decision_json(decision, PAGE, profile)), profile) == decision
    assert from_json(Decision, to_json(Decision, decision)) == decision
    assert "then" not in json.loads(decision_json(decision, PAGE, "react"))


def test_a_decision_that_was_stored_without_a_list_is_read() -> None:
    stored = json.loads(to_json(Decision, Decision(KeyboardEnter(), PAGE.digest)))
    del stored["then"]
    assert from_json(Decision, json.dumps(stored)).then == ()
