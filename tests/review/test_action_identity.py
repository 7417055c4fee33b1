"""An act is known by what it does and what it carries, however it is addressed."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.elements.refs import ref_of
from sextant.evidence import evaluate
from sextant.review.action_identity import identity_of
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    InputText,
    KeyboardEnter,
    LongPress,
    OpenApp,
    Swipe,
    Tap,
)
from sextant.types.decisions import Decision
from sextant.types.evidence import TextVisible
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Modal, Screen
from sextant.types.transitions import Attempt, Transition
from tests.support.logs import Acts
from tests.support.screens import SIZE, element, screen

SENT = TextVisible("Sent")


def form(to: str = "Ann", text: str = "Hi", head: str = "New message", amount: str = "", **more: str) -> Screen:
    """A form with two fields, a button that clears it and one that sends."""
    return screen(
        element(0, "heading", head, landmark="main"),
        element(1, "textbox", "To", value=to, landmark="main", input_type="text", enter=5),
        element(2, "textbox", "Text", value=text, landmark="main", input_type="text", enter=5, states=("focused",)),
        element(3, "textbox", "Amount", value=amount, landmark="main", input_type="text", enter=5),
        element(4, "button", "Clear", landmark="main"),
        element(5, "button", "Send", landmark="main", input_type="submit"),
        element(6, "textbox", "Mail address", value=more.get("news", ""), landmark="contentinfo"),
        title="Mail",
    )


def rows(*names: str, ago: str = "2 min ago") -> Screen:
    """A list, with a button beside every name."""
    items: list[Element] = [element(0, "heading", "Notes")]
    for place, name in enumerate(names):
        top = 60.0 + 48.0 * place
        items += [
            replace(element(3 * place + 1, "text", name), box=Box(0, top, 200, 48)),
            replace(element(3 * place + 2, "text", ago), box=Box(200, top, 100, 48)),
            replace(element(3 * place + 3, "button", "Delete"), box=Box(300, top, 100, 48)),
        ]
    return screen(*items, title="Notes")


def sure(text: str) -> Screen:
    """A question over the page."""
    inside = "dialog: Delete note?"
    return screen(
        element(0, "text", text, landmark=inside),
        element(1, "button", "Cancel", landmark=inside),
        element(2, "button", "Delete", landmark=inside),
    )


def done(action: Action, before: Screen, step: int = 1) -> Transition:
    """The action, injected without anything to show for it."""
    attempt = Attempt(f"{step}.a", Tap(Point(10, 10)))
    missing = evaluate(SENT, before, before, step)
    decision = Decision(action, before.digest, "do it", irreversible=True)
    return Transition(step, before, decision, before, "uncertain", (attempt,), (missing,), irreversible=True)


def typed(before: Screen, field: int, after: Screen, text: str = "") -> Transition:
    attempt = Attempt("2.a", Tap(Point(10, 10)), element=ref_of(before, before.elements[field]))
    decision = Decision(InputText(text, ByIndex(field)), before.digest, "type it")
    return Transition(2, before, decision, after, "effective", (attempt,))


def again(first: Action, before: Screen, second: Action, now: Screen, between: Sequence[Transition] = ()) -> bool:
    """Whether the second act is refused as the first done again, also after a resume."""
    once, kept = Acts(), Acts()
    once.observe(done(first, before))
    for step in between:
        once.observe(step)
    kept.restore(once.snapshot())
    decision = Decision(second, now.digest, "do it")
    refused = [bool(one.object_to(decision, now)) for one in (once, kept)]
    assert refused[0] == refused[1]
    return refused[0]


SEND = Click(ByIndex(5))


def at(screen: Screen, index: int, x: float, y: float) -> ByPoint:
    point = screen.elements[index].box.at(x, y)
    return ByPoint(point.x / SIZE.width * 1000, point.y / SIZE.height * 1000)


@st.composite
def presses(draw: st.DrawFn) -> Action:
    """Any way to press the button that sends the form."""
    x, y = draw(st.floats(0.02, 0.98)), draw(st.floats(0.02, 0.98))
    where = draw(st.sampled_from([ByIndex(5), ByIndex(5, "old"), ByRelative(5, x, y), at(form(), 5, x, y)]))
    enter = KeyboardEnter()
    typing = InputText(draw(st.sampled_from(["Hi\n", "Hi\r\n", " Hi \n"])), ByIndex(2))
    return draw(st.sampled_from([Click(where), DoubleTap(where), LongPress(where, x), enter, typing]))


@given(presses(), presses())
def test_whatever_way_a_form_is_sent_it_is_one_act(one: Action, other: Action) -> None:
    here = form()
    assert identity_of(one, here).name == identity_of(other, here).name
    assert again(one, here, other, here)
    assert again(one, here, other, form("", ""))


@given(st.floats(0.02, 0.98), st.floats(0.02, 0.98), st.sampled_from([0, 1, 2]), st.sampled_from([0, 1, 2]))
def test_a_row_is_one_act_by_number_and_by_point_and_another_row_is_another(
    x: float, y: float, one: int, other: int
) -> None:
    here = rows("Ann", "Bob", "Cid")
    point = Click(at(here, 3 * other + 3, x, y))
    assert again(Click(ByIndex(3 * one + 3)), here, point, here) == (one == other)
    assert again(point, here, Click(ByRelative(3 * one + 3, x, y)), here) == (one == other)


def test_the_text_inside_a_button_is_the_button() -> None:
    here = screen(element(0, "button", "Send"), replace(element(1, "text", "Send", parent=0), box=Box(5, 5, 40, 20)))
    assert again(Click(ByIndex(0)), here, Click(ByIndex(1)), here)


@pytest.mark.parametrize("field", [1, 2, 3])
def test_what_is_typed_since_makes_another_act(field: int) -> None:
    before, cleared = form(), form("", "")
    values = {1: form(to="Bob"), 2: form(text="Bye"), 3: form(amount="7")}
    now = values[field]
    for start in (before, cleared):
        assert not again(SEND, before, SEND, now, [typed(start, field, now)])
        assert not again(SEND, before, KeyboardEnter(), now, [typed(start, field, now)])
    assert again(SEND, before, SEND, now), "nobody typed it: the app may have put it there"


def test_what_a_frozen_frame_hides_was_typed_all_the_same() -> None:
    frozen = typed(form(), 1, form(), "Bob")
    assert not again(SEND, form(), SEND, form("Bob"), [frozen])


def test_typing_and_entering_at_once_is_another_act_with_another_text() -> None:
    cleared = form("", "")
    assert again(InputText("Hi\n", ByIndex(2)), cleared, InputText("Hi\n", ByIndex(2)), cleared)
    once = Acts()
    once.observe(done(InputText("Hi\n", ByIndex(2)), cleared))
    now = form("", "Bye")
    once.observe(typed(cleared, 2, now, "Bye"))
    assert not once.object_to(Decision(SEND, now.digest, "send"), now)
    assert not once.object_to(Decision(InputText("Bye\n", ByIndex(2)), cleared.digest, "send"), cleared)
    assert once.object_to(Decision(InputText("Hi\n", ByIndex(2)), cleared.digest, "send"), cleared)


def test_the_same_values_typed_again_are_the_same_act() -> None:
    cleared = form("", "")
    steps = [typed(cleared, 1, form("Ann", ""), "Ann"), typed(form("Ann", ""), 2, form(), "Hi")]
    assert again(SEND, form(), SEND, form(), steps)
    assert again(SEND, form(), SEND, form(text="  hi "), [typed(cleared, 2, form(text="  hi "))])


def test_a_form_that_was_cleared_or_set_back_is_not_another_act() -> None:
    for now in (form("", ""), form("Me", "")):
        waited = replace(typed(form(), 2, now), decision=Decision(Swipe("up"), "", "look"))
        assert again(SEND, form(), SEND, now, [waited])


def test_a_field_of_another_form_does_not_make_it_another_act() -> None:
    now = form(news="ann@mail.test")
    assert again(SEND, form(), SEND, now, [typed(form(), 6, now)])


def test_another_heading_makes_another_act_and_a_counter_does_not() -> None:
    assert not again(SEND, form(head="Message to Ann"), SEND, form(head="Message to Bob"))
    assert again(SEND, form(head="Inbox (3)"), SEND, form(head="Inbox (4)"))


def test_a_row_is_known_again_when_others_have_come_and_gone() -> None:
    here = rows("Ann", "Bob", "Cid")
    first = Click(ByIndex(3))
    assert again(first, here, Click(ByIndex(6)), rows("Zoe", "Ann", "Bob", "Cid"))
    assert not again(first, here, first, rows("Bob", "Cid"))
    assert again(first, here, first, rows("Ann", "Bob", "Cid", ago="3 min ago"))
    numbered = rows("Invoice 17", "Invoice 18")
    assert not again(first, numbered, Click(ByIndex(6)), numbered)


def test_a_question_about_something_else_is_another_act() -> None:
    yes = Click(ByIndex(2))
    assert again(yes, sure("Ann will be deleted."), yes, sure("Ann will be deleted."))
    assert not again(yes, sure("Ann will be deleted."), yes, sure("Bob will be deleted."))


def test_the_yes_of_a_native_dialog_is_one_act_by_touch_and_by_key() -> None:
    answers = [replace(element(place, "button", said), source="modal") for place, said in enumerate(("Cancel", "OK"))]
    ask = [screen(*answers, modal=Modal("confirm", f"Delete {name}?")) for name in ("Ann", "Bob")]
    assert again(Click(ByIndex(1)), ask[0], KeyboardEnter(), ask[0])
    assert not again(Click(ByIndex(1)), ask[0], KeyboardEnter(), ask[1])


def test_an_address_that_deletes_is_one_act_by_link_and_by_name() -> None:
    address = "http://app.test/notes/7/delete"
    here = screen(element(0, "link", "Remove", href=address))
    assert again(Click(ByIndex(0)), here, OpenApp(address), here)
    assert not again(Click(ByIndex(0)), here, OpenApp("http://app.test/notes/8/delete"), here)


def test_where_nothing_is_described_the_place_tells() -> None:
    bare = screen(condition="empty_hierarchy")
    assert again(Click(ByPoint(510, 510)), bare, Click(ByPoint(515, 512)), bare)
    assert not again(Click(ByPoint(510, 510)), bare, Click(ByPoint(100, 512)), bare)


def test_an_act_is_named_on_the_screen_on_which_it_was_injected() -> None:
    """A row came in between: the number that was decided on means another element by now."""
    decided, injected = rows("Ann"), rows("Zoe", "Ann")
    attempt = Attempt("1.a", Tap(Point(350, 130)), element=ref_of(injected, injected.elements[6]))
    step = replace(done(Click(ByIndex(3)), decided), before=injected, after=injected, attempts=(attempt,))
    once = Acts()
    once.observe(step)
    assert once.object_to(Decision(Click(ByIndex(6)), injected.digest, "delete Ann"), injected)
    assert not once.object_to(Decision(Click(ByIndex(3)), injected.digest, "delete Zoe"), injected)
