"""One gesture gives a value to whatever takes one, and says so where something else is read back."""

import pytest

from sextant.execution.gestures import swipe
from sextant.types.actions import Meant, Pause, ScrollBy, Swipe, TypeText
from sextant.types.devices import Injection
from sextant.types.geometry import Box, Point
from sextant.types.screens import ElementRef
from tests.devices.browsing import Hand, labelled, texts
from tests.devices.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def page(hand: Hand, site: Site) -> None:
    hand.go(site.url("widgets.html"))


def given(hand: Hand, label: str, value: str) -> Injection:
    element = labelled(hand.look(), label)
    if element.visibility == "offscreen":
        hand.device.perform(ScrollBy("down"))
        element = labelled(hand.look(), label)
    return hand.device.perform(TypeText(value, element.box.centre), f"{label}-{value}")


@pytest.mark.parametrize(
    ("label", "value", "shown"),
    [
        ("Volume", "45", "volume=45 "),
        ("Day", "2027-02-03", "day=2027-02-03"),
        ("Clock", "14:30", "clock=14:30"),
        ("Size", "large", "size=Large"),
        ("Heat", "33.5", "heat=33.5"),
        ("Heat", "2", "heat=2 "),
        ("Month", "september", "month=September"),
        ("Hour", "17", "hour=17"),
        ("Hour", "7", "hour=7"),
        ("City", "Rome", "city=Rome"),
    ],
)
def test_a_value_is_set_and_read_back(hand: Hand, label: str, value: str, shown: str) -> None:
    done = given(hand, label, value)
    assert done.notes == ()
    assert shown in f"{texts(hand.look())} "
    assert hand.device.injected(f"{label}-{value}") is True


def test_an_option_is_chosen_where_another_was_aimed_at(hand: Hand) -> None:
    red = labelled(hand.look(), "Red")
    meant = Meant(ElementRef("option", "Red"), red.box)
    done = hand.device.perform(TypeText("Green", red.box.centre, meant=meant), "meant")
    assert (done.untouched, done.notes) == ("", ())
    assert "selected" in labelled(hand.look(), "Green").states


def test_an_option_is_tapped_once(hand: Hand) -> None:
    for _ in range(2):
        assert given(hand, "Red", "Green").notes == ()
        assert "selected" in labelled(hand.look(), "Green").states


def test_an_option_is_found_again_where_the_page_draws_the_list_anew(hand: Hand) -> None:
    """The list is drawn anew whenever it is touched, after which nothing of what was listed is on the page."""
    hand.device.evaluate(
        "colours.onclick = (e) => { const name = e.target.textContent; for (const one of [...colours.children]) "
        "{ const anew = one.cloneNode(true); anew.setAttribute('aria-selected', String(one.textContent === name)); "
        "one.replaceWith(anew); } }"
    )
    assert given(hand, "Red", "Green").notes == ()
    assert "selected" in labelled(hand.look(), "Green").states


@pytest.mark.parametrize("label", ["Volume", "Heat"])
def test_a_slider_is_not_tapped_where_it_stands(hand: Hand, label: str) -> None:
    given(hand, label, "30")
    assert "taps=0" in texts(hand.look())


@pytest.mark.parametrize(
    ("label", "value", "note"),
    [
        ("Volume", "47", "the slider stands at 45"),
        ("Volume", "loud", "the slider takes a number"),
        ("Dead", "9", "it stands at 3; keys do not bring it to what was asked"),
        ("Volume", "1,000", "this may be two numbers"),
        ("Heat", "1.250", "this may be two numbers"),
        ("Red", "Blue", "there is no such option; there are: Red, Green"),
        ("Red", "gr", "the list shows 'Green'"),
        ("City", "B", "the list shows 'Bern'"),
        ("Size", "L", "the list shows 'Large'"),
        ("Size", "Huge", "there is no such option; there are: Small, Large"),
        ("Hour", "31", "there is no such option; there are: 00, 01"),
    ],
)
def test_what_was_read_back_instead_is_told(hand: Hand, label: str, value: str, note: str) -> None:
    (told,) = given(hand, label, value).notes
    assert told.startswith(note)


def test_a_distance_is_kept(hand: Hand, site: Site) -> None:
    hand.go(site.url("scroll.html"))
    before = hand.look().scroll
    hand.device.perform(ScrollBy("down", extent=0.25))
    after = hand.look().scroll
    assert after.above - before.above == pytest.approx(0.25 * 915, abs=1.5)


@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_a_distance_moves_that_far_where_things_fly_on(hand: Hand, site: Site, share: float) -> None:
    """A scroller of the browser's, and a list that a script moves and lets fly by the speed of the finger."""
    hand.go(site.url("fling.html"))
    hand.device.evaluate("native.scrollTop = 500")
    seen = hand.device.size
    for count, (way, box) in enumerate([("up", Box(0, 0, 300, 400)), ("left", Box(0, 590, 300, 150))]):
        hand.device.perform(
            swipe(Swipe("up" if way == "up" else "left", distance=share), None, box, seen), f"fly-{count}"
        )
    hand.device.perform(Pause(0.6))  # what flies, does so now
    scrolled, drawn = hand.device.evaluate("[native.scrollTop - 500, -offset]")
    assert scrolled == pytest.approx(400 * share, rel=0.1)
    assert drawn == pytest.approx(300 * share, rel=0.1)


def test_that_page_lets_a_fast_finger_fly(hand: Hand, site: Site) -> None:
    hand.go(site.url("fling.html"))
    assert hand.device.evaluate("flick(100)") == 100
    hand.device.perform(Pause(0.6))
    assert hand.device.evaluate("offset") > 150


def test_a_scroll_where_a_script_moves_the_content_goes_as_far_too(hand: Hand, site: Site) -> None:
    hand.go(site.url("fling.html"))
    (note,) = hand.device.perform(ScrollBy("right", Point(250, 650), extent=0.25)).notes
    assert "0.25 of the screen" in note
    hand.device.perform(Pause(0.6))
    assert -hand.device.evaluate("offset") == pytest.approx(0.25 * hand.device.size.width, rel=0.1)


@pytest.mark.parametrize(("share", "slides"), [(0.25, 0), (0.75, 1), (1.0, 1)])
def test_a_strip_that_snaps_goes_to_the_nearest(hand: Hand, site: Site, share: float, slides: int) -> None:
    hand.go(site.url("fling.html"))
    hand.device.perform(swipe(Swipe("left", distance=share), None, Box(0, 420, 300, 150), hand.device.size), "snap")
    hand.device.perform(Pause(0.6))
    assert hand.device.evaluate("snap.scrollLeft") == pytest.approx(300 * slides, abs=3)  # it may still be gliding
