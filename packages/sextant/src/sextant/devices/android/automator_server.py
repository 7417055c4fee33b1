"""The server of uiautomator2 on a phone: who listens at its port, how it is started, and what it answers.

Any app may listen at the port first. So the kernel is asked which user does, and no answer may be long or late.
"""

import hashlib
import http.client
import importlib.resources
import io
import json
import re
import socket
import threading
import time
from collections.abc import Mapping
from typing import Any, Final, cast

from sextant.devices.android.adb import UsbAdb
from sextant.errors import DeviceLost, MissingExtra

__all__ = ["AutomatorServer", "CallRefused", "LongAnswerError", "UntrustedPort", "listening_uids", "read_answer"]

PORT: Final = 9008
_LISTENERS: Final = "cat /proc/net/tcp && { test ! -e /proc/net/tcp6 || cat /proc/net/tcp6; }"
_ROW: Final = re.compile(
    # structural: a row of the kernel's tables of sockets; 0A is the state of one that listens
    r"^ *\d+: [0-9A-F]{8,32}:([0-9A-F]{4}) [0-9A-F]{8,32}:[0-9A-F]{4} 0A [0-9A-F:]+ [0-9A-F:]+ [0-9A-F]+ +(\d{1,10}) ",
    re.MULTILINE,
)
_TRUSTED_UIDS: Final = frozenset({0, 2000})
"""The users root and shell; no app has one of them."""
_CHECKED_SECONDS: Final = 2.0
"""For this time no other check of the port is made."""
_JAR: Final = "/data/local/tmp/u2.jar"
_START: Final = f"CLASSPATH={_JAR} app_process / com.wetest.uia2.Main -p {PORT}"
_START_SECONDS: Final = 30.0
_PING_SECONDS: Final = 10.0
_CALL_SECONDS: Final = 30.0
_BETWEEN_TRIES: Final = 0.3
_MOST_ANSWERED: Final = 16_000_000
"""Bytes of an answer: more than the largest picture and the largest hierarchy."""

_AT_ONCE: Final = 65_536
"""Bytes for which memory is taken, whatever length the answer claims to have."""


class CallRefused(DeviceLost):
    """The server on the phone answered a call with an error, or with more than is read."""


class LongAnswerError(OSError):
    """The answer has more bytes than are read."""


class UntrustedPort(DeviceLost):
    """An app listens at the server's port, or the phone does not tell who does."""


def listening_uids(port: int, table: str) -> frozenset[int]:
    """The users that listen at a TCP port, by `/proc/net/tcp` and `/proc/net/tcp6`."""
    return frozenset(int(row[2]) for row in _ROW.finditer(table) if int(row[1], 16) == port)


class AutomatorServer:
    """The server of uiautomator2 on one phone."""

    def __init__(self, adb: UsbAdb) -> None:
        self._adb = adb
        self._checked_at = float("-inf")

    def start(self) -> None:
        """Starts it if it is not running.

        Raises:
            MissingExtra: uiautomator2 is not installed.
            UntrustedPort: Something else listens at its port.
            DeviceLost: It does not start on this phone; the message gives the reason.
        """
        printed: list[str] = []
        started = None if self._server_listens() else self._launch(printed)
        deadline = time.monotonic() + _START_SECONDS
        while not (self._server_listens() and self._ping()):
            if time.monotonic() > deadline or (started is not None and not started.is_alive()):
                raise DeviceLost(f"uiautomator2's server does not start ({' '.join(printed)[-300:] or 'no answer'}).")
            time.sleep(_BETWEEN_TRIES)

    def check(self) -> None:
        """Checks that it is the server which listens.

        Raises:
            UntrustedPort: Something else listens at its port.
            DeviceLost: It has ended, or the phone does not answer.
        """
        if not self._server_listens():
            raise DeviceLost("uiautomator2's server on the phone has ended.", "Continue with `sextant resume RUN`.")

    def call(self, method: str, *params: object) -> Any:
        """The result of a call.

        Raises:
            CallRefused: The server answered with an error, or with more than is read.
            DeviceLost: As `check`.
        """
        if time.monotonic() - self._checked_at > _CHECKED_SECONDS:
            self.check()
        checked, self._checked_at = self._checked_at, float("-inf")  # checked anew unless the answer is good
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}
        body = json.dumps(request).encode()
        answer = self._adb.guarded(lambda: self._answer(body))
        response = cast("Mapping[str, Any]", answer if isinstance(answer, dict) else {})
        if "result" not in response:
            raise CallRefused(
                f"uiautomator2's server on the phone refused {method!r} ({str(response.get('error', answer))[:200]}).",
                "Set android.driver to 'plain', or close other automation tools on this phone.",
            )
        self._checked_at = checked
        return response["result"]

    def _answer(self, body: bytes) -> object:
        """The answer to a call, or an error that says that it is too long."""
        try:
            return json.loads(self._ask("POST", "/jsonrpc/0", body, _CALL_SECONDS))
        except LongAnswerError as error:
            return {"error": error}

    def _server_listens(self) -> bool:
        """Whether a user that is no app listens at the port; False if nobody does.

        Raises:
            UntrustedPort: An app listens there, or the phone does not tell.
        """
        self._checked_at = float("-inf")
        output = self._adb.shell(_LISTENERS)
        remedy = "Close the app that uses this port, or set android.driver to 'plain'."
        if output.code != 0:
            raise UntrustedPort(f"The phone does not tell who listens at port {PORT}.", remedy)
        users = listening_uids(PORT, output.text)
        if strangers := users - _TRUSTED_UIDS:
            raise UntrustedPort(f"An app (user {min(strangers)}) listens at port {PORT}.", remedy)
        if users:
            self._checked_at = time.monotonic()
        return bool(users)

    def _ping(self) -> bool:
        try:
            return self._ask("GET", "/ping", b"", _PING_SECONDS) == b"pong"
        except (OSError, ValueError, http.client.HTTPException):
            return False

    def _launch(self, printed: list[str]) -> threading.Thread:
        """Puts the server on the phone and starts it. The thread lives as long as the server."""
        try:
            jar = importlib.resources.files("uiautomator2").joinpath("assets/u2.jar").read_bytes()
        except ImportError as error:
            raise MissingExtra("uiautomator2", "android") from error
        except OSError as error:
            raise DeviceLost("The package uiautomator2 has no file u2.jar.", "Install it again.") from error
        if hashlib.md5(jar, usedforsecurity=False).hexdigest() not in self._adb.shell(f"md5sum {_JAR}").text:
            self._adb.guarded(lambda: self._adb.transport.sync.push(jar, _JAR, check=True))

        def hold() -> None:
            try:
                for line in self._adb.follow(_START, threading.Event()):
                    printed[:] = [*printed[-20:], line[:200]]
            except DeviceLost:
                pass

        thread = threading.Thread(target=hold, name="sextant-uiautomator2", daemon=True)
        thread.start()
        return thread

    def _ask(self, method: str, path: str, body: bytes, seconds: float) -> bytes:
        """The answer to one request, which is sent once.

        Raises:
            OSError, ValueError, HTTPException: There is none in time, or it is no good one.
        """
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: localhost:{PORT}\r\nAccept-Encoding: \r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        deadline = time.monotonic() + seconds
        with self._adb.open(f"tcp:{PORT}", seconds) as stream:
            stream.settimeout(max(0.001, deadline - time.monotonic()))
            stream.sendall(head.encode() + body)
            return read_answer(stream, deadline)


def read_answer(stream: socket.socket, deadline: float, most: int = _MOST_ANSWERED) -> bytes:
    """The body of a good HTTP answer. `deadline` is that of the whole answer (`time.monotonic`); `most` is in bytes.

    Raises:
        OSError: It is no good one, too long or too late.
        HTTPException: It is malformed.
    """
    answer = http.client.HTTPResponse(cast("socket.socket", _Limited(stream, deadline, most)))
    try:
        answer.begin()
        if answer.status != http.client.OK:
            raise OSError(f"its server answered {answer.status} {answer.reason[:100]}")
        return b"".join(iter(lambda: answer.read(_AT_ONCE), b""))
    finally:
        answer.close()


class _Limited(io.RawIOBase):
    """A stream that may be read until a deadline, and so many bytes."""

    def __init__(self, stream: socket.socket, deadline: float, most: int) -> None:
        super().__init__()
        self._stream, self._deadline, self._left = stream, deadline, most

    def makefile(self, mode: str) -> io.BufferedReader:
        """What `HTTPResponse` asks a socket for."""
        del mode
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the answer did not end in time")
        self._stream.settimeout(left)
        count = self._stream.recv_into(buffer)
        self._left -= count
        if self._left < 0:
            raise LongAnswerError("the answer is too long")
        return count
