"""`sextant bench faults`: tasks of worlds on devices that fail on purpose, with and without what the executor does.

The steady oracle (simulated: it knows the answer) decides from the screens alone; everything else is the real loop.
In every setup a task has the same faults at the same steps, as far as its steps are the same.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from zlib import crc32

from sextant.devices.faults import FAULTS, FaultId
from sextant_bench.code import code_hash
from sextant_bench.faults.keeping import kept_in
from sextant_bench.faults.playing import Stage, play, stage_of
from sextant_bench.faults.setups import EXPECTED, Setup, chosen_faults, setups_for
from sextant_bench.faults.tallies import Row, details, figures
from sextant_bench.faults.worlds import Chosen, drawn_task, fixed_tasks, task_named
from sextant_bench.figures import BenchOptions, BenchResult, Seeds, draw_seeds, environment

__all__ = ["run"]

EPISODES = 100
"""Of each fault and setup, unless told."""
_FAULTLESS = Setup("faultless", 0.0, says="nothing fails")


@dataclass(frozen=True, slots=True)
class Job:
    """A task for one process: every fault in every setup."""

    task: Chosen
    faults: tuple[FaultId, ...]
    ladder: bool
    seed: int


def run(options: BenchOptions) -> BenchResult:
    """Plays every fault in every setup.

    Raises:
        UsageError: An option is malformed, or there are not so many tasks.
    """
    faults, ladder = chosen_faults(options.extra.get("only", "")), options.flag("ladder", True)
    seeds = draw_seeds(options.n or EPISODES, options.seed)
    kept = kept_in(options.extra.get("checkpoint", ""), f"{','.join(faults)} {ladder}")
    tasks = _tasks(seeds)
    chosen = tasks[: options.limit] if options.limit else tasks
    jobs = [Job(task, faults, ladder, crc32(task.name.encode())) for task in chosen if task.name not in kept.rows]
    rows = [row for task in chosen for row in kept.rows.get(task.name, ())]
    errors: list[str] = []
    for number, (job, found) in enumerate(_results(jobs, options.whole("workers", 2)), 1):
        if isinstance(found, str):
            errors.append(f"{job.task.name}: {found}")
            options.report(f"{number}/{len(jobs)} {job.task.name}: error: {found}")
            continue
        rows += found
        kept.keep(job.task.name, found)
        lost = sum(not row.solved for row in found if row.setup == "with")
        options.report(
            f"{number}/{len(jobs)} {job.task.name}: {len(found)} episodes, {lost} not done with everything on"
        )
    left = [f"{task.name}: beyond the limit" for task in tasks[len(chosen) :]]
    unasked = [f"{fault}: not asked for" for fault in FAULTS if fault not in faults]
    unwritten = [reason for task in chosen for reason in task.unwritten]
    return _result(rows, seeds, errors, left, (*unasked, *unwritten))


def _tasks(seeds: Seeds) -> list[Chosen]:
    """The drawn ones among the fixed ones, so that a few tasks hold both."""
    fixed, drawn = fixed_tasks(len(seeds.fixed)), [drawn_task(seed) for seed in seeds.drawn]
    every = max(1, len(fixed) // len(drawn))
    mixed: list[Chosen] = []
    for number, task in enumerate(fixed):
        mixed.append(task)
        if number % every == every - 1 and drawn:
            mixed.append(drawn.pop(0))
    return [*mixed, *drawn]


def _results(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Row] | str]]:
    """Each job with its rows, or with what crashed, as they are done."""
    if workers <= 1 or len(jobs) < 2:
        yield from ((job, _tried(job)) for job in jobs)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_tried, job): job for job in jobs}
        for done in as_completed(waiting):
            problem = done.exception()
            yield waiting[done], done.result() if problem is None else f"{type(problem).__name__}: {problem}"


def _tried(job: Job) -> list[Row] | str:
    """The boundary of a task: what the bench cannot play is an error of the bench, and takes nothing else down."""
    try:
        with tempfile.TemporaryDirectory(prefix="sextant-faults-", dir=_memory()) as scratch:
            return _played(job, Path(scratch))
    except Exception as problem:  # noqa: BLE001 - a crashed task is an error of the bench, counted and named
        return f"{type(problem).__name__}: {problem}"


def _played(job: Job, scratch: Path) -> list[Row]:
    stage: Stage = stage_of(job.task.name, job.task.drawn, task_named(job.task.name), scratch)
    rows = [play(stage, None, _FAULTLESS, job.seed, scratch)]
    for fault in job.faults:
        rows += [play(stage, fault, setup, job.seed, scratch) for setup in setups_for(fault, job.ladder)]
    return rows


def _memory() -> str | None:
    """Where files are kept in memory, if there is such a place: the journals of episodes are read by nobody."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - a folder of its own is made in it


def _result(
    rows: Sequence[Row], seeds: Seeds, errors: Sequence[str], excluded: Sequence[str], skipped: Sequence[str]
) -> BenchResult:
    """With what was left out told by name and reason: by the caller (`excluded`), or as it could not be (`skipped`)."""
    ordered = sorted(rows, key=lambda row: row.key)
    return BenchResult(
        "faults",
        figures(ordered),
        n=len(ordered),
        skipped=len(skipped),
        errors=len(errors),
        excluded=len(excluded),
        seeds=seeds,
        environment={
            **environment(),
            "code": code_hash(),
            "actor": "steady oracle (simulated: it knows the answer, and decides from the perceived screen alone)",
            "person": "nobody there",
            "apart": "; ".join(f"{fault}: {told}" for fault, told in EXPECTED.items()),
        },
        details={**details(ordered), "errors": [*errors], "excluded": [*excluded], "skipped": [*skipped]},
    )
