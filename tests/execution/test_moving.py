"""Touches on a screen that moves between look and touch: they follow, or are not made and the screen is looked at."""

import random
from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import ref_of
from sextant.elements.touch_match import meet
from sextant.evidence import StepJudgement
from sextant.execution import Eyes, StepExecutor
from sextant.execution.failure_causes import diagnose
from sextant.execution.retry_policy import Aftermath, witnessed
from sextant.perception import Perceiver
from sextant.types.actions import (
    ByIndex,
    Click,
    Gesture,
    Hold,
    InputText,
    LaunchApp,
    Meant,
    Pause,
    ScrollBy,
    Tap,
    TypeText,
)
from sextant.types.decisions import Decision
from sextant.types.devices import Injection, Untouched
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Observation
from sextant.types.transitions import Transition
from tests.execution.test_executor import Log
from tests.support.runs import NOBODY
from tests.support.screens import SIZE, element, screen

APP = ScriptedApp(
    {
        "form": Page("Form", (Widget("Note", role="textbox", field="note"), Widget("Save", effect="saved"))),
        "pushed": Page(
            "Form",
            (
                Widget("Offer", effect="offered"),
                Widget("Note", role="textbox", field="note"),
                Widget("Save", effect="saved"),
            ),
        ),
        "gone": Page("Form", (Widget("Offer", effect="offered"),)),
    },
    start="form",
    apps={"pushed": "pushed", "gone": "gone", "form": "form"},
)


class Moving(DeviceWrapper):
    """Shows another page from the moment a touch comes, for so many touches."""

    def __init__(self, page: str, back: bool = False) -> None:
        self.app = ScriptedDevice(APP)
        super().__init__(self.app)
        self._page, self._back = page, back
        self.refused: list[Untouched] = []

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent and self._page:
            super().perform(LaunchApp(self._page))
        injection = super().perform(gesture, intent)
        if intent and injection.untouched:
            self.refused.append(injection.untouched)
            if self._back:
                super().perform(LaunchApp("form"))
                self._page = ""
        return injection


def carried_out(device: Moving, action: Click | InputText) -> Transition:
    device.open()
    eyes = Eyes(device, Perceiver())
    log = Log(device.app)
    executor = StepExecutor(eyes, log, lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    seen = eyes.look()
    return executor.execute(Decision(action, seen.digest), seen, 0)


def test_text_goes_into_the_field_that_moved_and_not_onto_the_button_that_lies_there_now() -> None:
    device = Moving("pushed")
    step = carried_out(device, InputText("hello", ByIndex(0)))
    assert (device.app.fields, dict(device.app.counts)) == ({"note": "hello"}, {})
    assert step.effectiveness == "effective"


def test_a_touch_follows_what_moved() -> None:
    device = Moving("pushed")
    carried_out(device, Click(ByIndex(1)))
    assert dict(device.app.counts) == {"saved": 1}


def test_what_is_gone_is_not_touched_and_the_step_says_so() -> None:
    device = Moving("gone")
    step = carried_out(device, Click(ByIndex(1)))
    assert (step.effectiveness, step.cause, step.attempts) == ("refused", "absent", ())
    assert (dict(device.app.counts), device.refused) == ({}, ["absent"])


def test_what_was_gone_for_a_moment_is_touched_after_a_fresh_look() -> None:
    device = Moving("gone", back=True)
    step = carried_out(device, Click(ByIndex(1)))
    assert (device.refused, dict(device.app.counts), len(step.attempts)) == (["absent"], {"saved": 1}, 1)


class Refusing(DeviceWrapper):
    """Never touches anything."""

    def __init__(self, why: Untouched) -> None:
        self.app = ScriptedDevice(APP)
        super().__init__(self.app)
        self._why: Untouched = why
        self.asked = self.pauses = 0

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        self.asked += bool(intent)
        self.pauses += isinstance(gesture, Pause)
        return Injection(0.0, untouched=self._why) if intent else super().perform(gesture)


@pytest.mark.parametrize(("why", "pauses"), [("moved", 0), ("covered", 3), ("delayed", 3)])
def test_a_device_that_never_touches_is_asked_so_often_and_no_more(why: Untouched, pauses: int) -> None:
    device = Refusing(why)
    device.open()
    eyes, log = Eyes(device, Perceiver()), Log(device.app)
    executor = StepExecutor(eyes, log, lambda name: name, NOBODY, random.Random(1), lambda: 0.0)
    seen = eyes.look()
    step = executor.execute(Decision(Click(ByIndex(1)), seen.digest), seen, 0)
    assert (step.effectiveness, step.cause, step.attempts) == ("refused", why, ())
    assert (device.asked, device.pauses) == (3, pauses)
    assert [(kind, data["cause"]) for kind, data in log.notes] == [("untouched", why)]


# ---------------------------------------------------------------------- where it stands by now


def shown(*elements: Element) -> Observation:
    return Observation("app", "/", "", SIZE, elements)


NOTE, SAVE = element(0, "textbox", "Note"), element(1, "button", "Save")
SEEN = shown(NOTE, SAVE)
MEANT = Meant(ref_of(SEEN, SAVE), SAVE.box)


def test_a_touch_is_put_down_where_its_point_lies_in_the_element_by_now() -> None:
    moved = shown(NOTE, replace(SAVE, box=Box(100, 300, 206, 96)))
    found = meet(moved, Tap(Point(103, 60), meant=MEANT))
    assert found == Tap(Point(151.5, 324), meant=replace(MEANT, box=Box(100, 300, 206, 96)))


def test_a_point_that_lies_under_something_else_by_now_is_not_touched() -> None:
    over = replace(element(2, "button", "Offer"), box=SAVE.box)
    assert meet(shown(NOTE, SAVE, over), Hold(SAVE.box.centre, meant=MEANT)) == "covered"
    assert meet(shown(NOTE, replace(SAVE, visibility="covered")), Tap(SAVE.box.centre, meant=MEANT)) == "covered"


def test_what_left_the_view_or_the_screen_is_absent() -> None:
    typed = TypeText("a", SAVE.box.centre, meant=MEANT)
    assert meet(shown(NOTE, replace(SAVE, visibility="offscreen")), typed) == "absent"
    assert meet(shown(NOTE), typed) == "absent"


@pytest.mark.parametrize("gesture", [Tap(Point(1, 1)), ScrollBy("down", Point(1, 1)), TypeText("a", meant=MEANT)])
def test_what_is_for_no_element_stays_as_it_is(gesture: Gesture) -> None:
    assert meet(shown(), gesture) == gesture


# ---------------------------------------------------------------------- where a link led

HERE = "http://shop.test/list"
LINKS = (
    element(0, "link", "Tea", href="http://shop.test/item/tea"),
    element(1, "link", "Cups", href="http://shop.test/item/cups"),
    element(2, "button", "Menu"),
)


def led(place: int, asked: tuple[str, ...] = (), routes: tuple[str, ...] = ()) -> tuple[str, str]:
    before = screen(*LINKS, location=HERE)
    after = screen(element(0, "heading", "Came"), location=(*asked, *routes, HERE)[0])
    injection = Injection(0.1, asked=asked, routes=routes)
    look = Aftermath(before, after, ref_of(before, LINKS[place]), injection)
    judgement = witnessed(StepJudgement("effective", ()), look)
    return judgement.effectiveness, diagnose(judgement, look, injection, LINKS[place].box.centre)


@pytest.mark.parametrize(
    ("asked", "routes"),
    [
        (("http://shop.test/item/tea",), ()),
        (("http://shop.test/item/tea?from=list#top",), ()),
        (("http://shop.test/item/tea", "http://login.test/"), ()),
        ((), ("http://shop.test/item/tea",)),
        ((), ("http://shop.test/item/tea", "http://shop.test/item/cups")),
        ((), ("http://shop.test/elsewhere",)),
        ((HERE,), ()),
        ((), ()),
    ],
)
def test_a_link_that_led_where_it_says_worked_whatever_redirected_it(
    asked: tuple[str, ...], routes: tuple[str, ...]
) -> None:
    assert led(0, asked, routes) == ("effective", "")


@pytest.mark.parametrize(
    ("asked", "routes"),
    [
        (("http://shop.test/item/cups",), ()),
        (("http://other.test/item/tea",), ()),
        (("http://shop.test/track", "http://shop.test/offer"), ()),
        ((), ("http://shop.test/item/cups",)),
    ],
)
def test_a_link_that_led_elsewhere_is_the_wrong_element(asked: tuple[str, ...], routes: tuple[str, ...]) -> None:
    assert led(0, asked, routes) == ("uncertain", "wrong_element")


def test_a_button_says_nothing_of_where_it_leads() -> None:
    assert led(2, ("http://shop.test/anywhere",)) == ("effective", "")
