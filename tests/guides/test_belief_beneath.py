"""What was typed while something came up over its page: it stood beneath it, and is looked for when that is gone."""

import json
from dataclasses import replace
from typing import Any

import pytest

from sextant.guides.belief import BeliefGuide
from sextant.types.actions import InputText
from sextant.types.screens import Modal, Picture, Screen
from tests.guides.test_belief_guide import PHONE, Walked, click, form
from tests.support.screens import element, screen


def covered(message: str) -> Screen:
    """The form under a dialog that nobody asked for."""
    return screen(
        element(0, "heading", "New mail", visibility="covered"),
        element(1, "textbox", "Subject", states=("editable",), visibility="covered"),
        element(2, "textbox", "Message", value=message, states=("editable",), visibility="covered"),
        element(3, "button", "Send", visibility="covered"),
        element(4, "dialog", "Enjoying the app?"),
        element(5, "button", "Not now"),
        title="New mail", app=PHONE, location="/form", key="form",
    )  # fmt: skip


@pytest.mark.parametrize(("left", "fallen"), [("", ["draft"]), ("See you at six", [])])
def test_a_text_that_stood_beneath_a_popup_and_is_gone_with_it_falls(left: str, fallen: list[str]) -> None:
    walked = Walked(form())
    walked.go(InputText("See you at six", click(2).target), covered("See you at six"))
    assert walked.fallen() == []
    walked.go(click(5), form(left), interrupt="popup")
    assert walked.fallen() == fallen
    assert ("Draft of Message" in walked.told()) == bool(fallen)


def test_a_popup_that_goes_by_itself_takes_the_text_along_all_the_same() -> None:
    walked = Walked(form())
    walked.go(InputText("See you at six", click(2).target), covered("See you at six"))
    walked.guide.see(form())
    assert walked.fallen() == ["draft"]


def test_a_text_that_never_stood_there_is_no_draft() -> None:
    walked = Walked(form())
    walked.go(InputText("See you at six", click(2).target), covered(""))
    walked.go(click(5), form(), interrupt="popup")
    assert walked.fallen() == []
    assert walked.entries("draft") == []


def taken_up(walked: Walked, state: Any = None) -> None:
    """Another guide in place of the one that walked, as it is after a run was stopped and taken up again."""
    kept = json.loads(json.dumps(walked.guide.snapshot() if state is None else state))
    walked.guide = BeliefGuide(walked.ledger)
    walked.guide.restore(kept)


def typed_beneath(message: str = "See you at six") -> Walked:
    walked = Walked(form())
    walked.go(InputText(message, click(2).target), covered(message))
    return walked


@pytest.mark.parametrize(("left", "fallen"), [("", ["draft"]), ("See you at six", [])])
def test_a_run_taken_up_under_a_popup_goes_on_as_if_nothing_had_been(left: str, fallen: list[str]) -> None:
    whole, parts = typed_beneath(), typed_beneath()
    taken_up(parts)
    for walked in (whole, parts):
        walked.go(click(5), form(left), interrupt="popup")
    taken_up(parts)
    assert parts.guide.snapshot() == whole.guide.snapshot()
    assert parts.fallen() == fallen
    assert [one.value for one in parts.entries("draft")] == ["See you at six"]
    assert parts.told() == whole.told()
    assert ("Draft of Message" in parts.told()) == bool(fallen)


def test_a_popup_that_is_gone_when_a_run_is_taken_up_takes_the_text_along_all_the_same() -> None:
    walked = typed_beneath()
    taken_up(walked)
    assert walked.guide.clear_to(form(), 1)
    assert walked.fallen() == ["draft"]


def test_a_record_of_old_that_only_says_that_there_was_a_step_is_read() -> None:
    walked = typed_beneath()
    taken_up(walked, {**walked.guide.snapshot(), "unseen": True})
    walked.go(click(5), form(), interrupt="popup")
    assert walked.fallen() == []
    assert not walked.guide.beliefs.state.fallen
    taken_up(walked, {**walked.guide.snapshot(), "unseen": False})


def test_what_is_kept_of_a_step_beneath_a_popup_is_bounded() -> None:
    picture = Picture(b"p" * 300_000, "image/png", 1.0)
    walked = Walked(form())
    after = covered("x" * 100_000)
    after = replace(after, observation=replace(after.observation, picture=picture))
    walked.go(InputText("See you", click(2).target), after)
    assert len(json.dumps(walked.guide.snapshot())) < 20_000
    rows = [element(number, "text", f"row {number} " + "y" * 500) for number in range(7, 3000)]
    under = screen(*form("See you").elements, *rows, app=PHONE, location="/form", key="form")
    under = replace(under, observation=replace(under.observation, modal=Modal("alert", "Enjoying the app?")))
    walked = Walked(form())
    walked.go(InputText("See you", click(2).target), under)
    assert walked.guide.snapshot()["unseen"] is True
    taken_up(walked)
    walked.go(click(5), form(), interrupt="popup")
    assert walked.fallen() == []
