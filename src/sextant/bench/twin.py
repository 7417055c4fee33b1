"""`sextant bench twin`: how fast the twin of a world is, and whether Chromium shows the very same.

The same random walks are carried out in both. Steps a second are those of `Gymnasium.step` with its `Screen`, on one
core; the ratio compares gesture and look of both sides over the same actions, without pictures in either.
"""

import gc
import random
import tracemalloc
from time import perf_counter
from typing import Any

from sextant.bench.figures import BenchOptions, BenchResult, Figure, draw_seeds, environment
from sextant.bench.statistics import median
from sextant.bench.walks import Compared, Walker, compare_walk, walk_world, worlds_of
from sextant.build.worlds import ChromiumWorld
from sextant.errors import SextantError
from sextant.types.actions import Gesture
from sextant.worlds.spec.world import World
from sextant.worlds.twin.twin import Twin

_WORLDS = 16
_STEPS = 128
_TIMED = 6000
_INSTANCES = 8


def run(options: BenchOptions) -> BenchResult:
    """Walks `options.n` steps in both (2,048), over 16 worlds: all themes, both languages, light and dark."""
    seeds = draw_seeds(_WORLDS, options.seed)
    options.report(f"seeds drawn at run time: {', '.join(map(str, seeds.drawn))} (--seed {seeds.entropy})")
    each = -(-(options.n or _WORLDS * _STEPS) // _WORLDS)
    speed = _speed(seeds.all, options)
    result, errors = Compared(), 0
    worlds = list(worlds_of(seeds.all))
    device = ChromiumWorld(worlds[0])
    try:
        device.open()
        for world, seed in zip(worlds, seeds.all, strict=True):
            try:
                device.show(world)
                compare_walk(device, world, each, seed, result)
            except SextantError as error:
                errors += 1
                options.report(f"{world.id}: {error}")
            rate = result.steps / max(result.page_seconds, 1e-9)
            options.report(f"{result.steps} steps in both, {result.mismatches} differ, Chromium {rate:.1f} a second")
    finally:
        device.close()
    for line in result.told:
        options.report(line)
    ratio = result.page_seconds / max(result.twin_seconds, 1e-9)
    figures = (
        Figure("steps_per_s", speed["rate"], 3000, "a second"),
        Figure("mean_visible", speed["visible"], 20, "elements"),
        Figure("changing_share", speed["changing"], 0.5),
        Figure("chromium_ratio", ratio, 100),
        Figure("instance_kb", _instance_kb(seeds.all), 512, "KB", "low"),
        Figure("mismatches", result.mismatches, 0, better="low"),
        Figure("walk_steps", result.steps, 2000),
    )
    baselines = (
        Figure("chromium_steps_per_s", result.steps / max(result.page_seconds, 1e-9), unit="a second"),
        Figure("twin_steps_per_s_in_walks", result.steps / max(result.twin_seconds, 1e-9), unit="a second"),
    )
    return BenchResult(
        "twin",
        figures,
        result.steps,
        errors=errors,
        seeds=seeds,
        baselines=baselines,
        environment=environment("gymnasium", "playwright"),
        details={"differences": result.told},
    )


def _speed(seeds: tuple[int, ...], options: BenchOptions) -> dict[str, float]:
    """`Gymnasium.step` over walks that were drawn before; the clock runs in `step` alone. The median of the worlds."""
    rates: list[float] = []
    visible = changing = steps = 0
    for seed in seeds[:: max(1, len(seeds) // 4)]:
        world = walk_world(seed)
        gestures = _walk(world, seed, _TIMED // 4)
        twin = Twin(world)
        began = perf_counter()
        for gesture in gestures:
            changing += twin.perform(gesture)
            screen = twin.screen()
        rates.append(len(gestures) / (perf_counter() - began))
        del screen
        twin.reset()
        for gesture in gestures:
            twin.perform(gesture)
            visible += sum(e.visibility in ("visible", "clipped") for e in twin.observation().elements)
        steps += len(gestures)
        options.report(f"twin of {world.id}: {rates[-1]:,.0f} steps a second")
    return {"rate": median(rates), "visible": visible / steps, "changing": changing / steps}


def _walk(world: World, seed: int, steps: int) -> list[Gesture]:
    twin, walker = Twin(world), Walker(world, random.Random(f"timed {seed}"))  # noqa: S311 - a walk, no secret
    found: list[Gesture] = []
    for _ in range(steps):
        gesture = walker.gesture(twin.observation())
        twin.perform(gesture)
        found.append(gesture)
    return found


def _instance_kb(seeds: tuple[int, ...]) -> float:
    """What one more twin of a world takes, in the middle of a walk, what they share counted in."""
    world = walk_world(seeds[0])
    gestures = _walk(world, seeds[0], 100)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        held: list[Any] = []
        for _ in range(_INSTANCES):
            twin = Twin(world)
            for gesture in gestures:
                twin.perform(gesture)
                twin.screen()
            held.append(twin)
        gc.collect()
        return (tracemalloc.get_traced_memory()[0] - before) / len(held) / 1024
    finally:
        tracemalloc.stop()
