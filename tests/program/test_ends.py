"""How a program ends whose goal a person gave: by what was quoted for its steps, or by a claim."""

import json

import pytest

from sextant.evidence import ClaimLedger, held
from sextant.models.scripted import ScriptedModel
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.prompts import Updater
from sextant.types.actions import Action, ByIndex, Click, Status, Tap, Wait
from sextant.types.decisions import Act, Decision, Directive, Finished, Judgement
from sextant.types.evidence import TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from sextant.verification import ClaimJudge, ClaimJudgeParts, ModelVerifier, Verifier
from tests.support.narrow import as_a
from tests.support.screens import element, screen

GOAL = "send the message"
FORM = screen(element(0, "heading", "Message"), element(1, "text", "to Ada"), element(2, "button", "Send"))
SENT = screen(element(0, "heading", "Message"), element(1, "text", "to Ada"), element(2, "text", "Wysłano wiadomość"))
TWO = 'step("in Mail, open the message to Ada")\nstep("in Mail, send it")'
OPENED = ("now", "yes", "to Ada")


class Run:
    """A program of a goal, judged by its claims."""

    def __init__(
        self, source: str, goal: str = GOAL, schema: dict[str, object] | None = None, verifier: Verifier | None = None
    ) -> None:
        self.ledger, self.task = ClaimLedger(), Task(goal, schema)
        judge = ClaimJudge(self.task, self.ledger, judging=ClaimJudgeParts(verifier=verifier))
        self.course = ProgramCourse(self.task, parse(source), self.ledger, judge=judge)
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

    def claims(self, before: Screen, *expected: str) -> Directive:
        """A claim by an act, with what is said to show it."""
        wanted = tuple(TextVisible(text) for text in expected)
        decision = Decision(Status("complete"), before.digest, expectations=wanted)
        verdicts = tuple(held(item, before) for item in wanted)
        self.course.observe(Transition(self.step, before, decision, before, "none", verdicts=verdicts))
        self.step += 1
        return self.course.next(before)


def test_what_the_run_brought_about_ends_it() -> None:
    run = Run(TWO)
    assert isinstance(run.does(FORM, SENT, OPENED), Act)
    end = as_a(Finished, run.does(SENT, SENT, ("now", "yes", "Wysłano wiadomość"), action=Wait(0)))
    assert (end.verified, end.claimed, end.by) == (True, "complete", "evidence")
    assert {claim.status for claim in run.ledger.claims} == {"attested"}


def test_who_goes_and_looks_once_the_program_is_over_has_claimed_nothing() -> None:
    unclear = {"requirements": [{"id": "goal", "verdict": "unclear", "reason": "the list of sent ones would show it"}]}
    met = {"requirements": [{"id": "goal", "verdict": "met", "reason": "it is there"}]}
    model = ScriptedModel([unclear, met])
    run = Run(TWO, verifier=ModelVerifier(Updater(model, role="verifier")))
    run.does(FORM, SENT, OPENED)
    over = as_a(Act, run.does(SENT, SENT, ("now", "yes", "Wysłano wiadomość"), action=Wait(0)))
    assert "Your last claim" not in over.remark
    assert "the list of sent ones would show it" in over.remark
    for _ in range(3):
        assert isinstance(run.does(SENT, SENT), Act), "it looks around"
    assert len(model.prompts) == 1, "nobody claimed anything"
    end = as_a(Finished, run.claims(SENT, "Wysłano wiadomość"))
    assert (end.verified, end.by) == (True, "verifier")


def test_what_stood_there_before_ends_no_program_and_has_to_be_claimed() -> None:
    run = Run(TWO)
    run.does(FORM, FORM, OPENED)
    over = as_a(Act, run.does(FORM, FORM, ("now", "yes", "Send"), action=Wait(0)))
    assert over.instruction.startswith("the program is over")
    refused = as_a(Act, run.claims(FORM, "to Ada"))
    assert "stood there before" in refused.remark
    state = json.loads(json.dumps(run.course.snapshot()))
    again = Run(TWO)
    again.course.restore(state)
    again.step = run.step
    assert again.course.next(FORM) == refused
    end = as_a(Finished, again.claims(FORM, "to Ada"))
    assert (end.verified, end.claimed) == (False, "complete")


def test_refused_answers_count_in_a_row() -> None:
    run = Run(TWO)
    for _ in range(3):
        run.does(FORM, FORM, ("now", "yes", "stands nowhere"), action=Wait(0))
        run.does(FORM, FORM, ("now", "no", ""))
    assert isinstance(run.course.next(FORM), Act)
    for _ in range(3):
        run.does(FORM, FORM, ("now", "yes", "stands nowhere"), action=Wait(0))
    end = as_a(Finished, run.course.next(FORM))
    assert not end.verified


@pytest.mark.parametrize("source", ['x = step("read when")\nreturn x', 'x = step("read when")\nreturn f"It was {x}."'])
def test_what_a_program_returns_was_read_on_a_screen(source: str) -> None:
    page = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    end = Run(source, "When was it saved?").does(page, page, ("now", "yes", "a moment ago"), action=Wait(0))
    assert isinstance(end, Finished)
    assert end.verified
    assert "a moment ago" in end.answer


def test_what_a_program_returns_follows_the_schema_of_the_answer_or_is_given_anew() -> None:
    source = 'who = step("read whom it is for")\nreturn {"who": who}'
    told: dict[str, object] = {"type": "object", "required": ["who"]}
    end = Run(source, "whom is it for?", told).does(FORM, FORM, ("now", "yes", "to Ada"), action=Wait(0))
    assert isinstance(end, Finished)
    assert (end.answer, end.verified) == ('{"who": "to Ada"}', True)
    other = Run(source, "whom is it for?", {**told, "required": ["what"]})
    again = as_a(Act, other.does(FORM, FORM, ("now", "yes", "to Ada"), action=Wait(0)))
    assert again.instruction.startswith("the program is over")


def test_a_step_is_called_impossible_only_after_a_try() -> None:
    run = Run(TWO)
    again = as_a(Act, run.does(FORM, FORM, action=Status("infeasible", "there is no message")))
    assert "nothing was tried" in again.remark
    end = as_a(Finished, run.does(FORM, FORM, action=Status("infeasible", "there is no message")))
    assert end.claimed == "infeasible"
    assert "line 1" in end.reason


def test_the_last_step_may_be_claimed_by_an_act_and_no_other_step() -> None:
    run = Run(TWO)
    early = as_a(Act, run.claims(FORM, "to Ada"))
    assert "not over" in early.remark
    run.does(FORM, SENT, OPENED)
    unnamed = as_a(Act, run.claims(SENT))
    assert "Your last claim was not accepted: nothing is cited" in unnamed.remark
    end = as_a(Finished, run.claims(SENT, "Wysłano wiadomość"))
    assert (end.verified, end.claimed) == (True, "complete")
    assert run.ledger.claims[0].status == "verified"


LIST = screen(element(0, "heading", "Messages"), element(1, "text", "42 EUR"))


def test_a_step_may_be_shown_by_a_screen_since_it_began_that_is_gone() -> None:
    run = Run(TWO)
    run.does(FORM, SENT, OPENED)
    run.does(SENT, LIST)
    end = as_a(Finished, run.does(LIST, LIST, ("now", "yes", "Wysłano wiadomość"), action=Wait(0)))
    assert (end.verified, end.by) == (True, "evidence")


def test_what_stood_before_a_step_began_does_not_show_it_later() -> None:
    run = Run(TWO)
    run.does(SENT, FORM)
    run.does(FORM, LIST, OPENED)
    again = as_a(Act, run.does(LIST, LIST, ("now", "yes", "Wysłano wiadomość"), action=Wait(0)))
    assert "your quote 'Wysłano wiadomość' stands nowhere on the screen" in again.remark


def test_a_value_may_have_been_read_on_an_earlier_screen_of_the_turn() -> None:
    source = 'step("open the message")\ncost = step("read what it cost")\nstep("pay {cost}")'
    run = Run(source)
    run.does(LIST, FORM)
    run.does(FORM, FORM, ("now", "yes", "to Ada"), ("now.yes", "yes", "42 EUR"))
    assert run.course.machine.variables["cost"] == "42 EUR"
    looped = Run('for one in each("message"):\n    cost = step("read what {one} cost")\n    step("pay {cost}")')
    looped.does(LIST, LIST, ("now", "yes", "Messages"), ("now.yes", "yes", "42 EUR"))
    looped.does(FORM, FORM, ("now", "yes", "Message"))
    looped.does(FORM, FORM, ("now", "yes", "to Ada"), ("now.yes", "yes", "42 EUR"))
    assert looped.course.machine.variables["one"] == "to Ada"
    assert "your quote '42 EUR' stands nowhere" in looped.course.refused(), "it was read for another item"


def test_a_right_end_before_the_program_is_over_is_told_what_is_taken_and_taken_then() -> None:
    run = Run(TWO)
    run.does(FORM, SENT)
    first = as_a(Act, run.claims(SENT, "Wysłano wiadomość"))
    said = "the program is not over; end again if the goal is reached anyway, else go on with its present step"
    assert said in first.remark, "an actor that is asked nothing can do both"
    end = as_a(Finished, run.claims(SENT, "Wysłano wiadomość"))
    assert (end.verified, end.claimed) == (True, "complete")
