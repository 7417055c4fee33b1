"""`sextant bench program`: how quick programs are walked, whether one that was stopped goes on, what loops cost.

Loops are carried out by the whole real loop on a scripted app, with a simulated model.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import asdict

from sextant_bench.figures import BenchOptions, BenchResult, Figure, Json, draw_seeds, environment
from sextant_bench.harness import Results, play_all, scratch
from sextant_bench.program.loops import Carried, carry_out
from sextant_bench.program.office import LOOPS, Loop, drawn_loop
from sextant_bench.program.walk import PROGRAMS, Kind, Outcome, Stopped, speed, stopped_everywhere
from sextant_bench.statistics import median, share

__all__ = ["run"]

_RANDOM = 1000
_TIMES = 3


def run(options: BenchOptions) -> BenchResult:
    """`options.n` random programs (1,000 by default), each stopped after every answer; a minute or so.

    With `options.limit` so many cases are kept, programs before loops.
    """
    seeds = draw_seeds(options.n or _RANDOM, options.seed)
    chosen = seeds.all[: options.limit]
    quick = {name: max(speed(source) for _ in range(_TIMES)) for name, source in PROGRAMS.items()}
    written = {name: max(speed(source, written=True) for _ in range(_TIMES)) for name, source in PROGRAMS.items()}
    stopped = play_all(
        chosen,
        lambda seed: [(seed, stopped_everywhere(seed))],
        report=options.report,
        progress="random programs",
        every=200,
    )
    found = [one for _, one in stopped.records]
    loops = _loops(random.Random(seeds.entropy), options, len(chosen))  # noqa: S311 - places of surprises
    again, baseline = ([one for one in loops.records if one.reuse is reuse] for reuse in (True, False))
    left_out = len(seeds.all) - len(chosen) + len(LOOPS) + 1 - len(again)
    wrong = {seed: one.mismatches for seed, one in stopped.records if one.mismatches}
    per_s: dict[str, Json] = {name: round(value) for name, value in quick.items()}
    return BenchResult(
        "program",
        (
            Figure("steps_per_s", min(quick.values()), 10_000, "1/s"),
            Figure("trace_mismatches", sum(map(len, wrong.values())), 0, better="low"),
            Figure("programs", len(found), _RANDOM),
            Figure("restores", sum(one.restores for one in found)),
            Figure("written_steps_per_s", min(written.values()), None, "1/s"),
            Figure("loop_calls_per_step", max((one.per_step for one in again), default=math.nan), 0.3, better="low"),
            Figure("loops_right", share(sum(one.whole for one in again), len(again)), 1.0),
            Figure("loop_acts_twice", sum(one.twice for one in again), 0, better="low"),
            *(Figure(f"{one.loop}_calls_per_step", one.per_step, better="low") for one in again),
        ),
        n=len(found) + len(again),
        errors=len(stopped.errors) + len(loops.errors),
        excluded=left_out,
        seeds=seeds,
        baselines=(
            Figure("loop_calls_per_step", min((one.per_step for one in baseline), default=math.nan), better="low"),
            Figure("loops_right", share(sum(one.whole for one in baseline), len(baseline))),
        ),
        environment=environment(),
        details={
            "steps_per_s": per_s,
            "written_steps_per_s": {name: round(value) for name, value in written.items()},
            **_told(found),
            "actor": "clerk (simulated)",
            "loops": [asdict(one) for one in (*again, *baseline)],
            "mismatches": {str(seed): list(places) for seed, places in wrong.items()},
        },
    )


def _told(found: Sequence[Stopped]) -> dict[str, Json]:
    """What the random programs were like: how long, how they ended, and the share that went through what."""
    outcomes: tuple[Outcome, ...] = ("ended", "halted", "cut")
    kinds: tuple[Kind, ...] = ("loops", "branches", "calls")
    steps = [one.steps for one in found]
    return {
        "steps": sum(steps),
        "steps_least": min(steps, default=None),
        "steps_median": median(steps) if steps else None,
        **{outcome: sum(one.outcome == outcome for one in found) for outcome in outcomes},
        "walked": {kind: share(sum(kind in one.walked for one in found), len(found)) for kind in kinds},
    }


def _loops(rng: random.Random, options: BenchOptions, before: int) -> Results[Carried]:
    """Every loop with reuse, and the same without; `before` counts the cases that were measured already."""
    loops = (*LOOPS, drawn_loop(rng)) if options.flag("loops", True) else ()
    if options.limit is not None:
        loops = loops[: max(0, options.limit - before)]

    def played(case: tuple[Loop, bool]) -> list[Carried]:
        with scratch("program") as folder:
            return [carry_out(*case, folder)]

    def progress(case: tuple[Loop, bool], found: Results[Carried], done: Sequence[Carried]) -> str:
        del done
        told = [f"{one.calls} calls in {one.steps} steps, {one.right} right" for one in found.records]
        return f"loop {case[0].name}, {'with reuse' if case[1] else 'without'}: {''.join(told)}"

    cases = [(loop, reuse) for reuse in (True, False) for loop in loops]
    return play_all(cases, played, name=lambda case: case[0].name, report=options.report, progress=progress)
