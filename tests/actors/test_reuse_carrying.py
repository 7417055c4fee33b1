"""Texts carried over to other values, and values read where others stood."""

import pytest

from sextant.actors.reuse.places import places_of, value_now
from sextant.actors.reuse.substitution import Substitution
from sextant.types.screens import Screen
from tests.support.screens import element, screen

ONE, TWO, NOW = {"mail": "Invoice 3"}, {"mail": "Invoice 4"}, {"mail": "Invoice 30"}


@pytest.mark.parametrize(
    ("first", "second", "now"),
    [
        ("Back", "Back", "Back"), ("Invoice 3", "Invoice 4", "Invoice 30"),
        ("Open invoice 3 now", "Open Invoice 4 now", "Open Invoice 30 now"),
        ("Invoice 3 and Invoice 3", "Invoice 4 and Invoice 4", "Invoice 30 and Invoice 30"),
        ("Invoice 33", "Invoice 44", None), ("Back", "Home", None), ("Invoice 3, EUR 12", "Invoice 4, EUR 9", None),
        ("", "", ""),
    ],
)  # fmt: skip
def test_a_text_is_carried_over_where_its_variables_explain_it(first: str, second: str, now: str | None) -> None:
    assert Substitution(ONE, TWO, NOW).substituted(first, second) == now


def test_what_two_variables_may_have_meant_is_not_carried_over() -> None:
    one, two = {"who": "Ada", "for_whom": "Ada"}, {"who": "Bob", "for_whom": "Bob"}
    assert Substitution(one, two, {"who": "Cem", "for_whom": "Cem"}).substituted("Ada", "Bob") == "Cem"
    assert Substitution(one, two, {"who": "Cem", "for_whom": "Eve"}).substituted("Ada", "Bob") is None
    same = {"report": "Weekly"}
    assert Substitution(same, same, same).substituted("Weekly", "Weekly") == "Weekly"
    assert Substitution(same, same, {"report": "Monthly"}).substituted("Weekly", "Weekly") is None, (
        "a word, or the variable"
    )
    assert Substitution(ONE, TWO, {}).substituted("Invoice 3", "Invoice 4") is None, "not known now"


def test_what_is_typed_is_carried_over_letter_by_letter() -> None:
    varied = Substitution({"name": "Ada"}, {"name": "Bob"}, {"name": "eve"})
    assert varied.substituted("dear Ada", "dear Bob", exact=True) == "dear eve"
    assert varied.substituted("dear ADA", "dear BOB", exact=True) is None
    assert varied.substituted("dear ADA", "dear BOB") == "dear eve"


def receipt(*rows: tuple[str, str]) -> Screen:
    cells = [cell for row in rows for cell in row]
    return screen(*(element(place, "text", text) for place, text in enumerate(cells)))


def read(first: Screen, one: str, second: Screen, two: str, now: Screen) -> str | None:
    return value_now(now, places_of(first, one), places_of(second, two), Substitution({}, {}, {}))


def test_a_value_is_read_after_the_label_that_it_stood_after() -> None:
    first = receipt(("Date", "Monday"), ("Total", "EUR 12"))
    second = receipt(("Total", "EUR 9"), ("Tax", "EUR 1"))
    assert read(first, "EUR 12", second, "EUR 9", receipt(("Tax", "EUR 3"), ("Total", "EUR 7"))) == "EUR 7"
    assert read(first, "EUR 12", second, "EUR 9", receipt(("Total", "EUR 7"), ("Total", "EUR 8"))) is None
    assert read(first, "EUR 12", second, "EUR 9", receipt(("Date", "Monday"))) is None
    assert read(first, "EUR 12", second, "EUR 1", receipt(("Total", "EUR 7"), ("Tax", "EUR 3"))) is None


def test_a_label_that_says_more_than_the_variable_is_told_by_it() -> None:
    tells = Substitution(ONE, TWO, NOW).matcher("Invoice 3, EUR 12, today", "Invoice 4, EUR 9, Monday")
    assert tells is not None
    assert tells("Invoice 30, EUR 2")
    assert not tells("Invoice 3, EUR 12, today")
    assert Substitution(ONE, TWO, NOW).matcher("EUR 12", "EUR 9") is None
    short = Substitution({"n": "3"}, {"n": "4"}, {"n": "5"})
    assert short.matcher("3 of 9, today", "4 of 9, Monday") is None, "a digit stands anywhere"


def test_a_value_is_read_within_a_text_in_a_field_and_by_test_id() -> None:
    def told(text: str) -> Screen:
        return screen(element(0, "text", text), element(1, "text", "Thank you"))

    assert read(told("Total: EUR 12 due"), "EUR 12", told("Total: EUR 9 due"), "EUR 9", told("Total: 3 due")) == "3"
    assert read(told("Total: EUR 12 due"), "EUR 12", told("Sum: EUR 9"), "EUR 9", told("Total: 3 due")) is None

    def field(value: str, label: str = "Code") -> Screen:
        return screen(element(0, "textbox", label, value=value), element(1, "textbox", "Name", value="Ada"))

    assert read(field("A1"), "A1", field("B2"), "B2", field("C3")) == "C3"
    assert read(field("A1"), "A1", field("B2"), "B2", field("C3", "Number")) is None

    def marked(value: str) -> Screen:
        return screen(element(0, "text", value, test_id="total"), element(1, "text", "7"))

    assert read(marked("12"), "12", marked("9"), "9", marked("5")) == "5"
