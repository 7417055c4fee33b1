"""`sextant bench false-done`: whether `success` can be believed, on tasks of which half can be done.

Three of ten tasks are impossible and two are done before they begin. They are played through the real loop by the
oracle and by simulated actors that claim the end too early or give up too early; what is measured is what the run
ended as, against the world's own truth. What believing the actors would have come to stands beside it.
"""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from sextant.bench.false_done import tallies
from sextant.bench.false_done.rows import Job, Row, work
from sextant.bench.figures import BenchOptions, BenchResult, draw_seeds, environment
from sextant.errors import UsageError
from sextant.worlds.actors.dials import parse_dials
from sextant.worlds.author.recipe import Family

__all__ = ["ACTORS", "run"]

ACTORS = ("oracle", "faulty:early=0.1", "faulty:early=0.3", "faulty:quit=0.05")
"""Who plays unless told: one who knows, two who say they are done too early, one who gives up too early."""

_CASES, _WORKERS = 200, 2


def run(options: BenchOptions) -> BenchResult:
    """Plays the suite (200 tasks unless told) with every actor.

    Raises:
        UsageError: An actor or an option is malformed.
    """
    actors = (options.actor,) if options.actor else ACTORS
    for actor in actors:
        if actor != "oracle" and actor.partition(":")[0] != "faulty":
            raise UsageError(f"This suite is not played by {actor!r}.", "Choose oracle, or faulty with dials.")
        if actor != "oracle":
            parse_dials(actor)
    count, workers = options.n or _CASES, options.whole("workers", _WORKERS)
    family = _family(options.extra.get("family", "test"))
    seeds = draw_seeds(count, options.seed)
    chosen = list(enumerate(_mixed(seeds.fixed, seeds.drawn)))[: options.limit or None]
    with tempfile.TemporaryDirectory(prefix="sextant-false-done-") as scratch:
        jobs = [Job(number, seed, actors, scratch, family) for number, seed in chosen]
        rows, errors = _played(jobs, options, workers)
    told = ", ".join(f"{actor} (simulated)" for actor in actors)
    return BenchResult(
        name="false-done",
        figures=tallies.figures(rows),
        n=len(rows),
        errors=len(errors),
        excluded=(count - len(chosen)) * len(actors),
        seeds=seeds,
        baselines=tallies.baselines(rows),
        environment={**environment(), "actors": told, "family": family},
        details={**tallies.details(rows), "errors": errors},
        listings=(tallies.listing(rows),),
    )


def _family(name: str) -> Family:
    if name == "test" or name == "train":
        return name
    raise UsageError(f"There is no family {name!r}.", "Choose test or train.")


def _mixed(fixed: Sequence[int], drawn: Sequence[int]) -> Iterator[int]:
    """The drawn seeds spread among the fixed ones, so that each kind of task gets its share of them."""
    left, new = list(fixed), list(drawn)
    every = max(1, round((len(left) + len(new)) / max(len(new), 1)))
    for place in range(len(fixed) + len(drawn)):
        turn = new and (place % every == (place // every) % every or not left)
        yield new.pop(0) if turn else left.pop(0)


def _played(jobs: Sequence[Job], options: BenchOptions, workers: int) -> tuple[list[Row], list[str]]:
    rows: list[Row] = []
    errors: list[str] = []
    for done, (job, found) in enumerate(_results(jobs, workers), 1):
        if isinstance(found, str):
            errors.append(f"{job.number}/{job.seed}: {found}")
            options.report(f"{done}/{len(jobs)} case {job.number}/{job.seed}: error: {found}")
            continue
        rows += found
        ends = ", ".join(
            f"{row.actor} {row.status}{'' if row.true or not row.verified else ' (FALSE)'}" for row in found
        )
        options.report(f"{done}/{len(jobs)} case {found[0].case}, {found[0].kind} ({found[0].how}): {ends}")
    order = {job.number: place for place, job in enumerate(jobs)}
    return sorted(rows, key=lambda row: order[int(row.case.partition("/")[0])]), errors


def _results(jobs: Sequence[Job], workers: int) -> Iterator[tuple[Job, list[Row] | str]]:
    """Each job with its rows, or with what crashed, as they are done."""
    if workers <= 1 or len(jobs) < 2:
        for job in jobs:
            yield job, _tried(job)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future[list[Row] | str], Job] = {pool.submit(_tried, job): job for job in jobs}
        for future in as_completed(waiting):
            problem = future.exception()
            job = waiting[future]
            yield job, future.result() if problem is None else f"{type(problem).__name__}: {problem}"


def _tried(job: Job) -> list[Row] | str:
    """The boundary of a case: what the bench cannot play is reported and takes nothing else down."""
    try:
        return work(job)
    except Exception as problem:  # noqa: BLE001 - a crashed case is an error of the bench, counted and named
        return f"{type(problem).__name__}: {problem}"
