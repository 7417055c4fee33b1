"""The Android device on a phone in memory: what happens to phones, and to the cable."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import Harness, Hooks, Probes, RunRequest, build_run
from sextant.devices.android.adb import AdbServer, ConnectedDevice
from sextant.devices.android.automator_server import CallRefused
from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.screen_reader import NO_TREE
from sextant.devices.conformance import CHECKS, find, run_check
from sextant.elements.refs import ref_of
from sextant.errors import DeviceLost, DeviceUnreachable, NeedsPerson, UsageError
from sextant.protocols import Device
from sextant.settings import JournalSettings, Settings
from sextant.types.actions import DragPath, Hold, LaunchApp, Meant, Pause, Tap, TypeText
from sextant.types.decisions import Brief, Decision
from sextant.types.devices import Lease
from sextant.types.geometry import Point
from sextant.types.secrets import NOTHING_TYPED, Binding
from sextant_bench.stage import Bystander, CountingActor
from tests.devices.android.fake_phone import FakePhone

PLAIN = AndroidOptions(driver="plain", quiet=0.0, settle=1.0, reconnect=1.0)
BY_KEYBOARD = replace(PLAIN, keyboard="adb")
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
METHODS = ("org.keys/.Own", ADB_KEYBOARD)
RECORD = """  NotificationRecord(0x01: pkg=org.reference user=UserHandle{{0}} id=7 key=…: Notification(channel=x))
      extras={{
          android.title=String ({})
          android.subText=null
          android.showChronometer=Boolean (false)
          android.text=SpannableString ({})
      }}
"""


def device(phone: FakePhone, options: AndroidOptions = PLAIN, lease: Lease | None = None) -> AndroidDevice:
    return AndroidDevice(options, lease, connect=lambda serial: phone, clock=lambda: 1.0)


def plugged(options: AndroidOptions = PLAIN, **knobs: Any) -> tuple[FakePhone, AndroidDevice]:
    """A phone and the device that is open on it."""
    phone = FakePhone(**knobs)
    opened = device(phone, options)
    opened.open()
    return phone, opened


@pytest.mark.parametrize("check", [check for check in CHECKS if check not in ("scrolling_reveals",)])
def test_it_keeps_the_contract(check: str) -> None:
    phones: dict[str, FakePhone] = {}

    def make(lease: Lease | None = None) -> Device:
        phone = phones["last"] = phones["last"] if lease is not None else FakePhone(methods=METHODS)
        return device(phone, BY_KEYBOARD, lease)

    outcome = run_check(check, make)
    assert outcome.good, outcome.detail


def test_opening_says_how_the_phone_is_used_and_where_it_is() -> None:
    phone = device(FakePhone())
    opened = phone.open()
    assert opened.how == "fresh"
    assert any("uiautomator dump" in note for note in opened.notes)
    seen = phone.look()
    assert (seen.app, seen.location, seen.facts["component"]) == ("org.reference", *["org.reference/.Main"] * 2)
    assert (seen.size.width, seen.size.height) == (412, 915)
    assert seen.picture
    assert seen.picture.scale == 1


def test_a_display_is_turned_on_a_lock_is_opened_and_one_with_a_code_is_for_the_person() -> None:
    phone = FakePhone(awake=False, locked=True)
    assert "the display was off and was turned on" in device(phone).open().notes
    assert (phone.awake, phone.locked) == (True, False)
    with pytest.raises(NeedsPerson, match="locked"):
        device(FakePhone(locked=True, code=True)).open()
    phone, opened = plugged()
    phone.locked = phone.code = True
    with pytest.raises(NeedsPerson, match="locked itself"):
        opened.look()


def test_a_display_that_goes_off_in_a_run_is_turned_on_again_before_a_look_and_before_a_touch() -> None:
    phone, times = FakePhone(), [0.0]
    opened = AndroidDevice(PLAIN, connect=lambda serial: phone, clock=lambda: times[0])
    opened.open()
    add = find(opened.look(picture=False), "Add").box.centre
    phone.awake, phone.locked = False, True
    seen = opened.look(picture=False)
    assert (phone.awake, phone.locked, seen.condition) == (True, False, "ok")
    assert "the display was off and was turned on" in seen.notes
    phone.awake, phone.locked, times[0] = False, True, 40.0
    opened.perform(Tap(add), "one")
    assert (phone.awake, phone.locked, phone.device.counts["add"]) == (True, False, 1)
    assert "the display was off and was turned on" in opened.look(picture=False).notes
    phone.awake, phone.locked, phone.code, times[0] = False, True, True, 80.0
    with pytest.raises(NeedsPerson, match="locked itself"):
        opened.perform(Tap(add), "two")
    assert (phone.device.counts["add"], opened.injected("two")) == (1, False)
    phone.awake = False
    with pytest.raises(NeedsPerson, match="locked itself"):
        opened.look(picture=False)


def test_a_phone_that_comes_back_with_its_display_off_is_turned_on_before_a_touch() -> None:
    phone, opened = plugged()
    seen, sleeps = opened.look(picture=False), iter([True])
    add = find(seen, "Add")

    def fall_asleep(command: str) -> bool:
        lost = command.startswith("uiautomator dump") and next(sleeps, False)
        phone.awake = phone.awake and not lost
        return lost

    phone.lose = fall_asleep
    assert opened.perform(Tap(add.box.centre, meant=Meant(ref_of(seen, add), add.box)), "one").met
    assert (phone.awake, phone.device.counts["add"]) == (True, 1)


def test_an_app_without_a_tree_is_a_condition_and_a_black_picture_is_told() -> None:
    phone, opened = plugged(tree=False)
    seen = opened.look()
    assert seen.condition == "empty_hierarchy"
    assert any(note.startswith(NO_TREE) for note in seen.notes)
    assert seen.picture is not None
    phone.black = True
    dark = opened.look()
    assert dark.condition == "blank"
    assert any("FLAG_SECURE" in note for note in dark.notes)


def test_a_window_that_forbids_pictures_is_told_although_the_status_bar_is_in_them() -> None:
    phone, opened = plugged(black=True, flags="LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED")
    seen = opened.look()
    assert (seen.picture, seen.condition) == (None, "ok")
    assert any("FLAG_SECURE" in note for note in seen.notes)
    for phone.black, phone.flags in ((False, "SECURE"), (True, "LAYOUT_IN_SCREEN"), (True, "#2000")):
        seen = opened.look()
        assert (seen.picture is None) == any("FLAG_SECURE" in note for note in seen.notes) == (phone.flags == "#2000")


def test_prompts_of_the_system_are_modal() -> None:
    phone, opened = plugged(package="com.google.android.permissioncontroller")
    seen = opened.look(picture=False)
    assert seen.modal is not None
    assert seen.modal.kind == "permission"
    assert {one.source for one in seen.elements} == {"modal"}
    phone.package, phone.window = "org.reference", "Application Not Responding: org.reference"
    hang = opened.look(picture=False).modal
    assert hang is not None
    assert (hang.kind, hang.origin) == ("alert", "org.reference")


def test_a_phone_that_goes_away_before_a_touch_is_touched_once_it_is_back_or_is_a_fault() -> None:
    phone, opened = plugged()
    add = find(opened.look(picture=False), "Add").box.centre
    gone = iter([True])
    phone.lose = lambda command: command.startswith("echo B") and next(gone, False)
    done = opened.perform(Tap(add), "one")
    assert "the phone went away and came back" in done.notes
    assert (phone.device.counts["add"], opened.injected("one")) == (1, True)
    phone, opened = plugged(returns=False)
    phone.lose = lambda command: True
    with pytest.raises(DeviceLost) as raised:
        opened.look()
    assert raised.value.remedy


def test_a_phone_that_comes_back_with_another_screen_is_not_touched() -> None:
    phone, opened = plugged()
    seen = opened.look(picture=False)
    add, other = find(seen, "Add"), find(seen, "Next").box.centre

    def move_on(command: str) -> bool:
        lost = command.startswith("echo B")
        if lost:
            phone.device.perform(Tap(other))
            phone.lose = lambda command: False
        return lost

    phone.lose = move_on
    done = opened.perform(Tap(add.box.centre, meant=Meant(ref_of(seen, add), add.box)), "one")
    assert (done.untouched, opened.injected("one")) == ("absent", False)
    assert [one for one in phone.device.gestures if isinstance(one, Tap)] == [Tap(other)]


def test_a_call_that_the_phone_refuses_is_not_repeated() -> None:
    phone, opened = plugged()
    asked = list[str]()

    def refuse(command: str) -> bool:
        asked.append(command)
        raise CallRefused("The phone refused it.")

    phone.lose = refuse
    with pytest.raises(CallRefused):
        opened.look()
    assert len(asked) == 1


def test_a_phone_that_goes_away_after_a_touch_is_not_touched_twice() -> None:
    phone, opened = plugged()
    add = find(opened.look(picture=False), "Add").box.centre
    gone = iter([True])
    phone.lose = lambda command: command.startswith("echo D") and next(gone, False)
    with pytest.raises(DeviceLost):
        opened.perform(Tap(add), "one")
    assert phone.device.counts["add"] == 1
    assert opened.injected("one") is None
    lease = opened.lease()
    opened.detach()
    again = device(phone, lease=lease)
    assert again.open().how == "reattached"
    assert (again.injected("one"), again.injected("two")) == (None, False)
    assert find(again.look(picture=False), "added 1")
    again.detach()
    phone.files.clear()
    later = device(phone, lease=lease)
    later.open()
    assert later.injected("two") is None, "the list of injections is gone"


def test_a_phone_that_is_found_again_with_another_app_in_front_says_which_was_and_which_is() -> None:
    phone, opened = plugged()
    opened.look(picture=False)
    opened.detach()
    lease = opened.lease()
    assert lease is not None
    assert lease.data["front"] == "org.reference/.Main"
    assert not any("in front" in note for note in device(phone, lease=lease).open().notes)
    phone.package = "org.other"
    again, told = (
        device(phone, lease=lease),
        "org.reference/.Main was in front when the run was left; org.other/.Main is now",
    )
    found = again.open()
    assert (found.how, told in found.notes) == ("reattached", True)
    assert told in again.look(picture=False).notes
    assert told not in again.look(picture=False).notes


def test_a_secret_goes_neither_through_a_broadcast_nor_the_clipboard() -> None:
    bound = {"pin": Binding("org.reference", "password")}
    phone, opened = plugged(replace(BY_KEYBOARD, secrets=bound), methods=METHODS)
    code = find(opened.look(picture=False), "Code").box.centre
    (note,) = opened.perform(TypeText("pässwörd", code, secret="pin")).notes
    assert "nothing was typed" in note
    assert not [command for command in phone.commands if "broadcast" in command]


def test_a_touch_goes_where_its_element_is_by_now() -> None:
    phone, opened = plugged()
    seen = opened.look(picture=False)
    add, other = find(seen, "Add"), find(seen, "Next")
    done = opened.perform(Tap(other.box.centre, meant=Meant(ref_of(seen, add), other.box)), "follow")
    assert (done.met, done.untouched, phone.device.counts["add"]) == (True, "", 1)


def test_a_finger_stands_still_before_it_is_lifted_or_is_slow() -> None:
    drag = DragPath(Point(200, 700), Point(200, 200))
    for sdk, start in ((34, "input motionevent DOWN 600 2100 && "), (29, "input swipe 600 2100 600 600 3000")):
        phone, opened = plugged(sdk=sdk)
        opened.perform(drag, "once")
        (command,) = [one for one in phone.commands if "input " in one]
        assert start in command
        assert phone.device.gestures[-1] == drag
        if sdk == 34:
            moved, last = command.index("MOVE 600 600; sleep 0.15"), "MOVE 600 600; input motionevent UP 600 600"
            assert moved < command.index(last)
        opened.perform(Hold(Point(200, 700)))
        assert "input swipe 600 2100 600 2100 800" in phone.commands


def test_other_scripts_are_typed_by_adb_keyboard_or_it_is_told_that_nothing_is_typed() -> None:
    phone, opened = plugged(BY_KEYBOARD, methods=METHODS)
    name = find(opened.look(picture=False), "Name").box.centre
    assert opened.perform(TypeText("Grüße 世界 😀", name)).notes == ()
    assert (phone.device.fields["name"], phone.method) == ("Grüße 世界 😀", "org.keys/.Own")
    assert not [path for path in phone.files if "keyboard" in path]
    phone, opened = plugged()
    name = find(opened.look(picture=False), "Name").box.centre
    (note,) = opened.perform(TypeText("世界", name)).notes
    assert "android.keyboard" in note
    assert opened.perform(TypeText("10%s off it's", name)).notes == ()
    assert phone.device.fields["name"] == "10%s off it's"
    phone = FakePhone(method=ADB_KEYBOARD, files={"/data/local/tmp/sextant-keyboard": "org.keys/.Own\n"})
    notes = device(phone).open().notes
    assert any("set back" in note for note in notes)
    assert phone.method == "org.keys/.Own"
    assert "/data/local/tmp/sextant-keyboard" not in phone.files


@pytest.mark.parametrize(("sdk", "deleting"), [(34, 1), (29, 51)])
def test_a_long_text_is_typed_and_replaced_in_commands_that_end_in_time(sdk: int, deleting: int) -> None:
    phone, opened = plugged(sdk=sdk)
    name = find(opened.look(picture=False), "Name").box.centre
    text = "".join(f"{number:04} words" for number in range(1000))
    assert opened.perform(TypeText(text, name)).notes == ()
    assert phone.device.fields["name"] == text
    phone.commands.clear()
    assert opened.perform(TypeText("short", name)).notes == ()
    assert phone.device.fields["name"] == "short"
    assert sum("67" in command.split() for command in phone.commands) == deleting


def test_a_text_that_equals_the_hint_of_its_field_is_typed_once() -> None:
    phone, opened = plugged(BY_KEYBOARD, methods=METHODS)
    name = find(opened.look(picture=False), "Name").box.centre
    assert opened.perform(TypeText("Name", name)).notes == ()
    assert phone.device.fields["name"] == "Name"


def test_text_from_right_to_left_is_typed_and_replaced() -> None:
    phone, opened = plugged(BY_KEYBOARD, methods=METHODS)
    name = find(opened.look(picture=False), "Name").box.centre
    for text in ("שלום (world) 12", "\u200fمرحبا، كيف الحال؟"):
        assert opened.perform(TypeText(text, name)).notes == ()
        assert phone.device.fields["name"] == text
    assert find(opened.look(picture=False), "Name").value.endswith("مرحبا، كيف الحال؟")


def test_a_secret_goes_into_its_own_app_and_field_and_is_never_repeated() -> None:
    bound = {"pin": Binding("org.reference", "password"), "other": Binding("org.bank", "password")}
    phone, opened = plugged(replace(PLAIN, secrets=bound))
    seen = opened.look(picture=False)
    code, name = find(seen, "Code").box.centre, find(seen, "Name").box.centre
    assert opened.perform(TypeText("s3cret", code, secret="pin")).notes == ()
    assert phone.device.fields["code"] == "s3cret"
    hidden = find(opened.look(picture=False), "Code")
    assert (hidden.value, hidden.masked) == ("", 6)
    (elsewhere,) = opened.perform(TypeText("s3cret", name, secret="pin")).notes
    (foreign,) = opened.perform(TypeText("s3cret", code, secret="other")).notes
    assert elsewhere.startswith(NOTHING_TYPED)
    assert "org.bank" in foreign
    assert "s3cret" not in elsewhere + foreign
    opened.confirm_secrets(lambda use: use.secret == "pin")
    assert opened.perform(TypeText("s3cret", name, secret="pin")).notes == ()


def test_apps_are_found_by_label_package_and_activity() -> None:
    _, opened = plugged()
    assert opened.apps() == ("reference", "org.reference")
    for name in ("Reference", "org.reference", "org.reference/.Main", "org.reference/.ErrorActivity"):
        assert opened.perform(LaunchApp(name)).notes == (), name
    assert "no app called" in opened.perform(LaunchApp("Bank")).notes[0]
    assert "does not exist" in opened.perform(LaunchApp("org.none/.Main")).notes[0]


def test_apps_are_listed_with_the_labels_of_the_home_screen() -> None:
    _, opened = plugged(label="Einstellungen")
    assert opened.apps() == ("Einstellungen", "org.reference")
    assert opened.perform(LaunchApp("einstellungen")).notes == ()


class IdleActor(CountingActor):
    def decide(self, brief: Brief, objections: object = (), rejected: Decision | None = None) -> Decision:
        raise AssertionError((brief, objections, rejected))


@pytest.mark.parametrize("label", ["*", "https://bank.example", "world:", "com.android.permissioncontroller"])
def test_a_label_that_an_app_chose_does_not_widen_a_run(label: str, tmp_path: Path) -> None:
    _, phone = plugged(label=label, home="org.reference/.Main")
    settings = Settings(journal=JournalSettings(tmp_path))
    hooks = Hooks(probes=Probes(actor=IdleActor))
    run = build_run(RunRequest("look", "android:F", harness=Harness(device=phone)), settings, Bystander(), hooks)
    assert run.head.task.policy.origins == ("org.reference",)


def test_an_app_of_a_profile_in_front_is_told_and_what_the_personal_one_posts_is_not() -> None:
    work = "\tUserInfo{0:Owner:c13} running\n\tUserInfo{10:Arbeit:1030} running\n"
    phone, opened = plugged(replace(PLAIN, network=True), users=work, user=10, traffic={10080: (1000, 500)})
    told = "the app in front is that of the profile 'Arbeit'"
    assert told in opened.look(picture=False).notes
    phone.notifications["0|org.reference|7|sync|10080"] = RECORD.format("Upload finished", "photo.jpg")
    phone.traffic = {10080: (1200, 560)}
    opened.perform(Pause(0.0))
    seen = opened.look(picture=False)
    assert [note for note in seen.notes if "org.reference" in note or "profile" in note] == [told]
    assert seen.facts["component"] == "org.reference/.Main"
    phone.user = 0
    assert told not in opened.look(picture=False).notes


class Listed(AdbServer):
    """A server that lists what it is told."""

    def __init__(self, *found: ConnectedDevice) -> None:
        self.found = found

    def devices(self) -> tuple[ConnectedDevice, ...]:
        return self.found

    def connect(self, address: str) -> bool:
        del address
        return False


@pytest.mark.parametrize(
    ("found", "serial", "error", "told"),
    [
        ((), "", DeviceUnreachable, "No phone is connected"),
        ((), "X1", DeviceUnreachable, "connected: none"),
        ((ConnectedDevice("A", "device"), ConnectedDevice("B", "device")), "", UsageError, "android:A, android:B"),
        ((ConnectedDevice("A", "device"),), "B", DeviceUnreachable, "connected: A"),
        ((ConnectedDevice("A", "unauthorized"),), "A", DeviceUnreachable, "accept the prompt"),
        ((ConnectedDevice("A", "offline"),), "", DeviceUnreachable, "adb reconnect offline"),
        ((ConnectedDevice("A", "no"),), "", DeviceUnreachable, "udev"),
        ((ConnectedDevice("A", "recovery"),), "A", DeviceUnreachable, "recovery"),
    ],
)
def test_a_phone_that_cannot_be_used_is_told_with_what_mends_it(
    found: tuple[ConnectedDevice, ...], serial: str, error: type[Exception], told: str
) -> None:
    with pytest.raises(error) as raised:
        Listed(*found).find(serial)
    assert told in str(raised.value)


def test_what_the_app_in_front_posts_is_a_note_and_what_others_post_is_not_told() -> None:
    phone, opened = plugged(notifications={"0|org.reference|1|null|10080": RECORD.format("Old", "from before")})
    assert not posted(opened)
    phone.notifications |= {
        "0|org.reference|7|sync|10080": RECORD.format("Upload finished", "photo (1).jpg"),
        "0|org.reference|8|null|10111": "pkg=org.bank user=UserHandle{0}",
        "0|org.bank|9|null|10111": RECORD.format("Your code", "123456"),
    }
    opened.perform(Pause(0.0))
    assert posted(opened) == [
        "org.reference posted a notification (Upload finished: photo (1).jpg); it proves no effect"
    ]
    assert not posted(opened)


@pytest.mark.parametrize("lists", [True, False])
def test_a_phone_that_cannot_list_notifications_is_asked_once(lists: bool) -> None:
    phone, opened = plugged(lists_notifications=lists)
    for _ in range(2):
        opened.perform(Pause(0.0))
        assert not posted(opened)
    asked = [command for command in phone.commands if command == "cmd notification list"]
    assert len(asked) == (2 if lists else 1)
    if lists:
        phone.notifications["0|org.reference|7|sync|10080"] = RECORD.format("Upload finished", "photo.jpg")
        opened.perform(Pause(0.0))
        assert len(posted(opened)) == 1


def test_what_the_app_in_front_sends_is_a_note_where_it_was_asked_for() -> None:
    counting = replace(PLAIN, network=True)
    phone, opened = plugged(counting, traffic={10080: (1000, 500), 10081: (7, 7)})
    assert not sent(opened), "nothing is known of before"
    phone.traffic = {10080: (1200, 560), 10081: (900, 900)}
    opened.perform(Pause(0.0))
    assert sent(opened) == ["org.reference sent 60 and received 200 bytes since the last action; it proves no effect"]
    assert not sent(opened)
    opened.perform(Pause(0.0))
    assert not sent(opened), "it sent nothing more"


@pytest.mark.parametrize("asked", [True, False])
def test_a_phone_that_prints_no_counters_is_asked_once_and_one_that_is_not_to_count_never(asked: bool) -> None:
    phone, opened = plugged(replace(PLAIN, network=asked))
    for _ in range(2):
        opened.perform(Pause(0.0))
        assert not sent(opened)
    assert len([command for command in phone.commands if command.startswith("dumpsys netstats")]) == int(asked)


def sent(opened: AndroidDevice) -> list[str]:
    return [note for note in opened.look().notes if " sent " in note]


def posted(opened: AndroidDevice) -> list[str]:
    return [note for note in opened.look().notes if "posted" in note]
