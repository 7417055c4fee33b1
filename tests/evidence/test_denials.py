"""Words of denial, as those who read screens and quotations have them in common."""

import pytest

from sextant.evidence.denials import without_names
from sextant.guides.task_state.quotes import denies as quote_denies
from sextant.program.asked import words_of
from sextant.program.confirming import denies as screen_denies
from sextant.program.saying import is_done_form


@pytest.mark.parametrize(
    "word", ["not", "never", "nicht", "ohne", "without", "nearly", "teilweise", "pending", "until"]
)
def test_a_word_before_the_deed_denies_it_on_a_screen_and_in_a_quotation(word: str) -> None:
    assert not is_done_form(f"{word} paid", words_of(["pay"]))
    assert quote_denies(f"{word} paid", "Pay the bill")


@pytest.mark.parametrize("text", ["Payment failed", "Declined", "Fehler", "Zahlung abgelehnt", "支付失败", "錯誤"])
def test_a_failure_denies_on_a_screen_and_in_a_quotation(text: str) -> None:
    assert screen_denies([text])
    assert quote_denies(text, "Pay the bill")


def test_what_may_be_the_answer_to_a_look_up_denies_on_a_screen_only() -> None:
    assert screen_denies(["Status: expired"])
    assert not quote_denies("Status: expired", "Find out the status of the order")


def test_a_clause_ends_before_a_but_in_chinese_too() -> None:
    assert is_done_form("已付款但未发货", words_of(["付款"]))
    assert not is_done_form("未付款", words_of(["付款"]))


def test_names_deny_nothing_and_places_stay_places_where_a_mark_is_given() -> None:
    assert without_names("No Country  for Old Men saved", ["No Country for Old Men", ""]) == "  saved"
    assert without_names("a no b", ["no"], "*") == "a ** b"
    assert without_names("Notes", ["no"]) == "notes"
