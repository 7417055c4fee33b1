"""A browser of somebody else's, with a debugging port, as people start one themselves."""

import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from sextant.devices.browser import BrowserOptions
from sextant.devices.browser.executable import find_executable
from sextant.devices.browser.launch import arguments


@contextmanager
def foreign_browser(profile: Path) -> Generator[str]:
    """A Chromium on that profile; yields the address of its port, and ends it."""
    words = [word for word in arguments(BrowserOptions(""), profile) if word != "--remote-debugging-pipe"]
    profile.mkdir(parents=True)
    command = [find_executable().path, "--remote-debugging-port=0", *words]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        try:
            yield f"ws://127.0.0.1:{_port(profile / 'DevToolsActivePort')}"
        finally:
            process.terminate()


def _port(told: Path) -> str:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if told.is_file() and len(lines := told.read_text().split()) == 2:
            return "".join(lines)
        time.sleep(0.02)
    raise TimeoutError("no port")
