"""What shows that a leaf of a program is done: something was done for it, and words that speak of it or are new."""

import json

import pytest

from sextant.evidence import Ledger
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.types.actions import ByIndex, Click, Tap
from sextant.types.decisions import Act, Decision, Directive, Finished, Judgement
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

SOURCE = 'step("send the message")\nstep("look at the inbox")'
BACK = 'balance = step("transfer 20 EUR")\nreturn balance'


def page(*texts: str) -> Screen:
    return screen(element(0, "heading", "Mail"), *(element(at, "text", text) for at, text in enumerate(texts, 1)))


BEFORE = page("Draft to Ada", "Balance 500")


class Walk:
    """A program that somebody wrote, walked by hand."""

    def __init__(self, source: str) -> None:
        self.course = ProgramCourse(Task("by hand"), parse(source), Ledger())
        self.directive: Directive = self.course.next(BEFORE)
        self.step = 0

    def does(self, before: Screen, after: Screen, quote: str = "") -> str:
        """A touch, with an answer about the screen before it; why that was not taken."""
        judged = (Judgement("now", "yes", quote),) if quote else ()
        attempts = (Attempt("i", Tap(Point(1, 1))),)
        decision = Decision(Click(ByIndex(0)), before.digest, judgements=judged)
        self.course.observe(Transition(self.step, before, decision, after, "effective", attempts))
        self.step += 1
        self.directive = self.course.next(after)
        return self.course.refused()


@pytest.mark.parametrize(
    ("quote", "taken"), [("Delivered to Ada", True), ("Message", True), ("Balance 500", False), ("Mail", False)]
)
def test_a_deed_is_shown_by_words_that_are_new_or_speak_of_it(quote: str, taken: bool) -> None:
    walk = Walk(SOURCE)
    after = page("Draft to Ada", "Balance 500", "Delivered to Ada", "Message")
    assert walk.does(BEFORE, after) == ""
    why = walk.does(after, after, quote)
    assert (not why) is taken
    assert ("stood there before" in why) is not taken


@pytest.mark.parametrize(
    ("told", "quote"),
    [
        ("in Mail, send the message to Ada", "Mail"),
        ("send the message to Ada", "Message"),
        ("transfer 50 to Ada", "50 points earned"),
        ("transfer 50 to Ada", "Transfer failed"),
        ("pay the bill", "Bill not paid"),
        ("delete the note", "Note could not be deleted"),
        ("book the room", "No room left to book"),
        ("buy 2 tickets", "Page 2 of 9"),
    ],
)
def test_nothing_that_was_not_done_is_shown_by_words_that_stand_there(told: str, quote: str) -> None:
    seen = page("Mail", "Message", "50 points earned", "Transfer failed", quote)
    walk = Walk(f"step({told!r})")
    assert walk.course.next(seen)
    why = walk.does(seen, seen, quote)
    assert "nothing was done" in why or "was not done" in why


def test_a_button_that_stands_there_shows_no_deed() -> None:
    form = screen(element(0, "heading", "Mail"), element(1, "button", "Send message"), element(2, "text", "Delivered"))
    walk = Walk('step("send the message")')
    walk.does(form, form)
    assert "something to press" in walk.does(form, form, "Send message")


def test_what_was_done_before_is_not_done_again() -> None:
    seen = page("The bill was paid")
    assert Walk('step("pay the bill")').does(seen, seen, "The bill was paid") == ""


def test_a_row_that_has_gone_shows_that_it_was_deleted() -> None:
    before, after = page("Tea", "Milk", "Bread"), page("Milk", "Bread")
    walk = Walk('step("look at the list")\nstep("delete the first one from the top")')
    walk.does(before, before, "Tea")
    assert "stood there before" in walk.does(before, after, "Milk")
    assert walk.does(after, after, "Milk") == ""


def test_what_apps_confirm_with_may_stand_there_from_the_last_time() -> None:
    done = page("Draft to Ada", "Done")
    walk = Walk('for name in ["Ada", "Bob"]:\n    step("send the message to {name}")')
    walk.does(BEFORE, done)
    assert walk.does(done, done, "Done") == ""
    assert walk.does(done, done, "Done") == ""
    assert isinstance(walk.directive, Finished)


def test_a_value_that_stood_there_is_not_what_a_deed_gave() -> None:
    after = page("Draft to Ada", "Balance 500", "Balance 480")
    walk = Walk(BACK)
    walk.does(BEFORE, after)
    assert "stood there before" in walk.does(after, after, "Balance 500")
    assert walk.does(after, after, "Balance 480") == ""
    assert isinstance(walk.directive, Finished)
    assert walk.directive.answer == "Balance 480"


def test_what_stood_there_is_kept_over_a_stop() -> None:
    walk = Walk(SOURCE)
    walk.does(BEFORE, BEFORE)
    state = json.loads(json.dumps(walk.course.snapshot()))
    again = Walk(SOURCE)
    again.course.restore(state)
    assert "stood there before" in again.does(BEFORE, BEFORE, "Balance 500")


def test_a_leaf_begins_where_the_one_before_it_was_shown() -> None:
    walk = Walk('step("look at the inbox")\nstep("send the message")')
    inbox = page("Draft to Ada", "Balance 500", "Inbox 3")
    walk.does(inbox, inbox, "Inbox 3")
    assert isinstance(walk.directive, Act)
    assert "stood there before" in walk.does(inbox, inbox, "Inbox 3")


def test_the_name_of_a_screen_is_told_from_what_stands_on_it() -> None:
    walk = Walk('step("look at the inbox")')
    assert "what the screen is called" in walk.does(BEFORE, BEFORE, "Notes")
    assert "stands nowhere" in walk.does(BEFORE, BEFORE, "Nobody")
    assert "nothing was quoted" in walk.does(BEFORE, BEFORE, " ")


def test_to_look_at_something_nothing_has_to_be_done() -> None:
    walk = Walk('step("look at the inbox")')
    assert walk.does(BEFORE, BEFORE, "Balance 500") == ""
    assert isinstance(walk.directive, Finished)


def test_records_without_it_are_taken_up() -> None:
    walk = Walk(SOURCE)
    state = walk.course.snapshot()
    doing = state.pop("doing")
    walk.course.restore({**state, "acted": True})
    assert doing["acted"] is False
    assert walk.does(BEFORE, BEFORE, "Balance 500") == ""  # what stood there then is not known
