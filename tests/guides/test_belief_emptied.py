"""A web page that was left with something typed, and is back without it: told as a fact, and no alarm."""

import json
from dataclasses import replace

import pytest

from sextant.guides.belief import BeliefSettings
from sextant.types.actions import Action, InputText, NavigateBack, Wait
from sextant.types.screens import Screen
from sextant.worlds.actors.briefing import read_brief
from sextant.worlds.actors.statements import said_gone
from tests.guides.test_belief_guide import Walked, click, form, plain

WEB = "https://mail.test"
HOME = plain("Inbox", "Write", app=WEB)
TOLD = 'Field "Message" on New mail is empty now; at step 0 "See you at six" was typed there and not sent.'


def note(message: str = "", location: str = "/form", key: str = "form") -> Screen:
    made = form(message, app=WEB, key=key)
    return replace(made, observation=replace(made.observation, location=location))


def left(by: Action, settings: BeliefSettings | None = None) -> Walked:
    walked = Walked(note(), settings)
    walked.go(InputText("See you at six", click(2).target), note("See you at six"))
    walked.go(by, HOME)
    return walked


@pytest.mark.parametrize("by", [click(6), NavigateBack()])
def test_a_field_that_came_back_empty_is_told_while_its_page_is_shown(by: Action) -> None:
    walked = left(by)
    assert "empty" not in walked.told()
    walked.go(click(1), note())
    assert TOLD in walked.told()
    assert walked.fallen() == []
    assert walked.guide.beliefs.state.mismatches == []
    walked.go(Wait(), note())
    walked.guide.restore(json.loads(json.dumps(walked.guide.snapshot())))
    assert TOLD in walked.told()
    walked.go(click(6), HOME)
    assert "empty" not in walked.told()


def test_it_is_over_once_something_is_typed_there() -> None:
    walked = left(click(6))
    walked.go(click(1), note())
    walked.go(InputText("Later", click(2).target), note("Later"))
    assert "empty" not in walked.told()


def test_another_query_of_the_same_page_is_that_page_and_another_record_is_not() -> None:
    walked = left(click(6))
    walked.go(click(1), note(location="/form?back=1", key="form-back"))
    assert TOLD in walked.told()
    other = Walked(note(location="/form?id=1", key="one"))
    other.go(InputText("See you at six", click(2).target), note("See you at six", "/form?id=1", "one"))
    other.go(click(6), HOME)
    other.go(click(1), note(location="/form?id=2", key="two"))
    assert "is empty" not in other.told()


def test_what_was_sent_or_thrown_away_is_not_told_and_what_may_have_been_is_said_so() -> None:
    sent = left(click(4))
    sent.go(click(1), note())
    assert "empty" not in sent.told()
    perhaps = left(click(6))
    perhaps.go(click(1), plain("Search", "Send report", app=WEB))
    perhaps.go(click(1), HOME)
    perhaps.go(click(1), note())
    assert "is empty now" in perhaps.told()
    assert "no step is known to have sent it" in perhaps.told()


def test_an_app_of_a_phone_and_a_page_that_kept_it_are_told_nothing_of() -> None:
    kept = left(click(6))
    kept.go(click(1), note("See you at six"))
    assert "empty" not in kept.told()
    phone = Walked(form())
    phone.go(InputText("See you at six", click(2).target), form("See you at six"))
    phone.go(NavigateBack(), plain("Inbox", "Write"))
    phone.go(click(1), form())
    assert "empty" not in phone.told()


@pytest.mark.parametrize("wording", ["first", "second"])
def test_both_wordings_are_understood(wording: str) -> None:
    walked = left(click(6), BeliefSettings(wording="second" if wording == "second" else "first"))
    walked.go(click(1), note())
    line = next(line for line in walked.told().splitlines() if "empty" in line)
    assert said_gone(read_brief(f"You operate an app.\n\nGoal: write\n\n## Notes\n│ {line}\n"), "Message")


def test_a_long_text_keeps_the_line_short() -> None:
    walked = Walked(note())
    walked.go(InputText("x" * 100_000, click(2).target), note("x" * 100_000))
    walked.go(click(6), HOME)
    walked.go(click(1), note())
    assert max(map(len, walked.told().splitlines())) < 300
