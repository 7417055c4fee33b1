"""Presets, call for call: which roles are asked how often a step, and what goes along (the papers' own figures)."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from sextant.settings.schema import Preset
from sextant.settings.sources import PRESET_NAMES, settings_of
from sextant_bench.context import PUBLISHED
from sextant_bench.context.episode import ContextWalk, walk
from sextant_bench.context.stage import stage_of
from sextant_bench.context.walker import plan_of
from sextant_bench.presets.comparison import compare, expectations
from sextant_bench.presets.recording import record

STAGE = stage_of(0)
PROGRAM = 'for turn in range(40):\n    step("open a row of the list")\n    step("go back to the list")\n'


def _walked(preset: Preset, scratch: Path, steps: int = 12) -> ContextWalk:
    settings = settings_of(preset)
    if preset == "agentprog":
        settings = replace(settings, program=replace(settings.program, source=PROGRAM, write=False, reuse=False))
    return walk(STAGE, plan_of(STAGE, steps), settings, scratch)


@pytest.mark.parametrize(
    ("preset", "updater"),
    [
        ("plain", 0),  # a thought and an action
        ("baseline", 0),  # one call, the whole history as text, the last three screenshots
        ("agentprog", 1),  # one call acts, one moves the program counter
        ("agentp", 0),  # planning needs no model; the target is picked by meaning
        ("stamp", 0),  # action, memory and tool call in one answer
        ("longhorizonui", 0),  # the reflecting decider judges the last step in the same answer
        ("tsr", 1),  # one call of the updater after each step
        ("all", 0),  # everything in one call
    ],
)
def test_each_role_is_asked_as_often_as_published(preset: Preset, updater: int, tmp_path: Path) -> None:
    walked = _walked(preset, tmp_path)
    assert walked.roles.get("actor", 0) == walked.steps
    after = walked.roles.get("updater", 0)
    assert updater * (walked.steps - 1) <= after <= updater * walked.steps, "none after the last step"
    assert set(walked.roles) <= {"actor", "updater"}
    assert PUBLISHED.get(preset, 1 + updater) == 1 + updater
    assert preset != "tsr" or all("Task state" in read.tokens for read in walked.reads)


STANDARD = {
    "models.temperature": 0,  # TSR, Table 4
    "models.max_output_tokens": 2048,  # the actor's, Table 4
    "context.pictures": 3,  # m = 3, Table 4
    "context.history": "full",  # section 2.1
    "budget.max_steps": 50,  # appendix C
}
NAMED: Mapping[Preset, Mapping[str, object]] = {
    "none": {},
    "plain": STANDARD,
    "baseline": STANDARD,
    "agentprog": {"context.pictures": 1, "context.history": "bounded"},  # the screenshot, and the present path alone
    "agentp": {"context.history": "full"},  # no paper's: its agents are of many kinds, and `maxStep` has no number
    "stamp": {"context.history": "full"},  # what was remembered stands in the history
    "longhorizonui": {"models.temperature": 0, "models.max_output_tokens": 2048},  # appendix D.1
    "tsr": STANDARD,
    "all": {},
}
"""Limits that papers name, or the code that is public of them."""


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_limits_are_those_that_papers_name_and_ours_where_they_name_none(preset: Preset) -> None:
    settings, ours = settings_of(preset), settings_of("none")
    for key in STANDARD:
        room, name = key.split(".")
        limit = getattr(getattr(settings, room), name)
        assert limit == NAMED[preset].get(key, getattr(getattr(ours, room), name)), key
    assert replace(settings.budget, max_steps=None) == replace(ours.budget, max_steps=None)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_published_agents_take_one_action_an_answer(preset: Preset) -> None:
    assert settings_of(preset).models.further_actions == (5 if preset in ("none", "all") else 0)


@pytest.mark.parametrize("preset", ["agentp", "baseline", "tsr"])
def test_no_thought_of_a_full_history_is_cut_within_the_published_steps(preset: Preset, tmp_path: Path) -> None:
    walked = _walked(preset, tmp_path, steps=50)
    lengths = [read.tokens["Done so far"] for read in walked.reads[1:]]
    assert all(early < late for early, late in pairwise(lengths))
    assert preset == "agentp" or walked.at(44).tokens["Done so far"] > 1.6 * walked.at(22).tokens["Done so far"]


def test_what_agentprog_reads_keeps_within_its_nine_thousand_tokens(tmp_path: Path) -> None:
    assert settings_of("agentprog").context.max_tokens <= 9000
    walked = _walked("agentprog", tmp_path, steps=50)
    assert walked.steps >= 50
    assert max(read.total for read in walked.reads) <= 9000


EXPECTED = expectations()


def _otherwise(preset: Preset, scratch: Path, more: Mapping[str, object] | None = None) -> set[tuple[str, str]]:
    """What a short run sends otherwise than its paper says; too short for any limit of steps."""
    found = compare(EXPECTED[preset], record(preset, STAGE, scratch, 12, more))
    return {(one.role, one.what) for one in found if not one.agrees and one.what != "steps"}


@pytest.mark.parametrize("preset", sorted(EXPECTED))
def test_what_is_sent_is_what_the_paper_says(preset: Preset, tmp_path: Path) -> None:
    assert _otherwise(preset, tmp_path) == set()


@pytest.mark.parametrize(
    ("preset", "more", "found"),
    [
        ("baseline", {"context.pictures": 2}, {("actor", "pictures")}),
        ("baseline", {"context.history": "bounded"}, {("actor", "remembers")}),
        ("plain", {"models.profile": "full"}, {("actor", "form")}),
        ("agentprog", {"guides.use": ""}, {("actor", "guides")}),
        ("stamp", {"guides.use": "memory"}, {("actor", "guides")}),
        (
            "longhorizonui",
            {"models.marks": "no", "models.temperature": 1},
            {("actor", "marked"), ("actor", "temperature"), ("verifier", "temperature")},
        ),
        ("longhorizonui", {"review.attempts": "evidence"}, {("all", "roles"), ("verifier", "calls (attempt)")}),
        ("tsr", {"models.updater_output_tokens": "none"}, {("updater", "longest answer")}),
        ("agentp", {"guides.target": "meaning"}, {("all", "roles"), ("selector", "calls (plan)")}),
    ],
)
def test_what_is_sent_otherwise_is_found(
    preset: Preset, more: Mapping[str, object], found: set[tuple[str, str]], tmp_path: Path
) -> None:
    assert _otherwise(preset, tmp_path, more) >= found


def test_a_run_ends_at_the_published_limit_of_steps(tmp_path: Path) -> None:
    recorded = record("baseline", STAGE, tmp_path, 55)
    assert (len(recorded.steps), recorded.status) == (EXPECTED["baseline"].steps, "over_budget")


def test_all_sends_what_all_five_send_in_one_call_a_step(tmp_path: Path) -> None:
    recorded = record("all", STAGE, tmp_path, 12)
    roles = [request.role for request in recorded.requests]
    assert (roles[0], set(roles[1:])) == ("author", {"actor"}), "a program beforehand, then one call a step"
    first = recorded.of("actor")[0]
    assert {"historical_status", "task-state", "belief", "memory", "map", "program"} <= set(first.fields)
    assert all(request.pictures[-1][1] not in recorded.shown for request in recorded.of("actor")), "with marks"
