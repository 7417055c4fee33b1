"""The static prompt says what may be answered, made from the schema itself."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.evidence import judge_step
from sextant.prompts import Surroundings, as_decision, decision_schema, render
from sextant.prompts.action_forms import ACTIONS, COMPACT_ACTIONS
from sextant.prompts.form_text import EXAMPLES, answer_form
from sextant.prompts.history import step_line
from sextant.prompts.prefix import prefix_of
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed, TextVisible
from sextant.types.screens import Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Transition
from tests.support.logs import Told
from tests.support.screens import element, plain, screen

JSON_PROFILES: tuple[Profile, ...] = ("full", "lite", "action-only", "reflection", "compact")
PAGE = screen(
    *(element(number, "textbox", f"Field {number}") for number in range(10)), title="Note 7", key="note", location="/7"
)
ORDERS = screen(element(0, "heading", "Orders"), title="Orders", key="orders", location="/orders")


@pytest.mark.parametrize("profile", JSON_PROFILES)
def test_every_action_stands_there_with_an_example_that_the_schema_reads(profile: Profile) -> None:
    text = prefix_of(Task("x"), profile)
    for form in COMPACT_ACTIONS if profile == "compact" else ACTIONS:
        for kind, (_, example) in form.says.items():
            written = {"type": kind, **example}
            assert f"- {kind}: " in text
            assert json.dumps(written) in text
            decision = as_decision(decision_schema(profile).model_validate({"action": written}), PAGE, plain)
            assert decision.action.kind == kind
            named = {name for name in form.model_fields if name not in ("type", "index", "at", "point")}
            (line,) = [line for line in text.splitlines() if line.startswith(f"- {kind}: ")]
            assert all(name in line for name in named)


@pytest.mark.parametrize("profile", JSON_PROFILES)
def test_two_whole_decisions_stand_there_that_the_schema_reads(profile: Profile) -> None:
    schema = decision_schema(profile)
    text = answer_form(schema, profile)
    written = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert len(written) == len(EXAMPLES) == 2
    for one in written:
        assert set(one) <= set(schema.model_fields)
        decision = as_decision(schema.model_validate(one), PAGE, plain)
        assert decision.dropped_fields == ()
        if "expect" in schema.model_fields:
            assert decision.expectations


@pytest.mark.parametrize("profile", JSON_PROFILES)
def test_the_prompt_names_only_what_the_schema_has(profile: Profile) -> None:
    text, fields = prefix_of(Task("x"), profile), decision_schema(profile).model_fields
    for name in ("expect", "answers", "requirements", "shows", "authorised_by", "historical_status", "then"):
        assert any(f"{mark}{name}" in text for mark in ("`", "- ", '"')) == (name in fields)


def test_the_run_is_described() -> None:
    zone = timezone(timedelta(hours=9), "Asia/Tokyo")
    around = Surroundings(datetime(2026, 11, 26, 9, 5, tzinfo=zone), ("mail", "shop"), 3, "unit", attended=False)
    policy = Policy(("http://a.test",), allowed_acts=("Send",))
    text = prefix_of(Task("x", policy=policy), "full", surroundings=around)
    for line in (
        "- You act in http://a.test. Anything outside: refused.",
        "- Acts that cannot be undone need authorised_by. Without it: refused. Allowed: Send.",
        "- The device's clock at the start: Thursday, 26 November 2026, 09:05, Asia/Tokyo.",
        "- open_app knows: mail, shop.",
        "- Up to 3 pictures come with each turn, the oldest first. The last one is now.",
        "- Points are [x, y], from 0 to 1, from the top left corner.",
        '- "@ 120, 88" behind an element is the point of its centre in the picture.',
    ):
        assert line in text.splitlines()
    small = prefix_of(Task("x", policy=policy), "compact", surroundings=around)
    for told in (
        "You act in http://a.test.",
        "are checked against the goal",
        "Allowed: Send.",
        "26 November 2026, 09:05, Asia/Tokyo.",
    ):
        assert told in small
    for absent in ("open_app", "Points are", "picture", "hand_over"):
        assert absent not in small
    asked = Surroundings(attended=True)
    assert "a person is asked" in prefix_of(Task("x", policy=policy), "full", surroundings=asked)
    denied = prefix_of(Task("x", policy=Policy(irreversible="deny", writes="deny")), "full", surroundings=asked)
    assert "Acts that cannot be undone are refused." in denied
    assert "this run only reads" in denied


def step(after: Screen, *expected: TextVisible | Changed, **more: Any) -> Transition:
    judged = judge_step(expected, PAGE, after, 4)
    decision = Decision(Click(ByIndex(0)), PAGE.digest, 'click "Send"', expectations=tuple(expected))
    return Transition(4, PAGE, decision, after, judged.effectiveness, verdicts=judged.verdicts, **more)


def went(transition: Transition) -> str:
    return step_line(transition).partition(": ")[2]


def test_outcomes_are_in_plain_words() -> None:
    assert went(step(ORDERS, Changed())) == 'worked: the page changed to "Orders"'
    assert went(step(PAGE, TextVisible("Sent"))) == "no change"
    assert went(step(ORDERS, TextVisible("Sent"))) == ("worked: the page changed to \"Orders\"; 'Sent' did not appear")
    final = step(ORDERS, TextVisible("Sent"), at_most_once=True)
    assert went(final) == "unclear: 'Sent' did not appear; the page changed to \"Orders\"", "no sign is enough"
    failed = ObservedEffect("request", "POST", "/send", "http://shop", 422)
    assert went(step(ORDERS, TextVisible("Sent"), effects=(failed,))).startswith("unclear: ")
    same_page = screen(*PAGE.elements, element(10, "text", "Sent"), title="Note 7", key="note", location="/7")
    assert went(step(same_page, TextVisible("Sent"))) == "worked: 'Sent' is on the screen"
    assert went(step(PAGE, TextVisible("Sent"), cause="covered")) == "no change: something else covered the target"


def test_the_reason_of_a_refusal_stays_in_the_history() -> None:
    refused = Transition(
        *(3, PAGE, Decision(Click(ByIndex(0)), PAGE.digest, "send it"), PAGE, "refused"),
        cause="refused",
        objections=(Objection("authorization", "this needs words of the goal"), Objection("guide", "a hint", True)),
    )
    history = Told()
    history.observe(refused)
    history.observe(step(ORDERS, Changed()))
    assert history.text().splitlines() == [
        '3. send it on "Note 7": not carried out: this needs words of the goal',
        '4. click "Send" on "Note 7": worked: the page changed to "Orders"',
    ]


_NASTY = st.text(alphabet=st.one_of(st.sampled_from("\n\r\u2028│# "), st.characters()))


@given(_NASTY)
def test_the_own_record_stands_apart_and_holds_no_head_and_no_fence(text: str) -> None:
    first, *rest = render([Section("Done so far", "x" + text, own=True)]).splitlines()
    assert first == "## Done so far (your own record; words in quotes are the app's)"
    assert not any(line.startswith(("#", "│")) for line in rest)
