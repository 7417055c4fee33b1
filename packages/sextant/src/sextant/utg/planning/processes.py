"""Runs an external program within limits: time, memory, output, and without leaving children behind."""

import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from sextant.dataclass import dataclass

_MOST_OUTPUT = 512 * 1024 * 1024
"""Most bytes of a file that the program writes."""
_TAIL = 4000


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Seconds of wall time, and bytes of memory for each process."""

    seconds: float
    memory_bytes: int = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended. `code` is negative for a signal; `output` is the end of its output."""

    code: int
    output: str
    timed_out: bool = False


def run_within(
    limits: ProcessLimits,
    command: Sequence[str],
    directory: Path,
    environ: Mapping[str, str],
    given: Path | None = None,
) -> Ended:
    """Run a program in its own directory and wait for it; it is killed with everything it started.

    Raises:
        OSError: It could not be started.
    """
    printed = directory / "printed.txt"
    with printed.open("wb") as output, (given or Path(os.devnull)).open("rb") as feed:
        process = subprocess.Popen(
            command,
            cwd=directory,
            env=dict(environ),
            stdin=feed,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            _confine(process.pid, limits)
            timed_out = not _over(process, limits.seconds)
        finally:
            _kill_group(process.pid)  # before reaping, while its process id cannot be reused
            process.wait()
    return Ended(process.returncode, _tail(printed), timed_out)


def _confine(pid: int, limits: ProcessLimits) -> None:
    try:
        import resource
    except ImportError:  # pragma: no cover - no such limits on this system
        return
    if not hasattr(resource, "prlimit"):  # pragma: no cover - Linux only
        return
    try:
        resource.prlimit(pid, resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (_MOST_OUTPUT, _MOST_OUTPUT))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
    except (ProcessLookupError, PermissionError):
        return  # it has ended already


def _over(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Wait until the program has ended, without reaping it where the system can; False on timeout."""
    if not hasattr(os, "pidfd_open"):  # pragma: no cover - Linux only
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
    handle = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        return bool(poll.poll(max(0.0, seconds) * 1000))
    finally:
        os.close(handle)


def _kill_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _tail(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL))
        return file.read(_TAIL).decode("utf-8", "replace")
