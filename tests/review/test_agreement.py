"""What a goal asks for is allowed for what the goal names, and for nothing else."""

from dataclasses import replace

import pytest

from sextant.review import Agreement, Once, Reviewer, Stagnation
from sextant.review.wanted import another_figure, figures_in, says_person, wanted_in
from sextant.types.actions import Action, ByIndex, Click, InputText, KeyboardEnter, Tap
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen


def _rows(*names: str) -> Screen:
    """A list of notes, each with its own `Delete` at the end of its line."""
    found: list[Element] = []
    for place, name in enumerate(names):
        row = replace(element(2 * place, "button", name), box=Box(0, place * 50.0, 250, 48))
        end = replace(element(2 * place + 1, "button", "Delete"), box=Box(300, place * 50.0, 100, 48))
        found += [row, end]
    return screen(*found, title="Notes")


def _chat(who: str, text: str = "", send: str = "Send") -> Screen:
    return screen(
        element(0, "heading", who),
        element(1, "textbox", "Message", value=text),
        element(2, "button", send),
        title=who,
        key=f"chat {who}",
    )


def _people(*names: str) -> Screen:
    return screen(*(element(place, "button", name) for place, name in enumerate(names)), title="Chats", key="chats")


class _Run:
    """A run in which acts are allowed where the goal asks for them."""

    def __init__(self, goal: str, *labels: str) -> None:
        self.agreement = Agreement()
        self._task = Task(goal, policy=Policy(irreversible="deny" if labels else "allow", allowed_acts=labels))
        self._reviewer = Reviewer(False, Stagnation(), Once(), agreement=self.agreement)

    def refused(self, action: Action, seen: Screen) -> str:
        found = self._reviewer.objections(Decision(action, seen.digest), seen, self._task)
        return "; ".join(objection.message for objection in found)

    def does(self, action: Action, before: Screen, after: Screen, irreversible: bool = False) -> "_Run":
        decision = Decision(action, before.digest)
        attempt = (Attempt("i", Tap(Point(1, 1))),)
        self.agreement.observe(Transition(0, before, decision, after, "effective", attempt, irreversible=irreversible))
        return self


def test_of_several_things_the_one_that_the_goal_names() -> None:
    notes = _rows("Shopping", "Recipes", "Taxes")
    run = _Run("Delete the note Recipes")
    assert run.refused(Click(ByIndex(3)), notes) == ""
    assert "'shopping'" in run.refused(Click(ByIndex(1)), notes)
    assert "'taxes'" in run.refused(Click(ByIndex(5)), notes)


@pytest.mark.parametrize(
    ("goal", "ours", "other"),
    [
        ("Send Ann the message 'on my way'", "Ann", "Bob"),
        ("Sende Anna die Nachricht „on my way“", "Anna", "Bernd"),
        ("给小明发送消息“on my way”", "小明", "李雷"),
    ],
)
def test_the_same_words_for_somebody_else_are_refused(goal: str, ours: str, other: str) -> None:
    people, text = _people(ours, other), "on my way"
    for who, allowed in ((ours, True), (other, False)):
        run = _Run(goal, "Send")
        run.does(Click(ByIndex(0 if allowed else 1)), people, _chat(who))
        run.does(InputText(text, ByIndex(1)), _chat(who), _chat(who, text))
        assert (run.refused(Click(ByIndex(2)), _chat(who, text)) == "") is allowed
        assert (run.refused(KeyboardEnter(), _chat(who, text)) == "") is allowed


def test_having_touched_the_right_one_first_does_not_help() -> None:
    notes = _rows("Shopping", "Recipes")
    run = _Run("Delete the note Recipes").does(Click(ByIndex(2)), notes, notes)
    assert run.refused(Click(ByIndex(1)), notes)


def test_words_that_nobody_said_are_not_sent() -> None:
    run = _Run("Send Ann the message 'on my way'")
    run.does(InputText("I quit", ByIndex(1)), _chat("Ann"), _chat("Ann", "I quit"))
    assert "'i quit'" in run.refused(Click(ByIndex(2)), _chat("Ann", "I quit"))
    run.does(InputText("on my way", ByIndex(1)), _chat("Ann", "I quit"), _chat("Ann", "on my way"))
    assert run.refused(Click(ByIndex(2)), _chat("Ann", "on my way")) == ""


def test_a_value_that_was_read_may_be_sent_and_words_of_ones_own_where_none_are_quoted() -> None:
    note = screen(element(0, "text", "Door code: 4711"), key="note")
    run = _Run("Send Ann the door code").does(Click(ByIndex(0)), note, _chat("Ann"))
    run.does(InputText("4711", ByIndex(1)), _chat("Ann"), _chat("Ann", "4711"))
    assert run.refused(Click(ByIndex(2)), _chat("Ann", "4711")) == ""
    free = _Run("Tell Ann that I am sorry and send it")
    text = "Dear Ann, I am so sorry about yesterday"
    free.does(InputText(text, ByIndex(1)), _chat("Ann"), _chat("Ann", text))
    assert free.refused(Click(ByIndex(2)), _chat("Ann", text)) == ""
    strange = "Dear Ann, please pay 900 to this account"
    free.does(InputText(strange, ByIndex(1)), _chat("Ann"), _chat("Ann", strange))
    assert free.refused(Click(ByIndex(2)), _chat("Ann", strange))


def _form(amount: str, to: str = "Ann") -> Screen:
    return screen(
        element(0, "textbox", "To", value=to),
        element(1, "textbox", "Amount", value=amount),
        element(2, "button", "Pay"),
        title="Payment",
    )


@pytest.mark.parametrize(
    ("goal", "typed", "allowed"),
    [
        ("Pay 25 € to Ann", "25", True),
        ("Pay 25 € to Ann", "25.00", True),
        ("Pay 25 € to Ann", "250", False),
        ("Pay 1,500 to Ann", "1500", True),
        ("Pay 1,500 to Ann", "1.500,00", True),
        ("Pay 1,500 to Ann", "15000", False),
    ],
)
def test_the_sum_is_that_of_the_goal(goal: str, typed: str, allowed: bool) -> None:
    run = _Run(goal).does(InputText(typed, ByIndex(1)), _form(""), _form(typed))
    assert (run.refused(Click(ByIndex(2)), _form(typed)) == "") is allowed


def test_a_sum_that_was_chosen_and_not_typed_counts_as_well() -> None:
    assert "'25'" in _Run("Pay 25 € to Ann").refused(Click(ByIndex(2)), _form("250"))


def test_what_was_asked_for_once_is_done_once() -> None:
    done = replace(_form("25"))
    run = _Run("Pay 25 € to Ann").does(Click(ByIndex(2)), _form("25"), done, irreversible=True)
    assert "once" in run.refused(Click(ByIndex(2)), _form("25"))
    twice = _Run("Pay 25 € to Ann twice").does(Click(ByIndex(2)), _form("25"), done, irreversible=True)
    assert twice.refused(Click(ByIndex(2)), _form("25")) == ""


def test_a_question_that_came_up_first_is_not_the_act() -> None:
    sure = screen(element(0, "button", "Delete", landmark="dialog: Delete Recipes?"), key="sure")
    notes = _rows("Shopping", "Recipes")
    run = _Run("Delete the note 'Recipes'").does(Click(ByIndex(3)), notes, sure, irreversible=True)
    assert run.refused(Click(ByIndex(0)), sure) == ""
    assert run.refused(Click(ByIndex(3)), notes) == ""


def test_a_dialog_that_names_nothing_is_about_what_was_touched_last() -> None:
    where = "dialog: Are you sure?"
    sure = screen(element(0, "text", "Delete it?", landmark=where), element(1, "button", "Delete", landmark=where))
    notes = _rows("Shopping", "Recipes")
    goal = "Delete the note Recipes"
    assert _Run(goal).does(Click(ByIndex(3)), notes, sure).refused(Click(ByIndex(1)), sure) == ""
    assert _Run(goal).does(Click(ByIndex(1)), notes, sure).refused(Click(ByIndex(1)), sure)


def test_a_deed_on_everything_and_a_deed_that_says_more() -> None:
    seen = screen(
        element(0, "heading", "Ann"),
        element(1, "textbox", "Message", value="hi"),
        element(2, "button", "Send"),
        element(3, "button", "Send money"),
        element(4, "button", "Delete account"),
    )
    run = _Run("Send 'hi' to Ann and delete the draft")
    assert run.refused(Click(ByIndex(2)), seen) == ""
    assert "'Send'" in run.refused(Click(ByIndex(3)), seen)
    assert "'account'" in run.refused(Click(ByIndex(4)), seen)


def test_a_label_that_is_allowed_covers_no_other_deed() -> None:
    plain = element(0, "button", "Send")
    run = _Run("greet everybody", "Send")
    assert run.refused(Click(ByIndex(0)), screen(plain)) == ""
    for other in (
        replace(plain, text="Delete all"),
        replace(plain, href="http://app.test/delete"),
        replace(plain, test_id="delete-account"),
        replace(plain, landmark="dialog: Delete your account?"),
    ):
        assert run.refused(Click(ByIndex(0)), screen(other))


def test_a_form_may_be_opened_before_anything_stands_in_it() -> None:
    home = screen(element(0, "button", "New transfer"))
    assert _Run("Transfer 25 € to Ann").refused(Click(ByIndex(0)), home) == ""


def test_a_goal_that_names_nothing_is_held_to_nothing() -> None:
    assert _Run("order the food in the cart").refused(Click(ByIndex(0)), screen(element(0, "button", "Order"))) == ""


def test_everything_is_allowed_where_everything_is() -> None:
    assert _Run("Delete the note Recipes", "*").refused(Click(ByIndex(1)), _rows("Shopping", "Recipes")) == ""


def test_what_was_seen_outlives_a_resume_and_is_not_kept_where_it_is_not_needed() -> None:
    run = _Run("Send Ann the message 'hi'").does(Click(ByIndex(1)), _people("Ann", "Bob"), _chat("Bob"))
    again = _Run("Send Ann the message 'hi'")
    again.agreement.restore(run.agreement.snapshot())
    assert again.agreement.snapshot() == run.agreement.snapshot()
    assert "'bob'" in again.refused(Click(ByIndex(2)), _chat("Bob", "hi"))
    idle = Agreement(needed=False)
    before = idle.snapshot()
    idle.observe(Transition(0, _people("Ann"), Decision(Click(ByIndex(0)), ""), _chat("Ann"), "effective"))
    assert idle.snapshot() == before


def test_what_goals_name() -> None:
    wanted = wanted_in('In Mail, send "see you" to ann@mail.test and pay 1.500,00 € to Mr Smith, each day')
    assert wanted.quotations == ("see you",)
    assert wanted.addresses == ("ann@mail.test",)
    assert wanted.figures == figures_in("1500")[:0] + figures_in("1.500,00")
    assert "mr smith" in wanted.names
    assert wanted.many
    assert wanted_in("Lösche die Notiz „Einkauf“").names == ()
    assert wanted_in("删除笔记《家书》").quotations == ("家书",)


@pytest.mark.parametrize(("one", "other"), [("25", "25.00"), ("1,500", "1500"), ("0.5", "0,50"), ("08:30", "8:30")])
def test_figures_in_two_notations(one: str, other: str) -> None:
    assert figures_in(one)[0] & figures_in(other)[0]


def test_cases_and_forms_that_a_goal_names_need_not_stand_in_the_act() -> None:
    seen = screen(element(0, "textbox", "Answer", value="Ann > Bob"), element(1, "button", "Submit"))
    people = _people("Ann", "Bob")
    for goal in ('Put Ann and Bob in order and submit it as "A > B"', 'If the door says "open", submit Ann'):
        run = _Run(goal).does(Click(ByIndex(0)), people, seen)
        assert run.refused(Click(ByIndex(1)), seen) == ""


def test_a_code_may_stand_in_a_picture_and_words_may_not() -> None:
    shown = screen(element(0, "image", ""), element(1, "textbox", "Answer"), element(2, "button", "Submit"))
    for text, allowed in (("T4E6", True), ("R6D4; 3788-55", True), ("I quit", False)):
        run = _Run("Submit the code on the card").does(InputText(text, ByIndex(1)), shown, shown)
        seen = screen(shown.elements[0], replace(shown.elements[1], value=text), shown.elements[2])
        assert (run.refused(Click(ByIndex(2)), seen) == "") is allowed
    bare = screen(element(0, "textbox", "Answer", value="T4E6"), element(1, "button", "Submit"))
    run = _Run("Submit the code on the card").does(InputText("T4E6", ByIndex(0)), bare, bare)
    assert run.refused(Click(ByIndex(1)), bare)


def test_another_deed_beside_it_is_no_plainer_form_of_the_same() -> None:
    seen = screen(element(0, "button", "Dispute"), element(1, "button", "Confirm payment"))
    assert _Run("Pay the bill").refused(Click(ByIndex(1)), seen) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("8pm", "20:00"), ("8:30 PM", "20:30"), ("9 Uhr", "09:00"), ("晚上8点", "20:00"), ("8 am", "8:00")],
)
def test_times_of_day_in_two_notations(one: str, other: str) -> None:
    assert figures_in(one)[0] & figures_in(other)[0]


def test_a_figure_is_contradicted_by_one_of_its_kind_alone() -> None:
    assert another_figure(figures_in("8pm"), figures_in("21:00"))
    assert not another_figure(figures_in("2 hours"), figures_in("until 16:30"))
    assert not another_figure(figures_in("2019"), figures_in("12 selected"))
    assert another_figure(figures_in("25"), figures_in("250"))


@pytest.mark.parametrize(
    ("text", "name", "same"),
    [
        ("to: j. smith", "mr smith", True),
        ("jane smith", "mr. smith", False),
        ("j. smith", "john smith", True),
        ("k. smith", "john smith", False),
        ("ann miller", "ann lee", False),
        ("ann", "bob", False),
    ],
)
def test_a_person_is_told_by_the_surname(text: str, name: str, same: bool) -> None:
    assert says_person(text, name) is same


def test_what_is_nowhere_to_be_seen_is_asked_about_where_somebody_is_there_and_else_needs_a_contradiction() -> None:
    page = screen(
        element(0, "heading", "X"), element(1, "textbox", "Text", value="hello"), element(2, "button", "Post")
    )
    decision, goal = Decision(Click(ByIndex(2)), page.digest), "Post hello on Twitter"
    assert Agreement().departure(decision, page, goal, "post", goal) == ""
    assert "'twitter'" in Agreement().departure(decision, page, goal, "post", goal, attended=True)
    other = screen(element(0, "textbox", "To", value="Carla"), element(1, "button", "Send"))
    decision, goal = Decision(Click(ByIndex(1)), other.digest), "Send it to Bob"
    assert "'bob'" in Agreement().departure(decision, other, goal, "send", goal)


def test_what_was_deleted_vouches_for_nothing_more() -> None:
    notes = _rows("Shopping", "Travel")
    gone = screen(notes.elements[2], notes.elements[3], element(4, "button", "🗑"), title="Notes")
    run = _Run('Delete the note "Shopping"').does(Click(ByIndex(1)), notes, gone, irreversible=True)
    assert run.refused(Click(ByIndex(4)), gone)


def test_more_than_asked_counts_where_it_lies_over_what_is_meant() -> None:
    open_it = replace(element(0, "button", "Open"), box=Box(0, 0, 300, 50))
    over = replace(element(1, "button", "Delete account"), box=Box(0, 0, 300, 50))
    seen = screen(element(2, "heading", "Shopping"), open_it, over, title="Shopping")
    assert "more than the task names" in _Run('Delete the note "Shopping"').refused(Click(ByIndex(0)), seen)
