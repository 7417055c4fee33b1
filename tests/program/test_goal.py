from dataclasses import replace

import pytest

from sextant.evidence import ClaimLedger, held
from sextant.program import goal_course
from sextant.program.course import ProgramCourse
from sextant.types.actions import Answer, ByIndex, Click, Status, Tap
from sextant.types.decisions import Act, Decision, Finished
from sextant.types.evidence import Effect, Predicate, TextVisible
from sextant.types.geometry import Point
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

PAGE = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
DONE = Status("complete")


def claim(action: Status | Answer, *expected: Predicate) -> Transition:
    decision = Decision(action, PAGE.digest, expectations=expected)
    return Transition(1, PAGE, decision, PAGE, "none", verdicts=tuple(held(item, PAGE) for item in expected))


def course(schema: dict[str, object] | None = None, goal: str = "save it") -> ProgramCourse:
    return goal_course(Task(goal, schema), ClaimLedger())


def act(goal: ProgramCourse) -> None:
    """A touch that led to the page."""
    blank = screen(element(0, "button", "Save"))
    decision = Decision(Click(ByIndex(0)), blank.digest)
    goal.observe(Transition(0, blank, decision, PAGE, "effective", (Attempt("i", Tap(Point(1, 1))),)))


def test_a_claim_that_the_screen_shows_ends_the_run() -> None:
    goal = course()
    act(goal)
    goal.observe(claim(DONE, TextVisible("Saved")))
    end = goal.next(PAGE)
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed, end.by) == (True, "complete", "evidence")


@pytest.mark.parametrize("expected", [(), (TextVisible("Deleted"),), (TextVisible("Saved"), TextVisible("Deleted"))])
def test_an_unsupported_claim_is_refused_and_said_why(expected: tuple[Predicate, ...]) -> None:
    goal = course()
    goal.observe(claim(DONE, *expected))
    again = goal.next(PAGE)
    assert isinstance(again, Act)
    assert again.instruction == "save it", "what the app says never stands in the instruction"
    assert "not accepted" in again.remark
    goal.observe(claim(DONE, *expected))
    end = goal.next(PAGE)
    assert isinstance(end, Finished)
    assert not end.verified


def test_an_answer_stands_on_the_screen_or_names_what_shows_it() -> None:
    goal = course(goal="when was it saved?")
    goal.observe(claim(Answer("a moment ago")))
    end = goal.next(PAGE)
    assert isinstance(end, Finished)
    assert (end.answer, end.verified) == ("a moment ago", True)
    other = course(goal="when was it saved?")
    other.observe(claim(Answer("never")))
    assert isinstance(other.next(PAGE), Act)


@pytest.mark.parametrize("text", ["soon", '{"when": 5}'])
def test_an_answer_against_its_schema_is_refused(text: str) -> None:
    goal = course({"type": "object", "properties": {"when": {"type": "string"}}, "required": ["when"]})
    goal.observe(claim(Answer(text), TextVisible("Saved")))
    again = goal.next(PAGE)
    assert isinstance(again, Act)
    assert "answer" in again.remark


def test_interrupts_are_none_of_its_business() -> None:
    goal = course()
    goal.observe(replace(claim(DONE, TextVisible("Saved")), interrupt="popup"))
    assert isinstance(goal.next(PAGE), Act)


def test_a_snapshot_keeps_refusals_and_the_end() -> None:
    goal, other = course(), course()
    goal.observe(claim(DONE, Effect("it is stored")))
    assert "nothing is cited" in goal.refused()
    other.restore(goal.snapshot())
    assert other.next(PAGE) == goal.next(PAGE)
    goal.observe(claim(DONE))
    other.restore(goal.snapshot())
    assert isinstance(other.next(PAGE), Finished)
