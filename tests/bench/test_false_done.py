"""The suite of false-done: each kind of task is what it says, and the figures count what they say."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.bench.false_done import ACTORS, run, tallies
from sextant.bench.false_done.cases import Case, case_of, kind_of
from sextant.bench.false_done.denying import DENIALS, Denial, denied
from sextant.bench.false_done.playing import play
from sextant.bench.false_done.rows import Row
from sextant.bench.false_done.settled import settled
from sextant.bench.figures import BenchOptions
from sextant.errors import UsageError
from sextant.types.evidence import ElementState, TextVisible
from sextant.worlds.actors.oracle import Oracle
from sextant.worlds.actors.proving import prove
from sextant.worlds.author.authoring import build
from sextant.worlds.author.recipe import Recipe
from sextant.worlds.engine.data import Json
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import answer_passes, grade
from sextant.worlds.twin.twin import Twin


def errand(seed: int) -> World:
    return build(seed, recipe=Recipe("errands", "test", 1, 8), closely=False)


def first(how: Denial) -> tuple[World, World]:
    """An errand and the same one denied that way."""
    for seed in range(90_000, 90_400, 11):
        world = errand(seed)
        made = denied(world, how, random.Random(seed))
        if made is not None:
            return world, made
    raise AssertionError(f"no errand could be denied by {how!r}")


def texts(twin: Twin) -> str:
    return " ".join(text for item in twin.screen().elements for text in (item.text, item.name, item.value))


def test_of_ten_tasks_three_are_impossible_and_two_are_done() -> None:
    kinds = [kind_of(number) for number in range(10)]
    assert [kinds.count(kind) for kind in ("ordinary", "impossible", "satisfied")] == [5, 3, 2]


@pytest.mark.parametrize("how", DENIALS)
def test_an_impossible_task_cannot_be_done_and_says_so(how: Denial) -> None:
    world, made = first(how)
    assert made.task.goal == world.task.goal
    assert made.task.category == "impossible"
    assert made.task.instructions[-1] == "Say that it cannot be done."
    lost = prove(made)
    assert not lost.walk.finished
    start = lost.start
    assert grade(made, start, "infeasible", start).success
    assert not grade(made, start, "complete", start).success


def test_what_a_renamed_task_names_is_nowhere_in_its_world() -> None:
    world, made = first("renamed")
    names = {
        value
        for app in world.apps
        for records in app.collections.values()
        for record in records
        for value in record.values()
        if isinstance(value, str) and len(value) > 3 and value in world.task.goal
    }
    said = json.dumps(made.model_dump(mode="json")["apps"], ensure_ascii=False)
    assert any(name not in said for name in names)


def test_a_done_task_needs_nothing_and_shows_it() -> None:
    found = next(made for seed in range(91_000, 91_400, 13) if (made := settled(errand(seed))) is not None)
    twin = Twin(found.world)
    start = twin.snapshot()
    assert grade(found.world, start, "complete", start).success
    walk = Oracle(found.world).walk(twin, lambda: twin.state)
    assert walk.finished
    assert not grade(found.world, twin.state, "complete", start).side_effects, "looking changes nothing"
    assert isinstance(found.proof, ElementState | TextVisible)


@pytest.fixture(scope="module")
def cases() -> Sequence[Case]:
    return [case_of(number, number) for number in (0, 1, 2, 3)]


def test_a_case_is_a_function_of_its_place_and_seed(cases: Sequence[Case]) -> None:
    again = case_of(3, 3)
    assert again.world == cases[3].world
    assert (again.question, again.world.task.instructions[-1]) == (True, "Answer with {A}.")
    (fact,) = again.world.scenario.facts[:1]
    assert answer_passes(again.world.task.grading, fact.shown)
    assert fact.shown not in again.world.task.goal


def test_the_train_family_has_the_same_kinds_in_other_words() -> None:
    made = [case_of(number, 3, "train") for number in (0, 2)]
    told = [case_of(number, 3) for number in (0, 2)]
    assert [case.kind for case in made] == [case.kind for case in told]
    assert not {case.world.task.goal for case in made} & {case.world.task.goal for case in told}


def test_the_oracle_ends_each_kind_as_it_is(cases: Sequence[Case], tmp_path: Path) -> None:
    for case in cases:
        played = play(case, "oracle", tmp_path)
        wanted = "infeasible" if case.kind == "impossible" else "success"
        assert (played.episode.status, played.true) == (wanted, True), case.world.task.goal


def test_who_claims_at_once_is_not_believed(cases: Sequence[Case], tmp_path: Path) -> None:
    for case in cases:
        if case.kind == "satisfied":
            continue  # there the claim is true
        for seed in range(4):
            played = play(case, "faulty:early=1", tmp_path, seed)
            assert played.episode.status == "unverified", (case.world.task.goal, played.episode.reason)
            assert not any(claim.true for claim in played.claims)


def row(kind: str, status: str, *, true: bool, actor: str = "oracle", first: str = "complete", so: bool = True) -> Row:
    claimed = "infeasible" if status == "infeasible" else "complete"
    return Row("0/0", kind, "made", actor, "en", status, claimed, true, first, so, 1, int(not so), 5, "goal", "reason")


def figures(rows: Sequence[Row]) -> dict[str, float]:
    return {figure.name: figure.value for figure in (*tallies.figures(rows), *tallies.baselines(rows))}


def test_the_figures_count_what_they_say() -> None:
    good, false = row("ordinary", "success", true=True), row("impossible", "success", true=False, so=False)
    missed, gave = (
        row("satisfied", "unverified", true=True),
        row("ordinary", "infeasible", true=False, first="infeasible"),
    )
    right = row("impossible", "infeasible", true=True, first="infeasible")
    found = figures([good, good, good, false, missed, gave, right])
    assert found["complete_precision"] == 0.75
    assert found["complete_recall"] == 0.6
    assert found["believed_when_done"] == 0.75
    assert found["false_done_rate"] == pytest.approx(1 / 7)
    assert found["gave_up_wrongly"] == pytest.approx(1 / 5)
    assert (found["infeasible_precision"], found["infeasible_recall"]) == (0.5, 0.5)
    assert found["believed_complete_precision_pooled"] == 0.8


def test_precision_is_that_of_the_oracle_or_of_the_early_ones_whichever_is_lower() -> None:
    fine = [row("ordinary", "success", true=True)] * 96
    poor = replace(fine[0], actor="faulty:early=0.1", true=False)
    other = replace(fine[0], actor="faulty:early=0.3")
    found = figures([*fine, poor, other, other, other])
    assert found["complete_precision"] == 0.75
    assert found["complete_precision_pooled"] == 0.99
    assert not tallies.figures([*fine, poor, other])[0].met


def test_a_wrong_actor_is_refused() -> None:
    for actor in ("gpt", "faulty:hurry=1"):
        with pytest.raises(UsageError):
            run(BenchOptions(actor=actor))
    with pytest.raises(UsageError):
        run(BenchOptions(extra={"family": "dev"}))


@pytest.mark.long
def test_a_sample_of_the_suite() -> None:
    lines: list[str] = []
    result = run(BenchOptions(n=20, seed=5, extra={"workers": "2"}, report=lines.append))
    told: Json = json.loads(result.to_json())
    assert (told["errors"], told["excluded"], told["n"]) == (0, 0, 20 * len(ACTORS))
    assert told["complete_precision"] >= tallies.TARGET
    assert told["baselines"]["believed_complete_precision"] < tallies.TARGET, "the suite tells actors from evidence"
    assert told["complete_recall"] >= 0.6
    assert len(lines) == 20
