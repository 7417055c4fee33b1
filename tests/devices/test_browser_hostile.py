"""Pages and servers that never answer: each is named within a limit of its own, and left behind."""

import threading
from collections.abc import Iterator

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.devices.browser.settings import Deadlines
from sextant.errors import DeviceUnreachable
from sextant.types.actions import LaunchApp
from tests.devices.browsing import Hand, running, texts, until
from tests.devices.places import Places

pytestmark = [pytest.mark.browser, pytest.mark.long]

LIMITS = Deadlines(start=4.0, settle=2.0, look=5.0, command=3.0)

PAGES = {
    "/": """<h1>Start</h1><p><a href="/frozen">To the frozen one</a></p><p><a href="/busy">To the busy one</a></p>
        <p><a href="/wait">Wait</a></p><p><button onclick="while (true);">Spin</button></p>
        <p><button onclick="for (;;) alert('again')">Storm</button></p>
        <p><button onclick="const value = '\x01'.repeat(2e6); let n = 0; setInterval(() => {
        for (let i = 0; i < 5; i++) localStorage.setItem('a', n++ + value) }, 5)">Store</button></p>
        <p><button onclick="console.log('x'.repeat(3e8))">Log</button></p>
        <p><button onclick="location = 'http://127.0.0.1:9/'">Refused</button></p>""",
    "/busy": "<h1>Busy</h1><script>while (true);</script>",
    "/nested": "<h1>Nested</h1>" + "<div>" * 20_000 + "Bottom",
    "/spans": """<h1>Nested</h1><script>let at = document.body; for (let i = 0; i < 2500; i++) {
        const next = document.createElement("span"); at.appendChild(next); at = next; }</script>""",
    "/deep": "<h1>Nested</h1>" + "<div>" * 450 + "Bottom",
}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with Places() as served:
        served.pages = PAGES
        over = served.holds["/frozen"] = threading.Event()
        yield served.url("").rstrip("/")
        over.set()


@pytest.fixture(scope="module")
def device(site: str) -> Iterator[BrowserDevice]:
    with running(BrowserOptions(url=f"{site}/", limits=LIMITS)) as device:
        yield device


@pytest.fixture(scope="module")
def patient(site: str) -> Iterator[Hand]:
    """On a busy machine a large page takes longer than the short limits of the other tests."""
    with running(BrowserOptions(url=f"{site}/", limits=Deadlines(look=40.0, command=20.0))) as device:
        yield Hand(device)


@pytest.fixture
def hand(device: BrowserDevice, site: str) -> Hand:
    device.perform(LaunchApp(f"{site}/"))
    hand = Hand(device)
    assert hand.says("Start")
    return hand


def test_a_frozen_server_is_named_and_its_page_left(hand: Hand) -> None:
    hand.tap("To the frozen one")
    seen = hand.look()
    assert "Start" in texts(seen)
    assert any("/frozen did not answer" in note for note in seen.notes)


@pytest.mark.parametrize("label", ["To the busy one", "Spin"])
def test_a_page_that_never_answers_is_ended_and_opened_again(hand: Hand, site: str, label: str) -> None:
    hand.tap(label)
    seen = hand.look()
    assert seen.condition == "crashed"
    assert any("its process was ended" in note for note in seen.notes)
    hand.device.perform(LaunchApp(f"{site}/"))
    assert hand.says("Start")


def test_dialogs_without_end_are_ended(hand: Hand, site: str) -> None:
    hand.tap("Storm")
    seen = hand.look()
    for _ in range(12):
        seen = hand.look()
        if seen.condition == "crashed":
            break
        hand.tap("OK")
    assert any("11 dialogs in a row" in note for note in hand.look().notes + seen.notes)
    hand.device.perform(LaunchApp(f"{site}/"))
    assert hand.says("Start")


def test_long_values_stored_without_end_leave_the_page_usable(site: str) -> None:
    """Each event of the browser would carry the old value and the new one."""
    with running(BrowserOptions(url=f"{site}/")) as device:
        hand = Hand(device)
        hand.tap("Store")
        assert until(lambda: device.evaluate("localStorage.length") == 1)
        assert hand.look().condition == "ok"
        assert {(effect.kind, effect.address) for effect in device.effects()} == {("storage", "localStorage/a")}
        device.perform(LaunchApp(f"{site}/deep"))
        assert hand.says("Nested")


@pytest.mark.slow
def test_a_text_of_the_console_beyond_every_limit_leaves_the_page_usable(site: str) -> None:
    """Chromium alone takes ten seconds to tell it."""
    patient = Deadlines(look=100.0, command=100.0)
    with running(BrowserOptions(url=f"{site}/", limits=patient)) as device:
        hand = Hand(device)
        hand.tap("Log")
        assert device.evaluate("1 + 1") == 2
        assert hand.look().condition == "ok"
        assert hand.says("Start")


@pytest.mark.parametrize("address", ["/nested", "/spans", "/deep"])
def test_deep_nesting_is_looked_at(patient: Hand, site: str, address: str) -> None:
    """What lies deeper than anybody nests is left out; what lies above it is there."""
    patient.device.perform(LaunchApp(f"{site}{address}"))
    seen = patient.look()
    assert seen.condition == "ok"
    assert "Nested" in texts(seen)
    assert ("Bottom" in texts(seen)) == (address == "/deep")


def test_a_start_page_whose_server_never_answers_says_so(site: str) -> None:
    device = BrowserDevice(BrowserOptions(url=f"{site}/frozen", limits=LIMITS))
    with pytest.raises(DeviceUnreachable, match="sent nothing for 4 s"):
        device.open()
    device.close()
