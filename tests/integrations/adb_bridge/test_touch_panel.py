"""`getevent` and `sendevent`: the touch screen as an input device."""

from sextant.devices.android.packages import touch_panels_of
from sextant.integrations.adb_bridge.shell.touch_panel import LiftedFinger, TouchPanelDevice
from tests.support.phone_shell import PhoneShell


def test_the_panel_is_described_as_getevent_describes_one() -> None:
    phone = PhoneShell()
    (panel,) = touch_panels_of(phone.text("getevent -lp"))
    width, height = phone.phone.size
    assert (panel.path, panel.direct) == ("/dev/input/event1", True)
    assert (panel.left, panel.top, panel.right, panel.bottom) == (0, 0, width - 1, height - 1)
    assert touch_panels_of(phone.text("getevent -i")) == (panel,)
    assert "ABS (0003): 002f" in phone.text("getevent -p /dev/input/event1")


def test_what_cannot_be_read_or_written_is_said() -> None:
    phone = PhoneShell()
    assert phone.run("sendevent /dev/input/event9 0 0 0").err.startswith("could not open /dev/input/event9")
    assert phone.run("sendevent /dev/input/event1 0").err == "use: sendevent device type code value\n"
    assert phone.run("getevent /dev/input/event9").code == 1
    assert phone.run("getevent -Z").err.startswith("Usage: getevent")


def test_two_fingers_do_nothing_and_a_held_finger_drags() -> None:
    lifted = list[LiftedFinger]()
    panel = TouchPanelDevice(lifted.append)

    def write(*events: tuple[int, int, int]) -> None:
        for event in events:
            panel.write(*event)

    write((3, 57, 1), (3, 53, 10), (3, 54, 10), (3, 47, 1), (3, 57, 2), (3, 53, 90), (3, 54, 90), (0, 0, 0))
    write((3, 57, -1), (3, 47, 0), (3, 57, -1), (0, 0, 0))
    assert not lifted
    write((3, 57, 3), (3, 53, 20), (3, 54, 30), (0, 0, 0), (3, 54, 300), (0, 0, 0), (3, 57, -1), (0, 0, 0))
    (finger,) = lifted
    assert (finger.start, finger.end) == ((20.0, 30.0), (20.0, 300.0))
    assert 0 < finger.held_seconds <= finger.seconds
