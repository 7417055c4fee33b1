"""Page and twin show the same, have the same state and go back alike, over random walks."""

import json
import random
from collections.abc import Generator
from typing import Any, Literal

import pytest

from sextant.bench.walks import Compared, Theme, compare_walk, plain_state, walk_world
from sextant.build.worlds import ChromiumWorld
from sextant.worlds.engine.prepare import served
from sextant.worlds.engine.scene import scene
from sextant.worlds.engine.update import handle, start
from sextant.worlds.page.html import page_html

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
    result = Compared()
    compare_walk(device, world, 15, seed, result)
    assert result.steps == 15
    assert result.told == []


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
