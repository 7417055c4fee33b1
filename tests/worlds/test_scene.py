"""Scenes: nothing overlaps or leaves its layer, every text fits its box and can be read; templates and formats."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.scene import scene
from sextant_worlds.engine.text import text_width, wrap
from sextant_worlds.engine.update import handle, start
from sextant_worlds.engine.values import context, expand, fresh_memo, holds, money, valued
from sextant_worlds.page.colours import ACCENTS, colours, contrast
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


WORLD = served(sample())
ZH = served(sample(locale="zh"))


def ctx(rec: Json | None = None, world: Json = WORLD) -> Json:
    state = start(world)
    state["clip"] = "7Q2"
    return context(world, state, "market", rec or {}, {"field": "typed"})


def test_templates() -> None:
    rec: Json = {"name": "Tea", "n": 3, "price": 123456705, "at": "2026-03-13T19:05"}
    rec |= {"day": "2026-03-14", "next": "2026-03-15", "far": "2027-01-01"}
    texts = {
        "plain": "plain",
        "{name}: {n}{missing}": "Tea: 3",
        "{var:quantity} {ui:field}-{clip}": "1 typed-7Q2",
        "{count:items} {count:items.stock} {count:items.shelf=Home}": "6 5 3",
        "{sum:cart.price} {sum:cart.price*count|money}": "12800 €256.00",
        "{price|money}": "€1,234,567.05",
        "{day|date} {day|day} {next|day} {far|day}": "Sat 14 Mar Today Tomorrow Fri 1 Jan",
        "{far|full} {at|time} {at|date}": "1 January 2027 19:05 Fri 13 Mar",
        "an open { brace": "an open { brace",
    }
    assert {template: expand(ctx(rec), template) for template in texts} == texts
    rec = {"day": "2026-03-15", "price": 5}
    assert expand(ctx(rec, ZH), "{day|date} {day|day} {day|full} {price|money}") == "3月15日 明天 2026年3月15日 ¥0.05"
    assert money(-5, "USD") == "-$0.05"


def test_a_bare_expression_keeps_its_type() -> None:
    assert valued(ctx({"n": 3, "on": True}), "{n}") == 3
    assert valued(ctx({"n": 3, "on": True}), "{on}") is True
    assert valued(ctx({"n": 3}), "{n}x") == "3x"
    assert valued(ctx(), 7) == 7


def test_conditions() -> None:
    rec: Json = {"n": 10, "on": True, "name": "Green tea", "other": "Green tea", "day": "2026-03-09"}
    numbers = (("n", "eq", 10, True), ("n", "eq", "10", True), ("n", "lt", 9, False), ("n", "gt", "9", True))
    others = (("on", "eq", True, True), ("on", "eq", 1, False), ("missing", "eq", "", True))
    texts = (("name", "has", "TEA", True), ("name", "ne", "{other}", False), ("day", "le", "2026-03-14", True))
    for left, op, right, held in (*numbers, *others, *texts):
        assert holds(ctx(rec), {"left": left, "op": op, "right": right}) is held, (left, op, right)


@given(st.text(alphabet="aWi. ,…-“中文，。（）\n é", max_size=120), st.integers(60, 300), st.integers(0, 3))
def test_lines_fit_and_lose_nothing(text: str, width: int, most: int) -> None:
    memo = fresh_memo()
    lines, read = wrap(memo, text, 16, 400, width, most)
    assert all(text_width(memo, line, 16, 400) <= width for line in lines)
    assert not most or len(lines) <= most
    if not most:
        assert "".join(read.split()) == "".join(text.split())
    assert "".join("".join(lines).split()) == "".join(read.split())


def test_chinese_breaks_anywhere_but_before_closing_marks() -> None:
    lines, read = wrap(fresh_memo(), "钥匙放在二楼邻居那里了，就是门口有自行车的那家。", 16, 400, 16 * 11, 0)
    assert read == "钥匙放在二楼邻居那里了，就是门口有自行车的那家。"
    assert len(lines) == 3
    assert not any(line[0] in "，。" for line in lines)


_GROUNDS = ("ground", "surface", "raised")
_WRITTEN = (
    *((ink, ground) for ink in ("ink", "muted", "accent", "danger") for ground in _GROUNDS),
    *((ink, "accent-soft") for ink in ("ink", "muted", "accent")),
    *(("on-accent", ground) for ground in ("accent", "danger")),
    *(("muted", "hairline"), ("danger", "danger-soft"), ("ok", "ok-soft")),
    *((ink, "warn-soft") for ink in ("ink", "warn")),
)
"""What is written on what: the pairs that the engine draws."""


@pytest.mark.parametrize("theme", ["material", "ios", "dense", "plain"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_text_can_be_read_in_every_look(theme: str, dark: bool) -> None:
    found = {accent: colours(theme, dark, accent) for accent in ACCENTS}
    low = {
        f"{accent}: {ink} on {ground}": round(ratio, 2)
        for accent, tokens in found.items()
        for ink, ground in _WRITTEN
        if (ratio := contrast(tokens[ink], tokens[ground])) < 4.5
    }
    assert low == {}
    for accent, tokens in found.items():
        assert contrast(tokens["accent-soft"], tokens["ground"]) >= 1.1, f"{accent} is seen on its ground"
