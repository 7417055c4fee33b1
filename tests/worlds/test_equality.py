"""Page and twin show the same, have the same state and go back alike, over random walks."""

import json
import random
from collections.abc import Callable, Generator
from typing import Any

import pytest

from sextant.types.actions import DragPath, Gesture, LaunchApp, PressKey, ScrollBy, Tap
from sextant.types.geometry import Point
from sextant.types.screens import Element
from sextant_bench.walks import WalkComparison, compare_walk, differences, plain_state, walk_world
from sextant_worlds.author.perturbation import in_other_language
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.scene import scene
from sextant_worlds.engine.update import handle, start
from sextant_worlds.page.html import page_html
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec.world import World
from sextant_worlds.twin.hit import is_tap
from sextant_worlds.twin.twin import Twin

pytestmark = pytest.mark.browser

Json = dict[str, Any]


@pytest.fixture(scope="module")
def device() -> Generator[ChromiumWorld]:
    opened = ChromiumWorld(walk_world(1))
    opened.open()
    yield opened
    opened.close()


WORLDS: dict[int, Callable[[], World]] = {
    11: lambda: walk_world(11, "en", "material"),
    12: lambda: walk_world(12, "zh", "ios", dark=True),
    13: lambda: walk_world(13, "en", "dense", dark=True, large=True),
    14: lambda: walk_world(14, "zh", "plain"),
    15: lambda: in_other_language(walk_world(15, "en", "ios")),  # in another language than its content
    16: lambda: in_other_language(walk_world(16, "zh", "ios")),
}


@pytest.mark.parametrize("seed", WORLDS)
def test_page_and_twin_agree(device: ChromiumWorld, seed: int) -> None:
    world, result = WORLDS[seed](), WalkComparison()
    device.show(world)
    compare_walk(device, world, 15, seed, result)
    assert (result.steps, result.told) == (15, [])


@pytest.mark.parametrize("seed", [11, 13, 14])
def test_a_toast_lets_touches_through(device: ChromiumWorld, seed: int) -> None:
    """What lies under a toast is in sight and takes the touch, in the page as in the twin."""
    twin = _shown(device, WORLDS[seed]())
    assert _both(device, twin, LaunchApp("home"))
    assert _both(device, twin, Tap(_of(twin, "scenes-c2").box.centre))
    toast = _of(twin, "toast").box
    under = [e for e in twin.observation().elements if "tap" in e.affordances and e.box.contains(toast.centre)]
    assert [element.visibility for element in under] == ["visible"]
    assert _both(device, twin, ScrollBy("down", toast.centre))
    assert twin.scene["layers"][0]["at"] > 0
    assert _both(device, twin, ScrollBy("up", toast.centre))
    assert _both(device, twin, Tap(toast.centre))
    assert twin.scene["page"] != "house"


def _shown(device: ChromiumWorld, world: World) -> Twin:
    device.show(world)
    return Twin(world)


def _both(device: ChromiumWorld, twin: Twin, gesture: Gesture) -> bool:
    done = twin.perform(gesture)
    device.perform(gesture)
    assert differences(device.look(picture=False), twin.observation()) == [], gesture
    assert plain_state(device.state()) == plain_state(twin.state), gesture
    return done


def _of(twin: Twin, test_id: str) -> Element:
    return next(element for element in twin.observation().elements if element.test_id == test_id)


def test_a_tap_counts_where_the_finger_was(device: ChromiumWorld) -> None:
    """Chromium gives a finger that comes down beside a control to the control; a phone's pages here do not."""
    twin, rng = _shown(device, walk_world(21)), random.Random(21)
    for number in range(40):
        seen = twin.observation()
        near = rng.choice([one for one in seen.elements if one.visibility == "visible"]).box
        side = Point(
            rng.uniform(near.x, near.right), rng.choice((near.y - rng.randint(1, 9), near.bottom + rng.randint(1, 9)))
        )
        spot = Point(int(min(max(side.x, 1), 410)), int(min(max(side.y, 1), 913)))
        _both(device, twin, LaunchApp(rng.choice(twin.world.apps).id) if number % 5 == 0 else Tap(spot))


def test_the_content_follows_a_finger_alike(device: ChromiumWorld) -> None:
    """Up, down, across, sideways and held before, wherever it begins."""
    twin = _shown(device, walk_world(11))
    assert _both(device, twin, LaunchApp("parcels"))
    assert _both(device, twin, ScrollBy("down"))
    rng = random.Random(3)
    moved = 0
    for number in range(24):
        start = Point(rng.uniform(10, 400), rng.uniform(70, 820))
        across = start.x + rng.uniform(-1, 1) * 120
        end = (
            Point(start.x, start.y + rng.choice((-1, 1)) * rng.uniform(16, 60)),
            Point(across, start.y + rng.uniform(-600, 300)),
            Point(rng.uniform(1, 411), start.y + rng.uniform(-300, 300)),
            Point(rng.choice((2, 410)), start.y + rng.uniform(-10, 10)),
        )[number % 4]
        if number == 16:
            assert twin.state["popup"], "which held the content for a while"
            assert _both(device, twin, PressKey("back"))
        before = twin.scene["layers"][0]["at"]
        drag = DragPath(start, end, 0.6 if number == 8 else 0.0)
        if not is_tap(drag):
            _both(device, twin, drag)
            moved += twin.scene["layers"][0]["at"] != before
    assert moved > 9


def test_translated_engine_gives_the_same_states_and_scenes(device: ChromiumWorld) -> None:
    """Two hundred random events handled by both engines: equal as JSON after each."""
    world = walk_world(21, "en")
    device.show(world)
    rng = random.Random(5)
    events: list[Json] = []
    states: list[Json] = []
    known = served(world)
    state = start(known)
    for _ in range(200):
        now = scene(known, state)
        event = _event(rng, [node for layer in now["layers"] for node in layer["nodes"]], known)
        handle(known, state, now, event)
        events.append(event)
        states.append(json.loads(json.dumps(state)))
    pages = device.evaluate(_REPLAY % json.dumps(events))
    for number, (mine, its) in enumerate(zip(states, pages, strict=True)):
        assert plain_state(its) == plain_state(mine), f"after event {number}: {events[number]}"


def _event(rng: random.Random, nodes: list[Json], known: Json) -> Json:
    node = rng.choice(nodes)
    draw = rng.random()
    if draw < 0.6:
        return {"on": "hold" if draw < 0.05 else "tap", "k": node["k"], "x": node["w"] // 2, "y": node["h"] // 2}
    fields = [node for node in nodes if node["t"] == "field"]
    if draw < 0.75 and fields:
        return {"on": "input", "k": rng.choice(fields)["k"], "text": rng.choice(("tea", "12", "", "你好"))}
    if draw < 0.8:
        return {"on": "scroll", "k": "body", "to": rng.randrange(900)}
    if draw < 0.9:
        return {"on": "launch", "app": rng.choice(known["order"])}
    return rng.choice(({"on": "key", "key": "back"}, {"on": "key", "key": "recents"}, {"on": "wait"}))


_REPLAY = """(() => {
  const states = [];
  for (const event of %s) states.push(sextantWorld.apply(event));
  return states;
})()"""


def test_served_page_reaches_no_network_and_tells_nothing_in_its_text() -> None:
    world = walk_world(31, "en")
    html = page_html(world)
    assert "default-src 'none'" in html
    assert "http://" not in html.replace("http://www.w3.org/2000/svg", "")
    assert world.task.guideline not in html
    records = [record for app in world.apps for records in app.collections.values() for record in records]
    titles = [record["title"] for record in records if "title" in record]
    assert titles
    assert not [title for title in titles if str(title) in html]
