"""Touches and scrolls where the screen moves: they follow, or are not made and the screen is looked at again."""

from dataclasses import replace

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import ref_of
from sextant.elements.touch_match import meet
from sextant.evidence import StepJudgement
from sextant.execution.failure_causes import diagnose
from sextant.execution.gestures import SCROLLS, scroll_towards
from sextant.execution.retry_policy import AttemptEvidence, with_effects
from sextant.types.actions import (
    ByIndex,
    Click,
    Gesture,
    Hold,
    InputText,
    LaunchApp,
    Meant,
    Pause,
    Scroll,
    ScrollBy,
    Tap,
    TypeText,
    Wait,
)
from sextant.types.devices import Injection, Untouched
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Observation
from sextant.types.transitions import Transition
from tests.execution.stage import Stage
from tests.support.screens import SIZE, element, screen

FORM = (Widget("Note", role="textbox", field="note"), Widget("Save", effect="saved"))
OFFER = Widget("Offer", effect="offered")
APP = ScriptedApp(
    {"form": Page("Form", FORM), "pushed": Page("Form", (OFFER, *FORM)), "gone": Page("Form", (OFFER,))},
    start="form",
    apps={"pushed": "pushed", "gone": "gone", "form": "form"},
)
SAVE_IT = Click(ByIndex(1))


class Moving(DeviceWrapper):
    """Shows another page from the moment a touch comes; `back` ends that once the touch was refused."""

    def __init__(self, page: str, back: bool = False) -> None:
        super().__init__(ScriptedDevice(APP))
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


def test_touch_and_text_follow_what_moved() -> None:
    typing, touching = Stage(Moving("pushed")), Stage(Moving("pushed"))
    assert typing.do(InputText("hello", ByIndex(0))).effectiveness == "effective"
    assert (typing.app.fields, dict(typing.app.counts)) == ({"note": "hello"}, {}), "not the button that lies there now"
    touching.do(SAVE_IT)
    assert dict(touching.app.counts) == {"saved": 1}


def test_what_is_gone_is_not_touched_and_the_step_says_so() -> None:
    device = Moving("gone")
    stage = Stage(device)
    step = stage.do(SAVE_IT)
    assert (step.effectiveness, step.cause, step.attempts) == ("refused", "absent", ())
    assert (dict(stage.app.counts), device.refused) == ({}, ["absent"])


def test_what_was_gone_for_a_moment_is_touched_after_a_fresh_look() -> None:
    device = Moving("gone", back=True)
    stage = Stage(device)
    assert len(stage.do(SAVE_IT).attempts) == 1
    assert (device.refused, dict(stage.app.counts)) == (["absent"], {"saved": 1})


class Refusing(DeviceWrapper):
    """Never touches anything."""

    asked = pauses = 0

    def __init__(self, why: Untouched) -> None:
        super().__init__(ScriptedDevice(APP))
        self._why: Untouched = why

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        self.asked += bool(intent)
        self.pauses += isinstance(gesture, Pause)
        return Injection(0.0, untouched=self._why) if intent else super().perform(gesture)


@pytest.mark.parametrize(("why", "pauses"), [("moved", 0), ("covered", 3), ("delayed", 3)])
def test_a_device_that_never_touches_is_asked_so_often_and_no_more(why: Untouched, pauses: int) -> None:
    device = Refusing(why)
    stage = Stage(device)
    step = stage.do(SAVE_IT)
    assert (step.effectiveness, step.cause, step.attempts) == ("refused", why, ())
    assert (device.asked, device.pauses) == (3, pauses)
    assert [(kind, data["cause"]) for kind, data in stage.log.notes] == [("untouched", why)]


def shown(*elements: Element) -> Observation:
    return Observation("app", "/", "", SIZE, elements)


NOTE, SAVE = element(0, "textbox", "Note"), element(1, "button", "Save")
MEANT = Meant(ref_of(shown(NOTE, SAVE), SAVE), SAVE.box)
TYPED = TypeText("a", SAVE.box.centre, meant=MEANT)
MOVED = Box(100, 300, 206, 96)


@pytest.mark.parametrize(
    ("elements", "gesture", "met"),
    [
        ((NOTE, replace(SAVE, box=MOVED)), Tap(Point(103, 60), meant=MEANT), None),
        (
            (NOTE, SAVE, replace(element(2, "button", "Offer"), box=SAVE.box)),
            Hold(SAVE.box.centre, meant=MEANT),
            "covered",
        ),
        ((NOTE, replace(SAVE, visibility="covered")), Tap(SAVE.box.centre, meant=MEANT), "covered"),
        ((NOTE, replace(SAVE, visibility="offscreen")), TYPED, "absent"),
        ((NOTE,), TYPED, "absent"),
    ],
)
def test_a_touch_is_put_down_where_its_point_lies_in_the_element_by_now_or_not_made(
    elements: tuple[Element, ...], gesture: Gesture, met: str | None
) -> None:
    assert meet(shown(*elements), gesture) == (met or Tap(Point(151.5, 324), meant=replace(MEANT, box=MOVED)))


@pytest.mark.parametrize("gesture", [Tap(Point(1, 1)), ScrollBy("down", Point(1, 1)), TypeText("a", meant=MEANT)])
def test_what_is_for_no_element_stays_as_it_is(gesture: Gesture) -> None:
    assert meet(shown(), gesture) == gesture


HERE, ITEM = "http://shop.test/list", "http://shop.test/item"
LINKS = (
    element(0, "link", "Tea", href=f"{ITEM}/tea"),
    element(1, "link", "Cups", href=f"{ITEM}/cups"),
    element(2, "button", "Menu"),
)
WORKED, WRONG = ("effective", ""), ("uncertain", "wrong_element")


@pytest.mark.parametrize(
    ("place", "asked", "routes", "told"),
    [
        (0, (f"{ITEM}/tea",), (), WORKED),
        (0, (f"{ITEM}/tea?from=list#top",), (), WORKED),
        (0, (f"{ITEM}/tea", "http://login.test/"), (), WORKED),
        (0, (), (f"{ITEM}/tea",), WORKED),
        (0, (), (f"{ITEM}/tea", f"{ITEM}/cups"), WORKED),
        (0, (), ("http://shop.test/elsewhere",), WORKED),
        (0, (HERE,), (), WORKED),
        (0, (), (), WORKED),
        (2, ("http://shop.test/anywhere",), (), WORKED),  # a button says nothing of where it leads
        (0, (f"{ITEM}/cups",), (), WRONG),
        (0, ("http://other.test/item/tea",), (), WRONG),
        (0, ("http://shop.test/track", "http://shop.test/offer"), (), WRONG),
        (0, (), (f"{ITEM}/cups",), WRONG),
    ],
)
def test_a_link_worked_where_it_led_where_it_says_whatever_redirected_it(
    place: int, asked: tuple[str, ...], routes: tuple[str, ...], told: tuple[str, str]
) -> None:
    before = screen(*LINKS, location=HERE)
    after = screen(element(0, "heading", "Came"), location=(*asked, *routes, HERE)[0])
    injection = Injection(0.1, asked=asked, routes=routes)
    look = AttemptEvidence(before, after, ref_of(before, LINKS[place]), injection)
    judgement = with_effects(StepJudgement("effective", ()), look)
    found = diagnose(judgement, look, injection, LINKS[place].box.centre)
    assert (judgement.effectiveness, found) == told


ROWS = tuple(Widget(f"Row {at}", goes="next") for at in range(80))
LONG = ScriptedApp({"list": Page("List", ROWS), "next": Page("Next", (Widget("Arrived", role="text"),))}, "list")


class Frozen(ScriptedDevice):
    """Shows once more after an injection what there was before it, for so many looks."""

    _old: Observation | None = None
    _left = 0

    def __init__(self, looks: int = 0) -> None:
        super().__init__(LONG)
        self._looks = looks

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent:
            self._old, self._left = super().look(picture=False), self._looks
        return super().perform(gesture, intent)

    def look(self, picture: bool = True) -> Observation:
        self._left -= 1
        return self._old if self._left >= 0 and self._old is not None else super().look(picture)


@pytest.mark.parametrize(
    ("looks", "action", "effectiveness", "pauses"),
    [
        (1, Scroll("down"), "effective", 1),  # an old picture is no end of a list
        (0, Scroll("up"), "ineffective", 1),  # the end of a list is looked at twice
        (0, Scroll("down"), "effective", 0),
        (0, Wait(1.0), "ineffective", 1),  # the wait itself
    ],
)
def test_what_a_scroll_did_is_looked_at_again_only_where_nothing_is_new(
    looks: int, action: Scroll | Wait, effectiveness: str, pauses: int
) -> None:
    device = Frozen(looks)
    assert Stage(device).do(action).effectiveness == effectiveness
    assert counted(device, Pause) == pauses
    assert counted(device, ScrollBy) == isinstance(action, Scroll)


def counted(device: ScriptedDevice, kind: type[Gesture]) -> int:
    return sum(isinstance(item, kind) for item in device.gestures)


class Stuck(ScriptedDevice):
    """Scrolls no more: what lies below never comes."""

    def _scroll_by(self, gesture: ScrollBy) -> str:
        del gesture
        return ""


def clicked(device: ScriptedDevice, label: str) -> tuple[Transition, Stage]:
    stage = Stage(device)
    (index,) = (item.index for item in stage.observer.look().elements if item.label == label)
    return stage.do(Click(ByIndex(index))), stage


def test_a_row_far_below_is_scrolled_to_and_touched() -> None:
    done, stage = clicked(ScriptedDevice(LONG), "Row 70")
    assert (done.effectiveness, done.after.title) == ("effective", "Next")
    scrolls = counted(stage.app, ScrollBy)
    assert 1 <= scrolls <= 3
    assert [kind for kind, _ in stage.log.notes] == ["scrolled"] * scrolls
    assert len(stage.log.intents) == 1, "a scroll is no act of its own"
    assert counted(clicked(ScriptedDevice(LONG), "Row 1")[1].app, ScrollBy) == 0, "it is in view"


def test_what_no_scroll_reaches_is_told_and_not_touched() -> None:
    done, stage = clicked(Stuck(LONG), "Row 70")
    assert (done.effectiveness, done.cause) == ("refused", "absent")
    assert counted(stage.app, Tap) == 0
    assert counted(stage.app, ScrollBy) == 1 < SCROLLS
    assert "cannot be scrolled to" in str(stage.log.notes[-1][1]["reason"])


@pytest.mark.parametrize(
    ("inner", "target", "scroll"),
    [
        (Box(0, 100, 400, 100), Box(900, 120, 80, 40), ScrollBy("right", Point(200, 150), 1.85)),
        (Box(0, 100, 400, 100), Box(-500, 120, 80, 40), ScrollBy("left", Point(200, 150), 1.65)),
        (Box(0, 100, 400, 400), Box(10, 600, 80, 40), ScrollBy("down", Point(200, 300), 0.8)),
        (Box(0, 2000, 400, 400), Box(10, 2600, 80, 40), None),  # the list is out of view itself
    ],
)
def test_the_scroller_that_hides_it_is_scrolled_the_outermost_first(
    inner: Box, target: Box, scroll: ScrollBy | None
) -> None:
    days = replace(element(0, "list", "Days", affordances=["scroll"]), box=inner)
    friday = replace(element(1, "button", "Friday", parent=0, visibility="offscreen"), box=target)
    found = scroll_towards(screen(days, friday), friday)
    assert found is not None
    assert found == scroll if scroll else (found.direction, found.point) == ("down", None)
