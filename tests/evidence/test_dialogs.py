"""Dialogs of many designs, in three languages: what closes them, and which of them want an answer."""

from dataclasses import replace

import pytest

from sextant.evidence.dialog_words import says
from sextant.evidence.dialogs import Dialog, came_up, dialog_of
from sextant.types.geometry import Box
from sextant.types.screens import Element, Modal, Screen
from sextant.worlds.author.surprising import popup_texts
from sextant.worlds.spec.phone import PopupSurprise
from sextant.worlds.spec.world import World
from sextant.worlds.twin.device import TwinDevice
from tests.support.screens import element, screen
from tests.worlds.sample import sample

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


POPUPS = [
    ("Enjoying the app?", "Tell others with a few stars.", ("Rate it", "Not now"), "Not now"),
    ("20% off this week", "On everything with a green tag.", ("Show me", "Close"), "Close"),
    ("Stay up to date", "Turn notifications on.", ("Allow", "Maybe later"), "Maybe later"),
    ("New: dark mode", "It follows the sun.", ("Turn it on", "Got it"), "Got it"),
    ("Welcome back", "Here is what is new.", ("OK",), "OK"),
    ("Get the app", "It is faster.", ("Install", "Continue in browser", "No thanks"), "No thanks"),
    ("We value your privacy", "We use cookies.", ("Accept all", "Reject all", "Settings"), "Reject all"),
    ("Don’t miss out", "Our best offers.", ("See offers", "No, thank you!"), "No, thank you!"),
    ("Gefällt dir die App?", "Erzähl es weiter.", ("Bewerten", "Nicht jetzt"), "Nicht jetzt"),
    ("Neu: dunkles Design", "Es folgt der Sonne.", ("Einschalten", "Schließen"), "Schließen"),
    ("Newsletter", "Einmal im Monat.", ("Anmelden", "Nein, danke"), "Nein, danke"),
    ("Tipp", "Wische nach links.", ("Verstanden",), "Verstanden"),
    ("Wir verwenden Cookies", "Für ein besseres Erlebnis.", ("Alle akzeptieren", "Alle ablehnen"), "Alle ablehnen"),
    ("喜欢这个应用吗？", "给我们打几颗星吧。", ("去评分", "以后再说"), "以后再说"),
    ("新功能", "可以跟随日出日落。", ("开启", "知道了"), "知道了"),
    ("发现新版本", "修复了一些问题。", ("立即更新", "暂不更新"), "暂不更新"),
    ("限时优惠", "全场八折。", ("去看看", "关闭"), "关闭"),
    ("广告", "今日推荐", ("了解详情", "跳过 5s"), "跳过 5s"),
]

QUESTIONS = [
    ("Delete this note?", "", ("Cancel", "Delete"), "Cancel"),
    ("Delete this note?", "It cannot be undone.", ("OK", "Cancel"), "Cancel"),
    ("Are you sure?", "", ("Yes", "No"), "No"),
    ("Place the order?", "Parts are sent at once.", ("Order", "Not now"), "Not now"),
    ("Discard your changes?", "", ("Discard", "Keep editing"), "Keep editing"),
    ("Send 40.00 to Ada?", "", ("Send", "Not yet"), "Not yet"),
    ("Cancel this visit?", "The slot goes to somebody else.", ("Cancel visit", "Keep it"), "Keep it"),
    ("Ada Lovelace", "", ("Pin", "Mute", "Mark as read", "Cancel"), "Cancel"),
    ("Choose a language", "", ("English", "Deutsch"), ""),
    ("Notiz löschen?", "", ("Löschen", "Abbrechen"), "Abbrechen"),
    ("Wirklich abmelden?", "", ("Ja", "Nein"), "Nein"),
    ("Verbindlich buchen?", "", ("Buchen", "Später"), "Später"),
    ("删除这条笔记？", "", ("删除", "取消"), "取消"),
    ("确认下单？", "配件立即寄出，不可退货。", ("下单", "暂不"), "暂不"),
    ("退出登录？", "", ("退出登录", "再想想"), "再想想"),
    ("确定要提交吗？", "提交后无法修改。", ("确定", "取消"), "取消"),
]


@pytest.mark.parametrize(("title", "text", "buttons", "closer"), POPUPS, ids=[row[0] for row in POPUPS])
def test_a_popup_wants_no_answer_and_has_a_way_out(
    title: str, text: str, buttons: tuple[str, ...], closer: str
) -> None:
    dialog = found_in(over(title, text, *buttons))
    assert not dialog.asks
    assert dialog.closer is not None
    assert dialog.closer.label == closer
    assert dialog.title == title
    assert dialog.blocking
    assert {item.label for item in (*dialog.offers, *dialog.closers)} == set(buttons)


@pytest.mark.parametrize(("title", "text", "buttons", "closer"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_a_question_about_the_task_is_its_own(title: str, text: str, buttons: tuple[str, ...], closer: str) -> None:
    dialog = found_in(over(title, text, *buttons))
    assert dialog.asks
    assert (dialog.closer.label if dialog.closer else "") == closer
    assert not dialog.error


@pytest.mark.parametrize(
    ("title", "text", "button"),
    [
        ("Could not save", "The title is required.", "OK"),
        ("Error", "Something went wrong. Try again.", "Close"),
        ("Fehler", "Die Nachricht konnte nicht gesendet werden.", "OK"),
        ("提示", "网络错误，请重试。", "知道了"),
    ],
)
def test_an_error_is_told_as_one(title: str, text: str, button: str) -> None:
    dialog = found_in(over(title, text, button))
    assert dialog.error
    assert not dialog.asks


@pytest.mark.parametrize("label", ["", "×", "X", "✕"])
@pytest.mark.parametrize("x", [44.0, 336.0])
def test_a_cross_in_a_corner_closes(label: str, x: float) -> None:
    cross = replace(element(0, "button", label), box=Box(x, 304, 32, 32))
    dialog = found_in(over("Summer sale", "Everything must go.", "Shop the sale", more=(cross,)))
    assert dialog.closer is not None
    assert dialog.closer.box == cross.box
    assert [item.label for item in dialog.offers] == ["Shop the sale"]
    assert not dialog.asks


def test_a_wordless_control_elsewhere_or_with_an_address_closes_nothing() -> None:
    middle = replace(element(0, "button", ""), box=Box(180, 420, 32, 32))
    leads = replace(element(1, "link", "", href="https://ads.test/"), box=Box(336, 304, 32, 32))
    dialog = found_in(over("Summer sale", "Everything must go.", more=(middle, leads)))
    assert dialog.closer is None
    assert len(dialog.offers) == 2


def test_the_name_that_programmers_gave_counts_for_what_has_no_words_only() -> None:
    icon = replace(element(0, "image", "", test_id="iv_close", affordances=("tap",)), box=Box(190, 560, 32, 32))
    dialog = found_in(over("Summer sale", "Everything must go.", "Shop the sale", more=(icon,)))
    assert dialog.closer is not None
    named = replace(element(0, "button", "Cancel visit", test_id="dialog-cancel"), box=Box(60, 420, 292, 36))
    asked = found_in(over("Your visit", "", "Keep it", more=(named,)))
    assert [item.label for item in asked.offers] == ["Cancel visit"]


def test_a_popup_without_a_way_out_has_no_closer() -> None:
    dialog = found_in(over("Update", "A better version is here.", "Update"))
    assert dialog.closer is None
    assert not dialog.asks


def test_a_form_is_the_tasks_own_and_a_newsletter_is_not() -> None:
    box = replace(element(0, "textbox", "Title", states=["editable"]), box=Box(60, 480, 292, 40))
    assert found_in(over("New note", "", "Save", "Close", more=(box,))).asks
    mail = replace(element(0, "textbox", "Email", states=["editable"]), box=Box(60, 480, 292, 40))
    assert not found_in(over("Our letter", "Once a month.", "Sign me up", "No thanks", more=(mail,))).asks


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
    assert dialog.closer == (cancel if asks else ok)


def test_a_sheet_that_no_role_names_is_known_by_what_it_covers() -> None:
    page = [replace(item, visibility="covered") for item in PAGE]
    ad = replace(element(4, "image", "Big sale", affordances=("tap",)), box=Box(0, 40, 412, 500))
    cross = replace(element(5, "button", ""), box=Box(370, 44, 36, 36))
    dialog = found_in(screen(*page, ad, cross))
    assert dialog.closer == cross
    assert dialog.offers == (ad,)
    assert dialog.box.height == 500


def test_a_button_that_floats_over_a_list_is_no_dialog() -> None:
    rows = [element(at, "link", f"Note {at}", visibility="covered" if at == 4 else "visible") for at in range(8)]
    float_ = replace(element(8, "button", "New"), box=Box(340, 200, 56, 56))
    assert dialog_of(screen(*rows, float_)) is None
    assert dialog_of(screen(*PAGE)) is None


@pytest.mark.parametrize("role", ["status", "button"])
def test_a_card_over_some_of_many_is_no_dialog(role: str) -> None:
    """Neither where it takes touches, nor where much of what is left comes after it in the document."""
    rows = [element(at, "link", f"App {at}", visibility="covered" if at in (2, 3, 4) else "visible") for at in range(9)]
    card = replace(element(9, role, "You are online again"), box=Box(0, 90, 412, 150))
    assert dialog_of(screen(*rows, card)) is None


def test_the_topmost_of_two_counts_and_what_is_folded_away_does_not() -> None:
    first = over("Edit note", "", "Save", "Cancel")
    mark = "dialog: Discard?"
    card = replace(element(9, "dialog", "Discard?", affordances=()), box=Box(80, 380, 240, 160), landmark=mark)
    yes = replace(element(10, "button", "Discard", parent=9, landmark=mark), box=Box(90, 480, 100, 40))
    assert found_in(screen(*first.elements, card, yes)).title == "Discard?"
    away = [replace(item, visibility="offscreen") for item in (card, yes)]
    assert found_in(screen(*first.elements, *away)).title == "Edit note"


def test_a_cookie_bar_leaves_the_page_free() -> None:
    assert not found_in(over("Cookies", "We use cookies.", "Accept", "Reject", covers=False)).blocking


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


def test_what_it_speaks_of() -> None:
    dialog = found_in(over("Delete Milk and bread?", "", "Delete", "Cancel"))
    assert dialog.concerns("Milk and bread")
    assert dialog.concerns("Delete note")
    assert not dialog.concerns("Settings", "the and")
    assert found_in(over("删除看房？", "", "删除", "取消")).concerns("看房")


def test_a_screen_that_cannot_be_read_has_no_dialog() -> None:
    assert dialog_of(replace_condition(over("Tip", "", "OK"))) is None


def replace_condition(place: Screen) -> Screen:
    return replace(place, observation=replace(place.observation, condition="blank"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_popups_of_worlds_are_popups(language: str) -> None:
    for texts in popup_texts():
        title, text, close, other = texts[language]
        dialog = dialog_of(_shown(PopupSurprise(id="p", at=1, title=title, text=text, close=close, other=other)))
        assert dialog is not None
        assert (dialog.title, dialog.asks, dialog.blocking) == (title, False, True)
        assert dialog.closer is not None
        assert dialog.closer.label == close


def _shown(popup: PopupSurprise) -> Screen:
    world = sample()
    phone = world.phone.model_copy(update={"surprises": (popup,)})
    device = TwinDevice(World.model_validate(world.model_copy(update={"phone": phone}).model_dump()))
    device.open()
    state = device.twin.snapshot()
    state["popup"] = popup.id
    device.twin.restore(state)
    return device.twin.screen()


@pytest.mark.parametrize(
    "label", ["Close account", "Skip the line", "Later today at noon", "Cancel order", "Ok Go", "No entry", "关闭账户"]
)
def test_a_label_counts_as_a_whole(label: str) -> None:
    assert says(label) == ""
