"""Back and home on pages that keep their screens to themselves: nothing is lost without a word."""

from collections.abc import Generator

import pytest

from sextant.devices.browser import BrowserDevice, BrowserSettings
from sextant.types.actions import LaunchApp, PressKey
from tests.devices.browsing import Hand
from tests.devices.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def own(site: Site) -> Generator[Hand]:
    device = BrowserDevice(BrowserSettings(url=site.url("routes.html"), origins=(site.url(""),)))
    device.open()
    yield Hand(device)
    device.close()


@pytest.fixture(autouse=True)
def fresh(own: Hand, site: Site) -> None:
    own.go(site.url("plain.html"))
    own.device.perform(LaunchApp(site.url("routes.html")))


def test_home_goes_back_by_history_and_keeps_the_document(own: Hand) -> None:
    own.tap("By history")
    assert own.says("Second")
    assert own.device.perform(PressKey("home")).notes == ()
    assert own.says("Start again"), "a page that is loaded anew begins at Start"


def test_home_of_a_page_in_memory_says_what_it_costs(own: Hand) -> None:
    own.tap("In memory")
    (note,) = own.device.perform(PressKey("home")).notes
    assert "loaded the start page anew" in note
    assert own.says("Start")


def test_home_of_an_untouched_page_needs_no_word(own: Hand) -> None:
    assert own.device.perform(PressKey("home")).notes == ()


def test_back_that_leaves_a_used_page_says_so(own: Hand) -> None:
    own.tap("In memory")
    (note,) = own.device.perform(PressKey("back")).notes
    assert "left the page" in note
    assert not own.says("In memory")


def test_back_within_the_page_needs_no_word(own: Hand) -> None:
    own.tap("By history")
    assert own.device.perform(PressKey("back")).notes == ()
    assert own.says("Start again")


def test_back_from_an_untouched_page_needs_no_word(own: Hand) -> None:
    assert own.device.perform(PressKey("back")).notes == ()


def test_back_closes_a_dialog_first(own: Hand) -> None:
    own.tap("Ask")
    assert own.says("Are you sure?")
    assert own.device.perform(PressKey("back")).notes == ()
    assert own.says("In memory")
    assert not own.says("Are you sure?")
