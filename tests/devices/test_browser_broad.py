"""A page that is laid out wider than the screen: said, scrolled, and touched at its far side."""

import pytest

from sextant.execution import ScreenObserver
from sextant.perception import Perceiver
from sextant.prompts import list_screen
from sextant.types.actions import ScrollBy
from sextant.types.geometry import Point
from tests.devices.browsing import Hand, labelled
from tests.devices.site import Site
from tests.devices.test_browser_moving import carried_out

pytestmark = pytest.mark.browser


@pytest.fixture
def broad(hand: Hand, site: Site) -> Hand:
    hand.go(site.url("broad.html"))
    return hand


def test_the_head_of_the_listing_names_every_direction(broad: Hand) -> None:
    observer = ScreenObserver(broad.device, Perceiver())
    assert "There is more below and to the right; scroll to see it." in list_screen(
        observer.look(picture=False), "full"
    )
    assert broad.device.perform(ScrollBy("right", extent=0.5)).notes == ()
    assert broad.device.perform(ScrollBy("down", extent=0.5)).notes == ()
    told = list_screen(observer.look(picture=False), "full")
    assert "There is more above, below, to the left and to the right; scroll to see it." in told
    assert "(scrolls right)" in told or "scrolls right" in told


@pytest.mark.parametrize("point", [None, Point(60, 500)])
def test_a_scroll_moves_the_page_under_the_screen(broad: Hand, point: Point | None) -> None:
    far = broad.look().scroll.right
    assert broad.device.perform(ScrollBy("right", point, 0.4)).notes == ()
    seen = broad.look().scroll
    assert seen.left == pytest.approx(0.4 * broad.device.size.width, abs=3)
    assert seen.left + seen.right == pytest.approx(far, abs=3)
    broad.device.perform(ScrollBy("right", point, 20))
    assert broad.look().scroll.right == pytest.approx(0, abs=2)
    assert broad.device.perform(ScrollBy("right", None, 20)).notes == (), "now what scrolls inside"
    assert broad.device.perform(ScrollBy("right", None)).notes == ("nothing more can be scrolled right",)
    broad.device.perform(ScrollBy("left", None, 20))
    assert broad.look().scroll.left == pytest.approx(0, abs=2)


def test_a_scroll_goes_to_the_end_of_the_page_and_leaves_nothing_out(broad: Hand) -> None:
    step = 0.8 * broad.device.size.height
    before = broad.look().scroll
    broad.device.perform(ScrollBy("down"))
    assert broad.look().scroll.above - before.above == pytest.approx(step, abs=3)
    for _ in range(6):
        broad.device.perform(ScrollBy("down"))
    assert broad.look().scroll.below == pytest.approx(0, abs=2)


@pytest.mark.parametrize("label", ["Right", "Corner", "Near"])
def test_what_is_out_of_view_to_the_right_is_scrolled_to_and_touched(broad: Hand, label: str) -> None:
    assert labelled(broad.look(), label).visibility == "offscreen"
    carried_out(broad, label)
    assert broad.says(f"{label.lower()} hit")
