"""The services of the phone, which streams are opened to."""

import struct
from collections.abc import Callable
from typing import Protocol

from PIL import Image

from sextant.integrations.adb_bridge.commands import RunCommand
from sextant.integrations.adb_bridge.connection import AdbConnection, Service
from sextant.integrations.adb_bridge.endpoints import ByteStream, endpoint_name
from sextant.integrations.adb_bridge.forwards import ReverseForwards
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.shell_protocol import parse_shell, run_shell
from sextant.integrations.adb_bridge.sync import serve_sync

__all__ = ["FEATURES", "Services", "banner"]

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", "sendrecv_v2")
"""The optional features of the protocol that the bridge supports."""

_SRGB = 1

_PICTURE_SECONDS = 10.0
"""Longest wait of a client while others receive pictures."""

_ANSWERS = {
    "root:": "adbd cannot run as root in production builds\n",
    "unroot:": "adbd not running as root\n",
    "remount:": 'Not running as root. Try "adb root" first.\n',
}


class ConnectionControl(Protocol):
    """The connection of the phone to its clients."""

    def restart(self) -> None:
        """Ends all connections, like a phone that reboots; clients may connect again."""
        ...


def banner(phone: BridgedPhone) -> str:
    """The banner that the phone sends when a client connects."""
    model = phone.model
    facts = {"product.name": model.product, "product.model": model.model, "product.device": model.product}
    named = "".join(f"ro.{name}={value};" for name, value in facts.items())
    return f"device::{named}features={','.join(FEATURES)}"


class Services:
    """Finds the service of a name."""

    def __init__(self, phone: BridgedPhone, run_command: RunCommand, connections: ConnectionControl) -> None:
        self._phone, self._run_command, self._connections = phone, run_command, connections
        self.reverse_forwards = ReverseForwards(phone.endpoints)

    def find(self, destination: str, connection: AdbConnection) -> Service | None:
        """The service for a stream's destination; None if it does not exist or is refused."""
        shell = parse_shell(destination)
        if shell is not None:
            return lambda stream: run_shell(shell, self._run_command, stream)
        if endpoint_name(destination) is not None:
            return self._phone.endpoints.handler(destination)
        if destination.startswith("reverse:"):
            return lambda stream: self.reverse_forwards.request(
                destination.removeprefix("reverse:"), connection, stream
            )
        if destination in _ANSWERS:
            return lambda stream: stream.write(_ANSWERS[destination].encode())
        if destination.startswith("reboot:"):
            return self._restart
        others: dict[str, Callable[[ByteStream], None]] = {
            "sync:": lambda stream: serve_sync(self._phone.files, stream),
            "framebuffer:": self._show,
            "reconnect": self._reconnect,
            "jdwp": lambda _: None,
            "track-jdwp": _track_nothing,
        }
        return others.get(destination)

    def _show(self, stream: ByteStream) -> None:
        if self._phone.picture_slots.acquire(timeout=_PICTURE_SECONDS):
            try:
                stream.write(_framebuffer(self._phone.screenshot()))
            finally:
                self._phone.picture_slots.release()

    def _restart(self, stream: ByteStream) -> None:
        stream.close()
        self._connections.restart()

    def _reconnect(self, stream: ByteStream) -> None:
        stream.write(b"done")
        stream.close()
        self._connections.restart()


def _track_nothing(stream: ByteStream) -> None:
    """Sends an empty list, which never changes: no process of the phone can be debugged."""
    stream.write(b"0000")
    while stream.read():
        pass


def _framebuffer(image: Image.Image) -> bytes:
    """The answer of `framebuffer:`: a header of version 2, then RGBA pixels (AOSP `framebuffer_service.cpp`)."""
    pixels = (image if image.mode == "RGBA" else image.convert("RGBA")).tobytes()
    red, green, blue, alpha = (0, 8), (8, 8), (16, 8), (24, 8)
    head = (2, 32, _SRGB, len(pixels), image.width, image.height, *red, *blue, *green, *alpha)
    return struct.pack("<14I", *head) + pixels
