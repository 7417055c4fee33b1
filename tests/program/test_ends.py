"""How a program ends whose goal a person gave: by the same rules as the goal alone."""

import json
from dataclasses import replace

import pytest

from sextant.evidence import Ledger, held
from sextant.program import goal_course
from sextant.program.claims import Claims
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.types.actions import Action, Answer, ByIndex, Click, Status, Tap, Wait
from sextant.types.decisions import Act, Decision, Directive, Finished, Judgement
from sextant.types.evidence import Effect, TextVisible, Verdict
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


@pytest.mark.parametrize(
    ("seen", "quote", "told"), [(FORM, "Send", "does not say that it is done"), (FAILED, "not be sent", "was not done")]
)
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


LOOP = 'for mail in each("unread message"):\n    step("send {mail}")'


def test_a_program_that_is_over_without_words_that_show_the_goal_has_to_be_claimed() -> None:
    run = Run(LOOP)
    again = run.does(FORM, FORM, ("now", "no", ""), action=Status("complete"))
    assert isinstance(again, Act)
    assert "nothing was named" in again.remark
    assert again.instruction.startswith("the program is over")
    assert again.questions == ()
    state = json.loads(json.dumps(run.course.snapshot()))
    run = Run(LOOP)
    run.course.restore(state)
    assert run.course.next(FORM) == again
    end = run.does(FORM, FORM, ("now", "yes", "to Ada"), action=Status("complete"))
    assert isinstance(end, Finished)
    assert not end.verified


def test_a_last_answer_that_quotes_nothing_ends_no_run() -> None:
    run = Run('step("look at the message")\nif holds("it was not sent"):\n    step("send it")')
    over = run.does(FORM, FORM, ("now", "yes", "to Ada"), ("now.yes", "no", ""), action=Click(ByIndex(2)))
    assert isinstance(over, Act)
    assert over.instruction.startswith("the program is over")
    assert run.ledger.claims[0].status == "proposed"
    end = named(run, SENT, "The message was sent")
    assert isinstance(end, Finished)
    assert end.verified


def test_what_no_screen_decides_at_the_end_is_asked() -> None:
    run = Run(LOOP)
    run.does(FORM, SENT, ("now", "no", ""))
    wanted = Effect("it arrived")
    undecided = Verdict(wanted, "undecided", "no screen tells")
    claim = Decision(Status("complete"), SENT.digest, expectations=(wanted,))
    run.course.observe(Transition(5, SENT, claim, SENT, "none", verdicts=(undecided,)))
    asked = run.course.next(SENT)
    assert isinstance(asked, Act)
    assert [question.text for question in asked.questions] == [
        f"is this done: {GOAL}? If so, quote the words on the screen that show it."
    ]
    end = run.does(SENT, SENT, ("now", "yes", "The message was sent"), action=Wait(0))
    assert isinstance(end, Finished)
    assert end.verified
    assert {claim.status for claim in run.ledger.claims} == {"attested"}


def test_a_goal_that_was_shown_on_the_way_is_not_shown_again_by_the_last_step() -> None:
    run = Run(f'{TWO}\nstep("close the app")')
    run.does(FORM, SENT, OPENED)
    home = screen(element(0, "button", "Mail"), element(1, "text", "app closed"), key="home")
    run.does(SENT, home, ("now", "yes", "The message was sent"), action=Click(ByIndex(2)))
    end = run.does(home, home, ("now", "yes", "app closed"), action=Status("complete"))
    assert isinstance(end, Finished)
    assert end.verified


def test_a_yes_that_nobody_asked_for_ends_no_goal() -> None:
    course = goal_course(Task(GOAL), Ledger())
    course.next(FORM)
    judged = (Judgement("now", "yes", "The message was sent"),)
    decision = Decision(Click(ByIndex(2)), SENT.digest, judgements=judged)
    attempts = (Attempt("i", Tap(Point(1, 1))),)
    course.observe(Transition(0, FORM, Decision(Click(ByIndex(2)), FORM.digest), SENT, "effective", attempts))
    course.observe(Transition(1, SENT, decision, SENT, "none", attempts))
    assert isinstance(course.next(SENT), Act)


def test_one_that_fails_speaks_louder_than_a_quote() -> None:
    run = Run(TWO)
    run.does(FORM, SENT, OPENED)
    wanted = TextVisible("Delivered to Bob")
    decision = Decision(Status("complete"), SENT.digest, judgements=(Judgement("now", "yes", "The message was sent"),))
    run.course.observe(Transition(1, SENT, decision, SENT, "none", verdicts=(held(wanted, SENT),)))
    assert isinstance(run.course.next(SENT), Act)
    assert "Bob" in run.course.refused()


def test_where_all_are_meant_a_quote_is_doubted_once_while_there_is_another_one() -> None:
    two = [element(0, "heading", "Inbox"), element(1, "button", "Delete"), element(2, "button", "Delete")]
    before, after = screen(*two, element(3, "button", "Delete")), screen(*two, element(3, "text", "Message deleted"))
    run = Run('step("look at them")\nstep("delete them")', "delete all messages")
    run.course.next(before)
    run.does(before, after, ("now", "yes", "Inbox"), action=Click(ByIndex(1)))
    doubted = run.does(after, after, ("now", "yes", "Message deleted"), action=Status("complete"))
    assert isinstance(doubted, Act)
    assert "one more" in doubted.remark
    assert isinstance(run.does(after, after, ("now", "yes", "Message deleted"), action=Status("complete")), Finished)


def test_refused_answers_count_in_a_row() -> None:
    run = Run(TWO)
    for _ in range(3):
        run.does(FORM, FORM, ("now", "yes", "stands nowhere"), action=Wait(0))
        run.does(FORM, FORM, ("now", "no", ""))
    assert isinstance(run.course.next(FORM), Act)
    for _ in range(3):
        run.does(FORM, FORM, ("now", "yes", "stands nowhere"), action=Wait(0))
    end = run.course.next(FORM)
    assert isinstance(end, Finished)
    assert not end.verified


@pytest.mark.parametrize(
    ("source", "answers", "verified"),
    [
        ('step("look")\nreturn "a moment ago"', [("now", "yes", "Saved")], False),
        ('x = step("read when")\nreturn x', [("now", "yes", "Undo")], False),
        ('x = step("read when")\nreturn f"It was {x}."', [("now", "yes", "Undo")], False),
        ('x = step("read when")\nreturn f"It was {len(x)}."', [("now", "yes", "Undo")], False),
        ('x = step("read when")\nreturn [x]', [("now", "yes", "Undo")], False),
        ('x = step("read when")\nreturn f"It was {x}."', [("now", "yes", "a moment ago")], True),
        ('x = step("read when")\nreturn x', [("now", "yes", "a moment ago")], True),
        ('x = step("read when")\nreturn f"{x}."', [("now", "yes", "a moment ago")], True),
        ('return f"{x}"', [("now", "yes", "a moment ago")], True),
    ],
)
def test_what_a_program_returns_was_read_where_it_stands(
    source: str, answers: list[tuple[str, str, str]], verified: bool
) -> None:
    page = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    run = Run(source, "When was it saved?")
    ends = [run.does(page, page, *answers, action=Status("complete")) for _ in range(3)]
    end = ends[-1]
    assert isinstance(end, Finished)
    assert end.verified is verified


def test_what_a_loop_has_collected_is_an_answer_and_one_value_from_elsewhere_is_none() -> None:
    page = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    loop = 'found = ""\nfor name in each("date"):\n    x = step("read {name}")\n    found = '
    for kept, quote, verified in (("found + x", "moment", True), ("x", "a moment ago", True), ("x", "Undo", False)):
        run = Run(f"{loop}{kept}\nreturn found", "When was it saved?")
        run.does(page, page, ("now", "yes", "Saved"), ("now.yes", "yes", quote), action=Click(ByIndex(2)))
        again = Run(f"{loop}{kept}\nreturn found", "When was it saved?")
        again.course.restore(json.loads(json.dumps(run.course.snapshot())))
        end = again.does(page, page, ("now", "no", ""), action=Wait(0))
        assert isinstance(end, Finished) is verified, (kept, quote)


def test_an_answer_that_comes_with_the_last_question_is_heard() -> None:
    page = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    run = Run('for name in each("name"):\n    step("read it")', "When was it saved?")
    end = run.does(page, page, ("now", "no", ""), action=Answer("a moment ago"))
    assert end == Finished("a moment ago", claimed="complete", reason="the answer stands on the screen")


def test_records_of_earlier_versions_are_taken_up() -> None:
    old = {"end": None, "refusals": 1, "why": "nothing", "asked": {"id": "done", "text": "?"}, "questioned": ["hasty"]}
    course = goal_course(Task(GOAL), Ledger())
    course.next(FORM)
    trail = course.snapshot()["ending"]["trail"]  # kept in one form ever since
    course.restore({**old, "trail": trail})
    again = course.next(FORM)
    assert isinstance(again, Act)
    assert ([question.id for question in again.questions], again.remark[-7:]) == (["now"], "nothing")
    course.observe(Transition(1, FORM, Decision(Status("complete"), FORM.digest), FORM, "none"))
    assert isinstance(course.next(FORM), Finished), "the second claim that is refused"
    run = Run(TWO)
    state = run.course.snapshot()
    was = {name: value for name, value in state.items() if name != "ending"}
    run.course.restore({**was, "doubted": True, "claims": state["ending"]["trail"]})
    assert isinstance(run.does(FORM, FORM, action=Status("infeasible", "gone")), Finished)


def test_a_step_is_called_impossible_only_after_a_look_around() -> None:
    run = Run(TWO)
    again = run.does(FORM, FORM, action=Status("infeasible", "there is no message"))
    assert isinstance(again, Act)
    assert "not gone anywhere" in again.remark
    end = run.does(FORM, FORM, action=Status("infeasible", "there is no message"))
    assert isinstance(end, Finished)
    assert end.claimed == "infeasible"
    assert "line 1" in end.reason


def test_what_a_program_returns_follows_the_schema_of_the_answer_or_is_given_anew() -> None:
    source = 'who = step("read whom it is for")\nreturn {"who": who}'
    told: dict[str, object] = {"type": "object", "required": ["who"]}
    asked = "whom is the message for?"
    run = Run(source, asked, told)
    end = run.does(FORM, FORM, ("now", "yes", "to Ada"), action=Status("complete"))
    assert isinstance(end, Finished)
    assert (end.answer, end.verified) == ('{"who": "to Ada"}', True)
    other = Run(source, asked, {**told, "required": ["what"]})
    again = other.does(FORM, FORM, ("now", "yes", "to Ada"), action=Status("complete"))
    assert isinstance(again, Act)
    assert "does not follow its schema" in again.remark
    page = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    text = Run('return step("read when")', "When was it saved?", {"type": "string"})
    end = text.does(page, page, ("now", "yes", "a moment ago"), action=Status("complete"))
    assert isinstance(end, Finished)
    assert (end.answer, end.verified) == ('"a moment ago"', True)


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


def test_a_program_whose_goal_asks_for_a_value_is_not_over_without_one() -> None:
    page = screen(element(0, "text", "Saved a moment ago"), element(1, "button", "Undo"))
    run = Run('step("look at the page")\nstep("read it")', "When was it saved?")
    over = (("now", "yes", "Saved"), ("now.yes", "yes", "a moment ago"))
    assert isinstance(run.does(page, page, *over, action=Click(ByIndex(2))), Act)
    refused = named(run, page, "Saved")
    assert isinstance(refused, Act)
    assert "asks for a value" in refused.remark
    end = named(run, page, action=Answer("a moment ago"))
    assert isinstance(end, Finished)
    assert (end.answer, end.verified) == ("a moment ago", True)


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


TRANSFER = screen(
    element(0, "heading", "Transfer"), element(1, "text", "to Ada: 50 EUR"), element(2, "button", "Transfer"), key="f"
)
MADE = screen(element(0, "heading", "Transfer"), element(1, "text", "The transfer to Ada of 50 EUR was made"), key="f")
ACCOUNTS = screen(
    element(0, "heading", "Accounts"),
    element(1, "text", "New balance: 950 EUR"),
    element(2, "text", "Limit: 100 EUR"),
    element(3, "button", "Undo"),
    key="a",
)
BOTH = "Transfer 50 EUR to Ada and tell me the new balance of the account."


@pytest.mark.parametrize(("shown", "ends"), [("The transfer to Ada of 50 EUR was made", True), ("to Ada", False)])
@pytest.mark.parametrize(("value", "right"), [("950 EUR", True), ("100 EUR", False), ("Undo", False)])
def test_a_value_beside_a_deed_is_held_to_the_question(shown: str, value: str, ends: bool, right: bool) -> None:
    run = Run('step("transfer 50 EUR to Ada")\nx = step("read the new balance")\nreturn x', BOTH)
    run.does(TRANSFER, MADE)
    run.does(MADE, ACCOUNTS, ("now", "yes", shown))
    said = run.does(ACCOUNTS, ACCOUNTS, ("now", "yes", value), action=Wait(0))
    if not right:
        assert isinstance(said, Act)
        assert "beside this answer" in said.remark or "to press" in said.remark
    elif ends:
        assert isinstance(said, Finished)
        assert (said.answer, said.verified) == ("950 EUR", True)
    else:
        assert isinstance(said, Act)
        assert said.instruction.startswith("the program is over")
        end = run.does(ACCOUNTS, ACCOUNTS, action=Answer(value))
        assert isinstance(end, Finished)
        assert (end.answer, end.verified) == ("950 EUR", True)
