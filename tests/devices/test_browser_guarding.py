"""What the device must not give away, must not do, and must not leave behind."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, end_browser, orphans, profile_marks, registry
from sextant.devices.browser.device_state import FILE_NAME
from sextant.devices.browser.launch import environment, new_profile
from sextant.devices.browser.profile_lock import ProfileLock
from sextant.devices.browser.registry import RunningBrowser
from sextant.errors import DeviceFault
from sextant.types.actions import PressKey, Tap, TypeText
from tests.devices.browsing import Hand, labelled, running, until
from tests.devices.conftest import SECRET
from tests.devices.site import Site


@pytest.mark.browser
@pytest.mark.parametrize("label", ["Colour", "Day", "Volume", "Upload", "Name"])
def test_notes_never_repeat_a_secret(hand: Hand, site: Site, label: str) -> None:
    seen = hand.go(site.url("features.html"))
    injection = hand.device.perform(TypeText(SECRET, labelled(seen, label).box.centre, secret="the password"))
    assert SECRET not in " ".join(injection.notes)
    if label == "Colour":
        assert "the password" in " ".join(injection.notes)
        hand.go(site.url("features.html"))
        injection = hand.device.perform(TypeText("Mauve", labelled(seen, label).box.centre))
        assert injection.notes == ("there is no such option; there are: Red, Green, Blue, Yellow",)


@pytest.mark.browser
def test_notes_never_repeat_a_secret_typed_into_a_chooser(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Upload")
    notes = hand.device.perform(TypeText(SECRET, labelled(hand.look(), "File").box.centre, secret="the password")).notes
    notes += hand.tap("Choose").notes
    assert hand.says("file ")
    assert SECRET not in " ".join(notes)


@pytest.mark.browser
def test_notes_never_repeat_a_secret_of_a_select_or_a_login(hand: Hand, site: Site) -> None:
    hand.go(site.url("features.html"))
    hand.tap("Colour")
    assert hand.look().modal is not None
    notes = hand.device.perform(TypeText(SECRET, secret="the password")).notes
    hand.device.perform(PressKey("back"))
    hand.go(site.url("plain.html"))
    hand.go(site.url("private", "localhost"))  # where nobody has signed in
    assert hand.modal() == "auth"
    seen = hand.look()
    for label in ("Username", "Password"):
        notes += hand.device.perform(TypeText(SECRET, labelled(seen, label).box.centre, secret="the password")).notes
    notes += hand.tap("Sign in").notes
    notes += hand.device.perform(PressKey("back")).notes
    assert SECRET not in " ".join(notes)


@pytest.mark.browser
def test_nothing_is_sent_where_the_mark_cannot_be_written(site: Site) -> None:
    with running(BrowserOptions(url=site.url("features.html"))) as device:
        hand = Hand(device)
        lease = device.lease()
        assert lease is not None
        mark = Path(lease.data["profile"]) / FILE_NAME
        mark.unlink()
        mark.mkdir()  # a full disk, as the one who writes sees it
        point = labelled(hand.look(), "Confirm").box.centre
        with pytest.raises(DeviceFault, match="was not sent") as raised:
            device.perform(Tap(point), "the-intent")
        assert "Free the disk" in raised.value.remedy
        assert hand.look().modal is None
        assert device.injected("the-intent") is False
        mark.rmdir()
        device.perform(Tap(point), "the-intent")
        assert hand.look().modal is not None


def test_only_what_is_needed_of_the_environment_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-1")
    monkeypatch.setenv("LC_TIME", "de_CH.UTF-8")
    monkeypatch.setenv("TZ", "UTC")
    found = environment({"TZ": "Asia/Tokyo"})
    assert "SOME_API_KEY" not in found
    assert (found["LC_TIME"], found["TZ"], found["PATH"]) == ("de_CH.UTF-8", "Asia/Tokyo", os.environ["PATH"])


@pytest.mark.browser
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes tell their environment in /proc")
def test_browser_and_keeper_do_not_inherit_keys(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-1")
    with running(BrowserOptions(url=site.url("plain.html"))) as device:
        lease = device.lease()
        assert lease is not None
        entry = str(registry.entry_path(lease.data["id"])).encode()
        ours = [path.parent for path in Path("/proc").glob("[0-9]*/cmdline") if entry in _read(path)]
        assert len([one for one in ours if b"keeper_process" in _read(one / "cmdline")]) == 1
        assert Path("/proc") / lease.data["pid"] in ours
        for process in ours:
            assert b"PATH=" in _read(process / "environ")
            assert b"SOME_API_KEY" not in _read(process / "environ")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # a process that has ended meanwhile
        return b""


def _age(profile: Path, days: float) -> None:
    then = time.time() - days * 86_400
    for path in (*profile.iterdir(), profile):
        os.utime(path, (then, then), follow_symlinks=False)


@pytest.mark.usefixtures("state")
def test_profiles_nobody_came_back_to_are_forgotten() -> None:
    profiles = tuple(new_profile() for _ in range(5))
    old, young, held, listed, unlisted = profiles
    for profile in profiles:
        profile_marks.claim(profile)
    locks = [ProfileLock(profile) for profile in profiles]
    for place, lock in enumerate(locks):
        if place != 2:
            lock.release()
    children = [_stand_in(listed), _stand_in(unlisted)]
    try:
        (unlisted / "SingletonLock").symlink_to(f"{socket.gethostname()}-{children[1].pid}")
        registry.record(
            RunningBrowser(
                "listed", children[0].pid, "ws://x/", str(listed), temporary=True, lease_seconds=1, started_at=0
            )
        )
        for profile in (old, held, listed, unlisted):
            _age(profile, days=8)
        _age(young, days=6)
        assert registry.forget_abandoned() == [old]
        assert [profile.is_dir() for profile in (old, young, held, listed, unlisted)] == [False, *[True] * 4]
    finally:
        locks[2].release()
        for child in children:
            child.kill()
            child.communicate()
    assert set(registry.forget_abandoned()) == {held, listed, unlisted}


@pytest.mark.usefixtures("state")
def test_profiles_that_nobody_comes_back_to_are_removed_by_the_next_start() -> None:
    left, held, just_made, made_long_ago, waits = (new_profile() for _ in range(5))
    lock = ProfileLock(held)
    for profile in (left, waits):
        ProfileLock(profile).release()
    profile_marks.claim(waits)
    _age(made_long_ago, days=0.01)
    empty = registry.profiles_dir() / "web-just_0ne"
    empty.mkdir()
    assert set(registry.forget_abandoned()) == {left, made_long_ago, empty}
    registry.remove_unclaimed(held)
    registry.remove_unclaimed(waits)
    lock.release()
    assert all(profile.is_dir() for profile in (held, just_made, waits))
    registry.remove_unclaimed(held)
    assert not held.exists()


@pytest.mark.usefixtures("state")
def test_a_child_of_a_killed_browser_does_not_make_its_profile_again() -> None:
    profile, other = new_profile(), new_profile()
    writing = (
        "import os, sys, time\nwhile True: os.makedirs(sys.argv[-1] + '/Default', exist_ok=True); time.sleep(0.01)"
    )
    children = [
        subprocess.Popen(
            [sys.executable, "-c", writing, f"--type=utility --user-data-dir={one} --lang=en", f"{one}/Default"]
        )
        for one in (profile, other)
    ]
    try:
        for one in (profile, other):
            assert until((one / "Default").is_dir)
        registry.remove_profile(profile)
        assert children[0].wait(5) == -signal.SIGKILL
        assert children[1].poll() is None, "the child of another browser"
        assert not profile.exists()
    finally:
        for child in children:
            child.kill()
            child.wait()


@pytest.mark.usefixtures("state")
def test_what_a_last_child_has_made_is_removed_by_the_next_start() -> None:
    made = registry.profiles_dir() / "web-c0ffee00"
    (made / "Default").mkdir(parents=True)
    assert registry.forget_abandoned() == []
    _age(made, days=0.01)
    assert registry.forget_abandoned() == [made]


def _stand_in(profile: Path) -> "subprocess.Popen[bytes]":
    """A process with the profile in its command line, once that line can be read."""
    program = "import sys; print(flush=True); sys.stdin.read()"
    child = subprocess.Popen(
        [sys.executable, "-c", program, f"--user-data-dir={profile}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stdout.readline()
    return child


@pytest.mark.browser
@pytest.mark.usefixtures("state")
def test_opening_a_browser_forgets_old_profiles_and_no_running_one(site: Site) -> None:
    old = new_profile()
    _age(old, days=30)
    settings = BrowserOptions(url=site.url("plain.html"))
    first = BrowserDevice(settings)
    first.open()
    assert not old.exists()
    first.detach()
    _age(Path(orphans()[0].profile), days=30)
    second = BrowserDevice(settings)
    second.open()
    try:
        assert Path(orphans()[0].profile).is_dir()
    finally:
        end_browser(orphans()[0].id)
        second.close()
