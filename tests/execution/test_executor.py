from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import ref_of
from sextant.errors import DeviceLost
from sextant.evidence import judge_step
from sextant.execution import OutageHandler, settle_intent
from sextant.execution.failure_causes import diagnose
from sextant.execution.retry_policy import AttemptEvidence
from sextant.types.actions import ByIndex, Click, HandOver, InputText, Pause, Status, Tap, Wait
from sextant.types.decisions import Decision
from sextant.types.devices import Injection, Intent
from sextant.types.evidence import Effect, TextVisible
from sextant.types.geometry import Box, Point
from sextant.types.screens import Condition, Observation, Screen
from tests.execution.stage import Log, Stage
from tests.support.logs import event_log
from tests.support.runs import Somebody
from tests.support.screens import element, screen

__all__ = ["Log"]

APP = ScriptedApp(
    {
        "home": Page(
            "Home",
            (
                Widget("Open", goes="next"),
                Widget("Flaky", role="tab", goes="next", after=1),
                Widget("Send", effect="sent"),
                Widget("Sent {effect} times", role="text", effect="sent"),
                Widget("Name", role="textbox", field="name"),
            ),
        ),
        "next": Page("Next", (Widget("Arrived", role="text"),)),
    },
    "home",
)


@pytest.fixture
def stage() -> Stage:
    return Stage(ScriptedDevice(APP))


def test_a_touch_without_effect_is_tried_at_another_point_until_it_works(stage: Stage) -> None:
    step = stage.do(Click(ByIndex(1)), "Arrived")
    assert (step.effectiveness, [a.encoding for a in step.attempts]) == ("effective", ["index", "relative"])
    assert step.attempts[0].point != step.attempts[1].point
    assert [given for _, given in stage.log.intents] == [0, 5], "each is intended first; the four pauses are not"
    assert len({intent.id for intent, _ in stage.log.intents}) == 2


def test_without_an_expectation_nothing_is_tried_again(stage: Stage) -> None:
    step = stage.do(Click(ByIndex(1)))
    assert (step.effectiveness, len(step.attempts)) == ("ineffective", 1)


def test_an_irreversible_act_is_injected_once(stage: Stage) -> None:
    step = stage.do(Click(ByIndex(2)), "Sent 9 times", irreversible=True)
    assert (len(step.attempts), stage.app.counts["sent"], step.cause) == (1, 1, "")


def test_what_has_vanished_is_not_touched(stage: Stage) -> None:
    seen = stage.observer.look()
    stage.app.perform(Tap(Point(10, 10)))
    step = stage.do(Click(ByIndex(2)), seen=seen)
    assert (step.effectiveness, step.cause, step.attempts, step.after.title) == ("refused", "absent", (), "Next")


def test_a_secret_is_looked_up_at_the_last_moment(stage: Stage) -> None:
    stage.do(InputText(target=ByIndex(4), secret="pin"))
    assert stage.app.fields["name"] == "value of pin"


def test_claims_are_judged_on_the_present_screen_and_inject_nothing(stage: Stage) -> None:
    step = stage.do(Status("complete"), "Open", "Nope")
    assert [verdict.outcome for verdict in step.verdicts] == ["holds", "fails"]
    assert stage.app.gestures == []


class Blinking(ScriptedDevice):
    """Shows nothing in the conditions that it is told, one a look, then is well."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        super().__init__(APP)
        self.conditions = list(conditions)

    def look(self, picture: bool = True) -> Observation:
        seen = super().look(picture)
        return replace(seen, condition=self.conditions.pop(0), elements=()) if self.conditions else seen


@pytest.mark.parametrize(("condition", "steps"), [("blank", []), ("crashed", [(7, "relaunch")])])
def test_a_blank_screen_is_looked_at_again_and_a_crashed_app_relaunched(
    condition: Condition, steps: list[tuple[int, str]]
) -> None:
    stage = Stage(Blinking((condition, condition)))
    cleared = OutageHandler(stage.observer, stage.executor, event_log(), lambda: 0.0).clear(stage.observer.look(), 7)
    assert cleared.screen.condition == "ok"
    assert [(step.step, step.interrupt) for step in cleared.steps] == steps
    assert steps or all(isinstance(gesture, Pause) for gesture in stage.app.gestures)


def test_an_app_that_stays_gone_is_given_up_after_three() -> None:
    gone: list[Condition] = ["app_gone"]
    stage, log = Stage(Blinking(gone * 99)), event_log()
    outage = OutageHandler(stage.observer, stage.executor, log, lambda: 0.0)
    cleared = outage.clear(stage.observer.look(), 0)
    assert len(cleared.steps) == 3
    log.append(*cleared.steps)
    with pytest.raises(DeviceLost, match="does not come back"):
        outage.clear(cleared.screen, 3)


def _intent(
    device: ScriptedDevice, before: Screen, expect: TextVisible | Effect, *, injected: bool, irreversible: bool = True
) -> Intent:
    decision = Decision(Click(ByIndex(2)), before.digest, "send", expectations=(expect,))
    intent = Intent("i1", 0, Tap(Point(10, 110)), before.digest, "send", None, irreversible, (expect,), decision)
    if injected:
        device.perform(intent.gesture, intent.id)
    return intent


@pytest.mark.parametrize(
    ("expect", "irreversible", "restored", "pauses"),
    [
        (TextVisible("Sent 1 times"), True, False, 0),
        (TextVisible("Sent 5 times"), False, False, 0),
        (TextVisible("Sent 5 times"), True, False, 8),
        (TextVisible("Sent 5 times"), True, True, 0),
        (Effect("it was sent"), True, False, 0),
    ],
)
def test_settling_waits_only_for_what_may_still_be_shown(
    stage: Stage, expect: TextVisible | Effect, irreversible: bool, restored: bool, pauses: int
) -> None:
    before = stage.observer.look()
    intent = _intent(stage.app, before, expect, injected=True, irreversible=irreversible)
    settle_intent(intent, before, stage.observer, restored)
    assert stage.app.gestures.count(Pause(0.25)) == pauses


class Late(ScriptedDevice):
    """Shows what an act has done from the third look after it."""

    looks = 0

    def look(self, picture: bool = True) -> Observation:
        self.looks += 1
        seen = super().look(picture)
        return replace(seen, elements=()) if 1 < self.looks < 4 else seen


def test_settling_ends_once_the_screen_shows_it() -> None:
    stage = Stage(Late(APP))
    before = stage.observer.look()
    settled = settle_intent(
        _intent(stage.app, before, TextVisible("Sent 1 times"), injected=True), before, stage.observer
    )
    assert (settled.outcome, stage.app.gestures.count(Pause(0.25))) == ("happened", 2)


@pytest.mark.parametrize(
    ("expect", "injected", "outcome"),
    [
        (TextVisible("Sent 1 times"), True, "happened"),
        (TextVisible("Sent 1 times"), False, "not_injected"),
        (TextVisible("Sent 5 times"), True, "unknown"),
        (Effect("it was sent"), True, "unknown"),
    ],
)
def test_settling_by_looking(stage: Stage, expect: TextVisible | Effect, injected: bool, outcome: str) -> None:
    before = stage.observer.look()
    settled = settle_intent(_intent(stage.app, before, expect, injected=injected), before, stage.observer)
    assert settled.outcome == outcome
    assert (settled.transition is None) == (outcome == "not_injected")


class Lent(ScriptedDevice):
    """A device that says where a person can use it, and notes when they have it."""

    told: tuple[str, ...] = ()

    @contextmanager
    def hand_over(self, reason: str) -> Generator[str]:
        self.told += ("given",)
        yield f"{reason}. Use the window."
        self.told += ("taken back",)


def test_a_person_is_told_where_the_device_can_be_used() -> None:
    device, person = Lent(APP), Somebody(takes_over=True)
    stage = Stage(device, person)
    assert stage.do(HandOver("log in")).attempts == ()
    assert person.asked == ["log in. Use the window."]
    assert device.told == ("given", "taken back")
    assert stage.log.permissions == [("take over: log in", True, "person")]


class Arriving(DeviceWrapper):
    """Shows what comes by itself a look later: before the wait that was decided on it has begun."""

    looks = 0

    def look(self, picture: bool = True) -> Observation:
        self.looks += 1
        seen = super().look(picture)
        came = replace(seen.elements[0], index=len(seen.elements), name="Menu", text="Menu", box=Box(0, 500, 99, 40))
        return seen if self.looks == 1 else replace(seen, elements=(*seen.elements, came))


@pytest.mark.parametrize(
    ("expected", "effectiveness"), [((), "effective"), (("Menu",), "effective"), (("Products",), "uncertain")]
)
def test_a_wait_is_judged_by_the_screen_that_was_decided_on(expected: tuple[str, ...], effectiveness: str) -> None:
    stage = Stage(Arriving(ScriptedDevice(APP)))
    step = stage.do(Wait(1.0), *expected)
    assert step.effectiveness == effectiveness
    assert "'Menu' is new" in [verdict.reason for verdict in step.verdicts]
    assert stage.do(Wait(1.0), step=1).effectiveness == "ineffective"


def test_what_came_to_lie_over_a_target_after_its_touch_is_no_cause() -> None:
    button = element(0, "button", "Search")
    before = screen(button)
    sheet = replace(element(1, "dialog", "Find a page"), landmark="main")
    after = screen(replace(button, visibility="covered"), sheet)
    busy = screen(replace(button, states=frozenset({"disabled"})), sheet)
    for screen_after in (after, busy):
        look = AttemptEvidence(before, screen_after, ref_of(before, button), Injection(0.1))
        judgement = judge_step((TextVisible("Orders"),), before, screen_after, 0)
        assert judgement.effectiveness == "uncertain"
        assert diagnose(judgement, look, Injection(0.1), Point(10, 10)) not in ("covered", "disabled")
