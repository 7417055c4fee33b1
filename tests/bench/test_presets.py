"""Presets, call for call: which roles are asked how often a step, and what goes along (the papers' own figures)."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.bench.context import PUBLISHED
from sextant.bench.context.episode import Walked, walk
from sextant.bench.context.stage import stage_of
from sextant.bench.context.walker import plan_of
from sextant.bench.preset_settings import settings_of
from sextant.settings.schema import Preset

STAGE = stage_of(0)
PROGRAM = 'for turn in range(40):\n    step("open a row of the list")\n    step("go back to the list")\n'


def _walked(preset: Preset, scratch: Path, steps: int = 12) -> Walked:
    settings = settings_of(preset)
    if preset == "agentprog":
        settings = replace(settings, program=replace(settings.program, source=PROGRAM, write=False, reuse=False))
    return walk(STAGE, plan_of(STAGE, steps), settings, scratch)


@pytest.mark.parametrize(
    ("preset", "actor", "updater"),
    [
        ("baseline", 1, 0),  # one call, the whole history as text, the last three screenshots
        ("agentprog", 1, 1),  # one call acts, one moves the program counter
        ("agentp", 1, 0),  # planning needs no model; the target is picked by meaning
        ("stamp", 1, 0),  # action, memory and tool call in one answer
        ("longhorizonui", 1, 0),  # the reflecting decider judges the last step in the same answer
        ("tsr", 1, 1),  # one call of the updater after each step
        ("all", 1, 0),  # everything in one call
    ],
)
def test_each_role_is_asked_as_often_as_published(preset: Preset, actor: int, updater: int, tmp_path: Path) -> None:
    walked = _walked(preset, tmp_path)
    assert walked.roles.get("actor", 0) == actor * walked.steps
    after = walked.roles.get("updater", 0)
    assert updater * (walked.steps - 1) <= after <= updater * walked.steps, "none after the last step"
    assert set(walked.roles) <= {"actor", "updater"}
    if preset in PUBLISHED:
        assert actor + updater == PUBLISHED[preset]


@pytest.mark.parametrize("preset", ["baseline", "tsr"])
def test_the_standard_actor_reads_every_thought_and_three_screenshots(preset: Preset, tmp_path: Path) -> None:
    settings = settings_of(preset)
    assert settings.context.pictures == 3
    assert settings.budget.max_steps == 50
    assert (settings.models.temperature, settings.models.max_output_tokens) == (0, 2048)
    walked = _walked(preset, tmp_path, steps=45)
    assert walked.at(44).tokens["Done so far"] > 1.6 * walked.at(22).tokens["Done so far"]


def test_task_state_is_told_at_every_step_of_its_preset(tmp_path: Path) -> None:
    walked = _walked("tsr", tmp_path)
    assert all("Task state" in read.tokens for read in walked.reads)
