"""Finds the Chromium to start."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from sextant.dataclass import dataclass
from sextant.errors import DeviceUnreachable

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
REMEDY = (
    "Install one with 'apt-get install chromium', or Playwright's own with "
    "'pip install playwright && playwright install chromium'."
)


@dataclass(frozen=True, slots=True)
class Executable:
    """A browser executable, and where it was found."""

    path: str
    origin: str


def find_executable(setting: str = "") -> Executable:
    """Return the configured browser, else one on PATH that is no snap stub, else Playwright's own.

    Raises:
        DeviceUnreachable: There is none; the remedy says how to get one.
    """
    if setting:
        found = shutil.which(setting)
        if found is None:
            raise DeviceUnreachable(f"The browser {setting!r} does not exist or cannot be executed.", REMEDY)
        return Executable(found, "setting")
    stubs: list[str] = []
    for name in NAMES:
        found = shutil.which(name)
        if found is None:
            continue
        if is_snap_stub(Path(found)):
            stubs.append(found)
            continue
        return Executable(found, "PATH")
    own = playwright_chromium()
    if own is not None:
        return Executable(str(own), "playwright")
    if stubs:
        raise DeviceUnreachable(
            f"{stubs[0]!r} starts the snap package, which cannot use a profile directory of Sextant.",
            "Install the browser of Playwright: 'pip install playwright && playwright install --with-deps chromium'.",
        )
    raise DeviceUnreachable("No Chromium was found.", REMEDY)


def is_snap_stub(path: Path) -> bool:
    """Whether the file is Ubuntu's launcher for the Chromium snap, or the snap itself."""
    real = path.resolve()
    if str(real).startswith("/snap/") or real.name == "snap":
        return True
    try:
        with real.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return False
    return head.startswith(b"#!") and b"snap" in head


def playwright_chromium() -> Path | None:
    """Return the newest full Chromium that `playwright install` has put on this machine."""
    root = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    found = [path for path in root.glob("chromium-*/chrome-linux*/chrome") if os.access(path, os.X_OK)]
    return max(found, key=lambda path: _revision(path.parent.parent.name), default=None)


def _revision(name: str) -> int:
    match = re.search(r"-(\d+)$", name)
    return int(match.group(1)) if match else 0


def version_of(path: str) -> str:
    """Return the browser's version text; empty if it does not answer within ten seconds."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
