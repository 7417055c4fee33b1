"""Opens a file in the browser that a person uses, without that program's own noise."""

import subprocess
import sys
from pathlib import Path

__all__ = ["show_file"]

PATIENCE = 3.0
"""Seconds in which an opener that finds no browser has given up; one that still runs has found one."""


def show_file(path: Path, opener: str = "open" if sys.platform == "darwin" else "xdg-open") -> bool:
    """Asks the desktop to show the file; whether it could."""
    try:
        process = subprocess.Popen(
            [opener, path.as_uri()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    try:
        return process.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        process.returncode = 0  # it is the browser itself, and outlives this command
        return True
