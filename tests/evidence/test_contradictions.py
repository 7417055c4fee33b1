"""Expectations that cannot all come true: recognised beforehand, and never a success."""

import pytest

from sextant.evidence import contradictions, judge_step
from sextant.review import RuleReviewer
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.screens import ElementRef, Screen
from sextant.types.tasks import Task
from tests.support.screens import element, screen

BOX = ElementRef("checkbox", "Done")
FIELD = ElementRef("textbox", "Title")
PLAIN = screen(element(0, "checkbox", "Done"), element(1, "textbox", "Title"))
CLASHES: list[tuple[Predicate, ...]] = [
    (TextVisible("Saved"), Gone("saved")), (Gone("Saved"), Changed(), TextVisible("Saved just now")),
    (FieldHas(FIELD, "Milk"), FieldHas(FIELD, "Bread")),
    (ElementState(BOX, "checked"), ElementState(BOX, "checked", present=False)),
    (ElementState(BOX, "checked"), ElementState(BOX, "unchecked")), (Gone(element=BOX), ElementState(BOX, "checked")),
    (FieldHas(FIELD, "Milk"), Gone(element=FIELD)), (ScreenIs(key="a"), ScreenIs(key="b")),
]  # fmt: skip
FINE: list[tuple[Predicate, ...]] = [
    (), (Changed(),), (TextVisible("Saved"), Gone("Saving")), (TextVisible("Saved"), Gone("Saved just now")),
    (TextVisible("Notes"), Gone("Note")), (FieldHas(FIELD, "Milk"), FieldHas(FIELD, " milk")),
    (FieldHas(FIELD, "Milk"), FieldHas(ElementRef("textbox", "Text"), "Bread")),
    (ElementState(BOX, "checked"), ElementState(BOX, "focused")), (ScreenIs(text="Notes"), ScreenIs(text="Edit")),
    (Effect("x"), Effect("not x")),
]  # fmt: skip
AFTER = [
    PLAIN,
    screen(element(0, "text", "Saved just now")),
    screen(element(0, "checkbox", "Done", states=["checked"]), element(1, "textbox", "Title", value="Milk")),
    screen(element(0, "text", "Saved", visibility="covered")),
    screen(condition="blank"),
    screen(element(0, "text", "other"), key="a"),
]


@pytest.mark.parametrize("expected", CLASHES, ids=repr)
def test_contradictions_are_recognised_either_way_round(expected: tuple[Predicate, ...]) -> None:
    assert len(contradictions(expected)) == 1
    assert len(contradictions(expected[::-1])) == 1


@pytest.mark.parametrize("expected", FINE, ids=repr)
def test_what_can_all_come_true_is_none(expected: tuple[Predicate, ...]) -> None:
    assert contradictions(expected) == ()


@pytest.mark.parametrize("expected", CLASHES, ids=repr)
@pytest.mark.parametrize("after", AFTER, ids=["same", "saved", "checked", "covered", "black", "other"])
def test_a_contradiction_is_never_a_success(expected: tuple[Predicate, ...], after: Screen) -> None:
    assert judge_step(expected, PLAIN, after, 0).effectiveness != "effective"


def test_the_actor_is_told_before_it_acts() -> None:
    reviewer = RuleReviewer()
    decision = Decision(Click(ByIndex(0)), PLAIN.digest, expectations=(TextVisible("Saved"), Gone("Saved")))
    (objection,) = reviewer.objections(decision, PLAIN, Task("tick it"))
    assert (objection.rule, objection.advisory) == ("expectation", True)
    assert "'Saved' cannot be visible while 'Saved' is gone" in objection.message
