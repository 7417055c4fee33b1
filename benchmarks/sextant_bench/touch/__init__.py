"""`sextant bench touch`: whether touches on pages that move meet what they are meant for.

A script chooses elements by their labels and touches them through the real executor and the real browser device. An
app of our own moves its pages between look and touch; its server's log is the truth. A share of the same visits is
played without the device making sure of what it touches, as the baseline.
"""

import random
from collections import Counter
from dataclasses import dataclass, replace

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.errors import SextantError
from sextant_bench.figures import BenchOptions, BenchResult, Seeds, draw_seeds, environment
from sextant_bench.harness import Results, play_all
from sextant_bench.touch.app import KINDS, LONG_SPLASHES, MovingApp, VisitPlan, planned
from sextant_bench.touch.finger import Finger
from sextant_bench.touch.metrics import Timed, Touch, baselines, details, figures

__all__ = ["run"]

TOUCHES = 2000
"""Touches that are made sure of, unless told."""
_A_VISIT = 4
_WITHOUT = 8
"""One visit in so many is played once more without making sure."""
_PAIRS = 60


@dataclass(frozen=True, slots=True)
class BrowserCase:
    """What one process plays, in one browser."""

    plans: tuple[VisitPlan, ...]
    pairs: int
    seed: int


@dataclass(frozen=True, slots=True)
class BrowserVisits:
    """What became of a job."""

    touches: tuple[Touch, ...] = ()
    timed: tuple[Timed, ...] = ()
    left: int = 0
    left_without: int = 0


def run(options: BenchOptions) -> BenchResult:
    """Touches through all kinds of pages; `options.n` is the number of touches.

    Raises:
        UsageError: An option is malformed.
    """
    wanted = options.n or TOUCHES
    visits = -(-wanted // (len(KINDS) * _A_VISIT - 2))
    seeds = draw_seeds(max(visits, 4), options.seed)
    plans = _plans(seeds, visits)
    workers = options.whole("workers", 2)
    jobs = [BrowserCase(tuple(plans[first::workers]), _PAIRS if first == 0 else 0, first) for first in range(workers)]
    played = play_all(
        jobs,
        _played,
        name=lambda job: f"browser {job.seed}",
        workers=workers,
        report=options.report,
        progress="browsers done",
    )
    found, errors = played.records, played.errors
    touches = [touch for one in found for touch in one.touches]
    timed = [pair for one in found for pair in one.timed]
    sure = [touch for touch in touches if touch.sure]
    return BenchResult(
        "touch",
        figures(touches, timed, sum(one.left for one in found), min(wanted, TOUCHES)),
        n=sum(touch.injected for touch in sure),
        errors=len(errors),
        seeds=seeds,
        baselines=baselines(touches, sum(one.left_without for one in found)),
        environment=environment(),
        details={**details(touches), "errors": errors},
    )


def _plans(seeds: Seeds, visits: int) -> list[VisitPlan]:
    """Every kind of page for every seed, in an order that gives each browser some of each; the long splashes first."""
    plans: list[VisitPlan] = []
    for number, seed in enumerate(seeds.all[:visits]):
        rng = random.Random(f"{seeds.entropy if seed in seeds.drawn else 0} {seed}")  # noqa: S311 - timings
        plans += [planned(kind, number, _A_VISIT, rng) for kind in KINDS]
    splashes = [plan for plan in plans if plan.kind == "splash"]
    for plan, seconds in zip(splashes, LONG_SPLASHES, strict=False):
        plans[plans.index(plan)] = replace(plan, splash=round(1000 * seconds))
    return plans


def _played(job: BrowserCase) -> Results[BrowserVisits]:
    touches, errors, timed = list[Touch](), list[str](), tuple[Timed, ...]()
    left = Counter[bool]()
    with MovingApp() as app:
        device = BrowserDevice(BrowserOptions(url=f"{app.url}/to/start"))
        device.open()
        try:
            finger = Finger(device, app, random.Random(job.seed))  # noqa: S311 - an actor's pauses
            for number, plan in enumerate(job.plans):
                for sure in (True, False) if number % _WITHOUT == 0 else (True,):
                    before = app.left
                    try:
                        touches += finger.visit(plan, sure)
                    except SextantError as error:
                        errors.append(f"{plan.kind} {plan.seed}: {error}")
                    left[sure] += app.left - before
            if job.pairs:
                timed = finger.timed(next(plan for plan in job.plans if plan.kind == "still"), job.pairs)
        finally:
            device.close()
    return Results([BrowserVisits(tuple(touches), timed, left[True], left[False])], errors)
