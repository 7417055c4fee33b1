"""bench ablate, windows and guides: arms, pairs and intervals; and one small comparison through the real loop."""

import pytest

from sextant.errors import UsageError
from sextant_bench import ablate, windows
from sextant_bench.ablate.arms import ArmEpisode, playable, suite_named
from sextant_bench.ablate.metrics import over
from sextant_bench.figures import BenchOptions
from sextant_bench.statistics import paired_difference


def test_a_preset_is_played_whole_and_without_each_of_its_guides() -> None:
    names = [arm.name for arm in ablate.arms_of("all, tsr", parts=True)]
    assert names[:2] == ["baseline", "all"]
    assert {"all without memory", "all without belief", "all without task-state", "tsr"} <= set(names)
    assert "tsr without task-state" not in names, "that would be another preset altogether"
    without = next(arm for arm in ablate.arms_of("all", parts=True) if arm.name == "all without memory")
    assert "memory" not in dict(without.more)["guides.use"]
    assert [arm.name for arm in ablate.arms_of("all", parts=False)] == ["baseline", "all"]


def test_every_arm_of_the_windows_is_played_under_every_budget() -> None:
    budgets = {arm.name: dict(arm.more)["context.max_tokens"] for arm in windows.arms()}
    for name in ("baseline", "plain", "all", "latest steps"):
        assert [budgets[f"{name} {size // 1000}k"] for size in windows.WINDOWS] == list(map(str, windows.WINDOWS))
    assert len(playable("faulty", windows.arms())) == len(budgets)


def test_what_there_is_not_or_cannot_be_played_is_named() -> None:
    for preset in ("alll", "", " , "):
        with pytest.raises(UsageError):
            ablate.arms_of(preset, parts=True)
    for suite in ("memory-world:lit", "android-world:all", ":lite"):
        with pytest.raises(UsageError, match="suite"):
            suite_named(suite, None)
    for preset in ("agentprog", "tsr", "stamp", "longhorizonui"):
        with pytest.raises(UsageError, match="needs a model"):
            ablate.run(BenchOptions(actor="faulty", limit=1, extra={"preset": preset}))


def test_only_tasks_that_both_arms_played_are_compared() -> None:
    def row(task: str, arm: str, success: bool) -> ArmEpisode:
        return ArmEpisode(task, arm, success, None, 1, 1, 1, "")

    found = [row("a", "one", True), row("a", "two", False), row("b", "one", True), row("c", "two", True)]
    assert over(found, "one", "two").n == 1
    assert over(found, "one", "two").points == 100.0
    assert over(found, "one", "three").n == 0


@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [
        ((36, 12, 2, 0), 0.0569, 0.3404),  # Newcombe (1998), table II: airway, n 50
        ((20, 0, 0, 0), -0.1611, 0.1611),
        ((0, 0, 0, 20), -0.1611, 0.1611),
        ((0, 20, 0, 0), 0.7721, 1.0),
    ],
)
def test_intervals_of_paired_differences(cells: tuple[int, int, int, int], low: float, high: float) -> None:
    found = paired_difference(*cells)
    assert found.low == pytest.approx(low, abs=1e-3)
    assert found.high == pytest.approx(high, abs=1e-3)


def test_one_task_is_played_in_every_arm() -> None:
    options = BenchOptions(actor="faulty:forget=3", limit=1, extra={"workers": "1", "preset": "all", "parts": "0"})
    result = ablate.run(options)
    assert (result.n, result.errors) == (1, 0)
    assert not result.ok or result.excluded == 0
    assert {figure.name for figure in result.figures} >= {"success_baseline", "success_all"}
    assert "(simulated)" in result.environment["actor"]
