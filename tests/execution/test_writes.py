"""What the device saw an app write: attached to its step, and never caused twice."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from sextant.devices.faults import FaultyDevice, parse_faults
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.devices.wrapper import DeviceWrapper, innermost
from sextant.errors import DeviceLost
from sextant.execution import Eyes, StepExecutor
from sextant.perception.perceive import Perceiver
from sextant.types.actions import Action, ByIndex, Click, Gesture, Status, Tap
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.effects import READ_ONLY, HeldWrite, ObservedEffect, WriteMode, WriteRuling
from sextant.types.evidence import TextVisible
from sextant.types.transitions import Transition
from tests.execution.test_executor import Log
from tests.support.logs import Acts
from tests.support.runs import NOBODY

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


class Stage:
    def __init__(self, device: ScriptedDevice | DeviceWrapper, bare: ScriptedDevice) -> None:
        device.open()
        self.eyes = Eyes(device, Perceiver())
        self.executor = StepExecutor(
            self.eyes, Log(bare), lambda name: name, NOBODY, random.Random(1), lambda: float(len(bare.gestures))
        )

    def do(self, action: Action, expect: str = "", irreversible: bool = False) -> Transition:
        seen = self.eyes.look()
        expectations = (TextVisible(expect),) if expect else ()
        return self.executor.execute(Decision(action, seen.digest, expectations=expectations), seen, 0, irreversible)


def staged(writes: WriteMode = "observe") -> Stage:
    device = ScriptedDevice(APP, writes=writes)
    return Stage(device, device)


def test_what_a_page_sent_before_the_first_step_is_part_of_it_and_comes_first() -> None:
    stage = staged()
    step = stage.do(Click(ByIndex(2)), "Thank you")
    assert (step.effects, step.effectiveness, step.irreversible) == ((VISIT, ORDERED), "effective", True)
    assert stage.do(Status("complete")).effects == ()


def test_a_step_that_wrote_is_not_repeated_though_nothing_shows_it() -> None:
    stage = staged()
    assert len(stage.do(Click(ByIndex(3)), "Arrived").attempts) == 3, "without a write the ladder is climbed"
    step = stage.do(Click(ByIndex(0)), "Arrived")
    assert (len(step.attempts), step.effectiveness, step.cause) == (1, "uncertain", "unanswered")
    assert (step.irreversible, step.at_most_once) == (True, False)


@pytest.mark.parametrize("status", [0, 201])
def test_a_write_without_an_answer_is_not_repeated_either(status: int) -> None:
    app = ScriptedApp({"home": Page("Home", (Widget("Order", effects=(Write("POST", "/orders", status),)),))}, "home")
    device = ScriptedDevice(app)
    step = Stage(device, device).do(Click(ByIndex(0)), "Arrived")
    assert (len(step.attempts), step.irreversible) == (1, True)
    assert [effect.happened for effect in step.effects] == [status == 201]


def test_a_write_that_comes_late_stops_the_ladder_too() -> None:
    step = staged().do(Click(ByIndex(1)), "Arrived")
    assert len(step.attempts) == 1
    assert [effect.cause for effect in step.effects] == ["load", "timer"]


def test_what_a_page_keeps_for_itself_is_no_write_of_the_step_nor_what_a_timer_sent() -> None:
    step = staged().do(Status("complete"))
    assert replace(step, effects=(ORDERED,)).wrote
    assert not replace(step, effects=(replace(ORDERED, kind="storage"),)).wrote
    assert not replace(step, effects=(replace(ORDERED, cause="timer"),)).wrote


def test_a_write_after_the_step_belongs_to_the_next() -> None:
    device = ScriptedDevice(APP)
    stage = Stage(device, device)
    device.perform(_tap(device, 1))
    for _ in range(3):
        device.perform(_tap(device, 3))
    assert [effect.address for effect in stage.do(Status("complete")).effects] == ["/visits", "/orders"]


def _tap(device: ScriptedDevice, row: int) -> Gesture:
    return Tap(device.look().elements[row].box.centre)


def test_what_was_held_has_not_happened() -> None:
    step = staged("deny").do(Click(ByIndex(2)), "Thank you", irreversible=True)
    assert step.effects == (VISIT, HELD)
    assert (step.effectiveness, step.cause, step.wrote, len(step.attempts)) == ("ineffective", "refused", False, 1)


def test_a_held_write_does_not_make_a_step_irreversible() -> None:
    step = staged("deny").do(Click(ByIndex(2)), "Thank you")
    assert not step.irreversible


class _Ruling:
    def __init__(self, allowed: bool) -> None:
        self.allowed, self.asked = allowed, list[HeldWrite]()

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        self.asked += writes
        return iter([(write, WriteRuling(self.allowed, "as the test says")) for write in writes])


@pytest.mark.parametrize("allowed", [True, False])
def test_the_scripted_gate_asks(allowed: bool) -> None:
    device, ruling = ScriptedDevice(APP, writes="ask"), _Ruling(allowed)
    device.authorise(ruling)
    step = Stage(device, device).do(Click(ByIndex(2)), "Thank you")
    assert [write.effect.address for write in ruling.asked] == ["/orders"]
    assert step.effects[-1] == (ORDERED if allowed else replace(HELD, reason="as the test says"))
    assert (step.effectiveness == "effective") is allowed


def test_effects_come_through_what_stands_in_between() -> None:
    bare = ScriptedDevice(APP)
    device = DeviceWrapper(FaultyDevice(bare, parse_faults("dropped_tap=0,seed=7"), clock=lambda: 0.0))
    step = Stage(device, bare).do(Click(ByIndex(2)), "Thank you")
    assert step.effects == (VISIT, ORDERED)
    assert innermost(device) is bare


class _Lost(DeviceWrapper):
    """Gives out after the touch."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        super().perform(gesture, intent)
        raise DeviceLost("The device is gone.", "Plug it in.")


def test_a_fault_in_a_step_loses_no_effect() -> None:
    bare = ScriptedDevice(APP)
    stage = Stage(_Lost(bare), bare)
    with pytest.raises(DeviceLost):
        stage.do(Click(ByIndex(2)))
    assert stage.do(Status("complete")).effects == (VISIT, ORDERED)


def test_doing_again_what_wrote_and_showed_nothing_is_objected_to() -> None:
    stage, once = staged(), Acts()
    step = stage.do(Click(ByIndex(0)), "Arrived")
    once.observe(step)
    seen = stage.eyes.look()
    assert once.object_to(Decision(Click(ByIndex(0)), seen.digest), seen)
    assert not once.object_to(Decision(Click(ByIndex(3)), seen.digest), seen)
