"""`sextant bench chromium-env`: steps a second of worlds in Chromium, a picture each step, all workers together."""

import multiprocessing
import random
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from time import perf_counter

from sextant_bench.figures import BenchOptions, BenchResult, Figure, Seeds, draw_seeds, environment
from sextant_bench.walkers import Walker
from sextant_bench.walks import worlds_of

_WORKERS = 3
_STEPS = 150
_WARM = 10
_PATIENCE = 300.0


def run(options: BenchOptions) -> BenchResult:
    """Walks `options.n` steps in all (450), in three processes with a browser each; `-o workers=2` sets them."""
    workers = options.whole("workers", _WORKERS)
    seeds = draw_seeds(max(4, workers), options.seed)
    options.report(f"seeds drawn at run time: {', '.join(map(str, seeds.drawn))} (--seed {seeds.entropy})")
    each = -(-(options.n or _STEPS * _WORKERS) // workers)
    done, seconds, missing = _measure(workers, each, seeds, options)
    return BenchResult(
        "chromium-env",
        (Figure("steps_per_s", done / max(seconds, 1e-9), 15, "a second"),),
        done,
        errors=workers * each - done - missing,
        seeds=seeds,
        baselines=(Figure("workers", workers), Figure("pictures_missing", missing)),
        environment=environment("playwright"),
    )


def _measure(workers: int, each: int, seeds: Seeds, options: BenchOptions) -> tuple[int, float, int]:
    """Steps with a picture, seconds from the first worker's start to the last one's end, steps without a picture."""
    context = multiprocessing.get_context("spawn")
    ends: list[Connection] = []
    processes: list[SpawnProcess] = []
    for number in range(workers):
        mine, its = context.Pipe()
        process = context.Process(target=_work, args=(its, seeds.all[number % len(seeds.all)], number, each))
        process.start()
        its.close()
        ends.append(mine)
        processes.append(process)
    try:
        ready = [end.poll(_PATIENCE) and end.recv() == "ready" for end in ends]
        options.report(f"{sum(ready)} of {workers} browsers are open")
        began = perf_counter()
        for end in ends:
            end.send("go")
        told = [_told(end) for end in ends]
        seconds = perf_counter() - began
    finally:
        for process in processes:
            process.join(20)
            if process.is_alive():
                process.terminate()
    for number, (steps, missing) in enumerate(told):
        options.report(f"worker {number}: {steps} steps, {missing} without a picture")
    return sum(steps for steps, _ in told), seconds, sum(missing for _, missing in told)


def _told(end: Connection) -> tuple[int, int]:
    try:
        if end.poll(_PATIENCE):
            return end.recv()
    except EOFError:
        pass
    return 0, 0


def _work(end: Connection, seed: int, place: int, steps: int) -> None:
    """A worker: opens, waits for the word, walks, tells how many steps had a picture."""
    from sextant_worlds.runtime.chromium import ChromiumWorld

    world = list(worlds_of((seed,) * (place + 1)))[-1]
    device = ChromiumWorld(world)
    walker = Walker(world, random.Random(f"env {seed} {place}"))  # noqa: S311 - a walk, no secret
    done = missing = 0
    try:
        device.open()
        seen = device.look()
        for _ in range(_WARM):
            device.perform(walker.gesture(seen))
            seen = device.look()
        end.send("ready")
        end.recv()
        for _ in range(steps):
            device.perform(walker.gesture(seen))
            seen = device.look()
            if seen.picture is None:
                missing += 1
            else:
                done += 1
        end.send((done, missing))
    finally:
        device.close()
