import math
import random
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import ref_of
from sextant.errors import DeviceLost
from sextant.evidence import judge_step
from sextant.execution import ExecutionSettings, Eyes, Outage, StepExecutor, settle_intent
from sextant.execution.failure_causes import diagnose
from sextant.execution.retry_policy import Aftermath
from sextant.execution.target import JITTER, Aim, AimContext, Encoding, Miss, Rung, aim, ladder
from sextant.perception.perceive import Perceiver
from sextant.state import EventLog
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DeviceAction,
    Drag,
    DragPath,
    HandOver,
    InputText,
    Pause,
    Scroll,
    Status,
    Swipe,
    Tap,
    Target,
    TypeText,
    Wait,
)
from sextant.types.decisions import Decision
from sextant.types.devices import Injection, Intent
from sextant.types.events import Aside
from sextant.types.evidence import Effect, TextVisible
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Condition, Observation, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from tests.support.logs import event_log
from tests.support.runs import NOBODY, Somebody
from tests.support.screens import element, screen

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


class Log:
    """Remembers intentions, and what the device had been given when each was written."""

    def __init__(self, device: ScriptedDevice) -> None:
        self.device = device
        self.intents: list[tuple[Intent, int]] = []
        self.notes: list[tuple[str, Mapping[str, object]]] = []

    def intend(self, intent: Intent, before: Screen) -> None:
        assert before.digest == intent.before
        self.intents.append((intent, len(self.device.gestures)))

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        raise AssertionError("the loop commits")

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        raise AssertionError("nobody was asked")

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        self.notes.append((kind, data))

    def finish(self, episode: Episode) -> None:
        raise AssertionError("the loop finishes")


class Stage:
    def __init__(self, settings: ExecutionSettings | None = None) -> None:
        self.device = ScriptedDevice(APP)
        self.device.open()
        self.eyes = Eyes(self.device, Perceiver())
        self.log = Log(self.device)
        self.executor = StepExecutor(
            self.eyes, self.log, lambda name: f"value of {name}", NOBODY, random.Random(1), lambda: 0.0, settings
        )

    def do(self, action: Action, expect: str = "", irreversible: bool = False) -> Transition:
        seen = self.eyes.look()
        expectations = (TextVisible(expect),) if expect else ()
        return self.executor.execute(Decision(action, seen.digest, expectations=expectations), seen, 0, irreversible)


def test_every_injection_is_an_intention_first() -> None:
    stage = Stage()
    stage.do(Click(ByIndex(1)), "Arrived")
    assert [given for _, given in stage.log.intents] == [0, 5], "the four pauses between are no injections"
    assert len({intent.id for intent, _ in stage.log.intents}) == 2


def test_degradation_changes_the_point_and_stops_at_success() -> None:
    stage = Stage()
    step = stage.do(Click(ByIndex(1)), "Arrived")
    assert (step.effectiveness, [a.encoding for a in step.attempts]) == ("effective", ["index", "relative"])
    assert step.attempts[0].point != step.attempts[1].point


def test_without_an_expectation_nothing_is_tried_again() -> None:
    step = Stage().do(Click(ByIndex(1)))
    assert (step.effectiveness, len(step.attempts)) == ("ineffective", 1)


def test_an_irreversible_act_is_injected_once() -> None:
    stage = Stage()
    step = stage.do(Click(ByIndex(2)), "Sent 9 times", irreversible=True)
    assert (len(step.attempts), stage.device.counts["sent"], step.cause) == (1, 1, "")


def test_what_has_vanished_is_not_touched() -> None:
    stage = Stage()
    seen = stage.eyes.look()
    stage.device.perform(Tap(Point(10, 10)))
    step = stage.executor.execute(Decision(Click(ByIndex(2)), seen.digest), seen, 0)
    assert (step.effectiveness, step.cause, step.attempts) == ("refused", "absent", ())
    assert step.after.title == "Next"


def test_a_secret_is_looked_up_at_the_last_moment() -> None:
    stage = Stage()
    stage.do(InputText(target=ByIndex(4), secret="pin"))
    assert stage.device.fields["name"] == "value of pin"


def test_claims_are_judged_on_the_present_screen_and_inject_nothing() -> None:
    stage = Stage()
    seen = stage.eyes.look()
    decision = Decision(Status("complete"), seen.digest, expectations=(TextVisible("Open"), TextVisible("Nope")))
    step = stage.executor.execute(decision, seen, 0)
    assert [verdict.outcome for verdict in step.verdicts] == ["holds", "fails"]
    assert stage.device.gestures == []


PAGE = screen(element(0, "button", "A"), element(1, "button", "B"), element(2, "button", "C", visibility="covered"))


def _aim(action: DeviceAction, fresh: Screen = PAGE, encoding: Encoding = "index") -> Aim | Miss | None:
    return aim(action, Rung(encoding), AimContext(PAGE, fresh, random.Random(0)), "text")


def test_an_element_is_found_again_where_it_has_moved_to() -> None:
    shifted = replace(PAGE.elements[1], index=0, box=PAGE.elements[0].box)
    fresh = replace(PAGE, digest="other", observation=replace(PAGE.observation, elements=(shifted,)))
    found = _aim(Click(ByIndex(1)), fresh)
    assert isinstance(found, Aim)
    assert found.gesture == Tap(PAGE.elements[0].box.centre)


@pytest.mark.parametrize(
    ("target", "cause"),
    [
        (ByIndex(2), "covered"),
        (ByIndex(999), "absent"),
        (ByIndex(-1), "absent"),
        (ByPoint(math.nan, 20), "absent"),
        (ByPoint(500, math.inf), "absent"),
        (ByPoint(-1, 20), "absent"),
        (ByPoint(500, 1001), "absent"),
        (ByRelative(0, math.nan, 0.5), "absent"),
        (ByRelative(0, 0.5, 1.5), "absent"),
    ],
)
def test_what_cannot_be_touched_is_a_miss(target: Target, cause: str) -> None:
    found = _aim(Click(target))
    assert isinstance(found, Miss)
    assert found.cause == cause


def test_a_point_is_stale_once_something_else_lies_under_it() -> None:
    shifted = replace(PAGE.elements[1], box=PAGE.elements[0].box)
    fresh = replace(PAGE, digest="other", observation=replace(PAGE.observation, elements=(shifted,)))
    found = _aim(Click(ByPoint(500, 20)), fresh, "absolute")
    assert isinstance(found, Miss)
    assert found.cause == "stale"


@pytest.mark.parametrize("size", [Size(412, 915), Size(915, 412), Size(360, 640), Size(1024, 1366)])
def test_a_normalised_point_means_the_same_thing_on_every_device(size: Size) -> None:
    wide, high = size.width / 412, size.height / 915
    scaled = tuple(
        replace(one, box=Box(one.box.x * wide, one.box.y * high, one.box.width * wide, one.box.height * high))
        for one in PAGE.elements
    )
    fresh = replace(PAGE, digest="other", observation=replace(PAGE.observation, elements=scaled, size=size))
    found = _aim(Click(ByPoint(500, 24 / 915 * 1000)), fresh, "absolute")
    assert isinstance(found, Aim)
    assert found.point is not None
    assert (found.point.x, found.point.y) == pytest.approx((size.width / 2, 24 * high))
    assert found.element is not None
    assert found.element.name == "A"


@given(st.integers(0, 2**32), st.sampled_from(["index", "relative", "absolute"]))
def test_an_absolute_point_strays_five_pixels_at_most_and_stays_on_the_element(seed: int, encoding: Encoding) -> None:
    found = aim(Click(ByIndex(1)), Rung(encoding, drawn=True), AimContext(PAGE, PAGE, random.Random(seed)))
    assert isinstance(found, Aim)
    assert found.point is not None
    box, centre = PAGE.elements[1].box, PAGE.elements[1].box.centre
    assert box.contains(found.point)
    if encoding == "index":
        assert found.point == centre
    if encoding == "absolute":
        assert max(abs(found.point.x - centre.x), abs(found.point.y - centre.y)) <= JITTER


STRIP = screen(
    replace(element(0, "region", affordances=("scroll",)), box=Box(0, 100, 300, 400)),
    replace(element(1, "cell", "A", affordances=("tap",), parent=0), box=Box(20, 120, 40, 30)),
    replace(element(2, "slider", "Volume", affordances=("tap",), parent=0), box=Box(20, 200, 100, 30)),
    replace(element(3, "button", "Outside"), box=Box(20, 600, 40, 30)),
)


@pytest.mark.parametrize(
    ("action", "reach"),
    [
        (Swipe("left", ByIndex(1)), None),
        (Swipe("right", ByIndex(1)), 0.7 * 300),
        (Swipe("down", ByIndex(1), 0.5), 0.5 * 400),
        (Swipe("right", ByIndex(2)), 0.7 * 100),
        (Swipe("right", ByIndex(3)), 0.7 * 412),
        (Swipe("right", ByIndex(0)), 0.7 * 300),
    ],
)
def test_a_swipe_from_a_small_element_goes_as_far_as_what_moves_with_it_needs(
    action: Swipe, reach: float | None
) -> None:
    found = aim(action, Rung("index"), AimContext(STRIP, STRIP, random.Random(1)))
    assert isinstance(found, Aim)
    assert isinstance(found.gesture, DragPath)
    start, end = found.gesture.start, found.gesture.end
    assert isinstance(action.target, ByIndex)
    assert STRIP.elements[action.target.index].box.contains(start), "it begins on the element"
    if reach is None:
        assert (start.x - end.x, end.x) == (pytest.approx(57), 2.0), "as far as the screen has room"
    else:
        assert abs(end.x - start.x) + abs(end.y - start.y) == pytest.approx(reach, abs=0.1)


@pytest.mark.parametrize(
    ("action", "rungs"),
    [
        (Click(ByIndex(0)), [("index", False), ("relative", True), ("absolute", True), ("history", True)]),
        (
            Click(ByRelative(0, 0.5, 0.5)),
            [("relative", False), ("relative", True), ("absolute", True), ("history", True)],
        ),
        (Click(ByPoint(1, 1)), [("absolute", False), ("absolute", True), ("history", True)]),
        (Scroll("down"), [("none", False), ("none", False)]),
        (InputText("a", ByIndex(0)), [("index", False), ("relative", True), ("absolute", True), ("history", True)]),
    ],
)
def test_the_ladder_begins_where_the_actor_did(action: DeviceAction, rungs: list[tuple[str, bool]]) -> None:
    assert [(rung.encoding, rung.drawn) for rung in ladder(action)] == rungs


@pytest.mark.parametrize(
    ("encodings", "rungs"),
    [(("index",), ["index"]), (("index", "absolute"), ["index", "absolute"]), (("relative",), ["relative"])],
)
def test_rungs_can_be_left_out(encodings: tuple[Encoding, ...], rungs: list[str]) -> None:
    assert [rung.encoding for rung in ladder(Click(ByIndex(0)), encodings)] == rungs


def test_relative_points_swipes_and_drags() -> None:
    relative = _aim(Click(ByRelative(0, 0.25, 0.5)), encoding="relative")
    assert isinstance(relative, Aim)
    assert relative.point == Point(103, 24)
    swipe = _aim(Swipe("left"))
    assert isinstance(swipe, Aim)
    assert isinstance(swipe.gesture, DragPath)
    assert swipe.gesture.start.x > swipe.gesture.end.x, "the finger moves left"
    drag = _aim(Drag(ByIndex(0), ByIndex(1)))
    assert isinstance(drag, Aim)
    assert drag.gesture == DragPath(PAGE.elements[0].box.centre, PAGE.elements[1].box.centre)
    scroll = _aim(Scroll("down"))
    assert isinstance(scroll, Aim)
    typed = _aim(InputText("x", ByIndex(0), "append"))
    assert isinstance(typed, Aim)
    assert isinstance(typed.gesture, TypeText)
    assert not typed.gesture.replace


class Blinking(ScriptedDevice):
    """Shows nothing for the first looks, then crashes once, then is well."""

    def __init__(self, conditions: list[Condition]) -> None:
        super().__init__(APP)
        self.conditions = conditions
        self.open()

    def look(self, picture: bool = True) -> Observation:
        seen = super().look(picture)
        if self.conditions:
            return replace(seen, condition=self.conditions.pop(0), elements=())
        return seen


def _interrupts(device: Blinking) -> tuple[Outage, Eyes, EventLog]:
    eyes = Eyes(device, Perceiver())
    executor = StepExecutor(eyes, Log(device), lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    log = event_log()
    return Outage(eyes, executor, log, lambda: 0.0), eyes, log


def test_a_blank_screen_is_looked_at_again() -> None:
    device = Blinking(["blank", "blank"])
    interrupts, eyes, _ = _interrupts(device)
    cleared = interrupts.clear(eyes.look(), 0)
    assert (cleared.screen.condition, cleared.steps) == ("ok", ())
    assert all(isinstance(gesture, Pause) for gesture in device.gestures)


def test_a_crashed_app_is_relaunched_and_the_step_is_marked() -> None:
    device = Blinking(["crashed", "crashed"])
    interrupts, eyes, _ = _interrupts(device)
    cleared = interrupts.clear(eyes.look(), 7)
    assert cleared.screen.condition == "ok"
    assert [(step.step, step.interrupt) for step in cleared.steps] == [(7, "relaunch")]


def test_an_app_that_stays_gone_is_given_up_after_three() -> None:
    interrupts, eyes, log = _interrupts(Blinking(["app_gone"] * 99))
    cleared = interrupts.clear(eyes.look(), 0)
    assert len(cleared.steps) == 3
    log.append(*cleared.steps)
    with pytest.raises(DeviceLost, match="does not come back"):
        interrupts.clear(cleared.screen, 3)


def _intent(
    stage: Stage, before: Screen, expect: TextVisible | Effect, *, injected: bool, irreversible: bool = True
) -> Intent:
    decision = Decision(Click(ByIndex(2)), before.digest, "send", expectations=(expect,))
    intent = Intent("i1", 0, Tap(Point(10, 110)), before.digest, "send", None, irreversible, (expect,), decision)
    if injected:
        stage.device.perform(intent.gesture, intent.id)
    return intent


@pytest.mark.parametrize(
    ("expect", "irreversible", "pauses"),
    [
        (TextVisible("Sent 1 times"), True, 0),
        (TextVisible("Sent 5 times"), False, 0),
        (TextVisible("Sent 5 times"), True, 8),
        (Effect("it was sent"), True, 0),
    ],
)
def test_settling_waits_only_for_what_may_still_be_shown(
    expect: TextVisible | Effect, irreversible: bool, pauses: int
) -> None:
    stage = Stage()
    before = stage.eyes.look()
    intent = _intent(stage, before, expect, injected=True, irreversible=irreversible)
    settle_intent(intent, before, stage.eyes)
    assert stage.device.gestures.count(Pause(0.25)) == pauses


class Late(ScriptedDevice):
    """Shows what an act has done from the third look after it."""

    looks = 0

    def look(self, picture: bool = True) -> Observation:
        self.looks += 1
        seen = super().look(picture)
        return replace(seen, elements=()) if 1 < self.looks < 4 else seen


def test_settling_ends_once_the_screen_shows_it() -> None:
    stage = Stage()
    device = Late(APP)
    device.open()
    stage.device, stage.eyes = device, Eyes(device, Perceiver())
    before = stage.eyes.look()
    settled = settle_intent(_intent(stage, before, TextVisible("Sent 1 times"), injected=True), before, stage.eyes)
    assert (settled.outcome, device.gestures.count(Pause(0.25))) == ("happened", 2)


@pytest.mark.parametrize(
    ("expect", "injected", "outcome"),
    [
        (TextVisible("Sent 1 times"), True, "happened"),
        (TextVisible("Sent 1 times"), False, "not_injected"),
        (TextVisible("Sent 5 times"), True, "unknown"),
        (Effect("it was sent"), True, "unknown"),
    ],
)
def test_settling_by_looking(expect: TextVisible | Effect, injected: bool, outcome: str) -> None:
    stage = Stage()
    before = stage.eyes.look()
    settled = settle_intent(_intent(stage, before, expect, injected=injected), before, stage.eyes)
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


class Permissive(Log):
    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        assert (question, answer, by) == ("take over: log in", True, "person")


def test_a_person_is_told_where_the_device_can_be_used() -> None:
    device, person = Lent(APP), Somebody(takes_over=True)
    device.open()
    eyes = Eyes(device, Perceiver())
    executor = StepExecutor(eyes, Permissive(device), lambda name: name, person, random.Random(1), lambda: 0.0)
    seen = eyes.look()
    step = executor.execute(Decision(HandOver("log in"), seen.digest), seen, 0)
    assert person.asked == ["log in. Use the window."]
    assert device.told == ("given", "taken back")
    assert step.attempts == ()


class Arriving(DeviceWrapper):
    """Shows what comes by itself a look later: before the wait that was decided on it has begun."""

    def __init__(self, inner: ScriptedDevice) -> None:
        super().__init__(inner)
        self.looks = 0

    def look(self, picture: bool = True) -> Observation:
        self.looks += 1
        seen = super().look(picture)
        came = replace(seen.elements[0], index=len(seen.elements), name="Menu", text="Menu", box=Box(0, 500, 99, 40))
        return seen if self.looks == 1 else replace(seen, elements=(*seen.elements, came))


@pytest.mark.parametrize(
    ("expected", "effectiveness"), [("", "effective"), ("Menu", "effective"), ("Products", "uncertain")]
)
def test_a_wait_is_judged_by_the_screen_that_was_decided_on(expected: str, effectiveness: str) -> None:
    device = Arriving(ScriptedDevice(APP))
    device.open()
    eyes, log = Eyes(device, Perceiver()), Log(ScriptedDevice(APP))
    executor = StepExecutor(eyes, log, lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    seen = eyes.look()
    wanted = (TextVisible(expected),) if expected else ()
    step = executor.execute(Decision(Wait(1.0), seen.digest, expectations=wanted), seen, 0)
    assert step.effectiveness == effectiveness
    assert "'Menu' is new" in [verdict.reason for verdict in step.verdicts]
    still = eyes.look()
    again = executor.execute(Decision(Wait(1.0), still.digest), still, 1)
    assert again.effectiveness == "ineffective"


def test_what_came_to_lie_over_a_target_after_its_touch_is_no_cause() -> None:
    button = element(0, "button", "Search")
    before = screen(button)
    sheet = replace(element(1, "dialog", "Find a page"), landmark="main")
    after = screen(replace(button, visibility="covered"), sheet)
    busy = screen(replace(button, states=frozenset({"disabled"})), sheet)
    for screen_after in (after, busy):
        look = Aftermath(before, screen_after, ref_of(before, button), Injection(0.1))
        judgement = judge_step((TextVisible("Orders"),), before, screen_after, 0)
        assert judgement.effectiveness == "uncertain"
        assert diagnose(judgement, look, Injection(0.1), Point(10, 10)) not in ("covered", "disabled")
