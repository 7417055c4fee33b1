"""What counts as an effect of a step, and what merely came up over the screen or moved."""

from dataclasses import replace

import pytest

from sextant.elements.refs import ref_of
from sextant.evidence import evaluate, judge_step
from sextant.evidence.change import Change, ChangeKind, change_between
from sextant.types.evidence import Changed, Effect, FieldHas, TextVisible
from sextant.types.geometry import Box
from sextant.types.screens import Element, Modal, Picture, Screen, ScrollExtent
from tests.support.screens import element, screen

HEAD = element(0, "heading", "Notes")
ROWS = tuple(element(at, "link", f"Note {at}") for at in range(1, 6))
PAGE = screen(HEAD, *ROWS)


def over(place: Screen, title: str, *buttons: str) -> Screen:
    """The screen with a dialog over it; a cross stands in its corner."""
    page = [replace(item, visibility="covered") for item in place.elements]
    mark, start = f"dialog: {title}", len(page)
    card = replace(element(start, "dialog", title, affordances=()), box=Box(40, 300, 332, 200), landmark=mark)
    inside = [
        replace(
            element(start + 1 + at, "button", label, parent=start, landmark=mark),
            box=Box(336, 304, 32, 32) if label == "×" else Box(60, 400 + 50 * at, 200, 40),
        )
        for at, label in enumerate(buttons)
    ]
    return screen(*page, card, *inside)


def moved(items: tuple[Element, ...], by: float) -> list[Element]:
    return [replace(item, box=replace(item.box, y=item.box.y + by)) for item in items]


TOAST = element(6, "status", "Could not connect")
MAP = replace(element(1, "canvas", "", affordances=("tap",)), box=Box(0, 48, 412, 700))

CARD = replace(element(6, "status", "You are online again"), box=Box(0, 120, 412, 100))
BOARD = replace(MAP, affordances=frozenset())
SEAL = replace(element(1, "image", "Seal"), box=Box(0, 48, 200, 100))

CASES: dict[str, tuple[Screen, Screen, ChangeKind]] = {
    "nothing": (PAGE, PAGE, "same"),
    "a new text": (PAGE, screen(HEAD, *ROWS, element(6, "text", "Saved")), "content"),
    "a row less": (PAGE, screen(HEAD, *ROWS[:4]), "content"),
    "a value typed": (
        screen(HEAD, element(1, "textbox", "Title", states=["editable"])),
        screen(HEAD, element(1, "textbox", "Title", value="Milk", states=["editable"])),
        "content",
    ),
    "a box ticked": (
        screen(HEAD, element(1, "checkbox", "Done")),
        screen(HEAD, element(1, "checkbox", "Done", states=["checked"])),
        "content",
    ),
    "another page of the same look": (PAGE, screen(HEAD, *ROWS, location="http://app.test/other"), "content"),
    "a popup": (PAGE, over(PAGE, "Enjoying it?", "Rate it", "×"), "popup"),
    "a popup over a popup": (
        over(PAGE, "Enjoying it?", "Rate it", "×"),
        over(over(PAGE, "Enjoying it?", "Rate it", "×"), "Battery tip", "Dismiss"),
        "popup",
    ),
    "a question": (PAGE, over(PAGE, "Delete Note 3?", "Delete", "Cancel"), "question"),
    "a popup over something new": (
        PAGE,
        over(screen(HEAD, element(1, "text", "Saved")), "Enjoying it?", "Rate it", "×"),
        "content",
    ),
    "a dialog answered with another": (
        over(PAGE, "Delete Note 3?", "Delete", "Cancel"),
        over(PAGE, "It is gone", "Got it"),
        "content",
    ),
    "a dialog closed": (over(PAGE, "Delete Note 3?", "Delete", "Cancel"), PAGE, "content"),
    "an alert of the browser": (PAGE, screen(element(0, "button", "OK"), modal=Modal("alert", "Hello")), "popup"),
    "a question of the browser": (
        PAGE,
        screen(element(0, "button", "OK"), modal=Modal("confirm", "Really?")),
        "question",
    ),
    "a notice that comes": (PAGE, screen(HEAD, *ROWS, TOAST), "notice"),
    "a notice that goes": (screen(HEAD, *ROWS, TOAST), PAGE, "notice"),
    "a new row in a list of notifications": (
        PAGE,
        screen(HEAD, *ROWS, element(6, "text", "Ada likes Note 1", test_id="notification-7")),
        "content",
    ),
    "a card that slides over it": (
        PAGE,
        screen(
            HEAD,
            *ROWS[:2],
            replace(ROWS[2], visibility="covered"),
            *ROWS[3:],
            replace(element(6, "text", "Breaking news"), box=Box(20, 150, 300, 22)),
        ),
        "unknown",
    ),
    "a card that takes touches": (
        PAGE,
        screen(HEAD, *ROWS[:2], replace(ROWS[2], visibility="covered"), *ROWS[3:], CARD),
        "notice",
    ),
    "a menu that unfolds": (
        PAGE,
        screen(
            HEAD,
            *ROWS[:2],
            replace(ROWS[2], visibility="covered"),
            *ROWS[3:],
            replace(element(6, "menuitem", "Rename"), box=Box(20, 150, 300, 22)),
        ),
        "content",
    ),
    "a shifted layout": (PAGE, screen(HEAD, *moved(ROWS, 30)), "moved"),
    "a layout shifted out of view": (
        PAGE,
        screen(HEAD, *moved(ROWS[:4], 30), replace(moved(ROWS[4:], 30)[0], visibility="offscreen")),
        "moved",
    ),
    "a scrolled list": (
        screen(HEAD, *ROWS[:4], replace(ROWS[4], visibility="offscreen")),
        screen(HEAD, replace(ROWS[0], visibility="offscreen"), *moved(ROWS[1:], -48)),
        "content",
    ),
    "another order": (
        PAGE,
        screen(HEAD, *moved(ROWS[:1], 48), *moved(ROWS[1:2], -48), *ROWS[2:]),
        "content",
    ),
    "one thing dragged": (PAGE, screen(HEAD, replace(ROWS[0], box=Box(100, 60, 412, 48)), *ROWS[1:]), "unknown"),
    "a black screen": (PAGE, screen(condition="blank"), "unknown"),
    "a page that was black": (screen(condition="blank"), PAGE, "unknown"),
    "a hierarchy lost": (PAGE, screen(condition="empty_hierarchy"), "unknown"),
    "a canvas that may have changed": (screen(HEAD, MAP), screen(HEAD, MAP), "unknown"),
    "a canvas that takes touches unseen": (screen(HEAD, BOARD), screen(HEAD, BOARD), "unknown"),
    "a small picture": (screen(HEAD, SEAL), screen(HEAD, SEAL), "same"),
    "an app that was gone": (screen(condition="app_gone"), PAGE, "content"),
    "a clock that ticks": (
        screen(HEAD, element(1, "text", "Vor 0:14:05"), *ROWS[1:]),
        screen(HEAD, element(1, "text", "Vor 0:14:09"), *moved(ROWS[1:], 24)),
        "moved",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_kinds_of_change(name: str) -> None:
    before, after, kind = CASES[name]
    change = change_between(before, after)
    assert change.kind == kind, change.reason
    outcomes = {"content": "holds", "question": "holds", "same": "fails", "moved": "fails"}
    verdict = evaluate(Changed(), before, after, 4)
    assert verdict.outcome == outcomes.get(kind, "undecided")
    assert verdict.reason == change.reason
    assert not verdict.vacuous


@pytest.mark.parametrize("name", CASES)
def test_only_an_effect_makes_a_step_effective(name: str) -> None:
    before, after, kind = CASES[name]
    judged = judge_step((), before, after, 0).effectiveness
    expected = {"content": "effective", "question": "effective", "same": "ineffective", "moved": "ineffective"}
    assert judged == expected.get(kind, "uncertain")
    scrolled = judge_step((), before, after, 0, moves=True).effectiveness
    assert scrolled == ("uncertain" if kind == "moved" else judged)
    missing = judge_step((TextVisible("never there"),), before, after, 0).effectiveness
    assert missing == ("ineffective" if expected.get(kind) == "ineffective" else "uncertain")


def test_what_changed_is_named_and_cited() -> None:
    after = screen(HEAD, *ROWS, element(6, "text", "Saved a moment ago"))
    verdict = evaluate(Changed(), PAGE, after, 4)
    assert "Saved a moment ago" in verdict.reason
    assert (verdict.evidence[0].screen, verdict.evidence[0].element) == (after.digest, 6)


SECRET = replace(element(1, "textbox", "Password", states=("password", "editable")), masked=0)


def test_that_a_password_field_was_filled_is_seen_by_how_much_it_holds() -> None:
    before, after = screen(HEAD, SECRET), screen(HEAD, replace(SECRET, masked=9))
    ref = ref_of(before, SECRET)
    told = "the field 'Password' holds 9 hidden characters"
    assert change_between(before, after).reason == told
    for expected in ((), (Effect("the password is entered"),), (FieldHas(ref, "desk_password"),)):
        judged = judge_step(expected, before, after, 1, ref)
        assert (judged.effectiveness, judged.verdicts[0].reason) == ("effective", told)
    emptied = judge_step((FieldHas(ref, "desk_password"),), after, before, 1, ref)
    assert emptied.effectiveness == "uncertain"
    unknown = replace(SECRET, masked=None)
    assert evaluate(FieldHas(ref, "x"), before, screen(HEAD, unknown), 1).outcome == "undecided"


def test_a_message_that_came_and_went_tells_that_the_touch_was_not_missed() -> None:
    before = screen(element(0, "button", "Save"))
    after = replace(before, observation=replace(before.observation, said=("Failed to fetch",)))
    assert change_between(before, after) == Change("notice", "only a notice came and went: 'Failed to fetch'")
    assert change_between(after, after).kind == "same"
    found = evaluate(TextVisible("Failed to fetch"), before, after, 1)
    assert (found.outcome, found.vacuous) == ("holds", False)


def test_a_canvas_drawn_alike_has_not_changed() -> None:
    picture = Picture(b"drawn", "image/png", 1.0)
    drawn = replace(screen(HEAD, MAP), observation=replace(screen(HEAD, MAP).observation, picture=picture))
    assert change_between(drawn, drawn).kind == "same"


def test_a_page_that_was_scrolled_by_a_hair_has_been_scrolled() -> None:
    after = screen(HEAD, *moved(ROWS, -30))
    scrolled = replace(after, observation=replace(after.observation, scroll=ScrollExtent(above=30)))
    assert change_between(PAGE, scrolled).kind == "content"
