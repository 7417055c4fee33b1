"""The walks of `sextant bench navigate`: one repetition over one app, every visit recorded as a row.

A repetition: for each target a first visit with an empty map and a second one with the map that the first one drew;
then one map drawn by the explorer, and from copies of it a visit to each target.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, assert_never

from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run
from sextant.errors import DeviceFault, DeviceUnreachable, SextantError
from sextant.qa.map_drawing_run import MapRequest, begin_map
from sextant.settings import Settings
from sextant.settings import load as load_settings
from sextant.types.actions import Scroll, Status
from sextant.types.transitions import Transition
from sextant_bench.apps import App, load, running
from sextant_bench.navigate_truth import Target, address_below, reached, targets_of
from sextant_bench.request_tap import tapped

__all__ = ["Part", "Visit", "WalkCase", "check_begun", "steps_of", "walk"]

Phase = Literal["first", "second", "mapped", "crawl"]
Part = Literal["visits", "mapped"]
"""`visits`: a first and a second one to each target. `mapped`: a crawl, and from its map a visit to each target."""
MOST_STEPS = 150
CRAWL_STEPS = 600
MAPS = "maps.sqlite"


@dataclass(frozen=True, slots=True)
class WalkCase:
    """A part of one repetition over one app: what a process is given."""

    folder: str
    repetition: int
    only: tuple[str, ...] = ()
    """Ids of targets; empty for all."""
    part: Part = "visits"
    model: str = ""
    """Says which screen or way on is meant; empty for none."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit, or one crawl (`phase` is `crawl`, `target` empty; `success` says that nothing was left to try).

    Attributes:
        status: How the episode ended; `error` where it could not be begun, `device_fault` where the app refused.
        steps: Injections, and what else an agent does but claim and look.
        at: Address below the root where it ended.
        writes: Requests with an unsafe method that reached the app's server meanwhile, as a relay before it saw them.
    """

    app: str
    target: str
    repetition: int
    phase: Phase
    success: bool
    claimed: bool
    status: str
    steps: int
    scrolls: int
    optimal: int
    seconds: float
    at: str
    note: str = ""
    writes: tuple[str, ...] = ()

    @property
    def spl(self) -> float:
        """Success weighted by path length; 0 for a failure."""
        return self.optimal / max(self.steps, self.optimal) if self.success else 0.0


def walk(job: WalkCase) -> list[Visit]:
    """All visits of a job.

    Raises:
        DeviceUnreachable: The app did not come up, or a visit could not be begun: the server had failed, not the
            navigator. Such a job is an error of the bench, and is walked again with the same checkpoint.
    """
    app = load(Path(job.folder))
    targets = [one for one in targets_of(app) if not job.only or one.id in job.only]
    with (
        tempfile.TemporaryDirectory(prefix="sextant-navigate-") as temporary,
        running(app) as address,
        tapped(address) as tap,
    ):
        walked = _visits(app, targets, job, Path(temporary), f"web:{tap.address}{app.start}")
        visits = [replace(one, writes=tuple(tap.taken())) for one in walked]
        check_begun(visits)
        return visits


def check_begun(visits: Sequence[Visit]) -> None:
    """Raises DeviceUnreachable unless every visit could be begun."""
    never = [one for one in visits if one.status == "device_fault" and not one.steps]
    if never:
        raise DeviceUnreachable(
            f"{len(never)} of {len(visits)} visits could not be begun. The first said: {never[0].note}"
        )


def _visits(app: App, targets: list[Target], job: WalkCase, folder: Path, device: str) -> Iterator[Visit]:
    match job.part:
        case "visits":
            for target in targets:
                own = folder / target.id
                yield visit(target, job, "first", device, own)
                yield visit(target, job, "second", device, own)
                shutil.rmtree(own, ignore_errors=True)
        case "mapped":
            drawn = folder / "drawn"
            yield crawl(app, job.repetition, device, drawn)
            for target in targets:
                own = folder / f"{target.id}-mapped"
                own.mkdir(parents=True)
                for file in drawn.glob(f"{MAPS}*"):
                    shutil.copy(file, own)
                yield visit(target, job, "mapped", device, own)
                shutil.rmtree(own, ignore_errors=True)
        case _:
            assert_never(job.part)


def settings_in(folder: Path, most_steps: int, model: str = "") -> Settings:
    """The defaults, with journal and map in a folder, whatever is set on this machine but the browser to start.

    `model` says what is meant, as `sextant goto --model` has it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if key.startswith("SEXTANT_BROWSER_EXECUTABLE")}
    flags: dict[str, object] = {"journal.directory": str(folder / "runs"), "budget.max_steps": most_steps}
    flags |= {"models.selector": model} if model else {}
    return load_settings(flags, environ=kept, directory=folder)


def visit(target: Target, job: WalkCase, phase: Phase, device: str, folder: Path) -> Visit:
    """One run of the navigator, judged by the truth on its last screen."""
    taken: list[Transition] = []

    status, seconds, note = "error", 0.0, ""
    try:
        request, settings = RunRequest(target.words, device, "navigator"), settings_in(folder, MOST_STEPS, job.model)
        episode = build_run(request, settings, AbsentPerson(), Hooks(on_step=taken.append)).go()
        status, seconds = episode.status, episode.seconds
    except DeviceFault as error:
        status, note = "device_fault", str(error)
    except SextantError as error:
        note = str(error)
    last = taken[-1].after if taken else None
    claimed = status == "success"
    return Visit(
        app=target.app,
        target=target.id,
        repetition=job.repetition,
        phase=phase,
        success=claimed and last is not None and reached(target, last),
        claimed=claimed,
        status=status,
        steps=steps_of(taken),
        scrolls=sum(isinstance(one.decision.action, Scroll) for one in taken),
        optimal=target.steps,
        seconds=round(seconds, 2),
        at="" if last is None else address_below(last.location),
        note=note or (taken[-1].decision.thought[:200] if taken else ""),
    )


def crawl(app: App, repetition: int, device: str, folder: Path) -> Visit:
    """A map drawn by the explorer until nothing is left to try, or its limit."""
    taken: list[Transition] = []
    status, seconds, note, whole = "error", 0.0, "", False
    try:
        settings = settings_in(folder, CRAWL_STEPS)
        summary = begin_map(MapRequest(device), settings, Hooks(on_step=taken.append)).go()
        status, seconds, whole = summary.finished, summary.episode.seconds, summary.finished == "complete"
        note = f"{summary.screens} screens, {summary.transitions} transitions, {summary.untried} untried"
        note += f", held: {'; '.join(summary.held) or 'nothing'}"
    except SextantError as error:
        note = str(error)
    return Visit(
        app=app.name,
        target="",
        repetition=repetition,
        phase="crawl",
        success=whole,
        claimed=whole,
        status=status,
        steps=steps_of(taken),
        scrolls=sum(isinstance(one.decision.action, Scroll) for one in taken),
        optimal=0,
        seconds=round(seconds, 2),
        at="",
        note=note,
    )


def steps_of(taken: Sequence[Transition]) -> int:
    """What counts as a step in every bench of navigating: each injection, and what else an agent does but claim."""
    return sum(max(1, len(one.attempts)) for one in taken if not isinstance(one.decision.action, Status))
