"""No early look: whatever an input sets off by way of requests is there when `perform` returns."""

import time
from collections.abc import Generator

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.types.actions import Pause, Tap, TypeText
from tests.devices.browsing import Hand, labelled, texts
from tests.devices.site import Site

pytestmark = pytest.mark.browser

BY_REQUEST = (
    ("sync", 0),
    ("click", 30),
    ("click", 300),
    ("click", 800),
    ("zero", 80),
    ("micro", 150),
    ("frame", 60),
    ("frames", 200),
    ("chain", 400),
    ("late", 120),
    ("xhr", 90),
    ("script", 140),
    ("busy", 50),
    ("idle", 70),
    ("message", 160),
    ("frameDoc", 180),
    ("navigate", 250),
    ("submit", 110),
    ("timer", 300),
)


@pytest.fixture(scope="module")
def free(site: Site) -> Generator[Hand]:
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html")))
    device.open()
    yield Hand(device)
    device.close()


@pytest.mark.parametrize(("mode", "ms"), BY_REQUEST)
def test_the_effect_is_there(free: Hand, site: Site, mode: str, ms: int) -> None:
    free.go(site.url(f"settle.html?mode={mode}&ms={ms}&noise="))
    injection = free.tap("Go")
    seen = free.look()
    assert "done 1" in texts(seen) or seen.title == "Plain"
    assert injection.settled
    assert 0 <= injection.busy_seconds <= injection.seconds
    assert injection.busy_seconds or not ms


@pytest.mark.parametrize("noise", ["poll", "tick", "spin", "stream", "longpoll"])
def test_a_page_that_never_goes_idle_is_told_from_an_effect(free: Hand, site: Site, noise: str) -> None:
    start = time.monotonic()
    free.go(site.url(f"settle.html?mode=chain&ms=300&noise={noise}"))
    assert time.monotonic() - start < 5.0
    free.device.perform(Pause(0.5))
    time.sleep(0.5)  # the page shows its habits while nobody touches it
    point = labelled(free.look(), "Go").box.centre
    injection = free.device.perform(Tap(point))
    assert "done 1" in texts(free.look())
    assert injection.settled
    assert injection.seconds < 3.0


def test_a_debounced_search_is_waited_for(free: Hand, site: Site) -> None:
    seen = free.go(site.url("settle.html?mode=debounce&ms=200&noise="))
    free.device.perform(TypeText("maps", labelled(seen, "Search").box.centre))
    assert "done 1" in texts(free.look())


def test_pause_ends_with_the_change(free: Hand, site: Site) -> None:
    free.go(site.url("settle.html?mode=timer&ms=900&noise="))
    free.tap("Go")  # longer than a timer is waited for
    assert "done" not in texts(free.look())
    injection = free.device.perform(Pause(8.0))
    assert "done 1" in texts(free.look())
    assert injection.seconds < 6.0


def test_a_page_that_answers_too_late_is_said_to_be_unsettled(site: Site) -> None:
    from sextant.devices.browser import Deadlines

    device = BrowserDevice(BrowserOptions(url=site.url("plain.html"), limits=Deadlines(settle=0.4)))
    device.open()
    try:
        hand = Hand(device)
        hand.go(site.url("settle.html?mode=click&ms=1500&noise="))
        assert not hand.tap("Go").settled
        assert not hand.look().settled
    finally:
        device.close()


def test_what_a_new_view_holds_back_is_waited_for(free: Hand, site: Site) -> None:
    free.go(site.url("heldback.html"))
    injection = free.tap("Open")
    assert "shown" in texts(free.look())
    assert injection.settled
