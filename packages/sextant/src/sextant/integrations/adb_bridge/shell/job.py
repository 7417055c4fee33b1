"""One running command: its words, its streams, its variables, and the phone that it runs on."""

import posixpath
from collections.abc import Callable
from dataclasses import field
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.shell.context import ShellContext

__all__ = ["Io", "Job", "OutputSink", "Program", "Source", "usage"]


class OutputSink(Protocol):
    """A destination of output."""

    def write(self, data: bytes) -> None: ...


class Source(Protocol):
    """A source of input; `read` returns no bytes at its end."""

    def read(self, limit: int = 65536) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Io:
    """The three streams of a command."""

    source: Source
    out: OutputSink
    err: OutputSink


INPUT_LIMIT = 16 << 20
"""Most bytes that a command reads from standard input."""


@dataclass(slots=True)
class Job:
    """The environment of one command. `args` are the words after its name."""

    machine: ShellContext
    name: str
    args: tuple[str, ...]
    io: Io
    variables: dict[str, str] = field(default_factory=dict[str, str])
    folder: str = "/"
    background: bool = False
    held: int = 0
    """Bytes that it keeps: standard input, stored lines."""
    failed: bool = False
    """Whether one of several files could not be read."""

    def say(self, text: str) -> None:
        """Writes a text with a line break to the output."""
        self.io.out.write(encoded(text) + b"\n")

    def complain(self, text: str) -> None:
        """Writes a text with a line break to standard error."""
        self.io.err.write(encoded(text) + b"\n")

    def fail(self, text: str, code: int = 1) -> int:
        """Writes an error message that begins with the name of the command."""
        self.complain(f"{self.name}: {text}")
        return code

    def path(self, name: str) -> str:
        """Makes a path absolute."""
        joined = posixpath.join(self.folder, name)
        return joined + "/" if name.endswith("/") and not joined.endswith("/") else joined

    def read_input(self) -> bytes:
        """All of standard input, up to a limit."""
        data = bytearray()
        while len(data) < INPUT_LIMIT and (chunk := self.io.source.read()):
            self.hold(len(chunk))
            data += chunk
        return bytes(data[:INPUT_LIMIT])

    def hold(self, size: int) -> None:
        """Reserves bytes until the command ends.

        Raises:
            OutputLimitError: All commands together would store too many bytes.
        """
        self.machine.hold(size)
        self.held += size

    def alive(self) -> None:
        """Raises `BrokenPipeError` once the client has disconnected."""
        self.io.out.write(b"")


Program = Callable[[Job], int]
"""The function of a command; it returns the exit code."""


def encoded(text: str) -> bytes:
    """Encodes a text; bytes of the command line that were not UTF-8 are kept unchanged."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def usage(job: Job, text: str, code: int = 255) -> int:
    """Writes the usage of a command to standard error."""
    job.complain(text.rstrip("\n"))
    return code
