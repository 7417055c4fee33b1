"""What a text means as a number, and among the entries of a list."""

import pytest

from sextant.text.values import absent_entry, entry_meant, number_of, other_entry


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("70 %", 70), ("-3,5°", -3.5), ("1 200", 1200), ("07", 7), ("12:30", None), ("3 of 5", None), ("loud", None)),
        *(("1,000", None), ("1.234 m", None), ("12,345", None), ("1,000,000", None), ("1.000,50", None)),
        *(("0,125", 0.125), ("1.2345", 1.2345), ("1234.567", 1234.567), ("1 234,567", 1234.567)),
        *(("9" * 400, None), ("1" * 5000, None), ("", None), (" ", None)),
    ],
)
def test_a_number_is_read_with_its_unit_and_nothing_else(text: str, number: float | None) -> None:
    assert number_of(text) == number


@pytest.mark.parametrize(
    ("names", "text", "meant"),
    [
        (("Small", "Large"), "large", 1),
        (("Großstadt", "Ｗｉｄｅ"), "wide", 1),
        (("January", "February", "March"), "Mar", 2),
        (("March", "May"), "Ma", None),
        (("5 minutes", "10 minutes"), "5", 0),
        (("10 minutes before", "50 minutes before"), "5", None),
        (("10 items", "1,000 items on a page"), "1", None),
        (("1 hour before", "2 hours before"), "2", 1),
        (("07", "08"), "7", 0),
        (("5 minutes", "7 hours"), "5 hours", None),
        (("5 min.", "7 min."), "5 Min.", 0),
        (("1,000", "2,000"), "1000", None),
        (("Small",), "  ", None),
        ((), "Small", None),
        (("Same", "same"), "same", 0),
    ],
)
def test_a_text_means_one_entry_or_none(names: tuple[str, ...], text: str, meant: int | None) -> None:
    assert entry_meant(names, text) == meant


def test_a_value_comes_after_the_names_and_before_their_beginnings() -> None:
    assert entry_meant(("de", "German", "Dependent"), "DE", ("x", "de", "y")) == 0
    assert entry_meant(("Danish", "German", "Dependent"), "de", ("da", "de", "y")) == 1


def test_the_notes_say_what_there_is_and_what_was_chosen() -> None:
    assert absent_entry(["A", "B"]) == "there is no such option; there are: A, B"
    assert absent_entry([]).endswith("none")
    assert other_entry("March", "Mar") == "the list shows 'March'"
    assert other_entry("March", " march ") == other_entry("07", "7") == other_entry("0", "00") == ""
