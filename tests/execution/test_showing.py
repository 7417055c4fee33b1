"""What is out of view is scrolled to before it is touched, and only as long as that helps."""

import random
from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.execution import Eyes, StepExecutor
from sextant.execution.gestures import SCROLLS, towards
from sextant.perception.perceive import Perceiver
from sextant.types.actions import ByIndex, Click, ScrollBy, Tap
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Point
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from tests.execution.test_executor import Log
from tests.support.runs import NOBODY
from tests.support.screens import element, screen

ROWS = tuple(Widget(f"Row {at}", goes="next") for at in range(80))
LONG = ScriptedApp({"list": Page("List", ROWS), "next": Page("Next", (Widget("Arrived", role="text"),))}, "list")


class Stuck(ScriptedDevice):
    """Scrolls no more: what lies below never comes."""

    def _scroll_by(self, gesture: ScrollBy) -> str:
        del gesture
        return ""


def clicked(device: ScriptedDevice, label: str) -> tuple[Transition, Log]:
    device.open()
    eyes, log = Eyes(device, Perceiver()), Log(device)
    executor = StepExecutor(eyes, log, lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    seen = eyes.look()
    (index,) = (item.index for item in seen.elements if item.label == label)
    return executor.execute(Decision(Click(ByIndex(index, seen.digest)), seen.digest), seen, 0), log


def test_a_row_far_below_is_scrolled_to_and_touched() -> None:
    device = ScriptedDevice(LONG)
    done, log = clicked(device, "Row 70")
    assert done.effectiveness == "effective"
    assert done.after.title == "Next"
    scrolls = [item for item in device.gestures if isinstance(item, ScrollBy)]
    assert 1 <= len(scrolls) <= 3
    assert [kind for kind, _ in log.notes] == ["scrolled"] * len(scrolls)
    assert len(log.intents) == 1, "a scroll is no act of its own"


def test_what_no_scroll_reaches_is_told_and_not_touched() -> None:
    device = Stuck(LONG)
    done, log = clicked(device, "Row 70")
    assert (done.effectiveness, done.cause) == ("refused", "absent")
    assert not [item for item in device.gestures if isinstance(item, Tap)]
    assert sum(isinstance(item, ScrollBy) for item in device.gestures) == 1 < SCROLLS
    assert "cannot be scrolled to" in str(log.notes[-1][1]["reason"])


def test_what_is_in_view_is_not_scrolled_to() -> None:
    device = ScriptedDevice(LONG)
    clicked(device, "Row 1")
    assert not [item for item in device.gestures if isinstance(item, ScrollBy)]


def strip(inner: Box, target: Box) -> Screen:
    return screen(
        replace(element(0, "list", "Days", affordances=["scroll"]), box=inner),
        replace(element(1, "button", "Friday", parent=0, visibility="offscreen"), box=target),
    )


@pytest.mark.parametrize(
    ("inner", "target", "scroll"),
    [
        (Box(0, 100, 400, 100), Box(900, 120, 80, 40), ScrollBy("right", Point(200, 150), 1.85)),
        (Box(0, 100, 400, 100), Box(-500, 120, 80, 40), ScrollBy("left", Point(200, 150), 1.65)),
        (Box(0, 100, 400, 400), Box(10, 600, 80, 40), ScrollBy("down", Point(200, 300), 0.8)),
        (Box(0, 2000, 400, 400), Box(10, 2600, 80, 40), "outer"),
    ],
)
def test_the_scroller_that_hides_it_is_scrolled_the_outermost_first(
    inner: Box, target: Box, scroll: ScrollBy | str
) -> None:
    shown = strip(inner, target)
    found = towards(shown, shown.elements[1])
    assert found is not None
    if scroll == "outer":
        assert (found.direction, found.point) == ("down", None)
    else:
        assert found == scroll
