"""`sextant bench memory-world` on a few tasks: figures, labels, checkpoints, and why runs fail."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from sextant.types.actions import InputText
from sextant.types.transitions import Transition
from sextant_bench.figures import BenchOptions, BenchResult
from sextant_bench.memory_world import metrics, run
from sextant_bench.memory_world.causes import Cause, cause_of
from sextant_bench.memory_world.episode import Played, instructed, play
from sextant_bench.memory_world.record import MemoryRow
from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.memory.scoring import score, trace_of
from sextant_worlds.spec.world import World

pytestmark = pytest.mark.long


def _run(actor: str, **extra: str) -> BenchResult:
    return run(BenchOptions(actor=actor, limit=6, extra={"split": "lite", "workers": "1", **extra}))


def _value(result: BenchResult, name: str) -> float:
    return next(figure.value for figure in (*result.figures, *result.baselines) if figure.name == name)


@pytest.mark.slow
def test_the_oracle_does_everything_and_is_labelled():
    result = _run("oracle")
    assert _value(result, "success") == 1.0
    assert _value(result, "nothing_success_memory") == 0.0
    assert _value(result, "random_success_memory") == 0.0
    assert result.environment["actor"] == "oracle (simulated)"
    assert (result.n, result.errors, result.excluded) == (6, 0, 54)
    assert not result.complete
    json.loads(result.to_json())


def test_a_short_memory_fails_where_something_has_to_be_remembered():
    result = _run("faulty:forget=3", baselines="0")
    assert _value(result, "success_memory") == 0.0
    assert _value(result, "success_control") >= 0.9
    by_target = {figure.name: figure.target for figure in result.figures}
    assert (by_target["success_memory"], by_target["success_control"]) == (0.1, 0.9)
    causes: Any = result.details["causes"]
    assert causes
    assert set(causes) <= set(get_args(Cause))


def test_a_checkpoint_is_not_played_again_and_knows_whether_instructions_were_given(tmp_path: Path):
    """The same task with and without; rows of one setting are not taken for those of the other."""
    path, lines = tmp_path / "rows.jsonl", list[str]()
    extra = {"split": "lite", "workers": "1", "baselines": "0", "checkpoint": str(path)}
    bare = run(BenchOptions(actor="nothing", limit=1, extra=extra))
    told = run(BenchOptions(actor="nothing", limit=1, extra={**extra, "instructions": "1"}))
    assert (bare.environment["instructions"], told.environment["instructions"]) == ("not given", "given")
    run(BenchOptions(actor="nothing", limit=2, extra=extra, report=lines.append))
    assert len(lines) == 1
    kept = [row for line in path.read_text().splitlines() for row in json.loads(line)["records"]]
    assert [(row["task"], row["instructions"]) for row in kept[:2]] == [("lite/0", False), ("lite/0", True)]
    assert kept[1]["tokens"] > kept[0]["tokens"]
    assert kept[-1]["task"] == "lite/1"
    assert instructed("faulty:forget=3", instructions=False)


def _row(success: bool, memory: bool, steps: int, cause: str = "") -> MemoryRow:
    return MemoryRow(
        task="lite/0", actor="m", world="w", template="report", locale="en", memory=memory, category="ordinary",
        success=success, claimed="complete", status="success", reason="", steps=steps, actions=steps,
        oracle_steps=steps, tokens=10, seconds=0.1, side_effects=0, complete=0, partial=0, none=0,
        accuracy=None, irr=None, trigger_precision=None, trigger_recall=None, delay=None, size=0, cause=cause,
        rollbacks=0, restarts=0, dials={"hops": "1"},
    )  # fmt: skip


def test_figures_by_length_dial_and_cause():
    rows = [_row(True, False, 4), _row(True, True, 12), _row(False, True, 60, "forgotten")]
    found = {figure.name: figure.value for figure in metrics.figures(rows, "m")}
    assert (found["success_memory"], found["success_control"], found["mtpr"]) == (0.5, 1.0, 0.5)
    assert (found["false_done"], found["steps_ratio"]) == (pytest.approx(1 / 3), 1.0)
    told = metrics.details(rows)
    assert told["causes"] == {"forgotten": 1}
    assert list(told["by_oracle_steps"]) == ["1-5", "11-15", "51-150"]  # pyright: ignore[reportArgumentType]


def test_the_targets_of_one_who_forgets_do_not_hang_on_how_it_is_written() -> None:
    def targets(actor: str) -> tuple[float | None, float | None]:
        found = {figure.name: figure.target for figure in metrics.figures([_row(True, True, 12)], actor)}
        return found["success_memory"], found["success_control"]

    for actor in ("faulty:forget=3", "faulty:forget=3,seed=1", "faulty:seed=1, forget=3"):
        assert targets(actor) == (0.1, 0.9)
    for actor in ("faulty:forget=4", "faulty:forget=3,misclick=0.5", "oracle", "openai:gpt-5"):
        assert targets(actor) == (None, None)


@cache
def _world(index: int) -> World:
    return world_of(entry("lite", index))


def _cause(played: Played) -> Cause | None:
    trace = trace_of(played.world, played.transitions, played.places, played.first, played.grade.success)
    return cause_of(played, score(played.world, trace))


def _typing(played: Played, text: str) -> Played:
    """The same, with other text typed."""

    def changed(step: Transition) -> Transition:
        action = step.decision.action
        other = replace(action, text=text) if isinstance(action, InputText) else action
        return replace(step, decision=replace(step.decision, action=other))

    return replace(played, transitions=tuple(changed(step) for step in played.transitions))


def test_what_was_put_in_decides_and_not_the_word_for_not_knowing(tmp_path: Path):
    played = play(_world(1), "faulty:forget=3", tmp_path)
    other = next(one.shown for one in played.world.scenario.distractors)
    assert _cause(played) == "forgotten"
    assert _cause(_typing(played, "no idea")) == "forgotten"
    assert _cause(_typing(played, other)) == "wrong value carried"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dials", "cause"),
    [
        ("invent=0.15", "invented progress"),
        ("early=0.15", "invented progress"),
        ("repeat=0.4", "stale repetition"),
        ("drift=0.3", "drift"),
        ("misclick=0.3", "grounding miss"),
        ("forget=3", "forgotten"),
    ],
)
def test_one_dial_turned_up_makes_its_own_cause_the_most_frequent(dials: str, cause: Cause, tmp_path: Path):
    causes = Counter(_cause(play(_world(index), f"faulty:{dials}", tmp_path)) for index in range(12))
    failures = [(name, count) for name, count in causes.most_common() if name is not None]
    assert failures[0][0] == cause, failures
    assert len(failures) == 1 or failures[0][1] > failures[1][1], failures
