"""Buttons that only open the page on which an act is filled in, and what goals name that is no part of it."""

import pytest

from sextant.review import Agreement, Once, Reviewer, Stagnation
from sextant.review.openers import names_only_its_deed, opens_a_form
from sextant.review.vocabulary import asked_for
from sextant.review.wanted import clauses_of, wanted_in
from sextant.types.actions import ByIndex, Click, LongPress
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.tasks import Policy, Task
from tests.support.screens import element, screen


def decided(on: Screen, index: int = 0) -> Decision:
    return Decision(Click(ByIndex(index, on.digest)), on.digest)


@pytest.mark.parametrize(
    ("label", "word", "opens"),
    [
        ("Submit an answer", "submit", True),
        ("Send money", "send", True),
        ("Book a visit", "book", True),
        ("提交答案", "提交", True),
        ("Submit", "submit", False),
        ("Send all the money", "send", False),
        ("Send to Bob", "send", False),
        ("Delete a note", "delete", False),
        ("Submit an answer", "", False),
    ],
)
def test_a_button_that_says_of_what_sort_and_not_which(label: str, word: str, opens: bool) -> None:
    page = screen(element(0, "button", label), title="Desk")
    assert opens_a_form(decided(page), page, word) is opens


def test_not_where_something_stands_in_a_field_nor_in_a_dialog_nor_by_another_gesture() -> None:
    filled = screen(element(0, "button", "Submit an answer"), element(1, "textbox", "Answer", value="x"))
    empty = screen(element(0, "button", "Submit an answer"), element(1, "textbox", "Answer"))
    dialog = screen(element(0, "button", "Submit an answer", landmark="dialog: Submit an answer?"))
    assert not opens_a_form(decided(filled), filled, "submit")
    assert opens_a_form(decided(empty), empty, "submit")
    assert not opens_a_form(decided(dialog), dialog, "submit")
    held = Decision(LongPress(ByIndex(0, empty.digest)), empty.digest)
    assert not opens_a_form(held, empty, "submit")


def test_the_form_may_be_opened_before_it_holds_what_the_goal_names() -> None:
    reviewer = Reviewer(False, Stagnation(), Once(), agreement=Agreement())
    task = Task('Deliver "as agreed" to the front desk', policy=Policy(irreversible="allow"))
    opener, bare = (screen(element(0, "button", label), title="Desk") for label in ("Submit an answer", "Submit"))
    assert reviewer.objections(decided(opener), opener, task) == ()
    assert [found.rule for found in reviewer.objections(decided(bare), bare, task)] == ["irreversible"]


def test_a_buttons_own_deed_is_no_other_thing() -> None:
    assert names_only_its_deed("comment", "comment")
    assert names_only_its_deed("write a comment", "comment")
    assert not names_only_its_deed("bob", "bob")
    assert not names_only_its_deed("comment", "night bus")


def test_what_is_no_name_and_no_figure_of_the_act() -> None:
    assert wanted_in("读取维生素 B12检验报告的数值").figures == wanted_in("第 2 行第 4 列").figures == ()
    assert wanted_in("读取维生素 B12检验报告的数值").names == ()
    assert wanted_in("Read row 3, column 4").figures == ()
    assert wanted_in("Send it to Ada").names == ("ada",)
    assert wanted_in("Do this: Ada gets it").names == ("ada",)
    assert clauses_of("Write to Dr. Ito. Then stop.") == ["Write to Dr. Ito.", "Then stop."]


def test_so_begins_a_clause() -> None:
    assert asked_for("hand over", "Hand over", "Ada takes the parcel for me, so hand it over in the app")
