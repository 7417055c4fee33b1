"""The process that starts one detached Chromium and keeps it.

The browser is reachable only through a pipe that this process holds: no port is opened, and the browser ends with its
keeper. It is started before the other imports, which are done by the time it answers.
"""

import contextlib
import ctypes
import fcntl
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sextant.devices.browser import processes, registry
from sextant.devices.browser.registry import RunningBrowser

_PIPE_BYTES = 2**20
_READS, _WRITES = 3, 4
"""The descriptors of Chromium's `--remote-debugging-pipe`."""
_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Run a keeper for the order (JSON) on the first line of standard input.

    The arguments (registry entry, profile) only identify the process in a list. Standard input closes when the caller
    ends; standard output gets a line once the browser answers.
    """
    os.umask(0o077)
    line = sys.stdin.buffer.readline()
    if not line.endswith(b"\n"):  # the caller was killed before it had written the order
        registry.remove_unclaimed(Path(sys.argv[2]))
        return
    order = json.loads(line)
    us = os.getpid()
    known = RunningBrowser(**order["browser"])
    browser = replace(
        known, keeper_pid=us, keeper_start=processes.start_of(us), place=processes.current_place(), state="starting"
    )
    registry.record(browser)  # before it starts: every running browser must be listed
    pid, read, write = _start(order["command"], order["environment"])
    browser = replace(browser, pid=pid, pid_start=processes.start_of(pid))
    registry.record(browser)
    from sextant.devices.browser.keeper import keep

    keep(browser, read, write)


def _start(command: Sequence[str], environment: Mapping[str, str]) -> tuple[int, int, int]:
    """Start the browser; return its process id and our two ends of its pipe."""
    theirs_read, write = os.pipe()
    read, theirs_write = os.pipe()
    for end in (write, read):
        with contextlib.suppress(OSError, AttributeError):
            fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    library, keeper = ctypes.CDLL(None), os.getpid()
    pid = os.fork()
    if pid:
        os.close(theirs_read)
        os.close(theirs_write)
        return pid, read, write
    try:
        os.setsid()
        if hasattr(library, "prctl"):
            # A browser that outlives its keeper, even briefly, would release what the gate holds.
            library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != keeper:
            os._exit(1)
        theirs_read, theirs_write = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_read, theirs_write))
        nothing = os.open(os.devnull, os.O_RDWR)
        for end, wanted in ((nothing, 0), (2, 1), (theirs_read, _READS), (theirs_write, _WRITES)):
            os.dup2(end, wanted)
        os.closerange(_WRITES + 1, 256)
        os.execve(command[0], list(command), dict(environment))  # noqa: S606 - no shell is wanted
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error}\n".encode())
    finally:
        os._exit(127)
