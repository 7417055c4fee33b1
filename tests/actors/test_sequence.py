"""The further actions of a decision are taken without the model, as long as nothing speaks against the next one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from sextant.actors.sequence import SequenceActor
from sextant.errors import MalformedOutput
from sextant.evidence import judge_step
from sextant.types.actions import Action, ByIndex, ByPoint, Click, InputText, KeyboardEnter
from sextant.types.decisions import THEN, Act, Brief, Decision, Judgement, Objection, Profile, Question
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Changed, Effect, FieldHas, Predicate, TextVisible, Verdict
from sextant.types.screens import Element, ElementRef, Modal, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.support.screens import element, screen

LABELS = ("Name", "Street", "Town")
ALERT = Modal("alert", "Your session ends soon.")


class Model:
    """Answers with the decision it was given."""

    profile: Profile = "full"

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.asked: list[tuple[Brief, Sequence[Objection], Decision | None]] = []

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        self.asked.append((brief, objections, rejected))
        return self.decision

    def observe(self, transition: Transition) -> None:
        del transition

    def snapshot(self) -> Any:
        return "its own"

    def restore(self, state: Any) -> None:
        assert state == "its own"


def form(*values: str, more: Sequence[Element] = (), **how: Any) -> Screen:
    """A form with three fields, which hold these values, and a check box."""
    held = (*values, "", "", "")
    fields = [element(place, "textbox", label, value=held[place]) for place, label in enumerate(LABELS)]
    box = element(3, "checkbox", "Urgent", states=("unchecked",))
    return screen(*fields, box, *more, key=how.pop("key", "form"), **how)


def typing(place: int, text: str) -> InputText:
    return InputText(text, ByIndex(place))


EMPTY, FIRST = form(), form("Ada")
LISTED: tuple[Action, ...] = (typing(1, "Elm 3"), typing(2, "Oslo"))


def brief(seen: Screen, **directive: Any) -> Brief:
    return Brief(Task("t"), replace(Act("fill in the form"), **directive), seen, "", ())


def stepped(decision: Decision, seen: Screen, after: Screen, **more: Any) -> Transition:
    judged = judge_step(decision.expectations, seen, after, 0)
    return replace(Transition(0, seen, decision, after, judged.effectiveness, verdicts=judged.verdicts), **more)


def begun(
    *then: Action, seen: Screen = EMPTY, after: Screen = FIRST, first: Action | None = None, **more: Any
) -> tuple[SequenceActor, Model]:
    """An actor whose first action was carried out; `more` is said of that step."""
    decision = Decision(first or typing(0, "Ada"), seen.digest, then=then or LISTED)
    model = Model(decision)
    actor = SequenceActor(model)
    assert actor.decide(brief(seen)) is decision
    actor.observe(stepped(decision, seen, after, **more))
    return actor, model


def test_the_list_is_taken_step_by_step() -> None:
    actor, model = begun()
    second = actor.decide(brief(FIRST))
    assert (second.action, second.screen, second.actor) == (
        InputText("Elm 3", ByIndex(1, FIRST.digest)),
        FIRST.digest,
        THEN,
    )
    assert second.expectations == (FieldHas(ElementRef("textbox", "Street"), "Elm 3"),)
    assert second.description.startswith("input text")
    assert "Street" in second.description
    seen = form("Ada", "Elm 3")
    actor.observe(stepped(second, FIRST, seen))
    third = actor.decide(brief(seen))
    assert third.action == InputText("Oslo", ByIndex(2, seen.digest))
    assert len(model.asked) == 1
    full = form("Ada", "Elm 3", "Oslo")
    actor.observe(stepped(third, seen, full))
    assert actor.decide(brief(full)) is model.decision
    assert len(model.asked) == 2


def test_what_the_first_act_was_allowed_for_is_not_passed_on() -> None:
    decision = Decision(
        typing(0, "Ada"), EMPTY.digest, irreversible=True, authorised_by="send it", thought="well", then=LISTED
    )
    actor = SequenceActor(Model(decision))
    actor.observe(stepped(actor.decide(brief(EMPTY)), EMPTY, FIRST))
    second = actor.decide(brief(FIRST))
    assert second.actor == THEN
    assert (second.irreversible, second.authorised_by, second.shows, second.thought) == (None, "", (), "")


def moved(*, without: str = "", twice: str = "") -> Screen:
    """The form with its fields in another order."""
    labels = [label for label in ("Town", "Street", "Name", twice) if label and label != without]
    fields = [element(place, "textbox", label, value="Ada" * (label == "Name")) for place, label in enumerate(labels)]
    return screen(*fields, key="form")


def test_a_target_is_found_where_it_has_moved_to() -> None:
    actor, _ = begun(*LISTED[::-1])
    assert actor.decide(brief(moved())).action == InputText("Oslo", ByIndex(0, moved().digest))


def with_target(**changed: Any) -> Screen:
    """The form after the first step, whose second field is changed."""
    fields = [replace(one, **changed) if one.name == "Street" else one for one in FIRST.elements]
    return screen(*fields, key="form")


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (form("Ada", key="other"), "another screen came up"),
        (form("Ada", app="http://other.test"), "another screen came up"),
        (replace(FIRST, binding=(("id", "7"),)), "another screen came up"),
        (form("Ada", modal=ALERT), "a dialog has opened"),
        (form("Ada", condition="blank"), "the screen cannot be read as it is now"),
        (moved(without="Street"), "the target of the next one is not there any more"),
        (moved(twice="Street"), "the target of the next one is there more than once"),
        (with_target(visibility="covered"), "the target of the next one is covered"),
        (with_target(states=frozenset({"editable", "disabled"})), "the target of the next one is disabled"),
        (with_target(landmark="dialog: Address"), "the target of the next one is not there any more"),
    ],
)
def test_on_a_changed_screen_the_model_decides_and_is_told_what_changed(seen: Screen, why: str) -> None:
    actor, model = begun()
    assert actor.list_end(brief(seen).directive, seen) == why
    assert actor.decide(brief(seen)) is model.decision
    assert len(model.asked) == 2
    actor, model = begun()
    assert actor.list_end(brief(FIRST).directive, FIRST) == ""
    assert actor.decide(brief(FIRST)).actor == THEN, "without the change"


def test_a_dialog_that_has_closed_is_told() -> None:
    actor, _ = begun(seen=form(modal=ALERT), after=FIRST)
    assert actor.list_end(brief(FIRST).directive, FIRST) == "a dialog has closed"


class ReadOnce(Model):
    """Its second answer cannot be read."""

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        if self.asked:
            raise MalformedOutput("no JSON", "?")
        return super().decide(brief, objections, rejected)


def test_an_answer_that_cannot_be_read_does_not_hide_why_the_list_ended() -> None:
    actor = SequenceActor(ReadOnce(Decision(typing(0, "Ada"), EMPTY.digest, then=LISTED)))
    actor.observe(stepped(actor.decide(brief(EMPTY)), EMPTY, FIRST))
    seen = form("Ada", key="other")
    with pytest.raises(MalformedOutput):
        actor.decide(brief(seen))
    assert actor.list_end(brief(seen).directive, seen) == "another screen came up"


def test_a_box_that_another_step_has_ticked_is_left_to_the_model() -> None:
    actor, model = begun(Click(ByIndex(3)))
    ticked = [replace(one, states=frozenset({"checked"})) if one.role == "checkbox" else one for one in FIRST.elements]
    seen = screen(*ticked, key="form")
    assert actor.list_end(brief(seen).directive, seen) == "the target of the next one is in another state than it was"
    assert actor.decide(brief(seen)) is model.decision


def test_the_dialog_of_the_decision_may_stay() -> None:
    seen, after = form(modal=ALERT), form("Ada", modal=ALERT)
    actor, _ = begun(seen=seen, after=after)
    assert actor.decide(brief(after)).actor == THEN


@pytest.mark.parametrize(
    ("directive", "why"),
    [
        ({"remark": "That was not accepted."}, "there is a remark to read first, see above"),
        (
            {"questions": (Question("now", "Is it done?"),)},
            "your answers did not call the step that is asked about now open",
        ),
        ({"instruction": "open the settings"}, "something else is to be done now"),
    ],
)
def test_where_the_course_has_something_new_the_model_decides(directive: dict[str, Any], why: str) -> None:
    actor, model = begun()
    now = brief(FIRST, **directive)
    assert actor.list_end(now.directive, FIRST) == why
    assert actor.decide(now) is model.decision


NOW = Question("now", "is this done: fill in the form?", "main:3 1")
NEXT = Question("now.yes", "is this done: send it?", "main:4 2")
LATER = Question("now", NEXT.text, NEXT.leaf)
HERE: dict[str, Any] = {"instruction": "[now.no] fill in the form", "questions": (NOW, NEXT), "leaf": NOW.leaf}
THERE: dict[str, Any] = {"instruction": "[now.no] send it", "questions": (LATER,), "leaf": NEXT.leaf}
NOT_DONE, DONE = Judgement("now", "no"), Judgement("now", "yes", "Ada")


def asked(*said: Judgement) -> tuple[SequenceActor, Model]:
    """An actor whose model answered the questions of a program, and whose first action was carried out."""
    model = Model(Decision(typing(0, "Ada"), EMPTY.digest, judgements=said, then=LISTED))
    actor = SequenceActor(model)
    actor.observe(stepped(actor.decide(brief(EMPTY, **HERE)), EMPTY, FIRST))
    return actor, model


def test_a_step_of_a_program_that_is_not_done_stays_so_through_the_list() -> None:
    actor, model = asked(NOT_DONE)
    seen = FIRST
    for after in (form("Ada", "Elm 3"), form("Ada", "Elm 3", "Oslo")):
        listed = actor.decide(brief(seen, **HERE))
        assert (listed.actor, listed.judgements, listed.fields) == (THEN, (NOT_DONE,), {})
        actor.observe(stepped(listed, seen, after))
        seen = after
    assert actor.decide(brief(seen, **HERE)) is model.decision
    assert len(model.asked) == 2


def test_a_list_for_the_next_step_of_a_program_goes_on_there() -> None:
    actor, _ = asked(DONE, Judgement("now.yes", "no"))
    listed = actor.decide(brief(FIRST, **THERE))
    assert (listed.actor, listed.judgements) == (THEN, (NOT_DONE,))


@pytest.mark.parametrize(
    ("said", "directive", "why"),
    [
        ((), HERE, "nothing was said of the step"),
        ((Judgement("now", "unknown"),), HERE, "nobody knows"),
        ((DONE,), HERE, "it was done, and that was refused"),
        ((NOT_DONE,), THERE, "another step came"),
        ((NOT_DONE,), HERE | {"leaf": "main:3 2"}, "the same step came again in another turn"),
        ((NOT_DONE,), HERE | {"remark": "The program was changed."}, "the program was changed"),
        ((NOT_DONE,), HERE | {"questions": (), "leaf": ""}, "the program is over"),
        ((DONE, Judgement("now.yes", "no")), HERE, "the program did not move"),
    ],
)
def test_a_list_ends_with_its_step_of_a_program(said: Sequence[Judgement], directive: dict[str, Any], why: str) -> None:
    actor, model = asked(*said)
    assert actor.decide(brief(FIRST, **directive)) is model.decision, why


def test_a_condition_that_was_denied_is_asked_again() -> None:
    condition = {"instruction": "find out", "questions": (Question("now", "is it so: it is full?"),)}
    model = Model(Decision(typing(0, "Ada"), EMPTY.digest, judgements=(NOT_DONE,), then=LISTED))
    actor = SequenceActor(model)
    actor.observe(stepped(actor.decide(brief(EMPTY, **condition)), EMPTY, FIRST))
    assert actor.decide(brief(FIRST, **condition)) is model.decision


@pytest.mark.parametrize(("leaf", "goes_on"), [("main:3 1", True), ("main:3 2", False)])
def test_where_another_call_answers_the_list_goes_on_until_it_moves_the_program(leaf: str, goes_on: bool) -> None:
    model = Model(Decision(typing(0, "Ada"), EMPTY.digest, then=LISTED))
    actor = SequenceActor(model)
    actor.observe(stepped(actor.decide(brief(EMPTY, leaf="main:3 1")), EMPTY, FIRST))
    assert (actor.decide(brief(FIRST, leaf=leaf)).actor == THEN) is goes_on


def held_write() -> ObservedEffect:
    return ObservedEffect("request", "POST /save", cause="touch", held=True)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"effectiveness": "refused", "cause": "refused"}, "it was refused"),
        ({"effectiveness": "uncertain"}, "it is unclear"),
        ({"effectiveness": "ineffective"}, "it did nothing"),
        ({"effectiveness": "none"}, "it was no touch"),
        ({"verdicts": (Verdict(Effect("saved"), "undecided", "?"), Verdict(Changed(), "holds", ""))}, "it is asked"),
        ({"effects": (held_write(),)}, "its write was held"),
        ({"interrupt": "popup"}, "it was an interrupt"),
    ],
)
def test_after_a_step_that_did_not_surely_work_the_model_decides(said: dict[str, Any], why: str) -> None:
    actor, model = begun(first=Click(ByIndex(3)), **said)
    assert actor.decide(brief(FIRST)) is model.decision, why


def test_an_interrupt_after_the_step_ends_the_list() -> None:
    actor, model = begun()
    actor.observe(stepped(Decision(Click(ByIndex(3)), FIRST.digest), FIRST, FIRST, interrupt="popup"))
    assert actor.list_end(brief(FIRST).directive, FIRST) == "an interruption was dealt with in between"
    assert actor.decide(brief(FIRST)) is model.decision


def test_a_step_of_another_actor_ends_the_list() -> None:
    actor, model = begun()
    actor.observe(stepped(Decision(Click(ByIndex(3)), FIRST.digest), FIRST, form("Ada", "Elm")))
    assert actor.list_end(brief(FIRST).directive, FIRST) == "another action came in between"
    assert actor.decide(brief(FIRST)) is model.decision


@pytest.mark.parametrize(
    ("expected", "goes_on"),
    [((), True), ((FieldHas(ElementRef("textbox", "Name"), "Ada"),), True), ((TextVisible("Saved"),), False)],
)
def test_a_field_that_held_its_text_already_ends_nothing(expected: tuple[Predicate, ...], goes_on: bool) -> None:
    model = Model(Decision(typing(0, "Ada"), FIRST.digest, expectations=expected, then=LISTED))
    actor = SequenceActor(model)
    step = stepped(actor.decide(brief(FIRST)), FIRST, FIRST)
    assert step.effectiveness == "ineffective"
    actor.observe(step)
    assert (actor.decide(brief(FIRST)).actor == THEN) is goes_on


@pytest.mark.parametrize(
    "first",
    [
        InputText("", ByIndex(0), secret="pin"),
        InputText("Ada", ByIndex(0), mode="append"),
        InputText("Ada\n", ByIndex(0)),
    ],
)
def test_a_text_that_was_not_typed_ends_the_list_though_the_field_reads_alike(first: InputText) -> None:
    seen = EMPTY if first.secret else FIRST
    model = Model(Decision(first, seen.digest, then=LISTED))
    actor = SequenceActor(model)
    step = stepped(actor.decide(brief(seen)), seen, seen)
    assert step.effectiveness == "ineffective"
    actor.observe(step)
    assert actor.decide(brief(seen)) is model.decision


def test_an_objection_ends_the_list_and_goes_to_the_model() -> None:
    actor, model = begun()
    second = actor.decide(brief(FIRST))
    objection = Objection("policy", "not here")
    assert actor.decide(brief(FIRST), (objection,), second) is model.decision
    assert model.asked[-1][1:] == ((objection,), second)


@pytest.mark.parametrize(
    ("last", "why"),
    [
        (Click(ByPoint(500, 500)), "is aimed at a point, and what lies there may be something else by then"),
        (typing(9, "?"), "names an element that is not on the screen"),
        (Click(ByIndex(4)), "is there more than once"),
        (InputText("?"), "names no field for its text"),
    ],
)
def test_the_list_ends_before_what_cannot_be_found_again(last: Action, why: str) -> None:
    twins = [element(place, "button", "Delete") for place in (4, 5)]
    actor, model = begun(typing(1, "Elm 3"), last, seen=form(more=twins), after=form("Ada", more=twins))
    seen, after = form("Ada", more=twins), form("Ada", "Elm 3", more=twins)
    actor.observe(stepped(actor.decide(brief(seen)), seen, after))
    assert actor.list_end(brief(after).directive, after).endswith(why)
    assert actor.decide(brief(after)) is model.decision


def test_a_key_needs_no_target_and_a_secret_is_not_looked_up() -> None:
    actor, _ = begun(KeyboardEnter())
    assert actor.decide(brief(FIRST)).action == KeyboardEnter()
    actor, _ = begun(InputText(secret="password", target=ByIndex(1)))
    assert actor.decide(brief(FIRST)).expectations == ()


def test_a_restored_actor_begins_without_a_list() -> None:
    actor, model = begun()
    actor.restore(actor.snapshot())
    assert actor.list_end(brief(FIRST).directive, FIRST) == "the run was broken off and resumed in between"
    assert actor.decide(brief(FIRST)) is model.decision
