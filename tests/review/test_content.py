"""An act may be asked for by what it carries and where to, in words that no list knows; nothing else is by that."""

from dataclasses import replace

import pytest

from sextant.review import Agreement, Once, Reviewer, Stagnation
from sextant.review.irreversibility import irreversibility
from sextant.review.vocabulary import asked_for
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
    assert "was typed" in _refused(goal, "call 555 0199 now")


def test_a_row_of_a_list_names_a_thing_and_a_button_a_deed() -> None:
    errands = (
        "Post the signed tax form",
        "Draw the planting plan",
        "Measure the window frames",
        "Find the old letters",
    )
    rows = [
        replace(element(place, "button", label), box=Box(0, 60.0 * place, 400, 56))
        for place, label in enumerate(errands)
    ]
    assert irreversibility(Click(ByIndex(0)), screen(*rows)).level == "reversible"
    assert irreversibility(Click(ByIndex(0)), screen(*rows[:2])).level == "irreversible"
    deeds = [replace(row, name=f"Pay {row.label} now", text=f"Pay {row.label} now") for row in rows]
    assert irreversibility(Click(ByIndex(0)), screen(*deeds)).level == "irreversible"
    erased = replace(rows[0], name="Delete all of your letters", text="Delete all of your letters")
    assert irreversibility(Click(ByIndex(0)), screen(erased, *rows[1:])).level == "irreversible"
