"""bench guides: the placebo, wrong updates, groups; and a small comparison through the real loop."""

import random
from typing import Any

import pytest

from sextant.errors import UsageError
from sextant.types.decisions import Section
from sextant_bench import guides
from sextant_bench.figures import BenchOptions
from sextant_bench.guides.arms import TOKENS
from sextant_bench.guides.placebo import Placebo
from sextant_bench.guides.tasks import task_of

TOLD = [(Section("Memory", f"told at {step}"),) for step in range(5)]
VIEW: Any = None


def test_a_placebo_tells_what_was_told_elsewhere_step_by_step_or_at_any_step() -> None:
    in_step = Placebo("memory", TOLD)
    assert [in_step.sections(VIEW)[0].text for _ in range(7)][-3:] == ["told at 4"] * 3
    shuffled = Placebo("memory", TOLD, random.Random(3))
    heard = [shuffled.sections(VIEW)[0].text for _ in range(30)]
    assert set(heard) == {section.text for (section,) in TOLD}
    assert heard != sorted(heard)
    assert Placebo("memory", []).sections(VIEW) == ()


def test_tasks_are_of_their_kind() -> None:
    assert task_of("memory", 3, "train").task.memory
    assert any(one.kind == "draft" for one in task_of("belief", 3, "train").phone.surprises)
    assert len(task_of("task-state", 3, "train").task.instructions) >= 8


def test_malformed_options_are_refused_before_anything_is_played() -> None:
    for name, value in (("only", "map"), ("family", "dev"), ("updater_noise", "2"), ("forms", "long")):
        with pytest.raises(UsageError):
            guides.run(BenchOptions(n=2, extra={name: value}))


def test_memory_helps_who_forgets_and_costs_nobody_else() -> None:
    extra = {"only": "memory", "workers": "1", "family": "train"}
    result = guides.run(BenchOptions(n=2, seed=1, extra=extra))
    assert (result.n, result.errors, result.skipped) == (2, 0, 2)
    told: Any = result.details["memory"]
    assert told["success"]["guide"] > told["success"]["history"]
    assert told["success"]["sound_guide"] == told["success"]["sound_history"]
    assert {"noting over history", "guide over noting"} <= set(told)
    assert all(0 < tokens <= TOKENS for tokens in told["largest_brief_tokens"].values())
    assert not result.ok, "two tasks are no measurement, and two guides were left out"
