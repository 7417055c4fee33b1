"""`sextant bench memory-world`: the tasks of a split played through the real loop, and what memory was worth in it.

Simulated actors (`oracle`, `nothing`, `random`, `faulty:…`) are labelled so in the environment of the result;
`python:module:factory` and an address are somebody's own agent; any other actor is the name of a model. An episode
that fails counts 0; only the bench's own crashes are errors.
"""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from sextant.assembly.guests import find_guest, is_guest
from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions, BenchResult, environment
from sextant_bench.memory_world import tallies
from sextant_bench.memory_world.asked import checkpoint_of, resolve
from sextant_bench.memory_world.playing import BACKENDS, SIMULATED, instructed
from sextant_bench.memory_world.rows import Job, Row, keep, kept, work
from sextant_worlds.actors.dials import parse_dials
from sextant_worlds.author.splits import NAME, SPLIT_VERSION, SPLITS, Split

__all__ = ["run"]

_WORKERS = 2
_BASELINES = ("nothing", "random")


def run(options: BenchOptions) -> BenchResult:
    """Plays a split (`lite` unless told) with an actor (`oracle` unless told), baselines in the same call.

    Raises:
        UsageError: There is no such split, backend, dial, agent or model, or an option is malformed.
        ModelUnreachable: A key or a file of the model is missing.
    """
    split, actor = _split(options.extra.get("split", "lite")), options.actor or "oracle"
    kind = actor.partition(":")[0]
    if kind == "faulty":
        parse_dials(actor)
    elif is_guest(actor):
        find_guest(actor)
    elif kind not in SIMULATED:
        resolve(actor)
    backend = options.extra.get("backend", "twin")
    if backend not in BACKENDS:
        raise UsageError(f"There is no backend {backend!r}.", f"Choose one of: {', '.join(BACKENDS)}.")
    size = SPLITS[split]
    count = options.n or 100 if size is None else size
    chosen = range(min(count, options.limit) if options.limit else count)
    instructions, workers = options.flag("instructions", False), options.whole("workers", _WORKERS)
    extra = _baselines(actor) if options.flag("baselines", True) else ()
    checkpoint = checkpoint_of(options.extra.get("checkpoint", ""))
    with tempfile.TemporaryDirectory(prefix="sextant-memory-world-") as scratch:
        jobs = [
            Job(split, index, (actor, *extra), options.seed or 0, scratch, backend, instructions) for index in chosen
        ]
        rows, errors = _played(jobs, actor, options, workers, checkpoint)
    own = [row for row in rows if row.actor == actor]
    base = [figure for name in extra for figure in tallies.baselines([row for row in rows if row.actor == name], name)]
    label = f"{actor} (simulated)" if kind in SIMULATED else actor
    return BenchResult(
        name=NAME,
        figures=tallies.figures(own, actor),
        n=len(own),
        errors=len(errors),
        excluded=count - len(chosen),
        baselines=tuple(base),
        environment={
            **environment(),
            "actor": label,
            "split": f"{split} version {SPLIT_VERSION}",
            "backend": backend,
            "instructions": "given" if instructed(actor, instructions) else "not given",
        },
        details={**tallies.details(own), "errors": errors},
    )


def _baselines(actor: str) -> tuple[str, ...]:
    """Those who do nothing and who touch at random; beside a faulty actor also one with no dial turned."""
    undialled = ("faulty",) if actor.startswith("faulty:") else ()
    return (*undialled, *(name for name in _BASELINES if name != actor))


def _split(name: str) -> Split:
    for known in SPLITS:
        if known == name:
            return known
    raise UsageError(f"There is no split {name!r}.", f"Choose one of: {', '.join(SPLITS)}.")


def _played(
    jobs: Sequence[Job], actor: str, options: BenchOptions, workers: int, path: Path | None
) -> tuple[list[Row], list[str]]:
    """The rows of all jobs, those of a checkpoint included, and what went wrong in the bench itself."""
    rows = kept(path) if path is not None else []
    names = {job.name for job in jobs}
    rows = [row for row in rows if row.task in names and _asked(row, jobs[0])] if jobs else []
    there = {(row.task, row.actor) for row in rows}
    left = [job for job in jobs if any((job.name, name) not in there for name in job.actors)]
    rows = [row for row in rows if row.task not in {job.name for job in left}]
    errors: list[str] = []
    for number, (job, found) in enumerate(_results(left, workers), 1):
        if isinstance(found, str):
            errors.append(f"{job.name}: {found}")
            options.report(f"{number}/{len(left)} {job.name}: error: {found}")
            continue
        rows += found
        if path is not None:
            keep(path, found)
        own = next(row for row in found if row.actor == actor)
        told = "done" if own.success else f"not done ({own.cause})"
        options.report(
            f"{number}/{len(left)} {job.name} {own.world}: {told}, {own.actions} of {own.oracle_steps} steps"
        )
    return rows, errors


def _asked(row: Row, job: Job) -> bool:
    """Whether a kept row is of an actor that is asked for now, and told as much."""
    return row.actor in job.actors and row.instructions == instructed(row.actor, job.instructions)


def _results(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Row] | str]]:
    """Each job with its rows, or with what crashed, as they are done."""
    if workers <= 1 or len(jobs) < 2:
        for job in jobs:
            yield job, _tried(job)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future[list[Row] | str], Job] = {pool.submit(_tried, job): job for job in jobs}
        for future in as_completed(waiting):
            job = waiting[future]
            problem = future.exception()
            yield job, future.result() if problem is None else f"{type(problem).__name__}: {problem}"


def _tried(job: Job) -> list[Row] | str:
    """The boundary of an episode: what the bench cannot play is reported and takes nothing else down."""
    try:
        return work(job)
    except Exception as problem:  # noqa: BLE001 - a crashed episode is an error of the bench, counted and named
        return f"{type(problem).__name__}: {problem}"
