"""The server of uiautomator2: who listens at its port, how it is started, and answers that are too long or too late."""

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest

from sextant.devices.android.adb import AdbServer, UsbAdb
from sextant.devices.android.automator_server import (
    AutomatorServer,
    CallRefused,
    UntrustedPort,
    listening_uids,
    read_answer,
)
from sextant.devices.android.dumps import ScreenState
from sextant.devices.android.phone_driver import (
    AutomatorDriver,
    ShellDriver,
    automator_driver,
    phone_driver_of,
    revived,
)
from sextant.errors import DeviceLost

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
NOBODY = ""
APP = 10123


def row(user: int, port: int = 9008, state: str = "0A", address: str = "0100007F") -> str:
    rest = f"{'0' * len(address)}:0000 {state} 00000000:00000000 00:00000000 00000000"
    return f"   0: {address}:{port:04X} {rest} {user:5}        0 31338 1 0 100 0 0 10 0\n"


class Served(AdbServer):
    """A phone in memory: the kernel's table of sockets, and what listens at the port."""

    def __init__(self, table: str, answers: Callable[[bytes], bytes] | None = None) -> None:
        self.table, self.answers, self.code = table, answers, 0
        self.asked = list[str]()
        self.pushed = list[str]()

    def transport(self, serial: str) -> Any:
        def push(jar: bytes, path: str, check: bool) -> None:
            del jar, check
            self.pushed.append(path)

        return SimpleNamespace(sync=SimpleNamespace(push=push))

    def stream(self, serial: str, service: str, seconds: float) -> socket.socket:
        here, there = socket.socketpair()
        here.settimeout(seconds)
        threading.Thread(target=self._serve, args=(service, there), daemon=True).start()
        return here

    def _serve(self, service: str, stream: socket.socket) -> None:
        self.asked.append(service)
        with stream, suppress(OSError):
            if service.startswith("shell:cat /proc/net/tcp "):
                stream.sendall(f"{HEAD}{self.table}SEXTANT-EXIT:{self.code}\n".encode())
            elif service.startswith("shell:CLASSPATH="):
                self.table = row(2000)
                stream.recv(1)
            elif service.startswith("shell:"):
                stream.sendall(b"SEXTANT-EXIT:127\n")
            elif service.startswith("exec:"):
                stream.sendall(f"<hierarchy>{service}</hierarchy>".encode())
            elif self.answers is not None:
                stream.sendall(self.answers(stream.recv(65_536)))


def answers(request: bytes) -> bytes:
    if request.startswith(b"GET /ping "):
        return b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\npong"
    body = json.dumps({"result": json.loads(request.partition(b"\r\n\r\n")[2])["method"]}).encode()
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def refuses(request: bytes) -> bytes:
    return answers(request).replace(b'"result"', b'"errors"')


def never_ends(request: bytes) -> bytes:
    del request
    return b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 16_100_000


def phone(table: str) -> tuple[UsbAdb, Served]:
    served = Served(table, answers)
    return UsbAdb(served, "X1"), served


def test_the_users_that_listen_at_a_port_are_read_from_the_kernels_table() -> None:
    six = "0" * 24 + "01000000"
    table = f"{HEAD}{row(2000)}{row(APP, address=six)}{row(7, 9009)}{row(8, state='01')}{HEAD}nonsense 0A 9008\n"
    assert listening_uids(9008, table) == {2000, APP}
    assert listening_uids(9008, "") == frozenset()


@pytest.mark.parametrize("table", [row(APP), row(2000) + row(APP), row(1000)])
def test_a_port_at_which_an_app_listens_is_never_asked(table: str) -> None:
    pytest.importorskip("uiautomator2")
    adb, served = phone(table)
    notes = list[str]()
    assert type(phone_driver_of(adb, "auto", notes)) is ShellDriver
    assert "listens at port 9008" in notes[0]
    with pytest.raises(UntrustedPort, match="listens at port 9008"):
        phone_driver_of(adb, "uiautomator2", notes)
    assert not any(service.startswith("tcp:") for service in served.asked)


def test_a_port_of_which_the_phone_does_not_tell_who_listens_is_never_asked() -> None:
    pytest.importorskip("uiautomator2")
    adb, served = phone(row(2000))
    served.code = 1
    with pytest.raises(UntrustedPort, match="does not tell who listens"):
        automator_driver(adb)
    assert not any(service.startswith("tcp:") for service in served.asked)


def test_a_port_that_an_app_took_meanwhile_is_not_asked_again() -> None:
    pytest.importorskip("uiautomator2")
    adb, served = phone(row(2000))
    driver = automator_driver(adb)
    assert driver.hierarchy() == "dumpWindowHierarchy"
    served.answers = bytes.swapcase
    with pytest.raises(DeviceLost, match="does not answer"):
        driver.hierarchy()
    served.table, served.answers = row(APP), answers
    served.asked.clear()
    for ask in (driver.hierarchy, driver.check):
        with pytest.raises(UntrustedPort):
            ask()
    notes = list[str]()
    assert type(revived(driver, adb, "auto", notes)) is ShellDriver
    assert "from now on" in notes[0]
    with pytest.raises(UntrustedPort):
        revived(driver, adb, "uiautomator2", notes)
    assert not any(service.startswith("tcp:") for service in served.asked)


def test_a_port_is_checked_again_after_a_refused_call() -> None:
    adb, served = phone(row(2000))
    server = AutomatorServer(adb)
    served.answers = refuses
    with pytest.raises(CallRefused):
        server.call("first")
    served.table = row(APP)
    with pytest.raises(UntrustedPort):
        server.call("second")


@pytest.mark.parametrize("answer", [refuses, never_ends])
def test_what_the_server_refuses_or_answers_at_length_is_read_with_the_commands_of_the_phone(
    answer: Callable[[bytes], bytes],
) -> None:
    adb, served = phone(row(2000))
    served.answers = answer
    driver = AutomatorDriver(adb, AutomatorServer(adb))
    assert driver.hierarchy() == b"<hierarchy>exec:uiautomator dump /dev/tty</hierarchy>"
    assert b"exec:screencap -p" in driver.picture()


class Printing(Served):
    """A phone whose shell prints something for the first command that begins so."""

    printed: Mapping[str, str] = MappingProxyType({})

    def _serve(self, service: str, stream: socket.socket) -> None:
        text = next((text for start, text in self.printed.items() if service.startswith(f"shell:{start}")), None)
        if text is None:
            super()._serve(service, stream)
            return
        self.asked.append(service)
        with stream:
            stream.sendall(f"{text}\nSEXTANT-EXIT:0\n".encode())


FOLDED = """    mDisplayId=0
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real 1080 x 2424, uniqueId "local:22"}
Display 11 (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"
Display 22 (HWC display 1): port=1 pnpId=GGL displayName="EMU_display_1"
"""
FRONT = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n  mTopFocusedDisplayId={}\n"


def test_the_server_takes_no_picture_of_a_phone_with_two_panels_and_sets_no_text_on_another_display() -> None:
    served = Printing(row(2000), lambda request: answers(request).replace(b"takeScreenshot", b"cGljdHVyZQ==  "))
    served.printed = {"dumpsys display": FOLDED, "getprop": "34", "dumpsys window": FRONT.format(0), "input": ""}
    adb = UsbAdb(served, "X1")
    driver = AutomatorDriver(adb, AutomatorServer(adb))
    driver.display.use(ScreenState())
    assert b"exec:screencap -p -d 22" in driver.picture()
    served.printed = {**served.printed, "dumpsys display": FOLDED.replace("HWC display 1", "none")}
    driver.display.use(ScreenState(size=(2076, 2152)))
    assert driver.picture() == b"picture"
    driver.display.use(ScreenState(displays=(0, 2), display=2))
    assert not driver.set_text("Ada")
    served.printed = {**served.printed, "dumpsys window": FRONT.format(2)}
    assert driver.set_text("Ada")
    driver.tap((5, 6), 1, "", "")
    driver.keys((4,))
    assert [one for one in served.asked if one.startswith("shell:input")] == [
        "shell:input -d 2 tap 5 6; echo SEXTANT-EXIT:$?",
        "shell:input -d 2 keyevent 4; echo SEXTANT-EXIT:$?",
    ]


def test_a_port_is_checked_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    adb, served = phone(row(2000))
    server = AutomatorServer(adb)
    assert server.call("first") == "first"
    assert server.call("second") == "second"
    assert sum(service.startswith("shell:cat") for service in served.asked) == 1
    monkeypatch.setattr("sextant.devices.android.automator_server._CHECKED_SECONDS", -1.0)
    served.table = row(APP)
    with pytest.raises(UntrustedPort):
        server.call("third")


def test_a_server_that_is_not_there_is_put_on_the_phone_and_started() -> None:
    pytest.importorskip("uiautomator2")
    adb, served = phone(NOBODY)
    driver = automator_driver(adb)
    assert isinstance(driver, AutomatorDriver)
    assert served.pushed == ["/data/local/tmp/u2.jar"]
    assert driver.hierarchy() == "dumpWindowHierarchy"


# ---------------------------------------------------------------------- answers


def answered(*parts: bytes, seconds: float = 5.0, rest: float = 0.0) -> bytes:
    """What is read of an answer in these parts, `rest` seconds apart; the connection stays open after them."""
    here, there = socket.socketpair()

    def send() -> None:
        with suppress(OSError):
            for part in parts:
                there.sendall(part)
                time.sleep(rest)

    sender = threading.Thread(target=send, daemon=True)
    sender.start()
    try:
        with here:
            return read_answer(here, time.monotonic() + seconds, 100_000)
    finally:
        there.close()
        sender.join()


GOOD = b"HTTP/1.1 200 OK\r\n"


def test_an_answer_is_read_in_whole_or_in_chunks() -> None:
    assert answered(GOOD, b"Content-Length: 4\r\n\r\npo", b"ng") == b"pong"
    assert answered(GOOD, b"Transfer-Encoding: chunked\r\n\r\n2\r\npo\r\n", b"2\r\nng\r\n0\r\n\r\n") == b"pong"


@pytest.mark.parametrize(
    "parts",
    [
        (b"Content-Length: 99999999999\r\n\r\n", *[b"x" * 65_536] * 3),
        (b"\r\n", *[b"x" * 65_536] * 3),
        (b"Transfer-Encoding: chunked\r\n\r\n", *[b"8000\r\n" + b"x" * 32_768 + b"\r\n"] * 8),
        (b"Transfer-Encoding: chunked\r\n\r\n", b"FFFFFFFFFF\r\n", *[b"x" * 65_536] * 3),
    ],
)
def test_an_answer_without_end_is_cut_off(parts: tuple[bytes, ...]) -> None:
    with pytest.raises(OSError, match="too long"):
        answered(GOOD, *parts)


@pytest.mark.parametrize("head", [b"Content-Length: 9000\r\n\r\n", b"X: ", b"\r\n"])
def test_an_answer_that_drips_is_late(head: bytes) -> None:
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        answered(GOOD, head, *[b"x"] * 40, seconds=0.4, rest=0.05)
    assert time.monotonic() - start < 4.0


def test_an_answer_that_is_none_is_refused() -> None:
    with pytest.raises(OSError, match="503"):
        answered(b"HTTP/1.1 503 Busy\r\n\r\n")
