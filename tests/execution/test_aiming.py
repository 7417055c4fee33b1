"""Where a touch goes: on the free part of the element that was meant, or nowhere."""

import math
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.elements.refs import ref_of
from sextant.elements.sight import is_free, visible_part
from sextant.execution.hints import HINTS
from sextant.execution.target import JITTER, Aim, AimContext, Encoding, Miss, Rung, aim, ladder
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DeviceAction,
    Drag,
    DragPath,
    InputText,
    Scroll,
    Swipe,
    Tap,
    Target,
    TypeText,
)
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Attempt, Transition
from tests.support.narrow import as_a
from tests.support.screens import element, screen

PAGE = screen(element(0, "button", "A"), element(1, "button", "B"), element(2, "button", "C", visibility="covered"))


def _found(action: DeviceAction, fresh: Screen = PAGE, encoding: Encoding = "index") -> Aim | Miss | None:
    return aim(action, Rung(encoding), AimContext(PAGE, fresh, random.Random(0)), "text")


def _aim(action: DeviceAction, fresh: Screen = PAGE, encoding: Encoding = "index") -> Aim:
    return as_a(Aim, _found(action, fresh, encoding))


def _shown(*elements: Element, size: Size = PAGE.observation.size) -> Screen:
    return replace(PAGE, digest="other", observation=replace(PAGE.observation, elements=elements, size=size))


def test_an_element_is_found_again_where_it_has_moved_to() -> None:
    moved = _shown(replace(PAGE.elements[1], index=0, box=PAGE.elements[0].box))
    assert _aim(Click(ByIndex(1)), moved).point == PAGE.elements[0].box.centre


@pytest.mark.parametrize(
    ("target", "cause"),
    [
        (ByIndex(2), "covered"),
        *((ByIndex(index), "absent") for index in (999, -1)),
        *((ByPoint(x, y), "absent") for x, y in ((math.nan, 20), (500, math.inf), (-1, 20), (500, 1001))),
        *((ByRelative(0, x, y), "absent") for x, y in ((math.nan, 0.5), (0.5, 1.5))),
    ],
)
def test_what_cannot_be_touched_is_a_miss(target: Target, cause: str) -> None:
    found = as_a(Miss, _found(Click(target)))
    assert found.cause == cause


def test_a_point_is_stale_once_something_else_lies_under_it() -> None:
    found = _found(Click(ByPoint(500, 20)), _shown(replace(PAGE.elements[1], box=PAGE.elements[0].box)), "absolute")
    assert isinstance(found, Miss)
    assert found.cause == "stale"


@pytest.mark.parametrize("size", [Size(412, 915), Size(915, 412), Size(360, 640), Size(1024, 1366)])
def test_a_normalised_point_means_the_same_thing_on_every_device(size: Size) -> None:
    wide, high = size.width / 412, size.height / 915
    scaled = (
        replace(one, box=Box(one.box.x * wide, one.box.y * high, one.box.width * wide, one.box.height * high))
        for one in PAGE.elements
    )
    found = _aim(Click(ByPoint(500, 24 / 915 * 1000)), _shown(*scaled, size=size), "absolute")
    assert found.point is not None
    assert (found.point.x, found.point.y) == pytest.approx((size.width / 2, 24 * high))
    assert found.element is not None
    assert found.element.name == "A"


@given(st.integers(0, 2**32), st.sampled_from(["index", "relative", "absolute"]))
def test_an_absolute_point_strays_five_pixels_at_most_and_stays_on_the_element(seed: int, encoding: Encoding) -> None:
    found = as_a(Aim, aim(Click(ByIndex(1)), Rung(encoding, drawn=True), AimContext(PAGE, PAGE, random.Random(seed))))
    assert found.point is not None
    box, centre = PAGE.elements[1].box, PAGE.elements[1].box.centre
    assert box.contains(found.point)
    assert encoding != "index" or found.point == centre
    if encoding == "absolute":
        assert max(abs(found.point.x - centre.x), abs(found.point.y - centre.y)) <= JITTER


STRIP = screen(
    replace(element(0, "region", affordances=("scroll",)), box=Box(0, 100, 300, 400)),
    replace(element(1, "cell", "A", affordances=("tap",), parent=0), box=Box(20, 120, 40, 30)),
    replace(element(2, "slider", "Volume", affordances=("tap",), parent=0), box=Box(20, 200, 100, 30)),
    replace(element(3, "button", "Outside"), box=Box(20, 600, 40, 30)),
)


def test_a_swipe_around_a_point_crosses_its_share_of_the_screen() -> None:
    swiped = aim(Swipe("up", ByPoint(100, 500), 0.6), Rung("index"), AimContext(STRIP, STRIP, random.Random(1)))
    path = as_a(DragPath, as_a(Aim, swiped).gesture)
    size = STRIP.size
    places = (path.start.x, path.start.y, path.end.x, path.end.y)
    assert places == pytest.approx((0.1 * size.width, 0.8 * size.height, 0.1 * size.width, 0.2 * size.height))


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
    found = as_a(Aim, aim(action, Rung("index"), AimContext(STRIP, STRIP, random.Random(1))))
    assert isinstance(found.gesture, DragPath)
    start, end = found.gesture.start, found.gesture.end
    assert isinstance(action.target, ByIndex)
    assert STRIP.elements[action.target.index].box.contains(start), "it begins on the element"
    if reach is None:
        assert (start.x - end.x, end.x) == (pytest.approx(57), 2.0), "as far as the screen has room"
    else:
        assert abs(end.x - start.x) + abs(end.y - start.y) == pytest.approx(reach, abs=0.1)


@pytest.mark.parametrize(
    ("action", "encodings", "rungs"),
    [
        (Click(ByIndex(0)), None, ["index", "relative", "absolute", "history"]),
        (Click(ByRelative(0, 0.5, 0.5)), None, ["relative", "relative", "absolute", "history"]),
        (Click(ByPoint(1, 1)), None, ["absolute", "absolute", "history"]),
        (Scroll("down"), None, ["none", "none"]),
        (Click(ByIndex(0)), ("index",), ["index"]),
        (Click(ByIndex(0)), ("relative",), ["relative"]),
    ],
)
def test_the_ladder_begins_where_the_actor_did_and_rungs_can_be_left_out(
    action: DeviceAction, encodings: tuple[Encoding, ...] | None, rungs: list[str]
) -> None:
    found = ladder(action) if encodings is None else ladder(action, encodings)
    assert [rung.encoding for rung in found] == rungs


def test_relative_points_swipes_drags_and_texts() -> None:
    assert _aim(Click(ByRelative(0, 0.25, 0.5)), encoding="relative").point == Point(103, 24)
    swiped = as_a(DragPath, _aim(Swipe("left")).gesture)
    assert swiped.start.x > swiped.end.x, "the finger moves left"
    one, other = (element.box.centre for element in PAGE.elements[:2])
    assert _aim(Drag(ByIndex(0), ByIndex(1))).gesture == DragPath(one, other)
    typed = as_a(TypeText, _aim(InputText("x", ByIndex(0), "append")).gesture)
    assert not typed.replace


LIST = Element(0, Box(40, 100, 80, 100), "region", affordances=frozenset({"scroll"}))
ENTRY = Element(1, Box(60, 196, 39, 14), "listitem", "5ft 10in", parent=0, visibility="clipped")
WIDE = Element(0, Box(300, 10, 200, 20), "button", "Go", visibility="clipped")


@pytest.mark.parametrize(
    ("elements", "part"),
    [
        ((LIST, ENTRY), Box(60, 196, 39, 4)),  # what is clipped is touched inside of the list
        ((LIST, replace(ENTRY, visibility="visible")), ENTRY.box),  # a sticky heading may reach out of its list
        ((WIDE,), Box(300, 10, 60, 20)),  # the viewport always cuts
    ],
)
def test_what_is_clipped_is_touched_where_it_can_be_seen(elements: tuple[Element, ...], part: Box) -> None:
    assert visible_part(_shown(*elements, size=Size(360, 640)), elements[-1]) == part


ROW = Element(0, Box(0, 800, 360, 60), "button", "Row", affordances=frozenset({"tap"}))
FLOATING = Element(1, Box(150, 790, 80, 80), "button", "New", affordances=frozenset({"tap"}))
PART = replace(FLOATING, parent=0, affordances=frozenset())


def _touched(*over: Element, encoding: Encoding = "index", seed: int = 0) -> Point:
    shown = _shown(ROW, *over, size=Size(360, 900))
    at = AimContext(shown, shown, random.Random(seed))
    found = as_a(Aim, aim(Click(ByIndex(0, shown.digest)), Rung(encoding, drawn=True), at))
    assert found.point is not None
    return found.point


def test_what_lies_over_the_middle_is_not_touched() -> None:
    assert _touched(FLOATING) == ROW.box.at(0.15, 0.5)
    assert _touched(FLOATING, replace(FLOATING, index=2, box=Box(0, 790, 100, 80))) == ROW.box.at(0.85, 0.5)
    for encoding in ("relative", "absolute"):
        assert not any(FLOATING.box.contains(_touched(FLOATING, encoding=encoding, seed=seed)) for seed in range(30))


@pytest.mark.parametrize(
    "harmless",
    [
        (),
        (PART, replace(FLOATING, index=2, parent=1)),
        (replace(FLOATING, parent=0),),
        (replace(FLOATING, affordances=frozenset()),),
        (replace(FLOATING, affordances=frozenset({"scroll"})),),
        (replace(FLOATING, visibility="covered"),),
        (replace(FLOATING, box=Box(0, 700, 360, 100)),),
        (replace(FLOATING, box=ROW.box),),
    ],
)
def test_the_middle_stays_where_nothing_takes_its_touch_or_all_is_taken(harmless: tuple[Element, ...]) -> None:
    assert _touched(*harmless) == ROW.box.centre


def test_what_comes_earlier_lies_behind() -> None:
    behind, row = replace(FLOATING, index=0), replace(ROW, index=1)
    shown = _shown(behind, row)
    assert is_free(shown, row, row.box.centre)
    assert not is_free(shown, behind, behind.box.centre)


CARD = Element(0, Box(0, 100, 300, 200), "button", "Show order", affordances=frozenset({"tap"}))
WITHIN = Element(1, Box(200, 240, 80, 40), "button", "Delete", affordances=frozenset({"tap"}), parent=0)
NESTED = _shown(CARD, WITHIN)


@given(st.integers(0, 2**32), st.sampled_from(["index", "relative", "absolute"]))
def test_a_drawn_point_presses_the_same_control_within_the_target(seed: int, encoding: Encoding) -> None:
    at = AimContext(NESTED, NESTED, random.Random(seed))
    for target in (ByIndex(0), ByRelative(0, 0.4, 0.4), ByRelative(0, 0.8, 0.8)):
        found = as_a(Aim, aim(Click(target), Rung(encoding, drawn=True), at))
        assert found.point is not None
        assert WITHIN.box.contains(found.point) is (target == ByRelative(0, 0.8, 0.8))


def test_a_remembered_point_presses_no_other_control_within_the_target() -> None:
    touched = Attempt("1.a", Tap(WITHIN.box.centre), point=WITHIN.box.centre, element=ref_of(NESTED, CARD))
    step = Transition(1, NESTED, Decision(Click(ByIndex(0)), ""), NESTED, "effective", (touched,))
    at = AimContext(NESTED, NESTED, random.Random(0), HINTS.over([step]))
    assert aim(Click(ByIndex(0)), Rung("history"), at) is None
    assert isinstance(aim(Click(ByRelative(0, 0.8, 0.8)), Rung("history"), at), Aim)


def test_a_control_within_the_target_that_has_moved_is_not_replaced_by_the_target() -> None:
    moved = _shown(CARD, replace(WITHIN, box=Box(10, 110, 80, 40)))
    found = aim(Click(ByRelative(0, 0.8, 0.8)), Rung("relative"), AimContext(NESTED, moved, random.Random(0)))
    assert as_a(Miss, found).cause == "stale"
