"""Leases, locks and endings: what survives a kill -9, what is refused, what is cleaned up."""

import asyncio
import os
import socket
import subprocess
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.devices.browser import (
    BrowserDevice,
    BrowserOptions,
    Chrome,
    Phone,
    Position,
    end_browser,
    orphans,
    registry,
    running_browsers,
)
from sextant.devices.browser.cdp import Connection
from sextant.devices.browser.device_state import DeviceState, InjectionMark, load, save
from sextant.devices.browser.executable import find_executable, is_snap_stub
from sextant.devices.browser.singleton_lock import main_process
from sextant.errors import DeviceLost, DeviceUnreachable, NeedsPerson, ProfileLocked, UsageError
from sextant.types.actions import LaunchApp, PressKey, Tap
from sextant.types.devices import Lease
from sextant.types.geometry import Point, Size
from tests.devices.browsing import Hand, labelled, running, texts, until
from tests.devices.crashing import Crash
from tests.devices.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("state")]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_a_killed_run_is_reattached_as_it_was(crash: Crash, site: Site) -> None:
    url = site.url("settle.html?mode=click&ms=30&noise=")
    victim, lease = crash.start(url, "Go")
    crash.kill(victim, once="settled")
    assert [browser.id for browser in orphans()] == [lease.data["id"]]
    device = crash.after(url, lease)
    assert device.open().how == "reattached"
    assert orphans() == []
    assert len(running_browsers()) == 1
    seen = device.look()
    assert "done 1" in texts(seen)
    assert seen.size == device.size
    assert device.injected("the-intent") is True
    assert device.injected("another") is False


@pytest.mark.parametrize(
    ("mode", "asked", "shown"),
    [("mode=click&ms=700", "delay/700/answer", "done 1"), ("mode=navigate&ms=400", "slow/400/plain.html", "Plain")],
)
def test_an_input_whose_effect_is_under_way_is_known_to_have_arrived(
    crash: Crash, site: Site, mode: str, asked: str, shown: str
) -> None:
    url = site.url(f"settle.html?{mode}&noise=")
    site.hits.clear()
    victim, lease = crash.start(url, "Go")
    assert until(lambda: site.hits[asked] == 1)
    crash.kill(victim)
    device = crash.after(url, lease)
    device.open()
    assert until(lambda: shown in texts(device.look(picture=False)))
    assert device.injected("the-intent") is True
    assert site.hits[asked] == 1


def test_an_intention_that_was_never_sent_is_known(crash: Crash, site: Site) -> None:
    url = site.url("plain.html")
    victim, lease = crash.start(url)
    crash.kill(victim)
    profile = Path(lease.data["profile"])
    state = load(profile)
    assert state is not None
    save(profile, replace(state, mark=InjectionMark("the-intent", "prepared", "tap", "page", url=url)))
    device = crash.after(url, lease)
    device.open()
    assert device.injected("the-intent") is False
    assert device.injected("not-even-prepared") is False


def test_an_input_that_got_lost_is_known(crash: Crash, site: Site) -> None:
    """Marked as being sent, the document knows the intent, and nothing arrived."""
    url = site.url("plain.html")
    device = crash.begin(url)
    device.perform(Tap(labelled(device.look(), "Plain").box.centre), "first")
    lease = device.lease()
    device.detach()
    assert lease is not None
    profile = Path(lease.data["profile"])
    state = load(profile)
    assert state is not None
    assert state.mark.stage == "done"
    lost = replace(state.mark, intent="lost", stage="sending")
    save(profile, replace(state, mark=lost))
    again = crash.after(url, lease)
    again.open()
    assert again.injected("lost") is False
    gone = replace(lost, documents=("a document that is no more",))
    again.detach()
    save(profile, replace(state, mark=gone))
    third = crash.after(url, lease)
    third.open()
    assert third.injected("lost") is None


def test_a_dialog_survives_a_crash_and_is_answered_then(crash: Crash, site: Site) -> None:
    url = site.url("features.html")
    victim, lease = crash.start(url, "Confirm")
    crash.kill(victim, once="settled")
    device = crash.after(url, lease)
    assert device.open().how == "reattached"
    seen = device.look()
    assert seen.modal is not None
    assert (seen.modal.kind, seen.modal.message) == ("confirm", "Delete it?")
    assert device.injected("the-intent") is True
    device.perform(Tap(labelled(seen, "OK").box.centre))
    assert "confirm true" in texts(device.look())


def test_a_dead_browser_is_restored_at_its_last_address(crash: Crash, site: Site) -> None:
    victim, lease = crash.start(site.url("features.html"))
    crash.kill(victim)
    device = crash.after(site.url("plain.html"), lease)
    device.open()
    os.killpg(int(lease.data["pid"]), 9)
    assert until(lambda: not main_process(int(lease.data["pid"]), lease.data["profile"]).is_running())
    with pytest.raises(DeviceLost):
        device.look()
    device.detach()
    again = crash.after(site.url("plain.html"), lease)
    opened = again.open()
    assert opened.how == "restored"
    assert "features.html" in opened.notes[0]
    assert again.look().title == "Features"


def test_without_browser_and_profile_a_person_is_needed(tmp_path: Path) -> None:
    lease = Lease("web:x", {"id": "gone", "profile": str(tmp_path / "gone")})
    with pytest.raises(NeedsPerson, match="profile"):
        BrowserDevice(BrowserOptions(url="http://127.0.0.1:9/"), lease).open()


def test_a_profile_is_used_by_one_run_at_a_time(site: Site, tmp_path: Path) -> None:
    settings = BrowserOptions(url=site.url("plain.html"), chrome=Chrome(profile_dir=tmp_path / "profile"))
    with running(settings) as device:
        copied = replace(settings, chrome=replace(settings.chrome, profile_copied=True))
        for other, why in ((settings, "in use by another run"), (copied, "in use")):
            with pytest.raises(ProfileLocked, match=why):
                BrowserDevice(other).open()
        device.detach()
        with pytest.raises(ProfileLocked, match="sextant devices --end"):
            BrowserDevice(settings).open()
        assert device.open().how == "reattached"
    assert (tmp_path / "profile").is_dir()  # a person's profile is kept
    assert running_browsers() == []


def test_a_profile_is_readable_by_its_user_alone(site: Site, tmp_path: Path) -> None:
    """Logins are in it. Chromium itself writes some of its files for everybody, as far as the umask lets it."""
    before = os.umask(0o022)
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html"), chrome=Chrome(profile_dir=tmp_path / "profile")))
    try:
        device.open()
        device.close()
    finally:
        os.umask(before)
    modes = {path: path.lstat().st_mode for path in (tmp_path / "profile").rglob("*") if not path.is_symlink()}
    assert len(modes) > 20
    assert {path for path, mode in modes.items() if mode & 0o077} == set()


def test_orphans_are_listed_and_ended(site: Site) -> None:
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html")))
    device.open()
    device.detach()
    found = orphans()
    assert len(found) == 1
    assert Path(found[0].profile).is_dir()
    end_browser(found[0].id)
    assert not found[0].main.is_running()
    assert not Path(found[0].profile).exists()
    with pytest.raises(UsageError, match="No browser"):
        end_browser(found[0].id)


def test_a_browser_that_nobody_comes_back_to_ends(site: Site) -> None:
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html"), chrome=Chrome(lease_minutes=0.06)))
    device.open()
    device.detach()
    assert until(lambda: running_browsers() == [])


def test_the_browser_of_a_run_that_is_over_ends_with_its_process(crash: Crash, site: Site) -> None:
    victim, lease = crash.start(site.url("plain.html"), gesture="release")
    crash.kill(victim, once="settled")
    assert until(lambda: running_browsers() == [], 20)
    assert not Path(lease.data["profile"]).exists()


def test_what_cannot_be_opened_says_why(site: Site) -> None:
    with pytest.raises(DeviceUnreachable, match="ERR_CONNECTION_REFUSED"):
        BrowserDevice(BrowserOptions(url=f"http://127.0.0.1:{free_port()}/")).open()
    with pytest.raises(DeviceUnreachable, match="does not exist"):
        BrowserDevice(BrowserOptions(url=site.url(""), chrome=Chrome(executable="/no/such/chrome"))).open()
    with pytest.raises(DeviceUnreachable, match="No browser answers"):
        BrowserDevice(BrowserOptions(url=site.url(""), chrome=Chrome(attach_url="http://127.0.0.1:9"))).open()
    with pytest.raises(DeviceUnreachable, match="ended at once"):
        BrowserDevice(BrowserOptions(url=site.url(""), chrome=Chrome(executable="/bin/false"))).open()
    assert running_browsers() == []


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("[1:1:0101/1.0:ERROR:ozone.cc:1] Missing X server or $DISPLAY", "There is no display for a window."),
        ("first line\\n[1:1:0101/1.0:ERROR:main.cc:9] No room on the disk.", "ended at once: No room on the disk."),
    ],
)
def test_a_browser_that_ends_at_once_says_why_in_a_line(said: str, shown: str, site: Site, tmp_path: Path) -> None:
    chrome = tmp_path / "chrome"
    chrome.write_text(f"#!/bin/sh\nprintf '{said}\\n' >&2\nexit 1\n")
    chrome.chmod(0o755)
    with pytest.raises(DeviceUnreachable) as raised:
        BrowserDevice(BrowserOptions(url=site.url(""), chrome=Chrome(executable=str(chrome)))).open()
    assert raised.value.message.endswith(shown)
    assert "0101" not in str(raised.value)
    assert "first line" not in str(raised.value)


def test_a_snap_stub_is_no_browser(tmp_path: Path) -> None:
    stub = tmp_path / "chromium-browser"
    stub.write_text('#!/bin/sh\nexec /snap/bin/chromium "$@"\n')
    stub.chmod(0o755)
    assert is_snap_stub(stub)
    before = dict(os.environ)
    os.environ |= {"PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path)}
    try:
        with pytest.raises(DeviceUnreachable, match="snap") as raised:
            find_executable()
    finally:
        os.environ.clear()
        os.environ.update(before)
    assert "playwright install" in raised.value.remedy


def test_a_crashed_tab_is_a_condition_and_comes_back(site: Site) -> None:
    with running(BrowserOptions(url=site.url("crash.html"))) as device:
        lease = device.lease()
        assert lease is not None
        asyncio.run(_crash(lease.data["endpoint"]))
        assert until(lambda: device.look().condition == "crashed")
        device.perform(Tap(Point(200, 100)))  # a touch on nothing: no error, no hang
        device.perform(PressKey("back"))
        assert device.look().title == "Crash"
        asyncio.run(_crash(lease.data["endpoint"]))
        assert until(lambda: device.look().condition == "crashed")
        device.perform(LaunchApp(site.url("plain.html")))
        assert device.look().title == "Plain"


async def _crash(endpoint: str) -> None:
    connection = await Connection.open(endpoint)
    targets = (await connection.browser.send("Target.getTargets"))["targetInfos"]
    page = next(target["targetId"] for target in targets if target["type"] == "page")
    attached = await connection.browser.send("Target.attachToTarget", {"targetId": page, "flatten": True})
    connection.session(attached["sessionId"]).post([("Page.crash", {})])
    await asyncio.sleep(0.2)
    await connection.close()


PHONE = Phone(Size(400, 900), scale_factor=1.0, dark=True, geolocation=Position(1.5, 2.5), keyboard=True)


@pytest.fixture(scope="module")
def phone(site: Site) -> Generator[Hand]:
    settings = BrowserOptions(url=site.url("phone.html"), origins=(site.url("", "localhost"),), phone=PHONE)
    with running(settings) as device:
        yield Hand(device)


def test_dark_mode_and_another_phone(phone: Hand, site: Site) -> None:
    seen = phone.go(site.url("phone.html"))
    told = next(element.text for element in seen.elements if "|" in element.text).split("|")
    assert (told[0:3], told[12]) == (["400", "900", "1"], "true")


@pytest.mark.parametrize(
    ("host", "answer", "wanted"), [("127.0.0.1", "Allow", "at 1.50 2.50"), ("localhost", "Block", "refused 1")]
)
def test_a_permission_is_asked_for(phone: Hand, site: Site, host: str, answer: str, wanted: str) -> None:
    phone.go(site.url("phone.html", host))
    phone.tap("Where am I")
    seen = phone.look()
    assert seen.modal is not None
    assert seen.modal.kind == "permission"
    assert "location" in seen.modal.message
    phone.tap(answer)
    assert until(lambda: phone.says(wanted))
    phone.tap("Where am I")
    assert phone.look().modal is None  # it was answered for good


def test_the_virtual_keyboard_takes_its_place_and_gives_it_back(phone: Hand, site: Site) -> None:
    foot = labelled(phone.go(site.url("keyboard.html")), "Foot").box.y
    phone.tap("Here")
    seen = phone.look()
    assert seen.keyboard_height > 200
    assert labelled(seen, "Foot").box.y < foot - 200
    assert phone.says(f"high {round(900 - seen.keyboard_height)}")
    phone.tap("Keyboard")
    assert phone.look().keyboard_height == 0
    assert phone.says("high 900")


def test_state_on_disk_survives_nonsense(tmp_path: Path) -> None:
    (tmp_path / "sextant-state.json").write_text("{not json")
    assert load(tmp_path) is None
    save(tmp_path, DeviceState(url="http://x/"))
    found = load(tmp_path)
    assert found is not None
    assert found.url == "http://x/"


def test_a_lock_that_a_killed_browser_left_is_taken_over(site: Site, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    gone = subprocess.Popen(["true"])  # not waited for: a process that is dead and still has its number
    os.waitid(os.P_PID, gone.pid, os.WEXITED | os.WNOWAIT)
    (profile / "SingletonLock").symlink_to(f"{socket.gethostname()}-{gone.pid}")
    device = BrowserDevice(BrowserOptions(url=site.url("plain.html"), chrome=Chrome(profile_dir=profile)))
    try:
        assert device.open().how == "fresh"
    finally:
        device.close()
        gone.wait()


def test_a_copy_of_a_profile_leaves_the_profile_as_it_is(site: Site, tmp_path: Path) -> None:
    profile, before = tmp_path / "profile", _temporary_profiles()
    own = BrowserOptions(url=site.url("plain.html"), chrome=Chrome(profile_dir=profile))
    copied = replace(own, chrome=replace(own.chrome, profile_copied=True))
    assert until(lambda: _kept_text(own, "localStorage.kept ??= 'first'") == _kept_text(own, "localStorage.kept"), 60)
    there = _kept_text(copied, "[localStorage.kept, localStorage.kept = 'second'][0]")
    assert there == "first", "what the profile holds is there"
    assert _kept_text(own, "localStorage.kept") == "first"
    assert until(lambda: _temporary_profiles() <= before, 20), "copies are thrown away"


def _temporary_profiles() -> set[Path]:
    return set(registry.profiles_dir().glob(f"{registry.PROFILE_PREFIX}*"))


def _kept_text(settings: BrowserOptions, expression: str) -> object:
    with running(settings) as device:
        return device.evaluate(expression)
