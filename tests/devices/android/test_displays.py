"""Phones with several displays: panels that fold, external and virtual ones. Each is read and touched as one."""

import io
import re
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from PIL import Image

from sextant.devices.android.device import AndroidDevice
from sextant.devices.android.displays import displays_of, panels_of
from sextant.devices.android.dumps import screen_state
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.readiness import check_phone
from sextant.devices.android.views import read_hierarchy
from sextant.devices.conformance import find
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.errors import DeviceLost, DeviceUnreachable
from sextant.types.actions import DragPath, LaunchApp, PressKey, Tap, TypeText
from sextant.types.geometry import Point
from tests.devices.android.fake_phone import SCALE, FakePhone

PLAIN = AndroidOptions(driver="plain", quiet=0.0, settle=1.0, reconnect=0.3)
INNER, OUTER = "4619827259835644672", "4619827551948147201"
CLUSTER = ScriptedApp(
    pages={
        "start": Page("Cluster", (Widget("Zoom", effect="zoom"), Widget("Place", role="textbox", field="name"))),
    },
    start="start",
    apps={"cluster": "start"},
)


@dataclass
class ManyDisplays(FakePhone):
    """A phone whose other displays show apps of their own, in the formats of Android 14."""

    others: dict[int, ScriptedDevice] = field(default_factory=dict[int, ScriptedDevice])
    front: int = 0
    sizes: dict[int, tuple[int, int]] = field(default_factory=lambda: {0: (412 * SCALE, 915 * SCALE)})
    panels: dict[int, str] = field(default_factory=lambda: {0: INNER, 2: OUTER})
    """The panel that shows a display."""
    overlays: dict[int, str] = field(default_factory=dict[int, str])
    """The names of virtual displays."""
    surfaces: str = ""
    lists_windows: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for number, device in self.others.items():
            device.open()
            self.sizes.setdefault(number, (412 * SCALE, 915 * SCALE))

    @property
    def screens(self) -> dict[int, ScriptedDevice]:
        return {0: self.device, **self.others}

    def on(self, number: int, command: list[str]) -> tuple[str, int]:
        """A command for input that reaches one display."""
        mine, self.device = self.device, self.screens.get(number, self.device)
        try:
            return super()._input(command) if number in (0, *self.others) else ("", 0)
        finally:
            self.device = mine

    def _input(self, words: list[str]) -> tuple[str, int]:
        if words[0] == "-d":
            if self.sdk < 29:
                return "Error: Unknown command: -d\n", 1
            return self.on(int(words[1]), words[2:])
        keys = words[0] in ("text", "keyevent", "keycombination")
        return self.on(self.front if keys else 0, words)

    def _part(self, command: str) -> tuple[str, int]:
        if command.startswith("dumpsys display"):
            return self.listed(), 0
        if command.startswith("dumpsys activity activities"):
            there = [self.package_of(number) for number in self.screens]
            return "".join(f"    topResumedActivity=ActivityRecord{{2b u0 {one}/.Main t7}}\n" for one in there), 0
        if command.startswith("dumpsys SurfaceFlinger --display-id"):
            return self.surfaces or self.flinger(), 0
        return super()._part(command)

    def _tree(self) -> str:
        number = next((number for number, one in self.screens.items() if one is self.device), 0)
        width, height = self.sizes[number]
        return super()._tree().replace("[0,0][1236,2745]", f"[0,0][{width},{height}]", 1)

    def package_of(self, number: int) -> str:
        return self.package if number == 0 else f"org.display{number}"

    def _window(self) -> str:
        parts = ""
        for number in reversed(self.screens):
            width, height = self.sizes[number]
            front = f"{self.package_of(number)}/{self.package_of(number)}.Main"
            focus = f"Window{{1a{number} u0 {front}}}" if number == self.front else "null"
            parts += (
                f"  Display: mDisplayId={number} (organized)\n"
                f"    init={width}x{height} {160 * SCALE}dpi mMinSizeOfResizeableTaskDp=220 cur={width}x{height} "
                f"app={width}x{height} rng={width}x{width}-{height}x{height}\n"
                f"  mCurrentFocus={focus}\n  mFocusedApp=ActivityRecord{{2b{number} u0 {front} t7}}\n"
            )
        return (
            f"WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n{parts}"
            f"WINDOW MANAGER WINDOWS (dumpsys window windows)\n  mTopFocusedDisplayId={self.front}\n"
            "    isKeyguardShowing=false\n"
        )

    def listed(self) -> str:
        text = "Logical Displays: size=9\n"
        for number, (width, height) in self.sizes.items():
            unique = f"local:{self.panels[number]}" if number in self.panels else f"overlay:{number}"
            name = self.overlays.get(number, "Built-in Screen")
            text += (
                f"    mDisplayId={number}\n"
                f'    mBaseDisplayInfo=DisplayInfo{{"{name}", displayId {number}, displayGroupId 0, FLAG_TRUSTED, '
                f"real {width} x {height}, largest app {height} x {height}, rotation 0, state ON, committedState ON, "
                f'type INTERNAL, uniqueId "{unique}", app {width} x {height}, density 480 (1.0 x 1.0) dpi}}\n'
            )
        return text

    def flinger(self) -> str:
        panels = dict.fromkeys([INNER, OUTER, *self.panels.values()]) if self.panels else {}
        lines = [f'Display {one} (HWC display {place}): port={place} pnpId=GGL displayName="EMU_display_{place}"'
                 for place, one in enumerate(panels)]  # fmt: skip
        lines += [f'Display 1152921504{number} (Virtual display): displayName="{name}" uniqueId=""'
                  for number, name in self.overlays.items()]  # fmt: skip
        return "\n".join(lines) + "\n"

    def exec_out(self, command: str, seconds: float = 20.0) -> bytes:
        if command.startswith("screencap"):
            self.commands.append(command)
            return self.captured(command)
        if "--windows" in command and self.lists_windows:
            self.commands.append(command)
            return self.windows().encode()
        mine, self.device, package = self.device, self.screens[self.front], self.package
        self.package = self.package_of(self.front)
        try:
            return super().exec_out(command, seconds)
        finally:
            self.device, self.package = mine, package

    def captured(self, command: str) -> bytes:
        asked = re.search(r"-d (\d+)", command)
        if asked is None:
            first = next(iter(self.panels.values()))
            quiet = "2>/dev/null" in command or len(self.panels) < 2
            return (b"" if quiet else b"[Warning] Multiple displays were found, but no display id") + picture(first)
        known = {*self.panels.values(), INNER, OUTER, *(f"1152921504{number}" for number in self.overlays)}
        return picture(asked[1], *self.shown_on(asked[1])) if asked[1] in known else b""

    def shown_on(self, surface: str) -> tuple[int, int]:
        numbers = {one: number for number, one in self.panels.items()}
        numbers |= {f"1152921504{number}": number for number in self.overlays}
        return self.sizes[numbers[surface]] if surface in numbers else (300, 300)

    def windows(self) -> str:
        """`uiautomator dump --windows`: the topmost window of each display comes first."""
        text = ""
        for number, device in self.screens.items():
            mine, self.device, package = self.device, device, self.package
            self.package = self.package_of(number)
            tree = self._tree().partition("</hierarchy>")[0] + "</hierarchy>"
            self.device, self.package = mine, package
            bar = (
                '<window index="0" title="" bounds="[0,0][1236,63]" active="false" focused="false" layer="1" '
                'type="TYPE_SYSTEM"><hierarchy rotation="0"><node class="android.widget.FrameLayout" '
                'package="com.android.systemui" text="12:00" bounds="[0,0][1236,63]" /></hierarchy></window>'
            )
            text += (
                f'<display id="{number}">{bar}<window index="1" title="" bounds="[0,0][1236,2745]" active="true" '
                f'focused="true" layer="0" type="TYPE_APPLICATION">{tree}</window></display>'
            )
        head = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
        return f"{head}<displays>{text}</displays>UI hierchary dumped to: /dev/tty\n"


def picture(surface: str, width: int = 412 * SCALE, height: int = 915 * SCALE) -> bytes:
    """A picture whose colour tells the panel."""
    image = Image.new("RGB", (width // SCALE, height // SCALE), {INNER: "red", OUTER: "lime"}.get(surface, "blue"))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def colour(data: bytes) -> tuple[int, ...]:
    pixel = Image.open(io.BytesIO(data)).convert("RGB").getpixel((5, 5))
    assert isinstance(pixel, tuple)
    return pixel


def car(**knobs: Any) -> ManyDisplays:
    return ManyDisplays(others={2: ScriptedDevice(CLUSTER)}, **knobs)


def opened(phone: ManyDisplays, display: int | None = None) -> AndroidDevice:
    device = AndroidDevice(replace(PLAIN, display=display), connect=lambda serial: phone, clock=lambda: 1.0)
    device.open()
    return device


def test_a_display_is_read_touched_and_pictured_as_one_whatever_has_the_focus() -> None:
    phone = car()
    device = opened(phone, 2)
    seen = device.look()
    assert (seen.app, seen.facts["component"]) == ("org.display2", "org.display2/.Main")
    assert [one.label for one in seen.elements if one.affordances] == ["Zoom", "Place"]
    assert seen.picture
    assert colour(seen.picture.data) == (0, 255, 0)
    device.perform(Tap(find(seen, "Zoom").box.centre), "one")
    device.perform(PressKey("back"))
    device.perform(DragPath(Point(200, 700), Point(200, 300)))
    other = phone.others[2]
    assert other.counts["zoom"] == 1
    assert [type(one).__name__ for one in other.gestures] == ["Tap", "PressKey", "DragPath"]
    assert phone.device.gestures == []
    assert device.injected("one") is True


def test_keys_and_text_for_the_first_display_do_not_go_to_the_one_with_the_focus() -> None:
    phone = car(front=2)
    device = opened(phone, 0)
    seen = device.look()
    assert seen.app == "org.reference"
    assert "Zoom" not in [one.label for one in seen.elements]
    assert seen.picture
    assert colour(seen.picture.data) == (255, 0, 0)
    device.perform(TypeText("Ada", find(seen, "Name").box.centre))
    device.perform(PressKey("back"))
    assert (phone.device.fields["name"], phone.others[2].gestures) == ("Ada", [])


def test_without_a_display_the_one_in_front_is_used_and_a_change_is_told() -> None:
    phone = car()
    device = opened(phone)
    assert device.look(picture=False).app == "org.reference"
    phone.front = 2
    seen = device.look()
    assert seen.app == "org.display2"
    assert "display 2 is in front now, and is read and touched; it was display 0" in seen.notes
    device.perform(Tap(find(seen, "Zoom").box.centre))
    assert phone.others[2].counts["zoom"] == 1
    del phone.others[2]
    phone.front = 0
    seen = device.look(picture=False)
    assert seen.app == "org.reference"
    assert any(note.startswith("display 0 is in front now") for note in seen.notes)


def test_a_display_that_is_not_there_is_told_and_one_that_goes_away_is_waited_for() -> None:
    with pytest.raises(DeviceUnreachable, match=r"no display 5 \(displays: 0, 2\)"):
        opened(car(), 5)
    phone = car()
    device = opened(phone, 2)
    gone = phone.others.pop(2)
    with pytest.raises(DeviceLost, match=r"no display 2 \(displays: 0\)"):
        device.look()
    phone.others[2] = gone
    assert device.look(picture=False).app == "org.display2"


def test_a_person_is_watched_on_the_first_display_only() -> None:
    with pytest.raises(DeviceUnreachable, match="display 0 only"), opened(car(), 2).watch():
        pass


def test_android_9_and_older_touches_only_the_first_display_and_says_so() -> None:
    with pytest.raises(DeviceUnreachable, match="Android 9 or older"):
        opened(car(sdk=28), 2)
    device = opened(phone := car(sdk=28), 0)
    device.perform(Tap(find(device.look(picture=False), "Add").box.centre))
    assert phone.device.counts["add"] == 1
    assert not any(command.startswith("input -d") for command in phone.commands)


def test_android_10_tells_no_tree_of_a_display_without_the_focus_and_the_picture_is_read() -> None:
    phone = car(lists_windows=False, sdk=29)
    device = opened(phone, 2)
    seen = device.look()
    assert seen.condition == "empty_hierarchy"
    assert any("the tree tells nothing of display 2" in note for note in seen.notes)
    assert seen.picture
    assert colour(seen.picture.data) == (0, 255, 0)
    phone.front = 2
    assert find(device.look(picture=False), "Zoom")


def test_a_phone_that_is_folded_and_unfolded_is_read_at_its_size_and_pictured_from_the_panel_that_is_on() -> None:
    phone = ManyDisplays(panels={0: OUTER})
    device = opened(phone)
    seen = device.look()
    assert seen.picture
    assert (colour(seen.picture.data), seen.size.width) == ((0, 255, 0), 412)
    phone.panels, phone.sizes = {0: INNER}, {0: (1840, 2208)}
    seen = device.look()
    assert seen.picture
    assert colour(seen.picture.data) == (255, 0, 0)
    assert round(seen.size.width) == 613
    assert any("1840x2208 pixels now, as after folding or unfolding; it had 1236x2745" in one for one in seen.notes)
    phone.sizes = {0: (2208, 1840)}
    assert not device.look().notes, "it was only turned"


def test_a_gesture_after_unfolding_reaches_the_part_of_the_screen_that_was_not_there_before() -> None:
    phone = ManyDisplays(sizes={0: (1236, 1000)}, panels={0: OUTER})
    device = opened(phone)
    low = next(one for one in phone.device.look().elements if one.label == "Next").box.centre
    device.look(picture=False)
    phone.sizes, phone.panels = {0: (1236, 2745)}, {0: INNER}
    device.perform(DragPath(Point(low.x, low.y), Point(low.x, low.y + 500)))
    assert next(one for one in phone.commands if "motionevent" in one).endswith(f"{round((low.y + 500) * SCALE)}; }}")


def test_a_virtual_display_is_pictured_by_its_name_or_not_at_all() -> None:
    phone = ManyDisplays(others={5: ScriptedDevice(CLUSTER)}, panels={0: INNER}, overlays={5: "Overlay #1"})
    seen = opened(phone, 5).look()
    assert seen.picture
    assert colour(seen.picture.data) == (0, 0, 255)
    phone.surfaces = f'Display {INNER} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n'
    seen = opened(phone, 5).look()
    assert (seen.picture, seen.condition) == (None, "ok")
    assert "Android gives no picture of display 5" in seen.notes


def test_an_app_is_opened_on_the_display_of_the_run() -> None:
    phone = car()
    opened(phone, 2).perform(LaunchApp("reference"))
    assert any(command.startswith("am start --display 2 -W") for command in phone.commands)
    other = car()
    opened(other, 0).perform(LaunchApp("reference"))
    assert any(command.startswith("am start --display 0 -W") for command in other.commands)


def test_the_doctor_lists_displays_where_there_are_several() -> None:
    found = next(one for one in check_phone(car(overlays={2: "HDMI"})) if one.name == "displays")
    assert found.found == "0 (Built-in Screen, 1236x2745), 2 (HDMI, 1236x2745); android.display selects one"
    assert not any(one.name == "displays" for one in check_phone(ManyDisplays(panels={0: INNER})))


# ---------------------------------------------------------------------- formats

ANDROID_7 = """    mDisplayId=0
    mLayerStack=0
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", uniqueId "local:0", app 1080 x 1794, real 1080 x 1920, state ON}
    mOverrideDisplayInfo=DisplayInfo{"Built-in Screen", uniqueId "local:0", app 1 x 1, real 1 x 1, state ON}
    mDisplayId=1
    mBaseDisplayInfo=DisplayInfo{"HDMI Screen", uniqueId "local:1", app 1920 x 1080, real 1920 x 1080, state OFF}
"""
ANDROID_11 = """    mDisplayId=0
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen, displayId 0", uniqueId "local:19261213734341249", real 1768 x 2208}
    mDisplayId=4
    mBaseDisplayInfo=DisplayInfo{"scrcpy, displayId 4", uniqueId "virtual:com.android.shell,2000,scrcpy,0", real 1 x 1}
Display 19261213734341250 (HWC display 3): port=130 pnpId=QCM displayName=""
Display 19261213734341249 (HWC display 0): port=129 pnpId=QCM displayName=""
"""
ANDROID_16 = """    mDisplayId=0
    mBaseDisplayInfo=DisplayInfo{"Common Panel", displayId 0, real 2076 x 2152, uniqueId "local:4619827677550801152"}
    mDisplayId=89
    mBaseDisplayInfo=DisplayInfo{"agent", displayId 89, real 9 x 9, uniqueId "virtual:com.android.shell,2000,agent,89"}
Display 4619827677550801152 (HWC display 0): port=0 pnpId=GGL screenPartStatus=ORIGINAL displayName="Common Panel"
Display 11529215047354549223 (Virtual display): displayName="agent" uniqueId="virtual:com.android.shell,2000,agent,89"
Display 11529215047354549224 (Virtual display): displayName="agent" uniqueId=""
"""


@pytest.mark.parametrize(
    ("dump", "ids", "panels"),
    [
        (ANDROID_7, {0: "0", 1: "1"}, 0),
        (ANDROID_11, {0: "19261213734341249", 4: ""}, 2),
        (ANDROID_16, {0: "4619827677550801152", 89: "11529215047354549223"}, 1),
    ],
)
def test_the_ids_of_displays_are_found_in_the_formats_of_all_versions(
    dump: str, ids: dict[int, str], panels: int
) -> None:
    assert {one.number: one.surface for one in displays_of(dump)} == ids
    assert panels_of(dump) == panels
    assert not displays_of(dump)[0].name.endswith("0")


def test_a_name_of_a_display_puts_nothing_into_a_command() -> None:
    named = '    mDisplayId=3\n    mBaseDisplayInfo=DisplayInfo{"x", uniqueId "local:0; reboot", real 1 x 1}\n'
    assert displays_of(named)[0].surface == ""
    assert displays_of("    mPrimaryDisplayDevice=mDisplayId=0\n" + named)[0].number == 3


def test_android_9_has_one_focus_for_all_displays_and_the_window_tells_its_own() -> None:
    dump = """WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
    init=1080x1920 480dpi cur=1080x1920 app=1080x1794
  Display: mDisplayId=1
    init=1920x720 160dpi cur=1920x720 app=1920x720
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #3 Window{aa1 u0 org.maps/org.maps.Main}:
    mDisplayId=0 stackId=1 mSession=Session{1 2:u0a1}
    mOwnerUid=10001 mShowToOwnerOnly=true package=org.maps appop=NONE
  Window #2 Window{bb2 u0 org.cluster/org.cluster.Main}:
    mDisplayId=1 stackId=2 mSession=Session{1 2:u0a1}
  mCurrentFocus=Window{aa1 u0 org.maps/org.maps.Main}
  mFocusedApp=AppWindowToken{9 token=Token{8 ActivityRecord{7 u0 org.maps/.Main t9}}}
"""
    state = screen_state(dump)
    assert (str(state.component), state.display, state.front, state.size) == ("org.maps/.Main", 0, 0, (1080, 1920))
    other = screen_state(dump, 1)
    assert (other.component, other.display, other.displays, other.size) == (None, 1, (0, 1), (1920, 720))
    turned = screen_state(dump.replace("mCurrentFocus=Window{aa1 u0 org.maps/org.maps.Main}",
                                       "mCurrentFocus=Window{bb2 u0 org.cluster/org.cluster.Main}"))  # fmt: skip
    assert (turned.display, turned.size) == (1, (1920, 720))


def test_the_windows_of_one_display_are_taken_from_the_trees_of_all() -> None:
    both = read_hierarchy(
        '<hierarchy rotation="0"><node package="a" bounds="[0,0][9,9]" display-id="0"/>'
        '<node package="b" bounds="[0,0][9,9]" display-id="2"/></hierarchy>'
    )
    assert [one.package for one in both.on_display(2, front=False).windows] == ["b"]
    assert [one.package for one in both.on_display(0, front=True).windows] == ["a"]
    assert both.on_display(7, front=True).trouble == "no_hierarchy"
    cut = read_hierarchy("<displays><display id='3'><window><hierarchy><node package='c' bounds='[0,0][9,9]'/>")
    assert (cut.trouble, cut.windows[0].display) == ("damaged", 3)
