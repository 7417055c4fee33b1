"""`sextant bench tolerance`: rising changes of the surface, a program that is read against a script that is replayed.

(AgentProg: what a step says is interpreted on the screen that is there.) The program has a step for each line of the
task as it was on the surface that the script was recorded on. Without a model the reader is simulated.
"""

import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from sextant.errors import SextantError, UsageError
from sextant.settings import Settings
from sextant.settings.schema import ContextChoices, ProgramChoices
from sextant_bench.ablate.rows import is_simulated
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.memory_world.playing import Setup, play
from sextant_bench.statistics import share
from sextant_bench.tolerance.reader import ByMeaning, program_of
from sextant_bench.tolerance.rigid import replay
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.author.perturbation import Kind, perturb
from sextant_worlds.author.recipe import Family
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World

__all__ = ["LEVELS", "run"]

LEVELS: tuple[Kind | None, ...] = (None, "theme", "icons", "layout", "labels", "language", "all")
"""From the surface that the script was recorded on to one with theme, icons, layout and labels other at once (`all`).

Another language is a level of its own: `all` keeps the one that was recorded.
"""
_TASKS = 24
_BASE: Mapping[Family, int] = {"train": 630_000_000, "test": 640_000_000}
_APART = 64
ACTOR = "faulty"


@dataclass(frozen=True, slots=True)
class Job:
    seed: int
    family: Family
    actor: str


@dataclass(frozen=True, slots=True)
class Played:
    """One task on every surface: whether each way did it."""

    seed: int
    world: str
    done: Mapping[str, Mapping[str, bool]]


def run(options: BenchOptions) -> BenchResult:
    """Replays and reads the same tasks on every surface. There are no targets: it compares.

    Raises:
        UsageError: An option is malformed.
    """
    actor = options.actor or ACTOR
    family: Family = "train" if options.extra.get("family", "test") == "train" else "test"
    seeds = draw_seeds(options.n or _TASKS, options.seed)
    jobs = [Job(seed, family, actor) for seed in seeds.all]
    played: list[Played] = []
    errors: list[str] = []
    for found in _results(jobs, options.whole("workers", 2)):
        if isinstance(found, str):
            errors.append(found)
        else:
            played.append(found)
        options.report(f"{len(played) + len(errors)}/{len(jobs)}")
    simulated = is_simulated(actor)
    label = f"{actor}, reading by word vectors (simulated)" if simulated else actor
    return BenchResult(
        name="tolerance",
        figures=_figures(played),
        n=len(played),
        errors=len(errors),
        seeds=seeds,
        environment={**environment(), "reader": label, "family": family},
        details={"success": _table(played), "errors": errors},
        listings=(_listing(played, label),),
    )


def _results(jobs: Sequence[Job], workers: int) -> list[Played | str]:
    if workers == 1:
        return [_work(job) for job in jobs]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return list(pool.map(_work, jobs))


def _work(job: Job) -> Played | str:
    try:
        base = _task(job)
        return Played(job.seed, base.id, {_name(level): _ways(job, base, level) for level in LEVELS})
    except SextantError as error:
        return f"seed {job.seed}: {type(error).__name__}: {error}"


def _task(job: Job) -> World:
    """A task that reaches a state, whose values are all text, and that every surface can show."""
    for attempt in range(_APART):
        try:
            world = build(_BASE[job.family] + job.seed * _APART + attempt, Dials(), TaskRecipe("", job.family, 5, 25))
            if world.task.instructions[-1] != "Finish." or any(f.medium == "pixels" for f in world.scenario.facts):
                continue
            for level in LEVELS:
                _surface(world, level)
            return world
        except UsageError:
            continue
    raise UsageError(f"No task could be written from the seed {job.seed}.", "Take another seed.")


def _surface(world: World, level: Kind | None) -> World:
    return world if level is None else perturb(world, level, world.seed)


def _ways(job: Job, base: World, level: Kind | None) -> dict[str, bool]:
    shown = _surface(base, level)
    return {
        "points": replay(base, shown, "points"),
        "names": replay(base, shown, "names"),
        "program": _read(job, base, shown),
    }


def _read(job: Job, base: World, shown: World) -> bool:
    """The program of the task as it was, walked on the surface that is shown."""
    lines = base.task.instructions
    task = shown.task.model_copy(update={"instructions": lines})
    settings = Settings(
        context=ContextChoices(max_tokens=8000),
        program=ProgramChoices(source=program_of(lines), reuse=False),
    )
    setup = Setup(settings=settings, actor=ByMeaning if is_simulated(job.actor) else lambda actor: actor)
    with tempfile.TemporaryDirectory(prefix="sextant-tolerance-") as scratch:
        world = shown.model_copy(update={"task": task})
        return play(world, job.actor, Path(scratch), job.seed, setup=setup).grade.success


def _name(level: Kind | None) -> str:
    return level or "as recorded"


def _table(played: Sequence[Played]) -> Json:
    return {
        _name(level): {way: _rate(played, _name(level), way) for way in ("points", "names", "program")}
        for level in LEVELS
    }


def _rate(played: Sequence[Played], level: str, way: str) -> float:
    return share(sum(one.done[level][way] for one in played), len(played))


def _figures(played: Sequence[Played]) -> tuple[Figure, ...]:
    changed = [_name(level) for level in LEVELS if level is not None]
    told: list[Figure] = []
    for way in ("program", "names", "points"):
        told.append(Figure(f"{way}_as_recorded", _rate(played, "as recorded", way)))
        rates = [_rate(played, level, way) for level in changed]
        told.append(Figure(f"{way}_changed", sum(rates) / len(rates)))
    return tuple(told)


def _listing(played: Sequence[Played], reader: str) -> Listing:
    rows = tuple(
        (
            _name(level),
            f"{_rate(played, _name(level), 'program'):.2f}",
            f"{_rate(played, _name(level), 'names'):.2f}",
            f"{_rate(played, _name(level), 'points'):.2f}",
        )
        for level in LEVELS
    )
    headings = ("surface", "program, read", "script, by names", "script, by points")
    return Listing(f"share of {len(played)} tasks done; reader: {reader}", headings, rows)
