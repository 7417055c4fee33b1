"""bench context: the plan of the walk, and that what is counted is what was read and asked."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.settings.sources import settings_of
from sextant_bench.context import stage as stages
from sextant_bench.context.episode import walk
from sextant_bench.context.walker import PLANTED, plan_of, program_of

STAGE = stages.stage_of(2)


def test_the_facts_are_opened_at_their_steps_and_the_list_is_there_at_the_last() -> None:
    plan = plan_of(STAGE, 500)
    assert len(plan) == 500
    assert [at for at, leg in enumerate(plan) if leg.fact is not None] == list(PLANTED)
    assert plan[-1].kind in ("wait", "switch", "back")
    assert STAGE.elements >= stages.LEAST_ELEMENTS
    assert not any(fact.value in STAGE.goal for fact in STAGE.facts)


def test_every_step_is_one_request_and_the_same_list_reads_alike(tmp_path: Path) -> None:
    plain = walk(STAGE, plan_of(STAGE, 60), settings_of("none"), tmp_path / "plain")
    assert plain.requests == plain.steps == 61
    early, late = plain.at(20), plain.at(59)
    assert {early.page, late.page, plain.at(0).page} <= {read.page for read in plain.reads}
    assert all(set(read.tokens) >= {"Screen"} for read in plain.reads)
    assert plain.at(60).told == (), "nothing beside the actor, and no thoughts told"


def test_the_full_history_grows_and_the_guides_keep_what_was_read(tmp_path: Path) -> None:
    full = walk(STAGE, plan_of(STAGE, 60), settings_of("baseline"), tmp_path / "full")
    kept = walk(STAGE, plan_of(STAGE, 60), settings_of("all"), tmp_path / "kept")
    assert full.at(60).tokens["Done so far"] > 1.5 * full.at(30).tokens["Done so far"]
    assert kept.at(60).told == tuple(fact.value for fact in STAGE.facts[:2]), "planted at 5 and at 50"
    assert kept.at(60).tokens["Done so far"] < full.at(60).tokens["Done so far"]


@pytest.mark.slow
def test_answers_that_are_of_no_use_and_what_is_asked_again_are_counted_as_they_happen(tmp_path: Path) -> None:
    settings = settings_of("all", {"program.reuse": False})
    settings = replace(settings, program=replace(settings.program, source=program_of(STAGE)))
    plan = plan_of(STAGE, 120, recalls=True)
    assert [plan[at].kind for at in PLANTED if at < 120] == ["open", "open"]
    walked = walk(STAGE, plan, settings, tmp_path / "stumbling", stumbling=True)
    happened = walked.happened
    assert happened["malformed"] == 3, "at steps 1, 51 and 101"
    assert happened["vetoed"] == walked.episode.counters["revisions"] == 2, "at steps 6 and 106"
    assert happened["recalls"] == happened["briefs_with_recalled_steps"] == 2
    assert happened["true_conditions"] > 2
    early, late = walked.at(50), walked.at(120)
    assert (early.page, early.place) == (late.page, late.place) != ("", "")
    assert walked.requests == walked.steps + 5
    assert walked.acts == walked.steps - 2
    assert walked.at(120).told == tuple(fact.value for fact in STAGE.facts[:2]), "nothing is lost by it"
