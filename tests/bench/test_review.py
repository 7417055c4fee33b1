"""The review bench: its truths prove themselves, its figures count what they say."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.bench.figures import BenchOptions
from sextant.bench.registry import load
from sextant.bench.review import run
from sextant.bench.review.changing import absent, foreign
from sextant.bench.review.injecting import Trial
from sextant.bench.review.judging import judge_pages, judge_world
from sextant.bench.review.pages import page_cases, pages_text
from sextant.bench.review.tallies import Judged, details, figures
from sextant.bench.review.walking import walk
from sextant.errors import UsageError
from sextant.types import actions as act
from sextant.worlds.author import Recipe, build
from sextant.worlds.spec.tasks import Dials
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import grade
from sextant.worlds.twin.twin import Twin

DEV = str(Path(__file__).resolve().parents[2] / "benchmarks" / "review-dev" / "pages.jsonl")


def world(seed: int = 0) -> World:
    return build(seed, Dials(), Recipe("", "train", 1, 60, "en"))


def judged(truth: str, *, vetoes: tuple[str, ...] = (), advice: tuple[str, ...] = ()) -> Judged:
    return Judged(truth, "k", "w", "s", "g", vetoes, advice)  # pyright: ignore[reportArgumentType]


def test_it_is_registered() -> None:
    assert load("review") is run


def test_the_walk_is_the_oracles_and_ends_in_success() -> None:
    made = world()
    way, twin = walk(made), Twin(made)
    start = twin.snapshot()
    assert way.moments
    twin.restore(way.moments[-1].state)
    last = way.moments[-1]
    assert last.screen.digest == walk(made).moments[-1].screen.digest
    touched = last.element
    if touched is not None and isinstance(last.action, act.Click):
        twin.perform(act.Tap(touched.box.centre))
    assert grade(made, twin.state, "complete", start).success


def test_wrong_touches_are_never_the_oracles_and_do_what_is_said_of_them() -> None:
    made = world(10)
    way = walk(made)
    trial = Trial(made, way)
    found = [*trial.on_the_way(6, random.Random(1)), *trial.on_strolls(12, random.Random(1))]
    again = [*trial.on_the_way(6, random.Random(1)), *trial.on_strolls(12, random.Random(1))]
    assert [(one.element.label, one.effect) for one in found] == [(one.element.label, one.effect) for one in again]
    assert {"deed", "another_thing", "another_app", "detour"} <= {one.effect for one in found}
    apps = {app.id: app.name for app in made.apps}
    opened = {apps[name] for name in way.apps if name in apps}
    assert all(one.element.label not in opened for one in found if one.effect == "another_app")


def test_what_is_said_to_be_absent_or_foreign_is_so() -> None:
    screens = [moment.screen for moment in walk(world()).moments]
    here, before = screens[3], screens[2]
    for one in absent(here, before, random.Random(0)):
        (target,) = act.targets_of(one.action)
        if one.kind == "no_such_index":
            assert isinstance(target, act.ByIndex)
            assert one.screen.element(target.index) is None
        if one.kind == "another_screen":
            assert target.screen != one.screen.digest
        if one.kind in ("offscreen", "covered", "disabled"):
            assert one.about is not None
            assert one.about.visibility != "visible" or "disabled" in one.about.states
    kinds = {one.kind for one in foreign(here, random.Random(0))}
    assert kinds == {"link", "mail", "foreign_page", "unknown_app", "secret_abroad", "secret_in_frame"}


def test_the_labelled_screens_hold_every_class_and_the_two_sets_share_none() -> None:
    test, dev = pages_text(), pages_text(DEV)
    for text in (test, dev):
        assert {case.truth for case in page_cases(text, 0)} == {"right", "off_task", "irreversible", "foreign"}
    goals = [{json.loads(line)["goal"] for line in text.splitlines()} for text in (test, dev)]
    assert not goals[0] & goals[1]
    with pytest.raises(UsageError, match="cannot be read"):
        pages_text("nowhere.jsonl")


def test_no_right_decision_is_vetoed_by_anything_but_the_policy_on_irreversible_acts() -> None:
    found = [*judge_world(0, "train", 4), *judge_pages(pages_text(DEV), 0)]
    right = [one for one in found if one.truth == "right"]
    assert right
    assert {rule for one in right for rule in one.vetoes} <= {"irreversible"}
    assert all(one.vetoed for one in found if one.truth in ("absent", "foreign"))
    assert sum(one.caught for one in found if one.truth == "off_task") > 0


def test_judging_is_a_function_of_the_seed() -> None:
    assert judge_world(3, "train", 2) == judge_world(3, "train", 2)


def test_the_figures_count_what_they_say() -> None:
    found = [
        judged("right"),
        judged("right", advice=("entailment",)),
        judged("right", vetoes=("irreversible",), advice=("entailment",)),
        judged("right"),
        judged("absent", vetoes=("grounding",)),
        judged("absent", advice=("entailment",)),
        judged("foreign", vetoes=("policy",)),
        judged("irreversible"),
        judged("off_task", advice=("entailment",)),
        judged("off_task"),
        judged("detour", advice=("entailment",)),
    ]
    told = {figure.name: figure.value for figure in figures(found)}
    assert told["false_veto_rate"] == told["advice_on_right"] == 0.25
    assert told["caught_absent"] == 0.5  # advice is not enough there
    assert (told["caught_off_task"], told["caught_off_task_by_veto"]) == (0.5, 0.0)
    assert told["caught_rate"] == (0.5 + 1 + 0 + 0.5) / 4
    assert told["advice_on_detours"] == 1.0
    rows = details([replace(one, kind="x") for one in found], wrong=9)["kinds"]
    assert rows == details([replace(one, kind="x") for one in found], wrong=0)["kinds"]
    mistaken = details(found, wrong=9)["mistaken"]
    assert isinstance(mistaken, list)
    assert len(mistaken) == 5  # two right ones, absent that was only advised against, irreversible, off the task


def test_a_run_prints_its_seeds_and_counts_what_is_left_out() -> None:
    extra = {"family": "train", "pages": DEV, "each": "2", "workers": "1"}
    result = run(BenchOptions(n=8, limit=2, seed=7, extra=extra))
    told = json.loads(result.to_json())
    assert (told["excluded"], told["errors"], told["skipped"]) == (6, 0, 0)
    assert len(told["seeds"]["drawn"]) == 2
    assert not told["ok"]
    assert told["n"] == told["right_decisions"] + told["wrong_decisions"] + _detours(told)
    assert told["caught_absent"] == told["caught_foreign"] == 1.0


def _detours(told: dict[str, dict[str, dict[str, dict[str, int]]]]) -> int:
    return sum(row["n"] for name, row in told["details"]["kinds"].items() if name.startswith("detour"))


@pytest.mark.parametrize("extra", [{"family": "both"}, {"each": "none"}, {"pages": "nowhere.jsonl"}])
def test_malformed_options(extra: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        run(BenchOptions(n=1, extra=extra))
