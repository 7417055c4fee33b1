"""The command `record`: what a person does on a device becomes a run."""

import os
import threading
import time
from pathlib import Path
from shlex import join
from typing import Annotated

import typer

from sextant.assembly import Hooks, open_journal
from sextant.assembly.recording import RecordedRun, RecordRequest, record
from sextant.cli.interrupt import Interrupt
from sextant.cli.options import JsonFlag, apart
from sextant.cli.output import Json, Output, boundary, counted
from sextant.cli.output_files import make_place, written
from sextant.cli.progress import episode_json, say_step
from sextant.cli.setting_options import Given, takes
from sextant.dataclass import dataclass
from sextant.journal import RunStore, export_trace
from sextant.journal.summary import step_row
from sextant.login.sign_in import has_display
from sextant.qa.route_keeper import RouteFilesKeeper
from sextant.qa.route_recording import ArrivedWalk
from sextant.qa.script_files import check_place
from sextant.qa.script_recording import recorded_script
from sextant.settings import Settings

__all__ = ["add_to"]

NOTHING_DONE = 1
ENDING = "\nThe recording ends. Press Ctrl-C again to stop at once.\n"


def add_to(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command(name="record")(record_person)


@takes("max_seconds", "headed", "attach", "attach_tab", "profile", "app", "origin", "secret")
def record_person(
    target: Annotated[
        str,
        typer.Argument(metavar="TARGET", help="web:URL or android:SERIAL.", callback=apart),
    ],
    given: Given,
    goal: Annotated[str, typer.Option("--goal", metavar="TEXT", help="What you do, as you would tell an agent.")] = "",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the route for `sextant check`.")
    ] = None,
    script: Annotated[
        Path | None, typer.Option("--script", metavar="FILE", help="Write the steps as a script for `sextant check`.")
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the trace as JSON lines.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Record what you do on a device as a run, until Ctrl-C."""
    with boundary(json) as out:
        settings, stopped = given.settings(), threading.Event()
        if out_file is not None:
            make_place(out_file)
        if script is not None:
            check_place(script)
        request = RecordRequest(target, goal.strip(), not settings.browser.attach and has_display(os.environ))
        keeper = None if save is None else RouteFilesKeeper.planned(save, request.target, (goal or target,), "")
        limit = settings.budget.max_seconds
        deadline = None if limit is None else time.monotonic() + limit
        hooks = Hooks(on_step=lambda step: say_step(out, step_row(step)), on_note=out.say_aside)
        journal = open_journal(settings)

        def ended() -> bool:
            return stopped.is_set() or (deadline is not None and time.monotonic() >= deadline)

        with Interrupt(first=ENDING).watching(stopped.set):
            done = record(request, settings, journal, ended, hooks)
        if out_file is not None:
            with journal.read(done.episode.run) as stored:
                written(out_file, "".join(f"{line}\n" for line in export_trace(stored)))
        files = _Files(keeper, script, journal)
        _say_end(out, done, files, settings)


@dataclass(frozen=True, slots=True)
class _Files:
    """The files that a recording is saved as."""

    route: RouteFilesKeeper | None
    script: Path | None
    journal: RunStore

    def write_script(self, out: Output, run: str) -> list[str]:
        """Write the script, and return the arguments of `check` that take its steps again; none without a script."""
        if self.script is None:
            return []
        with self.journal.read(run) as stored:
            made = recorded_script(stored, self.script.parent)
        written(self.script, made.text)
        out.say(f"wrote {self.script}: {counted(len(made.script.steps), 'step')}")
        return [str(self.script), *made.options]


def _say_end(out: Output, done: RecordedRun, files: _Files, settings: Settings) -> None:
    run = done.episode.run
    if done.ended_by:
        out.say(f"the device went away: {done.ended_by}", style="yellow")
    if done.unread:
        out.say(f"{counted(done.unread, 'gesture')} not recorded; sextant runs show {run} says why", style="yellow")
    saved: Json = None
    script = "" if files.script is None or not done.transitions else str(files.script)
    checked = files.write_script(out, run) if done.transitions else []
    if files.route is not None and done.transitions:
        walked = ArrivedWalk(done.transitions, done.device)
        (kept,) = files.route.keep(walked, (), settings, Hooks(on_note=out.say_aside))
        saved = {"file": str(kept.file), "hops": [hop.label for hop in kept.route.hops], "confirmed_by": kept.run}
        out.say(f"saved {kept.file}: {kept.route.way}")
        checked = [str(kept.file), *checked]
    command = join(["sextant", "check", *checked]) if checked else f"sextant replay {run} --open"
    out.result(
        {**episode_json(done.episode), "unrecorded": done.unread, "saved": saved, "script": script, "next": command}
    )
    out.say(f"recorded {counted(len(done.transitions), 'step')} as run {run}")
    out.say(f"next: {command}")
    if not done.transitions:
        raise typer.Exit(NOTHING_DONE)
