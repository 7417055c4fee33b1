"""`sextant bench program`: how quick programs are walked, and whether one that was stopped goes on the same."""

import time

from sextant.bench.figures import BenchOptions, BenchResult, Figure, Json, draw_seeds, environment
from sextant.bench.program.walking import PROGRAMS, Stopped, speed, stopped_everywhere

__all__ = ["run"]

_RANDOM = 1000
_TIMES = 3


def run(options: BenchOptions) -> BenchResult:
    """`options.n` random programs (1,000 by default), each stopped after every answer; half a minute or so."""
    seeds = draw_seeds(options.n or _RANDOM, options.seed)
    quick = {name: max(speed(source) for _ in range(_TIMES)) for name, source in PROGRAMS.items()}
    written = {name: max(speed(source, written=True) for _ in range(_TIMES)) for name, source in PROGRAMS.items()}
    found = _stopped(seeds.all, options)
    wrong = {seed: one.mismatches for seed, one in zip(seeds.all, found, strict=True) if one.mismatches}
    per_s: dict[str, Json] = {name: round(value) for name, value in quick.items()}
    return BenchResult(
        "program",
        (
            Figure("steps_per_s", min(quick.values()), 10_000, "1/s"),
            Figure("trace_mismatches", sum(map(len, wrong.values())), 0, better="low"),
            Figure("programs", len(found), _RANDOM),
            Figure("restores", sum(one.restores for one in found)),
            Figure("written_steps_per_s", min(written.values()), None, "1/s"),
        ),
        n=len(found),
        seeds=seeds,
        environment=environment(),
        details={
            "steps_per_s": per_s,
            "written_steps_per_s": {name: round(value) for name, value in written.items()},
            "steps": sum(one.steps for one in found),
            "ended": sum(one.ended for one in found),
            "mismatches": {str(seed): list(places) for seed, places in wrong.items()},
        },
    )


def _stopped(seeds: tuple[int, ...], options: BenchOptions) -> list[Stopped]:
    found: list[Stopped] = []
    began = time.perf_counter()
    for number, seed in enumerate(seeds, 1):
        found.append(stopped_everywhere(seed))
        if not number % 200:
            options.report(f"{number}/{len(seeds)} random programs, {time.perf_counter() - began:.0f} s")
    return found
