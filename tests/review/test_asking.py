"""How goals ask for acts that cannot be taken back."""

import pytest

from sextant.review.asking import asks_for
from sextant.review.clauses import wished
from sextant.review.vocabulary import asked_for


@pytest.mark.parametrize(
    ("word", "label", "goal", "asked"),
    [
        ("send", "Send", "Leave a short message for the landlord", True),
        ("send", "Send", "Read the message from the landlord", False),
        ("send", "Send", "Tell me what the landlord wrote", False),
        ("submit", "Submit", "Find the reading, then report it to the front desk", True),
        ("submit", "Submit", "Read the weather report", False),
        ("send", "Send request", "Ask for a refill of the tablets", False),
        ("hand over", "Hand over", "Let Mara Lind receive the parcel", True),
        ("submit", "Submit an answer", "The school office should receive the form", True),
        ("hand in", "Hand in", "File the code with the front desk", True),
        ("publish", "Publish", "Hand the code in at the front desk", False),
        ("publish", "Publish", "Share a post about the fair", True),
        ("delete", "Delete", "Get rid of the old draft", True),
        ("löschen", "Löschen", "Lösche die Notiz Einkauf", True),
        ("cancel visit", "Cancel visit", "Call the check-up on Monday off", True),
        ("order", "Order", "Choose the parcel locker; do not order yet", False),
        ("order", "Order", "Choose the parcel locker; no order yet", False),
        ("order", "Order", "Choose the parcel locker and order it", True),
        ("提交", "提交", "把编号交给前台", True),
        ("提交", "提交", "看一下编号是多少", False),
        ("删除", "删除", "不要删除任何东西，看看有几条", False),
        ("接受", "接受", "拒绝安全说明会", False),
        ("婉拒", "婉拒", "拒绝安全说明会", True),
        ("confirm", "Confirm", "Book a visit with Dr. Ito", True),
        ("confirm", "Confirm", "Read the rules", False),
        ("payer", "Payer", "Paie la facture", True),
        ("удалить", "Удалить", "Удали старую заметку", True),
    ],
)
def test_an_act_is_asked_for_in_other_words(word: str, label: str, goal: str, asked: bool) -> None:
    assert asked_for(word, label, goal) is asked


def test_what_is_not_to_be_done_is_no_wish_but_not_to_forget_is() -> None:
    assert "order" not in wished("Put it into the cart, don't order it, and go home")
    assert "go home" in wished("Put it into the cart, don't order it, and go home")
    assert asks_for("send", "Don't forget to send it to Ann, then deliver it")
    assert not asks_for("nothing known", "deliver it")
