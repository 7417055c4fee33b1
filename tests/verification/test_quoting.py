"""Quotes as people write them: over neighbours of a row, with other typography, with a full stop, of a cut text."""

from dataclasses import replace

import pytest

from sextant.prompts import list_screen
from sextant.types.geometry import Box
from sextant.types.screens import Element
from sextant.verification.citations import quoted_on
from tests.support.screens import element, screen
from tests.verification.runs import Story

LONG = "An uncommonly long remark " * 12


def cells(*rows: tuple[str, ...]) -> list[Element]:
    """Rows of texts, each 20 pixels below the last, a text every 100 pixels."""
    flat = [(down, across, text) for down, row in enumerate(rows) for across, text in enumerate(row)]
    return [
        replace(element(index, "text", text), box=Box(100.0 * across, 20.0 * down, 90, 16))
        for index, (down, across, text) in enumerate(flat)
    ]


SHOP = screen(*cells(("Milk", "2 l", "3.20"), ("Bread", "1", "4.50")))


def test_a_quote_spans_neighbours_of_one_row_and_neither_rows_nor_gaps_nor_parts_of_words() -> None:
    for quote in ("Milk 2 l 3.20", "Milk, 2 l, 3.20", "Milk | 2 l", "2 l\n3.20", "milk 2 l 3.20.", "Milk: 2 l"):
        found = quoted_on(SHOP, quote)
        assert found is not None, quote
        assert found.text == ("2 l" if quote.startswith("2") else "Milk")
    for quote in ("Milk 4.50", "Milk 3.20", "3.20 Bread", "Bread 1 l", "ilk 2 l", "Milk 2 l 3.2"):
        assert quoted_on(SHOP, quote) is None, quote


def test_a_list_item_of_two_lines_is_one_row_and_what_a_password_field_holds_in_none() -> None:
    one, two, other = cells(("Milk",), ("2 l",), ("Bread",))
    item = replace(element(0, "listitem", "Milk"), box=Box(0, 0, 300, 36))
    rows = [item, replace(one, index=1, parent=0), replace(two, index=2, parent=0), replace(other, index=3)]
    assert quoted_on(screen(*rows), "Milk 2 l") == rows[1]
    assert quoted_on(screen(*rows), "2 l Bread") is None
    shown = screen(
        replace(element(0, "text", "PIN"), box=Box(0, 0, 50, 20)),
        replace(element(1, "textbox", value="1234", states=("password",)), box=Box(60, 0, 50, 20)),
    )
    assert quoted_on(shown, "PIN 1234") is None


def test_a_span_shows_a_deed_where_one_of_its_cells_is_new() -> None:
    before, after = screen(*cells(("Milk", "1 l", "3.20"))), screen(*cells(("Milk", "2 l", "3.20")))
    assert Story(before).does(after).verdict("Milk 2 l") == "by evidence"
    assert "stood there before" in Story(after).does(after).verdict("Milk 2 l")


def test_typography_and_a_final_full_stop_make_no_difference() -> None:
    typed = {"Ada’s “best” boat – sold…": 'Ada\'s "best" boat - sold...', "Sent ❤️": "Sent \u2764"}
    typed |= {"Ｔｏｔａｌ　１２": "Total 12", "Total\u00a012": "Total 12", "«Привет»": '"Привет"'}
    stopped = {"Saved": "Saved.", "Saved.": "Saved", "已保存": "已保存。"}
    for text, quote in {**typed, **stopped}.items():
        assert quoted_on(screen(element(0, "text", text)), quote) is not None, text


@pytest.mark.parametrize("remark", [LONG * 4, "An uncommonly long remark about the quay. " * 20])
def test_a_text_that_the_listing_cut_may_be_quoted_by_its_shown_part(remark: str) -> None:
    shown = screen(element(0, "text", remark))
    printed = list_screen(shown, "full").split('"')[1]
    assert printed.endswith("…")
    for quote in (printed, printed.rstrip("…"), remark.strip()):
        assert quoted_on(shown, quote) is not None


def test_what_the_listing_prints_with_quotation_marks_may_be_quoted_as_it_stands_there() -> None:
    shown = screen(element(0, "text", 'Ada said "no"'))
    for quote in ('Ada said "no"', r"Ada said \"no\"", '[0] text "Ada said \\"no\\""', "Ada said “no”"):
        assert quoted_on(shown, quote) is not None, quote
