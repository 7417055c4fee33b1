"""The services `shell:`, `shell,v2,…:` and `exec:`: a command's three streams and its exit code on one stream."""

import struct
import threading
from collections.abc import Generator
from contextlib import contextmanager

from sextant.integrations.adb_bridge.commands import RunCommand
from sextant.integrations.adb_bridge.endpoints import ByteStream, read_exactly
from sextant.integrations.adb_bridge.messages import AdbProtocolError
from sextant.integrations.adb_bridge.terminal import Terminal

__all__ = ["ShellRequest", "parse_shell", "run_shell"]

_PACKET = struct.Struct("<BI")
_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN, _WINDOW_SIZE = range(6)
_PACKET_BYTES = 1 << 20
_CHUNK = 64 << 10


class ShellRequest:
    """A request for the shell."""

    def __init__(self, line: str, *, packets: bool, terminal: bool) -> None:
        self.line = line
        """Empty for an interactive shell."""
        self.packets = packets
        """Whether output, errors and the exit code travel apart (version 2)."""
        self.terminal = terminal
        """Whether lines are edited and echoed by the phone."""


def parse_shell(destination: str) -> ShellRequest | None:
    """Parses the destination of a stream; None if it is not for the shell."""
    name, colon, line = destination.partition(":")
    kind, *options = name.split(",")
    if not colon or kind not in ("shell", "exec") or (kind == "exec" and options):
        return None
    if kind == "exec":
        return ShellRequest(line, packets=False, terminal=False)
    terminal = "raw" not in options and ("pty" in options or not line)
    return ShellRequest(line, packets="v2" in options, terminal=terminal)


def run_shell(request: ShellRequest, run_command: RunCommand, stream: ByteStream) -> None:
    """Runs the command on a stream; sends the exit code if the protocol version has one."""
    streams = _PacketStreams(stream) if request.packets else _RawStreams(stream)
    if not request.terminal:
        streams.exit(run_command(request.line, streams))
        return
    terminal = Terminal(streams.write)
    thread = threading.Thread(target=_pump, args=(streams, terminal), name="adb-terminal", daemon=True)
    thread.start()
    streams.exit(run_command(request.line, _TerminalStreams(streams, terminal)))


def _pump(streams: "_RawStreams", terminal: Terminal) -> None:
    try:
        while data := streams.read():
            terminal.type(data)
    except (OSError, EOFError):
        pass
    finally:
        terminal.end()


class _RawStreams:
    """Version 1: raw input and output; standard error is part of the output."""

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream

    def read(self, limit: int = 65536) -> bytes:
        return self._stream.read(limit)

    def write(self, data: bytes) -> None:
        self._stream.write(data)

    def write_error(self, data: bytes) -> None:
        self.write(data)

    def exit(self, code: int) -> None:
        """Sends nothing: the stream ends."""


class _PacketStreams(_RawStreams):
    """Version 2: packets with a kind, a length and data."""

    def __init__(self, stream: ByteStream) -> None:
        super().__init__(stream)
        self._left = 0
        self._ended = False
        self._write_lock = threading.Lock()

    def read(self, limit: int = 65536) -> bytes:
        while not self._ended:
            if self._left:
                found = self._stream.read(min(limit, self._left))
                self._left -= len(found)
                self._ended = not found
                return found
            with self._until_end():
                kind, length = _PACKET.unpack(read_exactly(self._stream, _PACKET.size))
                if length > _PACKET_BYTES:
                    raise AdbProtocolError(f"a shell packet of {length} bytes")
                if kind == _STDIN:
                    self._left = length
                    continue
                self._skip(length)
                self._ended = kind == _CLOSE_STDIN
        return b""

    def write(self, data: bytes) -> None:
        self._send(_STDOUT, data)

    def write_error(self, data: bytes) -> None:
        self._send(_STDERR, data)

    def exit(self, code: int) -> None:
        """Sends the exit code."""
        with self._write_lock:
            self._stream.write(_PACKET.pack(_EXIT, 1) + bytes((code & 0xFF,)))

    def _send(self, kind: int, data: bytes) -> None:
        view = memoryview(data)
        if not data:
            self._stream.write(b"")
        for start in range(0, len(view), _CHUNK):
            part = view[start : start + _CHUNK]
            with self._write_lock:
                self._stream.write(_PACKET.pack(kind, len(part)) + part)

    def _skip(self, length: int) -> None:
        """Skips window sizes, and packets of later versions."""
        while length:
            length -= len(read_exactly(self._stream, min(length, _CHUNK)))

    @contextmanager
    def _until_end(self) -> Generator[None]:
        try:
            yield
        except (EOFError, AdbProtocolError):
            self._ended = True


class _TerminalStreams:
    """A command on a terminal: input by lines, output with carriage returns, standard error in the output."""

    def __init__(self, streams: _RawStreams, terminal: Terminal) -> None:
        self._streams, self._terminal = streams, terminal

    def read(self, limit: int = 65536) -> bytes:
        return self._terminal.read(limit)

    def write(self, data: bytes) -> None:
        self._streams.write(data.replace(b"\n", b"\r\n"))

    def write_error(self, data: bytes) -> None:
        self.write(data)
