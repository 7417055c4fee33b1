"""What Android's shell commands print, in the formats of many versions and makers."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sextant.devices.android.dumps import (
    ForegroundComponent,
    back_stack_of,
    dumped_to,
    fragments_of,
    screen_state,
    wm_value,
)
from sextant.devices.android.packages import input_methods_of, launchers_of, packages_of, refused, touch_panels_of
from sextant.devices.android.views import Bounds

DATA = Path(__file__).resolve().parents[4] / "shared" / "data" / "android" / "outputs"
recorded = pytest.mark.skipif(not DATA.is_dir(), reason="the outputs of ../shared/data/android are not there")


def read(name: str) -> str:
    data = (DATA / name).read_bytes()
    return data.decode("utf-16" if data[:2] == b"\xff\xfe" else "utf-8")


COMPONENTS = """
activity-activities-car-android9 com.beantechs.vehiclecenter/.activity.MainActivity
activity-activities-emulator-utf16 com.nexon.bluearchive/.MxUnityPlayerActivity
activity-activities-mediatek com.mediatek.camera/.CameraLauncher
activity-activities-pixel-emulator com.google.android.apps.nexuslauncher/.NexusLauncherActivity
activity-resumed-cyanogenmod com.cyanogenmod.trebuchet/com.android.launcher3.Launcher
input-honor com.hihonor.android.honorsuite/com.hihonor.hisuite.activity.MainActivity
window-displays-galaxy-flip4 jp.naver.line.android/.activity.main.MainActivity
window-windows-480x800 com.dtmilano.android.sampleui/.MainActivity
window-windows-android13-bilibili tv.danmaku.bili/.MainActivityV2
window-windows-pixel-emulator com.google.android.apps.nexuslauncher/.NexusLauncherActivity
"""


@recorded
@pytest.mark.parametrize("row", COMPONENTS.split("\n")[1:-1])
def test_the_component_in_front_is_found_in_recorded_dumps(row: str) -> None:
    name, component = row.split()
    assert str(screen_state(read(f"dumpsys-{name}.txt")).component) == component


@recorded
def test_recorded_dumps_tell_sizes_density_and_lock() -> None:
    phone = screen_state(read("dumpsys-activity-activities-mediatek.txt"))
    assert (phone.size, phone.density, phone.awake, phone.locked) == ((480, 800), 240, False, True)
    assert phone.window == "NotificationShade"
    assert screen_state(read("dumpsys-window-policy-768x1280.txt")).size == (768, 1280)
    starting = screen_state(read("dumpsys-window-currentfocus-many-null.txt"))
    assert (starting.component, starting.window) == (None, "com.lookout.enterprise")


@recorded
def test_recorded_outputs_of_small_commands() -> None:
    assert wm_value(read("wm-size-override.txt")) == (480, 1024)
    assert wm_value(read("wm-density-override.txt")) == (160,)
    assert dumped_to(read("uiautomator-dump-legacy-path.txt")) == "/storage/emulated/legacy/window_dump.xml"
    assert dumped_to(read("uiautomator-dump-null-root.txt")) == ""
    assert len(packages_of(read("pm-list-packages-car-android9.txt"))) == 137
    assert len(packages_of(read("pm-list-packages-emulator.txt"))) == 10
    assert input_methods_of(read("ime-list-and-unknown-ime.txt"))[0] == "com.android.inputmethod.latin/.LatinIME"
    assert "cannot be selected" in refused(read("ime-list-and-unknown-ime.txt"))
    assert "Unknown id" in refused(read("ime-enable-exception-api28.txt"))
    panel = touch_panels_of(read("getevent-lp-vivo.txt"))[0]
    assert (panel.path, panel.direct, panel.right, panel.bottom) == ("/dev/input/event6", True, 20639, 30959)
    assert touch_panels_of(read("getevent-two-touch-devices.txt"))[0].bottom == 3599


@recorded
@pytest.mark.parametrize(
    ("name", "flags", "handle"),
    [
        ("window-windows-480x800", "fl=#1810100", "b4d2a948"),
        ("window-windows-android13-bilibili", "fl=LAYOUT_IN_SCREEN LAYOUT_INSET_DECOR", "c838dbe"),
    ],
)
def test_a_window_that_forbids_pictures_is_known_by_its_flags(name: str, flags: str, handle: str) -> None:
    dump = f"{read(f'dumpsys-{name}.txt')}\n  mCurrentFocus=Window{{{handle} u0 org.one/org.one.Main}}\n"
    assert not screen_state(dump).secure
    assert flags in dump
    assert screen_state(dump.replace(flags, "fl=#1812100" if "#" in flags else f"{flags} SECURE")).secure
    assert not screen_state(dump.replace(f"p{flags}", "pfl=SECURE")).secure


def test_an_error_is_known_by_the_beginning_of_its_line() -> None:
    started = "Starting: Intent { cmp=org.one/.ErrorActivity }\nStatus: ok\nActivity: org.one/.UnknownException\n"
    assert refused(started) == ""
    assert refused(f"{started}Error type 3\n") == "Error type 3"
    assert refused("Exception occurred\njava.lang.SecurityException: no\n  at a.FailureException") == (
        "java.lang.SecurityException: no"
    )
    assert refused("/system/bin/sh: input: inaccessible or not found") != ""


def test_the_display_in_front_tells_the_component() -> None:
    dump = """  mTopFocusedDisplayId=2
  Display: mDisplayId=0
    init=1080x2400 440dpi base=1080x1920 320dpi cur=1920x1080 app=1920x1000 rng=0x0-1x1
    mCurrentRotation=ROTATION_90
    mCurrentFocus=Window{1 u0 org.one/org.one.Main}
  Display: mDisplayId=2
    init=800x600 160dpi cur=800x600
    mCurrentFocus=Window{2 u10 org.two/org.two.ui.Home}
"""
    front, first = screen_state(dump), screen_state(dump, 0)
    assert (str(front.component), front.display, front.size) == ("org.two/.ui.Home", 2, (800, 600))
    assert (str(first.component), first.size, first.density) == ("org.one/.Main", (1920, 1080), 320)
    assert first.rotation == 1


def test_a_window_that_is_called_like_an_activity_of_another_app_is_over_its_own_app() -> None:
    dump = """  mCurrentFocus=Window{1a2b3c u0 org.bank/org.bank.Login}
  mFocusedApp=ActivityRecord{77 u0 org.evil/.Main t5}
"""
    state = screen_state(dump)
    assert (str(state.component), state.window) == ("org.evil/.Main", "org.bank/org.bank.Login")
    same = screen_state(dump.replace("org.evil/.Main", "org.bank/.Start"))
    assert (str(same.component), same.window) == ("org.bank/.Login", "")


BANK = "ActivityRecord{77 u0 org.bank/.Login t5}"
EVIL = "ActivityRecord{78 u0 org.evil/.Main t6}"
RESUMED = f"      topResumedActivity={EVIL}\n  ResumedActivity: {EVIL}\n"


def titled(title: str) -> str:
    """The dump of windows while an app is in front whose window has this title."""
    return f"""  mCurrentFocus=Window{{1a u0 {title}}}
  mFocusedApp={EVIL}
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #3 Window{{9c u0 {title}}}:
    mDisplayId=0
  mTopFocusedDisplayId=0
"""


def test_the_app_in_front_is_confirmed_by_the_dump_of_activities() -> None:
    dump = titled("org.evil/org.evil.Main")
    state = screen_state(dump, None, RESUMED)
    assert (str(state.component), state.confirmed) == ("org.evil/.Main", True)
    assert not screen_state(dump, None, "").confirmed
    assert not screen_state(dump, None, RESUMED.replace("org.evil", "org.bank")).confirmed
    assert not screen_state(dump, None, f"{RESUMED}  ResumedActivity: {BANK}\n").confirmed  # a label with a line end
    assert not screen_state(dump, None, RESUMED + " " * 20_000).confirmed
    assert not screen_state("", None, RESUMED).confirmed
    inside = f'        taskDescription: label="x ResumedActivity: {BANK}"\n'
    assert screen_state(dump, None, RESUMED + inside).confirmed


@pytest.mark.parametrize(
    "title",
    [
        f"x mFocusedApp={BANK}",
        f"x\n  mFocusedApp={BANK}",
        f"x\n  mTopFocusedDisplayId=7\n  Display: mDisplayId=7\n  mFocusedApp={BANK}\n",
        f"x\n  Display: mDisplayId=0\n  mCurrentFocus=Window{{1 u0 org.bank/org.bank.Login}}\n  mFocusedApp={BANK}\n",
    ],
)
def test_no_title_forges_the_app_in_front(title: str) -> None:
    state = screen_state(titled(title), None, RESUMED)
    assert state.component == ForegroundComponent("org.evil", ".Main")


def test_a_title_inside_a_line_tells_nothing_without_the_dump_of_activities_either() -> None:
    assert str(screen_state(titled(f"x mFocusedApp={BANK}")).component) == "org.evil/.Main"


def test_a_title_inside_a_line_tells_neither_the_size_nor_whether_the_display_is_on() -> None:
    dump = titled("x init=10x10 420dpi cur=10x10 mWakefulness=Asleep")
    state = screen_state(f"{dump}    init=1080x2400 420dpi cur=1080x2400\n  mWakefulness=Awake\n")
    assert (state.size, state.awake) == ((1080, 2400), True)


@recorded
def test_recorded_dumps_of_activities_name_one_app() -> None:
    for name in ("car-android9", "emulator-utf16", "pixel-emulator"):
        dump = read(f"dumpsys-activity-activities-{name}.txt")
        lines = "\n".join(line for line in dump.splitlines() if "esumedActivity" in line)
        component = screen_state(dump).component
        assert component is not None
        assert screen_state(f"  mFocusedApp=ActivityRecord{{1 u0 {component} t1}}", None, lines).confirmed


@pytest.mark.parametrize(
    "form", ["mTopFocusedDisplayId={}", "x\n  Display: mDisplayId={}\n", "x\n  init={0}x{0} cur=1x1"]
)
def test_a_number_of_thousands_of_digits_in_a_title_is_no_error(form: str) -> None:
    assert str(screen_state(titled(form.format("9" * 5000)), None, RESUMED).component) == "org.evil/.Main"


def test_megabytes_of_titles_are_read_in_part() -> None:
    start = time.monotonic()
    for title in ("InsetsSource  type=ime ", "  Window #1 Window{InputMethod ", "Window{a "):
        screen_state(title * 2_000_000)
    assert time.monotonic() - start < 20.0


@pytest.mark.parametrize("kind", ["type=ITYPE_IME", "id=3 type=ime"])
def test_the_keyboard_covers_what_its_insets_say(kind: str) -> None:
    dump = f"  mSource=InsetsSource {kind} frame=[0,1517][1080,2400] visible=true flags="
    assert screen_state(dump).keyboard == Bounds(0, 1517, 1080, 2400)
    assert screen_state(dump.replace("true", "false")).keyboard is None


def test_the_keyboard_covers_what_its_window_says_in_old_versions() -> None:
    dump = """  Window #6 Window{b4d InputMethod paused=false}:
    mViewVisibility=0x0 mLastHidden=false
    Surface: shown=true layer=101005
    mGivenContentInsets=[0,412][0,0]
    mFrame=[0,38][480,800] last=[0,38][480,800]
  Window #5 Window{b4c Keyguard paused=false}:
    mFrame=[0,0][1,1]
"""
    assert screen_state(dump).keyboard == Bounds(0, 450, 480, 800)
    assert screen_state(dump.replace("0x0", "0x8")).keyboard is None


def test_a_failure_names_its_package() -> None:
    state = screen_state("mCurrentFocus=Window{ab u0 Application Not Responding: org.app}\nmFocusedApp=null")
    assert (state.window, state.failure) == ("Application Not Responding: org.app", "org.app")
    package = "com.google.android.permissioncontroller"
    prompt = screen_state(f"mCurrentFocus=Window{{1 u0 {package}/com.android.permissioncontroller.Grant}}")
    assert prompt.component
    assert prompt.component.asks_permission


def test_the_back_stack_and_fragments_are_those_of_the_package() -> None:
    dump = """  * Task{1 #9 type=standard A=1:org.app U=0 sz=2}
      * Hist  #1: ActivityRecord{2 u0 org.app/.Detail t9}
      * Hist  #0: ActivityRecord{3 u0 org.app/.Main t9}
  * Task{4 #1 type=home}
      * Hist  #0: ActivityRecord{5 u0 org.home/.Home t1}
"""
    assert back_stack_of(dump, "org.app") == (
        ForegroundComponent("org.app", ".Detail"),
        ForegroundComponent("org.app", ".Main"),
    )
    assert back_stack_of(dump, "org.other") == ()
    dump = """TASK org.app id=9
  ACTIVITY org.app/.Main 2a pid=1
    Added Fragments:
      #0: NavHostFragment{a1} (x) id=0x7f
      #1: CartFragment{a2} (y) id=0x7f tag=cart
      #2: SureFragment{a3} (z)
"""
    assert fragments_of(dump).names == ("CartFragment", "SureFragment")
    assert fragments_of("").names == ()


def test_launchers_are_read_from_brief_queries() -> None:
    text = "2 activities found:\n  Activity #0:\n    priority=0\n    org.app/.Main\n    org.b/org.b.Go\n"
    assert launchers_of(text) == (ForegroundComponent("org.app", ".Main"), ForegroundComponent("org.b", ".Go"))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    assert screen_state(text).display >= 0
    assert all(name in text for name in fragments_of(text).names)
    assert all(one.package in text for one in back_stack_of(text, "a"))
    assert all(panel.path in text for panel in touch_panels_of(text))
    wm_value(text)  # raises nothing


@pytest.mark.parametrize(
    ("dump", "user"),
    [
        ("  mCurrentFocus=Window{1a u10 org.a/org.a.Main}\n  mFocusedApp=ActivityRecord{2b u10 org.a/.Main t7}\n", 10),
        ("  mCurrentFocus=Window{1a u0 NotificationShade}\n  mFocusedApp=ActivityRecord{2b u10 org.a/.Main t7}\n", 10),
        ("  mFocusedApp=AppWindowToken{fd token=Token{8c ActivityRecord{2a u999 org.a/.Main t12}}}\n", 999),
        ("  mCurrentFocus=Window{1a u0 org.a/org.a.Main}\n  mFocusedApp=ActivityRecord{2b u0 org.a/.Main t7}\n", 0),
        ("  mCurrentFocus=Window{4412ce20 org.a/org.a.Main paused=false}\n", None),
        ("  mCurrentFocus=null\n", None),
    ],
)
def test_the_user_of_the_app_in_front_is_read(dump: str, user: int | None) -> None:
    state = screen_state(dump)
    assert state.user == user
    assert str(state.component) == ("None" if "null" in dump else "org.a/.Main")
