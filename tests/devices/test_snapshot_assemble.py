"""`assemble` on answers made by hand, whole and hostile. No browser."""

# ruff: noqa: E501 -- answers read better unbroken
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sextant.devices.browser.snapshot import FrameSnapshot, assemble
from sextant.types.geometry import Box, Size

SIZE = Size(400, 800)


def frame(*els: dict[str, Any], parent: int | None = None, **rest: object) -> FrameSnapshot:
    return FrameSnapshot(json.dumps({"view": [0, 0, 400, 800], "els": els, **rest}), "http://a.test/", parent=parent)


def el(n: int, box: list[float], **rest: object) -> dict[str, Any]:
    return {"n": n, "b": box, "r": "text", "z": "visible", "t": f"T{n}", **rest}


def test_a_zoomed_page_tells_its_size() -> None:
    seen = assemble([frame(el(0, [600, 1000, 10, 10]), view=[100, 50, 980, 2000])], SIZE)
    assert seen.size == Size(980, 2000)
    assert seen.elements[0].box == Box(500, 950, 10, 10)


def test_a_failed_frame_is_reported() -> None:
    seen = assemble([FrameSnapshot('{"error": "boom"}')], SIZE)
    assert seen.errors == ("boom",)
    assert seen.condition == "blank"


def test_a_page_tells_its_pixels_and_whether_it_is_in_the_background() -> None:
    told, silent = assemble([frame(ratio=2.625, hidden=True)], SIZE), assemble([frame(ratio="x", hidden=1)], SIZE)
    assert (told.ratio, told.hidden) == (2.625, True)
    assert (silent.ratio, silent.hidden) == (1, False)


def test_a_password_is_dropped_whatever_the_page_says() -> None:
    seen = assemble([frame(el(0, [0, 0, 9, 9], r="textbox", s=["password"], v="hunter2"))], SIZE)
    assert seen.elements[0].value == ""


def test_small_frames_do_not_speak_for_the_screen() -> None:
    holder = {"el": 0, "b": [0, 0, 50, 50], "c": [0, 0, 50, 50], "pos": 0}
    main = frame(
        el(0, [0, 0, 50, 50], r="iframe"), frames=[holder], skeleton=[["heading", 1, "Main"], ["landmark", "main", ""]]
    )
    advert = frame(parent=0, pos=0, skeleton=[["heading", 1, "Buy"], ["dialog", "Now"]])
    seen = assemble([main, advert], SIZE)
    assert seen.landmarks == ("heading: Main", "main")
    assert seen.facts == {"headings": "1:Main"}


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "null",
        "[]",
        "1",
        "{",
        '{"els": 5}',
        '{"els": [1, null, {"n": "x"}]}',
        '{"els": [{"n": 0, "b": [1, 2]}]}',
        '{"view": [1e400, "x"], "els": [{"n": 0, "b": [NaN, 1, 1e99, -5], "t": ["a"], "s": "checked", "f": [1], "z": "purple"}]}',
        '{"frames": [{"el": 0}], "els": [{"n": 0, "b": [0, 0, 1, 1]}]}',
        '{"skeleton": [[], ["heading"], ["pick", 1, 2], 7]}',
        "[" * 100000,
    ],
)
def test_hostile_answers(raw: str) -> None:
    seen = assemble([FrameSnapshot(raw), FrameSnapshot(raw, parent=0), FrameSnapshot(raw, parent=7)], SIZE)
    assert all(element.box.width >= 0 for element in seen.elements)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["n", "b", "r", "t", "p", "s", "f", "z", "els", "view", "frames", "el", "c", "k", "pos", "skeleton"]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine draws slowly
@given(json_values)
def test_any_json(value: object) -> None:
    raw = json.dumps(value)
    seen = assemble([FrameSnapshot(raw), FrameSnapshot(raw, parent=0), FrameSnapshot(raw, parent=1)], SIZE)
    assert len(seen.elements) == len(seen.places)
    for element in seen.elements:
        element.text.encode("utf-8")


def test_a_frame_that_is_its_own_parent() -> None:
    holder = {"el": 0, "b": [0, 0, 50, 50], "c": [0, 0, 50, 50], "pos": 0}
    main = frame(el(0, [0, 0, 50, 50], r="iframe"), frames=[holder])
    assert len(assemble([main, frame(el(0, [0, 0, 1, 1]), parent=1, pos=0)], SIZE).elements) == 1


def test_the_button_that_enter_presses_may_stand_behind_its_field() -> None:
    seen = assemble([frame(el(3, [0, 0, 9, 9], e=8), el(5, [0, 9, 9, 9], e=4), el(8, [1, 1, 9, 9]))], SIZE)
    assert [element.enter for element in seen.elements] == [2, None, None]
