"""The twin: memories that never lie, exact snapshots, gestures as a finger makes them."""

import json
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sextant.devices.conformance import CHECKS, run_check
from sextant.elements.drags import SLOP, drawn_points, scrolling_points
from sextant.types.actions import DragPath, Gesture
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.scene import scene as scene_of
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.hit import drawn_down
from sextant_worlds.twin.observe import observe
from sextant_worlds.twin.twin import Twin, copy_state
from tests.worlds.random_gestures import next_gesture
from tests.worlds.sample import sample
from tests.worlds.toy import toy_world

SURPRISES: tuple[dict[str, Any], ...] = (
    {"kind": "popup", "id": "rate", "at": 5, "title": "Rate us", "text": "?", "close": "Later", "other": "Yes"},
    {"kind": "session", "app": "shop", "at": 9, "title": "Locked", "text": "Your code is 11", "button": "Go on"},
    {"kind": "sync", "app": "shop", "collection": "items", "records": ["pot"], "after": 4, "text": "Syncing"},
    {"kind": "draft", "app": "shop", "at": 12},
    {"kind": "clip", "at": 14},
)
WORLDS = {
    "toy": toy_world(),
    "surprising": toy_world(surprises=SURPRISES),
    "sample": sample(),
    "zh": sample("ios", "zh"),
}
seeds = st.integers(0, 2**32)
worlds = st.sampled_from(sorted(WORLDS))


@settings(max_examples=12, deadline=None)
@given(worlds, seeds)
def test_what_is_remembered_is_what_would_be_made_anew_and_digests_tell_screens_apart(name: str, seed: int) -> None:
    twin, rng = Twin(WORLDS[name]), random.Random(seed)
    fresh = served(WORLDS[name])
    size = twin.size
    known: dict[str, object] = {}
    for _ in range(60):
        before = twin.screen()
        changed = twin.perform(next_gesture(twin, rng))
        screen = twin.screen()
        sight = tuple(e for e in screen.elements if e.visibility != "offscreen")
        shown = tuple((e.role, e.text, e.name, e.value, e.states, e.box) for e in sight)
        assert known.setdefault(screen.digest, shown) == shown
        assert changed or screen == before
        state = copy_state(twin.state)
        state.pop("rev")
        made = scene_of(fresh, state)
        assert made == twin.scene
        seen = observe(made, state["focus"], int(size.width), int(size.height))
        assert seen.elements == twin.observation().elements


@settings(max_examples=12, deadline=None)
@given(worlds, seeds)
def test_after_a_restore_the_same_gestures_give_the_same_screens(name: str, seed: int) -> None:
    twin, rng = Twin(WORLDS[name]), random.Random(seed)
    for _ in range(rng.randrange(40)):
        twin.perform(next_gesture(twin, rng))
    kept = twin.snapshot()
    text = json.dumps(kept)
    here = twin.screen()
    gestures: list[Gesture] = []
    screens: list[Screen] = []
    for _ in range(40):
        gestures.append(next_gesture(twin, rng))
        twin.perform(gestures[-1])
        screens.append(twin.screen())
    assert json.dumps(kept) == text, "a snapshot changed while the world went on"
    other = Twin(World.model_validate_json(WORLDS[name].model_dump_json()))
    for again, saved in ((twin, kept), (other, json.loads(text))):
        again.restore(saved)
        assert again.screen() == here
        for gesture, screen in zip(gestures, screens, strict=True):
            again.perform(gesture)
            assert again.screen() == screen


def test_twins_in_threads_show_what_each_would_alone() -> None:
    world = toy_world()

    def walk(seed: int, of: World) -> list[str]:
        twin, rng = Twin(of), random.Random(seed)
        found: list[str] = []
        for _ in range(60):
            twin.perform(next_gesture(twin, rng))
            found.append(twin.screen().digest)
        return found

    alone = [walk(seed, toy_world()) for seed in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(walk, range(4), [world] * 4))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone


def reference_world() -> World:
    """The reference app of the conformance suite."""
    blocks: list[dict[str, Any]] = [
        {"kind": "button", "id": "add", "label": "Add", "do": [{"kind": "add", "var": "n"}]},
        {"kind": "text", "text": "added {var:n}"},
        {"kind": "field", "id": "name", "label": "Name"},
        {"kind": "button", "id": "next", "label": "Next", "do": [{"kind": "go", "page": "second"}]},
        *({"kind": "text", "text": f"row {number}"} for number in range(40)),
        {"kind": "text", "text": "Bottom"},
    ]
    pages = [
        {"id": "first", "title": "Reference", "blocks": blocks},
        {"id": "second", "title": "Second", "blocks": [{"kind": "heading", "text": "Second screen"}]},
    ]
    app = {"id": "reference", "name": "reference", "genre": "toy", "icon": "box", "accent": "blue", "home": "first"}
    plain = toy_world().model_dump(mode="json")
    plain["phone"]["start"] = "reference"
    plain["apps"] = [{**app, "pages": pages, "vars": {"n": 0}}]
    return World.model_validate(plain)


LAUNCHER = "home is the launcher of a phone, not the app's first page"
KNOWN = {
    "back_and_home_return": LAUNCHER,
    "every_gesture_returns": LAUNCHER,
    "dragging_moves_the_content": "the page itself stands still; what scrolls is a layer of it",
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_device_keeps_the_contract(check: str) -> None:
    world = reference_world()
    outcome = run_check(check, lambda lease=None: TwinDevice(world), KNOWN)
    assert outcome.good, outcome.detail


START = Point(206.5, 400.25)
ways = st.floats(-400, 400)


def _to(dx: float, dy: float) -> Point:
    return Point(START.x + dx, START.y + dy)


def _down(dx: float, dy: float) -> int:
    return drawn_down(START, drawn_points(START, _to(dx, dy)))


@given(ways, ways)
def test_what_scrolls_follows_an_upright_finger_all_of_its_way_less_the_slop(dx: float, dy: float) -> None:
    moved = _down(dx, dy)
    if abs(round(dy)) >= abs(round(dx)) and abs(round(dy)) > SLOP:
        assert abs(moved) == abs(round(dy)) - SLOP
    assert moved == 0 or moved * dy > 0
    assert (_down(-dx, dy), _down(dx, -dy)) == (moved, -moved)
    whole = drawn_down(START, scrolling_points(DragPath(START, _to(dx, dy), whole=True)))
    assert abs(dy) < max(abs(dx) + 1, 1) or abs(whole - dy) <= 1, "a whole drag moves it by all of its distance"


def test_measured_ways() -> None:
    """As measured in Chromium 156, headless."""
    taps, straight = {(0, 15): 0, (15, -15): 0}, {(0, -16): -1, (16, -16): -1, (-120, 300): 285}
    on_its_rail_sideways = {(300, 40): 0, (380, -20): 0, (267, -226): 0}
    strayed_with_the_second_of_ten_moves = {(267, -240): -216, (300, -290): -261}
    for measured in (taps, straight, on_its_rail_sideways, strayed_with_the_second_of_ten_moves):
        assert {way: _down(*way) for way in measured} == measured
