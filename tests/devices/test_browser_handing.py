"""A person gets the browser and gives it back; a browser that somebody else restarted; pages that move elsewhere."""

import json
import re
import socket
import threading
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome, Phone, running_browsers
from sextant.devices.browser.live_view import LiveView
from sextant.devices.browser.write_gate import WriteGate
from sextant.errors import DeviceFault
from sextant.protocols import HandoverDevice
from sextant.types.actions import Tap
from sextant.types.geometry import Point, Size
from sextant.types.screens import Observation
from tests.devices.browsing import Hand, labelled, running, texts, until
from tests.devices.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def strict(site: Site) -> Generator[Hand]:
    with running(BrowserOptions(url=site.url("plain.html"))) as device:
        yield Hand(device)


def test_a_person_without_a_window_uses_the_page_in_another_browser(strict: Hand, site: Site) -> None:
    device = strict.device
    assert isinstance(device, HandoverDevice)
    button = labelled(strict.go(site.url("features.html")), "Confirm").box.centre
    with device.hand_over("Please delete it.") as words:
        assert words.startswith("Please delete it. Open http://127.0.0.1:")
        address = re.findall(r"http://\S+", words)[0]
        phone = Phone(viewport=Size(1200, 900), scale_factor=1.0)
        with running(BrowserOptions(url=address, phone=phone)) as theirs:
            cast = labelled(_with_picture(theirs), "The page, live").box
            theirs.perform(Tap(Point(cast.x + button.x * cast.width / 412, cast.y + button.y * cast.height / 915)))
            assert until(lambda: strict.modal() == "confirm")
            assert until(lambda: "Delete it?" in texts(theirs.look(picture=False))), "the person sees it, too"
    with pytest.raises(OSError, match="refused"):
        urlopen(address)
    seen = device.look()
    assert seen.notes == ("a person had the browser",)
    assert (seen.modal is not None, seen.size) == (True, Size(412, 915))
    strict.tap("OK")
    assert strict.says("confirm true")


def _with_picture(device: BrowserDevice) -> Observation:
    """The page of the hand-over, once it shows the other one."""
    found: list[Observation] = []

    def shows() -> bool:
        found.append(device.look(picture=False))
        return any(one.label == "The page, live" and one.box.width > 100 for one in found[-1].elements)

    assert until(shows, 20.0)
    return found[-1]


def test_a_person_types_and_scrolls(strict: Hand, site: Site) -> None:
    field = labelled(strict.go(site.url("features.html")), "Name").box.centre
    with strict.device.hand_over("Sign in.") as words:
        address = re.findall(r"http://\S+", words)[0]
        touch = [{"kind": "touchStart", "x": field.x, "y": field.y}, {"kind": "touchEnd"}]
        key = {"key": "a", "code": "KeyA", "number": 65, "modifiers": 0}
        typed = [{"kind": "text", "text": "Ad"}, {"kind": "keyDown", "text": "a", **key}, {"kind": "keyUp", **key}]
        assert post(address, [*touch, {"kind": "unknown"}, {"kind": "wheel"}]) == 204
        assert until(lambda: strict.device.evaluate("document.activeElement.localName") == "input")
        assert post(address, typed) == 204
        assert until(lambda: "Ada" in strict.device.evaluate("document.activeElement.value"))


@pytest.mark.parametrize(
    ("headers", "path"),
    [
        ({"Host": "evil.example"}, ""),
        ({"Host": "evil.example:80", "Origin": "http://evil.example:80"}, ""),
        ({"Origin": "http://evil.example"}, ""),
        ({"Origin": "null"}, ""),
        ({}, "guess"),
    ],
)
def test_nobody_else_gets_in(strict: Hand, headers: dict[str, str], path: str) -> None:
    with strict.device.hand_over("Sign in.") as words:
        address = re.findall(r"http://\S+", words)[0]
        assert urlopen(address).status == 200
        other = f"{address.rpartition('/')[0].rpartition('/')[0]}/{path}/" if path else address
        for end in ("", "pictures"):
            with pytest.raises(HTTPError, match="403"):
                urlopen(Request(other + end, headers=headers))
        with pytest.raises(HTTPError, match="403"):
            post(other, [{"kind": "back"}], headers)
        with pytest.raises(HTTPError, match="403"):
            urlopen(Request(address + "input", b"[]"))  # a form of another page says nothing of its origin


def test_connections_without_the_token_take_few_descriptors(strict: Hand) -> None:
    def opened() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    with strict.device.hand_over("Sign in.") as words, ExitStack() as stack:
        address = re.findall(r"http://\S+", words)[0]
        port = int(address.split(":")[2].partition("/")[0])
        before = opened()
        for _ in range(150):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert urlopen(address).status == 200, "it is accepted after all the others"
        assert until(lambda: opened() - before <= 150 + 33, 3.0), "one end of each is the test's own"
        assert post(address, []) == 204


def post(address: str, inputs: list[dict[str, Any]], headers: dict[str, str] | None = None) -> int:
    own = {"Origin": "/".join(address.split("/")[:3]), "Content-Type": "application/json"}
    return urlopen(Request(address + "input", json.dumps(inputs).encode(), {**own, **(headers or {})})).status


def test_a_hand_over_that_fails_leaves_the_gate_closed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the person was told where, and while they had it."""

    async def no_port(_: LiveView) -> str:
        raise OSError(24, "Too many open files")

    with running(BrowserOptions(url=site.url("features.html"), writes="deny")) as device:
        with monkeypatch.context() as patch:
            patch.setattr(LiveView, "open", no_port)
            with pytest.raises(DeviceFault):
                _fail_while_handed(device)
        assert not _gate(device).suspended
        with pytest.raises(ZeroDivisionError):
            _fail_while_handed(device)
        assert not _gate(device).suspended
        assert device.look(picture=False).notes == ("a person had the browser",), "once, not twice"


def _fail_while_handed(device: BrowserDevice) -> None:
    with device.hand_over("Please delete it."):
        assert _gate(device).suspended
        raise ZeroDivisionError


def _gate(device: BrowserDevice) -> WriteGate:
    gate = vars(device)["_resources"].driver.writes.gate
    assert isinstance(gate, WriteGate)
    return gate


@pytest.mark.usefixtures("state")
def test_a_person_may_take_longer_than_the_lease(site: Site) -> None:
    with running(BrowserOptions(url=site.url("plain.html"), chrome=Chrome(lease_minutes=0.06))) as device:
        with device.hand_over("Take your time."):
            threading.Event().wait(5.0)  # longer than the lease: what is waited for is that nothing happens
        assert len(running_browsers()) == 1
        assert device.look().title == "Plain"


def test_other_threads_are_not_held_up_by_a_person(strict: Hand, site: Site) -> None:
    strict.go(site.url("plain.html"))
    titles: list[str] = []
    with strict.device.hand_over("Take your time."):
        other = threading.Thread(target=lambda: titles.append(strict.look().title))
        other.start()
        other.join(10.0)
        assert titles == ["Plain"]


@pytest.mark.parametrize("how", ["script", "redirect", "form", "window"])
def test_a_move_to_another_origin_is_noted(strict: Hand, site: Site, how: str) -> None:
    foreign = site.url("plain.html", "localhost")
    strict.go(site.url(f"elsewhere.html?to={foreign}"))
    notes = strict.tap(how).notes
    told = f"the page moved to {site.url('', 'localhost').rstrip('/')}"
    assert told in notes
    assert strict.look().title == "Plain"
    assert told not in strict.tap("Plain").notes, "told once"
    seen = strict.go(site.url("plain.html"))
    assert not [note for note in seen.notes if "moved" in note]


def test_moves_within_the_origins_are_not_noted(hand: Hand, site: Site) -> None:
    hand.go(site.url(f"elsewhere.html?to={site.url('plain.html', 'localhost')}"))
    assert not [note for note in hand.tap("script").notes if "moved" in note]


def test_where_the_start_page_redirects_to_is_the_run_s_own(site: Site) -> None:
    with running(BrowserOptions(url=site.url(f"moved/{site.url('plain.html', 'localhost')}"))) as device:
        seen = device.look()
        assert seen.location.startswith("http://localhost:")
        assert not [note for note in seen.notes if note.startswith("the page moved")]
