"""The stream of a command on the phone: its lines, whatever the phone sends."""

import socket
import threading
from itertools import islice
from typing import Any

import pytest

from sextant.devices.android.adb import AdbServer, UsbAdb
from sextant.errors import DeviceLost


class Streamed(AdbServer):
    """A server whose streams are one end of a socket pair."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream

    def transport(self, serial: str) -> Any:
        return serial

    def stream(self, serial: str, service: str, seconds: float) -> socket.socket:
        del serial, service, seconds
        return self._stream


def test_a_line_without_end_is_cut_off() -> None:
    here, phone = socket.socketpair()

    def send() -> None:
        with phone:
            phone.sendall(b"first\r\n" + b"x" * 1_000_000 + b"\nlast\n")

    sender = threading.Thread(target=send)
    sender.start()
    lines = UsbAdb(Streamed(here), "X1").follow("getevent -lt", threading.Event())
    assert [*islice(lines, 3)] == ["first", "x" * 64_000, "last"]
    with pytest.raises(DeviceLost, match="went away"):
        next(lines)
    sender.join()
