"""The harness of every suite: order, errors, checkpoints, workers, deadlines."""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant_bench.harness import Checkpoint, Results, play_all, scratch


@dataclass(frozen=True, slots=True)
class Row:
    case: int
    inside: tuple[str, ...] = ()


def rows(case: int) -> list[Row]:
    if case < 0:
        raise ValueError(f"no case {case}")
    return [Row(case, ("one", "two"))]


def slow(case: int) -> list[Row]:
    time.sleep(case)
    return rows(case)


def dying(case: int) -> list[Row]:
    if case == 1:
        os._exit(7)
    return rows(case)


@pytest.mark.parametrize("workers", [1, 2])
def test_records_come_in_the_order_of_the_cases_and_a_case_that_raises_is_an_error(workers: int) -> None:
    lines: list[str] = []
    found = play_all([3, -1, 2], rows, workers=workers, report=lines.append)
    assert [one.case for one in found.records] == [3, 2]
    assert found.errors == ["-1: ValueError: no case -1"]
    assert len(lines) == 3
    some = play_all(iter(range(9)), rows, enough=lambda records: len(records) == 2)
    assert [one.case for one in some.records] == [0, 1], "cases are taken until there is enough"
    assert any(line.endswith("error: -1: ValueError: no case -1") for line in lines)


def test_a_process_that_dies_or_takes_too_long_is_an_error() -> None:
    found = play_all([1, 1], dying, workers=2)
    assert (found.records, len(found.errors)) == ([], 2)
    found = play_all([30, 0], slow, seconds=0.2)
    assert [one.case for one in found.records] == [0]
    assert found.errors == ["30: it took longer than 0.2 s"]


def test_a_checkpoint_is_gone_on_from_but_not_with_another_question_seed_or_build(tmp_path: Path) -> None:
    file = str(tmp_path / "kept.jsonl")
    assert len(play_all([1, -1], rows, checkpoint=Checkpoint(file, Row, "asked", 5)).errors) == 1
    kept = Checkpoint(file, Row, "asked", 5)
    assert kept.cases == {"1": (Row(1, ("one", "two")),)}, "a case with an error is played again"
    assert Checkpoint(file, Row, "asked").seed == 5
    others = (Checkpoint(file, Row, "asked", 6), Checkpoint(file, Row, "other", 5))
    assert not any(one.cases for one in (*others, Checkpoint(file, Row, "asked", 5, code="another build")))
    again = play_all([1, 2], slow, checkpoint=kept, seconds=0.5)
    assert [one.case for one in again.records] == [1], "what is kept is not played again"


def test_a_line_that_a_crash_cut_off_is_taken_out(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    play_all([1, 2], rows, checkpoint=Checkpoint(str(file), Row, seed=5))
    file.write_text(file.read_text()[:-9])
    kept = Checkpoint(str(file), Row, seed=5)
    assert list(kept.cases) == ["1"]
    play_all([2], rows, checkpoint=kept)
    assert [json.loads(line)["case"] for line in file.read_text().splitlines()] == ["1", "2"]


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text("no checkpoint")
    with pytest.raises(UsageError, match="Line 1"):
        Checkpoint(str(file), Row)
    assert file.read_text() == "no checkpoint"
    for name in (str(tmp_path), str(tmp_path / "no" / "kept")):
        with pytest.raises(UsageError, match="cannot be used"):
            Checkpoint(name, Row)
    assert not Checkpoint("", Row).cases


def test_a_case_may_say_itself_what_went_wrong_in_it_and_its_folder_is_gone_afterwards() -> None:
    found = play_all([1], lambda case: Results([case], ["half of it"]))
    assert (found.records, found.errors) == ([1], ["half of it"])
    with scratch("toy") as folder:
        assert folder.is_dir()
    assert not folder.exists()
