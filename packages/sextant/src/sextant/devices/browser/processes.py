"""Tells whose a process is: a process id is reused, and means nothing after a reboot or in another container."""

import contextlib
import os
import signal
import time
from pathlib import Path
from typing import Literal

from sextant.dataclass import dataclass

Locality = Literal["here", "over", "elsewhere"]
_PROC = Path("/proc")
_ENDED = ("Z", "X")
"""The states of a process that has ended and still has its number."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process of ours. `start` is its start time in /proc; if that is unknown (0), it has these `arguments`."""

    pid: int
    start: int = 0
    arguments: tuple[str, ...] = ()

    def is_running(self) -> bool:
        """Whether that very process runs, and as this user."""
        if self.pid <= 0:
            return False
        if not (_PROC / "self").exists():
            return _is_used(self.pid)
        try:
            folder = os.open(_PROC / str(self.pid), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError:
            return False
        try:  # all through one descriptor: it refers to one process, even if the number is reused meanwhile
            state, start = _state(_read(folder, "stat"))
            if state in _ENDED or not _runs_as_this_user(_read(folder, "status")):
                return False
            if self.start:
                return start == self.start
            return set(self.arguments) <= set(_arguments(_read(folder, "cmdline")))
        except (OSError, ValueError, IndexError):
            return False
        finally:
            os.close(folder)

    def signal(self, number: signal.Signals, group: bool = False) -> None:
        """Send the signal if it is running; to its `group`, which has only a number, if it leads one."""
        if self.pid == os.getpid() or not self.is_running():
            return
        descriptor = _pidfd(self.pid)
        try:
            if not self.is_running():  # checked after opening: the descriptor is of this process
                return
            with contextlib.suppress(OSError):
                if group and os.getpgid(self.pid) == self.pid:
                    os.killpg(self.pid, number)
                elif descriptor is not None:
                    signal.pidfd_send_signal(descriptor, number)
                else:
                    os.kill(self.pid, number)
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def end_group(self, timeout: float = 5.0) -> None:
        """End the process and its group, first with SIGTERM."""
        for number, share in ((signal.SIGTERM, 0.6), (signal.SIGKILL, 0.4)):
            if not self.is_running():
                return
            self.signal(number, group=True)
            self.wait_until_ended(timeout * share)

    def wait_until_ended(self, timeout: float) -> bool:
        """Wait until it has ended; return whether it has."""
        deadline = time.monotonic() + timeout
        while True:
            if self.pid > 0:
                with contextlib.suppress(OSError):
                    os.waitpid(self.pid, os.WNOHANG)
            if not self.is_running():
                return True
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.01)


def start_of(pid: int) -> int:
    """Return the start time of a process, which tells it from others of the same number; 0 if unknown."""
    try:
        return _state((_PROC / str(pid) / "stat").read_bytes())[1]
    except (OSError, ValueError, IndexError):
        return 0


def arguments_of(process: Path) -> tuple[str, ...]:
    """Return the arguments of a process of this user, by its directory in /proc; none if it is another's.

    One in another PID namespace, such as a container's, may have other files at the same paths: it is another's, too.
    """
    try:
        if not _runs_as_this_user((process / "status").read_bytes()):
            return ()
        if _namespace(process) not in ("", _namespace(_PROC / "self")):
            return ()
        return _arguments((process / "cmdline").read_bytes())
    except OSError:
        return ()


def current_place() -> str:
    """Return where process ids have the meaning that they have for us: host, machine, boot and PID namespace."""
    boot = _text(_PROC / "sys/kernel/random/boot_id")
    return "/".join((host(), _text(Path("/etc/machine-id")), boot, _namespace(_PROC / "self")))


def host() -> str:
    """Return the name of this host."""
    return os.uname().nodename


def host_of(place: str) -> str:
    """Return the host of a place that `current_place` returned."""
    return place.partition("/")[0]


def locality(place: str, expired: bool) -> Locality:
    """Return whether a place that `current_place` returned is this one, or can no longer have processes of a browser.

    After a reboot of this machine, the processes of the boot before are over. Another container of this boot still has
    a browser, unless its lease has `expired`: leases are measured in seconds since boot. Nothing is known of another
    machine.
    """
    theirs, ours = place.split("/"), current_place().split("/")
    if theirs[2:] == ours[2:] and (any(ours[2:]) or theirs == ours):
        return "here"
    if theirs[2:3] == ours[2:3]:  # another container of this boot
        return "over" if expired else "elsewhere"
    return "over" if theirs[:2] == ours[:2] else "elsewhere"


def _is_used(pid: int) -> bool:
    """Whether any process has that number: without /proc, nothing more is known."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def _pidfd(pid: int) -> int | None:
    """Return a descriptor of the process; None where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _read(folder: int, name: str) -> bytes:
    with os.fdopen(os.open(name, os.O_RDONLY | os.O_CLOEXEC, dir_fd=folder), "rb") as file:
        return file.read()


def _state(stat: bytes) -> tuple[str, int]:
    """Return state and start time; the name before them may hold any character."""
    fields = stat.rpartition(b")")[2].split()
    return fields[0].decode(), int(fields[19])


def _runs_as_this_user(status: bytes) -> bool:
    """Whether real, effective and saved user are this one; the owner of the files in /proc may be another."""
    line = next(line for line in status.splitlines() if line.startswith(b"Uid:"))
    return {int(user) for user in line.split()[1:4]} == {os.geteuid()}


def _arguments(command: bytes) -> tuple[str, ...]:
    return tuple(os.fsdecode(command).split("\0"))


def _namespace(process: Path) -> str:
    return _link(process / "ns" / "pid")


def _link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:
        return ""


def _text(path: Path) -> str:
    try:
        return path.read_text().strip()
    except (OSError, ValueError):
        return ""
