"""bench ablate, windows and guides: arms, pairs and intervals; and one small comparison through the real loop."""

import pytest

from sextant.bench import ablate
from sextant.bench.ablate.rows import Found, suite_named
from sextant.bench.ablate.tallies import listing, over
from sextant.bench.figures import BenchOptions
from sextant.bench.guides.playing import Outcome
from sextant.bench.guides.tallies import figures, gain
from sextant.bench.statistics import paired_difference
from sextant.errors import UsageError


def test_a_preset_is_played_whole_and_without_each_of_its_guides() -> None:
    names = [arm.name for arm in ablate.arms_of("all, tsr", parts=True)]
    assert names[:2] == ["baseline", "all"]
    assert {"all without memory", "all without belief", "all without task-state", "tsr"} <= set(names)
    assert "tsr without task-state" not in names, "that would be another preset altogether"
    without = next(arm for arm in ablate.arms_of("all", parts=True) if arm.name == "all without memory")
    assert "memory" not in dict(without.more)["guides.use"]
    assert [arm.name for arm in ablate.arms_of("all", parts=False)] == ["baseline", "all"]


@pytest.mark.parametrize("preset", ["alll", "", " , "])
def test_presets_that_there_are_not_are_named(preset: str) -> None:
    with pytest.raises(UsageError):
        ablate.arms_of(preset, parts=True)


@pytest.mark.parametrize("suite", ["memory-world:lit", "android-world:all", ":lite"])
def test_suites_that_there_are_not_are_named(suite: str) -> None:
    with pytest.raises(UsageError, match="suite"):
        suite_named(suite, None)


@pytest.mark.parametrize("preset", ["agentprog", "tsr", "stamp", "longhorizonui"])
def test_presets_that_need_a_model_are_not_played_by_who_is_none(preset: str) -> None:
    with pytest.raises(UsageError, match="needs a model"):
        ablate.run(BenchOptions(actor="faulty", limit=1, extra={"preset": preset}))


def test_what_is_left_out_of_a_suite_is_counted() -> None:
    assert suite_named("memory-world:lite", 8).left_out == 52
    assert suite_named("memory-world", None).left_out == 0


def test_only_tasks_that_both_arms_played_are_compared() -> None:
    def row(task: str, arm: str, success: bool) -> Found:
        return Found(task, arm, success, None, 1, 1, 1, "")

    found = [row("a", "one", True), row("a", "two", False), row("b", "one", True), row("c", "two", True)]
    assert over(found, "one", "two")["n"] == 1
    assert over(found, "one", "two")["points"] == 100.0
    assert over(found, "one", "three")["points"] is None


@pytest.mark.parametrize("tasks", [0, 1])
def test_what_no_pairs_or_a_single_one_cannot_tell_is_a_dash(tasks: int) -> None:
    found = [Found("a", arm, False, None, 1, None, 1, "") for arm in ("one", "two")[: 2 * tasks]]
    rows = listing(found, ["two", "one"], "two", "").rows
    assert rows[1][-1] == "–"
    assert rows[0][-1] == ""
    assert not any("nan" in cell for row in rows for cell in row)
    found += [Found("b", arm, arm == "one", None, 1, None, 1, "") for arm in ("one", "two")]
    more = [Found("c", arm, arm == "one", 0.5, 1, None, 1, "") for arm in ("one", "two")]
    assert "100" in listing([*found[2 * tasks :], *more], ["one"], "two", "").rows[0][-1]


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


def test_a_gain_is_counted_in_points_over_pairs() -> None:
    outcomes = [Outcome("memory", at, "w", {"guide": at < 3, "history": at == 0}, {}) for at in range(4)]
    found = gain(outcomes, "guide", "history")
    assert (found.points, found.n, found.first, found.second) == (50.0, 4, 0.75, 0.25)
    assert found.low < 50.0 < found.high


def test_a_guide_that_was_not_measured_leaves_no_figure() -> None:
    arms = {"history": False, "guide": True, "placebo": False, "placebo_in_step": False}
    whole, unplayed = [Outcome("memory", 0, "w", arms, {})], [Outcome("belief", 1, "w", {"history": True}, {})]
    for played in ({"a": whole, "b": unplayed, "c": whole}, {"a": unplayed}, {}):
        found = {one.name: one.value for one in figures(played)}
        assert found["min_gain_points"] != found["min_gain_points"]


def test_one_task_is_played_in_every_arm() -> None:
    options = BenchOptions(actor="faulty:forget=3", limit=1, extra={"workers": "1", "preset": "all", "parts": "0"})
    result = ablate.run(options)
    assert result.n == 1
    assert result.errors == 0
    assert not result.ok or result.excluded == 0
    assert {figure.name for figure in result.figures} >= {"success_baseline", "success_all"}
    assert "(simulated)" in result.environment["actor"]
