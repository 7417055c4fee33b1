"""A scroll is judged by more than one look where the first shows nothing new."""

import random

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.execution import Eyes, StepExecutor
from sextant.perception.perceive import Perceiver
from sextant.types.actions import Gesture, Pause, Scroll, ScrollBy, Wait
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.screens import Observation
from sextant.types.transitions import Transition
from tests.execution.test_executor import Log
from tests.support.runs import NOBODY

LONG = ScriptedApp({"list": Page("List", tuple(Widget(f"Row {at}") for at in range(60)))}, "list")


class Frozen(ScriptedDevice):
    """Shows what there was before an injection once more after it."""

    def __init__(self, looks: int) -> None:
        super().__init__(LONG)
        self._looks, self._old, self._left = looks, None, 0

    _old: Observation | None

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent:
            self._old, self._left = super().look(picture=False), self._looks
        return super().perform(gesture, intent)

    def look(self, picture: bool = True) -> Observation:
        if self._left and self._old is not None:
            self._left -= 1
            return self._old
        return super().look(picture)


def scrolled(device: ScriptedDevice, action: Scroll | Wait) -> Transition:
    device.open()
    eyes = Eyes(device, Perceiver())
    executor = StepExecutor(eyes, Log(device), lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    seen = eyes.look()
    return executor.execute(Decision(action, seen.digest), seen, 0)


def pauses(device: ScriptedDevice) -> int:
    return sum(isinstance(gesture, Pause) for gesture in device.gestures)


def test_an_old_picture_is_no_end_of_a_list() -> None:
    device = Frozen(1)
    assert scrolled(device, Scroll("down")).effectiveness == "effective"
    assert (pauses(device), sum(isinstance(item, ScrollBy) for item in device.gestures)) == (1, 1)


def test_the_end_of_a_list_is_looked_at_twice() -> None:
    device = Frozen(0)
    assert scrolled(device, Scroll("up")).effectiveness == "ineffective"
    assert pauses(device) == 1


def test_what_scrolls_at_once_and_what_waits_are_looked_at_once() -> None:
    device = Frozen(0)
    assert scrolled(device, Scroll("down")).effectiveness == "effective"
    assert pauses(device) == 0
    scrolled(device, Wait(1.0))
    assert pauses(device) == 1, "the wait itself"
