"""What somebody else does on this machine: a second user, where the tests run as root."""

import os
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

NOBODY = 65534

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as a second user")


def given_away(path: Path) -> Path:
    """The same path, with all in it, as another user's."""
    for one in (path, *path.rglob("*")):
        os.chown(one, NOBODY, NOBODY, follow_symlinks=False)
    return path


def as_nobody(act: Callable[[], object]) -> bool:
    """Whether another user could do that, in a process of its own; False where it was denied.

    Raises:
        AssertionError: It failed for another reason, which is on standard error.
    """
    child = os.fork()
    if child == 0:
        code = 2
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            try:
                act()
                code = 0
            except PermissionError:
                code = 1
        except BaseException:  # noqa: BLE001 - a forked test must never return into pytest
            traceback.print_exc()
        finally:
            os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, 1), status
    return status == 0
