"""The line discipline, and the packets of the shell."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.integrations.adb_bridge.commands import CommandStreams, RunCommand
from sextant.integrations.adb_bridge.endpoints import ByteStream, Endpoints, read_exactly
from sextant.integrations.adb_bridge.shell_protocol import ShellRequest, parse_shell, run_shell
from sextant.integrations.adb_bridge.terminal import Terminal
from tests.support.adb import few_commands


@pytest.mark.parametrize(
    ("keys", "shown", "read"),
    [
        (b"ls\r", b"ls\r\n", b"ls\n"),
        (b"lx\x7fs\n", b"lx\b \bs\r\n", b"ls\n"),
        (b"\x7fa\r", b"a\r\n", b"a\n"),
        ("ü\x7fo\r".encode(), "ü\b \bo\r\n".encode(), b"o\n"),
        (b"abc\x15d\r", b"abc" + b"\b \b" * 3 + b"d\r\n", b"d\n"),
        (b"abc\x03", b"abc^C\r\n", b"\n"),
        (b"\x04", b"", b""),
    ],
)
def test_keys_are_echoed_and_edit_the_line(keys: bytes, shown: bytes, read: bytes) -> None:
    echo = bytearray()
    terminal = Terminal(echo.extend)
    terminal.type(keys)
    assert (bytes(echo), terminal.read(100)) == (shown, read)


def test_one_line_is_read_at_a_time_and_lines_are_bounded() -> None:
    terminal = Terminal(lambda _: None)
    terminal.type(b"one\rtwo\r")
    assert [terminal.read(100), terminal.read(2), terminal.read(100)] == [b"one\n", b"tw", b"o\n"]
    terminal.type(b"x" * 1_000_000 + b"\r")
    assert len(terminal.read(1 << 20)) == 4097
    terminal.type(b"y\r" * 1_000_000)
    terminal.end()
    assert len(b"".join(iter(lambda: terminal.read(100), b""))) <= 1 << 17


@given(st.lists(st.binary(max_size=30), max_size=10))
def test_any_keys_are_borne(typed: list[bytes]) -> None:
    terminal = Terminal(lambda _: None)
    for keys in typed:
        terminal.type(keys)
    terminal.end()
    while terminal.read(7):
        pass


@pytest.mark.parametrize(
    ("name", "line_packets_terminal"),
    [
        ("shell:", ("", False, True)),
        ("shell:ls -l", ("ls -l", False, False)),
        ("shell,v2,TERM=xterm-256color,raw:a:b", ("a:b", True, False)),
        ("shell,v2,pty:ls", ("ls", True, True)),
        ("shell,v2:", ("", True, True)),
        ("shell,raw:", ("", False, False)),
        ("exec:screencap -p", ("screencap -p", False, False)),
        *((name, None) for name in ("", "shell", "shell,v2", "shells:", "exec,x:", "sync:", "framebuffer:")),
    ],
)
def test_a_request_of_the_shell(name: str, line_packets_terminal: tuple[str, bool, bool] | None) -> None:
    found = parse_shell(name)
    assert (found and (found.line, found.packets, found.terminal)) == line_packets_terminal


def packet(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


def shell(line: str, commands: RunCommand = few_commands) -> ByteStream:
    """A shell of version 2."""
    endpoints = Endpoints()
    request = ShellRequest(line, packets=True, terminal=False)
    endpoints.serve("tcp:1", lambda stream: run_shell(request, commands, stream))
    return endpoints.connect("tcp:1")


def played(line: str, sent: bytes) -> bytes:
    """What it answers."""
    stream = shell(line)
    stream.write(sent)
    return b"".join(iter(stream.read, b""))


def test_input_is_read_across_packets_and_other_packets_are_passed_over() -> None:
    others = packet(5, b"24x80,0x0") + packet(0, b"") + packet(9, b"later")
    sent = packet(0, b"on") + others + packet(0, b"e") + packet(4, b"")
    assert played("cat", sent) == packet(1, b"on") + packet(1, b"e") + packet(3, b"\0")
    long = packet(0, b"a") + b"\1\xff\xff\xff\xff"
    assert played("cat", long) == packet(1, b"a") + packet(3, b"\0"), "a packet that is too long ends the input"


def test_long_output_is_cut_into_packets() -> None:
    def long(line: str, streams: CommandStreams) -> int:
        streams.write(bytes(150_000))
        return 300

    stream, sizes = shell("", long), list[int]()
    while True:
        kind, length = struct.unpack("<BI", read_exactly(stream, 5))
        data = read_exactly(stream, length)
        if kind == 3:
            break
        sizes.append(length)
    assert (sizes, data) == ([65536, 65536, 18928], b"\x2c")
