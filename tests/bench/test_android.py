"""The bench of the Android device: how it counts, and one small run over the real adb."""

from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, State, Visibility
from sextant.types.transitions import Effectiveness, Transition
from sextant_bench.figures import BenchOptions
from tests.support.adb import ADB

pytest.importorskip("adbutils")
pytest.importorskip("uiautomator2")
from sextant_bench.android import run
from sextant_bench.android.bridges import adb_server
from sextant_bench.android.cable import tally
from sextant_bench.android.elements import compare
from sextant_bench.android.hostile import attack


def shows(number: int) -> Screen:
    label = Element(0, Box(0, 0, 100, 48), "text", f"added {number}")
    return Perceiver()(Observation("toy", "/first", "", Size(412, 915), (label,)))


def touch(before: int, after: int, effectiveness: Effectiveness = "effective") -> Transition:
    return Transition(0, shows(before), Decision(Click(ByIndex(0)), "", "add"), shows(after), effectiveness)


@pytest.mark.parametrize(
    ("steps", "counted", "expected"),
    [
        ([touch(0, 1), touch(1, 2)], 2, (2, 0, 0)),
        ([touch(0, 1), touch(1, 1)], 1, (2, 1, 0)),
        ([touch(0, 1), touch(1, 1, "ineffective")], 1, (2, 0, 0)),
        ([touch(0, 2)], 2, (1, 0, 1)),
        ([touch(0, 1), touch(2, 3)], 3, (2, 0, 1)),
        ([touch(0, 1)], 0, (1, 1, 0)),
    ],
)
def test_a_touch_counts_once(steps: list[Transition], counted: int, expected: tuple[int, int, int]) -> None:
    assert tally(steps, counted) == expected


def seen(
    label: str,
    box: Box,
    visibility: Visibility = "visible",
    states: frozenset[State] = frozenset(),
    role: str = "searchbox",
    value: str = "tea",
) -> Observation:
    touch = frozenset[Affordance]({"tap"})
    element = Element(0, box, role, label, value=value, states=states, affordances=touch, visibility=visibility)
    return Observation("toy", "/first", "", Size(412, 915), (element,))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (seen("Add", Box(0.5, 99, 101, 48), role="textbox"), True),
        (seen("Add", Box(0, 103, 100, 48), role="textbox"), False),
        (seen("Sub", Box(0, 100, 100, 48), role="textbox"), False),
        (seen("Add", Box(0, 100, 100, 48), role="button"), False),
        (seen("Add", Box(0, 100, 100, 48), role="textbox", value="milk"), False),
        (seen("Add", Box(0, 100, 100, 48), role="textbox", states=frozenset({"checked"})), False),
        (seen("Add", Box(0, 100, 100, 48), role="textbox", states=frozenset({"expanded"})), True),
    ],
)
def test_an_element_is_the_same_by_role_label_value_box_touch_and_states(other: Observation, same: bool) -> None:
    found = compare(seen("Add", Box(0, 100, 100, 48)), other)
    assert (found.same, found.all) == ((1, 1) if same else (0, 2))


def test_of_a_clipped_element_the_part_in_view_is_the_same() -> None:
    whole = seen("Add", Box(0, 800, 100, 90), "clipped")
    assert compare(whole, seen("Add", Box(0, 800, 100, 40), role="textbox")).same == 1
    assert compare(whole, seen("Add", Box(0, 700, 100, 40), role="textbox")).same == 0


def test_it_says_that_adb_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="adb is not installed"), adb_server():
        pass


def test_there_is_no_other_part() -> None:
    with pytest.raises(UsageError, match="no part 'sounds'"):
        run(BenchOptions(extra={"only": "sounds"}))


@pytest.mark.long
@pytest.mark.skipif(ADB is None, reason="adb is not installed")
def test_a_small_run_reaches_its_figures_that_take_no_time() -> None:
    found = run(BenchOptions(n=1, limit=1, seed=3, extra={"seconds": "6", "pulls": "1"}))
    values = {figure.name: figure.value for figure in found.figures}
    assert found.errors == 0, found.details
    for name in ("same_elements", "plain_same_elements", "conformance", "success"):
        assert values[name] == 1.0, found.details
    for name in ("lost", "doubled", "unfinished_runs"):
        assert values[name] == 0, found.details
    assert min(values[name] for name in ("look_ms", "plain_look_ms", "tap_ms", "bridge_ms")) > 0


@pytest.mark.long
def test_hostile_clients_meet_the_whole_shell() -> None:
    found = attack(0, 5, lambda line: None)
    assert found.sound, found
    assert found.sessions > 0
