"""Commands about programs: check, show, write, run."""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from types import MappingProxyType
from typing import Annotated

import typer

from sextant.assembly import RunRequest, build_run, checked_goal
from sextant.assembly.programs import check_beginning, limits_of, values_of, write_program
from sextant.cli.options import DeviceName, JsonFlag, Unattended
from sextant.cli.output import Json, Output, boundary, counted
from sextant.cli.output_files import make_place, written
from sextant.cli.run import carry_out
from sextant.cli.setting_options import Given, takes
from sextant.errors import UsageError
from sextant.program.language import Problem, Program, parse
from sextant.program.preflight import ends_at_once, idle_loops, later_stops

__all__ = ["add_to"]

ProgramFile = Annotated[Path, typer.Argument(metavar="FILE", help="File with the program.", show_default=False)]

_NO_VALUES: Mapping[str, str] = MappingProxyType({})

_STEPLESS = 'it has no step, so it does nothing on a screen; a step is written so: step("open the settings")'


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    group = typer.Typer(help="Write, check and run programs: tasks with loops, conditions and variables.")
    group.command("check")(check)
    group.command("show")(show)
    group.command("write")(write)
    group.command("run")(run)
    app.add_typer(group, name="program", no_args_is_help=True)


@takes()
def check(file: ProgramFile, given: Given, json: JsonFlag = False) -> None:
    """Check a program. Print each error, and each place where the program may have to stop.

    `--set name=value` sets a variable, as in `run`.
    """
    with boundary(json) as out:
        program = _read(file)
        values = values_of(program, given.take_plain())
        limits = limits_of(given.settings())
        check_beginning(program, values, limits)
        stops = later_stops(program, values, limits)
        out.result({"file": str(file), "ok": True, **_facts(program, stops)})
        _say_facts(out, program, stops, values)
        out.say(f"next: {_next(file, program, values)}")


def show(file: ProgramFile, json: JsonFlag = False) -> None:
    """Print a program with line numbers, and the values that it needs."""
    with boundary(json) as out:
        program = _read(file)
        stops = later_stops(program)
        out.result({"file": str(file), "source": program.source, **_facts(program, stops)})
        for number, line in enumerate(_lines(program.source), 1):
            out.say(f"{number:4}  {line}")
        out.say()
        _say_facts(out, program, stops)
        out.say(f"next: {_next(file, program)}")


@takes("model", "max_tokens", "max_dollars", "app")
def write(
    goal: Annotated[str, typer.Argument(metavar="GOAL", help="Goal of the program; - reads standard input.")],
    given: Given,
    file: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="File to write.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
    json: JsonFlag = False,
) -> None:
    """Let a model write a program for a goal. Errors are returned to the model until the program is valid."""
    with boundary(json) as out:
        words = checked_goal(
            sys.stdin.read() if goal == "-" else goal, 'sextant program write "open the settings" -o F.py'
        )
        settings = given.settings()
        if file is not None:
            _check_writable(file, force)
        draft = write_program(words, settings, out.say_aside)
        if file is not None:
            written(file, draft.source)
        program = draft.program
        stops = later_stops(program)
        out.result(
            {
                "file": "" if file is None else str(file),
                "source": draft.source,
                "tries": draft.tries,
                "usage": asdict(draft.usage),
                **_facts(program, stops),
            }
        )
        if file is None:
            out.say(draft.source.rstrip())
            return
        out.say(f"written to {file}")
        _say_facts(out, program, stops)
        out.say(f"next: {_next(file, program)}")


@takes(
    *("model", "preset", "guide", "max_steps", "max_tokens", "max_dollars", "max_seconds"),
    *("headed", "attach", "attach_tab", "profile"),
    *("app", "origin", "read_only", "allow_request", "authorizer", "verifier"),
    *("allow", "irreversible", "secret", "faults"),
)
def run(
    file: ProgramFile,
    device: DeviceName,
    given: Given,
    goal: Annotated[str, typer.Option("--goal", help="Goal of the program, by which its end is judged.")] = "",
    unattended: Unattended = False,
    json: JsonFlag = False,
) -> None:
    """Carry out a program on a device with a language model. `--set name=value` sets a variable."""
    with boundary(json) as out:
        program = _read(file)
        if not program.leaves:
            out.say_aside(_STEPLESS)
        values = given.take_plain()
        given_values = values_of(program, values)
        settings = given.settings(
            program__source=program.source, program__values=values or None, program__goal=goal or None
        )
        limits = limits_of(settings)
        check_beginning(program, given_values, limits)
        for stop in later_stops(program, given_values, limits):
            out.say_aside(_stop_line(stop))
        request = RunRequest(goal or _purpose(program, file), device)
        carry_out(out, unattended, lambda person, hooks: build_run(request, settings, person, hooks))


def _check_writable(file: Path, force: bool) -> None:
    """Check that the program can be written, before a model is asked for it."""
    make_place(file)
    if file.exists() and not force:
        raise UsageError(f"{str(file)!r} already exists.", "Add --force to overwrite it, or choose another --out.")


def _read(file: Path) -> "Program":

    try:
        source = file.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"The program {str(file)!r} cannot be read: {error.strerror}.", "Check the path.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"The program {str(file)!r} is not UTF-8 text.", "Save it as UTF-8.") from error
    return parse(source)


def _lines(source: str) -> list[str]:
    """Split into lines as Python counts them: `splitlines` splits at more characters."""
    return re.split(r"\r\n|\r|\n", source.rstrip())


def _purpose(program: "Program", file: Path) -> str:
    """The purpose of a program: its first comment, or else its file name."""
    for line in program.source.splitlines():
        if line.startswith("#") and line.strip("# "):
            return line.strip("# ")
        if line.strip() and not line.startswith("#"):
            break
    return f"carry out the program {file.name}"


def _next(file: Path, program: "Program", values: Mapping[str, str] = _NO_VALUES) -> str:
    """The next command for a program; one without steps needs a step first."""
    if not program.leaves:
        return f"write a step into {file}, then sextant program check {quote(str(file))}"
    known = {**dict.fromkeys(program.undeclared, "VALUE"), **values}
    given = "".join(f" --set {quote(f'{name}={value}')}" for name, value in known.items())
    return f"sextant program run {quote(str(file))} --device web:URL --model NAME{given}"


def _facts(program: "Program", stops: "Sequence[Problem]") -> dict[str, Json]:

    functions = [name for name in program.functions if name]
    asked: dict[str, Json] = {**program.undeclared}
    return {
        "steps": program.leaves,
        "functions": functions,
        "variables": sorted(program.variables),
        "asked_for": asked,
        "idle_loops": list(idle_loops(program)),
        "may_stop": [{"line": stop.line, "reason": stop.message} for stop in stops],
    }


def _say_facts(
    out: Output, program: "Program", stops: "Sequence[Problem]", values: Mapping[str, str] = _NO_VALUES
) -> None:

    functions = [f"{name}()" for name in program.functions if name]
    said = [counted(program.leaves, "step"), counted(len(program.variables), "variable"), *functions]
    out.say(", ".join(said))
    if not program.leaves:
        out.say(_STEPLESS, style="yellow")
    elif ends_at_once(program):
        out.say("the program ends before its first step, so it does nothing", style="yellow")
    for line in idle_loops(program):
        out.say(f"line {line}: this loop contains no step and may run until its limit", style="yellow")
    for stop in stops:
        out.say(_stop_line(stop), style="yellow")
    for name, line in program.undeclared.items():
        if name in values:
            continue
        out.say(f"line {line}: {name} has no value; give one with --set {name}=…, or the run asks for it")


def _stop_line(stop: "Problem") -> str:
    return f"line {stop.line}: {stop.message}"
