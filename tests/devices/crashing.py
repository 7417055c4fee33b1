"""Runs that are killed, and what comes after them."""

import json
import os
import subprocess
import sys
from pathlib import Path

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.types.devices import Lease


class Crash:
    """A victim, killed where the test says, and the device that comes after it."""

    def __init__(self) -> None:
        self.devices: list[BrowserDevice] = []

    def start(self, url: str, label: str = "", gesture: str = "tap") -> tuple["subprocess.Popen[str]", Lease]:
        victim = subprocess.Popen(
            [sys.executable, "-m", "tests.devices.victim", url, *([label, gesture] if label else [])],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert victim.stdout is not None
        return victim, Lease("web", json.loads(victim.stdout.readline()))

    def kill(self, victim: "subprocess.Popen[str]") -> None:
        victim.kill()
        victim.wait()
        assert victim.stdout is not None
        victim.stdout.close()

    def begin(self, url: str) -> BrowserDevice:
        """A device of nobody's that came before."""
        device = BrowserDevice(BrowserOptions(url=url))
        self.devices.append(device)
        device.open()
        return device

    def after(self, url: str, lease: Lease) -> BrowserDevice:
        device = BrowserDevice(BrowserOptions(url=url), lease)
        self.devices.append(device)
        return device
