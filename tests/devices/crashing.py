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
        self.home = os.environ.get("HOME", "")

    def start(
        self, url: str, label: str = "", gesture: str = "tap", before: str = "", **options: str
    ) -> tuple["subprocess.Popen[str]", Lease]:
        victim = subprocess.Popen(
            [sys.executable, "-m", "tests.devices.victim", url, label, gesture, json.dumps(options), before],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "HOME": self.home, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert victim.stdout is not None
        return victim, Lease("web", json.loads(victim.stdout.readline()))

    def kill(self, victim: "subprocess.Popen[str]", once: str = "") -> None:
        """At once, or once it has said that."""
        assert victim.stdout is not None
        if once:
            assert victim.stdout.readline() == f"{once}\n"
        victim.kill()
        victim.wait()
        victim.stdout.close()

    def begin(self, url: str) -> BrowserDevice:
        """A device of nobody's that came before."""
        device = BrowserDevice(BrowserOptions(url=url))
        self.devices.append(device)
        device.open()
        return device

    def after(self, settings: str | BrowserOptions, lease: Lease) -> BrowserDevice:
        device = BrowserDevice(BrowserOptions(url=settings) if isinstance(settings, str) else settings, lease)
        self.devices.append(device)
        return device
