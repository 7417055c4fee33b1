"""A touch that the app was given on the very element is not given again: it may add, and show that late."""

import random
from collections.abc import Sequence

import pytest

from sextant.devices.faults import FaultId, FaultPlan, FaultyDevice
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.execution import Eyes, StepExecutor
from sextant.execution.failure_causes import CURES
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device
from sextant.types.actions import ByIndex, Click, Gesture, Pause
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.evidence import Predicate, TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Observation
from sextant.types.transitions import Transition
from tests.execution.test_executor import Log
from tests.support.runs import NOBODY

APP = ScriptedApp(
    {
        "home": Page(
            "Home",
            (
                Widget("Like", effect="likes"),
                Widget("Liked {effect} times", role="text", effect="likes"),
                Widget("News", role="tab", goes="news", after=1),
                *(Widget(f"Row {row}", role="text") for row in range(8)),
            ),
        ),
        "news": Page("News", (Widget("Today", role="text"),)),
    },
    "home",
)


class Slow(DeviceWrapper):
    """Shows what there was until so many looks after a touch are over."""

    def __init__(self, inner: Device, looks: int) -> None:
        super().__init__(inner)
        self._looks, self._left = looks, 0
        self._shown: Observation | None = None

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if not isinstance(gesture, Pause):
            self._left = self._looks
        return super().perform(gesture, intent)

    def look(self, picture: bool = True) -> Observation:
        self._left -= 1
        if self._left < 0 or self._shown is None:
            self._shown = super().look(picture)
        return self._shown


class Silent(DeviceWrapper):
    """Does not tell where a touch arrives."""

    def touched(self, intent: str) -> Point | None:
        del intent
        return None


class Stage:
    def __init__(self, looks: int = 0, faults: Sequence[FaultId] = (), silent: bool = False) -> None:
        self.app = ScriptedDevice(APP)
        broken = FaultyDevice(self.app, FaultPlan(dict.fromkeys(faults, 1.0), seed=3), lambda: 0.0)
        device: Device = Slow(broken, looks)
        device = Silent(device) if silent else device
        device.open()
        self.eyes = Eyes(device, Perceiver())
        self.log = Log(self.app)
        self.executor = StepExecutor(self.eyes, self.log, lambda name: name, NOBODY, random.Random(1), lambda: 0.0)

    def do(self, index: int = 0, expect: str = "Liked 1 times") -> Transition:
        seen = self.eyes.look()
        expected: tuple[Predicate, ...] = (TextVisible(expect),)
        return self.executor.execute(Decision(Click(ByIndex(index)), seen.digest, expectations=expected), seen, 0)


@pytest.mark.parametrize("looks", [0, 1, 2, 3, 4, 9, 30])
def test_what_adds_and_shows_it_late_is_touched_once(looks: int) -> None:
    stage = Stage(looks)
    step = stage.do()
    assert stage.app.counts["likes"] == len(step.attempts) == 1
    assert (step.effectiveness, step.cause) == (("effective", "") if looks <= 4 else ("ineffective", "unanswered"))


def test_the_actor_is_told_and_decides() -> None:
    step = Stage(99).do()
    assert step.attempts[-1].received is True
    assert (step.cause, CURES[step.cause]) == ("unanswered", "ask_again")


def test_where_nobody_tells_where_it_arrived_it_is_tried_another_way() -> None:
    stage = Stage(9, silent=True)
    assert len(stage.do().attempts) > 1


def test_a_touch_that_arrived_elsewhere_is_made_good() -> None:
    stage = Stage(faults=["offset_tap"])
    step = stage.do()
    met = [attempt.cause for attempt in step.attempts]
    assert len(met) > 1
    assert "unanswered" not in met


def test_a_touch_that_never_arrived_is_made_good() -> None:
    stage = Stage(faults=["dropped_tap"])
    step = stage.do()
    assert len(step.attempts) > 1
    assert {attempt.cause for attempt in step.attempts} == {"missed"}
    assert stage.app.counts["likes"] == 0


def test_a_touch_that_arrives_late_is_waited_for() -> None:
    stage = Stage(faults=["delayed_tap"])
    step = stage.do()
    assert (step.effectiveness, stage.app.counts["likes"], len(step.attempts)) == ("effective", 1, 1)


def test_choosing_the_same_once_more_harms_nothing() -> None:
    step = Stage().do(2, "Today")
    assert (step.effectiveness, len(step.attempts)) == ("effective", 2)


def test_a_fault_tells_where_the_touch_went() -> None:
    stage = Stage(faults=["offset_tap"])
    device = stage.eyes.device
    step = stage.do()
    first = step.attempts[0]
    assert isinstance(device, DeviceWrapper)
    told = device.touched(first.intent)
    assert told is not None
    assert first.point is not None
    assert told != first.point
