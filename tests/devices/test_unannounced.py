"""Pages and frames that no request announces are held all the same: kept, loaded ahead, `blob:`, empty, sandboxed."""

from collections.abc import Generator
from typing import Any

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Phone
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
SENDS = "fetch('http://127.0.0.1:{port}/bought', {method: 'POST', body: 'x', mode: 'no-cors'})"


@pytest.fixture
def places() -> Generator[Places]:
    with Places() as served:
        yield served


def options(places: Places, leave: LeaveMode = "ask") -> BrowserOptions:
    return BrowserOptions(url=places.url(), leave=leave, phone=Phone(permissions="deny"))


def left(device: BrowserDevice) -> list[tuple[str, bool]]:
    return [(effect.origin, effect.held) for effect in device.effects() if effect.kind == "leave"]


@pytest.mark.parametrize("sandbox", ["allow-scripts", "allow-scripts allow-same-origin", "allow-scripts allow-forms"])
def test_a_frame_whose_content_is_in_its_parent_sends_no_write_while_it_is_parsed(places: Places, sandbox: str) -> None:
    """Such a frame waits for nobody where it has a process of its own."""
    places.pages["/"] = (
        "<title>Own</title>"
        "<button onclick=\"document.body.insertAdjacentHTML('beforeend', kept.innerHTML)\">Go</button>"
        f"<template id=kept><iframe sandbox='{sandbox}' srcdoc=\"<script>{SENDS}</script>\"></iframe></template>"
    )
    with opened(places.url(), writes="deny") as hand:
        hand.tap("Go")
        found: list[Any] = []
        assert until(lambda: bool(found.extend(hand.device.effects()) or found))
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


def test_a_window_of_the_start_page_leads_nowhere_else_while_it_opens(places: Places) -> None:
    places.pages["/"] = "<title>Own</title><h1>Own</h1><script>open('/window')</script>"
    places.pages["/window"] = "<script>location = 'http://localhost:{port}/go'</script>"
    authority = Authority()
    with opened(places.url(), authority) as hand:
        assert until(lambda: bool(authority.asked))
        assert [effect.origin for effect in authority.about("leave")] == [places.url("", STRANGER)]
        assert (places.url("", STRANGER), True) in left(hand.device)
    assert places.at(STRANGER) == []
