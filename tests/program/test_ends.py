"""How a program ends whose goal a person gave: by the same rules as the goal alone."""

import json
from dataclasses import replace

import pytest

from sextant.evidence import Ledger, held
from sextant.program import GoalCourse
from sextant.program.claims import Claims
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.types.actions import Action, ByIndex, Click, Status, Tap
from sextant.types.decisions import Act, Decision, Directive, Finished, Judgement
from sextant.types.evidence import TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

GOAL = "send the message"
FORM = screen(element(0, "heading", "Message"), element(1, "text", "to Ada"), element(2, "button", "Send"))
SENT = screen(
    element(0, "heading", "Message"), element(1, "text", "to Ada"), element(2, "text", "The message was sent")
)
FAILED = screen(element(0, "heading", "Message"), element(1, "text", "The message could not be sent"))


class Run:
    """A program of a goal, judged by its claims."""

    def __init__(self, source: str, goal: str = GOAL, schema: dict[str, object] | None = None) -> None:
        self.ledger, self.task = Ledger(), Task(goal, schema)
        self.course = ProgramCourse(self.task, parse(source), self.ledger, claims=Claims(self.task))
        self.step = 0
        self.course.next(FORM)

    def does(
        self, before: Screen, after: Screen, *answers: tuple[str, str, str], action: Action | None = None
    ) -> Directive:
        judged = tuple(Judgement(name, said, quote) for name, said, quote in answers)  # pyright: ignore[reportArgumentType]
        chosen = action or Click(ByIndex(2))
        attempts = (Attempt("i", Tap(Point(1, 1))),) if isinstance(chosen, Click) else ()
        decision = Decision(chosen, before.digest, judgements=judged)
        self.course.observe(Transition(self.step, before, decision, after, "effective", attempts))
        self.step += 1
        return self.course.next(after)


TWO = 'step("in Mail, open the message to Ada")\nstep("in Mail, send it")'
OPENED = ("now", "yes", "to Ada")


def test_what_the_run_brought_about_ends_it() -> None:
    run = Run(TWO)
    assert isinstance(run.does(FORM, SENT, OPENED), Act)
    end = run.does(SENT, SENT, ("now", "yes", "The message was sent"), action=Status("complete"))
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed) == (True, "complete")
    assert {claim.status for claim in run.ledger.claims} == {"attested"}


@pytest.mark.parametrize(("seen", "quote", "told"), [(FORM, "Send", "stood there"), (FAILED, "not be sent", "against")])
def test_what_stood_there_before_and_what_says_that_it_failed_ends_neither_a_program_nor_its_goal(
    seen: Screen, quote: str, told: str
) -> None:
    run = Run(TWO)
    run.does(FORM, seen, OPENED, action=None if seen is FAILED else Status("complete"))
    again = run.does(seen, seen, ("now", "yes", quote), action=Status("complete"))
    assert isinstance(again, Act)
    assert told in again.remark
    run.does(seen, seen, ("now", "yes", quote), action=Status("complete"))
    end = run.does(seen, seen, ("now", "yes", quote), action=Status("complete"))
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed) == (False, "complete")
    goal = GoalCourse(run.task, Ledger())
    goal.next(FORM)
    for step, (before, action) in enumerate(
        ((FORM, Click(ByIndex(2))), (seen, Status("complete")), (seen, Status("complete")))
    ):
        attempts = (Attempt("i", Tap(Point(1, 1))),) if isinstance(action, Click) and seen is FAILED else ()
        wanted = TextVisible(quote)
        decision = Decision(action, before.digest, expectations=(wanted,))
        verdicts = (held(wanted, before),) if step else ()
        goal.observe(Transition(step, before, decision, seen, "effective", attempts, verdicts=verdicts))
    end = goal.next(seen)
    assert isinstance(end, Finished)
    assert not end.verified


def test_a_program_that_somebody_wrote_is_judged_step_by_step() -> None:
    course = ProgramCourse(Task(GOAL), parse('step("look at the message")\nstep("see whom it is for")'), Ledger())
    decision = Decision(
        Status("complete"),
        FORM.digest,
        judgements=(Judgement("now", "yes", "Message"), Judgement("now.yes", "yes", "to Ada")),
    )
    course.observe(Transition(0, FORM, decision, FORM, "none"))
    end = course.next(FORM)
    assert isinstance(end, Finished)
    assert end.verified


def test_a_program_that_is_over_before_anything_was_done_is_doubted_once_and_never_verified() -> None:
    run = Run('for mail in each("unread message"):\n    step("send {mail}")')
    again = run.does(FORM, FORM, ("now", "no", ""), action=Status("complete"))
    assert isinstance(again, Act)
    assert "not gone anywhere" in again.remark
    state = json.loads(json.dumps(run.course.snapshot()))
    run = Run('for mail in each("unread message"):\n    step("send {mail}")')
    run.course.restore(state)
    end = run.does(FORM, FORM, ("now", "no", ""), action=Status("complete"))
    assert isinstance(end, Finished)
    assert not end.verified


def test_a_step_is_called_impossible_only_after_a_look_around() -> None:
    run = Run(TWO)
    again = run.does(FORM, FORM, action=Status("infeasible", "there is no message"))
    assert isinstance(again, Act)
    assert "not gone anywhere" in again.remark
    end = run.does(FORM, FORM, action=Status("infeasible", "there is no message"))
    assert isinstance(end, Finished)
    assert end.claimed == "infeasible"
    assert "line 1" in end.reason


def test_what_a_program_returns_follows_the_schema_of_the_answer() -> None:
    source = 'who = step("read whom it is for")\nreturn {"who": who}'
    schema: dict[str, object] = {"type": "object", "required": ["who"]}
    for wanted, verified in ((schema, True), ({**schema, "required": ["what"]}, False)):
        run = Run(source, "whom is the message for?", wanted)
        end = run.does(FORM, FORM, ("now", "yes", "to Ada"), action=Status("complete"))
        assert isinstance(end, Finished)
        assert (end.answer, end.verified) == ('{"who": "to Ada"}', verified)
        assert verified or "schema" in end.reason


def test_stopping_and_going_on_keeps_what_was_seen_on_the_way() -> None:
    run = Run(TWO)
    run.does(FORM, SENT, OPENED)
    again = Run(TWO)
    again.course.restore(json.loads(json.dumps(run.course.snapshot())))
    again.step = 1
    end = again.does(SENT, SENT, ("now", "yes", "The message was sent"), action=Status("complete"))
    assert isinstance(end, Finished)
    assert end.verified
    assert replace(end, reason="") == Finished("", claimed="complete")
