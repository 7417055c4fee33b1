"""Commands that drive a device: run, goto, resume."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from sextant.assembly import AbsentPerson, Harness, Hooks, Run, RunRequest, build_run, open_journal, resume_run
from sextant.assembly.leftovers import waiting_browser
from sextant.assembly.tours import tour_run
from sextant.cli.guide_report import GuideCounts, say_guides
from sextant.cli.interrupt import Interrupt
from sextant.cli.options import (
    AnswerSchema,
    AnyOrder,
    DeviceName,
    JsonFlag,
    LineFile,
    MaxSteps,
    Picker,
    RunName,
    TaskId,
    TaskSeed,
    Unattended,
)
from sextant.cli.output import INTERRUPTED, Json, Output, boundary, counted
from sextant.cli.person import TerminalPerson
from sextant.cli.progress import (
    episode_json,
    exit_code,
    next_command,
    recovery_json,
    say_episode,
    say_recovery,
    say_step,
    say_unprompted,
)
from sextant.cli.setting_options import Given, takes
from sextant.dataclass import dataclass
from sextant.errors import SextantError, UsageError
from sextant.journal import RecoveryCounter, StepSummary, candidates_of, line_of, step_row
from sextant.protocols import CourseStatus, Person
from sextant.settings import Settings
from sextant.storage import append
from sextant.text.legible import on_one_line
from sextant.types.requests import HeldRequests
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from sextant.program import StopEnd
    from sextant.qa.route_keeper import RouteFile, RouteFilesKeeper

__all__ = ["add_to", "carry_out"]

_PANEL = "Route"

Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Save the route for `sextant check`.", rich_help_panel=_PANEL),
]
BuildLabel = Annotated[
    str, typer.Option("--build", metavar="LABEL", help="Name of the recorded build.", rich_help_panel=_PANEL)
]


@dataclass(frozen=True, slots=True)
class RouteKeeper:
    """Saves the routes of a run, with the settings to confirm them with."""

    keeping: "RouteFilesKeeper"
    settings: Settings

    def keep(self, out: Output, transitions: Sequence[Transition], run: Run) -> Json:
        """Write the routes, print their names, and return them as JSON.

        Raises:
            SextantError: A route could not be confirmed, or a file cannot be written.
        """
        from sextant.qa.route_recording import ArrivedWalk

        walked = ArrivedWalk(transitions, run.device.name)
        written = self.keeping.keep(walked, run.about.stops(), self.settings, Hooks(on_note=out.say_aside))
        described: list[Json] = [_described(out, one) for one in written]
        return described if len(self.keeping.goals) > 1 else described[0]

    @property
    def names(self) -> str:
        """The files, as typed in a shell."""
        return join(map(str, self.keeping.files))


def add_to(app: typer.Typer) -> None:
    """Adds the commands to the application."""
    app.command()(run)
    app.command()(goto)
    app.command()(resume)


@takes(
    *(
        "model",
        "preset",
        "guide",
        "stop",
        "max_steps",
        "max_tokens",
        "max_dollars",
        "max_seconds",
        "headed",
        "attach",
        "attach_tab",
        "profile",
    ),
    *("app", "origin", "read_only", "allow_request", "authorizer", "verifier"),
    *("allow", "allow_everything", "irreversible", "secret", "faults"),
)
def run(
    goal: Annotated[str, typer.Argument(metavar="GOAL", help="The task; - reads standard input.")],
    device: DeviceName,
    given: Given,
    any_order: AnyOrder = False,
    answer_schema: AnswerSchema = None,
    task: TaskId = "",
    seed: TaskSeed = None,
    line: LineFile = None,
    unattended: Unattended = False,
    json: JsonFlag = False,
) -> None:
    """Carry out a task on a device with a language model."""
    with boundary(json) as out:
        settings = given.settings(route__order="unordered" if any_order else None)
        words = sys.stdin.read() if goal == "-" else goal
        request = RunRequest(words, device, "model", _schema(answer_schema), harness=Harness(task, seed))
        alone = unattended or settings.policy.everything_allowed
        begin = _beginning(request, settings)
        if line is None:
            carry_out(out, alone, begin)
        else:
            carry_out(out, alone, begin, ended=LineKeeper(line, settings).keep)


@takes(
    "max_steps",
    "max_seconds",
    "headed",
    "attach",
    "profile",
    "app",
    "origin",
    "allow_request",
    "read_ahead",
    "by_address",
)
def goto(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="Device, such as web:http://localhost:8000.")],
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT...",
            help="Description of the wanted screen, such as 'privacy policy'; several are visited in order.",
        ),
    ],
    given: Given,
    any_order: AnyOrder = False,
    save: Save = None,
    build: BuildLabel = "",
    model: Picker = None,
    unattended: Unattended = False,
    json: JsonFlag = False,
) -> None:
    """Navigate to a screen, or several, and draw a map of the app. Needs no model."""
    with boundary(json) as out:
        settings = given.settings(models__selector=model)
        asked = tour_run(texts, target, settings, "unordered" if any_order else "ordered")
        keeper = None
        if save is not None:
            from sextant.qa.route_keeper import RouteFilesKeeper

            keeper = RouteKeeper(RouteFilesKeeper.planned(save, target, asked.stops, build), asked.settings)
        carry_out(out, unattended, _beginning(asked.request, asked.settings), keeper=keeper, stops=asked.stops)


@takes(
    *("model", "max_tokens", "max_dollars", "max_seconds", "headed"),
    *("read_only", "allow_request", "authorizer", "verifier"),
)
def resume(
    given: Given,
    run: RunName = "last",
    max_steps: MaxSteps = None,
    unattended: Unattended = False,
    json: JsonFlag = False,
) -> None:
    """Continue a run where it stopped. Its own settings apply unless you give others.

    Limits count the whole run, including what it has already used.
    """
    with boundary(json) as out:
        journal = open_journal(given.settings())
        name = journal.find(run)
        earlier = EarlierLegs(name, RecoveryCounter(), GuideCounts())
        with journal.read(name) as record:
            recorded, taken = record.head.to_resume(), record.steps()
            for transition in record.transitions():
                earlier.recoveries.observe(transition)
                earlier.guide_counts.observe(transition)
        if max_steps is not None and max_steps <= taken:
            raise UsageError(
                f"--max-steps {max_steps} limits the whole run, which has already taken {taken} steps.",
                f"Raise the limit: sextant resume {name} --max-steps {taken + 100}",
            )
        settings = given.settings(recorded, budget__max_steps=max_steps)
        alone = unattended or settings.policy.everything_allowed
        carry_out(out, alone, lambda person, hooks: resume_run(name, settings, person, hooks), earlier)


@dataclass(frozen=True, slots=True)
class EarlierLegs:
    """The earlier part of a resumed run: its id, and the counts of its steps."""

    run: str
    recoveries: "RecoveryCounter"
    guide_counts: "GuideCounts"


@dataclass(frozen=True, slots=True)
class LineKeeper:
    """Appends runs to a file, one line of JSON each."""

    file: Path
    settings: "Settings"

    def __post_init__(self) -> None:
        if not self.file.absolute().parent.is_dir():
            raise UsageError(
                f"--line names {str(self.file)!r}, whose folder does not exist.", "Create it, or name another."
            )
        if self.file.is_symlink():
            raise UsageError(f"--line names {str(self.file)!r}, which is a link.", "Name the file it leads to.")

    def keep(self, run: str) -> None:
        """Append an ended run, by id."""
        with open_journal(self.settings).read(run) as record:
            append(self.file, f"{line_of(record).as_json()}\n".encode(), make=True)


Begin = Callable[["Person", "Hooks"], "Run"]
"""Opens the device and returns the assembled run."""


def _beginning(request: "RunRequest", settings: "Settings") -> Begin:

    return lambda person, hooks: build_run(request, settings, person, hooks)


class _Progress:
    """Prints each step of a run, and collects what the result needs."""

    def __init__(self, out: Output, earlier: "EarlierLegs", saves: bool) -> None:
        self._out, self._saves = out, saves
        self.begun: Run | None = None
        self.steps: list[StepSummary] = []
        self.transitions: list[Transition] = []
        self.held = HeldRequests()
        self.recoveries, self.guide_counts = earlier.recoveries, earlier.guide_counts

    def on_step(self, transition: Transition) -> None:
        if self._saves:  # screens are large: only saved routes need them
            self.transitions.append(transition)
        for count in (self.recoveries, self.guide_counts, self.held):
            count.observe(transition)
        row = step_row(transition)
        if self.begun is not None and self.begun.about.standing is not None:
            standing = self.begun.about.standing
            place = standing.where() or (self.steps[-1].place if self.steps else "")
            row = replace(row, place=place, why=row.why or _not_accepted(transition, standing))
        self.steps.append(row)
        say_step(self._out, row)

    def as_json(self, begun: Run, episode: Episode) -> dict[str, Any]:
        waiting = waiting_browser(begun.left)
        return {
            **_result_json(episode, self.steps),
            "recovery": recovery_json(self.recoveries.statistics),
            "candidates": [asdict(one) for one in candidates_of(episode, begun.head)],
            "stops": [_stop_json(one) for one in begun.about.stops()],
            "preset": begun.about.beside.preset,
            "guides": list(begun.about.beside.guides),
            "unattended": begun.about.unattended,
            "everything_allowed": begun.head.task.policy.everything_allowed,
            "calls": dict(begun.calls),
            "beside": self.guide_counts.as_json(),
            "held": list(self.held.lines),
            "map": "" if begun.about.map_file is None else str(begun.about.map_file),
            "browser": None if waiting is None else asdict(waiting),
        }


def carry_out(
    out: Output,
    unattended: bool,
    begin: Begin,
    earlier: "EarlierLegs | None" = None,
    keeper: RouteKeeper | None = None,
    stops: Sequence[str] = (),
    ended: Callable[[str], None] = lambda run: None,  # noqa: ARG005
) -> None:
    """Begin a run, print its steps, and exit with the status of its end.

    `earlier` is the earlier part of a resumed run, `keeper` saves routes, `stops` are the goal screens. `ended` is
    called with the run's id at its end.
    """
    earlier = earlier or EarlierLegs("", RecoveryCounter(), GuideCounts())
    progress, interrupt = _Progress(out, earlier, keeper is not None), Interrupt()
    at_terminal = sys.stdin is not None and sys.stdin.isatty() and not unattended
    person = TerminalPerson(out, interrupt) if at_terminal else AbsentPerson()
    with interrupt.watching():
        try:
            with interrupt.breaking():
                progress.begun = begin(person, Hooks(on_step=progress.on_step, on_note=out.say_aside))
        except (KeyboardInterrupt, SextantError):
            if not interrupt.requested:
                raise
        begun = progress.begun
        if begun is None:
            _say_broken_off(out, earlier.run)
            raise typer.Exit(INTERRUPTED)
        interrupt.on_first = begun.stop
        if interrupt.requested:
            begun.stop()
        out.say(f"run {begun.id} on {begun.device.name}")
        say_guides(out, begun.about.beside)
        episode = begun.go()
    ended(begun.id)
    _say_end(out, progress, begun, episode, keeper, stops)
    raise typer.Exit(exit_code(episode))


def _say_end(
    out: Output, progress: _Progress, begun: Run, episode: Episode, keeper: RouteKeeper | None, stops: Sequence[str]
) -> None:
    """Print the result, save the routes, and print the next command."""
    result, candidates = progress.as_json(begun, episode), candidates_of(episode, begun.head)
    say_recovery(out, progress.recoveries.statistics)
    _say_kept(out, begun, progress.guide_counts, progress.held)
    _say_stops(out, begun, stops)
    if (waiting := waiting_browser(begun.left)) is not None:
        out.say(
            f"the browser stays open for {waiting.minutes:g} minutes for a resume; "
            f"sextant devices --end {waiting.id} ends it now"
        )
    if keeper is not None and (episode.status == "success" or any(one.reached for one in begun.about.stops())):
        say_episode(out, episode, with_next=False, calls=begun.calls, candidates=candidates)
        saved_routes = keeper.keep(out, progress.transitions, begun)
        command = f"sextant check {keeper.names}" if episode.status == "success" else next_command(episode)
        out.result({**result, "graded": None, "saved": saved_routes, "next": command})
        out.say(f"next: {command}")
        return
    out.result({**result, "graded": None if begun.graded is None else asdict(begun.graded)})
    if begun.graded is not None:
        found = "solved" if begun.graded.solved else "not solved"
        out.say(f"graded by {begun.graded.by}: {found}: {begun.graded.reason}")
    if keeper is not None:
        out.say(f"nothing was saved as {keeper.names}: the screen was not reached", style="yellow")
    say_episode(out, episode, calls=begun.calls, candidates=candidates)


def _not_accepted(transition: "Transition", standing: "CourseStatus") -> str:
    """Why a claim of the step was not accepted; empty for a step ahead of the course."""
    return "" if transition.interrupt else standing.refused()


def _say_kept(out: Output, begun: "Run", guide_counts: "GuideCounts", held: HeldRequests) -> None:
    """Print what the guides did, which writes were held or unprompted, and where the map is stored."""
    if did := guide_counts.in_words():
        out.say(did)
    for line in held.lines:
        out.say(f"held: {on_one_line(line)}")
    say_unprompted(out, held.unprompted, begun.id)
    if begun.about.map_file is not None:
        out.say(f"map stored in {begun.about.map_file}  # sextant map list")


def _say_stops(out: Output, begun: "Run", asked: Sequence[str]) -> None:
    """Print which of several stops were reached."""
    if len(asked) < 2:
        return
    ended = {one.stop: one for one in begun.about.stops()}
    for stop in asked:
        found = ended.get(stop)
        if found is not None and found.reached:
            out.say(f"stop {stop!r}: reached at step {found.step}", style="green")
        else:
            out.say(f"stop {stop!r}: not reached: {'no time was left' if found is None else found.reason}", "yellow")


def _say_broken_off(out: Output, resumed: str) -> None:
    """Report a run that was interrupted before its first act."""
    reason = "all committed steps are stored" if resumed else "no step was taken and no run is stored"
    command = f"sextant resume {resumed}" if resumed else "start it again"
    out.result({"run": resumed, "status": "interrupted", "exit_code": INTERRUPTED, "reason": reason, "next": command})
    out.say(f"interrupted before the first action; {reason}")
    out.say(f"next: {command}")


def _result_json(episode: "Episode", steps: "list[StepSummary]") -> dict[str, Json]:

    return {**episode_json(episode), "trace": [asdict(step) for step in steps]}


def _stop_json(stop: "StopEnd") -> dict[str, Json]:
    """The result of a stop as JSON; its candidates are among those of the run."""
    return {"stop": stop.stop, "reached": stop.reached, "reason": stop.reason, "step": stop.step}


LARGEST_SCHEMA_BYTES = 100_000


def _schema(file: Path | None) -> Mapping[str, Any] | None:
    if file is None:
        return None

    try:
        text = file.read_text(encoding="utf-8")
        schema = json.loads(text)
    except OSError as error:
        raise UsageError(f"--answer-schema names {str(file)!r}: {error.strerror}.", "Name a readable file.") from error
    except ValueError as error:
        raise UsageError(f"{str(file)!r} is not JSON: {error}.", "Write a JSON schema into it.") from error
    if not isinstance(schema, dict) or len(text) > LARGEST_SCHEMA_BYTES:
        raise UsageError(
            f"{str(file)!r} is not a JSON schema, or it is too large.",
            'Write an object such as {"type": "object", "properties": {"price": {"type": "number"}}}.',
        )
    return cast("dict[str, Any]", schema)


def _described(out: Output, saved: "RouteFile") -> Json:
    hops = counted(len(saved.route.hops), "hop")
    again = f"; repeated as {saved.run}" if saved.run else ""
    out.say(f"saved {saved.file}: {saved.route.way} ({hops}{again})")
    return {"file": str(saved.file), "hops": [hop.label for hop in saved.route.hops], "confirmed_by": saved.run}
