from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.elements.refs import ref_of
from sextant.evidence import evaluate, held
from sextant.types.evidence import (
    Changed,
    Effect,
    ElementState,
    FieldHas,
    Gone,
    Outcome,
    Predicate,
    ScreenIs,
    TextVisible,
)
from sextant.types.screens import ElementRef, Modal
from tests.support.screens import element, screen

SAVE = element(0, "button", "Save")
SAVED = element(1, "text", "Saved a moment ago")
TITLE = element(2, "textbox", "Title", value="Milk", states=["editable"])
SECRET = element(3, "textbox", "Password", states=["password"])
CHECK = element(4, "checkbox", "Done", states=["checked"])
FAR = element(5, "link", "Imprint", visibility="offscreen")
PRICE = element(7, "textbox", "Price", value="54.8000", states=["editable"])
WHOLE = element(8, "textbox", "Sum", value="54.00", states=["editable"])
BEFORE = screen(SAVE)
SOLD = element(6, "text", 'It’s "sold" – today')
AFTER = screen(SAVE, SAVED, TITLE, SECRET, CHECK, FAR, SOLD, PRICE, WHOLE, landmarks=("heading: My notes",))

CASES: list[tuple[Predicate, Outcome]] = [
    (TextVisible("saved  A moment"), "holds"), (TextVisible("Deleted"), "fails"),
    (TextVisible("Imprint"), "undecided"), (TextVisible("  "), "undecided"),
    (TextVisible("Save Saved a moment"), "holds"), (TextVisible("Saved a moment ago."), "holds"),
    (TextVisible("It's “sold”"), "holds"), (TextVisible("Saved a momen…"), "holds"), (TextVisible("Sav…"), "fails"),
    (TextVisible("Saved a momen"), "fails"), (TextVisible("moment a..."), "fails"), (Gone("Saved a momen…"), "fails"),
    (Gone("Deleted"), "holds"), (Gone("Saved"), "fails"),
    (Gone("Imprint"), "undecided"), (Gone(element=ElementRef("button", "Undo")), "undecided"),
    (FieldHas(ref_of(AFTER, TITLE), "milk"), "holds"), (FieldHas(ref_of(AFTER, TITLE), "Bread"), "fails"),
    (FieldHas(ref_of(AFTER, SECRET), "hunter2"), "undecided"),
    (FieldHas(ref_of(AFTER, PRICE), "54.8"), "holds"), (FieldHas(ref_of(AFTER, PRICE), "54.81"), "fails"),
    (FieldHas(ref_of(AFTER, PRICE), "54"), "fails"), (FieldHas(ref_of(AFTER, PRICE), "54.80000"), "fails"),
    (FieldHas(ref_of(AFTER, WHOLE), "54"), "holds"), (FieldHas(ref_of(AFTER, WHOLE), "5"), "fails"),
    (FieldHas(ElementRef("textbox", "Never"), "x"), "undecided"), (ScreenIs(text="my notes"), "holds"),
    (ScreenIs(text="Settings"), "fails"), (ScreenIs(key=AFTER.key.id), "holds"), (ScreenIs(key="other"), "fails"),
    (Changed(), "holds"), (ElementState(ref_of(AFTER, CHECK), "checked"), "holds"),
    (ElementState(ref_of(AFTER, CHECK), "checked", present=False), "fails"),
    (ElementState(ElementRef("checkbox", "Never"), "checked"), "undecided"),
    (Effect("the note is on the server"), "undecided"),
]  # fmt: skip


@pytest.mark.parametrize(("predicate", "outcome"), CASES, ids=lambda value: repr(value)[:50])
def test_outcomes(predicate: Predicate, outcome: Outcome) -> None:
    assert evaluate(predicate, BEFORE, AFTER, 3).outcome == outcome


def test_evidence_cites_the_element_and_never_a_password() -> None:
    verdict = evaluate(TextVisible("Saved"), BEFORE, AFTER, 3)
    assert (verdict.evidence[0].element, verdict.evidence[0].step) == (1, 3)
    assert verdict.evidence[0].quote == "Saved a moment ago"


@pytest.mark.parametrize("condition", ["empty_hierarchy", "blank", "error_page", "crashed"])
def test_a_screen_that_cannot_be_read_decides_nothing(condition: str) -> None:
    unreadable = screen(condition=condition)  # type: ignore[arg-type]
    assert held(Gone("Save"), unreadable).outcome == "undecided"
    assert held(TextVisible("Save"), unreadable).outcome == "undecided"


def test_a_screen_without_a_label_is_not_called_by_its_key() -> None:
    nameless = screen(SAVE, key="a3f0c9d1e2b4")
    nameless = replace(nameless, key=replace(nameless.key, label=""))
    told = [held(ScreenIs(key=key), nameless).reason for key in (nameless.key.id, "other")]
    assert told == ["this is the expected screen", "this is another screen"]
    named = replace(nameless, key=replace(nameless.key, label="Cart"))
    assert held(ScreenIs(key="other"), named).reason == "this is the screen 'Cart'"


def test_text_of_a_dialog_counts() -> None:
    asked = screen(SAVE, modal=Modal("confirm", "Delete this note?"))
    assert held(TextVisible("delete this"), asked).outcome == "holds"


@given(st.text(max_size=30), st.text(max_size=30))
def test_evaluation_never_raises_and_gone_opposes_visible(shown: str, asked: str) -> None:
    place = screen(element(0, "text", shown), title="")
    visible, gone = held(TextVisible(asked), place), held(Gone(asked), place)
    if visible.outcome == "holds":
        assert gone.outcome == "fails"


def test_a_field_without_a_name_is_called_by_what_it_stands_in() -> None:
    shown = screen(element(0, "row", "Anchor"), element(1, "textbox", value="Old boat", parent=0))
    told = evaluate(FieldHas(ref_of(shown, shown.elements[1]), "New boat"), None, shown, 1)
    assert told.reason == "the textbox in 'Anchor' holds 'Old boat', not 'New boat'"


@pytest.mark.parametrize("words", ["wiki/東京", "/wiki/%E6%9D%B1"])
def test_a_location_is_named_as_it_is_listed_or_as_it_is(words: str) -> None:
    seen = screen(element(0, "text", "x"), location="http://app.test/wiki/%E6%9D%B1%E4%BA%AC")
    assert evaluate(ScreenIs(text=words), None, seen, 0).outcome == "holds"
