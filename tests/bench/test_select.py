"""Bench select: how it counts, and what it does with what is missing."""

import json
from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant_bench.figures import BenchOptions
from sextant_bench.select import TRUTH, SelectGoal, SelectScore, read_truth, run

GRAPH = '{"nodes": [{"id": "SleepTimerDialog"}, {"id": "AboutActivity"}, {"id": "RecycleBinFragment"}], "edges": []}'


def options(folder: Path, *rows: dict[str, object], **extra: str) -> BenchOptions:
    (folder / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "shop.json").write_text(GRAPH)
    return BenchOptions(extra={"truth": str(folder / "truth.jsonl"), "graphs": str(folder), **extra})


def row(goal: str, *screens: str, graph: str = "shop") -> dict[str, object]:
    return {"graph": graph, "goal": goal, "screens": list(screens)}


def test_goals_are_counted(tmp_path: Path):
    result = run(options(tmp_path, row("trash", "RecycleBinFragment"), row("about", "SleepTimerDialog"), wrong="1"))
    figures = {figure.name: figure.value for figure in result.figures}
    assert (result.n, figures["top1"], figures["top3"]) == (2, 0.5, 1.0)
    assert 0 < figures["top1_low"] < 0.5 < figures["top1_high"] < 1
    assert not result.ok
    assert "about" in str(result.details["wrong"])
    assert len(str(result.details["truth_sha256"])) == 64


def test_a_missing_graph_is_skipped_and_a_missing_screen_is_an_error(tmp_path: Path):
    rows = (row("trash", "RecycleBinFragment"), row("x", "Y", graph="absent"), row("x", "Nirvana"))
    result = run(options(tmp_path, *rows))
    assert (result.n, result.skipped, result.errors, result.ok) == (1, 1, 1, False)
    assert "Nirvana" in str(result.details["problems"])


def test_a_model_adds_its_row(tmp_path: Path):
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"replies": [{"json": {"nodes": ["AboutActivity"], "confidence": 1.0}}]}))
    result = run(options(tmp_path, row("trash", "AboutActivity"), model=f"scripted:{script}"))
    figures = {figure.name: figure.value for figure in result.figures}
    assert (figures["top1"], figures["top1_model"], figures["model_decided"]) == (0.0, 1.0, 1.0)


def test_the_shipped_truth_can_be_read_and_a_malformed_one_is_refused_with_its_line(tmp_path: Path):
    path = tmp_path / "t.jsonl"
    for line in ("{", "[]", '{"graph": "a"}'):
        path.write_text(f"\n{line}\n")
        with pytest.raises(UsageError, match="Line 2"):
            read_truth(path)
    _, asked = read_truth(TRUTH)
    assert len(asked) >= 120
    assert len({one.graph for one in asked}) >= 6


def test_calibration_is_measured_by_tenths():
    score = SelectScore()
    for right in (True, True, True, False):
        score.add(SelectGoal("g", "x", frozenset({"a"})), ["a" if right else "b"], 0.75)
    assert score.calibration_error() == pytest.approx(0.0)
    score.add(SelectGoal("g", "x", frozenset({"a"})), ["b"], 0.95)
    assert score.calibration_error() == pytest.approx(0.95 / 5)
