"""Pages and frames that no request announces are held all the same: kept, loaded ahead, `blob:`, empty, sandboxed."""

from collections.abc import Generator
from typing import Any

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Phone
from sextant.types.actions import LaunchApp
from sextant.types.effects import LEFT_ALONE, LeaveMode
from tests.devices.browsing import Hand, running, until
from tests.devices.places import Places
from tests.devices.test_leaving import Authority, opened

pytestmark = pytest.mark.browser
STRANGER = "localhost"
AHEAD = """<title>Own</title><button onclick="location = 'http://localhost:{port}/go'">Go</button><script>
const rules = {prefetch: [{source: 'list', urls: ['http://localhost:{port}/go'], eagerness: 'immediate'}]};
document.head.append(Object.assign(document.createElement('script'),
  {type: 'speculationrules', textContent: JSON.stringify(rules)}));
setTimeout(() => document.title = 'Ready', 1500)</script>"""
BLOB = "URL.createObjectURL(new Blob(['<h1>Strange</h1>'], {type: 'text/html'}))"
WINDOWS = {
    "blob": f"open({BLOB})",
    "blob of nobody's": f"open({BLOB}, '', 'noopener')",
    "empty": "open('about:blank').document.write('<h1>Strange</h1>')",
    "empty without an address": "open().document.write('<h1>Strange</h1>')",
    "own address": "open('http://127.0.0.1:{port}/own')",
}
BEGIN = "frames[0].postMessage('begin', '*'); 0"
"""Has the frame act once the run has begun; nobody touches it."""
SENDS = "fetch('http://127.0.0.1:{port}/bought', {method: 'POST', body: 'x', mode: 'no-cors'})"


@pytest.fixture
def places() -> Generator[Places]:
    with Places() as served:
        yield served


def options(places: Places, leave: LeaveMode = "ask") -> BrowserOptions:
    return BrowserOptions(url=places.url(), leave=leave, phone=Phone(permissions="deny"))


def left(device: BrowserDevice) -> list[tuple[str, bool]]:
    return [(effect.origin, effect.held) for effect in device.effects() if effect.kind == "leave"]


def test_a_frame_whose_content_is_in_its_parent_sends_no_write_while_it_is_parsed(places: Places) -> None:
    """Such a frame waits for nobody where it has a process of its own."""
    with opened(places.url("/start"), writes="deny") as hand:
        for sandbox in ("allow-scripts", "allow-scripts allow-same-origin", "allow-scripts allow-forms"):
            places.pages["/"] = (
                "<title>Own</title>"
                "<button onclick=\"document.body.insertAdjacentHTML('beforeend', kept.innerHTML)\">Go</button>"
                f"<template id=kept><iframe sandbox='{sandbox}' srcdoc=\"<script>{SENDS}</script>\"></iframe>"
                "</template>"
            )
            hand.device.perform(LaunchApp(places.url()))
            hand.tap("Go")
            found: list[Any] = []
            assert until(lambda found=found: bool(found.extend(hand.device.effects()) or found)), sandbox
            assert [effect.held for effect in found] == [True]
    assert "POST 127.0.0.1/bought" not in places.arrived


def test_no_page_is_loaded_ahead(places: Places) -> None:
    """A page that was would be shown without a request."""
    places.pages["/"] = AHEAD
    with opened(places.url(), leave="deny") as hand:
        assert until(lambda: hand.look().title == "Ready")
        hand.tap("Go")
        assert until(lambda: (places.url("", STRANGER), True) in left(hand.device))
        assert hand.look().location == places.url()
    assert places.at(STRANGER) == []


@pytest.mark.parametrize(("leave", "allowed"), [("ask", False), ("ask", True), ("deny", False)])
def test_a_page_that_the_browser_has_kept_is_asked_about_by_the_next_run(
    places: Places, leave: LeaveMode, allowed: bool
) -> None:
    """What an earlier run was allowed to show is shown again without a request."""
    places.pages["/"] = "<title>Own</title><button onclick='history.forward()'>Go</button>"
    lease = _went_and_came_back(places)
    authority = Authority(allows=allowed)
    with running(options(places, leave), lease, authority) as device:
        hand = Hand(device)
        hand.tap("Go")
        if leave == "ask":
            assert until(lambda: bool(authority.asked))
            assert [effect.origin for effect in authority.about("leave")] == [places.url("", STRANGER)]
        stays = leave == "ask" and allowed
        wanted = places.url("/there", STRANGER) if stays else places.url()
        assert until(lambda: hand.look().location == wanted)
        assert left(device) == ([] if stays else [(places.url("", STRANGER), True)])
    assert places.at(STRANGER) == ["GET localhost/there"], "the browser had kept it"


def _went_and_came_back(places: Places) -> Any:
    """An earlier run, which was allowed to leave."""
    first = BrowserDevice(options(places, "allow"))
    first.open()
    try:
        first.evaluate(f"location.href = '{places.url('/there', STRANGER)}'; 0")
        assert until(lambda: first.look(picture=False).location == places.url("/there", STRANGER))
        first.evaluate("setTimeout(() => history.back(), 50); 0")
        assert until(lambda: first.look(picture=False).location == places.url())
        lease = first.lease()
        first.detach()
    except BaseException:
        first.close()
        raise
    return lease


def test_a_page_that_the_browser_has_kept_is_not_shown_between_two_runs(places: Places) -> None:
    places.pages |= {
        "/alone": "no",
        "/": """<title>Own</title><script>const tick = async () => {
        if (await (await fetch('/alone')).text() === 'yes') history.forward(); else setTimeout(tick, 50) };
        onpageshow = () => { fetch('/back'); tick() }</script>""",
    }
    lease = _went_and_came_back(places)
    second = BrowserDevice(options(places), lease)
    assert second.open().how == "reattached"
    lease = second.lease()
    second.detach()
    backs = places.arrived.count("GET 127.0.0.1/back")
    places.pages["/alone"] = "yes"
    assert until(lambda: places.arrived.count("GET 127.0.0.1/back") > backs), "it was taken away"
    places.pages["/alone"] = "no"
    with running(options(places), lease) as device:
        assert until(lambda: device.look(picture=False).location == places.url())


@pytest.mark.parametrize(("leave", "ways"), [("ask", tuple(WINDOWS)), ("deny", ("blob", "empty"))])
def test_a_strangers_frame_puts_no_window_in_front(places: Places, leave: LeaveMode, ways: tuple[str, ...]) -> None:
    with opened(places.url("/start"), leave=leave) as hand:
        for number, way in enumerate(ways):
            authority, own = Authority(), places.url(f"/?{number}")
            places.pages["/"] = "<title>Own</title><h1>Own</h1><iframe src='http://localhost:{port}/frame'></iframe>"
            places.pages["/frame"] = f"<script>onmessage = () => {{ {WINDOWS[way]}; fetch('/{number}') }}</script>"
            hand.device.perform(LaunchApp(own))
            hand.device.authorise(authority)
            hand.device.evaluate(BEGIN)
            assert until(lambda number=number: f"GET localhost/{number}" in places.arrived), way
            found: list[tuple[str, bool]] = []
            assert until(lambda found=found: bool(found.extend(left(hand.device)) or found)), way
            assert set(found) == {(places.url("", STRANGER), True)}
            assert until(lambda own=own: hand.look().location == own)
            assert not hand.says("Strange")
            assert len(authority.asked) == (leave == "ask")
            if leave == "deny":
                assert {effect.reason for effect in hand.device.effects()} <= {LEFT_ALONE}


def test_a_strangers_window_stays_once_it_is_allowed(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><h1>Own</h1><iframe src='http://localhost:{port}/frame'></iframe>"
    places.pages["/frame"] = f"<script>onmessage = () => {WINDOWS['blob']}</script>"
    authority = Authority(allows=True)
    with opened(places.url(), authority) as hand:
        hand.device.evaluate(BEGIN)
        assert until(lambda: hand.says("Strange"))
        assert len(authority.asked) == 1
        assert left(hand.device) == []


def test_windows_of_the_app_are_not_asked_about(places: Places) -> None:
    places.pages["/own"] = "<h1>Strange</h1>"
    authority = Authority(allows=True)
    with opened(places.url("/start"), authority) as hand:
        for way in ("blob", "empty", "empty without an address", "own address"):
            places.pages["/"] = (
                f"<title>Own</title><script>const go = () => {WINDOWS[way]}</script><button onclick='go()'>Go</button>"
            )
            hand.device.perform(LaunchApp(places.url()))
            hand.tap("Go")
            assert until(lambda: hand.says("Strange")), way
            assert authority.asked == []
            assert left(hand.device) == []


def test_an_error_page_of_the_app_is_not_asked_about(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><button onclick=\"location = 'http://127.0.0.1:9/'\">Away</button>"
    authority = Authority(allows=True)
    with opened(places.url(), authority, origins=("http://127.0.0.1:9",)) as hand:
        hand.tap("Away")
        assert until(lambda: not hand.says("Away"))
        assert authority.asked == []
        assert left(hand.device) == []


def test_a_window_of_the_start_page_leads_nowhere_else_while_it_opens(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><h1>Own</h1><script>open('/window')</script>"
    places.pages["/window"] = "<script>location = 'http://localhost:{port}/go'</script>"
    authority = Authority()
    with opened(places.url(), authority) as hand:
        assert until(lambda: bool(authority.asked))
        assert [effect.origin for effect in authority.about("leave")] == [places.url("", STRANGER)]
        assert (places.url("", STRANGER), True) in left(hand.device)
    assert places.at(STRANGER) == []
