"""`sextant bench twin`: how fast the twin of a world is, and whether Chromium shows the very same.

The same walks are carried out in both, by a walker that touches what it touched least, so that they come to most pages
(`pages_covered`); the ratio compares gesture and look of both sides, in seconds on the clock, over the same actions of
the same walks, without pictures in either.

`steps_per_s` is that of `Gymnasium.step` with its `Screen` under the load that the figure asks for, screens with much
to see: another walker, `DenseWalker`, stays where there are 20 elements and more, on phones 1,600 px high. It is all
steps in all seconds of one core (of this process, whatever else the machine does), with the collector as
`sextant_worlds.envs.runtimes.fewer_collections` sets it. `steps_per_s_free` beside it is the rate of the walker of
the comparison on the phone as it is, 915 px. No screen is recalled: `screens_built_share` counts how many of the
steps that changed something came back with a `Screen` that had not been there before.

`instance_kb` is by how much memory grows with each further twin of one world after the first, each on a walk of its
own, whatever it is that grows; what they share is told apart (`shared_mb_per_world`).
"""

import gc
import random
import tracemalloc
from collections.abc import Sequence
from time import process_time
from typing import Any, NamedTuple

from sextant.errors import SextantError
from sextant.types.actions import DragPath, Gesture, Hold, LaunchApp, PressKey, ScrollBy, Tap, TerminateApp, TypeText
from sextant.types.geometry import Point, Size
from sextant.types.screens import Screen
from sextant_bench.figures import BenchOptions, BenchResult, Figure, draw_seeds, environment
from sextant_bench.walkers import DenseWalker, Walker
from sextant_bench.walks import THEMES, WalkComparison, compare_walk, walk_world, worlds_of
from sextant_worlds.envs.actions import KINDS, Kind
from sextant_worlds.envs.runtimes import fewer_collections
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

_WORLDS = 16
_STEPS = 128
_TIMED = 6000
_INSTANCES = 16
_STROLL = 120
"""Steps of each of them."""
_TALL = 1600
"""Height of the phones of the dense walks: a screen of that height has its 20 elements and more."""
_USUAL = 915


def run(options: BenchOptions) -> BenchResult:
    """Walks `options.n` steps in both (2,048), over 16 worlds: all themes, both languages, light and dark."""
    seeds = draw_seeds(_WORLDS, options.seed)
    options.report(f"seeds drawn at run time: {', '.join(map(str, seeds.drawn))} (--seed {seeds.entropy})")
    each = -(-(options.n or _WORLDS * _STEPS) // _WORLDS)
    with fewer_collections():
        dense = _speed(seeds.all, DenseWalker, _TALL, _TIMED, options)
        free = _speed(seeds.all, Walker, _USUAL, _TIMED // 2, options)
    worlds = list(worlds_of(seeds.all))
    with fewer_collections():
        result, errors = _compared(worlds, seeds.all, each, options)
    memory = _memory(seeds.all)
    ratio = result.page_seconds / max(result.twin_seconds, 1e-9)
    pages = {(app.id, page.id) for world in worlds for app in world.apps for page in app.pages}
    missed = sorted(pages - result.pages)
    steps = max(1, result.steps)
    figures = (
        Figure("steps_per_s", dense.rate, 3000, "a second"),
        Figure("mean_visible", dense.visible, 20, "elements"),
        Figure("changing_share", dense.changing, 0.5),
        Figure("chromium_ratio", ratio, 100),
        Figure("instance_kb", memory.instance_kb, 512, "KB", "low"),
        Figure("mismatches", result.mismatches, 0, better="low"),
        Figure("walk_steps", result.steps, 2000),
        Figure("pages_covered", 1 - len(missed) / len(pages)),
        Figure("mean_visible_in_walks", result.visible / steps, unit="elements"),
        Figure("changing_in_walks", result.changing / steps),
    )
    baselines = (
        Figure("screens_built_share", dense.built),
        Figure("shared_mb_per_world", memory.shared_mb, unit="MB", better="low"),
        Figure("steps_per_s_free", free.rate, unit="a second"),
        Figure("mean_visible_free", free.visible, unit="elements"),
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
        details={"differences": result.told, "pages": len(pages), "pages_missed": ["/".join(page) for page in missed]},
    )


def _compared(
    worlds: Sequence[World], seeds: Sequence[int], each: int, options: BenchOptions
) -> tuple[WalkComparison, int]:
    """The walks in both, and how many of them came to no end."""
    result, errors, told = WalkComparison(), 0, 0
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


class _Speed(NamedTuple):
    """What timed walks came to, all together."""

    rate: float
    visible: float
    changing: float
    built: float
    """Of the steps that changed something, the share whose screen was newly built."""


def _speed(seeds: tuple[int, ...], walker: type[Walker], height: int, steps: int, options: BenchOptions) -> _Speed:
    """`Gymnasium.step` over walks that were drawn before: all steps in all seconds. The clock runs in `step` alone."""
    visible = changing = done = built = changed = 0
    seconds = 0.0
    for place, seed in enumerate(seeds[:: max(1, len(seeds) // 4)][:4]):
        theme = THEMES[place % 4]
        gestures = _walk(walk_world(seed, theme=theme, height=height), walker, seed, steps // 4)
        world = walk_world(seed, theme=theme, height=height)  # one of its own, of which nothing is known yet
        env = _env(world)
        screen: Screen = env.reset()[1]["screen"]
        taken = 0.0
        for action in [_action(gesture, screen.size) for gesture in gestures]:
            began = process_time()
            info = env.step(action)[4]
            taken += process_time() - began
            changing += bool(info["changed"])
            visible += sum(e.visibility in ("visible", "clipped") for e in info["screen"].elements)
        seconds += taken
        done += len(gestures)
        told = _built(walk_world(seed, theme=theme, height=height), gestures)
        built, changed = built + told.built, changed + told.changed
        rate = len(gestures) / max(taken, 1e-9)
        options.report(f"twin of {world.id}, {walker.__name__}, {height} px: {rate:,.0f} steps a second")
    return _Speed(done / max(seconds, 1e-9), visible / done, changing / done, built / max(1, changed))


class _Built(NamedTuple):
    built: int
    changed: int


def _built(world: World, gestures: Sequence[Gesture]) -> _Built:
    """The walk once more, off the clock, all its screens held: one that is none of those before was newly built."""
    env = _env(world)
    screen: Screen = env.reset()[1]["screen"]
    held = {id(screen): screen}
    built = changed = 0
    for action in [_action(gesture, screen.size) for gesture in gestures]:
        info = env.step(action)[4]
        if info["changed"]:
            changed += 1
            built += id(info["screen"]) not in held
        held[id(info["screen"])] = info["screen"]
    return _Built(built, changed)


def _env(world: World) -> Any:
    from sextant_worlds.envs.gym import WorldEnv

    return WorldEnv(world=world, max_steps=10**9)


def _walk(world: World, walker: type[Walker], seed: int, steps: int) -> list[Gesture]:
    """The gestures of a walk."""
    twin = Twin(world)
    person = walker(world, random.Random(f"timed {seed}"))  # noqa: S311 - a walk, no secret
    found: list[Gesture] = []
    for _ in range(steps):
        gesture = person.gesture(twin.observation())
        twin.perform(gesture)
        found.append(gesture)
    return found


def _action(gesture: Gesture, size: Size) -> dict[str, Any]:
    """The gesture as an action of the environment."""
    match gesture:
        case Tap():
            return _at("double_tap" if gesture.count == 2 else "tap", gesture.point, size)
        case Hold():
            return _at("hold", gesture.point, size)
        case TypeText():
            kind: Kind = "type" if gesture.replace else "append"
            return {**_at(kind, gesture.point, size), "text": gesture.text}
        case ScrollBy():
            return _at("scroll_down" if gesture.direction == "down" else "scroll_up", gesture.point, size)
        case DragPath():  # an environment knows none; a scroll the same way stands for it
            return _at("scroll_down" if gesture.end.y < gesture.start.y else "scroll_up", gesture.start, size)
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


class _Memory(NamedTuple):
    instance_kb: float
    shared_mb: float


def _memory(seeds: tuple[int, ...]) -> _Memory:
    """What each further twin of a fresh world adds, on a walk of its own, and what is left when all of them are gone.

    The first twin comes with all that they share so far; from then on everything that grows counts as the instance's.
    """
    world = walk_world(seeds[0])
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        held: list[Twin] = []
        grown: list[int] = []
        for place in range(_INSTANCES):
            held.append(_strolled(world, random.Random(f"memory {seeds[0]} {place}")))  # noqa: S311 - no secret
            gc.collect()
            grown.append(tracemalloc.get_traced_memory()[0])
        del held[1:]
        held[0].reset()  # one must live, or what they share goes too
        gc.collect()
        shared = tracemalloc.get_traced_memory()[0] - before
        return _Memory((grown[-1] - grown[0]) / (_INSTANCES - 1) / 1024, shared / 1024**2)
    finally:
        tracemalloc.stop()


def _strolled(world: World, rng: random.Random) -> Twin:
    """A twin in the middle of a walk."""
    twin, person = Twin(world), Walker(world, rng)
    for _ in range(_STROLL):
        twin.perform(person.gesture(twin.observation()))
    return twin
