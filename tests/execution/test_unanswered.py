"""A touch that the app was given on the very element is not given again: it may add, and show that late."""

from collections.abc import Sequence

import pytest

from sextant.devices.faults import FaultId, FaultPlan, FaultyDevice
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.execution.failure_causes import REMEDIES
from sextant.protocols import Device
from sextant.types.actions import ByIndex, Click, Gesture, Pause
from sextant.types.devices import Injection
from sextant.types.geometry import Point
from sextant.types.screens import Observation
from tests.execution.stage import Stage

LIKES = (Widget("Like", effect="likes"), Widget("Liked {effect} times", role="text", effect="likes"))
REST = tuple(Widget(f"Row {row}", role="text") for row in range(8))
LIKED = ScriptedApp(
    {
        "home": Page("Home", (*LIKES, Widget("News", role="tab", goes="news", after=1), *REST)),
        "news": Page("News", (Widget("Today", role="text"),)),
    },
    "home",
)
LIKE = Click(ByIndex(0))


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


def slow(looks: int = 0, faults: Sequence[FaultId] = ()) -> Slow:
    plan = FaultPlan(dict.fromkeys(faults, 1.0), seed=3)
    return Slow(FaultyDevice(ScriptedDevice(LIKED), plan, lambda: 0.0), looks)


@pytest.mark.parametrize("looks", [0, 1, 2, 3, 4, 9, 30])
def test_what_adds_and_shows_it_late_is_touched_once_and_the_actor_is_told(looks: int) -> None:
    stage = Stage(slow(looks))
    step = stage.do(LIKE, "Liked 1 times")
    assert stage.app.counts["likes"] == len(step.attempts) == 1
    assert (step.effectiveness, step.cause) == (("effective", "") if looks <= 4 else ("ineffective", "unanswered"))
    assert not step.cause or (step.attempts[-1].received is True and REMEDIES[step.cause] == "ask_again")


def test_where_nobody_tells_where_it_arrived_it_is_tried_another_way() -> None:
    assert len(Stage(Silent(slow(9))).do(LIKE, "Liked 1 times").attempts) > 1


def test_a_touch_that_arrived_elsewhere_is_made_good() -> None:
    device = slow(faults=["offset_tap"])
    step = Stage(device).do(LIKE, "Liked 1 times")
    assert len(step.attempts) > 1
    assert "unanswered" not in [attempt.cause for attempt in step.attempts]
    first = step.attempts[0]
    assert first.point is not None
    assert device.touched(first.intent) not in (None, first.point)


def test_a_touch_that_never_arrived_is_made_good() -> None:
    stage = Stage(slow(faults=["dropped_tap"]))
    step = stage.do(LIKE, "Liked 1 times")
    assert len(step.attempts) > 1
    assert {attempt.cause for attempt in step.attempts} == {"missed"}
    assert stage.app.counts["likes"] == 0


def test_a_touch_that_arrives_late_is_waited_for() -> None:
    stage = Stage(slow(faults=["delayed_tap"]))
    step = stage.do(LIKE, "Liked 1 times")
    assert (step.effectiveness, stage.app.counts["likes"], len(step.attempts)) == ("effective", 1, 1)


def test_choosing_the_same_once_more_harms_nothing() -> None:
    step = Stage(slow()).do(Click(ByIndex(2)), "Today")
    assert (step.effectiveness, len(step.attempts)) == ("effective", 2)
