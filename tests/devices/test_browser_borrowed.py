"""A tab of somebody else's harness: used as it is, left as it was, with hooks for the keys that its page answers."""

import asyncio
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Chrome
from sextant.devices.browser.cdp import Connection
from sextant.devices.browser.launch import endpoint_of
from sextant.devices.browser.thread import DeviceThread
from sextant.errors import DeviceUnreachable, UsageError
from sextant.types.actions import LaunchApp, PressKey, Tap
from sextant.types.devices import Lease
from sextant.types.effects import WriteMode
from sextant.types.geometry import Point
from tests.devices.browsing import Hand, until
from tests.devices.foreign import foreign_browser
from tests.devices.site import Site

pytestmark = pytest.mark.browser

HOOKS = {
    "begin": "(phone.began += 1, 'begun')",
    "home": "phone.home()",
    "back": "phone.back()",
    "recents": "phone.recents()",
    "open_app": "app === 'Mail' ? phone.open(app) : Promise.reject(new Error('no ' + app))",
    "end": "phone.flush()",
}
LOOKS = "[location.href, innerWidth, innerHeight, devicePixelRatio, navigator.userAgent, navigator.maxTouchPoints]"


def order(endpoint: str, method: str, **params: object) -> dict[str, Any]:
    """One command to the browser, over a connection of its own."""

    async def ordered() -> dict[str, Any]:
        connection = await Connection.open(endpoint)
        answer = await connection.browser.send(method, params)
        await connection.close()
        return dict(answer)

    return asyncio.run(ordered())


@dataclass
class Harness:
    """Owns a browser and a tab in it, which it speaks to on its own."""

    endpoint: str
    target: str

    def ask(self, expression: str) -> Any:
        return asyncio.run(self._ask(expression))

    def tabs(self) -> set[str]:
        infos = order(self.endpoint, "Target.getTargets")["targetInfos"]
        return {str(info["targetId"]) for info in infos if info["type"] == "page"}

    async def _ask(self, expression: str) -> Any:
        connection = await Connection.open(self.endpoint)
        attach = {"targetId": self.target, "flatten": True}
        session = connection.session((await connection.browser.send("Target.attachToTarget", attach))["sessionId"])
        params = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        value = (await session.send("Runtime.evaluate", params))["result"].get("value")
        await connection.close()
        return value


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with foreign_browser(tmp_path_factory.mktemp("foreign") / "theirs") as endpoint:
        yield endpoint


@pytest.fixture
def harness(site: Site, theirs: str) -> Generator[Harness]:
    place = {"url": site.url("launcher.html"), "newWindow": True, "width": 900, "height": 700}
    found = Harness(theirs, str(order(theirs, "Target.createTarget", **place)["targetId"]))
    assert until(lambda: found.ask("document.readyState + typeof phone") == "completeobject")
    yield found
    order(theirs, "Target.closeTarget", targetId=found.target)


def borrowing(
    site: Site,
    harness: Harness,
    hooks: dict[str, str],
    tab: str = "",
    writes: WriteMode = "observe",
    lease: Lease | None = None,
) -> BrowserDevice:
    chrome = Chrome(attach_url=harness.endpoint, attach_tab=tab or harness.target)
    settings = BrowserOptions(url=site.url("plain.html"), chrome=chrome, hooks=hooks, writes=writes)
    return BrowserDevice(settings, lease)


def test_the_tab_is_used_as_it_is_and_left_as_it_was(site: Site, harness: Harness) -> None:
    found, tabs = harness.ask(LOOKS), harness.tabs()
    device = borrowing(site, harness, {})
    assert device.open().how == "fresh"
    hand = Hand(device)
    assert harness.ask(LOOKS) == found
    assert (device.size.width, device.size.height) == tuple(found[1:3])
    assert [element.label for element in hand.look().elements if element.affordances] == [
        *("Notes", "Draft", "Save", "Elsewhere")
    ]
    hand.tap("Notes")
    hand.type("Draft", "milk")
    device.close()
    assert harness.ask(LOOKS) == found
    assert harness.tabs() == tabs
    assert harness.ask("[phone.stack.at(-1), document.querySelector('input').value]") == ["Notes", "milk"]
    assert "[native code]" in harness.ask("setTimeout.toString()")


def test_keys_are_the_pages_own_and_its_judge_sees_the_end(site: Site, harness: Harness) -> None:
    device = borrowing(site, harness, HOOKS)
    device.open()
    hand = Hand(device)
    first = hand.look()
    assert "begun" in first.notes
    assert harness.ask("phone.began") == 1
    assert any("there is nothing to go back to" in note for note in device.perform(PressKey("back")).notes), "as false"
    hand.tap("Notes")
    device.perform(PressKey("back"))
    assert harness.ask("phone.stack.at(-1)") == "Home"
    assert "recents is a list of this page's own" in device.perform(PressKey("recents")).notes
    device.perform(PressKey("home"))
    assert harness.ask("phone.stack.length") == 1
    device.perform(LaunchApp("Mail"))
    assert harness.ask("phone.stack.at(-1)") == "Mail"
    assert any("no Chess" in note for note in device.perform(LaunchApp("Chess")).notes)
    assert harness.ask("phone.saved") is None
    device.close()
    assert harness.ask("phone.saved") == ["Home", "Mail", ""]


def test_a_tab_is_named_by_how_its_address_begins(site: Site, harness: Harness) -> None:
    device = borrowing(site, harness, {}, site.url("launcher"))
    device.open()
    assert Hand(device).look().title == "Launcher"
    device.close()


def test_a_tab_that_is_not_there_is_told_with_those_that_are(site: Site, harness: Harness) -> None:
    with pytest.raises(DeviceUnreachable) as raised:
        borrowing(site, harness, {}, "http://nowhere.invalid").open()
    assert harness.target in raised.value.remedy


def test_a_hook_of_an_unknown_name_is_refused() -> None:
    with pytest.raises(UsageError, match="no hook 'hom'"):
        BrowserDevice(BrowserOptions(url="http://127.0.0.1:1", hooks={"hom": "1"}))


def test_a_run_that_is_taken_up_finds_the_tab_as_it_was_let_go(site: Site, harness: Harness) -> None:
    device = borrowing(site, harness, HOOKS)
    device.open()
    Hand(device).tap("Notes")
    lease = device.lease()
    device.detach()
    assert harness.ask("phone.saved") == ["Home", "Notes", ""]
    again = borrowing(site, harness, HOOKS, lease=lease)
    assert again.open().how == "reattached"
    assert [element.label for element in Hand(again).look().elements if element.role == "heading"] == ["Notes"]
    assert harness.ask("phone.began") == 1
    again.close()


@pytest.mark.parametrize(("writes", "sent"), [("deny", 0), ("observe", 1)])
def test_writes_of_a_borrowed_tab_pass_the_gate(site: Site, harness: Harness, writes: WriteMode, sent: int) -> None:
    before = site.hits["launcher-saved"]
    device = borrowing(site, harness, {}, writes=writes)
    device.open()
    Hand(device).tap("Save")
    effects = [(effect.method, effect.held) for effect in device.effects()]
    device.close()
    assert effects == [("POST", writes == "deny")]
    assert site.hits["launcher-saved"] - before == sent


def test_a_tab_that_the_page_opens_is_seen_and_stays(site: Site, harness: Harness) -> None:
    tabs = harness.tabs()
    device = borrowing(site, harness, {})
    device.open()
    hand = Hand(device)
    hand.tap("Elsewhere")
    assert hand.look().title == "Plain"
    device.close()
    assert len(harness.tabs() - tabs) == 1
    assert tabs <= harness.tabs()


@pytest.mark.parametrize("writes", ["observe", "deny"])
def test_downloads_of_a_persons_own_tabs_are_left_alone(
    site: Site, harness: Harness, tmp_path: Path, writes: WriteMode
) -> None:
    """Without `attach_tab`: the run has a tab of its own in a browser whose other tabs go on."""
    told = "did not download x.bin" if writes == "deny" else "downloaded x.bin, to where this browser keeps files"
    kept = tmp_path / "kept"
    kept.mkdir()
    person = DeviceThread("person")
    connection = person.call(lambda: _files_go_to(harness.endpoint, kept), 10.0, "setting a folder")
    save = "a => {a.href = '%s'; a.download = 'x.bin'; document.body.append(a); a.click()}"
    save = f"({save % 'data:application/octet-stream,hello'})(document.createElement('a'))"
    settings = BrowserOptions(url=site.url("plain.html"), chrome=Chrome(attach_url=harness.endpoint), writes=writes)
    device = BrowserDevice(settings)
    device.open()
    try:
        harness.ask(save)
        assert until(lambda: [file.name for file in kept.iterdir()] == ["x.bin"]), (
            "a file of theirs is where they want it"
        )
        assert device.effects() == ()
        device.evaluate(f"document.documentElement.onclick = () => {save}; 0")
        device.perform(Tap(Point(50, 300)), "save")
        assert until(lambda: any(effect.kind == "download" for effect in device.effects())), "ours is seen"
        assert until(lambda: any(told in note for note in device.look(picture=False).notes))
    finally:
        device.close()
        person.call(connection.close, 5.0, "leaving")
        person.stop()


def test_a_persons_own_browser_is_used_and_never_ended(site: Site, theirs: str) -> None:
    attached = BrowserOptions(url=site.url("features.html"), chrome=Chrome(attach_url=theirs))
    device = BrowserDevice(attached)
    try:
        opened = device.open()
        assert opened.how == "fresh"
        assert "open to every local user" in opened.notes[0]
        hand = Hand(device)
        hand.tap("Open window")
        assert hand.look().title == "Plain"
        device.perform(PressKey("back"))
        assert hand.look().title == "Features"
        lease = device.lease()
        device.detach()
        device = BrowserDevice(attached, lease)
        assert device.open().how == "reattached"
        assert device.look().title == "Features"
    finally:
        device.close()
    assert endpoint_of(theirs.rpartition("/devtools")[0].replace("ws://", "http://")) == theirs


def test_no_proxy_is_asked_for_a_persons_own_browser(theirs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "")
    assert endpoint_of(theirs.rpartition("/devtools")[0].replace("ws://", "http://")) == theirs


def test_a_tab_that_is_gone_is_opened_again(site: Site, harness: Harness) -> None:
    attached = BrowserOptions(
        url=site.url("features.html"), chrome=Chrome(attach_url=f"http://{harness.endpoint.split('/')[2]}")
    )
    device = BrowserDevice(attached)
    try:
        before = harness.tabs()
        assert device.open().how == "fresh"
        device.perform(LaunchApp(site.url("plain.html")), "went")
        assert device.look().title == "Plain"
        lease = device.lease()
        device.detach()
        (tab,) = harness.tabs() - before
        order(harness.endpoint, "Target.closeTarget", targetId=tab)  # as if they had started it again
        device = BrowserDevice(attached, lease)
        opened = device.open()
        assert opened.how == "restored"
        assert "plain.html" in opened.notes[0]
        assert device.look().title == "Plain"
        device.perform(PressKey("home"), "home")
        assert device.injected("never") is False
        lease = device.lease()
        device.detach()
        device = BrowserDevice(attached, lease)
        assert device.open().how == "reattached"
        assert device.look().title == "Features"
    finally:
        device.close()


async def _files_go_to(endpoint: str, folder: Path) -> Connection:
    """As long as the connection stays."""
    connection = await Connection.open(endpoint)
    where = {"behavior": "allow", "downloadPath": str(folder)}
    await connection.browser.send("Browser.setDownloadBehavior", where)
    return connection
