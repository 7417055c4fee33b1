"""Secrets on a phone: where they may be typed, and what stays private afterwards."""

from typing import Any

import pytest

from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.focus import Focus
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.private_fields import PrivateFields
from sextant.devices.android.secret_fields import SecretFields
from sextant.devices.android.views import View, read_hierarchy
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.journal.redact import Redactor
from sextant.types.actions import Tap, TypeText
from sextant.types.geometry import Point
from sextant.types.screens import Observation, Screen, ScreenKey
from sextant.types.secrets import NOTHING_TYPED, Binding, SecretUse
from tests.devices.android.fake_pages import FakePage, FakePages
from tests.devices.android.fake_phone import FakePhone
from tests.devices.android.test_web_pages import NAME, PROCESSES, SOCKETS, WEB_VIEW, answer, told

APP, CHAT, SITE = "org.app", "com.chat", "https://shop.test"
CODE = {**NAME, "a": "Code", "v": "", "s": ["focused", "editable", "password"], "m": 0}


def field(*flags: str, package: str = APP, hint: str = "Public comment") -> View:
    return View(class_name="android.widget.EditText", package=package, hint=hint, flags=frozenset({"focused", *flags}))


def fields(*origins: str, start: tuple[str, ...] = (APP,), **bound: Binding) -> SecretFields:
    known = SecretFields(bound, origins)
    known.start = start
    return known


def refused(known: SecretFields, view: View, package: str = APP, page: tuple[str, ...] | None = None) -> str:
    return known.refused("pw", Focus(view, page), package, None)


def opened(phone: FakePhone, bound: dict[str, Binding] | None = None) -> tuple[AndroidDevice, Observation]:
    options = AndroidOptions(driver="plain", quiet=0.0, settle=1.0, secrets=bound or {})
    device = AndroidDevice(options, connect=lambda _: phone, clock=lambda: 1.0)
    device.open()
    return device, device.look(picture=False)


def at(seen: Observation, label: str) -> Point:
    return next(one for one in seen.elements if one.label == label).box.centre


def screen(seen: Observation) -> Screen:
    return Screen(ScreenKey(seen.app, seen.title), "digest", seen)


# ---------------------------------------------------------------------- which app, which field


def test_an_unbound_secret_goes_into_password_fields_of_the_app_of_the_start() -> None:
    assert refused(fields(), field("password")) == ""
    assert refused(fields(CHAT), field("password", package=CHAT), CHAT) == ""  # named with --origin


@pytest.mark.parametrize(
    ("view", "package", "why"),
    [
        (field(), APP, "none of a login, and shows what is typed into it"),
        (field("password", "filled"), APP, "none of a login"),
        (field(package=CHAT), CHAT, "belongs to org.app, and this field to 'com.chat'"),
        (field("password", package=CHAT), CHAT, "belongs to org.app, and this field to 'com.chat'"),
        (field("password", package=CHAT), APP, "the field belongs to 'com.chat', which is not in front"),
    ],
)
def test_an_unbound_secret_goes_nowhere_else_unless_a_person_says_so(view: View, package: str, why: str) -> None:
    known, asked = fields("*"), list[SecretUse]()

    def confirm(use: SecretUse) -> bool:
        asked.append(use)
        return use.secret == "pw"

    note = refused(known, view, package)
    assert note.startswith(NOTHING_TYPED)
    assert why in note
    assert f'pw = {{ref = "env:…", origin = "android:{package}", field = "Public comment"}}' in note
    for _ in range(2):
        assert known.refused("pw", Focus(view), package, confirm) == ""
        assert why in known.refused("other", Focus(view), package, confirm)
    assert [(use.secret, use.origin) for use in asked] == [("pw", package), ("other", package)]


def test_a_bound_secret_goes_where_it_is_bound_and_nowhere_else() -> None:
    chat = fields(pw=Binding(CHAT))
    assert refused(chat, field("password", package=CHAT), CHAT) == ""
    assert "shows what is typed" in refused(chat, field(package=CHAT), CHAT)
    assert "belongs to com.chat" in refused(chat, field("password"))
    named = fields(pw=Binding("", "Public comment"))
    assert refused(named, field()) == ""
    assert "belongs to the field 'Public comment'" in refused(named, field("password", hint="Code"))
    hidden = fields(pw=Binding("", "password"))
    assert "belongs to the field 'password'" in refused(hidden, field(hint="password"))
    assert refused(hidden, field("password")) == ""


# ---------------------------------------------------------------------- which page


@pytest.mark.parametrize(
    ("binding", "start", "page", "why"),
    [
        (Binding(SITE), (CHAT,), (SITE,), ""),
        (Binding(SITE), (APP,), ("https://evil.test",), "belongs to https://shop.test, and this field to"),
        (Binding(SITE), (APP,), ("https://evil.test", SITE), "belongs to https://shop.test, and this field to"),
        (Binding(SITE), (APP,), (SITE, "https://evil.test"), "stands in a page or a form of 'https://evil.test'"),
        (Binding(SITE), (APP,), (), "belongs to https://shop.test, and this field to"),
        (Binding(SITE), (APP,), None, "belongs to https://shop.test, and this field to"),
        (Binding(SITE), (APP,), ("http://shop.test",), "is not encrypted"),
        (Binding("http://shop.test"), (APP,), ("http://shop.test",), ""),
        (Binding(APP), (APP,), ("https://any.test",), ""),
        (Binding(APP), (APP,), ("http://any.test",), "is not encrypted"),
        (Binding(), (APP, SITE), (SITE,), ""),
        (Binding(), (APP,), (SITE,), "stands in a page or a form of 'https://shop.test'"),
        (Binding(), (APP, SITE), ("https://evil.test",), "stands in a page or a form of 'https://evil.test'"),
        (Binding(), (APP, SITE), (), "stands in a page or a form of 'a page that cannot be asked'"),
        (Binding(), (APP, "http://shop.test"), ("http://shop.test",), "is not encrypted"),
        (Binding(), (APP, "http://127.0.0.1:8000"), ("http://127.0.0.1:8000",), ""),
    ],
)
def test_the_page_around_a_field_is_compared_too(
    binding: Binding, start: tuple[str, ...], page: tuple[str, ...] | None, why: str
) -> None:
    note = refused(fields(start=start, pw=binding), field("password"), page=page)
    assert (why in note) if why else note == ""


def test_nobody_is_asked_to_send_a_secret_in_clear() -> None:
    asked = list[SecretUse]()
    known = fields(start=(APP, "http://shop.test"))
    known.refused("pw", Focus(field("password"), ("http://shop.test",)), APP, lambda use: bool(asked.append(use)))
    known.refused("pw", Focus(field("password"), ("http://shop.test",)), "", lambda use: bool(asked.append(use)))
    assert [use.exposed for use in asked] == [True], "the same while the app in front is not known"


@pytest.mark.parametrize(("leads", "typed"), [("https://shop.test/pay", True), ("https://evil.test/", False)])
def test_a_page_that_was_led_to_another_site_is_given_no_secret(leads: str, typed: bool) -> None:
    page = FakePage("A", told=told(), answer=answer(CODE), url="https://shop.test/cart")
    phone = FakePhone(
        sockets=SOCKETS, processes=PROCESSES, web=FakePages(page), web_view=WEB_VIEW.replace("Native pay", "Code")
    )
    device, seen = opened(phone)
    lease = device.lease()
    assert lease is not None
    assert lease.data["start"] == "org.reference https://shop.test"
    page.url = leads
    (note,) = device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes
    assert note.startswith(NOTHING_TYPED) is not typed  # typed, this page shows nothing of it
    assert any("s3cret" in command for command in phone.commands) is typed
    device.close()


def test_a_secret_is_typed_in_the_app_of_the_start_and_not_shown_in_another_field() -> None:
    phone = FakePhone()
    device, seen = opened(phone)
    assert device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes == ()
    (note,) = device.perform(TypeText("s3cret", at(seen, "Name"), secret="pw")).notes
    assert "shows what is typed into it" in note
    asked: list[Any] = []
    device.confirm_secrets(lambda use: asked.append(use) or True)
    assert device.perform(TypeText("s3cret", at(seen, "Name"), secret="pw")).notes == ()
    assert [(use.origin, use.field) for use in asked] == [("org.reference", "'Name' (text)")]


def test_a_field_that_took_the_focus_during_the_question_gets_nothing() -> None:
    phone = FakePhone()
    device, seen = opened(phone, {"pw": Binding("com.bank")})

    def confirm(use: SecretUse) -> bool:
        phone.device.perform(Tap(at(seen, "Name")))
        return use.secret == "pw"

    device.confirm_secrets(confirm)
    (note,) = device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes
    assert note == f"{NOTHING_TYPED}: the field changed as the secret was to be typed; try again"
    assert not any("s3cret" in command for command in phone.commands)


def test_an_app_that_came_to_the_front_during_the_question_gets_nothing() -> None:
    phone = FakePhone()
    device, seen = opened(phone, {"pw": Binding("com.bank")})

    def confirm(use: SecretUse) -> bool:
        phone.resumed = OTHER  # its window looks the same, and says that it is of the same package
        return use.secret == "pw"

    device.confirm_secrets(confirm)
    (note,) = device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes
    assert note == f"{NOTHING_TYPED}: the field changed as the secret was to be typed; try again"
    assert not any("s3cret" in command for command in phone.commands)


OTHER = "  ResumedActivity: ActivityRecord{5c u0 com.chat/.Main t9}\n"


def test_before_a_secret_is_typed_while_the_dumps_disagree_a_person_is_asked_each_time() -> None:
    phone = FakePhone()
    device, seen = opened(phone)
    phone.resumed = OTHER
    note = f"{NOTHING_TYPED}: the phone does not tell for sure which app is in front. A person may allow it."
    assert device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes == (note,)
    assert not any("s3cret" in command for command in phone.commands)
    asked = list[SecretUse]()
    device.confirm_secrets(lambda use: asked.append(use) or len(asked) == 1)
    assert device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes == ()
    assert device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes == (note,)
    assert [use.origin for use in asked] == ["an app that is not known"] * 2


def test_a_run_that_starts_while_the_dumps_disagree_has_no_app_of_the_start() -> None:
    phone = FakePhone(resumed=OTHER)
    device, _ = opened(phone)
    phone.resumed = ""
    seen = device.look(picture=False)
    (note,) = device.perform(TypeText("s3cret", at(seen, "Code"), secret="pw")).notes
    assert "belongs to the app of the start, and this field to 'org.reference'" in note


# ---------------------------------------------------------------------- what stays private


def hierarchy(*fields: tuple[str, bool], over: str = "") -> str:
    """Fields of an app, as their ids and whether they have the flag; `over` stands above them."""
    nodes = "".join(
        f'<node class="android.widget.EditText" package="{APP}" resource-id="{name}" text="hunter2" '
        f'password="{str(hidden).lower()}" bounds="[0,{at}00][900,{at}90]"/>'
        for at, (name, hidden) in enumerate(fields, 1)
    )
    return f'<hierarchy><node class="Layout" package="{APP}" bounds="[0,0][1000,2000]">{over}{nodes}</node></hierarchy>'


def private(known: PrivateFields, shown: str, activity: str = "org.app/.Login", learn: bool = True) -> list[bool]:
    windows = read_hierarchy(shown).windows
    known.hide(windows, activity, learn=learn)
    return ["password" in view.flags for window in windows for view in window.walk() if view.kind == "EditText"]


@pytest.mark.parametrize("name", ["org.app:id/input", ""])
def test_a_field_that_was_private_stays_so_in_its_activity(name: str) -> None:
    known, other = PrivateFields(), "org.app:id/other"
    assert private(known, hierarchy((other, False), (name, True))) == [False, True]
    label = f'<node class="TextView" package="{APP}" text="Wrong" bounds="[0,0][900,90]"/>'
    assert private(known, hierarchy((other, False), (name, False), over=label)) == [False, True]
    assert private(known, hierarchy((other, False), (name, False)), "org.app/.Other") == [False, False]
    assert private(known, hierarchy((other, False), (name, False)), learn=False) == [False, True]


def test_of_two_fields_with_one_id_the_one_that_was_private_is() -> None:
    known, name = PrivateFields(), "org.app:id/input"
    private(known, hierarchy((name, False), (name, True)))
    assert private(known, hierarchy((name, False), (name, False))) == [False, True]


def test_fields_without_ids_are_told_apart_by_their_places() -> None:
    known, found = PrivateFields(), list[Focus]()
    for _ in range(2):
        windows = read_hierarchy(hierarchy(("", True), ("", True))).windows
        known.hide(windows, "org.app/.Login", learn=True)
        found += [Focus(view, None, known.place_of(view)) for view in windows[0].children]
    one, other, again, _ = found
    assert (one.is_that_of(again), one.is_that_of(other)) == (True, False)


REVEALS = ScriptedApp(
    pages={
        "first": Page(
            "Login", (Widget("Code", role="textbox", field="code", password=True), Widget("Eye", goes="shown"))
        ),
        "shown": Page("Login", (Widget("Code", role="textbox", field="code"), Widget("Eye", goes="first"))),
    },
    start="first",
    apps={"reference": "first"},
)


def test_a_password_that_is_shown_later_stays_private_in_text_and_picture() -> None:
    phone = FakePhone(device=ScriptedDevice(REVEALS))
    device, seen = opened(phone)
    device.perform(TypeText("hunter2", at(seen, "Code")))
    phone.device.perform(Tap(at(seen, "Eye")))
    assert "hunter2" in phone.exec_out("uiautomator dump").decode()
    shown = device.look(picture=False)
    code = next(one for one in shown.elements if one.label == "Code")
    assert ("password" in code.states, code.value, code.masked) == (True, "", 7)
    assert "hunter2" not in str(shown)
    assert Redactor().boxes(screen(shown)) == (code.box,)


def test_a_field_that_was_filled_from_a_secret_is_private() -> None:
    device, seen = opened(FakePhone(), {"pw": Binding("", "Name")})
    assert device.perform(TypeText("s3cret", at(seen, "Name"), secret="pw")).notes == ()
    name = next(one for one in device.look(picture=False).elements if one.label == "Name")
    assert ("password" in name.states, name.value, name.masked) == (True, "", 6)
    assert "shows what is typed" in device.perform(TypeText("x", at(seen, "Name"), secret="other")).notes[0]
