"""`sextant bench tolerance`: rising changes of the surface, a program that is read against a script that is replayed.

(AgentProg: what a step says is interpreted on the screen that is there.) The program has a step for each line of the
task as it was on the surface that the script was recorded on. Without a model the reader is simulated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.errors import UsageError
from sextant.settings import Settings
from sextant.settings.schema import ContextChoices, ProgramChoices
from sextant_bench.ablate.arms import is_simulated
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Listing, draw_seeds, environment
from sextant_bench.harness import play_all, scratch
from sextant_bench.memory_world.episode import PlayerSetup, play
from sextant_bench.statistics import mean_or_nan
from sextant_bench.tolerance.reader import ByMeaning, program_of
from sextant_bench.tolerance.script_replay import replay
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
class SurfaceCase:
    seed: int
    family: Family
    actor: str


@dataclass(frozen=True, slots=True)
class SurfaceEpisode:
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
    family: Family = options.one_of("family", ("test", "train"), "test")
    seeds = draw_seeds(options.n or _TASKS, options.seed)
    workers = options.whole("workers", 2)
    jobs = [SurfaceCase(seed, family, actor) for seed in seeds.all]
    found = play_all(jobs, _work, name=lambda job: f"seed {job.seed}", workers=workers, report=options.report)
    played = found.records
    simulated = is_simulated(actor)
    label = f"{actor}, reading by word vectors (simulated)" if simulated else actor
    return BenchResult(
        name="tolerance",
        figures=_figures(played),
        n=len(played),
        errors=len(found.errors),
        seeds=seeds,
        environment={**environment(), "reader": label, "family": family},
        details={"success": _table(played), "errors": found.errors},
        listings=(_listing(played, label),),
    )


def _work(job: SurfaceCase) -> list[SurfaceEpisode]:
    base = _task(job)
    return [SurfaceEpisode(job.seed, base.id, {_name(level): _ways(job, base, level) for level in LEVELS})]


def _task(job: SurfaceCase) -> World:
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


def _ways(job: SurfaceCase, base: World, level: Kind | None) -> dict[str, bool]:
    shown = _surface(base, level)
    return {
        "points": replay(base, shown, "points"),
        "names": replay(base, shown, "names"),
        "program": _read(job, base, shown),
    }


def _read(job: SurfaceCase, base: World, shown: World) -> bool:
    """The program of the task as it was, walked on the surface that is shown."""
    lines = base.task.instructions
    task = shown.task.model_copy(update={"instructions": lines})
    settings = Settings(
        context=ContextChoices(max_tokens=8000),
        program=ProgramChoices(source=program_of(lines), reuse=False),
    )
    setup = PlayerSetup(settings=settings, actor=ByMeaning if is_simulated(job.actor) else lambda actor: actor)
    with scratch("tolerance") as folder:
        world = shown.model_copy(update={"task": task})
        return play(world, job.actor, folder, job.seed, setup=setup).grade.success


def _name(level: Kind | None) -> str:
    return level or "as recorded"


def _table(played: Sequence[SurfaceEpisode]) -> Json:
    return {
        _name(level): {way: _rate(played, _name(level), way) for way in ("points", "names", "program")}
        for level in LEVELS
    }


def _rate(played: Sequence[SurfaceEpisode], level: str, way: str) -> float:
    return mean_or_nan(one.done[level][way] for one in played)


def _figures(played: Sequence[SurfaceEpisode]) -> tuple[Figure, ...]:
    changed = [_name(level) for level in LEVELS if level is not None]
    told: list[Figure] = []
    for way in ("program", "names", "points"):
        told.append(Figure(f"{way}_as_recorded", _rate(played, "as recorded", way)))
        rates = [_rate(played, level, way) for level in changed]
        told.append(Figure(f"{way}_changed", sum(rates) / len(rates)))
    return tuple(told)


def _listing(played: Sequence[SurfaceEpisode], reader: str) -> Listing:
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
