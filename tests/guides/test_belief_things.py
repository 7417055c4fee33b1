"""Whose field it is: drafts on pages that serve many things, such as the chats of an app without addresses."""

from dataclasses import replace

import pytest

from sextant.types.actions import ByIndex, InputText, Wait
from sextant.types.effects import ObservedEffect
from sextant.types.screens import Screen
from tests.guides.test_belief_guide import PHONE, Walked, click, plain
from tests.support.screens import element, screen


def chat(who: str, message: str = "", shown_by: str = "heading") -> Screen:
    """A chat of an app whose address never changes: what it is about stands in a heading, a chosen row or the title."""
    rows = [
        element(place, "listitem", name, states=("selected",) if shown_by == "row" and name == who else ())
        for place, name in enumerate(("Anna", "Ben"), 1)
    ]
    return screen(
        element(0, "heading", "Chats"),
        *rows,
        element(3, "heading", who if shown_by == "heading" else "Messages"),
        element(4, "textbox", "Message", value=message, states=("editable",)),
        element(5, "button", "Send"),
        title=who if shown_by == "title" else "(2) Chats", app=PHONE, location="/", key="chat",
    )  # fmt: skip


@pytest.mark.parametrize("shown_by", ["heading", "row", "title"])
def test_a_draft_belongs_to_the_chat_that_it_was_typed_in(shown_by: str) -> None:
    run = Walked(chat("Anna", "", shown_by))
    run.go(InputText("See you at six", ByIndex(4)), chat("Anna", "See you at six", shown_by))
    run.go(click(2), chat("Ben", "", shown_by))
    assert run.fallen() == []
    assert "See you at six" in run.told()
    run.go(InputText("Hello Ben", ByIndex(4)), chat("Ben", "Hello Ben", shown_by))
    assert {one.value for one in run.entries("draft")} == {"See you at six", "Hello Ben"}
    run.go(click(5), chat("Ben", "", shown_by))
    assert [one.value for one in run.entries("draft")] == ["See you at six"]
    run.go(click(1), chat("Anna", "See you at six", shown_by))
    assert run.status("draft")[0] == "verified"


def test_a_count_in_the_title_makes_no_other_chat() -> None:
    run = Walked(chat("Anna"))
    run.go(InputText("See you at six", ByIndex(4)), chat("Anna", "See you at six"))
    later = chat("Anna", "See you at six")
    later = replace(later, observation=replace(later.observation, title="(3) Chats"))
    run.go(Wait(1), later)
    assert run.status("draft")[0] == "verified"
    assert "See you at six" not in run.told()


def test_what_sent_something_is_no_way_back_to_a_page() -> None:
    first, second = plain("Form", "Send"), plain("Thanks", "Home")
    for effects, hops in (((), 1), ((ObservedEffect("request", "POST", "/orders", status=201),), 0)):
        run = Walked(plain("Start", "Form"))
        run.go(click(1), first)
        run.go(click(1), second, effects=effects)
        assert len([hop for hop in run.guide.beliefs.state.hops if "Thanks" in hop.target]) == hops
