"""Devices that fail on purpose: each fault has its effect and no other, and the record tells it."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sextant.devices.conformance import find
from sextant.devices.faults import FAULTS, FaultId, FaultPlan, FaultyDevice, InjectedFault, parse_faults
from sextant.devices.faults.frames import bare, stale
from sextant.devices.scripted import REFERENCE_APP, Page, ScriptedApp, ScriptedDevice, Widget
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import ref_of
from sextant.errors import DeviceLost, UsageError
from sextant.protocols import Device, HandoverDevice
from sextant.types.actions import Gesture, LaunchApp, Meant, Pause, PressKey, Tap, TypeText
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Observation, Picture
from sextant_worlds.twin.device import TwinDevice
from tests.worlds.toy import toy_world

SHOP = ScriptedApp(
    pages={
        "list": Page(
            "Items",
            (
                Widget("Items", role="heading"),
                Widget("Dear", effect="dear"),
                Widget("Price", effect="price"),
                *(Widget(f"row {number}", goes="item") for number in range(4)),
                Widget("Name", role="textbox", field="name"),
                Widget("counted {effect}", role="text", effect="dear"),
                *(Widget(f"more {number}", role="text") for number in range(20)),
            ),
        ),
        "item": Page("Item", (Widget("An item", role="heading"), Widget("Buy", effect="buy"))),
    },
    start="list",
    apps={"shop": "list"},
)


@dataclass(frozen=True)
class Subject:
    """A device in its app: the app's name, something that opens a page, the field's index among the text boxes."""

    make: Callable[[], Device]
    app: str
    opens: str

    def begin(self, **rates: float) -> FaultyDevice:
        return self.with_seed(0, **rates)

    def tapped(self, **rates: float) -> tuple[FaultyDevice, Observation]:
        """A device after a touch on what opens a page, and what it showed before."""
        device = self.begin(**rates)
        before = device.look()
        device.perform(tap(before, self.opens), "t")
        return device, before

    def begun(self, seed: int = 0, **rates: float) -> FaultyDevice:
        """A device after a first step, at which what comes by itself has come."""
        device = self.with_seed(seed, **rates)
        device.perform(Pause(0), "begin")
        return device

    def with_seed(self, seed: int, **rates: float) -> FaultyDevice:
        device = FaultyDevice(self.make(), plan(seed, **rates), lambda: 7.0)
        device.open()
        device.perform(LaunchApp(self.app))
        return device

    def bare(self) -> Device:
        device = self.make()
        device.open()
        device.perform(LaunchApp(self.app))
        return device

    def clear(self) -> Observation:
        """What a device without faults shows after a first step."""
        device = self.bare()
        device.perform(Pause(0))
        return device.look()


def plan(seed: int = 0, **rates: float) -> FaultPlan:
    known: dict[FaultId, float] = {fault: rates[fault] for fault in FAULTS if fault in rates}
    assert len(known) == len(rates)
    return FaultPlan(known, seed)


WORLD = toy_world()
TWIN = Subject(lambda: TwinDevice(WORLD), "shop", "Tea pot €48.00")
SCRIPTED = Subject(lambda: ScriptedDevice(SHOP), "shop", "row 1")


@pytest.fixture(params=[TWIN, SCRIPTED], ids=["twin", "scripted"])
def subject(request: pytest.FixtureRequest) -> Subject:
    found: Any = request.param
    assert isinstance(found, Subject)
    return found


def tap(seen: Observation, label: str) -> Tap:
    return Tap(find(seen, label).box.centre)


def field(seen: Observation) -> Element:
    return next(element for element in seen.elements if element.role == "textbox")


def opened(device: Device, subject: Subject) -> Observation:
    """What a device without faults shows after that tap."""
    device.perform(tap(device.look(), subject.opens))
    return device.look()


def only(device: FaultyDevice) -> InjectedFault:
    assert len(device.fired) == 1, device.fired
    return device.fired[0]


def test_a_dropped_tap_does_nothing_and_is_known_not_to_have_arrived(subject: Subject) -> None:
    device = subject.begin(dropped_tap=1)
    before = device.look()
    gesture = tap(before, subject.opens)
    device.perform(gesture, "t")
    assert device.look() == before
    assert device.injected("t") is False
    assert only(device) == InjectedFault("dropped_tap", 1, 1, gesture, "t", False, {}, 7.0)
    device.perform(PressKey("back"), "k")
    assert device.injected("k") is True
    assert len(device.fired) == 1


def test_an_offset_tap_lands_beside(subject: Subject) -> None:
    device, bare = subject.begin(offset_tap=1), subject.bare()
    gesture = tap(device.look(), subject.opens)
    device.perform(gesture, "t")
    dx, dy = (float(part) for part in only(device).details["offset"].split(","))
    assert 20 <= (dx * dx + dy * dy) ** 0.5 <= 81
    bare.perform(Tap(Point(gesture.point.x + dx, gesture.point.y + dy)))
    assert device.look() == bare.look()
    assert (device.injected("t"), only(device).reached) == (True, True)


@given(st.integers(0, 10_000), st.floats(0, 412), st.floats(0, 915))
def test_an_offset_tap_stays_on_the_screen(seed: int, x: float, y: float) -> None:
    device = SCRIPTED.with_seed(seed, offset_tap=1)
    device.perform(Tap(Point(x, y)), "t")
    dx, dy = (float(part) for part in only(device).details["offset"].split(","))
    assert 0 <= x + dx <= 412
    assert 0 <= y + dy <= 915


def test_a_delayed_tap_works_after_the_next_look(subject: Subject) -> None:
    device, before = subject.tapped(delayed_tap=1)
    assert device.injected("t") is None
    assert only(device).reached is False
    assert device.look() == before
    assert device.look() == opened(subject.bare(), subject)
    assert device.injected("t") is True
    assert only(device).reached is True


def test_a_delayed_tap_comes_before_the_next_gesture(subject: Subject) -> None:
    (device, _), bare = subject.tapped(delayed_tap=1), subject.bare()
    device.perform(PressKey("back"))
    opened(bare, subject)
    bare.perform(PressKey("back"))
    assert device.look() == bare.look()


def shut(device: FaultyDevice, seen: Observation, design: str) -> Gesture:
    """The touch that a person would close that design with."""
    parts = [element for element in seen.elements if element.landmark.startswith("dialog:")]
    buttons = [element for element in parts if element.affordances]
    smallest = min(buttons, key=lambda element: element.box.area)
    match design:
        case "corner" | "sheet" | "offers":
            return Tap(smallest.box.centre)
        case "later":
            return Tap(max(buttons, key=lambda element: element.box.y).box.centre)
        case _:
            return Tap(Point(5, 5))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("fault", ["popup", "popup_unclosable"])
def test_a_popup_is_in_the_way_until_it_is_closed(subject: Subject, fault: str, seed: int) -> None:
    device, clear = subject.begun(seed, **{fault: 1}), subject.clear()
    record = only(device)
    assert (record.fault, record.reached) == (fault, True)
    assert (record.details["design"] == "no_close") == (fault == "popup_unclosable")
    assert device.injected("begin") is True
    seen = device.look()
    dialog = next(element for element in seen.elements if element.role == "dialog")
    assert f"dialog: {dialog.name}" == seen.landmarks[-1] == dialog.landmark
    assert [element.index for element in seen.elements] == list(range(len(seen.elements)))
    below = seen.elements[: len(clear.elements)]
    assert {element.visibility for element in below} <= {"covered", "offscreen"}
    assert [element.box for element in below] == [element.box for element in clear.elements]
    device.perform(tap(clear, subject.opens)) if fault == "popup" else device.perform(Tap(dialog.box.at(0.5, 0.02)))
    device.perform(TypeText("x", field(clear).box.centre))
    device.perform(PressKey("enter"))
    assert device.look() == seen
    device.perform(shut(device, seen, record.details["design"]), "shut")
    assert device.injected("shut") is True
    assert device.look() == clear
    assert device.accepted == 0
    assert len(device.fired) == 1


@pytest.mark.parametrize("fault", ["popup", "popup_unclosable"])
def test_back_closes_a_popup_and_goes_nowhere(subject: Subject, fault: str) -> None:
    device = subject.begun(**{fault: 1})
    device.perform(PressKey("back"), "b")
    assert device.look() == subject.clear()


def test_taking_an_offer_up_is_counted(subject: Subject) -> None:
    device = subject.begun(popup_unclosable=1)
    parts = [element for element in device.look().elements if element.landmark.startswith("dialog")]
    (button,) = (element for element in parts if element.affordances)
    device.perform(Tap(button.box.centre))
    assert device.accepted == 1
    assert not any(mark.startswith("dialog") for mark in device.look().landmarks)
    device.close()
    assert device.accepted == 1


def test_popups_come_in_every_design_and_language() -> None:
    drawn: set[tuple[str, str]] = set()
    for seed in range(200):
        details = only(SCRIPTED.begun(seed, popup=1)).details
        drawn.add((details["design"], details["language"]))
    assert len(drawn) == 12


@pytest.mark.parametrize("fault", ["popup", "app_killed"])
def test_what_nobody_ends_goes_at_last(subject: Subject, fault: str) -> None:
    device, gestures = subject.begun(**{fault: 1}), 0
    while (seen := device.look()).condition == "app_gone" or seen.elements[-1].landmark.startswith("dialog"):
        device.perform(PressKey("enter"), f"e{gestures}")
        gestures += 1
    assert 10 <= gestures <= 30
    assert len(device.fired) == 1


def test_what_goes_at_last_goes_at_a_look_and_never_under_the_finger(subject: Subject) -> None:
    device = subject.begun(popup=1)
    for number in range(40):
        device.perform(tap(subject.bare().look(), subject.opens), f"t{number}")
        assert device.injected(f"t{number}") is False
    assert device.look() == subject.clear()


@pytest.mark.parametrize(("fault", "condition"), [("black_frame", "blank"), ("empty_hierarchy", "empty_hierarchy")])
def test_a_look_that_describes_nothing(subject: Subject, fault: str, condition: str) -> None:
    device, bare = subject.begin(**{fault: 1}), subject.bare()
    seen = device.look()
    assert (seen.condition, seen.elements, seen.landmarks) == (condition, (), ())
    assert (seen.app, seen.location) == (bare.look().app, bare.look().location)
    record = only(device)
    assert (record.fault, record.injection, record.look, record.gesture, record.reached) == (fault, 0, 1, None, None)
    for _ in range(int(record.details["looks"]) - 1):
        assert device.look().condition == condition
    assert device.look() == bare.look()
    assert len(device.fired) == 1


def test_a_frozen_frame_is_the_one_before(subject: Subject) -> None:
    device, before = subject.tapped(frozen_frame=1)
    assert device.injected("t") is True
    looks = 0
    while replace(seen := device.look(), at=before.at) == before:
        assert seen.at == 7.0, "nothing tells its age"
        looks += 1
    assert looks == int(only(device).details["looks"])
    assert seen == opened(subject.bare(), subject)


def test_a_stale_hierarchy_describes_what_was_there_and_the_system_tells_the_present_place(subject: Subject) -> None:
    device, before = subject.tapped(stale_hierarchy=1)
    after = opened(subject.bare(), subject)
    seen = device.look()
    assert (seen.elements, seen.landmarks, seen.title) == (before.elements, before.landmarks, before.title)
    assert (seen.app, seen.location) == (after.app, after.location)
    for _ in range(int(only(device).details["looks"])):
        seen = device.look()
    assert seen == after


def test_the_system_tells_the_page_in_front_and_the_frame_what_lies_over_it_and_which_record_it_shows() -> None:
    told = {"component": "shop/cart+sure", "instance": "c1", "names": "Cart", "http_status": "200"}
    before = replace(TWIN.bare().look(), title="Cart", facts=told)
    now = replace(before, app="world:pay", location="/pay/done", title="Paid", facts={"component": "pay/done"})
    seen = stale(now, before)
    assert (seen.app, seen.location, seen.title) == ("world:pay", "/pay/done", "Cart")
    assert dict(seen.facts) == {"component": "pay/done+sure", "instance": "c1", "names": "Cart"}
    for condition in ("blank", "empty_hierarchy"):
        nothing = bare(before, condition)
        assert (nothing.title, dict(nothing.facts)) == ("", {"component": "shop/cart", "http_status": "200"})


def test_a_killed_app_is_gone_until_it_is_launched(subject: Subject) -> None:
    device, before = subject.tapped(app_killed=1)
    assert (only(device).fault, only(device).reached) == ("app_killed", True)
    gone = device.look()
    assert (gone.condition, gone.elements) == ("app_gone", ())
    device.perform(tap(before, subject.opens), "lost")
    device.perform(PressKey("back"))
    assert device.injected("lost") is False
    assert device.look().condition == "app_gone"
    device.perform(PressKey("home"))
    assert device.look().condition == "ok"
    device.perform(LaunchApp(subject.app))
    again = device.look()
    assert again.location == before.location, "it starts anew"


def test_what_was_typed_and_not_saved_is_lost_with_the_app() -> None:
    device = TWIN.begin(app_killed=1)

    def at_the_field() -> Element:
        device.perform(LaunchApp("desk"))
        device.perform(tap(device.look(), "Hand in an answer"))
        return field(device.look())

    device.perform(TypeText("draft", at_the_field().box.centre), "t")
    assert at_the_field().value == ""


def test_a_lost_device_is_found_again(subject: Subject) -> None:
    when: set[str] = set()
    for seed in range(12):
        device = subject.with_seed(seed, disconnect=1)
        before = device.look()
        gesture = tap(before, subject.opens)
        told: list[str] = []
        try:
            device.perform(gesture, "t")
        except DeviceLost:
            told.append("perform")
        with pytest.raises(DeviceLost, match=r"Open the device again"):
            device.look()
        with pytest.raises(DeviceLost):
            device.perform(gesture)
        record = only(device)
        when.add(record.details["when"])
        assert told == ([] if record.details["when"] == "look" else ["perform"])
        assert device.injected("t") is None
        assert device.open().how == "reattached"
        assert device.injected("t") is None
        assert device.look() == (before if record.details["when"] == "before" else opened(subject.bare(), subject))
        assert record.reached is (record.details["when"] != "before")
    assert when == {"before", "after", "look"}


def test_what_slides_over_the_target_takes_the_touch_and_leaves(subject: Subject) -> None:
    device, before = subject.tapped(covered=1)
    assert device.injected("t") is False
    assert only(device).reached is False
    seen = device.look()
    assert seen.landmarks == before.landmarks
    assert find(seen, subject.opens).visibility == "covered"
    cover = seen.elements[-1]
    assert (cover.role, cover.label) == ("status", only(device).details["text"])
    looks = 1
    while (seen := device.look()) != before:
        assert find(seen, subject.opens).visibility == "covered"
        looks += 1
        assert looks <= 4
    device.perform(tap(seen, subject.opens))
    assert device.look() == opened(subject.bare(), subject)


@pytest.mark.parametrize("seed", range(8))
def test_content_that_moved_is_hit_where_it_lies_now(subject: Subject, seed: int) -> None:
    device, bare = subject.with_seed(seed, moved=1), subject.bare()
    before = device.look()
    gesture = tap(before, subject.opens)
    device.perform(gesture, "t")
    shift = float(only(device).details["shift"])
    assert abs(shift) in (48, 96, 144)
    bare.perform(Tap(Point(gesture.point.x, gesture.point.y - shift)))
    moved, clear = device.look(), bare.look()
    assert moved.location == clear.location
    for shown, own in zip(moved.elements, clear.elements, strict=True):
        if shown.visibility == "visible":
            assert (shown.box.x, shown.box.y) == (own.box.x, own.box.y + shift)
        else:
            both = (own.box.y, own.box.bottom, own.box.y + shift, own.box.bottom + shift)
            assert own.visibility != "visible" or not all(0 <= edge <= 915 for edge in both)


@pytest.mark.parametrize(("fault", "beside"), [("covered", Point(200, 900)), ("moved", Point(5, 690))])
def test_a_later_touch_reaches_what_is_seen_and_the_fault_goes(subject: Subject, fault: str, beside: Point) -> None:
    for seed in range(8):
        device = subject.with_seed(seed, **{fault: 1})
        before = device.look()
        device.perform(Tap(beside), "t")
        if fault == "moved":
            before, still = device.look(), before
            assert before.elements != still.elements
        device.perform(tap(before, subject.opens))
        for _ in range(4):
            device.look()
        assert device.look().location == opened(subject.bare(), subject).location


def meant(seen: Observation, label: str) -> Tap:
    target = find(seen, label)
    return Tap(target.box.centre, meant=Meant(ref_of(seen, target), target.box))


@pytest.mark.parametrize("seed", range(8))
def test_a_touch_that_says_what_it_is_for_follows_content_that_moved(subject: Subject, seed: int) -> None:
    device = subject.with_seed(seed, moved=1)
    gesture = meant(device.look(), subject.opens)
    injection = device.perform(gesture, "t")
    assert only(device).fault == "moved"
    assert device.injected("t") is not bool(injection.untouched)
    assert injection.met is not bool(injection.untouched)
    for _ in range(5):
        device.look()
    went = device.look().location == opened(subject.bare(), subject).location
    assert went is not bool(injection.untouched), "it went where it was meant to, or nowhere"


def test_a_touch_that_says_what_it_is_for_is_not_made_on_a_cover(subject: Subject) -> None:
    device = subject.begin(covered=1)
    assert device.perform(meant(device.look(), subject.opens), "t").untouched == "covered"
    assert (device.injected("t"), device.touched("t"), only(device).reached) == (False, None, False)


def test_a_finger_that_slips_meets_what_lies_there_whatever_it_was_for(subject: Subject) -> None:
    plain, sure = subject.begin(offset_tap=1), subject.begin(offset_tap=1)
    plain.perform(tap(plain.look(), subject.opens), "t")
    injection = sure.perform(meant(sure.look(), subject.opens), "t")
    assert (sure.touched("t"), injection.met) == (plain.touched("t"), False)
    assert sure.look().elements == plain.look().elements


def test_text_arrives_in_part(subject: Subject) -> None:
    parts: set[str] = set()
    for seed in range(10):
        device = subject.with_seed(seed, partial_text=1)
        device.perform(TypeText("Grüße 世界", field(device.look()).box.centre), "t")
        value = field(device.look()).value
        arrived = only(device).details["arrived"]
        assert 0 < len(arrived) < 8
        assert "Grüße 世界".startswith(arrived)
        assert value.strip() == arrived.strip()
        assert (only(device).reached, device.injected("t")) == (True, True)
        parts.add(value)
    assert len(parts) > 1


def test_a_secret_stands_in_no_record() -> None:
    device = SCRIPTED.begin(partial_text=1)
    device.perform(TypeText("hunter2", field(device.look()).box.centre, secret="login"), "t")
    assert "hu" not in repr(device.fired)


def striped(_: Any = None) -> Picture:
    """A picture of half the viewport's size whose rows tell where they came from."""
    image = Image.new("RGB", (206, 458))
    for y in range(458):
        image.paste((200, y % 256, 100 + y // 256), (0, y, 206, y + 1))
    out = BytesIO()
    image.save(out, "PNG")
    return Picture(out.getvalue(), "image/png", 0.5)


def pixels(seen: Observation) -> Image.Image:
    assert seen.picture is not None
    assert (seen.picture.media_type, seen.picture.scale) == ("image/png", 0.5)
    return Image.open(BytesIO(seen.picture.data)).convert("RGB")


PAINTED = Subject(lambda: TwinDevice(WORLD, paint=striped), "shop", TWIN.opens)
PLAIN = Image.open(BytesIO(striped().data)).convert("RGB")


def cut(image: Image.Image, box: Box) -> Image.Image:
    return image.crop((round(box.x / 2) + 1, round(box.y / 2) + 1, round(box.right / 2) - 1, round(box.bottom / 2) - 1))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("fault", ["popup", "popup_unclosable"])
def test_a_popup_stands_in_the_picture_with_all_its_parts(fault: str, seed: int) -> None:
    device = PAINTED.begun(seed, **{fault: 1})
    seen = device.look()
    shown = pixels(seen)
    parts = [element for element in seen.elements if element.landmark.startswith("dialog")]
    card = cut(shown, parts[0].box)
    assert card.getpixel((card.width // 2, 2)) == (250, 250, 252)
    for part in parts[1:]:
        assert len(cut(shown, part.box).getcolors(100_000) or ()) > 1, part
    assert shown.getpixel((1, 1)) == (100, 0, 50), "all around is dimmed"
    assert device.look(picture=False).picture is None


def test_a_black_frame_is_black_and_an_empty_hierarchy_keeps_its_picture() -> None:
    black, empty = PAINTED.begin(black_frame=1).look(), PAINTED.begin(empty_hierarchy=1).look()
    assert pixels(black).getcolors() == [(206 * 458, (0, 0, 0))]
    assert pixels(empty).tobytes() == PLAIN.tobytes()


def test_what_moved_has_moved_in_the_picture() -> None:
    device = PAINTED.begin(moved=1)
    device.perform(Tap(Point(5, 690)), "t")
    shift = round(float(only(device).details["shift"]) / 2)
    shown = pixels(device.look())
    for y in range(458):
        expected = PLAIN.getpixel((9, y - shift)) if 0 <= y - shift < 458 else (236, 236, 240)
        assert shown.getpixel((9, y)) == expected


def test_a_cover_stands_in_the_picture_and_nothing_else_changes() -> None:
    device = PAINTED.begin(covered=1)
    device.perform(tap(device.look(), PAINTED.opens), "t")
    seen = device.look()
    shown, box = pixels(seen), seen.elements[-1].box
    assert shown.getpixel((103, round(box.y / 2) + 2)) == (44, 46, 52)
    above = (0, 0, 206, int(box.y / 2) - 1)
    assert shown.crop(above).tobytes() == PLAIN.crop(above).tobytes()


def test_a_frozen_frame_shows_the_picture_before() -> None:
    pictures = iter(range(99))
    device = FaultyDevice(
        TwinDevice(WORLD, paint=lambda _: Picture(bytes([next(pictures)]), "image/png", 0.5)),
        plan(frozen_frame=1),
        lambda: 0.0,
    )
    device.open()
    before = device.look()
    device.perform(Pause(0), "t")
    assert device.look(picture=False).picture is None
    device.close()
    device.open()
    first = device.look()
    device.perform(Pause(0), "t2")
    assert device.look().picture == first.picture != before.picture


def walk(device: FaultyDevice) -> list[Observation]:
    """The same gestures whatever is seen."""
    seen: list[Observation] = []
    for step in range(60):
        try:
            device.perform(Tap(Point(100 + step, 100 + 11 * step % 700)), f"i{step}")
            seen.append(device.look())
        except DeviceLost:
            device.open()
    return seen


EVERY = dict.fromkeys(FAULTS, 0.1)


def test_the_same_seed_gives_the_same_faults_and_another_gives_others(subject: Subject) -> None:
    first, second, third = (subject.with_seed(seed, **EVERY) for seed in (3, 3, 4))
    assert walk(first) == walk(second)
    assert first.fired == second.fired
    walk(third)
    assert third.fired != first.fired


def test_turning_one_fault_up_moves_no_draw_of_another() -> None:
    drawn = {fault: [plan(5, **EVERY).drawn(fault, number) for number in range(300)] for fault in FAULTS}
    assert all(10 <= sum(item is not None for item in items) <= 60 for items in drawn.values())
    for fault in FAULTS:
        high = plan(5, **{**EVERY, fault: 1.0})
        for other in FAULTS:
            again = [high.drawn(other, number) for number in range(300)]
            for mine, yours in zip(drawn[other], again, strict=True):
                assert (mine is None) == (yours is None) or fault == other
                assert mine is None or (yours is not None and mine.getstate() == yours.getstate())


def test_a_look_without_a_step_draws_nothing() -> None:
    device = SCRIPTED.begin(black_frame=1)
    for _ in range(3):
        device.look()
    for number in range(10):
        device.perform(Pause(0))
        assert device.look().condition == "ok", number
    assert len(device.fired) == 1


class Lent(ScriptedDevice):
    """A device that a person can be given."""

    @contextmanager
    def hand_over(self, reason: str) -> Generator[str]:
        yield f"{reason}, in the window"


@pytest.mark.parametrize(
    ("inner", "told"), [(Lent(REFERENCE_APP), "log in, in the window"), (ScriptedDevice(REFERENCE_APP), "log in")]
)
def test_a_person_is_given_the_device_behind_it(inner: Device, told: str) -> None:
    device = FaultyDevice(inner, FaultPlan(), lambda: 0.0)
    assert isinstance(device, HandoverDevice)
    with device.hand_over("log in") as words:
        assert words == told


def test_several_threads_share_one_record() -> None:
    device = SCRIPTED.begin(dropped_tap=0.5, popup=0.1)

    def work(name: str) -> None:
        for number in range(50):
            device.perform(Tap(Point(5, 690)), f"{name}{number}")
            device.look()

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    drawn = [number for number in range(1, 201) if device.plan.drawn("dropped_tap", number)]
    assert [fired.injection for fired in device.fired if fired.fault == "dropped_tap"] == drawn


def test_a_faulty_device_is_not_broken_twice() -> None:
    inner = FaultyDevice(ScriptedDevice(REFERENCE_APP), FaultPlan(), lambda: 0.0)
    for device in (inner, DeviceWrapper(inner), DeviceWrapper(DeviceWrapper(inner))):
        with pytest.raises(UsageError, match="already simulates faults"):
            FaultyDevice(device, FaultPlan(), lambda: 0.0)


PLANS = st.builds(
    FaultPlan, st.dictionaries(st.sampled_from(FAULTS), st.floats(0, 1, exclude_min=True)), st.integers(0, 10**15)
)


@given(PLANS)
def test_a_plan_is_read_as_it_is_written(made: FaultPlan) -> None:
    assert parse_faults(str(made)) == made


@given(st.text(alphabet="dropedtapo_u=0.19,sn -+einf", max_size=40))
def test_any_text_is_a_plan_or_refused(text: str) -> None:
    with suppress(UsageError):
        assert all(0 <= rate <= 1 for rate in parse_faults(text).rates.values())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("dropped_tap=1.1", "a share"),
        ("dropped_tap=-0.1", "a share"),
        ("dropped_tap=nan", "a share"),
        ("dropped_tap=inf", "a share"),
        ("dropped_tap=often", "needs a number"),
        ("dropped_tap=", "needs a number"),
        ("dropped_tap", "no rate"),
        ("seed", "no rate"),
        ("droped_tap=0.1", "Did you mean 'dropped_tap'"),
        ("rain=0.1", "The faults are: dropped_tap, "),
        ("=0.1", "no fault ''"),
        ("popup=0.1,popup=0.2", "twice"),
        ("seed=1,seed=1", "twice"),
        ("seed=-1", "whole number"),
        ("seed=1.5", "whole number"),
    ],
)
def test_a_plan_that_is_none_is_refused(text: str, told: str) -> None:
    with pytest.raises(UsageError) as refused:
        parse_faults(text)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("rates", "seed", "told"),
    [
        *(({"popup": rate}, 0, "needs a share from 0 to 1") for rate in (-0.1, 1.1, float("nan"), float("inf"))),
        ({"rain": 0.1}, 0, "There is no fault 'rain'"),
        ({}, -1, "seed"),
    ],
)
def test_a_plan_made_of_what_is_none_is_refused(rates: dict[FaultId, float], seed: int, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        FaultPlan(rates, seed)
