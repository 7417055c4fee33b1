"""What was typed while something came up over its page: it stood beneath it, and is looked for when that is gone."""

import pytest

from sextant.types.actions import InputText
from sextant.types.screens import Screen
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
