"""One gesture gives a value to whatever takes one, and says so where something else is read back."""

import pytest

from sextant.types.actions import Meant, ScrollBy, TypeText
from sextant.types.devices import Injection
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
    assert given(hand, "Red", "Green").notes == ()
    assert "selected" in labelled(hand.look(), "Green").states
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
        ("Red", "Blue", "there is no such option; there are: red, green"),
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
