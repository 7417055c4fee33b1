"""`sextant bench twin`: how fast the twin of a world is, and whether Chromium shows the very same.

The same random walks are carried out in both. Steps a second are those of `Gymnasium.step` with its `Screen`, in
seconds of one core (of this process, whatever else the machine does), with the collector as
`sextant.worlds.envs.collecting.fewer_collections` sets it; the ratio compares gesture and look of both sides over the
same actions, without pictures in either.
"""

import gc
import random
import tracemalloc
from collections.abc import Sequence
from time import process_time
from typing import Any

from sextant.bench.figures import BenchOptions, BenchResult, Figure, draw_seeds, environment
from sextant.bench.statistics import median
from sextant.bench.walks import THEMES, Compared, Walker, compare_walk, walk_world, worlds_of
from sextant.build.worlds import ChromiumWorld
from sextant.errors import SextantError
from sextant.types.actions import Gesture, Hold, LaunchApp, PressKey, ScrollBy, Tap, TerminateApp, TypeText
from sextant.types.geometry import Point, Size
from sextant.types.screens import Screen
from sextant.worlds.envs.acting import KINDS, Kind
from sextant.worlds.envs.collecting import fewer_collections
from sextant.worlds.spec.world import World
from sextant.worlds.twin.twin import Twin

_WORLDS = 16
_STEPS = 128
_TIMED = 6000
_INSTANCES = 16
_TALL = 1600
"""Height of the phones whose twins are timed: a large one, so that a screen has its 20 elements and more."""


def run(options: BenchOptions) -> BenchResult:
    """Walks `options.n` steps in both (2,048), over 16 worlds: all themes, both languages, light and dark."""
    seeds = draw_seeds(_WORLDS, options.seed)
    options.report(f"seeds drawn at run time: {', '.join(map(str, seeds.drawn))} (--seed {seeds.entropy})")
    each = -(-(options.n or _WORLDS * _STEPS) // _WORLDS)
    with fewer_collections():
        speed = _speed(seeds.all, options)
    worlds = list(worlds_of(seeds.all))
    with fewer_collections():
        result, errors = _compared(worlds, seeds.all, each, options)
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


def _compared(worlds: Sequence[World], seeds: Sequence[int], each: int, options: BenchOptions) -> tuple[Compared, int]:
    """The walks in both, and how many of them came to no end."""
    result, errors, told = Compared(), 0, 0
    device = ChromiumWorld(worlds[0])
    try:
        device.open()
        for world, seed in zip(worlds, seeds, strict=True):
            try:
                device.show(world)
                compare_walk(device, world, each, seed, result)
            except SextantError as error:
                errors += 1
                options.report(f"{world.id}: {error}")
            for line in result.told[told:]:
                options.report(line)
            told = len(result.told)
            rate = result.steps / max(result.page_seconds, 1e-9)
            options.report(f"{result.steps} steps in both, {result.mismatches} differ, Chromium {rate:.1f} a second")
    finally:
        device.close()
    return result, errors


def _speed(seeds: tuple[int, ...], options: BenchOptions) -> dict[str, float]:
    """`Gymnasium.step` over walks that were drawn before; the clock runs in `step` alone. The median of the worlds."""
    rates: list[float] = []
    visible = changing = steps = 0
    for place, seed in enumerate(seeds[:: max(1, len(seeds) // 4)]):
        actions = _actions(walk_world(seed, theme=THEMES[place % 4], height=_TALL), seed, _TIMED // 4)
        env = _env(
            walk_world(seed, theme=THEMES[place % 4], height=_TALL)
        )  # a world of its own: nothing of it is known yet
        env.reset()
        shown: list[Screen] = []
        taken = 0.0
        for action in actions:
            began = process_time()
            info = env.step(action)[4]
            taken += process_time() - began
            changing += bool(info["changed"])
            shown.append(info["screen"])
        rates.append(len(actions) / taken)
        visible += sum(e.visibility in ("visible", "clipped") for screen in shown for e in screen.elements)
        steps += len(actions)
        options.report(f"twin of {env.episode.world.id}: {rates[-1]:,.0f} steps a second")
    return {"rate": median(rates), "visible": visible / steps, "changing": changing / steps}


def _env(world: World) -> Any:
    from sextant.worlds.envs.gym import WorldEnv

    return WorldEnv(world=world, max_steps=10**9)


def _actions(world: World, seed: int, steps: int) -> list[dict[str, Any]]:
    """A walk as the actions of the environment."""
    env = _env(world)
    walker = Walker(world, random.Random(f"timed {seed}"))  # noqa: S311 - a walk, no secret
    screen: Screen = env.reset()[1]["screen"]
    found: list[dict[str, Any]] = []
    for _ in range(steps):
        action = _action(walker.gesture(screen.observation), screen.size)
        screen = env.step(action)[4]["screen"]
        found.append(action)
    return found


def _action(gesture: Gesture, size: Size) -> dict[str, Any]:
    """The gesture as an action of the environment; a scroll is of the page."""
    match gesture:
        case Tap():
            return _at("double_tap" if gesture.count == 2 else "tap", gesture.point, size)
        case Hold():
            return _at("hold", gesture.point, size)
        case TypeText():
            kind: Kind = "type" if gesture.replace else "append"
            return {**_at(kind, gesture.point, size), "text": gesture.text}
        case ScrollBy():
            return {"kind": KINDS.index("scroll_down" if gesture.direction == "down" else "scroll_up")}
        case PressKey():
            return {"kind": KINDS.index(gesture.key)}
        case LaunchApp():
            return {"kind": KINDS.index("open_app"), "text": gesture.name}
        case TerminateApp():
            return {"kind": KINDS.index("close_app"), "text": gesture.name}
        case _:
            return {"kind": KINDS.index("wait")}


def _at(kind: Kind, point: Point | None, size: Size) -> dict[str, Any]:
    action: dict[str, Any] = {"kind": KINDS.index(kind)}
    return action if point is None else {**action, "point": (point.x / size.width, point.y / size.height)}


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
