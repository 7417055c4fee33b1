"""The bench of the Android device: how it counts, and one small run over the real adb."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Observation, Screen
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


ADD = Element(0, Box(0, 100, 100, 48), "textbox", "Add", value="tea", affordances=frozenset({"tap"}))


def compared(one: Element, other: Element) -> tuple[int, int]:
    """How many are the same, of how many."""
    found = compare(*(Observation("toy", "/first", "", Size(412, 915), (element,)) for element in (one, other)))
    return found.same, found.all


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (replace(ADD, box=Box(0.5, 99, 101, 48)), True),
        (replace(ADD, box=Box(0, 103, 100, 48)), False),
        (replace(ADD, text="Sub"), False),
        (replace(ADD, role="button"), False),
        (replace(ADD, value="milk"), False),
        (replace(ADD, states=frozenset({"checked"})), False),
        (replace(ADD, states=frozenset({"expanded"})), True),
    ],
)
def test_an_element_is_the_same_by_role_label_value_box_touch_and_states(other: Element, same: bool) -> None:
    assert compared(replace(ADD, role="searchbox"), other) == ((1, 1) if same else (0, 2))


def test_of_a_clipped_element_the_part_in_view_is_the_same() -> None:
    whole = replace(ADD, role="searchbox", box=Box(0, 800, 100, 90), visibility="clipped")
    assert compared(whole, replace(ADD, box=Box(0, 800, 100, 40)))[0] == 1
    assert compared(whole, replace(ADD, box=Box(0, 700, 100, 40)))[0] == 0


def test_it_says_that_adb_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="adb is not installed"), adb_server():
        pass
    with pytest.raises(UsageError, match="no part 'sounds'"):
        run(BenchOptions(extra={"only": "sounds"}))


@pytest.mark.long
@pytest.mark.skipif(ADB is None, reason="adb is not installed")
def test_a_small_run_reaches_its_figures_that_take_no_time() -> None:
    found = run(BenchOptions(n=1, limit=1, seed=3, extra={"seconds": "6", "pulls": "1"}))
    values = {figure.name: figure.value for figure in found.figures}
    assert found.errors == 0, found.details
    whole, none = ("same_elements", "plain_same_elements", "conformance", "success"), ("lost", "doubled")
    assert [values[name] for name in (*whole, *none, "unfinished_runs")] == [1.0] * 4 + [0] * 3, found.details
    assert min(values[name] for name in ("look_ms", "plain_look_ms", "tap_ms", "bridge_ms")) > 0


@pytest.mark.long
def test_hostile_clients_meet_the_whole_shell() -> None:
    found = attack(0, 5, lambda line: None)
    assert found.sound, found
    assert found.sessions > 0
