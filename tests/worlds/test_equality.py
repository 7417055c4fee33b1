"""Page and twin show the same, have the same state and go back alike, over random walks."""

import json
import random
from collections.abc import Generator
from typing import Any, Literal

import pytest

from sextant.types.actions import DragPath, Gesture, LaunchApp, PressKey, ScrollBy, Tap
from sextant.types.geometry import Point
from sextant.types.screens import Element
from sextant_bench.walks import Theme, WalkComparison, compare_walk, differences, plain_state, walk_world
from sextant_worlds.author.perturbation import spoken
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.scene import scene
from sextant_worlds.engine.update import handle, start
from sextant_worlds.page.html import page_html
from sextant_worlds.runtime.chromium import ChromiumWorld
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


@pytest.mark.parametrize(
    ("seed", "locale", "theme", "dark"),
    [(11, "en", "material", False), (12, "zh", "ios", True), (13, "en", "dense", True), (14, "zh", "plain", False)],
)
def test_page_and_twin_agree(
    device: ChromiumWorld, seed: int, locale: Literal["en", "zh"], theme: Theme, dark: bool
) -> None:
    world = walk_world(seed, locale, theme, dark, large=seed == 13)
    device.show(world)
    result = WalkComparison()
    compare_walk(device, world, 15, seed, result)
    assert result.steps == 15
    assert result.told == []


@pytest.mark.parametrize(("seed", "locale"), [(15, "en"), (16, "zh")])
def test_page_and_twin_agree_on_a_phone_in_another_language(
    device: ChromiumWorld, seed: int, locale: Literal["en", "zh"]
) -> None:
    world = spoken(walk_world(seed, locale, "ios"))
    device.show(world)
    result = WalkComparison()
    compare_walk(device, world, 15, seed, result)
    assert result.steps == 15
    assert result.told == []


@pytest.mark.parametrize(
    ("seed", "locale", "theme"), [(11, "en", "material"), (13, "en", "dense"), (14, "zh", "plain")]
)
def test_a_toast_lets_touches_through(
    device: ChromiumWorld, seed: int, locale: Literal["en", "zh"], theme: Theme
) -> None:
    """What lies under a toast is in sight and takes the touch, in the page as in the twin."""
    world = walk_world(seed, locale, theme)
    device.show(world)
    twin = Twin(world)
    _both(device, twin, LaunchApp("home"))
    _both(device, twin, Tap(_of(twin, "scenes-c2").box.centre))
    toast = _of(twin, "toast").box
    under = [e for e in twin.observation().elements if "tap" in e.affordances and e.box.contains(toast.centre)]
    assert [element.visibility for element in under] == ["visible"]
    _both(device, twin, ScrollBy("down", toast.centre))
    assert twin.scene["layers"][0]["at"] > 0
    _both(device, twin, ScrollBy("up", toast.centre))
    _both(device, twin, Tap(toast.centre))
    assert twin.scene["page"] != "house"


def _both(device: ChromiumWorld, twin: Twin, gesture: Gesture) -> None:
    assert twin.perform(gesture)
    device.perform(gesture)
    assert differences(device.look(picture=False), twin.observation()) == []
    assert plain_state(device.state()) == plain_state(twin.state)


def _of(twin: Twin, test_id: str) -> Element:
    return next(element for element in twin.observation().elements if element.test_id == test_id)


def test_a_tap_counts_where_the_finger_was(device: ChromiumWorld) -> None:
    """Chromium gives a finger that comes down beside a control to the control; a phone's pages here do not."""
    world = walk_world(21)
    device.show(world)
    twin, rng = Twin(world), random.Random(21)
    for number in range(40):
        seen = twin.observation()
        near = rng.choice([one for one in seen.elements if one.visibility == "visible"]).box
        side = Point(
            rng.uniform(near.x, near.right), rng.choice((near.y - rng.randint(1, 9), near.bottom + rng.randint(1, 9)))
        )
        spot = Point(int(min(max(side.x, 1), 410)), int(min(max(side.y, 1), 913)))
        gesture: Gesture = LaunchApp(rng.choice(world.apps).id) if number % 5 == 0 else Tap(spot)
        twin.perform(gesture)
        device.perform(gesture)
        assert differences(device.look(picture=False), twin.observation()) == [], (number, gesture)
        assert plain_state(device.state()) == plain_state(twin.state), (number, gesture)


def test_the_content_follows_a_finger_alike(device: ChromiumWorld) -> None:
    """Up, down, across, sideways and held before, wherever it begins."""
    world = walk_world(11)
    device.show(world)
    twin = Twin(world)
    _both(device, twin, LaunchApp("parcels"))
    _both(device, twin, ScrollBy("down"))
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
            _both(device, twin, PressKey("back"))
        before = twin.scene["layers"][0]["at"]
        drag = DragPath(start, end, 0.6 if number == 8 else 0.0)
        if is_tap(drag):
            continue
        twin.perform(drag)
        device.perform(drag)
        assert differences(device.look(picture=False), twin.observation()) == [], drag
        assert plain_state(device.state()) == plain_state(twin.state), drag
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
