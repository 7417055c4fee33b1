"""What shows that a deed was done, and what says that it was not, or only one of several."""

import pytest

from sextant.types.actions import Answer
from sextant.types.evidence import TextVisible
from sextant.types.screens import Screen
from tests.program.test_support import DONE, Run
from tests.support.screens import element, screen

FORM = screen(
    element(0, "heading", "Messages"),
    element(1, "text", "to Ada"),
    element(2, "button", "Send"),
    title="Messages",
    key="form",
)


def after(said: str) -> Screen:
    return screen(
        element(0, "heading", "Messages"),
        element(1, "text", "to Ada"),
        element(2, "button", "Send"),
        element(3, "text", said),
        title="Messages",
        key="form",
    )


def ends(goal: str, said: str) -> Run:
    """A touch on the button, and a claim by what it brought about."""
    page = after(said)
    return Run(goal, FORM).touches(2, page).says(DONE, TextVisible(said))


@pytest.mark.parametrize(
    ("goal", "said", "verified"),
    [
        ("send the message to Ada", "Message to Ada sent", True),
        ("send the message to Ada", "Message to Ada saved as draft", False),
        ("send the message to Ada", "Your message to Ada was discarded", False),
        ("send the message to Ada", "Message to Ada deleted", False),
        ("send the message to Ada", "Message to Ada moved to the outbox", False),
        ("send the message to Ada", "Discard the message to Ada?", False),
        ("send the message to Ada", "Message to Ada will be sent at 9:00", False),
        ("send the message to Ada", "No connection, message to Ada kept", False),
        ("discard the message to Ada", "Your message to Ada was discarded", True),
        ("transfer 50 to Ada", "Transferred 50 to Ada", True),
        ("transfer 50 to Ada", "Transferred 500 to Ada", False),
        ("transfer 50 to Ada", "Transfer of 50 to Ada reversed", False),
        ("add 3 teapots to the cart", "3 teapots in the cart", True),
        ("add 3 teapots to the cart", "1 teapot in the cart", False),
        ("create an event on Thursday", "Event on Thursday saved", True),
        ("create an event on Thursday", "Event on Friday saved", False),
        ("order 2 tickets", "Order 4711 placed: 2 tickets", True),
    ],
)
def test_what_came_of_it_is_what_the_goal_asks_for(goal: str, said: str, verified: bool) -> None:
    assert ends(goal, said).verified is verified


@pytest.mark.parametrize(
    "goal",
    [
        "Pay the bill. Then send the message.",
        "Pay the bill and send the message.",
        "Send the message, archive the chat and turn on the sounds.",
    ],
)
def test_one_deed_of_several_is_not_all_of_them(goal: str) -> None:
    run = ends(goal, "The message was sent")
    assert not run.verified
    assert "nothing that you touched or name speaks of" in run.remark


def test_two_deeds_are_shown_by_what_was_touched_for_each() -> None:
    bill = screen(element(0, "heading", "Bill"), element(1, "button", "Pay"), title="Bill", key="bill")
    run = Run("Pay the bill. Then send the message.", bill).touches(1, FORM)
    assert run.touches(2, after("The message was sent")).says(DONE, TextVisible("The message was sent")).verified


def test_a_goal_without_a_telling_word_wants_something_done() -> None:
    page = screen(element(0, "text", "Version 3"), element(1, "button", "More"), title="About", key="about")
    run = Run("make it so", page).says(DONE, TextVisible("Version 3"))
    assert not run.verified
    assert "nothing was done yet" in run.remark
    assert run.touches(1, page).says(DONE, TextVisible("Version 3")).verified


TICKETS = ("Ticket price", "Adult 12.00", "Tickets left 5")
LINE = ("Total (3 items)", "EUR 12.00", "Total weight 3 kg")
FEES = ("Fee", "Members 40.00", "Course number 7712")
UNREAD = ("Read messages 19", "Unread messages 4")
SUMS = ("Total items 3", "Total 12.00")


@pytest.mark.parametrize(
    ("goal", "texts", "answer", "verified"),
    [
        ("What is the ticket price?", TICKETS, "12.00", True),
        ("What is the total?", LINE, "12.00", True),
        ("What is the fee of the course?", FEES, "40.00", True),
        ("How many messages are unread?", UNREAD, "4", True),
        ("How many messages are unread?", UNREAD, "19", False),
        ("What is the total?", SUMS, "12.00", True),
        ("What is the total?", SUMS, "3", False),
    ],
)
def test_of_figures_the_one_that_the_question_means(
    goal: str, texts: tuple[str, ...], answer: str, verified: bool
) -> None:
    page = screen(*(element(at, "text", text) for at, text in enumerate(texts)), title="Page", key="page")
    assert Run(goal, page).says(Answer(answer)).verified is verified
