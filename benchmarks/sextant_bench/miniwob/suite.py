"""The bench `miniwob`: every solution over every seed, the baselines, and which action kinds were exercised."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial

from sextant.errors import UsageError
from sextant.protocols import Actor
from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, Seeds, draw_seeds, environment
from sextant_bench.harness import Results, play_all
from sextant_bench.miniwob.conformance import OWN_SOLUTIONS
from sextant_bench.miniwob.episodes import EpisodeReport
from sextant_bench.miniwob.modelled import run_with_model
from sextant_bench.miniwob.scripted import IdleActor, RandomActor, ScriptedActor
from sextant_bench.miniwob.server import MiniWobServer, ServedEpisode, task_names
from sextant_bench.miniwob.solutions import SOLUTIONS
from sextant_bench.miniwob.stage import MiniWobStage
from sextant_bench.statistics import grouped, interval_of, median

__all__ = ["KINDS", "run"]

KINDS = (
    *("answer", "click", "close_app", "double_tap", "drag", "input_text/append", "input_text/replace"),
    *("keyboard_enter", "long_press", "navigate_back", "navigate_home", "open_app", "recents"),
    *("scroll/element", "scroll/page", "status", "swipe", "wait"),
)
"""Every kind of action, with its modes, that a device must carry out."""

_MIN_TASKS = 25
_SEEDS = 4

ActorOf = Callable[[str, int], Actor]
"""Makes the actor of one episode from the name of the task and the seed."""
_Wave = Results[EpisodeReport]
"""The episodes of one actor."""


def run(options: BenchOptions) -> BenchResult:
    """Plays every solved task with every seed and says how many episodes the pages themselves graded as solved.

    Raises:
        UsageError: No such task or actor, or the package `miniwob` is missing.
        DeviceUnreachable: No browser can be opened.
    """
    if ":" in options.actor:
        tasks, excluded = _tasks_for_a_model(options)
        return run_with_model(options, tasks, excluded)
    tasks = _tasks(options)
    main = _actor_of(options.actor or "scripted")
    seeds = draw_seeds(options.n or _SEEDS, options.seed)
    drawn = ", ".join(str(seed) for seed in seeds.drawn)
    options.report(f"{len(tasks)} tasks, {len(seeds.all)} seeds each; drawn: {drawn} (--seed {seeds.entropy})")
    with MiniWobServer() as server, MiniWobStage(server, options) as stage:
        play = partial(_wave, stage, options.report)
        waves = {
            "main": play("main", tasks, seeds.all, main),
            "own": play("own", sorted(OWN_SOLUTIONS), seeds.all, _actor_of("scripted")),
            # A baseline's touches have settled when it stops: there is no verdict to wait long for.
            "idle": play("idle", tasks, seeds.drawn[:1], _actor_of("idle"), 0.3),
            "random": play("random", tasks, seeds.drawn[:1], _actor_of("random"), 1.0),
        }
    return _result(tasks, seeds, waves, excluded=len(SOLUTIONS) - len(tasks))


def _tasks(options: BenchOptions) -> list[str]:
    wanted = [name for name in options.extra.get("tasks", "").split(",") if name] or sorted(SOLUTIONS)
    unknown = sorted(set(wanted) - set(SOLUTIONS))
    if unknown:
        raise UsageError(
            f"No solution for {', '.join(map(repr, unknown))}.", f"There is one for: {', '.join(SOLUTIONS)}."
        )
    return wanted[: options.limit]


def _tasks_for_a_model(options: BenchOptions) -> tuple[list[str], int]:
    """The tasks that were named, or all of the package; and how many of them are left out."""
    known = task_names()
    wanted = [name for name in options.extra.get("tasks", "").split(",") if name] or list(known)
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        raise UsageError(f"MiniWoB++ has no task {unknown[0]!r}.", f"It has: {', '.join(known)}.")
    chosen = wanted[: options.limit]
    return chosen, len(known) - len(chosen)


def _actor_of(name: str) -> ActorOf:
    match name:
        case "scripted":
            by_name = {**SOLUTIONS, **OWN_SOLUTIONS}
            return lambda task, _seed: ScriptedActor(by_name[task])
        case "idle":
            return lambda _task, _seed: IdleActor()
        case "random":
            return lambda _task, seed: RandomActor(random.Random(seed))  # noqa: S311 - a baseline, not a secret
        case _:
            raise UsageError(
                f"There is no actor {name!r} for this bench.",
                "Choose scripted, idle, random, or a model such as openai:gpt-5.",
            )


def _wave(
    stage: MiniWobStage,
    report: Callable[[str], None],
    name: str,
    tasks: Sequence[str],
    seeds: Sequence[int],
    actor_of: ActorOf,
    grade_seconds: float = 3.0,
) -> _Wave:
    """Plays all tasks with all seeds. A device that fails is an error of the bench; it is replaced and play goes on."""

    def played(case: tuple[str, int]) -> list[EpisodeReport]:
        task, seed = case
        episode = ServedEpisode(stage.fresh_id(), task, seed, own=task in OWN_SOLUTIONS)
        with stage.healed():
            return [stage.runner.play(episode, actor_of(task, seed), grade_seconds)]

    def progress(case: tuple[str, int], found: _Wave, done: Sequence[EpisodeReport]) -> str:
        del done
        told = [
            f"{'solved' if one.solved else 'failed'} in {one.steps} steps, {one.seconds:.1f} s {one.reason}".rstrip()
            for one in found.records
        ]
        return f"{name}: {case[0]} seed {case[1]}: {''.join(told)}"

    cases = list(itertools.product(tasks, seeds))
    return play_all(cases, played, name=lambda case: f"{case[0]} {case[1]}", report=report, progress=progress)


def _solved(wave: _Wave) -> int:
    return sum(report.solved for report in wave.records)


def _episodes(wave: _Wave) -> int:
    """Episodes played or tried: one that ended in an error was not solved."""
    return len(wave.records) + len(wave.errors)


def _rate(wave: _Wave) -> float:
    return _solved(wave) / _episodes(wave) if _episodes(wave) else 0.0


def _result(tasks: Sequence[str], seeds: Seeds, waves: Mapping[str, _Wave], excluded: int) -> BenchResult:
    main, own = waves["main"], waves["own"]
    kinds = _kinds(main.records)
    covered = set(kinds) | set(_kinds(own.records))
    steps = sum(report.steps for report in main.records)
    seconds = [report.seconds for report in main.records]
    figures = (
        Figure("solved_rate", _rate(main), 1.0),
        Figure("tasks", float(len(tasks)), float(_MIN_TASKS)),
        Figure("kinds_covered", float(len(covered & set(KINDS))), float(len(KINDS))),
        Figure("own_pages_rate", _rate(own), 1.0),
        Figure("episode_s", median(seconds) if seconds else 0.0, unit="s", better="low"),
        Figure("step_s", sum(seconds) / steps if steps else 0.0, unit="s", better="low"),
    )
    return BenchResult(
        name="miniwob",
        figures=figures,
        n=len(tasks),
        errors=sum(len(wave.errors) for wave in waves.values()),
        excluded=excluded,
        seeds=seeds,
        baselines=(
            Figure("idle_solved_rate", _rate(waves["idle"])),
            Figure("random_solved_rate", _rate(waves["random"])),
        ),
        environment=environment("miniwob", "playwright"),
        details=_details(waves, kinds, covered),
    )


def _kinds(reports: Iterable[EpisodeReport]) -> Counter[str]:
    """How often each kind was carried out in episodes that were solved."""
    found: Counter[str] = Counter()
    for report in reports:
        if report.solved:
            found.update(report.kinds)
    return found


def _details(waves: Mapping[str, _Wave], kinds: Counter[str], covered: set[str]) -> dict[str, Json]:
    main, own = waves["main"], waves["own"]
    return {
        "episodes": _episodes(main),
        "solved_rate_95": interval_of(_solved(main), _episodes(main)),
        "kinds_on_tasks": dict(sorted(kinds.items())),
        "kinds_on_own_pages": dict(sorted(_kinds(own.records).items())),
        "kinds_missing": sorted(set(KINDS) - covered),
        "tasks": _by_task(main.records),
        "own_pages": _by_task(own.records),
        "failures": [_failure(report) for report in (*main.records, *own.records) if not report.solved],
        "errors": [error for wave in waves.values() for error in wave.errors],
    }


def _by_task(reports: Iterable[EpisodeReport]) -> dict[str, Json]:
    return {
        task: {
            "solved": sum(report.solved for report in played),
            "of": len(played),
            "steps": median([float(report.steps) for report in played]),
            "seconds": round(median([report.seconds for report in played]), 2),
            "kinds": sorted({kind for report in played for kind in report.kinds}),
        }
        for task, played in grouped(reports, lambda report: report.task).items()
    }


def _failure(report: EpisodeReport) -> dict[str, Json]:
    told = ("task", "seed", "reward", "claimed", "steps", "reason")
    return {name: value for name, value in asdict(report).items() if name in told}
