"""Android's own commands on a small world."""

import base64
import re
import struct
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from sextant.devices.android.dumps import component_in
from sextant.devices.android.packages import declared_labels_of, launchers_of, titles_of
from sextant.integrations.adb_bridge.shell.context import BroadcastResult
from tests.support.phone_shell import KeptStreams, PhoneShell

UNRESOLVED = "Error: Activity not started, unable to resolve Intent"


@pytest.fixture
def phone() -> PhoneShell:
    return PhoneShell()


def test_apps_are_started_and_packages_listed(phone: PhoneShell) -> None:
    told = phone.text("am start -W -n sextant.app.tasks/.MainActivity")
    assert told.startswith("Starting: Intent { cmp=sextant.app.tasks/.MainActivity }\nStatus: ok\nLaunchState: COLD\n")
    ran = phone.run("monkey -p sextant.app.shop -c android.intent.category.LAUNCHER 1")
    assert ran.code == 0
    assert "Events injected: 1" in ran.out
    assert phone.phone.view().component.package == "sextant.app.shop"
    phone.text("am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert phone.phone.view().component.package == "sextant.launcher"
    resolved = phone.text("cmd package resolve-activity --brief sextant.app.shop")
    assert resolved.endswith("\nsextant.app.shop/.MainActivity\n")
    main = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
    brief = phone.text(f"cmd package query-activities --brief {main}")
    assert launchers_of(brief) == tuple(component_in(f"{app.package}/.MainActivity") for app in phone.phone.apps)
    labels = {app.package: app.label for app in phone.phone.apps}
    declared = declared_labels_of(phone.text(f"cmd package query-activities {main}"))
    assert {one.component.package: one.text for one in declared} == labels
    titles = titles_of(phone.text("dumpsys activity sextant.launcher/.LauncherActivity --all"))
    assert titles == {package: (label,) for package, label in labels.items()}
    assert titles_of(phone.text("dumpsys activity sextant.launcher/.LauncherActivity")) == {}
    own = phone.text("pm list packages -3 sextant").splitlines()
    assert own == [f"package:{app.package}" for app in phone.phone.apps]
    assert "package:android" in phone.text("pm list packages -s").splitlines()
    assert re.fullmatch(
        r"package:\S+/base.apk=sextant.app.shop uid:\d+\n", phone.text("pm list packages -f -U app.shop")
    )
    assert phone.text("pm path sextant.app.shop").startswith("package:/data/app/")
    assert phone.run("pm path nothing").code == 1
    assert phone.run("pm clear sextant.app.shop").out == "Failed\n"


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("am start -n a.b/.C", 1, "Error type 3\nError: Activity class {a.b/a.b.C} does not exist.\n"),
        (
            "am start -a android.intent.action.VIEW -d https://example.com/path",
            1,
            f"{UNRESOLVED} {{ act=android.intent.action.VIEW dat=https://example.com/... }}\n",
        ),
        ("am frobnicate", 255, "Unknown command: frobnicate\n"),
        ("ime set com.nobody/.Ime", 255, "Unknown input method com.nobody/.Ime cannot be selected for user #0\n"),
        ("cmd nothing", 20, "cmd: Can't find service: nothing\n"),
        ("pm install /data/local/tmp/a.apk", 1, "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n"),
        ("monkey -p no.such.app 1", 252, "** No activities found to run, monkey aborted."),
        ("input tap 1", 255, 'Argument expected after "1"'),
        ("input tap a b", 255, "java.lang.NumberFormatException"),
        ("input tap nan 1", 255, "java.lang.NumberFormatException"),
        ("input swipe 1 2 3", 255, "java.lang.IllegalArgumentException"),
        ("input fly", 255, "Error: Unknown command: fly"),
        ("input keyevent", 255, "java.lang.IllegalArgumentException"),
        ("input motionevent JUMP 1 1", 255, "Unknown action: JUMP"),
        ("dumpsys nothing", 0, "Can't find service: nothing\n"),
    ],
)
def test_what_cannot_be_done_fails_as_on_a_phone(phone: PhoneShell, line: str, code: int, error: str) -> None:
    ran = phone.run(line)
    assert ran.code == code
    assert ran.err == error if error.endswith("\n") else error in ran.err


def test_text_and_keys_change_the_focused_field(phone: PhoneShell) -> None:
    phone.focus_search()
    phone.text("input text hello%sworld")
    assert phone.field_text("search-input") == "hello world"
    phone.text("input keyevent KEYCODE_DEL 67 DEL")
    assert phone.field_text("search-input") == "hello wo"
    phone.text("input keyevent MOVE_HOME; input text X; input keyevent 112")
    assert phone.field_text("search-input") == "Xello wo"
    phone.text("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A; input keyevent 278; input keyevent 67")
    assert phone.field_text("search-input") == ""
    phone.text("input keyevent KEYCODE_PASTE; input keycombination SHIFT_LEFT A; input keyevent KEYCODE_7 SPACE 8")
    phone.text("input keyevent DEL 9")
    assert phone.field_text("search-input") == "Xello woA7 2"


def test_text_that_is_not_ascii_needs_a_keyboard_of_its_own(phone: PhoneShell) -> None:
    phone.focus_search()
    ran = phone.run("input text 日本")
    assert ran.code == 255
    assert "java.lang.NullPointerException: Attempt to get length of null array" in ran.err
    message = base64.b64encode("naïve 日本 😀".encode()).decode()
    assert phone.text(f"am broadcast -a ADB_INPUT_B64 --es msg {message}").endswith("result=0\n")
    assert phone.field_text("search-input") == ""
    phone.text("ime enable com.android.adbkeyboard/.AdbIME && ime set com.android.adbkeyboard/.AdbIME")
    phone.text(f"am broadcast -a ADB_INPUT_B64 --es msg {message}")
    assert phone.field_text("search-input") == "naïve 日本 😀"
    phone.text("am broadcast -a ADB_CLEAR_TEXT; am broadcast -a ADB_INPUT_CHARS --eia chars 128512,32,0x41")
    assert phone.field_text("search-input") == "😀 A"
    phone.text("ime disable com.android.adbkeyboard/.AdbIME")
    assert phone.text("settings get secure default_input_method").strip() == "com.android.inputmethod.latin/.LatinIME"
    phone = PhoneShell()
    phone.focus_search()
    keyboard = "com.github.uiautomator/.AdbKeyboard"
    assert keyboard in phone.text("ime list -s -a").splitlines()
    phone.text(f"ime enable {keyboard}; ime set {keyboard}")
    message = base64.b64encode("grün".encode()).decode()
    told = phone.text(f"am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text {message}")
    assert 'Broadcast completed: result=-1, data="success"' in told
    assert phone.field_text("search-input") == "grün"


def test_touches_reach_the_world(phone: PhoneShell) -> None:
    element = next(e for e in phone.phone.view().seen.elements if e.test_id == "app-shop")
    x, y = element.box.centre.x, element.box.centre.y
    phone.text(f"input touchscreen -d 7 tap {x} {y}")
    assert phone.phone.view().component.package == "sextant.launcher"
    phone.text(f"input touchscreen -d 0 tap {x} {y}")
    assert phone.phone.view().component.package == "sextant.app.shop"
    phone.text("input keyevent 3")
    phone.text(f"input motionevent DOWN {x} {y}; input motionevent UP {x} {y}")
    assert phone.phone.view().component.package == "sextant.app.shop"
    phone.text("am start -n sextant.app.tasks/.MainActivity")
    before = phone.phone.view().seen.elements
    phone.text("input swipe 600 2000 600 900 300")
    assert [e.box.y for e in phone.phone.view().seen.elements] != [e.box.y for e in before]


def test_a_phone_that_sleeps_takes_no_touch_and_shows_nothing(phone: PhoneShell) -> None:
    phone.text("input keyevent POWER")
    phone.text("input keyevent 66; input tap 600 600; input text a")
    assert "mWakefulness=Asleep" in phone.text("dumpsys power")
    assert phone.text("uiautomator dump") == "ERROR: null root node returned by UiTestAutomationBridge.\n"
    phone.text("input keyevent KEYCODE_WAKEUP")
    assert "mHoldingDisplaySuspendBlocker=true" in phone.text("dumpsys power")
    assert phone.phone.view().component.package == "sextant.launcher"


def test_the_dump_goes_to_a_file_or_to_the_terminal(phone: PhoneShell) -> None:
    target = "/data/local/tmp/uidump.xml"
    told = phone.text(f"rm -f {target}; uiautomator dump {target} && echo success")
    assert told == f"UI hierchary dumped to: {target}\nsuccess\n"
    kept = phone.machine.files.read(target)
    assert kept.startswith(b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node")
    shown = phone.text("uiautomator dump --compressed /dev/tty")
    assert shown.endswith("</hierarchy>UI hierchary dumped to: /dev/tty\n")
    assert len(list(ElementTree.fromstring(kept).iter("node"))) > len(re.findall("<node", shown))
    assert phone.text("uiautomator dump") == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    everywhere = phone.text("uiautomator dump --windows /dev/tty").partition("UI hierchary")[0]
    windows = ElementTree.fromstring(everywhere.encode()).findall("display[@id='0']/window[@focused='true']/hierarchy")
    assert [len(list(one.iter("node"))) for one in windows] == [len(list(ElementTree.fromstring(kept).iter("node")))]


def test_pictures_are_png_or_raw_with_the_header_of_a_current_android(phone: PhoneShell) -> None:
    streams = KeptStreams()
    phone.shell("screencap -p", streams)
    assert Image.open(BytesIO(bytes(streams.out))).size == phone.phone.size
    streams = KeptStreams()
    phone.shell("screencap", streams)
    width, height, kind, space = struct.unpack("<4I", streams.out[:16])
    assert ((width, height), kind, space) == (phone.phone.size, 1, 1)
    assert len(streams.out) == 16 + width * height * 4
    phone.text("screencap /sdcard/a.png; ls /sdcard/a.png")
    assert phone.machine.files.read("/sdcard/a.png").startswith(b"\x89PNG")
    surface = phone.text("dumpsys SurfaceFlinger --display-id").split()[1]
    assert phone.text(f"screencap -d {surface} /sdcard/b.png && echo done") == "done\n"
    assert "Display Id '0' is not valid" in phone.run("screencap -p -d 0").err


def test_what_is_in_front_is_told_where_tools_look(phone: PhoneShell) -> None:
    phone.text("am start -n sextant.app.tasks/.MainActivity")
    window = phone.text("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'")
    assert re.search(r"mCurrentFocus=Window\{\w+ u0 sextant.app.tasks/sextant.app.tasks.TodoActivity\}", window)
    assert re.search(r"mFocusedApp=ActivityRecord\{\w+ u0 sextant.app.tasks/.TodoActivity t\d+\}", window)
    cut = r"sed -E 's/.*Activity: .*u0 ([^ ]*) .*/\1/'"
    assert phone.text(f"dumpsys activity activities | grep ResumedActivity: | {cut}").split() == [
        "sextant.app.tasks/.TodoActivity"
    ]
    activities = phone.text("dumpsys activity activities")
    assert re.search(r"ResumedActivity: ActivityRecord\{\w+ u0 sextant.app.tasks/.TodoActivity t\d+\}", activities)
    top = phone.text("dumpsys activity top")
    found = re.findall(r"ACTIVITY (\S+)/([^/\s]+) \w+ pid=(\d+)", top)
    assert found[-1][:2] == ("sextant.app.tasks", ".TodoActivity")
    assert phone.text("pidof sextant.app.tasks").strip() == found[-1][2]
    assert "sextant.app.tasks" in phone.text("am stack list")
    phone.text("input keyevent HOME")
    recent = re.findall(r"\* Recent #\d+: Task\{\S+ #\d+ type=\w+ [AI]=(\S+)", phone.text("dumpsys activity recents"))
    assert recent == ["sextant.launcher/.LauncherActivity", "sextant.app.tasks"]
    phone.text("am force-stop sextant.app.tasks")
    assert phone.run("pidof sextant.app.tasks").code == 1


def test_dumps_have_what_clients_read(phone: PhoneShell) -> None:
    width, height = phone.phone.size
    assert phone.text("wm size") == f"Physical size: {width}x{height}\n"
    assert phone.text("wm density") == "Physical density: 480\n"
    display = phone.text("dumpsys display")
    assert re.search(r"DisplayViewport\{.*?valid=true, .*?orientation=0, .*?deviceWidth=(\d+)", display)
    assert re.findall(r"Display (\d+) ", phone.text("dumpsys SurfaceFlinger --display-id"))
    assert "sextant.launcher/sextant.launcher.LauncherActivity" in phone.text("dumpsys SurfaceFlinger --list")
    assert "  level: 100\n" in phone.text("dumpsys battery")
    assert "mInputShown=false" in phone.text("dumpsys input_method")
    package = phone.text("dumpsys package sextant.app.shop")
    assert re.search(r"versionName=\S+", package)
    assert re.search(r"firstInstallTime=[-\d]+\s+[:\d]+", package)
    assert re.search(r"targetSdk=(\d+)", package)
    assert "INPUT MANAGER (dumpsys input)" in phone.text("dumpsys input")
    assert phone.text("dumpsys -l").startswith("Currently running services:\n")
    assert phone.text("logcat -c; logcat -d") == ""
    assert phone.run("screenrecord /sdcard/a.mp4").code == 1
    assert phone.text("service check window") == "Service window: found\n"
    assert phone.run("cmd clipboard get").out == "No shell command implementation.\n"
    for part in ("activity", "window", "activity processes", "window windows", "notification", "accessibility"):
        assert phone.text(f"dumpsys {part}")


def test_settings_and_properties_are_kept(phone: PhoneShell) -> None:
    assert phone.text("settings get system nothing") == "null\n"
    phone.text("settings put system screen_brightness 200; settings put global a 'b c'")
    assert phone.text("settings get system screen_brightness; settings get global a") == "200\nb c\n"
    assert phone.text("settings delete global a") == "Deleted 1 rows\n"
    phone.text("content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1")
    query = "content query --uri content://settings/system --projection value --where"
    assert phone.text(f"{query} \"name='user_rotation'\"") == "Row: 0 value=1\n"
    assert phone.text("getprop ro.build.version.sdk") == "34\n"
    assert "[ro.product.model]: [Bridge]" in phone.text("getprop").splitlines()
    phone.text("setprop debug.a.b 1")
    assert phone.text("getprop debug.a.b; getprop none fallback") == "1\nfallback\n"
    assert phone.run("setprop ro.product.model x").code == 1
    for number in range(40):
        phone.run("; ".join(f"settings put global k{number}_{k} v" for k in range(100)))
    assert len(phone.phone.settings.tables["global"]) <= 2000


class _Notes:
    """A content provider with two rows."""

    def __init__(self) -> None:
        self.kept: dict[str, str | int | float | bool] = {}

    def query(self, uri: str) -> Sequence[Mapping[str, str | None]]:
        if uri.endswith("/none"):
            raise LookupError(uri)
        return [{"result": '{"a": 1}', "none": None}]

    def insert(self, uri: str, values: Mapping[str, str | int | float | bool]) -> None:
        self.kept = dict(values)

    def delete(self, uri: str) -> None:
        self.kept = {}

    def call(self, uri: str, method: str, argument: str, extras: Mapping[str, str | int | float | bool]) -> str:
        return f"Bundle[{{{method}={argument}}}]"


def test_content_providers_and_broadcasts_plug_in(phone: PhoneShell) -> None:
    notes = _Notes()
    phone.machine.providers["notes"] = notes
    phone.machine.receivers["PING"] = lambda extras: BroadcastResult(-1, str(extras["n"]))
    assert phone.text("content query --uri content://notes/all?x=1") == 'Row: 0 result={"a": 1}, none=NULL\n'
    assert phone.text('content insert --uri "content://notes/a" --bind t:s:"a:b" --bind c:b:true --bind n:i:-3') == ""
    assert notes.kept == {"t": "a:b", "c": True, "n": -3}
    assert phone.text("content call --uri content://notes --method m --arg a") == "Result: Bundle[{m=a}]\n"
    assert "Unknown URI: content://notes/none" in phone.run("content query --uri content://notes/none").err
    assert "Could not find provider: who" in phone.run("content query --uri content://who/a").err
    assert 'result=-1, data="5"' in phone.text("am broadcast -a PING --ei n 5")


class _Jar:
    """A program that a client starts and leaves."""

    def __init__(self, streams: KeptStreams) -> None:
        self.log, self._streams = list[str](), streams

    def started(self, arguments: tuple[str, ...]) -> bytes:
        self.log.append(" ".join(arguments))
        self._streams.writes_left = 1
        return b"ready\n"

    def ended(self) -> None:
        self.log.append("ended")


def test_a_java_program_runs_until_its_client_leaves(phone: PhoneShell) -> None:
    streams = KeptStreams()
    jar = phone.machine.java["com.wetest.uia2.Main"] = _Jar(streams)
    with pytest.raises(BrokenPipeError):
        phone.shell("CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008", streams)
    assert (bytes(streams.out), jar.log) == (b"ready\n", ["-p 9008", "ended"])
    assert phone.run("CLASSPATH=/x app_process / com.other.Main").code == 134
