"""Texts are compared by their characters in every language alike; what goes on by itself is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.text import folded, stands_in
from sextant.text.clocks import mask_times


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Place  order\n", "place order"),
        ("STRASSE", "straße"),
        ("ｐａｙ", "pay"),
        ("e\u0301tage", "étage"),
        ("pay\u200b now\u00ad", "Pay Now"),
        ("ПАПКА", "папка"),
        ("9 斤 ⏎ ⏎ 65 元", "9 斤\n\n65 元"),
    ],
)
def test_what_a_reader_does_not_tell_apart_is_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_letters_that_only_look_alike_stay_two() -> None:
    assert folded("раy") != folded("pay")


@pytest.mark.parametrize(
    ("span", "text", "stands"),
    [
        ("order a pizza", "Please Order  a pizza.", True),
        ("25", "pay 25 EUR", True),
        ("5", "pay 25 EUR", False),
        ("no", "open the notes", False),
        ("1", "\u00bc cup", False),
        ("\u00bc", "1\u20444 cup", True),
        ("no", "notes: no", True),
        ("删除", "请删除这条消息", True),
        ("ลบ", "ช่วยลบรูปนี้", True),
        ("wyślij", "Wyślij list do Ady", True),
        ("wyśli", "Wyślij list do Ady", False),
        ("", "anything", False),
        (" \u200b", "anything", False),
    ],
)
def test_where_a_span_stands(span: str, text: str, stands: bool) -> None:
    assert stands_in(span, text) is stands


@given(st.text(), st.text(min_size=1), st.text())
def test_a_span_between_spaces_stands(before: str, span: str, after: str) -> None:
    assert stands_in(span, f"{before} {span} {after}") is bool(folded(span))


@given(st.text())
def test_folding_is_done_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_is_folded_as_any_other(text: str) -> None:
    assert folded(text) == folded(f"{text}\u200b")  # which shows nothing, and is no ASCII


TICKING = [
    ("12:30:01", "~"),
    ("saved 3 seconds ago", "saved ~"),
    ("Saved 1 minute ago by Ada", "Saved ~ by Ada"),
    ("in 5 minutes, then 10 sec. ago", "~, then ~"),
    ("vor 12 Minuten bearbeitet", "~ bearbeitet"),
    ("il y a 4 secondes", "~"),
    ("3 分钟前更新", "~更新"),
    ("الحفظ قبل 15 دقيقة", "الحفظ ~"),
    ("2 minuty temu", "~"),
]
RESTING = [
    "3 items",
    "12:30",
    "2 hours ago",
    "5 min walk",
    "iPhone 5 s",
    "-5 m",
    "30 seconds",
    "room 3 minutes agora",
    "",
]


@pytest.mark.parametrize(("text", "rests"), TICKING)
def test_what_goes_on_by_itself_is_left_out(text: str, rests: str) -> None:
    assert mask_times(text) == rests


@pytest.mark.parametrize("text", RESTING)
def test_other_numbers_stay(text: str) -> None:
    assert mask_times(text) == text
