"""Cookies on their way back from the copy of a profile, without a browser."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sextant.devices.browser import BrowserOptions, Chrome, RunningBrowser, launch, registry
from sextant.devices.browser.launch import new_profile
from sextant.devices.browser.profile_lock import ProfileLock
from sextant.devices.browser.registry import note_copy_source, return_cookies
from sextant.errors import DeviceUnreachable

pytestmark = pytest.mark.usefixtures("state")


def keep(profile: Path, value: str) -> None:
    """Gives a profile one cookie."""
    (profile / "Default").mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(profile / "Default" / "Cookies")) as jar, jar:
        jar.execute("CREATE TABLE IF NOT EXISTS cookies (value TEXT)")
        jar.execute("DELETE FROM cookies")
        jar.execute("INSERT INTO cookies VALUES (?)", (value * 2000,))


def kept(profile: Path) -> str:
    with closing(sqlite3.connect(profile / "Default" / "Cookies")) as jar:
        return str(jar.execute("SELECT value FROM cookies").fetchone()[0])[0]


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    keep(tmp_path / "profile", "a")
    return tmp_path / "profile"


@pytest.fixture
def copy(profile: Path) -> Path:
    made = new_profile()
    keep(made, "b")
    note_copy_source(made, profile)
    return made


def test_they_go_back_before_the_copy_is_removed(copy: Path, profile: Path) -> None:
    registry.forget(RunningBrowser("gone", 0, "", str(copy), True, 0.0, 0.0))
    assert kept(profile) == "b"
    assert not copy.exists()


def test_a_profile_in_use_is_left_alone(copy: Path, profile: Path) -> None:
    lock = ProfileLock(profile)
    try:
        return_cookies(copy)
    finally:
        lock.release()
    assert kept(profile) == "a"


def test_no_profile_is_made_anew(copy: Path, profile: Path, tmp_path: Path) -> None:
    profile.rename(tmp_path / "elsewhere")
    return_cookies(copy)
    assert not profile.exists()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"profile": 3}'])
def test_nonsense_returns_nothing(copy: Path, profile: Path, text: str) -> None:
    (copy / "sextant-origin.json").write_text(text)
    return_cookies(copy)
    assert kept(profile) == "a"


def test_a_copy_that_takes_long_is_not_removed_by_another_start(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = BrowserOptions(url="", chrome=Chrome(profile_dir=profile, profile_copied=True))
    noted, removed = note_copy_source, list[Path]()

    def filled(copy: Path, profile: Path) -> None:
        noted(copy, profile)
        os.utime(copy, (0, 0))
        removed.extend(registry.forget_abandoned())

    monkeypatch.setattr(registry, "note_copy_source", filled)
    made, lock = launch.profile_for(settings, temporary=True)
    try:
        removed += registry.forget_abandoned()
        assert (removed, kept(made)) == ([], "a"), "nor before the device has it"
    finally:
        lock.release()
    assert registry.forget_abandoned() == [made], "as no run was given it"


def test_a_copy_that_fails_leaves_nothing(profile: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copytree", full)
    with pytest.raises(DeviceUnreachable, match="No space"):
        launch.copied_profile(profile)
    assert list(registry.profiles_dir().iterdir()) == []
    ProfileLock(profile).release()


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A person's folder, in which nothing may change."""
    folder = tmp_path / "letters"
    (folder / "Sessions").mkdir(parents=True)
    (folder / "Sessions" / "love.txt").write_text("dear")
    keep(folder, "x")
    (folder / "Default" / "Cookies").rename(folder / "Cookies")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


LINKED = ("Default", "Default/Sessions", "Default/Cookies", "Default/Preferences", "Local State")


@pytest.mark.parametrize("name", LINKED)
def test_no_profile_with_a_link_is_used_or_copied(name: str, profile: Path, letters: Path) -> None:
    place, before = profile / name, contents(letters)
    if name == "Default":
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(letters if name == "Default" else letters / place.name)
    settings = BrowserOptions(url="", chrome=Chrome(profile_dir=profile, executable=shutil.which("true") or ""))
    lock = ProfileLock(profile)
    with pytest.raises(DeviceUnreachable, match="it is a link"):
        launch.launch(settings, profile, temporary=False)
    lock.release()
    with pytest.raises(DeviceUnreachable, match="it is a link"):
        launch.copied_profile(profile)
    assert contents(letters) == before
    assert place.is_symlink()
    assert list(registry.profiles_dir().iterdir()) == []


def test_the_locks_of_chromium_are_no_links_that_matter(profile: Path) -> None:
    (profile / "SingletonCookie").symlink_to("12345")
    made, lock = launch.copied_profile(profile)
    lock.release()
    assert not (made / "SingletonCookie").is_symlink()


@pytest.mark.parametrize("linked", ["Default", "Default/Cookies", "Default/Cookies-journal"])
@pytest.mark.parametrize("which", ["source", "copy"])
def test_no_cookies_go_through_a_link(linked: str, which: str, copy: Path, profile: Path, letters: Path) -> None:
    place = (profile if which == "source" else copy) / linked
    if linked == "Default":
        shutil.rmtree(place)
    place.unlink(missing_ok=True)
    place.symlink_to(letters if linked == "Default" else letters / "Cookies")
    before = contents(letters)
    note_copy_source(copy, profile)
    return_cookies(copy)
    assert contents(letters) == before
    if which == "copy":
        assert kept(profile) == "a"
