"""The browsers that run detached on this machine: one small JSON file each, its mtime the last sign of life."""

import contextlib
import fcntl
import json
import os
import re
import signal
import sqlite3
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from sextant.errors import DeviceUnreachable, ProfileLocked, UsageError
from sextant.storage import Folder, Refused, remove_tree, write_private

LOCK_NAME = "sextant.lock"
PROFILE_PREFIX = "web-"
_TEMPORARY = re.compile(rf"{PROFILE_PREFIX}[a-z0-9_]{{8}}")
ABANDONED_DAYS = 7.0
"""A temporary profile that nobody has used for so long is forgotten when a browser is opened."""
_ORIGIN_NAME = "sextant-origin.json"
"""In a copy of a profile: which it was made from, and how its cookies stood then."""
_COOKIES = "Default/Cookies"
_FORGOTTEN_AT_ONCE = 10
_RETURN_SECONDS = 2.0
"""So long cookies wait for a profile that somebody uses; then they are not returned."""
_LAST_WRITES_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class RunningBrowser:
    """A detached Chromium. `alive_at` (unix seconds) is when its device last gave a sign of life."""

    id: str
    pid: int
    endpoint: str
    """WebSocket address of its debugging port."""
    profile: str
    temporary: bool
    """The profile is ours to remove."""
    lease_seconds: float
    started_at: float
    url: str = ""
    keeper_port: int = 0
    keeper_token: str = ""
    alive_at: float = 0.0

    @property
    def expired(self) -> bool:
        return time.time() - self.alive_at > self.lease_seconds


def state_dir() -> Path:
    """Where this machine's state is kept: `$XDG_STATE_HOME/sextant`, by default `~/.local/state/sextant`."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "sextant"


def registry_dir() -> Path:
    """Where running browsers are listed."""
    return state_dir() / "devices"


def profiles_dir() -> Path:
    """Where temporary profiles are kept."""
    return state_dir() / "profiles"


def entry_path(browser_id: str) -> Path:
    """The file that lists the browser of that id."""
    return registry_dir() / f"{browser_id}.json"


def record(browser: RunningBrowser) -> None:
    """Lists the browser, replacing an earlier entry at once and whole."""
    write_atomically(entry_path(browser.id), json.dumps(asdict(browser)))


def write_atomically(path: Path, text: str) -> None:
    """The file holds the old text or the new one, whenever this process is killed."""
    write_private(path, text.encode())


def renew(browser_id: str) -> None:
    """A sign of life from the device."""
    with contextlib.suppress(OSError):
        os.utime(entry_path(browser_id))


def read_entry(path: Path) -> RunningBrowser | None:
    """The entry in that file; None where it is gone or unreadable."""
    try:
        data = json.loads(path.read_text())
        data["alive_at"] = path.stat().st_mtime
        return RunningBrowser(**data)
    except (OSError, ValueError, TypeError):
        return None


def running_browsers() -> list[RunningBrowser]:
    """The detached browsers that are alive, oldest first. Entries of dead ones are removed."""
    found: list[RunningBrowser] = []
    for path in sorted(registry_dir().glob("*.json")):
        browser = read_entry(path)
        if browser is None or not is_alive(browser.pid, browser.profile):
            with contextlib.suppress(OSError):
                path.unlink()
            continue
        found.append(browser)
    return sorted(found, key=lambda browser: browser.started_at)


def orphans() -> list[RunningBrowser]:
    """The detached browsers that no device holds at present: left behind by a crash, or waiting for a resume."""
    return [browser for browser in running_browsers() if not is_locked(Path(browser.profile))]


def end_browser(browser_id: str) -> RunningBrowser:
    """Ends the detached browser of that id and removes what it leaves.

    Raises:
        UsageError: No such browser runs here.
    """
    for browser in running_browsers():
        if browser.id == browser_id:
            kill(browser)
            forget(browser)
            return browser
    raise UsageError(f"No browser {browser_id!r} is running.", "See 'sextant devices' for those that are.")


def forget(browser: RunningBrowser) -> None:
    """Removes the entry, and the profile where it was temporary; of a copy the cookies go back first."""
    with contextlib.suppress(OSError):
        entry_path(browser.id).unlink()
    if browser.temporary:
        return_cookies(Path(browser.profile))
        remove_profile(Path(browser.profile))


def note_origin(copy: Path, profile: Path, returned: str = "") -> None:
    """Remembers in a copy which profile it was made from, and which state of its own cookies was returned last."""
    origin = {"profile": str(profile), "cookies": _cookies_state(profile), "returned": returned}
    write_atomically(copy / _ORIGIN_NAME, json.dumps(origin))


def return_cookies(copy: Path) -> None:
    """Writes the cookies of a copy, whose browser has ended, into the profile that it was made from.

    The server may have given the session a new token with every page: the old one in the profile would be worth
    nothing. Nothing is written where the profile's own cookies have changed since, where somebody uses it, or where it
    has none.
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
    """The lock of a profile. Keeper and device may return the same cookies at once: one waits for the other.

    Raises:
        ProfileLocked: Somebody uses the profile for longer.
    """
    deadline = time.monotonic() + _RETURN_SECONDS
    while True:
        try:
            return ProfileLock(profile)
        except ProfileLocked:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)  # no event tells of a lock that is released


def _cookies_state(profile: Path) -> str:
    """Equal as long as nobody has written the profile's cookies."""
    try:
        state = (profile / _COOKIES).stat()
    except OSError:
        return ""
    return f"{state.st_mtime_ns} {state.st_size}"


def remove_profile(profile: Path) -> None:
    """Removes a temporary profile; a browser that has just ended may still write a last file into it.

    Whatever an entry or a lease says: nothing is removed but what `new_profile` made, or what is marked as a copy.
    """
    made = _TEMPORARY.fullmatch(profile.name) and profile.parent.resolve() == profiles_dir().resolve()
    if not made and not (profile / _ORIGIN_NAME).is_file():
        return
    deadline = time.monotonic() + _LAST_WRITES_SECONDS
    while True:
        with contextlib.suppress(OSError):
            remove_tree(profile)
        if not profile.exists() or time.monotonic() > deadline:  # what stays is for `forget_abandoned`
            return
        time.sleep(0.1)


def forget_abandoned(days: float = ABANDONED_DAYS) -> list[Path]:
    """Removes temporary profiles nobody has come back to for so many days; returns those removed.

    A profile whose browser runs, or that a device holds, stays, however old it is.
    """
    running = {Path(browser.profile) for browser in running_browsers()}
    removed: list[Path] = []
    for profile in sorted(profiles_dir().glob(f"{PROFILE_PREFIX}*"), key=_last_used)[:_FORGOTTEN_AT_ONCE]:
        if time.time() - _last_used(profile) < days * 86_400 or profile in running or _in_use(profile):
            continue
        with contextlib.suppress(ProfileLocked, OSError):
            lock = ProfileLock(profile)
            try:
                remove_profile(profile)
                removed.append(profile)
            finally:
                lock.release()
    return removed


def _last_used(profile: Path) -> float:
    """When a device last wrote into the profile or held it, unix seconds."""
    times = [0.0]
    for path in (profile, profile / LOCK_NAME, profile / "sextant-state.json"):
        with contextlib.suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)


def _in_use(profile: Path) -> bool:
    """Whether a browser runs on the profile, listed here or not: it leaves a link to its host and process number."""
    try:
        pid = str((profile / "SingletonLock").readlink()).rpartition("-")[2]
    except OSError:
        return False
    return pid.isdigit() and is_alive(int(pid), str(profile))


def end_strays(profile: Path) -> None:
    """Ends whatever browser runs on a temporary profile of the caller, who holds its lock: nobody else wants it.

    One is left there by a process that was killed after it had started it, and before it could write that down.
    """
    for browser in running_browsers():
        if Path(browser.profile) == profile:
            kill(browser)
            with contextlib.suppress(OSError):
                entry_path(browser.id).unlink()
    with contextlib.suppress(OSError):
        pid = str((profile / "SingletonLock").readlink()).rpartition("-")[2]
        if pid.isdigit() and is_alive(int(pid), str(profile)):
            kill(RunningBrowser("", int(pid), "", str(profile), True, 0.0, 0.0))


def is_alive(pid: int, profile: str) -> bool:
    """Whether that process still runs and is the browser of that profile (process numbers are used again)."""
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
    """Ends the browser's whole process session, first politely."""
    for number, share in ((signal.SIGTERM, 0.6), (signal.SIGKILL, 0.4)):
        if not is_alive(browser.pid, browser.profile):
            return
        with contextlib.suppress(OSError):
            os.killpg(browser.pid, number)
        wait_gone(browser, timeout * share)


def wait_gone(browser: RunningBrowser, timeout: float) -> bool:
    """Waits until the browser's main process has ended."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            os.waitpid(browser.pid, os.WNOHANG)
        if not is_alive(browser.pid, browser.profile):
            return True
        time.sleep(0.01)
    return False


class ProfileLock:
    """Exclusive use of a profile directory. The system releases it when this process dies, however it dies."""

    def __init__(self, profile: Path) -> None:
        try:
            with Folder.open(profile, make=True) as folder:
                self._file = folder.file(LOCK_NAME, os.O_RDWR | os.O_CREAT)
        except Refused as error:
            raise DeviceUnreachable(
                f"The profile {str(profile)!r} cannot be used, for {error.filename!r}: {error.strerror}.", error.remedy
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 64).decode(errors="replace").strip() or "unknown"
            os.close(self._file)
            raise ProfileLocked(
                f"The profile {str(profile)!r} is in use by another run (process {holder}).",
                "Wait until it has ended, or give this run a profile of its own.",
            ) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, str(os.getpid()).encode())

    def release(self) -> None:
        """Gives the profile free. Idempotent."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def is_locked(profile: Path) -> bool:
    """Whether a device holds the profile."""
    try:
        with Folder.open(profile) as folder:
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
