"""A browser that was started by a process killed before it could write that down is ended by who has its profile."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sextant.devices.browser import launch, processes, registry
from sextant.devices.browser.profile_lock import LOCK_NAME, ProfileLock, is_held_by_device
from sextant.devices.browser.registry import RunningBrowser, end_browsers_on
from sextant.devices.browser.settings import BrowserOptions
from sextant.errors import DeviceUnreachable
from sextant.storage import UnsafePath, state_dir

pytestmark = pytest.mark.usefixtures("state")


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[bytes]]]:
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait(10)


def browser_of(profile: Path, *words: str) -> subprocess.Popen[bytes]:
    """A process that looks like the browser of that profile."""
    profile.mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable,
        "-c",
        "import sys, time; print('up', flush=True); time.sleep(60)",
        f"--user-data-dir={profile}",
        *words,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    with process.stdout as said:
        said.readline()
    return process


def test_listed_or_not_it_is_ended_and_others_are_left(tmp_path: Path, started: list[subprocess.Popen[bytes]]) -> None:
    mine, other = tmp_path / "web-mine", tmp_path / "web-other"
    option = f"{registry.OWNER_OPTION}{registry.entry_path('c3')}"
    listed, unlisted, foreign, own = browser_of(mine), browser_of(mine, option), browser_of(other), browser_of(mine)
    started += [listed, unlisted, foreign, own]
    for name, process, profile in (("a1", listed, mine), ("b2", foreign, other)):
        registry.record(RunningBrowser(name, process.pid, "", str(profile), True, 600.0, time.time()))
    (mine / "SingletonLock").symlink_to(f"{socket.gethostname()}-{own.pid}")
    end_browsers_on(mine)
    listed.wait(10)
    unlisted.wait(10)
    assert foreign.poll() is None
    assert own.poll() is None, "Sextant did not start it"
    assert [browser.id for browser in registry.running_browsers()] == ["b2"]
    assert mine.is_dir(), "the profile is what the run goes on with"
    end_browsers_on(mine)


def test_a_directory_that_is_no_temporary_profile_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries and leases are files: what they name is looked at before it is removed."""
    made, letters = launch.new_profile(), tmp_path / "letters"
    letters.mkdir()
    (letters / "love.txt").write_text("dear")
    registry.note_copy_source(letters, tmp_path / "profile")  # a mark that anybody may write makes it none of ours
    (registry.profiles_dir() / "web-mine").mkdir()
    link = registry.profiles_dir() / "web-abcdefgh"
    link.symlink_to(letters)
    monkeypatch.setattr(registry, "_LAST_WRITES_SECONDS", 0.0)
    for profile in (letters, registry.profiles_dir() / "web-mine", link, registry.profiles_dir(), made):
        registry.forget(RunningBrowser("gone", 0, "", str(profile), True, 0.0, 0.0))
    assert (letters / "love.txt").read_text() == "dear"
    assert {path.name for path in registry.profiles_dir().iterdir()} == {"web-mine", "web-abcdefgh"}


def test_nothing_is_made_or_removed_through_a_linked_directory_of_the_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_LAST_WRITES_SECONDS", 0.0)
    letters = tmp_path / "letters"
    for name in ("web-abcdefgh", "web-12345678"):
        (letters / name).mkdir(parents=True)
    for name in ("web-abcdefgh/love.txt", "recipes.json", "web-abcdefgh/sextant-unclaimed"):
        (letters / name).write_text("{}")
    state_dir().mkdir(parents=True)
    for directory in (registry.profiles_dir(), registry.registry_dir(), registry.sockets_dir()):
        directory.symlink_to(letters)
    before = sorted(letters.rglob("*"))
    profile = registry.profiles_dir() / "web-abcdefgh"
    registry.forget(RunningBrowser("recipes", 0, "", str(profile), True, 0.0, 0.0))
    assert registry.running_browsers() == []
    assert registry.forget_abandoned() == []
    for touch in (launch.new_profile, lambda: launch.profile_for(BrowserOptions(url=""), temporary=True)):
        with pytest.raises(UnsafePath, match="it is a link"):
            touch()
    with pytest.raises(DeviceUnreachable, match="it is a link"):
        ProfileLock(profile)
    assert not is_held_by_device(profile)
    assert sorted(letters.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
@pytest.mark.parametrize("squatted", ["file", "directory"])
def test_an_entry_of_another_user_is_no_browser(
    tmp_path: Path, started: list[subprocess.Popen[bytes]], squatted: str
) -> None:
    mine = browser_of(tmp_path / "mine")
    started.append(mine)
    begun = processes.start_of(mine.pid)
    made = RunningBrowser("a1", mine.pid, "", "", False, 0.0, 0.0, keeper_pid=2**22, pid_start=begun)
    registry.record(made)
    entry = registry.entry_path("a1")
    os.chown(entry if squatted == "file" else entry.parent, 65534, 65534)
    assert registry.read_entry(entry) is None
    assert registry.end_unowned() == registry.running_browsers() == []
    assert entry.exists()
    assert mine.poll() is None


@pytest.mark.timeout(20)
def test_what_is_no_file_is_neither_an_entry_nor_the_source_of_a_copy(tmp_path: Path) -> None:
    """A FIFO holds up whoever opens it."""
    other, copy = tmp_path / "other.json", launch.new_profile()
    registry.record(RunningBrowser("a1", os.getpid(), "", str(tmp_path), False, 0.0, 0.0, place="elsewhere"))
    registry.entry_path("a1").rename(other)
    registry.entry_path("link").symlink_to(other)
    for pipe in (registry.entry_path("pipe"), copy / "sextant-origin.json"):
        os.mkfifo(pipe)
    assert registry.running_browsers() == []
    assert not registry.has_browser(tmp_path)
    assert registry.read_entry(registry.entry_path("pipe")) is None
    registry.return_cookies(copy)
    assert other.exists()


def test_a_lock_of_a_profile_overwrites_nothing(tmp_path: Path) -> None:
    letter, profile = tmp_path / "love.txt", tmp_path / "profile"
    letter.write_text("dear")
    profile.mkdir(mode=0o700)
    (profile / LOCK_NAME).symlink_to(letter)
    with pytest.raises(DeviceUnreachable, match="link"):
        ProfileLock(profile)
    assert not is_held_by_device(profile)
    assert letter.read_text() == "dear"
