"""The registry of detached browsers on this machine: one JSON file each, whose mtime is the last heartbeat.

Heartbeats use the clock that counts from boot and goes on during sleep, so a change of the wall clock neither ends a
browser nor keeps one alive.
"""

import contextlib
import fcntl
import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Literal

from sextant.devices.browser import profile_marks
from sextant.errors import DeviceUnreachable, ProfileLocked, UsageError
from sextant.storage import Folder, UnsafePath, remove_tree, write_private

LOCK_NAME = "sextant.lock"
PROFILE_PREFIX = "web-"
_TEMPORARY = re.compile(rf"{PROFILE_PREFIX}[a-z0-9_]{{8}}")
ABANDONED_DAYS = 7.0
"""A temporary profile unused for so long is removed when a browser is opened."""
_ORIGIN_NAME = "sextant-origin.json"
"""In a copied profile: its source, and the state of the source's cookies at that time."""
_COOKIES = "Default/Cookies"
_FORGOTTEN_AT_ONCE = 10
_RETURN_SECONDS = 2.0
"""How long returning cookies waits for a profile in use; then they are not returned."""
_LAST_WRITES_SECONDS = 10.0


_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
_PROFILE_OPTION = "--user-data-dir="
OWNER_OPTION = "--sextant-entry="
"""An option that Chromium ignores: it names the browser's registry entry in the process list."""
_KEEPER_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class RunningBrowser:
    """A detached Chromium. `alive_at`: the last heartbeat of its device, in seconds since boot.

    It is `starting` until a device has taken it over, and a `stray` if it has no entry because its keeper was killed.
    """

    id: str
    pid: int
    """0 before the browser is started."""
    endpoint: str
    """Address of its keeper's socket; empty until that answers."""
    profile: str
    temporary: bool
    """Whether the profile may be removed with the browser."""
    lease_seconds: float
    started_at: float
    url: str = ""
    keeper_pid: int = 0
    state: Literal["starting", "running", "stray"] = "running"
    alive_at: float = 0.0

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last heartbeat of its device."""
        return max(0.0, boot_seconds() - self.alive_at)


def boot_seconds() -> float:
    """Return the seconds since boot, independent of the wall clock."""
    return time.clock_gettime(_CLOCK)


def state_dir() -> Path:
    """Return the state directory: `$XDG_STATE_HOME/sextant`, by default `~/.local/state/sextant`."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return (Path(home) / "sextant").resolve()  # links below it are not followed


def registry_dir() -> Path:
    """Return the directory of the registry entries."""
    return state_dir() / "devices"


def profiles_dir() -> Path:
    """Return the directory of the temporary profiles."""
    return state_dir() / "profiles"


def sockets_dir() -> Path:
    """Return the private directory of the keepers' sockets."""
    return state_dir() / "sockets"


def entry_path(browser_id: str) -> Path:
    """Return the path of a browser's registry entry."""
    return registry_dir() / f"{browser_id}.json"


def record(browser: RunningBrowser) -> None:
    """Write the browser's entry atomically, and renew it."""
    write_atomically(entry_path(browser.id), json.dumps(asdict(browser)))
    renew(browser.id)


def write_atomically(path: Path, text: str) -> None:
    """Replace the file's text; a kill leaves either the old or the new text."""
    write_private(path, text.encode(), below=state_dir())


def renew(browser_id: str) -> None:
    """Record a heartbeat of the device."""
    now = boot_seconds()
    with contextlib.suppress(OSError):
        os.utime(entry_path(browser_id), (now, now))


def idle_seconds(entry: Path) -> float | None:
    """Return the seconds since the last heartbeat in that entry; None if the entry is gone."""
    try:
        then = entry.stat().st_mtime
    except OSError:
        return None
    idle = boot_seconds() - then
    if idle < 0:  # another program touched it: this is wall clock time
        renew(entry.stem)
    return max(0.0, idle)


_FIELDS = frozenset(field.name for field in fields(RunningBrowser))


def read_entry(path: Path) -> RunningBrowser | None:
    """Return the entry in that file; None if it is gone or unreadable."""
    try:
        data = json.loads(path.read_text())
        data["alive_at"] = path.stat().st_mtime
        return RunningBrowser(**{name: value for name, value in data.items() if name in _FIELDS})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def running_browsers() -> list[RunningBrowser]:
    """Return the living and starting browsers, oldest first, strays included.

    Entries of dead ones are removed.
    """
    living = list(_living())  # before the entries: a browser is listed before it is started
    found: list[RunningBrowser] = []
    for path in sorted(registry_dir().glob("*.json")):
        browser = read_entry(path)
        if browser is None or not (
            is_alive(browser.pid, browser.profile) or is_alive(browser.keeper_pid, browser.profile)
        ):
            unlist(path.stem)
            continue
        found.append(browser)
    known, pids = {browser.profile for browser in found}, {browser.pid for browser in found}
    for pid, profile, entry in living:
        listed = profile in known if entry is None else entry.exists()
        if not listed and pid not in pids and is_alive(pid, profile):
            stray = RunningBrowser(f"pid-{pid}", pid, "", profile, _is_ours(profile), 0.0, 0.0, state="stray")
            found.append(replace(stray, alive_at=boot_seconds()))
    return sorted(found, key=lambda browser: browser.started_at)


def _is_ours(profile: str) -> bool:
    return Path(profile).parent == profiles_dir() and Path(profile).name.startswith(PROFILE_PREFIX)


def _living() -> Iterator[tuple[int, str, Path | None]]:
    """Yield pid, profile and entry of this user's browsers that sextant started, from the process list."""
    us = os.geteuid()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.stat().st_uid != us:
                continue
            words = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if any(word.startswith("--type=") for word in words):
            continue  # a browser's child
        profile = next((word.removeprefix(_PROFILE_OPTION) for word in words if word.startswith(_PROFILE_OPTION)), "")
        entry = next((Path(word.removeprefix(OWNER_OPTION)) for word in words if word.startswith(OWNER_OPTION)), None)
        if profile and (_is_ours(profile) if entry is None else entry.parent == registry_dir()):
            yield int(process.name), profile, entry


def end_unowned() -> list[RunningBrowser]:
    """End and return the browsers without a keeper."""
    ended: list[RunningBrowser] = []
    for browser in running_browsers():
        if browser.state == "stray" or (browser.keeper_pid and not is_alive(browser.keeper_pid, browser.profile)):
            kill(browser)
            unlist(browser.id)
            ended.append(browser)
    return ended


def orphans() -> list[RunningBrowser]:
    """Return the browsers that no device holds: left by a crash, or waiting for a resume."""
    return [browser for browser in running_browsers() if not is_locked(Path(browser.profile))]


def end_browser(browser_id: str) -> RunningBrowser:
    """End the browser with that id and remove its entry and temporary profile.

    Raises:
        UsageError: No such browser runs here.
    """
    for browser in running_browsers():
        if browser.id == browser_id:
            kill(browser)
            forget(browser)
            return browser
    raise UsageError(f"No browser {browser_id!r} is running.", "List the running browsers: sextant devices")


def forget(browser: RunningBrowser) -> None:
    """Remove the entry, and a temporary profile after its cookies have gone back to the source."""
    unlist(browser.id)
    if browser.temporary:
        return_cookies(Path(browser.profile))
        remove_profile(Path(browser.profile))


def unlist(browser_id: str) -> None:
    """Remove the entry and the socket of a browser that has ended."""
    for path in (sockets_dir() / browser_id, entry_path(browser_id)):
        with contextlib.suppress(OSError), Folder.open(path.parent, below=state_dir()) as folder:
            folder.remove(path.name)


def remove_unclaimed(profile: Path) -> None:
    """Remove a temporary profile that no run can resume from, unless it is locked."""
    if profile_marks.is_unclaimed(profile):
        with contextlib.suppress(ProfileLocked, DeviceUnreachable):
            lock = ProfileLock(profile)
            try:
                remove_profile(profile)
            finally:
                lock.release()


def note_origin(copy: Path, profile: Path, returned: str = "") -> None:
    """Record in a copy its source profile, and the state of its own cookies that was returned last."""
    origin = {"profile": str(profile), "cookies": _cookies_state(profile), "returned": returned}
    write_atomically(copy / _ORIGIN_NAME, json.dumps(origin))


def return_cookies(copy: Path) -> None:
    """Write the cookies of a copy, whose browser has ended, back to its source profile.

    A server may renew the session token with every page, so the source's old token would be worthless. Nothing is
    written if the source's cookies have changed since, if it is in use, or if it has none.
    """
    marker = copy / _ORIGIN_NAME
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, ProfileLocked, sqlite3.Error):
        origin = json.loads(marker.read_text())
        profile, ours = Path(origin["profile"]), _cookies_state(copy)
        if not ours or not (profile / _COOKIES).is_file() or origin["returned"] == ours:
            return
        lock = _soon_locked(profile)
        try:
            origin = json.loads(marker.read_text())  # keeper or device may have returned them meanwhile
            known = origin["returned"] == ours or _cookies_state(profile) != origin["cookies"]
            if known or _in_use(profile):
                return
            with (
                contextlib.closing(sqlite3.connect(copy / _COOKIES)) as source,
                contextlib.closing(sqlite3.connect(profile / _COOKIES)) as target,
            ):
                source.backup(target)
            note_origin(copy, profile, ours)
        finally:
            lock.release()


def _soon_locked(profile: Path) -> "ProfileLock":
    """Lock a profile; keeper and device may return the same cookies at once, so one waits for the other.

    Raises:
        ProfileLocked: The profile is in use for longer.
    """
    deadline = time.monotonic() + _RETURN_SECONDS
    while True:
        try:
            return ProfileLock(profile)
        except ProfileLocked:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)  # no event reports the release of a lock


def _cookies_state(profile: Path) -> str:
    """Return a text that changes when the profile's cookies are written."""
    try:
        state = (profile / _COOKIES).stat()
    except OSError:
        return ""
    return f"{state.st_mtime_ns} {state.st_size}"


def remove_profile(profile: Path) -> None:
    """Remove a temporary profile; a browser that has just ended may still write a last file into it.

    Only what `new_profile` made, by name and place, is removed, whatever an entry or a lease says.
    """
    if not _TEMPORARY.fullmatch(profile.name) or profile.parent != profiles_dir():
        return
    profile_marks.give_up(profile)
    deadline = time.monotonic() + _LAST_WRITES_SECONDS
    while True:
        with contextlib.suppress(OSError):
            remove_tree(profile, below=state_dir())
        if not profile.exists() or time.monotonic() > deadline:  # `forget_abandoned` removes the rest
            return
        time.sleep(0.1)


def forget_abandoned() -> list[Path]:
    """Remove temporary profiles unused for `ABANDONED_DAYS`; return them.

    One that no run can resume from is removed at once. A profile with a running browser, or held by a device, stays,
    however old it is.
    """
    running = {Path(browser.profile) for browser in running_browsers()}
    removed: list[Path] = []
    for profile in sorted(profiles_dir().glob(f"{PROFILE_PREFIX}*"), key=_last_used):
        if len(removed) == _FORGOTTEN_AT_ONCE:
            break
        with contextlib.suppress(OSError), Folder.open(profile.parent, below=state_dir()) as home:
            os.rmdir(profile.name, dir_fd=home.descriptor)  # empty: a start that is creating it creates it again
            removed.append(profile)
            continue
        waits = profile_marks.seconds_kept(profile, ABANDONED_DAYS, (profile / LOCK_NAME).exists())
        if time.time() - _last_used(profile) < waits or profile in running or _in_use(profile):
            continue
        with contextlib.suppress(ProfileLocked, DeviceUnreachable, OSError):
            lock = ProfileLock(profile)
            try:
                remove_profile(profile)
                removed.append(profile)
            finally:
                lock.release()
    return removed


def _last_used(profile: Path) -> float:
    """Return when a device last wrote into the profile or held it, in unix seconds."""
    times = [0.0]
    for path in (profile, profile / LOCK_NAME, profile / "sextant-state.json"):
        with contextlib.suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)


def _in_use(profile: Path) -> bool:
    """Whether a browser runs on the profile, by the link to its host and pid that it leaves there."""
    try:
        pid = str((profile / "SingletonLock").readlink()).rpartition("-")[2]
    except OSError:
        return False
    return pid.isdigit() and is_alive(int(pid), str(profile))


def end_strays(profile: Path) -> None:
    """End all browsers on a temporary profile whose lock the caller holds.

    One is left by a process that was killed after it had started the browser and before it had recorded it.
    """
    for browser in running_browsers():
        if Path(browser.profile) == profile:
            kill(browser)
            unlist(browser.id)
    with contextlib.suppress(OSError):
        pid = str((profile / "SingletonLock").readlink()).rpartition("-")[2]
        if pid.isdigit() and is_alive(int(pid), str(profile)):
            end_group(int(pid), str(profile))


def is_alive(pid: int, profile: str) -> bool:
    """Whether that process runs and is the browser of that profile (process ids are reused)."""
    if not pid:
        return False
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        return profile.encode() in command
    except FileNotFoundError:
        if Path("/proc/self").exists():
            return False
    except OSError:
        return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def kill(browser: RunningBrowser, timeout: float = 5.0) -> None:
    """End the browser's process session, first with SIGTERM, and its keeper."""
    if browser.pid:
        end_group(browser.pid, browser.profile, timeout)
    deadline = time.monotonic() + _KEEPER_SECONDS
    if not browser.pid:
        _signal(browser.keeper_pid, browser.profile, signal.SIGTERM)
    while is_alive(browser.keeper_pid, browser.profile) and time.monotonic() < deadline:
        time.sleep(0.01)
    _signal(browser.keeper_pid, browser.profile, signal.SIGKILL)


def _signal(pid: int, profile: str, number: signal.Signals) -> None:
    if pid != os.getpid() and is_alive(pid, profile):
        with contextlib.suppress(OSError):
            os.kill(pid, number)


def end_group(pid: int, profile: str, timeout: float = 5.0) -> None:
    """End the process session led by the browser of that profile, first with SIGTERM."""
    for number, share in ((signal.SIGTERM, 0.6), (signal.SIGKILL, 0.4)):
        if not is_alive(pid, profile):
            return
        with contextlib.suppress(OSError):
            os.killpg(pid, number)
        gone(pid, profile, timeout * share)


def wait_gone(browser: RunningBrowser, timeout: float) -> bool:
    """Wait until the browser's main process has ended, then briefly for its keeper."""
    return gone(browser.pid, browser.profile, timeout) and gone(browser.keeper_pid, browser.profile, _KEEPER_SECONDS)


def gone(pid: int, profile: str, timeout: float) -> bool:
    """Wait until that process has ended; return whether it has."""
    deadline = time.monotonic() + timeout
    while True:
        if pid:
            with contextlib.suppress(OSError):
                os.waitpid(pid, os.WNOHANG)
        if not is_alive(pid, profile):
            return True
        if time.monotonic() >= deadline:
            return False
        time.sleep(0.01)


class ProfileLock:
    """Exclusive use of a profile directory. The system releases it when this process dies."""

    def __init__(self, profile: Path) -> None:
        try:
            with Folder.open(profile, make=True, below=state_dir()) as folder:
                self._file = folder.file(LOCK_NAME, os.O_RDWR | os.O_CREAT)
        except UnsafePath as error:
            raise DeviceUnreachable(
                f"The profile {str(profile)!r} cannot be used. The reason is {error.filename!r}: {error.strerror}.",
                error.remedy,
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 64).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            raise ProfileLocked(
                f"The profile {str(profile)!r} is in use by another run (process {holder}).",
                "Wait until it has ended, or use another profile.",
            ) from error
        try:
            os.ftruncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())
        except OSError as error:
            self.release()
            raise OSError(error.errno, error.strerror, str(profile)) from error  # the error itself names no path

    def release(self) -> None:
        """Release the profile. Idempotent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_locked(profile: Path) -> bool:
    """Whether a device holds the profile."""
    try:
        with Folder.open(profile, below=state_dir()) as folder:
            file = folder.file(LOCK_NAME, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False
