"""When an act may be injected again: on evidence of no effect, and on nothing less."""

from dataclasses import replace

import pytest

from sextant.elements.refs import ref_of
from sextant.evidence import judge_step
from sextant.execution.failure_causes import REMEDIES, diagnose
from sextant.execution.hints import HINTS, hinted
from sextant.execution.retry_policy import AttemptEvidence, is_settled, judged_irreversible, may_repeat
from sextant.types.actions import Action, ByIndex, Click, InputText, LongPress, NavigateBack, Tap
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.evidence import Predicate, TextVisible
from sextant.types.geometry import Box, Point
from sextant.types.screens import Condition, Screen
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

PAGE = screen(element(0, "button", "Send"), element(1, "textbox", "Name"), element(2, "text", "Draft"))
SENT = screen(element(0, "button", "Send"), element(1, "textbox", "Name"), element(2, "text", "Sent"))
SEND = ref_of(PAGE, PAGE.elements[0])
NAME = ref_of(PAGE, PAGE.elements[1])
EXPECTED = (TextVisible("Sent"),)


def _may(
    look: AttemptEvidence, action: Action, expected: tuple[Predicate, ...] = EXPECTED, *, irreversible: bool = False
) -> bool:
    judgement = judge_step(expected, look.before, look.after, 0)
    decision = Decision(action, look.before.digest, expectations=expected)
    return may_repeat(judgement, look, decision, irreversible=irreversible)


CLICK = Click(ByIndex(0))


@pytest.mark.parametrize(
    ("after", "expected", "enough"),
    [
        (PAGE, EXPECTED, False),
        (PAGE, (TextVisible("Draft"),), False),  # it was there before: the screen may be an old one
        (SENT, EXPECTED, True),
        (SENT, (TextVisible("Name"),), True),
        (SENT, (TextVisible("Paid"),), True),  # the page went on otherwise: that is for the next decision
    ],
)
def test_looking_again_can_tell_more_while_the_screen_shows_no_effect(
    after: Screen, expected: tuple[Predicate, ...], enough: bool
) -> None:
    judgement = judge_step(expected, PAGE, after, 0)
    assert is_settled(judgement, AttemptEvidence(PAGE, after, SEND), irreversible=False) is enough


@pytest.mark.parametrize(
    ("look", "may"),
    [
        (AttemptEvidence(PAGE, PAGE, SEND, received=True, looks=2), False),
        (AttemptEvidence(PAGE, PAGE, SEND, received=None, looks=2), True),
        (AttemptEvidence(PAGE, PAGE, SEND, received=False, looks=2), True),
        (AttemptEvidence(PAGE, PAGE, SEND, received=None, looks=1), False),
        (AttemptEvidence(PAGE, PAGE, SEND, received=False, looks=1), False),
        (AttemptEvidence(PAGE, SENT, SEND, received=None, looks=2), False),
        (AttemptEvidence(PAGE, replace(PAGE, digest="other"), SEND, received=False, looks=2), False),
        (AttemptEvidence(PAGE, PAGE, None, received=None, looks=2), False),
    ],
    ids=["received", "unknown", "lost", "one look", "one look of a lost one", "it worked", "changed", "no target"],
)
def test_what_cannot_be_taken_back_needs_every_sign_of_no_effect(look: AttemptEvidence, may: bool) -> None:
    assert _may(look, CLICK, irreversible=True) is may


def test_what_cannot_be_taken_back_is_not_repeated_on_a_hunch() -> None:
    still = AttemptEvidence(PAGE, PAGE, SEND, looks=9)
    assert not _may(still, CLICK, (), irreversible=True), "nothing specific was expected"
    vacuous = (TextVisible("Draft"),)
    assert not _may(still, CLICK, vacuous, irreversible=True), "what already held proves nothing"
    gone = screen(element(1, "textbox", "Name"), element(2, "text", "Draft"))
    assert not _may(AttemptEvidence(PAGE, replace(gone, digest=PAGE.digest), SEND, looks=9), CLICK, irreversible=True)


@pytest.mark.parametrize("condition", ["blank", "empty_hierarchy", "crashed", "error_page"])
def test_a_screen_that_cannot_be_read_shows_nothing(condition: Condition) -> None:
    blind = replace(PAGE, observation=replace(PAGE.observation, condition=condition, elements=()))
    assert not _may(AttemptEvidence(PAGE, blind, SEND, received=False, looks=9), CLICK, irreversible=True)
    assert not _may(AttemptEvidence(PAGE, blind, SEND, received=False, looks=9), CLICK)


def test_an_uncertain_outcome_stays_uncertain() -> None:
    judgement = judge_step(EXPECTED, PAGE, PAGE, 0)
    decision = Decision(CLICK, PAGE.digest, expectations=EXPECTED)
    assert (
        judged_irreversible(judgement, AttemptEvidence(PAGE, PAGE, SEND, looks=1), decision, 2).effectiveness
        == "uncertain"
    )
    assert (
        judged_irreversible(judgement, AttemptEvidence(PAGE, PAGE, SEND, looks=2), decision, 2).effectiveness
        == "ineffective"
    )


def _typed(value: str) -> Screen:
    return screen(PAGE.elements[0], replace(PAGE.elements[1], value=value), PAGE.elements[2])


@pytest.mark.parametrize(("held", "may"), [("", True), ("Al", True), ("Alice", False), ("0 Alice", False)])
def test_text_is_entered_again_while_the_field_holds_less_than_it(held: str, may: bool) -> None:
    look = AttemptEvidence(PAGE, _typed(held), NAME, received=True, looks=2)
    assert _may(look, InputText("Alice", ByIndex(1)), (TextVisible("Saved"),)) is may
    assert not _may(look, InputText("Alice", ByIndex(1), "append"), (TextVisible("Saved"),))
    assert not _may(look, InputText("Alice\n", ByIndex(1)), (TextVisible("Saved"),))


def test_only_what_never_arrived_is_repeated_of_longer_touches_and_keys() -> None:
    for action in (LongPress(ByIndex(0)), NavigateBack()):
        assert not _may(AttemptEvidence(PAGE, PAGE, SEND, received=True, looks=2), action)
        assert _may(AttemptEvidence(PAGE, PAGE, SEND, received=False, looks=2), action)
        assert not _may(AttemptEvidence(PAGE, SENT, SEND, received=False, looks=2), action)


POPUP = screen(
    *(replace(one, visibility="covered") for one in PAGE.elements),
    element(3, "dialog", "Rate us", affordances=()),
    element(4, "text", "Do you like it?", parent=3, landmark="dialog: Rate us"),
    element(5, "button", "Not now", parent=3, landmark="dialog: Rate us"),
)


@pytest.mark.parametrize(
    ("look", "cause"),
    [
        (AttemptEvidence(PAGE, SENT, SEND), ""),
        (AttemptEvidence(PAGE, PAGE, SEND, received=False), "missed"),
        (AttemptEvidence(PAGE, PAGE, SEND), "missed"),
        (
            AttemptEvidence(PAGE, _typed("x"), SEND),
            "",
        ),  # something changed, and nobody knows why not what was predicted
        (AttemptEvidence(PAGE, POPUP, SEND), "popup"),
        (AttemptEvidence(PAGE, screen(condition="app_gone"), SEND), "device"),
        (AttemptEvidence(PAGE, screen(condition="blank"), SEND), "delayed"),
        (
            AttemptEvidence(PAGE, screen(replace(PAGE.elements[0], visibility="covered"), *PAGE.elements[1:]), SEND),
            "covered",
        ),
        (
            AttemptEvidence(PAGE, screen(element(0, "button", "Send", states=("disabled",)), *PAGE.elements[1:]), SEND),
            "disabled",
        ),
    ],
)
def test_every_failed_step_has_a_cause_and_every_cause_a_cure(look: AttemptEvidence, cause: str) -> None:
    judgement = judge_step(EXPECTED, look.before, look.after, 0)
    found = diagnose(judgement, look, Injection(0.0), Point(10, 10))
    assert found == cause
    assert (REMEDIES[found] == "none") == (cause == "")


@pytest.mark.parametrize(
    ("look", "cause"),
    [
        (AttemptEvidence(PAGE, PAGE), ""),
        (AttemptEvidence(PAGE, PAGE, received=False), ""),
        (AttemptEvidence(PAGE, _typed("x")), ""),
        (AttemptEvidence(PAGE, POPUP), "popup"),
        (AttemptEvidence(PAGE, screen(condition="blank")), "delayed"),
    ],
)
def test_what_touches_nothing_has_missed_nothing(look: AttemptEvidence, cause: str) -> None:
    judgement = judge_step(EXPECTED, look.before, look.after, 0)
    assert judgement.effectiveness != "effective"
    assert diagnose(judgement, look, Injection(0.0), None, touches=False) == cause


def _touched(at: Point, effectiveness: str = "effective") -> Transition:
    attempt = Attempt("i", Tap(at), "relative", at, SEND)
    worked = "effective" if effectiveness == "effective" else "ineffective"
    return Transition(0, PAGE, Decision(CLICK, PAGE.digest), SENT, worked, (attempt,))


def test_a_hint_is_where_it_last_worked_and_never_outlives_the_layout() -> None:
    assert hinted(HINTS.over([_touched(Point(7, 7), "ineffective")]), PAGE, SEND) is None
    hints = HINTS.over([_touched(Point(30, 20)), _touched(Point(31, 21))])
    assert hinted(hints, PAGE, SEND) == Point(31, 21)
    moved = screen(replace(PAGE.elements[0], box=Box(0, 300, 412, 48)), *PAGE.elements[1:])
    assert hinted(hints, moved, SEND) is None
