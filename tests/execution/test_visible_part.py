from dataclasses import replace

from sextant.execution.aiming import visible_part
from sextant.types.geometry import Box, Size
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
