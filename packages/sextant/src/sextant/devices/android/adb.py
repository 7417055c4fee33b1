"""The connection to one phone: a small interface, and its implementation with adbutils."""

import contextlib
import importlib
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, Protocol, TypeVar

from sextant.dataclass import dataclass
from sextant.errors import DeviceLost, DeviceUnreachable, MissingExtra, UsageError

__all__ = ["Adb", "AdbOutput", "AdbServer", "ConnectedDevice", "UsbAdb"]

CALL_SECONDS: Final = 20.0
_BETWEEN_TRIES: Final = 0.25
_MOST_OUTPUT: Final = 64_000_000
"""Bytes of one answer: more than the largest picture and the largest hierarchy that is read."""

_LONGEST_LINE: Final = 64_000
"""Bytes of a line of a command that is followed; the rest of a longer one is left out."""

_EXIT: Final = "SEXTANT-EXIT:"
"""Marker between the output and the exit code, which version 1 of the shell protocol does not return."""

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class AdbOutput:
    """The output of a shell command. It includes standard error if the phone does not separate the two."""

    text: str
    code: int = 0


class Adb(Protocol):
    """One phone, reached by adb. Each call returns within its time limit (`seconds`) or raises `DeviceLost`."""

    @property
    def serial(self) -> str: ...

    def shell(self, command: str, seconds: float = CALL_SECONDS) -> AdbOutput:
        """Runs a command line in the phone's shell."""
        ...

    def exec_out(self, command: str, seconds: float = CALL_SECONDS) -> bytes:
        """The output of a command as raw bytes: a picture, a file."""
        ...

    def follow(self, command: str, ended: threading.Event) -> Iterator[str]:
        """The lines of a command as they are printed, until `ended` is set.

        Raises:
            DeviceLost: The command ended by itself, or the phone went away.
        """
        ...

    def open(self, service: str, seconds: float = CALL_SECONDS) -> socket.socket:
        """A stream to a service of the phone: `tcp:9008`, `localabstract:NAME`. It belongs to the caller.

        Raises:
            OSError: Nothing listens there, or the phone does not answer.
        """
        ...

    def wait_for(self, seconds: float) -> bool:
        """Waits until the phone answers; False on timeout."""
        ...


@dataclass(frozen=True, slots=True)
class ConnectedDevice:
    """A phone in the list of adb, and the first word of its state there: `device`, `unauthorized`, `offline`."""

    serial: str
    state: str


class AdbServer:
    """The adb server of this machine; it is started if it is not running.

    Raises:
        MissingExtra: adbutils is not installed.
    """

    def __init__(self) -> None:
        try:
            self._module: Any = importlib.import_module("adbutils")
        except ImportError as error:
            raise MissingExtra("adbutils", "android") from error
        self._client: Any = self._module.AdbClient(socket_timeout=CALL_SECONDS)

    def devices(self) -> tuple[ConnectedDevice, ...]:
        """The phones in the list of adb, in any state.

        Raises:
            DeviceUnreachable: adb is not installed, or its server cannot be reached.
        """
        try:
            return tuple(ConnectedDevice(one.serial, one.state) for one in self._client.list())
        except Exception as error:  # adbutils raises its own errors, OSError and those of subprocess
            raise _no_server(error) from error

    def find(self, serial: str) -> "UsbAdb":
        """The phone with this serial number; with an empty `serial`, the only connected phone.

        Raises:
            DeviceUnreachable: It is not there or not ready; the message says which and what to do.
            UsageError: Several are connected and none is named.
        """
        if serial and ":" in serial and not any(one.serial == serial for one in self.devices()):
            self.connect(serial)
        found = self.devices()
        if not serial:
            serial = _only(found)
        chosen = next((one for one in found if one.serial == serial), None)
        if chosen is None:
            there = ", ".join(one.serial for one in found) or "none"
            raise DeviceUnreachable(
                f"No phone with the serial {serial!r} is connected (connected: {there}).",
                "Plug it in and allow USB debugging, or name one of these; `adb devices -l` lists them.",
            )
        if chosen.state != "device":
            raise _not_ready(chosen)
        return UsbAdb(self, serial)

    def connect(self, address: str) -> bool:
        """Connects a phone over the network; True on success."""
        with contextlib.suppress(Exception):
            return "connected" in str(self._client.connect(address, timeout=3.0))
        return False

    def stream(self, serial: str, service: str, seconds: float) -> socket.socket:
        """A stream to a service of a phone: `shell:…`, `exec:…`, `tcp:9008`.

        The stream of adbutils is not used: it requests the server's version before each one, and waits 10 ms after it.
        """
        connection = self._client.make_connection(timeout=seconds)
        stream: socket.socket = connection.conn
        try:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for request in (f"host:transport:{serial}", service):
                connection.send_command(request)
                connection.check_okay()
        except BaseException:
            stream.close()
            raise
        return stream

    def transport(self, serial: str) -> Any:
        """The phone as an adbutils device, for libraries that need one."""
        return self._client.device(serial)


def _only(found: tuple[ConnectedDevice, ...]) -> str:
    if len(found) == 0:
        raise DeviceUnreachable(
            "No phone is connected.",
            "Plug one in and turn on USB debugging (Settings, About phone, seven taps on the build number, then "
            "Developer options); `adb devices -l` lists it.",
        )
    first, *others = found
    if others:
        names = ", ".join(f"android:{one.serial}" for one in found)
        raise UsageError("Several phones are connected and none is named.", f"Name one: {names}.")
    return first.serial


def _not_ready(device: ConnectedDevice) -> DeviceUnreachable:
    named = f"The phone {device.serial!r}"
    match device.state:
        case "unauthorized" | "authorizing":
            return DeviceUnreachable(
                f"{named} has not allowed this machine to debug it.",
                "Unlock it and accept the prompt on its screen. If none is shown, unplug it, run `adb kill-server`, "
                "and plug it in again.",
            )
        case "offline":
            return DeviceUnreachable(
                f"{named} is offline: it is known to adb and does not answer.",
                "Run `adb reconnect offline`, or unplug it and plug it in again; a phone that boots needs a minute.",
            )
        case "no":  # adb prints "no permissions", of which adbutils keeps the first word
            return DeviceUnreachable(
                f"This user may not open the USB port of {named.lower()}.",
                "Install the udev rules (Debian: android-sdk-platform-tools-common), and plug it in again.",
            )
        case _:
            return DeviceUnreachable(
                f"{named} is in the state {device.state!r}, in which it runs no apps.", "Boot it into Android."
            )


def _no_server(error: Exception) -> DeviceUnreachable:
    if "No adb exe" in str(error) or isinstance(error, FileNotFoundError):
        return DeviceUnreachable("adb is not installed.", "Debian and Ubuntu: apt-get install adb.")
    port = os.environ.get("ANDROID_ADB_SERVER_PORT", "5037")
    return DeviceUnreachable(
        f"The adb server at port {port} cannot be reached ({error}).", "Run `adb kill-server`, then `adb devices`."
    )


class UsbAdb:
    """Implements `Adb` for a phone on USB or on the network."""

    def __init__(self, server: AdbServer, serial: str) -> None:
        self._server, self._serial = server, serial
        self._device = server.transport(serial)
        self._tries = threading.Event()

    @property
    def serial(self) -> str:
        return self._serial

    @property
    def transport(self) -> Any:
        """The phone as an adbutils device."""
        return self._device

    def shell(self, command: str, seconds: float = CALL_SECONDS) -> AdbOutput:
        def call() -> AdbOutput:
            printed = b"".join(self._read(f"shell:{command}; echo {_EXIT}$?", seconds))
            text, mark, code = printed.decode("utf-8", "replace").rpartition(_EXIT)
            if not mark:
                raise OSError("the answer ended before its exit code")
            return AdbOutput(text, int(code))

        return self.guarded(call)

    def exec_out(self, command: str, seconds: float = CALL_SECONDS) -> bytes:
        return self.guarded(lambda: b"".join(self._read(f"exec:{command}", seconds)))

    def follow(self, command: str, ended: threading.Event) -> Iterator[str]:
        # A stream of `shell:` is a terminal on the phone: there a program writes each line at once.
        stream, rest = self.guarded(lambda: self._server.stream(self._serial, f"shell:{command}", CALL_SECONDS)), b""
        with stream:
            stream.settimeout(_BETWEEN_TRIES)
            while not ended.is_set():
                try:
                    chunk = stream.recv(65_536)
                except TimeoutError:
                    continue
                except OSError:
                    chunk = b""
                if not chunk:
                    raise DeviceLost(f"The phone {self._serial!r} went away during {command!r}.", "Check its cable.")
                *lines, rest = (rest + chunk).split(b"\n")
                rest = rest[:_LONGEST_LINE]
                yield from (line[:_LONGEST_LINE].decode("utf-8", "replace").rstrip("\r") for line in lines)

    def open(self, service: str, seconds: float = CALL_SECONDS) -> socket.socket:
        try:
            return self._server.stream(self._serial, service, seconds)
        except Exception as error:  # adbutils raises its own errors, OSError, ValueError and AssertionError
            raise ConnectionRefusedError(f"{service}: {str(error)[:150] or type(error).__name__}") from error

    def _read(self, service: str, seconds: float) -> Iterator[bytes]:
        with self._server.stream(self._serial, service, seconds) as stream:
            deadline, total = time.monotonic() + seconds, 0
            while chunk := stream.recv(262_144):
                total += len(chunk)
                if total > _MOST_OUTPUT:
                    raise OSError(f"the answer has more than {_MOST_OUTPUT} bytes")
                if time.monotonic() > deadline:
                    raise TimeoutError(f"the answer did not end within {seconds:g} seconds")
                yield chunk

    def guarded(self, call: Callable[[], ResultT]) -> ResultT:
        """Calls the phone and returns the result; any error becomes `DeviceLost`.

        Raises:
            DeviceLost: The phone does not answer; the message says what to do.
        """
        try:
            return call()
        except Exception as error:  # adbutils raises its own errors, OSError, ValueError and AssertionError
            raise DeviceLost(
                f"The phone {self._serial!r} does not answer ({str(error)[:150] or type(error).__name__}).",
                "Check its cable or network and that its screen shows no prompt; the run goes on with "
                "`sextant resume RUN` once `adb devices` lists it.",
            ) from error

    def wait_for(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while True:
            if self._answers():
                return True
            if time.monotonic() >= deadline:
                return False
            self._tries.wait(_BETWEEN_TRIES)

    def _answers(self) -> bool:
        if ":" in self._serial:
            self._server.connect(self._serial)
        with contextlib.suppress(DeviceLost):
            return self.shell("echo here", 3.0).text.strip() == "here"
        return False
