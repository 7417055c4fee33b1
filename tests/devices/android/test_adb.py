"""The client of adb: the list of phones, and the lines of a command, whatever the phone sends."""

import socket
import threading
from itertools import islice
from typing import Any

import pytest

from sextant.devices.android.adb import AdbServer, UsbAdb
from sextant.errors import DeviceLost, DeviceUnreachable


def lists(server: socket.socket, phones: bytes) -> None:
    """Answers one request as the adb server does."""
    stream, _ = server.accept()
    with stream:
        stream.recv(65_536)
        stream.sendall(b"OKAY%04x%s" % (len(phones), phones))


def test_a_usb_port_that_this_user_may_not_open_is_told_with_what_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("adbutils")
    told = (
        b"X1\tno permissions (user in plugdev group; are your udev rules wrong?); see [http://developer.android.com]\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(server.getsockname()[1]))
        answering = threading.Thread(target=lists, args=(server, told))
        answering.start()
        with pytest.raises(DeviceUnreachable, match="udev rules"):
            AdbServer().find("X1")
        answering.join()


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
