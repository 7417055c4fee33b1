"""The bench of failing devices: same tasks, same faults, every setup; figures from rows."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from sextant.devices.faults import FAULTS, FaultId
from sextant.errors import UsageError
from sextant.perception import Perceiver
from sextant_bench.faults import run
from sextant_bench.faults.episode import FaultStage, play, stage_of
from sextant_bench.faults.metrics import FaultRow, as_expected, details, figures
from sextant_bench.faults.setups import EXPECTED, LADDER, LADDER_FAULTS, SILENT, FaultSetup, setups_for
from sextant_bench.faults.tasks import calm, drawn_task, fixed_tasks, task_named
from sextant_bench.figures import BenchOptions
from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.oracle import rehearse

WITH = FaultSetup("with", 0.1)
ROW = FaultRow(
    "standard/0", False, "act", "dropped_tap", "with", True, "complete", "success", "", 9, 1, 0, 0, 0, 0, 1, 0, 0
)


SETUPS = ("with", "without", "with_many")


def valued(rows: list[FaultRow]) -> dict[str, float]:
    return {figure.name: figure.value for figure in figures(rows)}


def test_worlds_are_played_with_their_own_dials_at_zero_and_no_task_is_left_out() -> None:
    world = world_of(entry("lite", 24))
    assert world.phone.surprises
    still = calm(world)
    assert still.phone.surprises == ()
    assert all(page.loads == 0 for app in still.apps for page in app.pages)
    assert still.task == world.task
    assert rehearse(still, Perceiver()).end["acts"]

    assert [task.name for task in fixed_tasks(100)] == [f"standard/{index}" for index in range(100)]
    with pytest.raises(UsageError, match="not 100000"):
        fixed_tasks(100_000)
    drawn = drawn_task(12)
    assert (drawn.name, drawn.drawn, drawn.unwritten) == ("12", True, ())


def test_a_deed_that_no_listing_shows_is_marked_in_its_rows(tmp_path: Path) -> None:
    board = "standard/68"  # cells are marked on a drawn board
    stage = stage_of(board, False, task_named(board), tmp_path)
    assert stage.unseen
    row = play(stage, None, WITH, 1, tmp_path)
    assert (row.unseen, row.solved) == (True, True)
    told: Any = details([replace(row, fault="moved"), ROW])["deeds_that_no_listing_shows"]
    assert told["n"] == 1


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> FaultStage:
    name = "standard/7"  # an act that cannot be taken back, once
    return stage_of(name, False, task_named(name), tmp_path_factory.mktemp("stage"))


def test_nothing_fails_where_no_fault_is_asked_for(stage: FaultStage, tmp_path: Path) -> None:
    row = play(stage, None, WITH, 1, tmp_path)
    assert (row.solved, row.fault, row.fired, row.duplicated, row.accepted, row.legs) == (True, "", 0, 0, 0, 1)


@pytest.mark.parametrize("setup", [setup for setup in setups_for("moved", False) if setup.rate > 0.2])
def test_a_form_that_moves_saves_nothing_twice(setup: FaultSetup, tmp_path: Path) -> None:
    name = "602820"  # text that is typed where the field stood would meet the button that saves
    row = play(stage_of(name, True, task_named(name), tmp_path), "moved", setup, crc32(name.encode()), tmp_path)
    assert (row.solved, row.duplicated) == (True, 0)
    assert row.fired > 0


def test_equal_seeds_give_equal_episodes_and_every_setup_gets_the_same_faults(
    stage: FaultStage, tmp_path: Path
) -> None:
    rows = [play(stage, "dropped_tap", FaultSetup("with", 0.3), 3, tmp_path / str(number)) for number in range(2)]
    assert rows[0] == rows[1]
    assert rows[0].fired


@pytest.mark.long
def test_a_run_that_breaks_off_is_resumed(stage: FaultStage, tmp_path: Path) -> None:
    rows = [play(stage, "disconnect", FaultSetup("with", 0.2), seed, tmp_path / str(seed)) for seed in range(6)]
    assert any(row.legs > 1 for row in rows)
    assert all(as_expected(row) for row in rows)


def test_popups_are_left_and_never_taken_up(stage: FaultStage, tmp_path: Path) -> None:
    row = play(stage, "popup", FaultSetup("with", 0.3), 2, tmp_path)
    assert row.fired
    assert row.accepted == 0


@pytest.mark.parametrize("setup", [row for row in setups_for("popup", False) if row.name in SILENT])
@pytest.mark.parametrize("fault", ["dropped_tap", "stale_hierarchy", "popup"])
def test_a_device_that_tells_less_is_played_on_and_nothing_is_done_twice(
    stage: FaultStage, fault: FaultId, setup: FaultSetup, tmp_path: Path
) -> None:
    row = play(stage, fault, replace(setup, rate=0.3), 4, tmp_path)
    assert row.fired
    assert (row.duplicated, row.accepted) == (0, 0)
    assert row.solved or not row.claimed


def test_the_least_success_leaves_out_what_has_a_result_of_its_own() -> None:
    rows = [ROW, replace(ROW, fault="moved", solved=False), replace(ROW, fault="disconnect", solved=False, task="b")]
    found = valued(rows)
    assert found["min_success_with"] == 0.0
    assert valued([ROW, rows[2]])["min_success_with"] == 1.0
    assert found["episodes_per_fault"] == 1
    assert found["with_moved"] == 0.0


def test_the_ladder_is_told_where_it_was_played_and_with_is_its_top() -> None:
    played = [replace(ROW, setup=row.name) for row in LADDER if row.name != "history"]
    assert "ladder_index" not in valued([ROW])
    found = valued([ROW, *played])
    assert found["ladder_history"] == found["ladder_index"] == 1.0
    assert details([ROW, *played])["ladder"]
    ladder = {row.setup for row in played}
    assert {row.name for row in setups_for("moved", True)} == {*SETUPS, "rollback", *SILENT} | ladder
    assert [row.name for row in setups_for("popup", True)] == [*SETUPS, *SILENT]
    assert set(LADDER_FAULTS) <= set(FAULTS)


def test_what_a_broken_connection_may_end_in() -> None:
    lost = replace(ROW, fault="disconnect", solved=False)
    expected = (replace(lost, solved=True), replace(lost, status="needs_person", claimed=""))
    others = (lost, replace(lost, status="stuck", claimed=""), replace(lost, solved=True, duplicated=1))
    assert [as_expected(row) for row in (*expected, *others)] == [True, True, False, False, False]
    assert set(EXPECTED) == {"disconnect", "popup_unclosable"}


def test_a_fault_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="moth"):
        run(BenchOptions(extra={"only": "moved,moth"}))


@pytest.mark.long
def test_the_bench_counts_what_it_leaves_out(tmp_path: Path) -> None:
    extra = {"only": "dropped_tap,popup", "ladder": "0", "workers": "1", "checkpoint": str(tmp_path / "kept.jsonl")}
    result = run(BenchOptions(n=4, limit=2, seed=5, extra=extra))
    told = json.loads(result.to_json())
    assert (told["n"], told["skipped"], told["excluded"], told["errors"]) == (2 * (1 + 6 + 5), len(FAULTS) - 2, 2, 0)
    assert len(told["details"]["excluded"]) == 2
    assert told["details"]["skipped"][0].endswith(": not asked for")
    assert told["ok"] is False
    assert told["min_success_with"] == 1.0
    assert told["seeds"]["entropy"] == 5
    again = run(BenchOptions(n=4, limit=2, seed=5, extra=extra))
    one, two = ([figure.value for figure in run.figures if figure.target] for run in (result, again))
    assert one == two
