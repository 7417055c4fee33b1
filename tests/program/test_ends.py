"""How a program ends whose goal a person gave: by the same rules as the goal alone."""

import json
from dataclasses import replace

import pytest

from sextant.evidence import Ledger, held
from sextant.program import goal_course
from sextant.program.claims import Claims
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.types.actions import Action, Answer, ByIndex, Click, Status, Tap
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
    goal = goal_course(run.task, Ledger())
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


def named(run: Run, before: Screen, *expected: str, action: Action | None = None) -> Directive:
    """A claim by an act, with what is said to show it."""
    wanted = tuple(TextVisible(text) for text in expected)
    decision = Decision(action or Status("complete"), before.digest, expectations=wanted)
    verdicts = tuple(held(item, before) for item in wanted)
    run.course.observe(Transition(run.step, before, decision, before, "none", verdicts=verdicts))
    run.step += 1
    return run.course.next(before)


def test_the_last_step_may_be_claimed_by_an_act_and_no_other_step() -> None:
    run = Run(TWO)
    early = named(run, FORM, "to Ada")
    assert isinstance(early, Act)
    assert "not over" in early.remark
    run.does(FORM, SENT, OPENED)
    unnamed = named(run, SENT)
    assert isinstance(unnamed, Act)
    assert "Your last claim was not accepted: nothing was named" in unnamed.remark
    end = named(run, SENT, "The message was sent")
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed) == (True, "complete")
    assert run.ledger.claims[0].status == "verified"


def test_a_program_whose_goal_asks_for_a_value_is_not_verified_without_one() -> None:
    goal, page = "When was it saved?", screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    run = Run('step("look at the page")\nstep("read it")', goal)
    over = (("now", "yes", "Saved"), ("now.yes", "yes", "a moment ago"))
    refused = run.does(page, page, *over, action=Status("complete"))
    assert isinstance(refused, Act)
    assert "asks for a value" in refused.remark
    end = named(run, page, action=Answer("a moment ago"))
    assert isinstance(end, Finished)
    assert (end.answer, end.verified) == ("a moment ago", True)
    loop = Run('for name in each("name"):\n    step("read it")', goal)
    loop.does(page, page, ("now", "yes", "Saved"), ("now.yes", "yes", "Saved"), action=Status("complete"))
    end = loop.does(page, page, ("now", "no", ""), action=Status("complete"))
    assert isinstance(end, Finished)
    assert not end.verified
    assert "without one" in end.reason


def test_a_goal_is_the_program_of_its_one_step() -> None:
    words = "send the message, then\nstop"
    assert goal_course(Task('type "{now}"'), Ledger()).next(FORM) == Act('type "{now}"'), "its words are no code"
    task, runs = Task(words), [Run(f"step({words!r})", words), Run(TWO, words)]
    runs[1].course, runs[1].ledger = goal_course(task, ledger := Ledger()), ledger
    told: list[list[object]] = [[], []]
    for run, seen in zip(runs, told, strict=True):
        assert run.course.machine.program.sole_step
        seen.append(run.course.next(FORM))
        seen.append(run.does(FORM, SENT))
        seen.append(named(run, SENT))
        seen.append(json.loads(json.dumps(run.course.snapshot()))["machine"])
        seen.append(named(run, SENT))
        seen.append([(claim.id, claim.status) for claim in run.ledger.claims])
    assert told[0] == told[1]
    assert told[0][0] == Act(words)
    assert isinstance(told[0][4], Finished)


@pytest.mark.parametrize(
    ("step", "taken"),
    [
        ("transfer 50 to Ada and note the reference", False),
        ("in Bank, pay the bill, then read what is left", False),
        ("order the book", False),
        ("order number of the parcel", True),
        ("read the book's title", True),
        ("in Mail, look up the sender", True),
    ],
)
def test_a_value_that_stands_there_shows_no_deed(step: str, taken: bool) -> None:
    course = ProgramCourse(Task("x"), parse(f'value = step("{step}")\nstep("and then")'), Ledger())
    here = screen(element(0, "text", "QX-77"), element(1, "button", "Next"))
    decision = Decision(Click(ByIndex(1)), here.digest, judgements=(Judgement("now", "yes", "QX-77"),))
    course.observe(Transition(0, here, decision, here, "effective", (Attempt("i", Tap(Point(1, 1))),)))
    assert (course.machine.variables.get("value") is not None) is taken
    assert ("nothing was done for it" in course.refused()) is not taken
