"""Chromium's own lock of a profile: a link that names the host and the process of the browser that uses it."""

from pathlib import Path

from sextant.dataclass import dataclass
from sextant.devices.browser import processes
from sextant.devices.browser.processes import Process

NAME = "SingletonLock"
PROFILE_OPTION = "--user-data-dir="


@dataclass(frozen=True, slots=True)
class SingletonLock:
    """A lock that is there. `process`: the browser, if it runs on this host; None if the link cannot be parsed."""

    host: str
    process: Process | None

    @property
    def is_foreign(self) -> bool:
        """Whether the browser runs on another host, or did: nothing is known of its process."""
        return self.host != processes.host()

    def is_held(self) -> bool:
        """Whether the browser may still run."""
        return self.is_foreign or self.process is None or self.process.is_running()


def read_lock(profile: Path) -> SingletonLock | None:
    """Return the lock of that profile, if it has one."""
    try:
        host, _, pid = str((profile / NAME).readlink()).rpartition("-")
    except OSError:
        return None
    return SingletonLock(host, main_process(int(pid), profile) if pid.isdecimal() and pid.isascii() else None)


def main_process(pid: int, profile: Path | str) -> Process:
    """Return the main process of the browser of that profile, recognised by its arguments."""
    return Process(pid, arguments=(f"{PROFILE_OPTION}{profile}",))
