import random
from dataclasses import replace

import pytest

from sextant.elements.sight import is_free
from sextant.execution.target import Aim, AimContext, Encoding, Rung, aim, visible_part
from sextant.types.actions import ByIndex, Click
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element, Observation, Screen, ScreenKey


def _screen(*elements: Element) -> Screen:
    return Screen(ScreenKey("app", "id"), "d", Observation("app", "url", "title", Size(360, 640), elements))


LIST = Element(0, Box(40, 100, 80, 100), "region", affordances=frozenset({"scroll"}))
ENTRY = Element(1, Box(60, 196, 39, 14), "listitem", "5ft 10in", parent=0, visibility="clipped")


def test_a_clipped_entry_is_touched_inside_the_list_it_stands_in():
    part = visible_part(_screen(LIST, ENTRY), ENTRY)
    assert part == Box(60, 196, 39, 4)
    assert LIST.box.contains(part.centre)
    assert ENTRY.box.centre.y > LIST.box.bottom


def test_what_is_visible_as_a_whole_keeps_its_box():
    # A sticky heading or an overlay may reach out of the list it is listed under.
    whole = replace(ENTRY, visibility="visible")
    assert visible_part(_screen(LIST, whole), whole) == whole.box


def test_the_viewport_always_cuts():
    wide = Element(0, Box(300, 10, 200, 20), "button", "Go", visibility="clipped")
    assert visible_part(_screen(wide), wide) == Box(300, 10, 60, 20)


ROW = Element(0, Box(0, 800, 360, 60), "button", "Row", affordances=frozenset({"tap"}))
FLOATING = Element(1, Box(150, 790, 80, 80), "button", "New", affordances=frozenset({"tap"}))


def _aimed(*elements: Element, encoding: Encoding = "index", seed: int = 0) -> Point:
    screen = replace(_screen(*elements), observation=replace(_screen(*elements).observation, size=Size(360, 900)))
    found = aim(
        Click(ByIndex(0, screen.digest)), Rung(encoding, drawn=True), AimContext(screen, screen, random.Random(seed))
    )
    assert isinstance(found, Aim)
    assert found.point is not None
    return found.point


def test_what_lies_over_the_middle_is_not_touched():
    assert _aimed(ROW) == ROW.box.centre
    assert _aimed(ROW, FLOATING) == ROW.box.at(0.15, 0.5)
    end = replace(FLOATING, index=2, box=Box(0, 790, 100, 80))
    assert _aimed(ROW, FLOATING, end) == ROW.box.at(0.85, 0.5)


@pytest.mark.parametrize("encoding", ["relative", "absolute"])
def test_a_second_try_keeps_clear_of_it_too(encoding: Encoding):
    for seed in range(30):
        assert not FLOATING.box.contains(_aimed(ROW, FLOATING, encoding=encoding, seed=seed))


@pytest.mark.parametrize(
    "harmless",
    [
        replace(FLOATING, parent=0),
        replace(FLOATING, affordances=frozenset()),
        replace(FLOATING, affordances=frozenset({"scroll"})),
        replace(FLOATING, visibility="covered"),
        replace(FLOATING, box=Box(0, 700, 360, 100)),
        replace(FLOATING, box=ROW.box),
    ],
)
def test_the_middle_stays_where_nothing_takes_its_touch_or_all_is_taken(harmless: Element):
    assert _aimed(ROW, harmless) == ROW.box.centre


def test_what_stands_in_a_part_of_the_element_is_the_element():
    part = replace(FLOATING, index=1, parent=0, affordances=frozenset())
    inner = replace(FLOATING, index=2, parent=1)
    assert _aimed(ROW, part, inner) == ROW.box.centre


def test_what_comes_earlier_lies_behind():
    behind = replace(FLOATING, index=0)
    row = replace(ROW, index=1)
    screen = _screen(behind, row)
    assert is_free(screen, row, row.box.centre)
    assert not is_free(screen, behind, behind.box.centre)
