"""Worlds report what they came to hold as writes, by name alone, in both runtimes alike."""

import random
from typing import Any

import pytest

from sextant.types.actions import Gesture, LaunchApp, Pause, Tap
from sextant.types.effects import EffectCause, ObservedEffect
from sextant_bench.walkers import Walker
from sextant_bench.walks import walk_world
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice
from tests.worlds.toy import toy, toy_world


def _opened(world: World) -> TwinDevice:
    device = TwinDevice(world)
    device.open()
    return device


def _at(device: TwinDevice, test_id: str) -> Tap:
    return Tap(next(one for one in device.look().elements if one.test_id == test_id).box.centre)


def _commit(app: str, name: str, cause: EffectCause = "touch") -> ObservedEffect:
    return ObservedEffect("commit", address=name, origin=f"world:{app}", cause=cause)


def test_looking_around_commits_nothing_and_a_new_record_is_a_commit_that_tells_no_value() -> None:
    device = _opened(toy_world())
    for gesture in (LaunchApp("Notes"), Pause(1.0), LaunchApp("Shop")):
        device.perform(gesture)
    device.perform(_at(device, "items-cup"))
    assert device.effects() == ()
    device.perform(_at(device, "add"))
    assert device.effects() == (_commit("shop", "cart"),)
    assert device.effects() == (), "each is told once"
    device.perform(_at(device, "add"))
    assert device.effects() == (_commit("shop", "cart"),), "one piece more is another"


def test_what_comes_by_itself_is_not_the_touchs_doing() -> None:
    sync: dict[str, Any] = {"kind": "sync", "app": "shop", "collection": "items", "records": ["pot"], "after": 1}
    device = _opened(World.model_validate(toy(surprises=({**sync, "text": "Syncing"},))))
    device.perform(LaunchApp("Shop"))
    device.perform(_at(device, "items-cup"))
    assert device.effects() == (_commit("shop", "items", "timer"),)


@pytest.mark.browser
def test_page_and_twin_report_the_same() -> None:
    world = walk_world(13)
    page, twin, walker = ChromiumWorld(world), _opened(world), Walker(world, random.Random(13))
    page.open()
    found: list[ObservedEffect] = []
    try:
        for _ in range(20):
            gesture: Gesture = walker.gesture(twin.look())
            twin.perform(gesture)
            page.perform(gesture)
            told = twin.effects()
            assert page.effects() == told, gesture
            found += told
        held = page.state()
        page.restore(held)
        assert page.effects() == (), "going back commits nothing"
    finally:
        page.close()
    assert len(found) >= 3, "the walk committed something"
