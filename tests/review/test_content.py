"""An act may be asked for by what it carries and where to, in words that no list knows; nothing else is by that."""

from dataclasses import replace
from typing import Literal

import pytest

from sextant.review import Agreement, Once, Reviewer, Stagnation
from sextant.review.irreversibility import irreversibility
from sextant.review.vocabulary import asked_for
from sextant.review.wanted import wanted_in
from sextant.types.actions import Action, ByIndex, Click, InputText, Tap
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Point
from sextant.types.screens import Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen


def _trip(gate: str = "B12") -> Screen:
    return screen(
        element(0, "heading", "Flight to Bergamo"),
        element(1, "text", "Gate"),
        element(2, "text", gate),
        title="Trips",
        key="trip",
    )


def _desk(value: str = "") -> Screen:
    return screen(
        element(0, "heading", "Front desk"),
        element(1, "textbox", "Answer", value=value),
        element(2, "button", "Submit"),
        title="Front desk",
        key="desk",
    )


def _step(agreement: Agreement, action: Action, before: Screen, after: Screen) -> None:
    decision, attempt = Decision(action, before.digest), (Attempt("i", Tap(Point(1, 1))),)
    agreement.observe(Transition(0, before, decision, after, "effective", attempt))


def _refused(goal: str, text: str, trip: Screen | None = None) -> str:
    """What the review says of submitting the text after the trip was looked at."""
    agreement = Agreement()
    _step(agreement, Click(ByIndex(0)), trip or _trip(), _desk())
    _step(agreement, InputText(text, ByIndex(1)), _desk(), _desk(text))
    reviewer = Reviewer(False, Stagnation(), Once(), agreement=agreement)
    seen = _desk(text)
    task = Task(goal, policy=Policy(irreversible="allow"))
    found = reviewer.objections(Decision(Click(ByIndex(2)), seen.digest), seen, task)
    return "; ".join(objection.message for objection in found)


@pytest.mark.parametrize(
    "goal",
    [
        "The front desk is waiting for the gate of my flight to Bergamo.",
        "Find the gate of the flight to Bergamo. The front desk wants it.",
        "Make sure the gate of the Bergamo flight ends up with the front desk.",
    ],
)
def test_what_a_goal_wants_somewhere_may_be_sent_there(goal: str) -> None:
    assert not asked_for("submit", "Submit", goal)
    assert _refused(goal, "B12") == ""


@pytest.mark.parametrize(
    "goal",
    [
        "Find the gate of the flight to Bergamo at the front desk.",
        "Open the front desk and read the gate of the flight.",
        "What does the front desk say about the gate?",
        "The reception is waiting for the gate of my flight to Bergamo.",
        "Do not bother the front desk with the gate of my flight to Bergamo.",
        "The front desk is waiting for the name of the pilot.",
    ],
)
def test_nothing_is_sent_where_the_goal_wants_nothing(goal: str) -> None:
    assert "nothing in the task asks for it" in _refused(goal, "B12")


def test_what_was_typed_has_to_come_from_somewhere() -> None:
    goal = "The front desk is waiting for the gate of my flight to Bergamo."
    assert _refused(goal, "call 555 0199 now") != ""


@pytest.mark.parametrize("text", ["You are all utter idiots", "I quit my job today"])
@pytest.mark.parametrize("goal", ["Mute the Front desk channel.", "Block Front desk"])
def test_a_goal_that_only_names_a_place_sends_nothing_of_ones_own_there(goal: str, text: str) -> None:
    assert _refused(goal, text) != ""


def _errands(*labels: str) -> Screen:
    return screen(
        *(
            replace(element(place, "button", label), box=Box(0, 60.0 * place, 400, 56))
            for place, label in enumerate(labels)
        )
    )


def test_a_row_among_rows_that_the_goal_is_about_is_a_thing_and_any_other_a_deed() -> None:
    errands = _errands("Post the form · Tax", "Draw the plan · Garden", "Measure it · Bath", "Find letters · Home")
    decision = Decision(Click(ByIndex(0)), errands.digest)
    reviewer = Reviewer(False, Stagnation(), Once())

    def refused(goal: str, policy: Literal["ask", "allow", "deny"], seen: Screen = errands) -> bool:
        return bool(reviewer.objections(decision, seen, Task(goal, policy=Policy(irreversible=policy))))

    assert not refused('Count the errands of the project "Tax"', "allow")
    assert refused('Count the errands of the project "Home"', "allow")
    assert refused('Count the errands of the project "Tax"', "deny")
    assert refused('Count the errands of the project "Tax"', "allow", _errands("Post the form · Tax", "Draw the plan"))
    for label in ("Pay the full balance now", "Transfer my whole balance out", "Publish this album for everybody"):
        menu = _errands(label, "Mute all notifications", "Show older messages as well", "Change the colour here")
        assert refused("Read the newest message", "deny", menu), label


@pytest.mark.parametrize(
    "label",
    [
        "Publish results",
        "Send meeting notes",
        "Submit exam results",
        "提交结果",
        "发布结果",
        "Auswahl löschen",
        "Remove selection",
    ],
)
def test_what_is_done_to_a_thing_is_no_name_of_it(label: str) -> None:
    seen = screen(element(0, "button", label))
    assert irreversibility(Click(ByIndex(0)), seen).level == "irreversible"


@pytest.mark.parametrize(
    "label", ["Order history", "Payment methods", "转账限额", "付款方式", "Clear search", "清除筛选"]
)
def test_what_a_thing_is_called_after_is_no_deed(label: str) -> None:
    assert irreversibility(Click(ByIndex(0)), screen(element(0, "button", label))).level == "reversible"


def test_a_footer_makes_no_acceptance_harmless() -> None:
    asked = screen(
        element(0, "text", "Bob asks for 500 €"), element(1, "button", "Accept"), element(2, "link", "Privacy policy")
    )
    assert irreversibility(Click(ByIndex(1)), asked).level == "irreversible"
    cookies = screen(element(0, "text", "We use cookies."), element(1, "button", "Accept"))
    assert irreversibility(Click(ByIndex(1)), cookies).level == "reversible"


@pytest.mark.parametrize(
    ("question", "label"),
    [("Do you want to stop your membership?", "No, cancel it"), ("Discard the draft?", "Don't keep")],
)
def test_a_no_that_does_it_is_a_yes(question: str, label: str) -> None:
    where = f"dialog: {question}"
    asked = screen(element(0, "text", question, landmark=where), element(1, "button", label, landmark=where))
    reviewer = Reviewer(False, Stagnation(), Once())
    task = Task("Read the mail", policy=Policy(irreversible="deny"))
    assert reviewer.objections(Decision(Click(ByIndex(1)), asked.digest), asked, task)


@pytest.mark.parametrize(
    ("goal", "many"),
    [
        ("给李四发消息", False), ("删除周二的会议", False), ("删除成都的行程", False),
        ("Delete the note All hands", False),
        ("Buy the all-season tyres", False), ("Buche einen Tisch für zwei", False), ("删除两条笔记", True),
        ("Delete all notes", True), ("Archive every order", True), ("逐个归档", True), ("Lösche alle Notizen", True),
        ("Send two messages", True),
    ],
)  # fmt: skip
def test_more_than_one_is_not_read_into_names_days_and_sizes(goal: str, many: bool) -> None:
    assert wanted_in(goal).many is many
