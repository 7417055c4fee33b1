"""`sextant bench faults`: tasks of worlds on devices that fail on purpose, with and without what the executor does.

The steady oracle (simulated: it knows the answer) decides from the screens alone; everything else is the real loop.
In every setup a task has the same faults at the same steps, as far as its steps are the same. Another seed gives other
faults.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from sextant.devices.faults import FAULTS, FaultId
from sextant_bench.code import code_hash
from sextant_bench.faults.episode import play, stage_of
from sextant_bench.faults.metrics import FaultRow, details, figures
from sextant_bench.faults.setups import EXPECTED, FAULTLESS, setups_for
from sextant_bench.faults.tasks import Chosen, drawn_task, fixed_tasks, task_named
from sextant_bench.figures import BenchOptions, BenchResult, Seeds, environment
from sextant_bench.harness import Checkpoint, Results, play_all, scratch

__all__ = ["run"]

EPISODES = 100
"""Of each fault and setup, unless told."""


@dataclass(frozen=True, slots=True)
class FaultCase:
    """A task for one process: every fault in every setup."""

    task: Chosen
    entropy: int
    faults: tuple[FaultId, ...]
    ladder: bool

    @property
    def name(self) -> str:
        return self.task.name


def run(options: BenchOptions) -> BenchResult:
    """Plays every fault in every setup.

    Raises:
        UsageError: An option is malformed, or there are not so many tasks.
    """
    faults, ladder = options.some_of("only", FAULTS, "fault"), options.flag("ladder", True)
    kept = Checkpoint(options.extra.get("checkpoint", ""), FaultRow, f"{','.join(faults)} {ladder}", options.seed)
    seeds = kept.draw(options.n or EPISODES)
    tasks = _tasks(seeds)
    chosen = tasks[: options.limit] if options.limit else tasks
    jobs = [FaultCase(task, seeds.entropy, faults, ladder) for task in chosen]
    played = play_all(
        jobs,
        _played,
        name=lambda job: job.name,
        workers=options.whole("workers", 2),
        checkpoint=kept,
        report=options.report,
        progress=_progress,
    )
    excluded = [f"{task.name}: beyond the limit" for task in tasks[len(chosen) :]]
    skipped = [f"{fault}: not asked for" for fault in FAULTS if fault not in faults]
    skipped += [reason for task in chosen for reason in task.unwritten]
    rows = sorted(played.records, key=lambda row: row.key)
    return BenchResult(
        "faults",
        figures(rows),
        n=len(rows),
        skipped=len(skipped),
        errors=len(played.errors),
        excluded=len(excluded),
        seeds=seeds,
        environment={
            **environment(),
            "code": code_hash(),
            "actor": "steady oracle (simulated: it knows the answer, and decides from the perceived screen alone)",
            "person": "nobody there",
            "apart": "; ".join(f"{fault}: {told}" for fault, told in EXPECTED.items()),
        },
        details={**details(rows), "errors": played.errors, "excluded": excluded, "skipped": skipped},
    )


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


def _played(job: FaultCase) -> list[FaultRow]:
    seed = crc32(f"{job.entropy} {job.name}".encode())
    with scratch("faults") as folder:
        stage = stage_of(job.name, job.task.drawn, task_named(job.name), folder)
        rows = [play(stage, None, FAULTLESS, seed, folder)]
        for fault in job.faults:
            rows += [play(stage, fault, setup, seed, folder) for setup in setups_for(fault, job.ladder)]
    return rows


def _progress(job: FaultCase, found: Results[FaultRow], rows: Sequence[FaultRow]) -> str:
    del rows
    lost = sum(not row.solved for row in found.records if row.setup == "with")
    return f"{job.name}: {len(found.records)} episodes, {lost} not done with everything on"
