"""Writes to standard output and standard error, for people and for programs."""

import codecs
import errno
import json
import math
import os
import sys
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from sextant.errors import JournalFault, SextantError, UsageError
from sextant.storage import UnsafePath
from sextant.text.legible import escaped_in_json, for_terminal
from sextant.text.spellings import Spellings

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "INTERRUPTED",
    "Json",
    "JsonFlag",
    "Output",
    "begin_command",
    "boundary",
    "counted",
    "is_new",
    "known_values",
    "make_console",
    "print_json",
]

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""A JSON value."""
JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object; progress goes to standard error.")]

INTERRUPTED = 130
"""Exit status after Ctrl-C, as in shells."""
BROKEN_PIPE = 141


class _Command:
    """State of the current command; one command at a time runs in a process."""

    def __init__(self) -> None:
        self.secrets = Spellings()
        self.named = set[str]()


_command = _Command()


def begin_command() -> None:
    """Reset the state of the command before."""
    global _command
    _command = _Command()


def known_values() -> Spellings:
    """The secrets known to this command; all output masks them."""
    return _command.secrets


def is_new(line: str) -> bool:
    """Whether this command prints a line for the first time."""
    new = line not in _command.named
    _command.named.add(line)
    return new


class Output:
    """Writes the output of a command.

    For people, results and progress go to standard output. With `--json`, standard output is one JSON object, and
    progress goes to standard error. Text is coloured and cut to the window on a terminal only.
    """

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self._known = known_values()
        self._consoles: dict[bool, Console] = {}

    @property
    def people(self) -> "Console":
        """The console that people read."""
        return self._console(stderr=self.as_json)

    @property
    def errors(self) -> "Console":
        """Standard error."""
        return self._console(stderr=True)

    def say(self, what: "RenderableType" = "", style: str = "") -> None:
        """Print a line, or a table, for people. Markup is not interpreted: the text may come from a screen.

        Control characters are printed by name (`<U+001B>`).
        """
        what = self.discreet(what) if isinstance(what, str) else what
        self.people.print(what, markup=False, highlight=False, soft_wrap=isinstance(what, str), style=style or None)

    def say_aside(self, text: str) -> None:
        """Print a line to standard error: warnings, disclosures, what Ctrl-C does."""
        self.errors.print(self.discreet(text), markup=False, highlight=False, soft_wrap=True)

    def result(self, data: Json) -> None:
        """Write the JSON object of a command on one line, with `--json` only."""
        if self.as_json:
            print_json(_dumped(self._masked(data)))

    def result_text(self, text: str) -> None:
        """Write a JSON object that is already serialised, with `--json` only."""
        if self.as_json:
            print_json(self._known.replaced(text))

    def labelled(self, label: str, style: str, text: str) -> None:
        """Print a line that begins with a coloured word. Markup is not interpreted."""
        from rich.text import Text

        self.people.print(Text.assemble((label, style), self.discreet(text)), soft_wrap=True)

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()) -> None:
        """Print a table for people: aligned on a terminal, else tab-separated lines with a header."""
        if not self.people.is_terminal:
            for row in (heads, *rows):  # not through the console, which turns tabs into spaces
                self.people.file.write("\t".join(" ".join(self.discreet(cell).split()) for cell in row) + "\n")
            self.people.file.flush()
            return
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="dim")
        for head in heads:
            table.add_column(head, justify="right" if head in right else "left", overflow="fold")
        for row in rows:
            table.add_row(*(Text(self.discreet(cell)) for cell in row))
        self.say(table)

    def discreet(self, text: str) -> str:
        """The text with secrets masked, and control characters by name."""
        return for_terminal(self._known.replaced(text))

    def _masked(self, data: Json) -> Json:
        if not self._known:
            return data
        if isinstance(data, str):
            return self._known.replaced(data)
        if isinstance(data, Mapping):
            return {self._known.replaced(key): self._masked(value) for key, value in data.items()}
        return [self._masked(value) for value in data] if isinstance(data, Sequence) else data

    def _console(self, stderr: bool) -> "Console":
        if stderr not in self._consoles:
            self._consoles[stderr] = make_console(stderr)
        return self._consoles[stderr]


@contextmanager
def boundary(as_json: bool) -> Generator[Output]:
    """Run a command's body, and turn an expected error into a message, a remedy and an exit code."""
    out = Output(as_json)
    try:
        yield out
    except SextantError as error:
        _show_error(out, error)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        out.say_aside("Interrupted.")
        raise typer.Exit(INTERRUPTED) from None
    except (RecursionError, MemoryError):
        _show_error(out, UsageError("The input is nested too deeply or too large.", "Use a smaller input."))
        raise typer.Exit(UsageError.exit_code) from None
    except BrokenPipeError:
        # The reader has gone. Python would fail again when it flushes at exit, so standard output goes to /dev/null.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(BROKEN_PIPE) from None
    except OSError as error:
        if error.errno is None:
            raise
        fault = _refused(error)
        _show_error(out, fault)
        raise typer.Exit(fault.exit_code) from None


def print_json(text: str) -> None:
    """Print a JSON text to standard output; no character steers a terminal or is missing in the stream's encoding."""
    try:
        utf8 = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
    except LookupError:
        utf8 = False
    sys.stdout.write(escaped_in_json(text.rstrip("\n"), ascii_only=not utf8) + "\n")
    sys.stdout.flush()


def _dumped(data: Json) -> str:
    """Serialise on one line. Damaged or hostile records may contain non-finite numbers."""
    try:
        return json.dumps(data, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(data), ensure_ascii=False)


def _finite(data: Json) -> Json:
    match data:
        case float() if not math.isfinite(data):
            return None
        case Mapping():
            return {key: _finite(value) for key, value in data.items()}
        case list() | tuple():
            return [_finite(value) for value in data]
        case _:
            return data


def counted(number: int, what: str) -> str:
    """The number with the noun, in the plural where it is not one."""
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"


def _refused(error: OSError) -> JournalFault:
    """Translate an error of the file system that no other code has translated."""
    if isinstance(error, UnsafePath):
        return JournalFault(f"Sextant does not use {error.filename!r}: {error.strerror}.", f"{error.remedy}.")
    where = f", for {str(error.filename)!r}" if error.filename else ""
    elsewhere = "or keep the state elsewhere: XDG_STATE_HOME=DIR"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        advice = f"Free some space (`sextant runs gc` removes old runs), {elsewhere}"
        return JournalFault(f"The disk is full: {error.strerror}{where}.", advice)
    advice = f"Check that it exists and that you may write there, {elsewhere}"
    return JournalFault(f"The file system refused: {error.strerror}{where}.", advice)


def _show_error(out: Output, error: SextantError) -> None:
    """Print the message and the remedy; a line feed in what they name makes no line that passes for ours."""
    message, remedy = (out.discreet(text).replace("\n", "\n" + " " * 9) for text in (error.message, error.remedy))
    out.errors.print(f"error: {message}", markup=False, highlight=False, soft_wrap=True, style="red")
    if error.remedy:
        out.say_aside(f"  next: {remedy}")
    problem = {"kind": type(error).__name__, "message": error.message, "remedy": error.remedy}
    out.result({"error": problem, "exit_code": error.exit_code})


PLAIN_WIDTH = 10_000
"""In a pipe nothing is wrapped or cut."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Raise to `boundary`, which ends the command quietly."""
        raise BrokenPipeError


def make_console(stderr: bool) -> Console:
    """The console for standard output or standard error. `:name:` is not turned into an emoji."""
    console = _Console(stderr=stderr, emoji=False)
    if console.is_terminal:
        return console
    return _Console(stderr=stderr, emoji=False, width=PLAIN_WIDTH, color_system=None)
