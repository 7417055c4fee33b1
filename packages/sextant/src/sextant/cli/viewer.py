"""Opens a file in the user's browser, without that program's output."""

import subprocess
import sys
from pathlib import Path

__all__ = ["show_file"]

PATIENCE = 3.0
"""Seconds after which an opener that still runs has opened a browser; one that finds none exits sooner."""


def show_file(path: Path, opener: str = "open" if sys.platform == "darwin" else "xdg-open") -> bool:
    """Ask the desktop to show the file; return whether it could."""
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
