"""What the device saw an app write: attached to its step, and never caused twice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from sextant.devices.faults import FaultyDevice, parse_faults
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import DeviceLost
from sextant.types.actions import ByIndex, Click, Gesture, Status, Tap
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.effects import READ_ONLY, HeldWrite, ObservedEffect, WriteMode, WriteRuling
from tests.execution.stage import Stage
from tests.support.logs import Acts

ORDER = Write("POST", "/orders", 201)
APP = ScriptedApp(
    {
        "home": Page(
            "Home",
            (
                Widget("Order", role="tab", effects=(ORDER,)),
                Widget("Later", role="tab", effects=(Write("POST", "/orders", after=3),)),
                Widget("Buy", goes="bought", effects=(ORDER,)),
                Widget("Plain", role="tab"),
            ),
            effects=(Write("POST", "/visits", 204, "beacon"),),
        ),
        "bought": Page("Bought", (Widget("Thank you", role="text"),)),
    },
    "home",
)
VISIT = ObservedEffect("beacon", "POST", "/visits", "toy", 204, "load")
ORDERED = ObservedEffect("request", "POST", "/orders", "toy", 201, "touch")
HELD = ObservedEffect("request", "POST", "/orders", "toy", 0, "touch", held=True, reason=READ_ONLY)
ORDERS, LATER, BUY, PLAIN = (Click(ByIndex(index)) for index in range(4))
CLAIM = Status("complete")


def staged(writes: WriteMode = "observe") -> Stage:
    return Stage(ScriptedDevice(APP, writes=writes))


def test_what_a_page_sent_before_the_first_step_is_part_of_it_and_comes_first() -> None:
    stage = staged()
    step = stage.do(BUY, "Thank you")
    assert (step.effects, step.effectiveness, step.irreversible) == ((VISIT, ORDERED), "effective", True)
    assert stage.do(CLAIM).effects == ()


def test_a_step_that_wrote_is_not_repeated_though_nothing_shows_it() -> None:
    stage, once = staged(), Acts()
    assert len(stage.do(PLAIN, "Arrived").attempts) == 3, "without a write the ladder is climbed"
    step = stage.do(ORDERS, "Arrived")
    assert (len(step.attempts), step.effectiveness, step.cause) == (1, "uncertain", "unanswered")
    assert (step.irreversible, step.at_most_once) == (True, False)
    once.observe(step)
    seen = stage.observer.look()
    assert once.object_to(Decision(ORDERS, seen.digest), seen)
    assert not once.object_to(Decision(PLAIN, seen.digest), seen)


@pytest.mark.parametrize("status", [0, 201])
def test_a_write_without_an_answer_is_not_repeated_either(status: int) -> None:
    app = ScriptedApp({"home": Page("Home", (Widget("Order", effects=(Write("POST", "/orders", status),)),))}, "home")
    step = Stage(ScriptedDevice(app)).do(ORDERS, "Arrived")
    assert (len(step.attempts), step.irreversible) == (1, True)
    assert [effect.happened for effect in step.effects] == [status == 201]


def test_a_write_that_comes_late_stops_the_ladder_too() -> None:
    step = staged().do(LATER, "Arrived")
    assert len(step.attempts) == 1
    assert [effect.cause for effect in step.effects] == ["load", "timer"]


def test_what_a_page_keeps_for_itself_is_no_write_of_the_step_nor_what_a_timer_sent() -> None:
    step = staged().do(CLAIM)
    assert replace(step, effects=(ORDERED,)).wrote
    assert not replace(step, effects=(replace(ORDERED, kind="storage"),)).wrote
    assert not replace(step, effects=(replace(ORDERED, cause="timer"),)).wrote


def test_a_write_after_the_step_belongs_to_the_next() -> None:
    stage = staged()
    for row in (1, 3, 3, 3):
        stage.app.perform(Tap(stage.app.look().elements[row].box.centre))
    assert [effect.address for effect in stage.do(CLAIM).effects] == ["/visits", "/orders"]


def test_what_was_held_has_not_happened_and_makes_no_step_irreversible() -> None:
    step = staged("deny").do(BUY, "Thank you", irreversible=True)
    assert step.effects == (VISIT, HELD)
    assert (step.effectiveness, step.cause, step.wrote, len(step.attempts)) == ("ineffective", "refused", False, 1)
    assert not staged("deny").do(BUY, "Thank you").irreversible


class _Ruling:
    def __init__(self, allowed: bool) -> None:
        self.allowed, self.asked = allowed, list[HeldWrite]()

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        self.asked += writes
        return iter([(write, WriteRuling(self.allowed, "as the test says")) for write in writes])


@pytest.mark.parametrize("allowed", [True, False])
def test_the_scripted_gate_asks(allowed: bool) -> None:
    stage, ruling = staged("ask"), _Ruling(allowed)
    stage.app.authorise(ruling)
    step = stage.do(BUY, "Thank you")
    assert [write.effect.address for write in ruling.asked] == ["/orders"]
    assert step.effects[-1] == (ORDERED if allowed else replace(HELD, reason="as the test says"))
    assert (step.effectiveness == "effective") is allowed


def test_effects_come_through_what_stands_in_between() -> None:
    faulty = FaultyDevice(ScriptedDevice(APP), parse_faults("dropped_tap=0,seed=7"), clock=lambda: 0.0)
    assert Stage(DeviceWrapper(faulty)).do(BUY, "Thank you").effects == (VISIT, ORDERED)


class _Lost(DeviceWrapper):
    """Gives out after the touch."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        super().perform(gesture, intent)
        raise DeviceLost("The device is gone.", "Plug it in.")


def test_a_fault_in_a_step_loses_no_effect() -> None:
    stage = Stage(_Lost(ScriptedDevice(APP)))
    with pytest.raises(DeviceLost):
        stage.do(BUY)
    assert stage.do(CLAIM).effects == (VISIT, ORDERED)
