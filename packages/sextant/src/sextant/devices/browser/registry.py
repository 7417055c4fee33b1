"""The registry of detached browsers on this machine: one JSON file each, whose mtime is the last heartbeat.

Heartbeats use the clock that counts from boot and goes on during sleep, so a change of the wall clock neither ends a
browser nor keeps one alive.
"""

import contextlib
import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Literal

from sextant.dataclass import dataclass
from sextant.devices.browser import processes, profile_marks
from sextant.devices.browser.processes import Locality, Process
from sextant.devices.browser.profile_lock import LOCK_NAME, ProfileLock, is_held_by_device
from sextant.devices.browser.singleton_lock import PROFILE_OPTION, main_process, read_lock
from sextant.errors import DeviceUnreachable, ProfileLocked, UsageError
from sextant.storage import Folder, UnsafePath, remove_tree, state_dir, write_private

PROFILE_PREFIX = "web-"
_SUFFIX = ".json"
_TEMPORARY = re.compile(rf"{PROFILE_PREFIX}[a-z0-9_]{{8}}")
ABANDONED_DAYS = 7.0
"""A temporary profile unused for so long is removed when a browser is opened."""
_COPY_SOURCE = "sextant-origin.json"
"""In a copied profile: its source, and the state of the source's cookies at that time."""
_COOKIES = "Default/Cookies"
_FORGOTTEN_AT_ONCE = 10
_RETURN_SECONDS = 2.0
"""How long returning cookies waits for a profile in use; then they are not returned."""
_LAST_WRITES_SECONDS = 10.0

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
OWNER_OPTION = "--sextant-entry="
"""An option that Chromium ignores: it names the browser's registry entry in the process list."""
_KEEPER_SECONDS = 4.0
_LATE_SECONDS = 60.0
"""A browser whose lease has expired for so long has ended: its keeper looks more often."""


@dataclass(frozen=True, slots=True)
class RunningBrowser:
    """A detached Chromium. `alive_at`: the last heartbeat of its device, in seconds since boot.

    It is `starting` until a device has taken it over, a `stray` if it has no entry because its keeper was killed, and
    `elsewhere` if another container or machine with this state directory started it: its processes are unknown.
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
    state: Literal["starting", "running", "stray", "elsewhere"] = "running"
    alive_at: float = 0.0
    pid_start: int = 0
    keeper_start: int = 0
    """Start times of the two processes, as /proc gives them; 0 if unknown, as in entries of earlier versions."""
    place: str = ""
    """Where it was started, as `processes.current_place`; empty in entries of earlier versions."""

    @property
    def idle_seconds(self) -> float:
        """Seconds since the last heartbeat of its device."""
        return max(0.0, boot_seconds() - self.alive_at)

    @property
    def locality(self) -> Locality:
        """Whether its processes can be examined here, have ended with their place, or are elsewhere."""
        expired = self.idle_seconds > self.lease_seconds + _LATE_SECONDS
        return processes.locality(self.place, expired) if self.place else "here"

    @property
    def main(self) -> Process:
        """The browser's process; one that never lives if the browser is not here."""
        if self.locality != "here":
            return Process(0)
        return replace(main_process(self.pid, self.profile), start=self.pid_start)

    @property
    def keeper(self) -> Process:
        """The keeper's process; one that never lives if the browser is not here."""
        if self.locality != "here":
            return Process(0)
        return Process(self.keeper_pid, self.keeper_start, (str(entry_path(self.id)), self.profile))


def boot_seconds() -> float:
    """Return the seconds since boot, independent of the wall clock."""
    return time.clock_gettime(_CLOCK)


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
    return registry_dir() / f"{browser_id}{_SUFFIX}"


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


_KINDS = {  # pydantic would check them, but a keeper would have to import it
    one.name: (int, float) if one.type is float else one.type if isinstance(one.type, type) else str
    for one in fields(RunningBrowser)
}


def read_entry(path: Path) -> RunningBrowser | None:
    """Return the entry in that file; None if it is gone, unreadable or not the user's own."""
    with contextlib.suppress(OSError), Folder.open(path.parent, below=state_dir()) as folder:
        return _entry(folder, path.name)
    return None


def _entry(folder: Folder, name: str) -> RunningBrowser | None:
    """Return the entry of that name; None if it is gone or unreadable.

    Raises:
        UnsafePath: It is a link, a FIFO or another user's file.
    """
    try:
        data = json.loads(folder.read(name))
        data["alive_at"] = folder.stat(name).st_mtime
        known = {name: value for name, value in data.items() if name in _KINDS}
        valid = all(isinstance(value, _KINDS[name]) for name, value in known.items())
        return RunningBrowser(**known) if valid else None
    except UnsafePath:
        raise
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None


def _entries() -> list[tuple[str, RunningBrowser | None]]:
    """Return id and entry of each file in the registry; None if unreadable. What is not the user's own is ignored."""
    found: list[tuple[str, RunningBrowser | None]] = []
    with contextlib.suppress(OSError), Folder.open(registry_dir(), below=state_dir()) as folder:
        for name in folder.names():
            if name.endswith(_SUFFIX):
                with contextlib.suppress(UnsafePath):
                    found.append((name.removesuffix(_SUFFIX), _entry(folder, name)))
    return found


def running_browsers() -> list[RunningBrowser]:
    """Return the living and starting browsers, oldest first, strays and those elsewhere included.

    Entries of dead ones are removed.
    """
    living = list(_living())  # before the entries: a browser is listed before it is started
    found: list[RunningBrowser] = []
    for browser_id, browser in _entries():
        if browser is not None and browser.locality == "elsewhere":
            found.append(replace(browser, state="elsewhere"))
        elif browser is not None and (browser.main.is_running() or browser.keeper.is_running()):
            found.append(browser)
        else:
            unlist(browser_id)
    known, pids = {browser.profile for browser in found}, {browser.main.pid for browser in found}
    for pid, profile, entry in living:
        listed = profile in known if entry is None else entry.exists()
        start = processes.start_of(pid)
        if not listed and pid not in pids and main_process(pid, profile).is_running():
            ours, now = _is_temporary(Path(profile)), boot_seconds()
            found.append(
                RunningBrowser(f"pid-{pid}", pid, "", profile, ours, 0, 0, state="stray", alive_at=now, pid_start=start)
            )
    return sorted(found, key=lambda browser: browser.started_at)


def require_here(browser: RunningBrowser | None) -> None:
    """Check that the browser of an entry, if there is one, is not elsewhere.

    Raises:
        ProfileLocked: It is; nothing is known of its processes.
    """
    if browser is not None and browser.locality == "elsewhere":
        raise _elsewhere(browser, ProfileLocked)


def _elsewhere(browser: RunningBrowser, kind: type[ProfileLocked | UsageError]) -> ProfileLocked | UsageError:
    host, entry = processes.host_of(browser.place), str(entry_path(browser.id))
    return kind(
        f"The browser {browser.id!r} was started in another container or on another machine (host {host!r}).",
        f"End it there: sextant devices --end {browser.id}. If that place no longer exists, delete {entry!r}.",
    )


def _is_temporary(profile: Path) -> bool:
    """Whether `new_profile` made it, by name and place."""
    return profile.parent == profiles_dir() and _TEMPORARY.fullmatch(profile.name) is not None


def _living() -> Iterator[tuple[int, str, Path | None]]:
    """Yield pid, profile and entry of this user's browsers that sextant started, from the process list."""
    for process in Path("/proc").glob("[0-9]*"):
        words = processes.arguments_of(process)
        if any(word.startswith("--type=") for word in words):
            continue  # a browser's child
        profile = next((word.removeprefix(PROFILE_OPTION) for word in words if word.startswith(PROFILE_OPTION)), "")
        entry = next((Path(word.removeprefix(OWNER_OPTION)) for word in words if word.startswith(OWNER_OPTION)), None)
        if profile and (_is_temporary(Path(profile)) if entry is None else entry.parent == registry_dir()):
            yield int(process.name), profile, entry


def end_unowned() -> list[RunningBrowser]:
    """End and return the browsers without a keeper."""
    ended: list[RunningBrowser] = []
    for browser in running_browsers():
        unkept = browser.state != "elsewhere" and browser.keeper_pid and not browser.keeper.is_running()
        if unkept or browser.state == "stray":
            kill(browser)
            unlist(browser.id)
            ended.append(browser)
    return ended


def orphans() -> list[RunningBrowser]:
    """Return the browsers that no device holds: left by a crash, or waiting for a resume."""
    return [one for one in running_browsers() if one.state != "elsewhere" and not is_held_by_device(Path(one.profile))]


def end_browser(browser_id: str) -> RunningBrowser:
    """End the browser with that id and remove its entry and temporary profile.

    Raises:
        UsageError: No such browser runs here.
    """
    for browser in running_browsers():
        if browser.id == browser_id:
            if browser.state == "elsewhere":
                raise _elsewhere(browser, UsageError)
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


def note_copy_source(copy: Path, profile: Path, returned: str = "") -> None:
    """Record in a copy its source profile, and the state of its own cookies that was returned last."""
    origin = {"profile": str(profile), "cookies": _cookies_state(profile), "returned": returned}
    write_atomically(copy / _COPY_SOURCE, json.dumps(origin))


def _copy_source(copy: Path) -> dict[str, str]:
    with Folder.open(copy, below=state_dir()) as folder:
        return json.loads(folder.read(_COPY_SOURCE))


def return_cookies(copy: Path) -> None:
    """Write the cookies of a copy, whose browser has ended, back to its source profile.

    A server may renew the session token with every page, so the source's old token would be worthless. Nothing is
    written if the source's cookies have changed since, if it is in use, or if it has none.
    """
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError, ProfileLocked, sqlite3.Error):
        origin = _copy_source(copy)
        profile, ours = Path(origin["profile"]), _cookies_state(copy)
        if not ours or not _cookies_state(profile) or origin["returned"] == ours:
            return
        lock = _soon_locked(profile)
        try:
            origin = _copy_source(copy)  # keeper or device may have returned them meanwhile
            known = origin["returned"] == ours or _cookies_state(profile) != origin["cookies"]
            if known or has_browser(profile):
                return
            for one in (copy, profile):
                _check_cookies(one)
            with (
                contextlib.closing(sqlite3.connect(copy / _COOKIES)) as source,
                contextlib.closing(sqlite3.connect(profile / _COOKIES)) as target,
            ):
                source.backup(target)
            note_copy_source(copy, profile, ours)
        finally:
            lock.release()


def _soon_locked(profile: Path) -> ProfileLock:
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


def _check_cookies(profile: Path) -> None:
    """Check that SQLite can open a profile's cookies by name: neither they nor what leads there is a link.

    Raises:
        UnsafePath: Something is, or belongs to another user.
    """
    own, _, name = _COOKIES.partition("/")
    with Folder.open(profile, below=state_dir()) as folder, folder.child(own) as inner:
        for suffix in ("", "-journal", "-wal", "-shm"):
            inner.check_file(name + suffix)


def _cookies_state(profile: Path) -> str:
    """Return a text that changes when the profile's cookies are written."""
    try:
        state = (profile / _COOKIES).stat(follow_symlinks=False)
    except OSError:
        return ""
    return f"{state.st_mtime_ns} {state.st_size}"


def remove_profile(profile: Path) -> None:
    """Remove a temporary profile whose browser has ended, after what that browser's children may still write.

    No other profile is removed, whatever an entry or a lease says.
    """
    if not _is_temporary(profile):
        return
    profile_marks.give_up(profile)
    deadline = time.monotonic() + _LAST_WRITES_SECONDS
    while True:
        _end_children(profile)
        with contextlib.suppress(OSError):
            remove_tree(profile, below=state_dir())
        if not profile.exists() or time.monotonic() > deadline:  # `forget_abandoned` removes the rest
            return
        time.sleep(0.1)


def _end_children(profile: Path) -> None:
    """Kill the children of a browser on that profile whose main process was killed: they would make it again."""
    for process in Path("/proc").glob("[0-9]*"):
        words = f" {' '.join(processes.arguments_of(process))} "  # Chromium's children join their arguments
        if f" {PROFILE_OPTION}{profile} " in words and " --type=" in words:
            Process(int(process.name), processes.start_of(int(process.name))).signal(signal.SIGKILL)


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
        if profile in running or not _is_abandoned(profile):
            continue
        with contextlib.suppress(ProfileLocked, DeviceUnreachable, OSError):
            lock = ProfileLock(profile)
            try:
                remove_profile(profile)
                removed.append(profile)
            finally:
                lock.release()
    return removed


def _is_abandoned(profile: Path) -> bool:
    """Whether a temporary profile is old enough to be removed. A lock of another host, which may be gone, ages, too."""
    lock, waits = read_lock(profile), ABANDONED_DAYS * 86_400
    if lock is None or not lock.is_foreign:
        waits = profile_marks.seconds_kept(profile, ABANDONED_DAYS, (profile / LOCK_NAME).exists())
        if lock is not None and lock.is_held():
            return False
    return time.time() - _last_used(profile) >= waits


def _last_used(profile: Path) -> float:
    """Return when a device last wrote into the profile or held it, in unix seconds."""
    times = [0.0]
    for path in (profile, profile / LOCK_NAME, profile / "sextant-state.json"):
        with contextlib.suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)


def has_browser(profile: Path) -> bool:
    """Whether a browser runs on the profile, by its lock, or because one elsewhere is listed."""
    listed = [one for _, one in _entries() if one is not None and Path(one.profile) == profile]
    if any(one.locality == "elsewhere" for one in listed):
        return True
    lock = read_lock(profile)
    return lock is not None and lock.is_held()


def end_browsers_on(profile: Path) -> None:
    """End all browsers on a temporary profile whose lock the caller holds.

    One is left by a process that was killed before it had recorded it.
    """
    for browser in running_browsers():
        if Path(browser.profile) == profile and browser.state != "elsewhere":
            kill(browser)
            unlist(browser.id)


def kill(browser: RunningBrowser, timeout: float = 5.0) -> None:
    """End the browser's process session, first with SIGTERM, and its keeper."""
    keeper = browser.keeper
    browser.main.end_group(timeout)
    if not browser.pid:
        keeper.signal(signal.SIGTERM)
    keeper.wait_until_ended(_KEEPER_SECONDS)
    keeper.signal(signal.SIGKILL)


def wait_gone(browser: RunningBrowser, timeout: float) -> bool:
    """Wait until the browser's main process has ended, then briefly for its keeper."""
    return browser.main.wait_until_ended(timeout) and browser.keeper.wait_until_ended(_KEEPER_SECONDS)
