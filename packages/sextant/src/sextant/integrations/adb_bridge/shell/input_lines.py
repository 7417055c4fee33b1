"""The input of toybox's commands on text: files, their lines, positions in them."""

import io
from collections.abc import Iterator
from typing import AnyStr

from sextant.integrations.adb_bridge.shell.job import Job

__all__ = ["inputs", "line_count", "lines", "position", "stored_lines"]

LINE_BYTES = 160
"""Memory of a stored line and of its sort key, in addition to its text."""


def inputs(job: Job, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """The content of each file, or of standard input; prints an error for missing files."""
    for name in names or ["-"]:
        if name in ("-", "/dev/stdin"):
            yield "-", job.read_input()
            continue
        try:
            yield name, job.machine.files.read(job.path(name)) if name != "/dev/null" else b""
        except OSError as error:
            job.complain(f"{job.name}: {name}: {error.strerror}")
            job.failed = True


def lines(data: bytes) -> Iterator[str]:
    """The lines, each decoded when it is needed."""
    for line in io.BytesIO(data):
        yield line.removesuffix(b"\n").decode("utf-8", "surrogateescape")


def stored_lines(job: Job, names: list[str]) -> list[str]:
    """The lines of all files, which count as memory of the command."""
    stored: list[str] = []
    for _, data in inputs(job, names):
        job.hold(len(data) + LINE_BYTES * line_count(data))
        stored += lines(data)
    return stored


def line_count(data: bytes) -> int:
    """The number of lines; the last one needs no line break."""
    return data.count(b"\n") + int(data[-1:] not in (b"", b"\n"))


def position(text: AnyStr, sign: AnyStr, number: int, start: int = 0) -> int:
    """The position after so many signs, counted from `start`; beyond the end if there are fewer."""
    for _ in range(number):
        found = text.find(sign, start)
        if found < 0:
            return len(text) + 1
        start = found + 1
    return start
