"""How a hop is carried out: what lies over an element is closed by what opened it, else by a touch beside it."""

from dataclasses import replace

from sextant.elements.refs import ref_of
from sextant.types.actions import ByIndex, ByPoint, Click, Scroll
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


def test_a_far_element_is_brought_to_the_middle_by_one_scroll() -> None:
    far = replace(element(0, "Terms", visibility="offscreen"), box=Box(0, 4000, 400, 20))
    shown = screen("a", far)
    made = move(shown, Trigger("tap", ref_of(shown, far)))
    assert made is not None
    height = shown.size.height
    assert made.action == Scroll("down", None, round((4010 - height / 2) / height, 2))


def test_an_element_under_a_bar_is_scrolled_from_under_it_before_anything_is_closed() -> None:
    covered = replace(element(0, "Terms", visibility="covered"), box=Box(0, 800, 400, 20))
    others = [element(number, f"Entry {number}") for number in range(1, 5)]
    shown = screen("a", covered, *others)
    menu = ref_of(shown, others[0])
    made = move(shown, Trigger("tap", ref_of(shown, covered)), layers=[menu])
    assert made is not None
    assert (made.part, made.action.kind) == ("scroll", "scroll")
    stays = move(shown, Trigger("tap", ref_of(shown, covered)), layers=[menu], stays=True)
    assert stays is not None
    assert (stays.part, stays.action) == ("uncover", Click(ByIndex(1)))
