import json
from pathlib import Path

import pytest

from sextant.errors import UsageError
from sextant.types.actions import ByIndex, Click, InputText, LongPress, Scroll
from sextant_bench.figures import BenchOptions
from sextant_bench.miniwob.episodes import kind_of
from sextant_bench.miniwob.suite import KINDS, run


def test_kinds_name_modes():
    assert kind_of(Scroll("down")) == "scroll/page"
    assert kind_of(Scroll("down", ByIndex(1))) == "scroll/element"
    assert kind_of(InputText("a", mode="append")) == "input_text/append"
    assert {kind_of(Click(ByIndex(0))), kind_of(LongPress(ByIndex(0)))} <= set(KINDS)


def test_unknown_tasks_and_actors_are_refused_before_a_browser_opens():
    for actor in ("", "scripted:replies.json"):
        with pytest.raises(UsageError, match="no-such-task"):
            run(BenchOptions(actor=actor, extra={"tasks": "no-such-task"}))
    with pytest.raises(UsageError, match="nobody"):
        run(BenchOptions(actor="nobody"))


@pytest.mark.browser
def test_a_part_of_the_suite_is_solved_and_the_rest_counts_as_excluded():
    lines: list[str] = []
    tasks = "click-test,enter-text,drag-box,focus-text,terminal"
    result = run(BenchOptions(n=1, seed=5, extra={"tasks": tasks}, report=lines.append))
    read = json.loads(result.to_json())
    assert (read["solved_rate"], read["own_pages_rate"]) == (1.0, 1.0), read["details"]["failures"]
    assert read["baselines"]["idle_solved_rate"] == 0.0
    assert read["details"]["kinds_missing"] == ["scroll/element", "wait"]
    assert (read["n"], read["errors"]) == (5, 0)
    assert read["excluded"] > 20
    assert not result.ok
    assert any("drawn" in line for line in lines)


@pytest.mark.browser
def test_doing_the_wrong_thing_is_not_success():
    result = run(BenchOptions(n=1, seed=5, actor="idle", extra={"tasks": "click-test,focus-text"}))
    assert json.loads(result.to_json())["solved_rate"] == 0.0


@pytest.mark.browser
def test_a_model_plays_whole_runs_that_the_pages_judge(tmp_path: Path):
    # A touch on the one button of the first page ends its episode, so that the model is not asked again.
    script = tmp_path / "replies.json"
    click = {"json": {"action": {"type": "click", "index": 1}, "expect": [{"type": "changed"}]}}
    script.write_text(json.dumps({"replies": [click], "then": "repeat"}))
    kept = tmp_path / "runs.jsonl"
    extra = {"tasks": "click-test,enter-text", "steps": "2", "lines": str(kept)}
    result = run(BenchOptions(n=1, seed=5, actor=f"scripted:{script}", extra=extra))
    read = json.loads(result.to_json())
    lines = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    assert lines == read["details"]["runs"]
    told = [(line["task"], line["judged"], line["steps"], line["status"]) for line in lines]
    assert told == [("click-test", True, 1, "interrupted"), ("enter-text", False, 2, "over_budget")]
    assert {line["seed"] for line in lines} == {*read["seeds"]["drawn"]}
    assert all(line["unattended"] and line["everything_allowed"] and line["judge"] == "MiniWoB++" for line in lines)
    assert read["excluded"] > 100
    assert read["solved_rate"] == 0.5
