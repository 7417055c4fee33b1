"""What was reviewed and what would be touched: between the two the screen may have become another."""

import random
from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.elements.refs import ref_of
from sextant.execution import ChangeCheck
from sextant.execution.hints import HINTS, Hints
from sextant.execution.staleness import any_change
from sextant.execution.target import Aim, AimContext, Miss, Rung, aim
from sextant.review import changed_context
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DeviceAction,
    InputText,
    KeyboardEnter,
    LongPress,
    Scroll,
    Tap,
    Target,
)
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Modal, Screen
from sextant.types.transitions import Attempt, Transition
from tests.execution.stage import Stage
from tests.support.narrow import as_a
from tests.support.screens import element, screen


def chat(who: str, draft: str = "on my way", seen: str = "last seen 2 min ago", unread: int = 2) -> Screen:
    return screen(
        element(0, "heading", f"{who} ({unread})"),
        element(1, "text", seen),
        element(2, "textbox", "Message", value=draft),
        element(3, "button", "Send"),
    )


def question(said: str, *more: str) -> Screen:
    texts = [element(i, "text", text, landmark="dialog:Delete") for i, text in enumerate((said, *more))]
    return screen(*texts, element(len(texts), "button", "Delete", landmark="dialog:Delete", test_id="yes"))


def payment(to: str, amount: str, gift: bool = False) -> Screen:
    return screen(
        element(0, "heading", "Pay"),
        element(1, "textbox", "To", value=to),
        element(2, "textbox", "Amount", value=amount),
        element(3, "checkbox", "As a gift", states=("checked",) if gift else ()),
        element(4, "button", "Pay", test_id="pay"),
    )


def row(*notes: tuple[str, str]) -> Screen:
    found: list[Element] = []
    for name, told in notes:
        y = 48.0 * len(found)
        for role, label, x, width in (("text", name, 0, 150), ("text", told, 150, 150), ("button", "Delete", 300, 100)):
            found.append(replace(element(len(found), role, label), box=Box(x, y, width, 48)))
    return screen(*found)


ANN, PAGE = chat("Ann"), payment("Ann", "25")
LIST = row(("Recipes", "2 min ago"), ("Tax", "1 h ago"))
ASKED = question("Delete the note Recipes?")
NATIVE = screen(element(0, "button", "OK"), modal=Modal("confirm", "Send 25 to Ann?"))
LABELLED = screen(element(0, "button", "Pay 25.00", test_id="pay"))


@pytest.mark.parametrize(
    ("index", "reviewed", "fresh"),
    [
        (3, ANN, chat("Bob")),
        (3, ANN, chat("Ann", "something else")),
        (0, LABELLED, screen(element(0, "button", "Pay 2500.00", test_id="pay"))),
        (1, ASKED, question("Delete all 214 notes?")),
        (1, ASKED, question("Delete the note Recipes?", "And its 12 pictures.")),
        (1, question("Delete 2 notes?"), question("Delete 214 notes?")),
        (4, PAGE, payment("Mallory", "25")),
        (4, PAGE, payment("Ann", "2500")),
        (4, PAGE, payment("Ann", "25", gift=True)),
        (2, LIST, row(("Wedding", "2 min ago"), ("Recipes", "2 min ago"))),
        (2, row(("To Ann", "25")), row(("To Ann", "2500"))),
        (0, NATIVE, screen(element(0, "button", "OK"), modal=Modal("confirm", "Send 2500 to Mallory?"))),
        (3, ANN, replace(ANN, observation=replace(ANN.observation, app="http://other.test"))),
    ],
)
def test_an_act_that_has_come_to_be_about_something_else_is_told(index: int, reviewed: Screen, fresh: Screen) -> None:
    assert changed_context(Click(ByIndex(index)), reviewed, fresh)
    assert not changed_context(Click(ByIndex(index)), reviewed, reviewed)
    assert not changed_context(Click(ByIndex(index)), fresh, fresh)


def test_so_is_one_of_the_enter_key_and_of_a_text_that_ends_with_it() -> None:
    focused = [
        replace(page, observation=replace(page.observation, elements=tuple(_focused(item) for item in page.elements)))
        for page in (ANN, chat("Bob"))
    ]
    for action in (KeyboardEnter(), InputText("hello\n", ByIndex(2))):
        assert changed_context(action, focused[0], focused[1])
        assert not changed_context(action, focused[0], focused[0])


def _focused(item: Element) -> Element:
    return replace(item, states=frozenset({"focused"})) if item.role == "textbox" else item


@pytest.mark.parametrize(("address", "another"), [("/chats/2", True), ("/chats/1?at=3", False), ("/chats/1#x", False)])
def test_a_page_at_another_address_is_another(address: str, another: bool) -> None:
    reviewed, fresh = (
        replace(ANN, observation=replace(ANN.observation, location=f"http://app.test{path}"))
        for path in ("/chats/1", address)
    )
    assert bool(changed_context(Click(ByIndex(3)), reviewed, fresh)) is another


@pytest.mark.parametrize(
    ("index", "reviewed", "fresh"),
    [
        (3, ANN, chat("Ann", seen="last seen 3 min ago", unread=5)),
        (2, LIST, row(("Recipes", "4 min ago"), ("Tax", "2 h ago"))),
        (5, LIST, row(("Recipes", "2 min ago"), ("Tax", "1 h ago"), ("Wedding", "1 s ago"))),
        (1, question("Delete it? Open for 0:29"), question("Delete it? Open for 0:28")),
        (1, question("Delete it? 29 s left"), question("Delete it? 2 s left")),
    ],
)
def test_what_goes_on_by_itself_makes_no_other_act(index: int, reviewed: Screen, fresh: Screen) -> None:
    assert not changed_context(Click(ByIndex(index)), reviewed, _later(fresh, 30))


def _later(page: Screen, seconds: float) -> Screen:
    return replace(page, observation=replace(page.observation, at=page.observation.at + seconds))


@pytest.mark.parametrize(("left", "seconds", "another"), [(28, 1, False), (2, 27, False), (2, 5, True), (92, 30, True)])
def test_a_number_moves_no_further_than_the_time(left: int, seconds: float, another: bool) -> None:
    fresh = _later(question(f"Delete it? 还剩 {left} 秒"), seconds)
    assert bool(changed_context(Click(ByIndex(1)), question("Delete it? 还剩 29 秒"), fresh)) is another


def test_the_next_number_of_a_list_is_another_thing() -> None:
    reviewed = row(("Invoice 17", "due"), ("Invoice 18", "due"))
    assert changed_context(Click(ByIndex(2)), reviewed, _later(row(("Invoice 18", "due")), 30))
    assert changed_context(
        Click(ByIndex(2)), row(("Invoice 17", "due")), _later(row(("Invoice 18", "due"), ("Invoice 17", "due")), 30)
    )


def test_a_target_that_has_moved_is_found_again() -> None:
    banner = element(0, "text", "You are offline")
    moved = screen(banner, *(replace(item, index=item.index + 1) for item in ANN.elements))
    assert not changed_context(Click(ByIndex(3)), ANN, moved)
    assert not changed_context(Click(ByRelative(3, 0.2, 0.5)), ANN, moved)


def _page(name: str, other: str) -> Page:
    return Page(name, (Widget(name, role="heading"), Widget("Send", effect="sent"), Widget("Next", goes=other)))


APP = ScriptedApp({"ann": _page("Ann", "bob"), "bob": _page("Bob", "ann")}, "ann")


def _sent_after(change_check: ChangeCheck, *, turned: bool, irreversible: bool) -> tuple[Stage, Transition]:
    stage = Stage(ScriptedDevice(APP), change_check=change_check)
    seen = stage.observer.look()
    if turned:
        stage.app.perform(Tap(seen.elements[2].box.centre))
    return stage, stage.do(Click(ByIndex(1)), seen=seen, irreversible=irreversible, step=7)


@pytest.mark.parametrize("change_check", [changed_context, any_change])
def test_what_cannot_be_taken_back_is_not_sent_to_somebody_else(change_check: ChangeCheck) -> None:
    stage, step = _sent_after(change_check, turned=True, irreversible=True)
    assert (step.effectiveness, step.cause, step.attempts) == ("refused", "stale", ())
    assert stage.app.counts.get("sent", 0) == 0
    ((kind, note),) = stage.log.notes
    assert (kind, note["step"], note["cause"]) == ("untouched", 7, "stale")
    assert note["reason"] == "the page is 'bob', not 'ann'" if change_check is changed_context else note["reason"]
    for turned, irreversible in ((False, True), (True, False)):
        stage, _ = _sent_after(change_check, turned=turned, irreversible=irreversible)
        assert (stage.app.counts["sent"], stage.log.notes) == (1, [])


def _at(index: int, label: str, box: Box, parent: int | None = None) -> Element:
    return replace(element(index, "button", label, parent=parent), box=box)


OPEN, PAY = _at(0, "Open the row", Box(0, 0, 412, 48)), _at(1, "Pay now", Box(350, 0, 62, 48))
ALONE, JOINED = screen(OPEN), screen(OPEN, PAY)
COVERED = screen(OPEN, _at(1, "Pay now", Box(0, 0, 412, 48)))
CORNER = Point(383, 24)


def _hints() -> Hints:
    decision = Decision(Click(ByRelative(0, 0.93, 0.5)), ALONE.digest)
    attempt = Attempt("i", Tap(CORNER), "relative", CORNER, ref_of(ALONE, OPEN))
    return HINTS.over([Transition(0, ALONE, decision, JOINED, "effective", (attempt,))])


def _aim(action: DeviceAction, rung: Rung, chosen_on: Screen, fresh: Screen) -> Aim | Miss | None:
    return aim(action, rung, AimContext(chosen_on, fresh, random.Random(1), _hints()))


@pytest.mark.parametrize(
    ("target", "rung"),
    [
        (ByRelative(0, 0.93, 0.5), Rung("relative")),
        (ByRelative(0, 0.93, 0.5), Rung("history", drawn=True)),
        (ByIndex(0), Rung("history", drawn=True)),
    ],
)
def test_a_rung_whose_point_something_has_come_up_over_is_left_out(target: Target, rung: Rung) -> None:
    for action in (Click(target), LongPress(target), InputText("x", target)):
        found = as_a(Miss, _aim(action, rung, ALONE, JOINED))
        assert (found.cause, found.here) == ("covered", True)
        still = as_a(Aim, _aim(action, rung, ALONE, ALONE))
        assert still.point is not None
        assert still.point.x == pytest.approx(CORNER.x, abs=1)


@pytest.mark.parametrize("rung", [Rung("absolute"), Rung("absolute", drawn=True), Rung("history", drawn=True)])
def test_so_is_a_point_of_the_screen(rung: Rung) -> None:
    wide = replace(JOINED.elements[1], box=Box(300, 0, 112, 900))
    for fresh in (JOINED, screen(OPEN, wide)):
        assert isinstance(_aim(Click(ByPoint(930, 24 / 915 * 1000)), rung, ALONE, fresh), Miss)


@pytest.mark.parametrize("drawn", [False, True])
def test_a_point_on_nothing_is_not_touched_once_something_lies_there(drawn: bool) -> None:
    bare, point = screen(element(0, "text", "Map")), ByPoint(930, 24 / 915 * 1000)
    assert isinstance(_aim(Click(point), Rung("absolute", drawn=drawn), bare, bare), Aim)
    fresh = screen(element(0, "text", "Map"), PAY)
    assert isinstance(_aim(Click(point), Rung("absolute", drawn=drawn), bare, fresh), Miss)
    assert isinstance(_aim(Scroll("down", point), Rung("absolute", drawn=drawn), bare, fresh), Aim), "no touch"


@pytest.mark.parametrize("rung", [Rung("index"), Rung("relative", drawn=True), Rung("absolute", drawn=True)])
def test_where_no_point_is_left_no_rung_touches(rung: Rung) -> None:
    assert isinstance(_aim(Click(ByIndex(0)), rung, ALONE, COVERED), Miss)
    beside = as_a(Aim, _aim(Click(ByIndex(0)), rung, ALONE, JOINED))
    assert beside.point is not None
    assert not PAY.box.contains(beside.point)


def test_what_takes_no_touch_lies_in_no_way() -> None:
    text = screen(OPEN, replace(element(1, "text", "new"), box=PAY.box))
    assert isinstance(_aim(Click(ByRelative(0, 0.93, 0.5)), Rung("relative"), ALONE, text), Aim)


def test_a_control_that_has_come_up_within_the_target_is_not_pressed() -> None:
    inside = screen(OPEN, _at(1, "Star", PAY.box, parent=0))
    found = as_a(Miss, _aim(Click(ByRelative(0, 0.93, 0.5)), Rung("relative"), ALONE, inside))
    assert found.cause == "covered"
    assert "Star" in found.reason


@pytest.mark.parametrize("another", [False, True])
def test_the_row_of_a_control_out_of_view_is_compared_after_the_scroll(another: bool) -> None:
    seen = row(("Wedding" if another else "Recipes", "2 min ago"))
    below = (
        replace(one, box=replace(one.box, y=one.box.y + 900), visibility="offscreen")
        for one in row(("Recipes", "2 min ago")).elements
    )
    assert bool(changed_context(Click(ByIndex(2)), screen(*below), seen)) is another
