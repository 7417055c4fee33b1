"""An environment over a world's page in Chromium: the same rewards as over its twin."""

import pytest

from sextant.perception import Perceiver
from sextant_worlds.author import build
from sextant_worlds.envs.actions import KINDS
from sextant_worlds.envs.gym import WorldEnv
from sextant_worlds.envs.reward import Reward
from sextant_worlds.envs.runtimes import paged
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

SEED = 14


def rewards(env: WorldEnv, world: World) -> list[tuple[Reward, bool, tuple[str, ...]]]:
    twin = Twin(world)
    gestures = [step.gesture for step in Oracle(world).walk(twin, lambda: twin.state).steps]
    told: list[tuple[Reward, bool, tuple[str, ...]]] = []
    env.reset(seed=1)
    for gesture in gestures:
        *_, info = env.step_gesture(gesture)
        labels = tuple(element.label for element in info["screen"].elements)
        told.append((info["reward"], info["changed"], labels))
    *_, info = env.step({"kind": KINDS.index(world.task.reference.ends)})
    assert info["success"] is True
    told.append((info["reward"], False, ()))
    return told


@pytest.mark.browser
def test_chromium_and_the_twin_earn_the_same_step_by_step() -> None:
    world = build(SEED)
    pages = WorldEnv(world, backend=paged(ChromiumWorld, Perceiver))
    try:
        first = rewards(pages, world)
        again = rewards(pages, world)
    finally:
        pages.close()
    assert first == again == rewards(WorldEnv(world), world)
    assert first[-1][0].outcome == 1.0
