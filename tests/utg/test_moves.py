"""How a hop is carried out: what lies over an element is closed by what opened it, else by a touch beside it."""

from dataclasses import replace

from sextant.elements.refs import ref_of
from sextant.types.actions import ByIndex, ByPoint, Click
from sextant.types.geometry import Box
from sextant.utg.graph import Trigger
from sextant.utg.moves import left_alone, move
from tests.utg.walks import element, screen

UNDER = element(0, "Far below", visibility="covered")
MENU = replace(element(1, "Menu", "button"), box=Box(0, 0, 40, 30))


def test_what_closes_nothing_gives_way_to_a_touch_beside_the_menu() -> None:
    shown = screen("a", UNDER, MENU)
    trigger, menu = Trigger("tap", ref_of(shown, UNDER)), ref_of(shown, MENU)
    by_menu = move(shown, trigger, layers=[menu])
    assert by_menu is not None
    assert (by_menu.action, by_menu.part) == (Click(ByIndex(1)), "uncover")
    beside = move(shown, trigger, layers=[menu], idle={menu})
    assert beside is not None
    assert beside.part == "uncover"
    assert isinstance(beside.action, Click)
    point = beside.action.target
    assert isinstance(point, ByPoint)
    assert not MENU.box.contains(UNDER.box.at(0.5, 0.5))


def test_nothing_that_takes_a_touch_is_touched_beside_a_menu() -> None:
    over = replace(element(1, "Delete all", "button"), box=Box(0, 0, 300, 40))
    shown = screen("a", UNDER, over)
    trigger, menu = Trigger("tap", ref_of(shown, UNDER)), ref_of(shown, over)
    assert move(shown, trigger, layers=[menu], idle={menu}) is None


def test_a_submit_button_is_touched_only_to_close_what_lies_over_the_screen() -> None:
    close = replace(element(1, "Close", "button", landmark="dialog: News"), input_type="submit")
    shown = screen("a", UNDER, close)
    closing, hop = (move(shown, Trigger("tap", ref_of(shown, one))) for one in (UNDER, close))
    assert closing is not None
    assert (closing.part, left_alone(closing, shown)) == ("uncover", False)
    assert hop is not None
    assert (hop.part, left_alone(hop, shown)) == ("hop", True)
