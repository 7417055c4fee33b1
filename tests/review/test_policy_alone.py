"""The preset `plain`: thought, action, observation, and the user's policy; nothing of ours judges or mends anything."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from sextant.assembly import RunRequest, build_run
from sextant.settings import Settings
from sextant.settings.sources import settings_of
from sextant.types.tasks import Episode, Policy
from tests.support.runs import NOBODY, Bench

CLICK_IDLE: dict[str, Any] = {"thought": "I press it.", "action": {"type": "click", "index": 4}}
NOWHERE: dict[str, Any] = {"thought": "I press it.", "action": {"type": "click", "index": 99}}
DONE: dict[str, Any] = {"thought": "It is done.", "action": {"type": "status", "goal_status": "complete"}}


def plainly(bench: Bench, replies: list[Any], **more: Any) -> Episode:
    own, plain = bench.settings(replies), settings_of("plain")
    settings: Settings = replace(
        own,
        models=replace(plain.models, default=own.models.default),
        review=plain.review,
        context=plain.context,
        **more,
    )
    return build_run(
        RunRequest("Send it.", f"scripted:{bench.root / 'app.json'}"), settings, NOBODY, bench.hooks()
    ).go()


def test_a_claim_ends_the_run_as_it_is_made_and_nobody_says_that_it_is_so(tmp_path: Path) -> None:
    episode = plainly(Bench(tmp_path), [DONE])
    assert (episode.status, episode.agent_claimed, episode.verified_by, episode.steps) == (
        "unverified",
        "complete",
        "",
        1,
    )


def test_a_target_that_is_not_there_is_a_step_without_effect_and_no_veto(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    plainly(bench, [NOWHERE, DONE])
    assert [step.effectiveness for step in bench.steps] == ["refused", "none"]
    assert not any(step.objections for step in bench.steps)


def test_doing_the_same_over_and_over_is_stopped_by_nobody(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    episode = plainly(bench, [CLICK_IDLE] * 12 + [DONE])
    assert (episode.steps, episode.agent_claimed) == (13, "complete")
    assert all(len(step.attempts) == 1 for step in bench.steps[:-1]), "nothing is tried again"


def test_the_users_policy_holds_all_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    opens: dict[str, Any] = {"action": {"type": "open_app", "name": "Casino"}}
    plainly(bench, [opens, opens, DONE], policy=Policy())
    assert [one.rule for one in bench.steps[0].objections] == ["policy"]


def test_its_prompt_asks_for_a_thought_and_an_action(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    episode = plainly(bench, [CLICK_IDLE, DONE])
    assert bench.steps[0].decision.thought == "I press it."
    assert json.dumps(episode.counters) == "{}"
