"""Runs command lines: lists, pipes, redirections, variables; bounded in time, output and depth."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import field

from sextant.dataclass import dataclass
from sextant.errors import DeviceFault
from sextant.integrations.adb_bridge.shell.context import OutputLimitError, ShellContext
from sextant.integrations.adb_bridge.shell.expansion import Expansion, ExpansionError
from sextant.integrations.adb_bridge.shell.job import Io, Job, OutputSink, Program, encoded
from sextant.integrations.adb_bridge.shell.syntax import Command, Group, Item, Redirection, ShellSyntaxError, parse

__all__ = ["Runner", "ShellEnvironment", "ShellExitError"]

SHELL = "/system/bin/sh"
PIPE_LIMIT = 16 << 20
"""Most bytes in a pipe, in a substitution, or written to a file."""
OUTPUT_LIMIT = 256 << 20
"""Most bytes that one line writes."""
SECONDS = 3600.0
"""Longest duration of one line."""
MOST_COMMANDS = 10_000
"""Most commands that one line runs."""
DEEPEST = 16
"""Deepest nesting of shells."""


class ShellExitError(Exception):
    """`exit` was called."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class ShellEnvironment:
    """The variables and the folder of one shell."""

    variables: dict[str, str] = field(default_factory=dict[str, str])
    folder: str = "/"
    depth: int = 0
    left: list[int] = field(default_factory=lambda: [MOST_COMMANDS])
    """Commands that the line may still run, with all shells inside it."""
    substituted: int = 0
    """The exit code of the last command substitution."""

    def copy(self) -> "ShellEnvironment":
        """A copy for a subshell."""
        return ShellEnvironment(dict(self.variables), self.folder, self.depth + 1, self.left)


_Ends = list[Callable[[], None]]
"""Functions to call when a command has ended."""


class _Buffer:
    """Output that is stored for the next reader."""

    def __init__(self, machine: ShellContext) -> None:
        self.data = bytearray()
        self._machine = machine

    def write(self, data: bytes) -> None:
        if len(self.data) + len(data) > PIPE_LIMIT:
            raise OutputLimitError
        self._machine.hold(len(data))
        self.data += data

    def close(self) -> bytes:
        """Returns what was written, and releases its bytes."""
        data = bytes(self.data)
        self._machine.hold(-len(data))
        self.data = bytearray()
        return data


class _Input:
    """Bytes as standard input."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = data
        self._at = 0

    def read(self, limit: int = 65536) -> bytes:
        chunk = self._data[self._at : self._at + limit]
        self._at += len(chunk)
        return chunk


class _Nowhere:
    """Drops the data; a write fails where it would fail on `err`, such as after the client has disconnected."""

    def __init__(self, err: OutputSink) -> None:
        self._err = err

    def write(self, data: bytes) -> None:
        self._err.write(data[:0])


class _Counted:
    """The output of the line, which raises an error beyond its limits."""

    def __init__(self, write: Callable[[bytes], None], left: list[int], deadline: float) -> None:
        self._write = write
        self._left = left
        self._deadline = deadline

    def write(self, data: bytes) -> None:
        self._left[0] -= len(data)
        if self._left[0] < 0 or time.monotonic() > self._deadline:
            raise OutputLimitError
        self._write(data)


class Runner:
    """Runs command lines with a table of commands. Error messages are those of mksh."""

    def __init__(self, machine: ShellContext, programs: Mapping[str, Program]) -> None:
        self.machine = machine
        self.programs = programs

    def run(self, line: str, io: Io, environment: ShellEnvironment) -> int:
        """Runs a whole line and returns its exit code.

        Raises:
            ShellExitError: The line called `exit`.
            BrokenPipeError: The client has disconnected.
        """
        environment.left = [MOST_COMMANDS]
        left, deadline = [OUTPUT_LIMIT], time.monotonic() + SECONDS
        bounded = Io(io.source, _Counted(io.out.write, left, deadline), _Counted(io.err.write, left, deadline))
        try:
            return self.inner(line, bounded, environment)
        except OutputLimitError:
            return 137

    def inner(self, line: str, io: Io, environment: ShellEnvironment) -> int:
        """Like `run`, but within the limits of the enclosing line."""
        try:
            if environment.depth > DEEPEST:
                raise ShellSyntaxError("nesting too deep")
            items = parse(line)
        except ShellSyntaxError as error:
            io.err.write(encoded(f"{SHELL}: syntax error: {error}\n"))
            return 1
        return self._items(items, io, environment)

    def _items(self, items: tuple[Item, ...], io: Io, environment: ShellEnvironment) -> int:
        code = int(environment.variables.get("?", "0") or 0)
        for item in items:
            if (item.when == "success" and code) or (item.when == "failure" and not code):
                continue
            code = self._pipeline(item, io, environment)
            environment.variables["?"] = str(code)
        return code

    def _pipeline(self, item: Item, io: Io, environment: ShellEnvironment) -> int:
        commands = item.pipeline.commands
        source, code = io.source, 0
        for number, command in enumerate(commands):
            last = number == len(commands) - 1
            kept = _Buffer(self.machine)
            here = environment if len(commands) == 1 else environment.copy()
            try:
                code = self._command(command, Io(source, io.out if last else kept, io.err), here, item.background)
            except ShellExitError as ended:
                if len(commands) == 1:
                    raise
                code = ended.code
            finally:
                data = kept.close()
            source = _Input(data)
        return int(not code) if item.pipeline.negated else code

    def _command(self, command: Command | Group, io: Io, environment: ShellEnvironment, background: bool) -> int:
        ends: _Ends = []
        try:
            io = self._redirected(command.redirections, io, environment, ends)
        except OSError as error:
            io.err.write(encoded(f"{SHELL}: {_opened(error)}\n"))
            return 1
        try:
            if isinstance(command, Group):
                return self._group(command, io, environment)
            return self._simple(command, io, environment, background)
        finally:
            for end in ends:
                end()

    def _group(self, group: Group, io: Io, environment: ShellEnvironment) -> int:
        if not group.own:
            return self._items(group.items, io, environment)
        try:
            return self._items(group.items, io, environment.copy())
        except ShellExitError as ended:
            return ended.code

    def _simple(self, command: Command, io: Io, environment: ShellEnvironment, background: bool) -> int:
        environment.left[0] -= 1
        if environment.left[0] < 0:
            raise OutputLimitError
        io.out.write(b"")  # ends the line once the client has disconnected
        expansion = self._expansion(io, environment)
        environment.substituted = 0
        try:
            words = expansion.words(command.words)
            assigned = {name: expansion.text(word) for name, word in command.assignments}
            expansion.fits(assigned)
        except ExpansionError as error:
            io.err.write(encoded(f"{SHELL}: {error}\n"))
            return 126
        if not words:
            environment.variables |= assigned
            return environment.substituted
        name, *args = words
        job = Job(self.machine, name, tuple(args), io, environment.variables | assigned, environment.folder, background)
        return self.call(job, environment)

    def call(self, job: Job, environment: ShellEnvironment) -> int:
        """Runs one command, after its words are expanded."""
        builtin = _BUILTINS.get(job.name)
        name = re.sub(r"^/(system|vendor)?/?x?bin/", "", job.name)
        program = self.programs.get(name)
        if builtin is None and program is None:
            return self._missing(job)
        try:
            if builtin is not None:
                return builtin(self, job, environment)
            job.name = name
            return program(job) if program else 127
        except (ValueError, OverflowError, RecursionError) as error:
            return job.fail(str(error) or "bad argument")
        except DeviceFault as error:
            return job.fail(str(error))
        except BrokenPipeError:
            raise
        except OSError as error:
            return job.fail(_opened(error))
        finally:
            job.machine.hold(-job.held)

    def _missing(self, job: Job) -> int:
        reason, code = "inaccessible or not found", 127
        if "/" in job.name:
            try:
                found = self.machine.files.stat(job.path(job.name))
                reason, code = ("Is a directory" if found.is_folder else "can't execute: Permission denied"), 126
            except OSError:
                pass
        job.complain(f"{SHELL}: {job.name}: {reason}")
        return code

    def _expansion(self, io: Io, environment: ShellEnvironment) -> Expansion:
        def substitute(line: str) -> str:
            kept = _Buffer(self.machine)
            inner = environment.copy()
            try:
                code = self.inner(line, Io(_Input(), kept, io.err), inner)
            except ShellExitError as ended:
                code = ended.code
            finally:
                data = kept.close()
            environment.substituted = code
            return data.decode("utf-8", "surrogateescape")

        return Expansion(environment.variables, substitute, self.machine.files, environment.folder)

    def _redirected(
        self,
        redirections: tuple[Redirection, ...],
        io: Io,
        environment: ShellEnvironment,
        ends: _Ends,
    ) -> Io:
        """The streams of a command. Adds to `ends` the functions to call when it has ended."""
        source = io.source
        sinks: dict[int, OutputSink] = {1: io.out, 2: io.err}
        expansion = self._expansion(io, environment)
        for redirection in redirections:
            target = expansion.text(redirection.target)
            if redirection.operator == ">&":
                if target == "-":
                    sinks[redirection.descriptor] = _Nowhere(io.err)
                elif target.isdigit() and int(target) in sinks:
                    sinks[redirection.descriptor] = sinks[int(target)]
                continue
            path = target if target.startswith("/") else f"{environment.folder}/{target}"
            if redirection.operator == "<":
                data = b"" if path in ("/dev/null", "/dev/stdin") else self.machine.files.read(path)
                source = io.source if path == "/dev/stdin" else _Input(data)
            else:
                sinks[redirection.descriptor] = self._file(path, redirection.operator == ">>", io, ends)
        return Io(source, sinks[1], sinks[2])

    def _file(self, path: str, more: bool, io: Io, ends: _Ends) -> OutputSink:
        if path == "/dev/null":
            return _Nowhere(io.err)
        if path in ("/dev/tty", "/dev/stdout", "/dev/stderr"):
            return io.err if path == "/dev/stderr" else io.out
        files, kept = self.machine.files, _Buffer(self.machine)
        if more:
            files.append(path, b"")
        else:
            files.write(path, b"")

        def keep() -> None:
            try:
                files.append(path, kept.close())
            except OSError as error:
                io.err.write(encoded(f"{SHELL}: {_opened(error)}\n"))

        ends.append(keep)
        return kept


def _opened(error: OSError) -> str:
    reason = error.strerror or "I/O error"
    return f"{error.filename}: {reason}" if error.filename else reason


def _nothing(_: Runner, __: Job, ___: ShellEnvironment) -> int:
    return 0


def _exit(_: Runner, job: Job, environment: ShellEnvironment) -> int:
    code = job.args[0] if job.args else environment.variables.get("?", "0")
    raise ShellExitError(int(code) & 255 if code.lstrip("-").isdigit() else 1)


def _cd(runner: Runner, job: Job, environment: ShellEnvironment) -> int:
    path = job.path(job.args[0] if job.args else "/")
    if not runner.machine.files.stat(path).is_folder:
        job.complain(f"{SHELL}: cd: {job.args[0]}: Not a directory")
        return 2
    environment.folder = "/" + "/".join(_parts(path))
    environment.variables["PWD"] = environment.folder
    return 0


def _parts(path: str) -> list[str]:
    parts: list[str] = []
    for part in path.split("/"):
        parts = parts[:-1] if part == ".." else parts if part in ("", ".") else [*parts, part]
    return parts


def _export(_: Runner, job: Job, environment: ShellEnvironment) -> int:
    for word in job.args:
        name, equals, value = word.partition("=")
        if equals:
            environment.variables[name] = value
    return 0


def _unset(_: Runner, job: Job, environment: ShellEnvironment) -> int:
    for name in job.args:
        environment.variables.pop(name, None)
    return 0


def _pwd(_: Runner, job: Job, environment: ShellEnvironment) -> int:
    job.say(environment.folder)
    return 0


def _sh(runner: Runner, job: Job, environment: ShellEnvironment) -> int:
    """`sh -c LINE`, `sh FILE`, or the lines of standard input."""
    inner = environment.copy()
    if job.args[:1] == ("-c",) and len(job.args) > 1:
        line = job.args[1]
    elif job.args and not job.args[0].startswith("-"):
        line = runner.machine.files.read(job.path(job.args[0])).decode("utf-8", "surrogateescape")
    else:
        line = job.read_input().decode("utf-8", "surrogateescape")
    try:
        return runner.inner(line, job.io, inner)
    except ShellExitError as ended:
        return ended.code


def _again(runner: Runner, job: Job, environment: ShellEnvironment) -> int:
    """Runs its arguments as a command: `exec`, `nohup`, `toybox`, `command`, `env`."""
    words = list(job.args)
    variables = dict(job.variables)
    while words and job.name == "env" and "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    if words[:1] == ["-v"] and job.name == "command":
        found = next((name for name in words[1:] if name in runner.programs or name in _BUILTINS), None)
        if found:
            job.say(f"/system/bin/{found}" if found in runner.programs else found)
        return int(found is None)
    if not words:
        names = sorted(name for name in variables if name[:1].isalpha()) if job.name == "env" else []
        for name in names:
            job.say(f"{name}={variables[name]}")
        return 0
    if job.name in ("timeout", "nice") and words:
        words = words[1:]
    return runner.call(
        Job(job.machine, words[0], tuple(words[1:]), job.io, variables, job.folder, job.background), environment
    )


_BUILTINS: dict[str, Callable[[Runner, Job, ShellEnvironment], int]] = {
    "exit": _exit,
    "cd": _cd,
    "export": _export,
    "set": _nothing,
    "wait": _nothing,
    "trap": _nothing,
    "umask": _nothing,
    "unset": _unset,
    "pwd": _pwd,
    "sh": _sh,
    "/system/bin/sh": _sh,
    "exec": _again,
    "nohup": _again,
    "toybox": _again,
    "command": _again,
    "env": _again,
    "timeout": _again,
}
