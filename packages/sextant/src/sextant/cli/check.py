"""The command `check`: walks saved routes and scripts as tests."""

import errno
import os
import time
from collections.abc import Sequence
from pathlib import Path
from shlex import join
from tempfile import NamedTemporaryFile
from typing import Annotated

import typer

from sextant.assembly import Hooks
from sextant.cli.interrupt import Interrupt
from sextant.cli.options import JsonFlag, apart
from sextant.cli.output import INTERRUPTED, Json, Output, boundary, counted, known_values
from sextant.cli.output_files import written
from sextant.cli.setting_options import Given, takes
from sextant.errors import UsageError
from sextant.qa.check_reports import annotations, details, exit_code, junit_xml
from sextant.qa.checks import CheckOptions, Checks, FileChecked
from sextant.qa.file_check import RouteResult, Verdict
from sextant.qa.route_files import find_routes
from sextant.qa.script_files import Script
from sextant.utg.files.saved import SavedRoute

__all__ = ["add_to"]

_STYLES: dict["Verdict", str] = {"exact": "green", "moved": "yellow", "failed": "red", "error": "red"}


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command()(check)


@takes(
    *("max_steps", "max_seconds", "headed", "profile", "app", "origin", "read_only", "allow_request"),
    *("allow", "irreversible", "secret"),
)
def check(
    routes: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files of routes and scripts, or folders with such files.")
    ],
    given: Given,
    device: Annotated[
        str,
        typer.Option(
            *("--device", "-d"),
            metavar="TARGET",
            help="Device to use instead of the recorded one.",
            callback=apart,
        ),
    ] = "",
    base_url: Annotated[
        str,
        typer.Option("--base-url", metavar="URL", help="Present scheme, host and port of the app.", callback=apart),
    ] = "",
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write the results as JUnit XML.")
    ] = None,
    github: Annotated[bool, typer.Option("--github", help="Print annotations for GitHub Actions.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Count a moved route as failed.")] = False,
    update: Annotated[bool, typer.Option("--update", help="Save the new path of moved routes.")] = False,
    workers: Annotated[int, typer.Option("--workers", "-w", help="Number of routes at a time.", min=1, max=64)] = 1,
    json: JsonFlag = False,
) -> None:
    """Repeat saved routes and scripts. Each is exact, moved or failed. Needs no model."""
    with boundary(json) as out:
        files = find_routes(routes)
        settings = given.settings()
        if junit is not None:
            _writable(junit)
        began = time.time()
        width = max(len(str(file)) for file in files)
        checks = Checks(
            files,
            settings,
            CheckOptions(device, base_url, update, workers),
            lambda done: _say_line(out, done, width),
            Hooks(on_note=out.say_aside),
        )
        with Interrupt().watching(checks.stop):
            done = checks.run()
        if junit is not None:
            written(junit, junit_xml(done, strict, began, known_values().replaced))
        code = INTERRUPTED if checks.stopped else exit_code(done, strict)
        out.result(_result_json(done, code, strict, time.time() - began))
        if github:
            for command in annotations(done, strict):
                out.say(command)
        _say_end(out, done, strict, time.time() - began)
        raise typer.Exit(code)


# ---- for people


def _say_line(out: Output, done: "FileChecked", width: int) -> None:
    """Print one line for a route, when its check ends."""
    checked = done.checked
    hops = counted(len(checked.old.hops), checked.unit) if checked.old is not None else ""
    spent = f"{hops:>8}  {checked.seconds:5.1f} s"
    note = "  written" if done.written else ""
    if checked.verdict == "exact" and checked.new is not None:
        note = f"  {checked.new.way}"
    out.labelled(f"{checked.verdict:<7}", _STYLES[checked.verdict], f" {done.file!s:<{width}}  {spent}{note}")


def _say_end(out: Output, results: Sequence["FileChecked"], strict: bool, seconds: float) -> None:

    for done in results:
        if done.checked.verdict != "exact":
            out.say("")
            out.labelled(done.checked.verdict, _STYLES[done.checked.verdict], f": {done.file}{_goal(done.checked)}")
            for line in details(done):
                out.say(f"  {line}")
    verdicts: tuple[Verdict, ...] = ("exact", "moved", "failed", "error")
    counts = {name: sum(done.checked.verdict == name for done in results) for name in verdicts}
    summary = ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "nothing was checked"
    out.say("")
    out.say(f"{summary}, {seconds:.1f} s")
    if counts["moved"] and strict:
        out.say("--strict: what has moved counts as failed")
    following = _next(results)
    if following:
        out.say(f"next: {following}")


def _goal(checked: "RouteResult") -> str:
    return f", to {checked.old.goal!r}" if checked.old is not None else ""


def _next(results: Sequence["FileChecked"]) -> str:
    for done in results:
        if done.checked.verdict == "failed" and done.checked.run:
            return f"sextant replay {done.checked.run}"
    routes = [done for done in results if isinstance(done.checked.old, SavedRoute)]
    moved = [str(done.file) for done in routes if done.checked.verdict == "moved" and not done.written]
    if moved:
        return f"sextant check {join(moved)} --update  # writes the routes as they are now"
    return ""


# ---- for programs


def _result_json(results: Sequence["FileChecked"], code: int, strict: bool, seconds: float) -> dict[str, Json]:
    verdicts: tuple[Verdict, ...] = ("exact", "moved", "failed", "error")
    counts: dict[str, Json] = {name: sum(done.checked.verdict == name for done in results) for name in verdicts}
    return {
        **counts,
        "strict": strict,
        "exit_code": code,
        "seconds": round(seconds, 3),
        "routes": [_route_json(done) for done in results],
        "next": _next(results),
    }


def _route_json(done: "FileChecked") -> dict[str, Json]:
    checked = done.checked
    found = checked.found
    return {
        "file": str(done.file),
        "verdict": checked.verdict,
        "goal": "" if checked.old is None else checked.old.goal,
        "reason": checked.reason,
        "changes": [{"hop": one.hop, "kind": one.kind, "text": one.text} for one in checked.changes],
        "deviations": [{"hop": one.hop, "kind": one.kind, "text": one.text} for one in checked.deviations],
        "old": _labels(checked.old),
        "new": _labels(checked.new),
        "screen": found.screen,
        "address": found.address,
        "nearest": [{"name": one.name, "address": one.address, "why": one.why} for one in found.nearest],
        "picture": "" if found.picture is None else str(found.picture),
        "run": checked.run,
        "steps": checked.steps,
        "seconds": round(checked.seconds, 3),
        "error": checked.fault,
        "written": done.written,
    }


def _labels(route: SavedRoute | Script | None) -> list[Json] | None:
    return None if route is None else [hop.label for hop in route.hops]


def _writable(file: Path) -> None:
    """Check before the walks that the report can be written."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}."):
            pass
    except OSError as error:
        raise UsageError(
            f"--junit names {str(file)!r}: {error.strerror}.", "Name a file that can be written."
        ) from error
