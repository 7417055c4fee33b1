"""The review bench: its truths prove themselves, its figures count what they say."""

import json
import random
from dataclasses import replace
from typing import Any

from sextant.types import actions as act
from sextant_bench.figures import BenchOptions
from sextant_bench.review import details, figures, run
from sextant_bench.review.desk import ReviewedDecision, judge_world, walk
from sextant_bench.review.wrong_decisions import absent, foreign
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World


def world() -> World:
    return build(0, Dials(), TaskRecipe("", "train", 1, 60, "en"))


def judged(truth: str, *, vetoes: tuple[str, ...] = (), advice: tuple[str, ...] = ()) -> ReviewedDecision:
    return ReviewedDecision(truth, "k", "w", "s", "g", vetoes, advice)  # pyright: ignore[reportArgumentType]


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


def test_no_right_decision_is_vetoed_and_every_wrong_one_is() -> None:
    found = judge_world(0, "train", 4)
    assert found == judge_world(0, "train", 4)
    assert {one.truth for one in found} == {"right", "absent", "foreign", "unauthorised"}
    assert not any(one.vetoed for one in found if one.truth == "right")
    assert all(one.vetoed for one in found if one.truth != "right")
    kinds = {one.kind for one in found if one.truth == "unauthorised"}
    assert kinds == {"no_span", "made_up", "cut_word", "of_the_screen"}


def test_the_figures_count_what_they_say() -> None:
    advised = ("stagnation",)
    found = [judged("right"), judged("right"), judged("right", advice=advised)]
    found += [judged("right", vetoes=("policy",), advice=advised), judged("absent", vetoes=("grounding",))]
    found += [judged("absent", advice=advised), judged("foreign", vetoes=("policy",)), judged("unauthorised")]
    told = {figure.name: figure.value for figure in figures(found)}
    assert told["false_veto_rate"] == told["advice_on_right"] == 0.25
    assert told["caught_absent"] == 0.5  # advice is not enough
    assert told["caught_rate"] == (0.5 + 1 + 0) / 3
    rows = details([replace(one, kind="x") for one in found], wrong=9)["kinds"]
    assert rows == details([replace(one, kind="x") for one in found], wrong=0)["kinds"]
    mistaken: Any = details(found, wrong=9)["mistaken"]
    assert len(mistaken) == 4  # two right ones, absent that was only advised against, unauthorised


def test_a_run_prints_its_seeds_and_counts_what_is_left_out() -> None:
    result = run(BenchOptions(n=8, limit=2, seed=7, extra={"family": "train", "each": "2", "workers": "1"}))
    told = json.loads(result.to_json())
    assert (told["excluded"], told["errors"], told["skipped"]) == (6, 0, 0)
    assert len(told["seeds"]["drawn"]) == 2
    assert not told["ok"]
    assert told["n"] == told["right_decisions"] + told["wrong_decisions"]
    assert told["caught_absent"] == told["caught_foreign"] == told["caught_unauthorised"] == 1.0
