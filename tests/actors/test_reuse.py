"""What was done the same way twice is done again without the other actor; at the first surprise that one decides."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from sextant.actors.reuse import REUSE
from sextant.actors.reuse.recording import DoneEvidence, Execution, RecordedMove, TargetMark
from sextant.actors.reuse.repetition import Repetition, same_way
from sextant.assembly.reuse import reusing
from sextant.evidence import ClaimLedger, judge_step
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.types.actions import Action, Answer, ByIndex, ByPoint, Click, InputText, Tap
from sextant.types.decisions import Act, Brief, Decision, Judgement, Objection, Profile
from sextant.types.evidence import Effect, Predicate, ScreenIs, TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen, Visibility
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

SOURCE = 'for mail in ["Ada", "Bob", "Cem", "Dan", "Eve", "Fay"]:\n    step("archive {mail}")'
INBOX = ("Ada", "Bob", "Cem", "Dan", "Eve", "Fay")


def inbox(*rows: str, key: str = "inbox", visibility: Visibility = "visible") -> Screen:
    shown = [element(place, "button", f"Archive {row}", visibility=visibility) for place, row in enumerate(rows)]
    return screen(*shown, key=key)


class Other:
    """Does as it is told next."""

    profile: Profile = "full"

    def __init__(self) -> None:
        self.asked: list[tuple[Screen, Sequence[Objection]]] = []
        self.next: Decision | None = None
        self.seen = 0

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del rejected
        self.asked.append((brief.screen, objections))
        assert self.next is not None, "the recording should have decided"
        return self.next

    def observe(self, transition: Transition) -> None:
        del transition
        self.seen += 1

    def snapshot(self) -> Any:
        return self.seen

    def restore(self, state: Any) -> None:
        self.seen = int(state or 0)


def stepped(step: int, decision: Decision, seen: Screen, after: Screen) -> Transition:
    """A step with what its expectations come to."""
    verdict = judge_step(decision.expectations, seen, after, step)
    attempts = (Attempt("i", Tap(Point(1, 1))),)
    return Transition(step, seen, decision, after, verdict.effectiveness, attempts, verdict.verdicts)


class Run:
    """A course with its actor; screens are given by hand."""

    def __init__(self, source: str = SOURCE) -> None:
        self.course = ProgramCourse(Task("archive the mail"), parse(source), ClaimLedger())
        self.other = Other()
        self.actor = reusing(self.other, self.course)
        self.step = 0

    def decide(self, seen: Screen, remark: str = "") -> Decision:
        directive = self.course.next(seen)
        assert isinstance(directive, Act)
        brief = Brief(Task("t"), replace(directive, remark=remark or directive.remark), seen, "", (), step=self.step)
        return self.actor.decide(brief)

    def takes(self, decision: Decision, seen: Screen, after: Screen, interrupt: str = "") -> None:
        done = stepped(self.step, decision, seen, after)
        for part in (self.course, self.actor):
            part.observe(replace(done, interrupt=interrupt))
        self.step += 1

    def by_hand(
        self, seen: Screen, after: Screen, action: Action, answers: Sequence[Judgement], expect: Predicate
    ) -> None:
        """A step that the other actor decides."""
        chosen = Decision(action, seen.digest, expectations=(expect,), judgements=tuple(answers))
        self.other.next = chosen
        decided = self.decide(seen)
        self.other.next = None
        assert decided is chosen
        self.takes(decided, seen, after)


NO = Judgement("now", "no")


def shown(name: str) -> TextVisible:
    return TextVisible(f"{name} is archived")


def ready() -> Run:
    """A run that has archived three mails by hand, and would do the fourth by itself."""
    run = Run()
    for place, name in enumerate(("Ada", "Bob")):
        answers = [NO] if name == "Ada" else [Judgement("now", "yes", "Ada is archived"), Judgement("now.yes", "no")]
        seen = inbox(*INBOX) if name == "Ada" else both("Ada")
        run.by_hand(seen, both(name), Click(ByIndex(place)), answers, shown(name))
    answers = [Judgement("now", "yes", "Bob is archived"), Judgement("now.yes", "no")]
    run.by_hand(both("Bob"), both("Cem"), Click(ByIndex(2)), answers, shown("Cem"))
    return run


def both(name: str, *more: Element, rows: Sequence[str] = INBOX, key: str = "inbox") -> Screen:
    """The inbox, saying what was archived last."""
    listed = [element(place, "button", f"Archive {row}") for place, row in enumerate(rows)]
    said = [element(len(listed), "status", f"{name} is archived")]
    return screen(*listed, *said, *more, key=key)


def test_the_label_that_is_touched_goes_with_the_variable() -> None:
    run = ready()
    decided = run.decide(both("Cem", rows=("Fay", "Eve", "Dan", "Cem")))
    assert decided.actor == REUSE
    assert decided.action == Click(ByIndex(2, both("Cem", rows=("Fay", "Eve", "Dan", "Cem")).digest))
    assert decided.expectations == (shown("Dan"),)
    assert decided.judgements == (Judgement("now", "yes", "Cem is archived"), Judgement("now.yes", "no"))


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (both("Cem", rows=("Ada", "Bob", "Cem")), "its target is not there"),
        (both("Cem", element(7, "button", "Archive Dan")), "it is there twice"),
        (both("Cem", key="trash"), "it is another screen"),
        (both("Dan"), "what showed the last one to be done is not there"),
        (screen(element(0, "text", "Cem is archived"), key="inbox"), "something else says so"),
        (replace(both("Cem"), observation=replace(both("Cem").observation, condition="blank")), "nothing is shown"),
    ],
)
def test_at_a_surprise_the_other_actor_decides(seen: Screen, why: str) -> None:
    run = ready()
    run.other.next = Decision(Answer("?"), seen.digest)
    assert run.decide(seen).actor != REUSE, why


def test_a_target_that_is_hidden_off_or_set_otherwise_is_none() -> None:
    for changed in (
        {"visibility": "covered"},
        {"states": frozenset({"disabled"})},
        {"states": frozenset({"checked"})},
    ):
        run, seen = ready(), both("Cem")
        dan: Any = replace(seen.elements[3], **changed)
        elements = (*seen.elements[:3], dan, *seen.elements[4:])
        altered = screen(*elements, key="inbox")
        run.other.next = Decision(Answer("?"), altered.digest)
        assert run.decide(altered).actor != REUSE, changed


def test_what_was_refused_or_left_open_is_for_the_other_actor() -> None:
    run = ready()
    run.other.next = Decision(Answer("?"), "s")
    assert run.decide(both("Cem"), remark="your quote stands nowhere").actor != REUSE
    open_one = ready()
    decided = open_one.decide(both("Cem"))
    open_one.takes(replace(decided, expectations=(Effect("Dan is gone"),)), both("Cem"), both("Dan"))
    open_one.other.next = Decision(Answer("?"), "s")
    assert open_one.decide(both("Dan")).actor != REUSE


def test_an_objection_or_an_interrupt_is_a_surprise() -> None:
    run, seen = ready(), both("Cem")
    decided = run.decide(seen)
    run.other.next = Decision(Click(ByIndex(3)), seen.digest)
    directive = run.course.next(seen)
    assert isinstance(directive, Act)
    brief = Brief(Task("t"), directive, seen, "", ())
    objection = Objection("policy", "not here")
    assert run.actor.decide(brief, (objection,), decided).actor != REUSE
    assert run.other.asked[-1][1] == (objection,)
    assert run.actor.decide(brief).actor != REUSE, "the other one goes on with this leaf"

    run = ready()
    run.takes(run.decide(seen), seen, both("Dan"))
    run.takes(Decision(Click(ByIndex(0)), seen.digest), seen, both("Dan"), interrupt="popup")
    run.other.next = Decision(Answer("?"), "s")
    assert run.decide(both("Dan")).actor != REUSE


def after_a_surprise() -> Run:
    """The fourth mail is offered twice; it is archived by hand, and so is the one after it."""
    run = ready()
    twice = both("Cem", element(7, "button", "Archive Dan"))
    for seen, done, name in ((twice, "Cem", "Dan"), (both("Dan"), "Dan", "Eve")):
        yes = [Judgement("now", "yes", f"{done} is archived"), Judgement("now.yes", "no")]
        run.by_hand(seen, both(name), Click(ByIndex(INBOX.index(name))), yes, shown(name))
    return run


def test_one_surprise_is_no_end_of_it_and_after_two_a_recording_is_forgotten() -> None:
    assert after_a_surprise().decide(both("Eve")).actor == REUSE
    run = after_a_surprise()
    twice = both("Eve", element(7, "button", "Archive Fay"))
    yes = [Judgement("now", "yes", "Eve is archived"), Judgement("now.yes", "no")]
    run.by_hand(twice, both("Fay"), Click(ByIndex(5)), yes, shown("Fay"))
    run.other.next = Decision(Answer("?"), "s")
    assert run.decide(both("Fay")).actor != REUSE


def test_a_repetition_that_does_not_come_out_as_expected_goes_on_by_the_other_actor() -> None:
    run, seen = ready(), both("Cem")
    run.takes(run.decide(seen), seen, both("nobody"))
    run.other.next = Decision(Answer("?"), "s")
    assert run.decide(both("nobody")).actor != REUSE
    assert run.decide(both("Dan")).actor != REUSE, "nor is it answered to be done"


@pytest.mark.parametrize(
    "action", [Click(ByPoint(10, 10)), InputText("x", ByIndex(2), mode="append"), Click(ByIndex(5))]
)
def test_what_cannot_be_done_again_or_was_done_otherwise_is_no_recording(action: Action) -> None:
    run = Run()
    run.by_hand(inbox(*INBOX), both("Ada"), Click(ByIndex(0)), [NO], shown("Ada"))
    yes = [Judgement("now", "yes", "Ada is archived"), Judgement("now.yes", "no")]
    run.by_hand(both("Ada"), both("Bob"), action, yes, shown("Bob"))
    yes = [Judgement("now", "yes", "Bob is archived"), Judgement("now.yes", "no")]
    run.by_hand(both("Bob"), both("Cem"), action, yes, shown("Cem"))
    run.other.next = Decision(Answer("?"), "s")
    assert run.decide(both("Cem")).actor != REUSE


def test_recordings_survive_a_resume_and_a_state_from_before_is_taken() -> None:
    run = ready()
    state = json.loads(json.dumps(run.actor.snapshot()))
    again = Run()
    again.course.restore(json.loads(json.dumps(run.course.snapshot())))
    again.actor.restore(state)
    assert again.decide(both("Cem")).actor == REUSE
    assert again.other.seen == 3
    plain = Run()
    plain.actor.restore(5)
    assert plain.other.seen == 5


def test_what_is_kept_is_bounded() -> None:
    assert Execution("leaf", 0, {"a": "x" * 100_000}).for_storage() == Execution("leaf", 0, {})
    many = Run("\n".join(f'step("archive {number}")' for number in range(200)))
    for number in range(199):
        seen = screen(element(0, "status", f"done {number}"), element(1, "button", "x" * 5000), key="k")
        answers = [Judgement("now", "yes", f"done {number}"), Judgement("now.yes", "no")]
        many.by_hand(seen, seen, Click(ByIndex(1)), answers, TextVisible("done"))
    assert len(json.dumps(many.actor.snapshot())) < 1_000_000


def execution(name: str, *expected: Predicate, led_to: str = "inbox", grave: bool = False) -> Execution:
    mark = TargetMark("button", f"Archive {name}", "", "")
    move = RecordedMove("inbox", led_to, Click(ByIndex(0)), (mark,), expected, grave=grave)
    return Execution(
        "leaf", 0, {"mail": name}, (move,), DoneEvidence("inbox", f"{name} is archived", frozenset({"status"}))
    )


def expected_now(first: Execution, second: Execution) -> tuple[Predicate, ...] | None:
    """What is expected of archiving Cem; None where the two were not the same way."""
    seen = both("Bob", key="inbox")
    key = seen.key.id
    placed = [replace(one, moves=(replace(one.moves[0], key=key),)) for one in (first, second)]
    if not same_way(placed[0], placed[1], ""):
        return None
    redone = Repetition((placed[0], placed[1]), {"mail": "Cem"}).move(0, seen)
    assert redone is not None
    return redone.expectations


def test_what_was_expected_both_times_is_expected_again_and_else_the_screen_that_it_led_to() -> None:
    one, other = TextVisible("one mail less"), TextVisible("Undo")
    told = Effect("it is gone")
    assert expected_now(execution("Ada", shown("Ada"), one), execution("Bob", other, shown("Bob"))) == (shown("Cem"),)
    assert expected_now(execution("Ada", one, led_to="list"), execution("Bob", other, led_to="list")) == (
        ScreenIs("list"),
    )
    assert expected_now(execution("Ada", one), execution("Bob", other, led_to="list")) is None
    grave = execution("Ada", one, grave=True), execution("Bob", other, grave=True)
    assert expected_now(*grave) is None, "nothing would tell whether it was done"
    assert expected_now(execution("Ada", told, one), execution("Bob", told, one)) == (one,)
