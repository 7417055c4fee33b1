"""A finger put down and never lifted, its run having been killed: what became of it, and what the next touch does."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice
from sextant.devices.browser.device_state import load, save
from sextant.execution import ScreenObserver, settle_intent
from sextant.perception import Perceiver
from sextant.types.actions import DragPath, Gesture, Hold, Tap
from sextant.types.devices import Intent, Lease
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from tests.devices.browsing import Hand, labelled, texts, until
from tests.devices.crashing import Crash
from tests.devices.site import Site

pytestmark = pytest.mark.browser

_HERE = Point(1, 1)


def _killed(crash: Crash, site: Site, gesture: str, event: str) -> tuple[str, Lease]:
    """A run that is killed once its finger has made that event in the page."""
    url = site.url("fingers.html")
    site.hits.clear()
    victim, lease = crash.start(url, "Touch", gesture)
    assert until(lambda: site.hits[f"delay/0/{event}"] == 1)
    crash.kill(victim)
    return url, lease


def _settled(device: BrowserDevice, gesture: Gesture, irreversible: bool) -> tuple[str, str]:
    """What a resumed run makes of the intention, and why."""
    observer = ScreenObserver(device, Perceiver())
    screen = observer.look()
    before: Screen = replace(screen, digest="before")
    intent = Intent("the-intent", 0, gesture, before.digest, "touch it", irreversible=irreversible)
    settled = settle_intent(intent, before, observer)
    return settled.outcome, settled.reason


def _next_tap_works(device: BrowserDevice) -> None:
    hand = Hand(device)
    for times in (1, 2):
        hand.tap("Other")
        assert f"other {times}" in texts(hand.look())
        assert device.injected(f"tap-{hand.count}") is True
    hand.tap("Touch")
    assert "touched 1" in texts(hand.look())


@pytest.mark.parametrize(("gesture", "meant"), [("hold", Tap(_HERE)), ("drag", DragPath(_HERE, _HERE))])
def test_half_a_gesture_has_done_nothing(crash: Crash, site: Site, gesture: str, meant: Gesture) -> None:
    """A tap goes out in one write; what a kill between its halves would leave is what a finger that stays leaves."""
    url, lease = _killed(crash, site, gesture, "touchstart")
    if isinstance(meant, Tap):
        profile = Path(lease.data["profile"])
        state = load(profile)
        assert state is not None
        assert (state.mark.intent, state.mark.stage, state.mark.gesture) == ("the-intent", "sending", "hold")
        save(profile, replace(state, mark=replace(state.mark, gesture="tap")))
    device = crash.after(url, lease)
    assert device.open().how == "reattached"
    assert device.injected("the-intent") is False
    for irreversible in (False, True):
        assert _settled(device, meant, irreversible) == ("not_injected", "the app never received it")
    assert "touched" not in texts(device.look(picture=False))
    _next_tap_works(device)


@pytest.mark.parametrize("event", ["touchstart", "contextmenu"])
def test_a_finger_that_stays_may_have_been_acted_on(crash: Crash, site: Site, event: str) -> None:
    """The page had it. Only the screen can say that it did something; where it matters a person is asked.

    The click after a long press is withheld; one of the next finger is none of it.
    """
    url, lease = _killed(crash, site, "hold", event)
    device = crash.after(url, lease)
    assert device.open().how == "reattached"
    assert device.injected("the-intent") is True
    assert _settled(device, Hold(_HERE), irreversible=True)[0] == "unknown"
    _next_tap_works(device)


def test_a_drag_that_was_carried_out_is_known(crash: Crash, site: Site) -> None:
    url = site.url("fingers.html")
    device = crash.begin(url)
    seen = device.look(picture=False)
    start, end = labelled(seen, "Touch").box.centre, labelled(seen, "Target").box.centre
    device.perform(DragPath(start, end), "whole")
    assert device.injected("whole") is True
    assert "touchend 1" in texts(device.look(picture=False))
