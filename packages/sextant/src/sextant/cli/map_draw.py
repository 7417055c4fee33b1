"""The command `sextant map TARGET`: draws the map of an app, with progress and a summary."""

import time
from dataclasses import asdict
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from sextant.actors.explorer import ExplorationProgress
from sextant.addresses.parts import readable
from sextant.assembly.maps import open_maps
from sextant.assembly.run import Hooks
from sextant.cli.interrupt import Interrupt
from sextant.cli.link_errors import broken_json, error_counts, say_broken
from sextant.cli.options import JsonFlag, apart
from sextant.cli.output import INTERRUPTED, Json, Output, boundary, counted
from sextant.cli.progress import exit_code, say_unprompted
from sextant.cli.setting_options import Given, takes
from sextant.errors import SextantError, UsageError
from sextant.qa.map_drawing_run import CodeRoutes, MapDrawing, MapRequest, Summary, begin_map, first_look
from sextant.settings import Settings
from sextant.storage import write_whole
from sextant.text.legible import on_one_line
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.edge_errors import error_on
from sextant.utg.faces import face_of
from sextant.utg.files.exported import map_json
from sextant.utg.survey import REASONS, Bounds

if TYPE_CHECKING:
    from rich.status import Status


__all__ = ["code_routes", "draw"]

BUDGET = 300
"""Default acts of one drawing: enough for a medium app, and some minutes."""
ROUTES = 12
"""Most unmet routes that are named; `--json` names all."""
_LIMITS = "Limits"

Target = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="The app: web:http://localhost:8000, world:NAME …",
        show_default=False,
        callback=apart,
    ),
]
Steps = Annotated[
    int, typer.Option("--budget", metavar="STEPS", help="Limit of actions.", rich_help_panel=_LIMITS, min=1)
]
Screens = Annotated[
    int | None,
    typer.Option("--max-screens", help="Limit of screens on the map, with older ones.", rich_help_panel=_LIMITS, min=1),
]
Rate = Annotated[
    float | None,
    typer.Option(
        "--rate",
        metavar="PER_SECOND",
        help="Limit of actions per second that may load data. Default: 1; no limit for apps on this machine.",
        rich_help_panel=_LIMITS,
        min=0.001,
    ),
]
Depth = Annotated[
    int,
    typer.Option("--depth", help="Limit of steps from the start screen.", min=1, rich_help_panel=_LIMITS),
]
Alike = Annotated[
    int, typer.Option("--alike", help="Lists up to this length are tried completely.", min=3, rich_help_panel=_LIMITS)
]
Avoid = Annotated[
    list[str] | None,
    typer.Option("--avoid", metavar="TEXT", help="Do not touch elements with TEXT in label or address."),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Delete the old map and draw a new one.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Touch nothing. Print what would be touched or avoided on the first screen.")
]
OutFile = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the map as JSON at the end.", dir_okay=False)
]
Label = Annotated[str, typer.Option("--label", metavar="TEXT", help="Name of the build, stored with the map.")]


@takes("max_seconds", "headed", "attach", "profile", "app", "origin", "allow_request", "read_ahead")
def draw(
    target: Target,
    given: Given,
    budget: Steps = BUDGET,
    max_screens: Screens = None,
    rate: Rate = None,
    depth: Depth = 15,
    alike: Alike = 24,
    fresh: Fresh = False,
    dry_run: DryRun = False,
    avoid: Avoid = None,
    label: Label = "",
    out_file: OutFile = None,
    json: JsonFlag = False,
) -> None:
    """Draw the map of an app by exploring it without a model. `map TARGET` is the short form.

    Known parts are not explored again. After an interrupt or at a limit, the command continues where it stopped.
    """
    with boundary(json) as out:
        settings = given.settings(budget__max_steps=budget)
        bounds = Bounds(depth, alike, keep_out=tuple(word for word in avoid or () if word.strip()))
        request = MapRequest(target, bounds, max_screens, rate, fresh, label)
        if dry_run:
            _say_first(out, request, settings)
            return
        if out_file is not None and not out_file.absolute().parent.is_dir():
            raise UsageError(
                f"--out names {str(out_file)!r}, but this folder does not exist.", "Create it, or name another."
            )
        raise typer.Exit(_draw(out, request, settings, out_file))


def _draw(out: Output, request: "MapRequest", settings: "Settings", out_file: Path | None) -> int:
    """Draw, show progress, and return the exit status."""
    interrupt = Interrupt()
    with interrupt.watching():
        drawing: MapDrawing | None = None
        shown: list[_Shown] = []
        try:
            with interrupt.breaking():
                hooks = Hooks(on_step=lambda step: shown[0].step(step), on_note=out.say_aside)
                drawing = begin_map(request, settings, hooks)
        except (KeyboardInterrupt, SextantError):
            if not interrupt.requested:
                raise
        if drawing is None:
            command = _continued(request)
            out.result({"finished": "interrupted", "exit_code": INTERRUPTED, "next": command})
            out.say(f"interrupted before the first action; next: {command}")
            return INTERRUPTED
        interrupt.on_first = drawing.stop
        if interrupt.requested:
            drawing.stop()
        out.say(f"run {drawing.id} on {drawing.device.name}")
        with _Shown(out, drawing, settings.budget.max_steps or BUDGET) as live:
            shown.append(live)
            summary = drawing.go()
    if out_file is not None and summary.app:
        _write(out_file, summary.app, settings)
    code = _exit_code(summary)
    out.result({**_json(summary, request), "exit_code": code, "out": "" if out_file is None else str(out_file)})
    _say_summary(out, summary, request, out_file)
    return code


class _Shown:
    """Prints a line for each screen found, and on a terminal a status line with progress and speed."""

    def __init__(self, out: Output, drawing: "MapDrawing", budget: int) -> None:
        self._out, self._drawing, self._budget = out, drawing, budget
        self._began = time.monotonic()
        self._steps, self._screens = 0, 0
        self._errors: set[str] = set()
        self._named: set[str] = set()
        self._status: Status | None = None

    def __enter__(self) -> "_Shown":
        if self._out.people.is_terminal:
            self._status = self._out.people.status("looking around")
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def step(self, transition: "Transition") -> None:
        """Print the screen or the error that a step found, and update the status line."""
        progress = self._drawing.progress()
        if not self._steps:
            self._begun(transition.before, progress)
        self._steps = transition.step + 1
        if progress.screens > self._screens and transition.after.key.id not in self._named:
            self._named.add(transition.after.key.id)
            self._found(f"{progress.screens:4d}", transition.after, transition.decision.description, progress)
        self._screens = progress.screens
        self._failed(transition.after, transition.decision.description, progress)
        if self._status is not None:
            self._status.update(self._figures(progress))

    def _begun(self, first: "Screen", progress: "ExplorationProgress") -> None:
        """Print the first screen, and the number of screens that were on the map before."""
        before = self._drawing.began.screens
        self._named.add(first.key.id)
        self._screens = before
        if before:
            self._out.say(f"{before:4d}  already on the map")
        self._failed(first, "the first screen", progress)
        if self._drawing.starts_new and progress.screens > before and not self._errors:
            self._screens = before + 1
            self._found(f"{self._screens:4d}", first, "the first screen", progress)

    def _failed(self, screen: "Screen", how: str, progress: "ExplorationProgress") -> None:
        """Print a line for an error page not yet named."""
        met = error_on(screen, screen.app)
        if met is not None and met.address not in self._errors:
            self._errors.add(met.address)
            self._found("   !", screen, how, progress, f"{met.status} {readable(met.address)}")

    def _found(self, mark: str, screen: "Screen", how: str, progress: "ExplorationProgress", name: str = "") -> None:

        label = "" if name else f"{screen.key.label}  "
        name = name or " ".join((face_of(screen).name or screen.key.label).split())[:60]
        how = " ".join(how.split())
        tail = f"step {self._steps}, {self._seconds:.0f} s, {progress.untried} to try"
        if not self._out.people.is_terminal:
            self._out.say(f"{mark}  {name}  {label}{how}  {tail}")
            return
        from rich.text import Text

        shown = self._out.discreet
        line = Text.assemble(shown(f"{mark}  {name}  "), (shown(f"{tail}  {label}{how}"), "dim"))
        self._out.people.print(line, no_wrap=True, overflow="ellipsis", crop=True)

    @property
    def _seconds(self) -> float:
        return time.monotonic() - self._began

    def _figures(self, progress: "ExplorationProgress") -> str:
        rate = self._steps / max(self._seconds, 0.001)
        left = min(self._budget - self._steps, 2 * progress.untried + 1) / max(rate, 0.001)
        return (
            f"step {self._steps} of at most {self._budget}: {counted(progress.screens, 'screen')}, "
            f"{counted(progress.transitions, 'transition')}, {progress.untried} to try, {rate:.1f} steps/s, "
            f"about {_duration(left)} left"
        )


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def _exit_code(summary: "Summary") -> int:

    match summary.finished:
        case "complete" | "budget":
            return 0
        case "interrupted":
            return INTERRUPTED
        case "failed":
            return exit_code(summary.episode)


def _continued(request: "MapRequest") -> str:
    return f"sextant map {quote(request.device)}"


def _next(summary: "Summary", request: "MapRequest") -> str:
    """The next command to copy, with a reason as its comment."""
    match summary.finished:
        case "complete":
            return f"sextant map show {quote(summary.app)}"
        case "budget" | "interrupted":
            return f"{_continued(request)}  # continues where this ended"
        case "failed":
            return f"sextant replay {summary.run}  # shows what it saw"


def _json(summary: "Summary", request: "MapRequest") -> dict[str, Json]:
    episode = summary.episode
    return {
        "run": summary.run,
        "app": summary.app,
        "finished": summary.finished,
        "reason": summary.reason,
        "screens": summary.screens,
        "transitions": summary.transitions,
        "new_screens": summary.new_screens,
        "new_transitions": summary.new_transitions,
        "explored": summary.explored,
        "untried": summary.untried,
        "coverage": round(summary.coverage, 4),
        "left_out": {reason: {**asdict(left)} for reason, left in sorted(summary.left.items())},
        "error_pages": summary.error_pages,
        "broken_links": broken_json(summary.broken),
        "code_routes": None if summary.code is None else _plain(summary.code),
        "login_screens": summary.logins,
        "held": list(summary.held),
        "steps": episode.steps,
        "seconds": round(episode.seconds, 3),
        "next": _next(summary, request),
    }


_ENDS = {
    "complete": ("complete", "green"),
    "budget": ("ended", "green"),
    "interrupted": ("interrupted", "yellow"),
    "failed": ("failed", "red"),
}


def _say_summary(out: Output, summary: "Summary", request: "MapRequest", out_file: Path | None) -> None:
    """Print the summary: how it ended, the counts, what was left alone and why, and the next command."""
    word, style = _ENDS[summary.finished]
    out.say("")
    out.labelled(word, style, f": {summary.reason}" if summary.reason else "")
    counts = [
        f"{counted(summary.screens, 'screen')} ({summary.new_screens} new)",
        *error_counts(summary.error_pages),
        f"{counted(summary.transitions, 'transition')} ({summary.new_transitions} new)",
        counted(summary.episode.steps, "step"),
        f"{summary.episode.seconds:.1f} s",
    ]
    out.say(", ".join(counts))
    out.say(f"tried {summary.explored} of {summary.explored + summary.untried} exits ({summary.coverage:.0%})")
    if summary.left:
        out.say("left alone:")
        for reason, left in sorted(summary.left.items(), key=lambda item: -item[1].count):
            named = ", ".join(repr(_cut(example)) for example in left.examples[:3])
            more = ", …" if left.count > len(left.examples[:3]) else ""
            out.say(f"  {left.count:4d}  {REASONS[reason]}: {named}{more}")
    say_broken(out, summary.broken)
    if summary.code is not None:
        out.say(code_routes(summary.code))
    if summary.logins:
        out.say("The app asks for a login. Use a signed-in profile to map more: --profile DIR")
    for line in summary.held:
        out.say(f"held: {on_one_line(line)}")
    say_unprompted(out, summary.unprompted, summary.run)
    if out_file is not None:
        out.say(f"written to {out_file}")
    out.say(f"next: {_next(summary, request)}")


def _plain(code: "CodeRoutes") -> dict[str, Json]:
    return {"routes": code.count, "unmet": list(code.unmet), "complete": code.complete}


def code_routes(code: "CodeRoutes") -> str:
    """The number of routes in the code, and those that have no screen on the map."""
    has = f"The code has {'' if code.complete else 'at least '}{counted(code.count, 'route')}"
    if not code.unmet:
        return f"{has}; all of them were met."
    more = ", …" if len(code.unmet) > ROUTES else ""
    return f"{has}; {len(code.unmet)} of them were not met: {', '.join(code.unmet[:ROUTES])}{more}"


def _cut(text: str, most: int = 32) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def _write(path: Path, app: str, settings: "Settings") -> None:

    with open_maps(settings) as store:
        text = map_json(store.load(app))
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UsageError(
            f"The map could not be written to {str(path)!r}: {error.strerror}.",
            "The map itself is stored. Name another --out.",
        ) from error


def _say_first(out: Output, request: "MapRequest", settings: "Settings") -> None:
    """Print what a drawing would begin with; nothing is touched."""
    first = first_look(request, settings)
    would: list[Json] = [
        {"label": one.exit.label, "address": one.exit.href, "kind": one.exit.kind} for one in first.options
    ]
    left: list[Json] = [{"label": one.exit.label, "address": one.exit.href, "reason": one.reason} for one in first.left]
    out.result({"screen": first.screen.location, "would_try": would, "left_alone": left, "exit_code": 0})
    out.say(f"{first.screen.title or first.screen.key.label}  {readable(first.screen.location)}")
    out.say(f"would try {counted(len(would), 'way')} out:")
    for option in first.options:
        out.say(f"  {option.exit.kind:10}  {_cut(option.exit.label or readable(option.exit.href), 60)}")
    out.say(f"would avoid {len(left)}:")
    for one in first.left:
        out.say(f"  {one.reason:16}  {_cut(one.exit.label or readable(one.exit.href), 60)}")
    out.say(f"next: {_continued(request)}")
