"""Touches that met a neighbour: told from the page that opened, and from what turned instead."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sextant.elements.refs import ref_of
from sextant.evidence import judge_step
from sextant.evidence.wrong_target import entered_partially, touched_neighbour
from sextant.types.evidence import Changed
from sextant.types.screens import Element, Screen, State
from tests.support.screens import element, screen

LABELS = ("Amylase New", "Glucose", "Blood count 12 May", "Iron")
LABS = screen(
    element(0, "heading", "Results"),
    *(element(at, "button", label, landmark="main") for at, label in enumerate(LABELS, 1)),
    element(5, "link", "Help"),
    title="Results",
)


def page(title: str, *heads: str) -> Screen:
    shown = [element(at, "heading", text) for at, text in enumerate(heads or (title,))]
    return screen(*shown, title=title, location="http://app.test/labs/b11")


def boxes(*states: Sequence[State], role: str = "checkbox", values: Sequence[str] = ()) -> Screen:
    made = [
        element(at, role, name, states=states[at], value=values[at] if values else "")
        for at, name in enumerate(("Milk", "Bread", "Tea"))
    ]
    return screen(*made)


def met(before: Screen, after: Screen, touched: int) -> str:
    found = touched_neighbour(before, after, ref_of(before, _at(before, touched)))
    return "" if found is None else found.label


def _at(shown: Screen, index: int) -> Element:
    found = shown.element(index)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("touched", "after", "neighbour"),
    [
        (1, page("Glucose"), "Glucose"), (2, page("Amylase"), "Amylase New"),
        (4, page("Laboratory", "Blood count"), "Blood count 12 May"), (1, page("Amylase"), ""),
        (1, page("Amylase in serum"), ""), (3, page("Blood count 12"), ""),
        (1, page("Laboratory", "Amylase", "Glucose"), ""), (1, page("Laboratory"), ""), (5, page("Glucose"), ""),
        (1, page("New"), ""), (2, page("Results"), ""),
    ],
)  # fmt: skip
def test_the_page_that_opened_says_which_row_was_met(touched: int, after: Screen, neighbour: str) -> None:
    assert met(LABS, after, touched) == neighbour


def test_what_turned_says_which_box_was_met() -> None:
    plain = boxes((), (), ())
    assert met(plain, boxes((), ("checked",), ()), 0) == "Bread"
    assert met(plain, boxes(("checked",), (), ()), 0) == ""
    assert met(plain, boxes(("checked",), ("checked",), ()), 0) == "", "one may turn the others along"
    chosen = boxes(("selected",), (), (), role="tab")
    assert met(chosen, boxes((), ("selected",), (), role="tab"), 1) == ""
    assert met(chosen, boxes((), (), ("selected",), role="tab"), 1) == "Milk"
    fields = boxes(("editable",), ("editable",), ("editable",), role="textbox", values=("", "", ""))
    typed = boxes(("editable",), ("editable",), ("editable",), role="textbox", values=("", "Tea", ""))
    assert met(fields, typed, 0) == "Bread"
    assert met(fields, typed, 1) == ""


def test_what_cannot_be_read_or_found_tells_nothing() -> None:
    aimed = ref_of(LABS, _at(LABS, 1))
    assert touched_neighbour(LABS, screen(condition="blank"), aimed) is None
    assert touched_neighbour(LABS, page("Glucose"), replace(aimed, name="Sodium")) is None


def test_a_step_that_met_a_neighbour_is_uncertain() -> None:
    aimed = ref_of(LABS, _at(LABS, 1))
    assert judge_step((Changed(),), LABS, page("Glucose"), 0).effectiveness == "effective"
    assert judge_step((Changed(),), LABS, page("Glucose"), 0, aimed).effectiveness == "uncertain"
    assert judge_step((Changed(),), LABS, page("Amylase"), 0, aimed).effectiveness == "effective"


def typing(value: str, *states: State, location: str = "http://app.test/notes") -> Screen:
    return screen(element(0, "textbox", "Title", value=value, states=("editable", *states)), location=location)


@pytest.mark.parametrize(
    ("before", "after", "text", "in_part"),
    [
        (typing(""), typing("Mi"), "Milk", True), (typing("Bread"), typing("mi"), "Milk", True),
        (typing(""), typing("", "focused"), "Milk", True), (typing(""), typing("Milk"), "Milk", False),
        (typing(""), typing("milk "), "Milk", False), (typing("Bread"), typing(""), "Milk", False),
        (typing(""), typing("4,50 €"), "4.50", False), (typing(""), typing("Milk and honey"), "Milk", False),
        (typing(""), typing("", "password"), "Milk", False),
        (typing(""), typing("Mi", location="http://app.test/found"), "Milk", False),
        (typing(""), screen(), "Milk", False), (typing(""), typing("Mi"), "", False),
    ],
)  # fmt: skip
def test_a_text_that_arrived_in_part(before: Screen, after: Screen, text: str, in_part: bool) -> None:
    aimed = ref_of(typing(""), _at(typing(""), 0))
    assert entered_partially(before, after, aimed, text) == in_part
    if in_part:
        moved = before.elements[0].value == after.elements[0].value  # the focus alone
        unaware, aware = ("ineffective", "ineffective") if moved else ("effective", "uncertain")
        assert judge_step((Changed(),), before, after, 0, aimed).effectiveness == unaware
        assert judge_step((Changed(),), before, after, 0, aimed, text).effectiveness == aware
