"""From the lines of `getevent -lt` to a person's gestures."""

from collections.abc import Sequence

import pytest

from sextant.devices.android.gesture_feed import PanelReader, ScreenOrientation, navigation_key
from sextant.devices.android.packages import TouchPanel
from sextant.devices.finger_tracker import SEVERAL_FINGERS
from sextant.types.actions import DragPath, Gesture, Hold, PressKey, Tap
from sextant.types.geometry import Point, Size
from sextant.types.person_gestures import PersonGesture

PANEL = TouchPanel("/dev/input/event6", "touch", True, 0, 0, 20639, 30959)
UPRIGHT = ScreenOrientation(1080, 2400, 0.5)
X, Y, SLOT, ID = (f"EV_ABS ABS_MT_{name}" for name in ("POSITION_X", "POSITION_Y", "SLOT", "TRACKING_ID"))
SYNC, UP = "EV_SYN SYN_REPORT 00000000", f"{ID} ffffffff"


def read(*events: str | float, screen: ScreenOrientation = UPRIGHT, path: str = PANEL.path) -> list[PersonGesture]:
    """The gestures of some events; a number is the time of those that follow."""
    at, found = 100.0, list[PersonGesture]()
    reader = PanelReader((PANEL,), lambda: screen, lambda: 1000.0 + at)
    for event in events:
        if isinstance(event, float):
            at = event
        elif (done := reader.read(f"[{at:15.6f}] {path}: {event}            ")) is not None:
            found.append(done)
    return found


def at(across: float, down: float) -> tuple[str, str]:
    return f"{X} {round(across * 20639):08x}", f"{Y} {round(down * 30959):08x}"


def gestures(found: Sequence[PersonGesture]) -> list[Gesture | None]:
    return [one.gesture for one in found]


def near(point: Point, x: float, y: float) -> bool:
    return abs(point.x - x) < 1 and abs(point.y - y) < 1


def test_a_finger_taps_holds_and_swipes() -> None:
    down, away = (f"{ID} 00000001", *at(0.25, 0.5), SYNC), (UP, SYNC)
    tap, hold, swipe, drag = read(
        *(10.0, *down, 10.1, *away),
        *(20.0, *down, 20.7, *away),
        *(30.0, *down, 30.1, at(0.25, 0.9)[1], SYNC, *away),
        *(40.0, *down, 40.8, at(0.75, 0.5)[0], SYNC, *away),
    )
    assert isinstance(tap.gesture, Tap)
    assert near(tap.gesture.point, 135, 600)
    assert (tap.began, round(tap.ended, 3)) == (1010.0, 1010.1)
    assert isinstance(hold.gesture, Hold)
    assert hold.gesture.seconds == 0.7
    assert isinstance(swipe.gesture, DragPath)
    assert near(swipe.gesture.end, 135, 1080)
    assert swipe.gesture.hold_seconds == 0
    assert isinstance(drag.gesture, DragPath)
    assert drag.gesture.hold_seconds == 0.8


def test_several_fingers_are_no_gesture_on_panels_of_either_protocol() -> None:
    pinch = (f"{SLOT} 00000000", f"{ID} 00000001", *at(0.2, 0.2), f"{SLOT} 00000001", f"{ID} 00000002", *at(0.8, 0.8))
    lifted = (UP, SYNC, f"{SLOT} 00000000", UP, SYNC)
    found = read(*pinch, SYNC, *lifted, f"{ID} 00000003", *at(0.5, 0.5), SYNC, UP, SYNC)
    assert (found[0].gesture, found[0].note) == (None, SEVERAL_FINGERS)
    assert [type(one) for one in gestures(found[1:])] == [Tap]
    more, gone = "EV_SYN SYN_MT_REPORT 00000000", "EV_KEY BTN_TOUCH UP"
    found = read("EV_KEY BTN_TOUCH DOWN", *at(0.5, 0.5), more, SYNC, *at(0.5, 0.5), more, SYNC, gone, more, SYNC)
    assert [type(one) for one in gestures(found)] == [Tap]
    two = read(*at(0.2, 0.2), more, *at(0.8, 0.8), more, SYNC, gone, more, SYNC)
    assert gestures(two) == [None]


@pytest.mark.parametrize(("rotation", "x", "y"), [(0, 0.25, 0.1), (1, 0.1, 0.75), (2, 0.75, 0.9), (3, 0.9, 0.25)])
def test_a_panel_does_not_turn_with_its_screen(rotation: int, x: float, y: float) -> None:
    size = (2400, 1080) if rotation % 2 else (1080, 2400)
    turned = ScreenOrientation(*size, 0.5, rotation)
    (done,) = gestures(read(f"{ID} 00000001", *at(0.25, 0.1), SYNC, UP, SYNC, screen=turned))
    assert isinstance(done, Tap)
    assert near(done.point, x * turned.size.width, y * turned.size.height)


def test_keys_are_read_from_any_device_and_other_devices_touch_nothing() -> None:
    keys = read("EV_KEY KEY_BACK DOWN", "EV_KEY KEY_BACK UP", "EV_KEY KEY_HOMEPAGE 00000001", path="/dev/input/event0")
    assert gestures(keys) == [PressKey("back"), PressKey("home")]
    assert not read(f"{ID} 00000001", *at(0.5, 0.5), SYNC, UP, SYNC, path="/dev/input/event0")
    assert not read("nonsense", "add device 1: /dev/input/event0")


def test_the_systems_own_gestures_are_keys() -> None:
    size, edge = Size(400, 800), DragPath(Point(2, 300), Point(120, 310))
    assert navigation_key(edge, size, "2") == PressKey("back")
    assert navigation_key(DragPath(Point(399, 300), Point(250, 310)), size, "2") == PressKey("back")
    assert navigation_key(DragPath(Point(200, 795), Point(200, 400)), size, "2") == PressKey("home")
    assert navigation_key(edge, size, "0") == edge
    assert navigation_key(Tap(Point(60, 790)), size, "0") == PressKey("back")
    assert navigation_key(Tap(Point(390, 790)), size, "0") == PressKey("recents")
    assert navigation_key(Tap(Point(60, 790)), size, "null") == Tap(Point(60, 790))
