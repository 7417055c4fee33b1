"""Dialogs of many designs, in any language: what closes them, and which of them want an answer."""

from dataclasses import replace

import pytest

from sextant.evidence.dialogs import Dialog, came_up, dialog_of
from sextant.types.geometry import Box
from sextant.types.screens import Element, Modal, Screen
from tests.support.screens import element, screen

PAGE = (
    element(0, "heading", "Notes"),
    element(1, "link", "Inbox"),
    element(2, "link", "Archive"),
    element(3, "button", "New note"),
)


def over(title: str, text: str, *buttons: str, more: tuple[Element, ...] = (), covers: bool = True) -> Screen:
    """The page with a dialog over it: heading, text and buttons in a card in the middle."""
    page = [replace(item, visibility="covered") if covers else item for item in PAGE]
    mark = f"dialog: {title}"
    card = replace(element(4, "dialog", title, affordances=()), box=Box(40, 300, 332, 260), landmark=mark)
    found = [card, _part(5, "heading", title, mark, 320), _part(6, "text", text, mark, 360)]
    found += [_part(7 + at, "button", label, mark, 410 + 40 * at) for at, label in enumerate(buttons)]
    found += [replace(item, index=7 + len(buttons) + at, parent=4) for at, item in enumerate(more)]
    return screen(*page, *found)


def _part(index: int, role: str, label: str, mark: str, y: float) -> Element:
    return replace(element(index, role, label, parent=4, landmark=mark), box=Box(60, y, 292, 36))


def found_in(place: Screen) -> Dialog:
    dialog = dialog_of(place)
    assert dialog is not None
    return dialog


CROSS = replace(element(0, "button", "×"), box=Box(336, 304, 32, 32))
FIELD = replace(element(0, "textbox", "E-post", states=["editable"]), box=Box(60, 480, 292, 40))

POPUPS = [
    ("20% off this week", ("Show me",), "×", ""), ("Nowość: tryb ciemny", ("Włącz",), "", "Zamknij"),
    ("Ny version finns", ("Uppdatera",), "✕", "Stäng"), ("新しいバージョン", ("更新する",), "x", "閉じる"),
    ("إصدار جديد", ("تحديث",), "", ""), ("发现新版本", (), "✖", "关闭"),
]  # fmt: skip

QUESTIONS = [
    ("Delete this note?", ("Cancel", "Delete")), ("Usunąć notatkę?", ("Anuluj", "Usuń")),
    ("Radera anteckningen?", ("Avbryt", "Radera")), ("メモを削除しますか？", ("キャンセル", "削除")),
    ("Enjoying the app?", ("Rate it", "Not now")), ("喜欢这个应用吗？", ("去评分", "以后再说")),
    ("Ada Lovelace", ("Pin", "Mute", "Mark as read", "Cancel")),
]  # fmt: skip


@pytest.mark.parametrize("x", [44.0, 336.0])
@pytest.mark.parametrize(("title", "offers", "sign", "name"), POPUPS, ids=[row[0] for row in POPUPS])
def test_a_sign_in_a_corner_closes_in_any_language(
    title: str, offers: tuple[str, ...], sign: str, name: str, x: float
) -> None:
    cross = replace(element(0, "button", sign), name=name, box=Box(x, 304, 32, 32))
    dialog = found_in(over(title, "…", *offers, more=(cross,)))
    assert dialog.closer is not None
    assert dialog.closer.box == cross.box
    assert [item.label for item in dialog.offers] == [*offers]
    assert (dialog.title, dialog.asks, dialog.blocking) == (title, False, True)


@pytest.mark.parametrize("cross", [(), (CROSS,)], ids=["no cross", "cross"])
@pytest.mark.parametrize(("title", "buttons"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_two_answers_are_a_question_in_any_language(
    title: str, buttons: tuple[str, ...], cross: tuple[Element, ...]
) -> None:
    dialog = found_in(over(title, "…", *buttons, more=cross))
    assert dialog.asks
    assert [item.label for item in dialog.offers] == [*buttons]


@pytest.mark.parametrize("more", [FIELD, replace(element(0, "checkbox", "X"), box=Box(60, 480, 24, 24))])
def test_something_to_fill_in_is_the_actors_whatever_closes_it(more: Element) -> None:
    assert found_in(over("Nyhetsbrev", "…", "Skicka", more=(CROSS, more))).asks


@pytest.mark.parametrize(
    "control",
    [
        replace(CROSS, box=Box(180, 420, 32, 32)), replace(CROSS, href="https://ads.test/"),
        replace(CROSS, text="削", name="削"), replace(CROSS, text="OK", name="OK"), replace(CROSS, input_type="submit"),
        replace(CROSS, role="checkbox"), replace(CROSS, box=Box(250, 304, 110, 32)),
    ],
    ids=["in the middle", "a link", "a letter", "a word", "submits", "a choice", "not small"],
)  # fmt: skip
def test_what_closes_nothing_for_certain_is_an_offer(control: Element) -> None:
    dialog = found_in(over("Summer sale", "Everything must go.", more=(control,)))
    assert dialog.closer is None
    assert len(dialog.offers) == 1


@pytest.mark.parametrize(
    ("kind", "asks"), [("alert", False), ("confirm", True), ("prompt", True), ("beforeunload", True), ("select", True)]
)
def test_native_dialogs(kind: str, asks: bool) -> None:
    ok = replace(element(0, "button", "OK"), source="modal")
    cancel = replace(element(1, "button", "Cancel"), source="modal")
    buttons = (ok,) if kind == "alert" else (ok, cancel)
    dialog = found_in(screen(*buttons, modal=Modal(kind, "Leave the page?")))  # type: ignore[arg-type]
    assert dialog.native
    assert dialog.asks == asks
    assert dialog.closer == (None if asks else ok)


def test_a_sheet_that_no_role_names_is_known_by_what_it_covers() -> None:
    page = [replace(item, visibility="covered") for item in PAGE]
    ad = replace(element(4, "image", "Big sale", affordances=("tap",)), box=Box(0, 40, 412, 500))
    cross = replace(element(5, "button", ""), box=Box(370, 44, 36, 36))
    dialog = found_in(screen(*page, ad, cross))
    assert dialog.closer == cross
    assert dialog.offers == (ad,)
    assert dialog.box.height == 500


def test_what_came_up_is_what_was_not_there() -> None:
    plain, asked = screen(*PAGE), over("Enjoying it?", "", "Rate it", "Not now")
    dialog = came_up(plain, asked)
    assert dialog is not None
    assert dialog.title == "Enjoying it?"
    assert came_up(asked, asked) is None
    assert came_up(asked, plain) is None
    other = came_up(asked, over("Battery tip", "", "Dismiss"))
    assert other is not None
    assert other.title == "Battery tip"


def test_a_screen_that_cannot_be_read_has_no_dialog() -> None:
    assert dialog_of(replace_condition(over("Tip", "", "OK"))) is None


def replace_condition(place: Screen) -> Screen:
    return replace(place, observation=replace(place.observation, condition="blank"))


@pytest.mark.parametrize("role", ["status", "button"])
def test_a_card_over_some_of_many_is_no_dialog(role: str) -> None:
    """Neither where it takes touches, nor where much of what is left comes after it in the document."""
    rows = [element(at, "link", f"App {at}", visibility="covered" if at in (2, 3, 4) else "visible") for at in range(9)]
    card = replace(element(9, role, "You are online again"), box=Box(0, 90, 412, 150))
    assert dialog_of(screen(*rows, card)) is None
