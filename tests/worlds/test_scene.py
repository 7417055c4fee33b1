"""The layout of scenes: nothing overlaps, nothing leaves its layer, every text fits its box."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations

import pytest

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.scene import scene
from sextant_worlds.engine.text import text_width
from sextant_worlds.engine.update import handle, start
from sextant_worlds.engine.values import fresh_memo
from sextant_worlds.spec.phone import Locale
from tests.worlds.sample import sample

THEMES = ("material", "ios", "dense", "plain")
MEMO = fresh_memo()

WALKS = {
    "launcher": "",
    "browse": "@market",
    "gallery": "@market tab-gallery",
    "cart": "@market tab-cart",
    "account": "@market tab-account",
    "skeleton": "@market items-p1",
    "item": "@market items-p1 .",
    "dialog": "@market items-p1 . buy",
    "sheet": "@market items-p1 . more",
    "toast": "@market items-p1 . fav",
    "sold out": "@market items-p2 .",
    "chats": "@talk",
    "chat": "@talk chats-c1",
    "popup": "@talk" + " ." * 40,
    "session": "@talk" + " ." * 60 + " !back",
    "recents": "@talk @market !recents",
}
"""Events: `@` opens an app, `!` presses a key, `.` waits, and the rest are touches."""


def event_of(word: str) -> Json:
    if word == ".":
        return {"on": "wait"}
    rest = word[1:]
    return {"@": {"on": "launch", "app": rest}, "!": {"on": "key", "key": rest}}.get(word[0], {"on": "tap", "k": word})


@cache
def walked(walk: str, theme: str = "material", locale: Locale = "en", large: bool = False) -> tuple[Json, Json, Json]:
    """World, state and scene at the end of a walk."""
    world = served(sample(theme, locale, large))
    state = start(world)
    memo = fresh_memo()
    for event in map(event_of, WALKS[walk].split()):
        shown = scene(world, state, memo)
        assert event.get("k", "") in {"", *nodes(shown)}, event
        handle(world, state, shown, {"x": 1, "y": 1, **event})
    return world, state, scene(world, state, memo)


def nodes(shown: Json) -> dict[str, Json]:
    return {node["k"]: node for layer in shown["layers"] for node in layer["nodes"]}


def texts_in(layer: Json) -> Iterator[Json]:
    """All texts of a layer, at their places in its content."""
    for node in layer["nodes"]:
        if node["t"] == "text":
            yield node
        for part in node.get("parts", ()):
            if part["t"] == "text":
                yield {**part, "x": part["x"] + node["x"], "y": part["y"] + node["y"], "k": f"part of {node['k']}"}


def apart(one: Json, two: Json) -> bool:
    return (
        one["x"] + one["w"] <= two["x"]
        or two["x"] + two["w"] <= one["x"]
        or one["y"] + one["h"] <= two["y"]
        or two["y"] + two["h"] <= one["y"]
    )


def inside(box: Json, width: int, height: int) -> bool:
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["w"] <= width and box["y"] + box["h"] <= height


def assert_sound(layer: Json) -> None:
    """What has to be true of every layer."""
    for node in layer["nodes"]:
        assert inside(node, layer["w"], layer["inner"]), (layer["k"], node)
        for part in node.get("parts", ()):
            assert inside(part, node["w"], node["h"]), (node["k"], part)
        if node["t"] in ("tap", "field"):
            assert node["h"] >= 44, node["k"]
            assert node["w"] >= 44, node["k"]
    for text in texts_in(layer):
        widest = max(text_width(MEMO, line, text["size"], text["weight"]) for line in text["lines"])
        assert widest <= text["w"], text
        assert text["h"] == text["lh"] * len(text["lines"]), text
        assert text["lh"] >= text["size"], text
    touched = [node for node in layer["nodes"] if node["t"] in ("tap", "field", "canvas")]
    for one, two in (*combinations(texts_in(layer), 2), *combinations(touched, 2)):
        assert apart(one, two), (one, two)


@pytest.mark.parametrize("walk", WALKS)
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_overlaps_or_overflows(walk: str, theme: str) -> None:
    for locale in ("en", "zh"):
        for large in (False, True):
            world, _, shown = walked(walk, theme, locale, large)
            keys = [node["k"] for layer in shown["layers"] for node in layer["nodes"]]
            assert len(keys) == len(set(keys)), "keys are unique"
            for layer in shown["layers"]:
                assert inside(layer, world["phone"]["width"], world["phone"]["height"]), layer["k"]
                assert_sound(layer)


@pytest.mark.parametrize("walk", WALKS)
def test_a_theme_never_changes_what_is_there(walk: str) -> None:
    found = [nodes(walked(walk, theme)[2]).values() for theme in THEMES]
    told = [{(node["id"], node["t"]) for node in shown if node["id"]} for shown in found]
    assert all(one == told[0] for one in told)


def test_search_filter_and_sort_are_applied() -> None:
    world, state, shown = deepcopy(walked("browse"))
    entry = state["stacks"]["market"][-1]

    def rows() -> list[str]:
        return [key for key in nodes(scene(world, state)) if key.startswith("items-p") and key.count("-") == 1]

    assert rows() == ["items-p1", "items-p2", "items-p3", "items-p4", "items-p5", "items-p6"]
    handle(world, state, shown, {"on": "input", "k": "search-input", "text": "LAMP"})
    assert rows() == ["items-p4"]
    handle(world, state, scene(world, state), {"on": "input", "k": "search-input", "text": ""})
    entry["ui"]["items-sort"] = "dear"
    assert rows() == ["items-p6", "items-p1", "items-p4", "items-p3", "items-p2", "items-p5"]
    entry["ui"]["items-filter"] = "kitchen"
    shown = scene(world, state)
    assert rows() == ["items-p1", "items-p3", "items-p5"]
    assert nodes(shown)["items-filter-kitchen"]["states"] == ["pressed"]
    entry["ui"]["items-search"] = "no such thing"
    assert nodes(scene(world, state))["items-empty"]["text"] == "Nothing matches your search."


def test_a_fact_shows_its_whole_value() -> None:
    found = nodes(walked("item")[2])
    assert found["fact-arrives"]["text"] == "between Tue 17 Mar and Thu 19 Mar, before noon, at your door"
    assert len(found["fact-arrives"]["lines"]) == 2
    assert "fact-gone" not in found
    assert found["price"]["text"] == "€128.00"
