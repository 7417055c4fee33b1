"""Sextant's devices as BrowserGym's agents see them, and both directions at once."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium

from sextant.errors import UsageError
from sextant.integrations.browsergym import SextantAgent
from sextant.integrations.browsergym_env import ID, BrowserGymEnv, Judging
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.tasks import Claimed, Graded, Policy

NOTES = Path(__file__).parents[2] / "examples" / "notes.json"
KEPT = Path(__file__).parent / "browsergym_observation.json"


def solved(claimed: Claimed) -> Graded:
    return Graded("a test", claimed == "complete", float(claimed == "complete"))


def notes(judge: Judging | None = None) -> BrowserGymEnv:
    return BrowserGymEnv(f"scripted:{NOTES}", "add milk to the shopping list", judge=judge)


def names(obs: dict[str, Any]) -> list[str]:
    return [node["name"]["value"] for node in obs["axtree_object"]["nodes"]]


def test_observations_have_the_keys_and_the_kinds_of_browsergyms() -> None:
    env = gymnasium.make(ID, device=f"scripted:{NOTES}", goal="add milk")
    obs, info = env.reset(seed=0)
    real = json.loads(KEPT.read_text(encoding="utf-8"))
    assert set(obs) == {*real, "dom_object"}
    assert env.observation_space.contains(obs)
    for name in set(real) - {"screenshot", "active_page_index", "elapsed_time"}:
        assert isinstance(obs[name], tuple if isinstance(real[name], list) else type(real[name])), name
    assert set(obs["axtree_object"]["nodes"][1]) >= {"nodeId", "role", "name", "childIds", "browsergym_id"}
    assert set(obs["extra_element_properties"]["0"]) == set(real["extra_element_properties"]["4"])
    assert obs["screenshot"].shape[2] == 3
    assert obs["screenshot"].dtype == np.uint8
    assert info["task_info"]["goal"] == "add milk"
    assert env.action_space.contains("click('0')")
    env.close()


def test_an_episode_ends_with_a_word_to_the_user_and_is_judged() -> None:
    env = notes(solved)
    env.reset(seed=0)
    env.step("click('0')")
    obs, reward, terminated, truncated, _ = env.step("fill('0', 'milk')\nclick('1')")
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert obs["last_action_error"] == ""
    assert "1 items were added" in names(obs)
    obs, reward, terminated, _, info = env.step("send_msg_to_user('It is on the list.')")
    assert (reward, terminated) == (1.0, True)
    assert info["task_info"]["claimed"] == "complete"
    assert obs["chat_messages"][-1]["message"] == "It is on the list."
    env.reset()
    _, reward, terminated, _, info = env.step("report_infeasible('There is no milk.')")
    assert (reward, terminated, info["task_info"]["claimed"]) == (0.0, True, "infeasible")
    env.close()


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("", "the action is empty"),
        ("click", "is no call"),
        ("click(", "this is no call"),
        ("__import__('os').system('true')", "is no call"),
        ("click(__import__('os'))", "is no text, number or list"),
        ("hover('0')", "there is no 'hover' on this device"),
        ("click()", "click needs bid"),
        ("click('0', pace=3)", "click takes bid"),
        ("click('0', button='right')", "no other buttons"),
        ("click('77')", "could not find an element with bid '77'"),
        ("mouse_click(9000, 1)", "outside the screen"),
        ("keyboard_press('F5')", "no key 'F5'"),
        ("select_option('0', ['a', 'b'])", "one option"),
        ("noop(1)\n" * 9000, "more than 20000 characters"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(action: str, told: str) -> None:
    env = notes()
    before, _ = env.reset()
    obs, _, terminated, _, _ = env.step(action)
    assert told in obs["last_action_error"]
    assert not terminated
    assert names(obs) == names(before)
    env.close()


def test_an_environment_needs_a_goal_and_a_world_has_its_own() -> None:
    with pytest.raises(UsageError, match="no goal"):
        BrowserGymEnv(f"scripted:{NOTES}").reset()
    with pytest.raises(UsageError, match="no episode"):
        notes().step("noop()")
    env = BrowserGymEnv("world:lite/1")
    obs, _ = env.reset(seed=0)
    assert obs["goal"]
    assert obs["goal_object"][0]["text"] == obs["goal"]
    _, reward, terminated, _, info = env.step("send_msg_to_user('I did nothing.')")
    assert terminated
    assert reward < 1
    assert info["task_info"]["graded"]
    env.close()


def test_sextants_agent_plays_sextants_environment(tmp_path: Path) -> None:
    click, added = {"type": "click", "index": 0}, {"type": "text_visible", "text": "1 items were added"}
    decisions = [
        {"action": click, "expect": [{"type": "text_visible", "text": "New item"}]},
        {"action": {"type": "input_text", "index": 0, "text": "milk"}},
        {"action": {"type": "click", "index": 1}, "expect": [added]},
        {"action": {"type": "status", "goal_status": "complete"}, "expect": [added]},
    ]
    script = tmp_path / "replies.json"
    script.write_text(json.dumps({"replies": [{"json": decision} for decision in decisions]}))
    settings = Settings(
        models=ModelChoices(default=f"scripted:{script}"),
        journal=JournalSettings(directory=tmp_path / "runs"),
        policy=Policy.everything(),
    )
    env, agent = notes(solved), SextantAgent(settings, "notes")
    obs, _ = env.reset(seed=0)
    actions: list[str | None] = []
    reward, terminated = 0.0, False
    while not terminated and len(actions) < 9:
        action, _ = agent.get_action(agent.obs_preprocessor(obs))
        actions.append(action)
        obs, reward, terminated, _, _ = env.step(str(action))
        assert obs["last_action_error"] == ""
    assert actions == ["click('0')", "fill('0', 'milk')", "click('1')", "send_msg_to_user('Done.')"]
    assert reward == 1.0
    line = agent.line(Graded("a test", reward >= 1, reward))
    assert line is not None
    assert (line.success, line.judged, line.steps) == (True, True, 4)
    env.close()
