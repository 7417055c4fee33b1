"""Bridges in a process of their own, and Debian's adb with a server of its own."""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Literal

from sextant.devices.android import AndroidDevice, AndroidOptions
from sextant.errors import UsageError
from sextant.types.actions import Gesture
from sextant.types.devices import Lease
from sextant.types.screens import Observation
from sextant_bench.android.served import REFERENCE, serve

__all__ = ["REFERENCE", "BridgeProcess", "Driver", "Plugged", "adb_server", "phone_on"]

Driver = Literal["uiautomator2", "plain"]
_ANSWER_SECONDS = 120.0


@contextmanager
def adb_server() -> Generator[None]:
    """Debian's adb with a server and a key of its own; clients of this process use it.

    Raises:
        UsageError: adb is not installed.
    """
    adb = shutil.which("adb")
    if adb is None:
        raise UsageError("adb is not installed.", "Debian and Ubuntu: apt-get install adb.")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
    before = os.environ.get("ANDROID_ADB_SERVER_PORT")
    with tempfile.TemporaryDirectory(prefix="sextant-adb-") as home:
        environment = {**os.environ, "HOME": home, "ANDROID_ADB_SERVER_PORT": port}
        subprocess.run((adb, "start-server"), env=environment, check=True, capture_output=True, timeout=30)
        os.environ["ANDROID_ADB_SERVER_PORT"] = port
        try:
            yield
        finally:
            if before is None:
                del os.environ["ANDROID_ADB_SERVER_PORT"]
            else:
                os.environ["ANDROID_ADB_SERVER_PORT"] = before
            subprocess.run((adb, "kill-server"), env=environment, check=False, capture_output=True, timeout=30)


def phone_on(serial: str, driver: Driver, lease: Lease | None = None) -> AndroidDevice:
    """The Android device of a bridge, not open yet."""
    return AndroidDevice(AndroidOptions(serial, driver=driver, keyboard="adb" if driver == "plain" else "own"), lease)


class BridgeProcess:
    """A process that serves devices over bridges. A context manager; thread-safe."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=serve, args=(far,), daemon=True)
        self._lock = threading.Lock()

    def __enter__(self) -> "BridgeProcess":
        self._process.start()
        return self

    def __exit__(self, *told: object) -> None:
        self._pipe.close()
        self._process.join(10)
        if self._process.is_alive():
            self._process.kill()

    @contextmanager
    def plugged(self, name: str) -> Generator["Plugged"]:
        """A bridge to a fresh device."""
        number, address = self.ask("add", name)
        try:
            yield Plugged(self, number, address)
        finally:
            self.ask("remove", number)

    def ask(self, name: str, *arguments: object) -> Any:
        """The answer of the process.

        Raises:
            RuntimeError: It did not answer, or it failed.
        """
        with self._lock:
            self._pipe.send((name, arguments))
            if not self._pipe.poll(_ANSWER_SECONDS):
                raise RuntimeError("the process of the bridges does not answer")
            good, value = self._pipe.recv()
        if not good:
            raise RuntimeError(value)
        return value


@dataclass(frozen=True, slots=True)
class Plugged:
    """One bridge and the device behind it."""

    process: BridgeProcess
    number: int
    address: str

    def look(self) -> Observation:
        """What the device behind the bridge shows."""
        return self.process.ask("look", self.number)

    def draw(self) -> None:
        """Draws the screen, so that no look has to."""
        self.process.ask("draw", self.number)

    def perform(self, gesture: Gesture) -> None:
        """Injects into the device behind the bridge."""
        self.process.ask("perform", self.number, gesture)

    def state(self) -> Any:
        """The state behind the screen."""
        return self.process.ask("state", self.number)

    def seconds(self) -> float:
        """Seconds spent in the bridge since the last call."""
        return self.process.ask("seconds", self.number)

    def pull_out(self) -> None:
        """Pulls the cable out."""
        self.process.ask("pull_out", self.number)

    def plug_in(self) -> None:
        """Plugs the cable in again."""
        self.process.ask("plug_in", self.number)
