"""No early look: whatever an input sets off by way of requests is there when `perform` returns."""

import time

import pytest

from sextant.devices.browser import BrowserOptions
from sextant.types.actions import Pause, Tap, TypeText
from tests.devices.browsing import Hand, labelled, running, texts, until
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


@pytest.mark.parametrize(("mode", "ms"), BY_REQUEST)
def test_the_effect_is_there(hand: Hand, site: Site, mode: str, ms: int) -> None:
    hand.go(site.url(f"settle.html?mode={mode}&ms={ms}&noise="))
    injection = hand.tap("Go")
    seen = hand.look()
    assert "done 1" in texts(seen) or seen.title == "Plain"
    assert injection.settled
    assert 0 <= injection.busy_seconds <= injection.seconds
    assert injection.busy_seconds or not ms


@pytest.mark.parametrize("noise", ["poll", "tick", "spin", "stream", "longpoll"])
def test_a_page_that_never_goes_idle_is_told_from_an_effect(hand: Hand, site: Site, noise: str) -> None:
    start = time.monotonic()
    hand.go(site.url(f"settle.html?mode=chain&ms=300&noise={noise}"))
    assert time.monotonic() - start < 5.0
    hand.device.perform(Pause(0.5))
    time.sleep(0.5)  # the page shows its habits while nobody touches it
    point = labelled(hand.look(), "Go").box.centre
    injection = hand.device.perform(Tap(point))
    assert "done 1" in texts(hand.look())
    assert injection.settled
    assert injection.seconds < 3.0


def test_a_debounced_search_is_waited_for(hand: Hand, site: Site) -> None:
    seen = hand.go(site.url("settle.html?mode=debounce&ms=200&noise="))
    hand.device.perform(TypeText("maps", labelled(seen, "Search").box.centre))
    assert "done 1" in texts(hand.look())


def test_pause_ends_with_the_change(hand: Hand, site: Site) -> None:
    hand.go(site.url("settle.html?mode=timer&ms=900&noise="))
    hand.tap("Go")  # longer than a timer is waited for
    assert "done" not in texts(hand.look())
    injection = hand.device.perform(Pause(8.0))
    assert "done 1" in texts(hand.look())
    assert injection.seconds < 6.0


def test_a_page_that_answers_too_late_is_said_to_be_unsettled(site: Site) -> None:
    from sextant.devices.browser import Deadlines

    with running(BrowserOptions(url=site.url("plain.html"), limits=Deadlines(settle=0.4))) as device:
        hand = Hand(device)
        hand.go(site.url("settle.html?mode=click&ms=1500&noise="))
        assert not hand.tap("Go").settled
        assert not hand.look().settled


def test_what_a_new_view_holds_back_is_waited_for(hand: Hand, site: Site) -> None:
    hand.go(site.url("heldback.html"))
    injection = hand.tap("Open")
    assert "shown" in texts(hand.look())
    assert injection.settled


def test_a_frame_without_scripts_is_not_waited_for(hand: Hand, site: Site) -> None:
    hand.go(site.url("plain.html"))
    frame = "<iframe sandbox srcdoc='<p>Letter'></iframe><button>Go</button>"
    hand.device.evaluate(f'document.body.insertAdjacentHTML("afterbegin", "{frame}"); 1')
    assert until(lambda: "Letter" in texts(hand.look()))
    injection = hand.tap("Go")
    assert injection.settled
    assert injection.seconds < 3.0
