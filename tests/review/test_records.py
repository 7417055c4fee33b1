"""A row to be ticked off is called after a deed and does none; whatever might do it still counts as doing it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import pytest

from sextant.review import Once, Reviewer, Stagnation
from sextant.review.irreversibility import irreversibility, looks_risky
from sextant.types.actions import ByIndex, Click, LongPress
from sextant.types.decisions import Decision
from sextant.types.geometry import Box
from sextant.types.screens import Element, Modal, Screen
from sextant.types.tasks import Policy, Task
from tests.support.screens import element, screen

TITLES = ("Buy the exercise book Portuguese course", "Water the tomatoes Garden", "Send the signed form off Tax")


def _beside(number: int, role: str, label: str) -> Element:
    return replace(element(100 + number, role, label), box=Box(360, 60.0 * number + 6, 44, 44))


def _list(*titles: str, marks: Sequence[Element] = (), role: str = "button", landmark: str = "main") -> Screen:
    rows = [
        replace(element(at, role, title, landmark=landmark), box=Box(0, 60.0 * at, 360, 56))
        for at, title in enumerate(titles)
    ]
    return screen(*rows, *marks, title="Errands")


def _ticked(count: int, label: str = "Mark as done", role: str = "button") -> list[Element]:
    return [_beside(at, role, label) for at in range(count)]


def _level(seen: Screen, index: int = 0) -> str:
    return irreversibility(Click(ByIndex(index)), seen).level


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("Mark as done", "button"),
        ("Mark task as complete", "checkbox"),
        ("Mark “it” as completed", "checkbox"),
        ("Tick off", "button"),
        ("Mark as unread", "button"),
        ("Als erledigt markieren", "button"),
        ("Marquer comme terminé", "checkbox"),
        ("标为未完成", "button"),
        ("标记为已完成", "checkbox"),
    ],
)
def test_a_row_that_can_be_ticked_off_is_called_after_a_deed_and_does_none(label: str, role: str) -> None:
    seen = _list(*TITLES, marks=_ticked(3, label, role))
    assert [_level(seen, at) for at in range(3)] == ["reversible"] * 3
    assert irreversibility(LongPress(ByIndex(0)), seen).level == "reversible"
    assert not looks_risky(seen.elements[0], seen)


@pytest.mark.parametrize("leave", ["ask", "allow", "deny"])
def test_it_is_opened_without_a_question_whatever_the_goal_says(leave: Literal["ask", "allow", "deny"]) -> None:
    seen = _list(*TITLES, marks=_ticked(3))
    decision = Decision(Click(ByIndex(0)), seen.digest)
    task = Task("Count the errands of this week", policy=Policy(irreversible=leave))
    assert Reviewer(False, Stagnation(), Once()).objections(decision, seen, task) == ()


def test_a_mark_may_stand_in_the_row_and_may_say_that_it_was_ticked() -> None:
    within = [
        replace(_beside(at, "button", label), box=Box(300, 60.0 * at + 6, 44, 44), parent=at)
        for at, label in enumerate(("Mark as done", "Mark as open", "Mark as done"))
    ]
    assert _level(_list(*TITLES, marks=within)) == "reversible"
    assert (
        _level(_list("买练习册 语言课", "背不规则动词", "发送报名表给学校", marks=_ticked(3, "标为完成")), 2)
        == "reversible"
    )


@pytest.mark.parametrize(
    "beside",
    ["", "More", "Edit", "Star", "Details", "Buy now", "Done, send it", "Send and mark as done later", "Delete"],
)
def test_rows_that_nothing_ticks_off_may_do_what_they_are_called(beside: str) -> None:
    """Shortcuts have an `Edit` beside each, goods a `Details`, plans a `More`: touching one runs or buys it."""
    assert _level(_list(*TITLES, marks=_ticked(3, beside) if beside else ())) == "irreversible"


def test_a_switch_beside_a_row_is_set_by_the_row() -> None:
    assert _level(_list(*TITLES, marks=_ticked(3, "Mark as read", role="switch"))) == "irreversible"


def test_one_row_without_a_mark_is_not_told_from_a_button_below_the_list() -> None:
    seen = _list(*TITLES, "Send all of these now please", marks=_ticked(3))
    assert [_level(seen, at) for at in (0, 2, 3)] == ["irreversible"] * 3
    wide = replace(seen.elements[3], box=Box(16, 400, 380, 48))
    apart = screen(*seen.elements[:3], wide, *seen.elements[4:])
    assert [_level(apart, at) for at in (0, 3)] == ["reversible", "irreversible"]


def test_too_few_rows_are_no_list_and_rows_that_say_the_same_are_no_records() -> None:
    assert _level(_list(*TITLES[:2], marks=_ticked(2))) == "irreversible"
    assert _level(_list(*[TITLES[0]] * 3, marks=_ticked(3))) == "irreversible"


@pytest.mark.parametrize(
    "label",
    [
        "Buy now",
        "Delete",
        "Delete the old photos Phone",
        "Buy milk and delete the account",
        "Deactivate the card of the gym",
        "Log out of everything Desk",
        "Send and leave the group",
        "买练习册并删除账户",
    ],
)
def test_what_a_button_says_and_what_deletes_or_ends_is_never_a_title(label: str) -> None:
    assert _level(_list(label, *TITLES[1:], marks=_ticked(3))) == "irreversible"


def test_what_else_names_the_deed_still_does() -> None:
    seen = _list(*TITLES, marks=_ticked(3))
    first = seen.elements[0]
    for named in (
        replace(first, test_id="pay-now"),
        replace(first, href="https://shop.test/x?action=buy"),
        replace(first, hint="Buy it at once"),
        replace(first, input_type="submit"),
        replace(first, role="menuitem"),
        replace(first, role="switch"),
    ):
        assert _level(screen(named, *seen.elements[1:])) == "irreversible", named


def test_not_in_a_dialog_a_menu_or_under_a_question() -> None:
    for landmark in ("dialog: What now?", "menu", "toolbar"):
        assert _level(_list(*TITLES, marks=_ticked(3), landmark=landmark)) == "irreversible", landmark
    asked = screen(*_list(*TITLES, marks=_ticked(3)).elements, modal=Modal("confirm", "Buy it?"))
    assert _level(asked) == "irreversible"


def test_the_marks_and_the_buttons_of_the_row_answer_for_themselves() -> None:
    buys = [
        replace(_beside(at, "button", "Buy now"), index=200 + at, box=Box(410, 60.0 * at, 90, 56)) for at in range(3)
    ]
    seen = _list(*TITLES, marks=[*_ticked(3), *buys])
    assert _level(seen) == "reversible"
    assert _level(seen, 200) == "irreversible"


def test_a_long_list_is_looked_at_around_the_row() -> None:
    titles = [f"Buy the exercise book of lesson {number}" for number in range(40)]
    rows = _list(*titles).elements
    paired = [part for at, row in enumerate(rows) for part in (row, _beside(at, "checkbox", "Mark as done"))]
    numbered = [replace(part, index=at) for at, part in enumerate(paired)]
    seen = screen(*numbered, element(80, "button", "Buy all of these now"))
    assert {_level(seen, at) for at in range(0, 80, 2)} == {"reversible"}
    assert _level(seen, 80) == "irreversible"
    long = replace(rows[0], name="Buy the book " * 9_000)
    assert irreversibility(Click(ByIndex(0)), screen(long, *rows[1:])).level == "irreversible"
