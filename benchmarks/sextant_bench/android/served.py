"""The process of the bridges: devices behind bridges whose time is measured."""

import threading
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection
from typing import Any

from sextant.devices.scripted import REFERENCE_APP, ScriptedDevice
from sextant.integrations.adb_bridge import density_for
from sextant.integrations.adb_bridge.commands import CommandStreams
from sextant.integrations.adb_bridge.idle_time import IdleTime
from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneModel
from sextant.integrations.adb_bridge.server import Bridge, return_large_blocks
from sextant.integrations.adb_bridge.shell import Shell
from sextant.integrations.adb_bridge.uiautomator_server import UiautomatorServer
from sextant.types.actions import Gesture
from sextant.types.screens import Observation
from sextant_bench.android.picture import Painter
from sextant_worlds.names import find_world
from sextant_worlds.twin.device import TwinDevice

__all__ = ["REFERENCE", "serve"]

REFERENCE = "reference"
"""The app of the conformance suite; any other name is that of a world."""


class _Watch:
    """Adds up the seconds of calls, those that run beside each other in full."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seconds = 0.0

    @contextmanager
    def __call__(self) -> Generator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            with self._lock:
                self._seconds += time.perf_counter() - began

    def take(self) -> float:
        with self._lock:
            taken, self._seconds = self._seconds, 0.0
        return taken


class _TimedServer(UiautomatorServer):
    """The server of uiautomator2, its calls timed."""

    def __init__(self, shell: Shell, watch: _Watch) -> None:
        self._watch = watch
        super().__init__(shell.machine)

    def call(self, body: bytes) -> bytes:
        with self._watch():
            return super().call(body)


class _Served:
    """A device behind a bridge, the bridge timed."""

    def __init__(self, name: str) -> None:
        self.device: TwinDevice | ScriptedDevice = (
            ScriptedDevice(REFERENCE_APP) if name == REFERENCE else TwinDevice(find_world(name), paint=Painter())
        )
        self.device.open()
        self.watch = _Watch()
        phone = BridgedPhone(IdleTime(self.device), PhoneModel(density=density_for(self.device.size)))
        shell = Shell(phone, phone.files)
        _TimedServer(shell, self.watch)

        def timed_shell(line: str, streams: CommandStreams) -> int:
            with self.watch():
                return shell(line, streams)

        self.bridge = Bridge(phone, timed_shell)


class _Room:
    """What the process can be asked."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._served: dict[int, _Served] = {}
        self._count = 0

    def add(self, name: str) -> tuple[int, str]:
        served = _Served(name)
        served.bridge.plug_in()
        self._stack.callback(served.bridge.unplug)
        self._count += 1
        self._served[self._count] = served
        return self._count, served.bridge.address

    def remove(self, number: int) -> None:
        self._served.pop(number).bridge.unplug()

    def look(self, number: int) -> Observation:
        return self._served[number].device.look(picture=False)

    def draw(self, number: int) -> None:
        self._served[number].device.look(picture=True)

    def perform(self, number: int, gesture: Gesture) -> None:
        self._served[number].device.perform(gesture)

    def state(self, number: int) -> Any:
        device = self._served[number].device
        return device.state() if isinstance(device, ScriptedDevice) else device.twin.state

    def seconds(self, number: int) -> float:
        return self._served[number].watch.take()

    def pull_out(self, number: int) -> None:
        self._served[number].bridge.unplug()

    def plug_in(self, number: int) -> None:
        self._served[number].bridge.plug_in()


def serve(pipe: Connection) -> None:
    """Answers what the pipe asks, until it is closed."""
    return_large_blocks()
    with ExitStack() as stack:
        room = _Room(stack)
        while True:
            try:
                name, arguments = pipe.recv()
            except EOFError:
                return
            try:
                pipe.send((True, getattr(room, name)(*arguments)))
            except Exception as error:  # noqa: BLE001 - the boundary: the other process raises it
                pipe.send((False, f"{type(error).__name__}: {error}"))
