"""The guide for T3A on a class of the same interface, and on AndroidWorld's own class where it is installed."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sextant.integrations.companion import Companion
from sextant.integrations.t3a import guide_t3a
from tests.integrations.android_world_shape import JSONAction, ToyPhone

GOAL = "open the Wi-Fi settings"


class T3A:
    """Acts as AndroidWorld's `agents.t3a.T3A`: its guidelines are a part of each prompt."""

    def __init__(self, env: Any, *actions: JSONAction) -> None:
        self.env, self._actions = env, list(actions)
        self.additional_guidelines: list[str] | None = None
        self.prompts: list[str] = []

    def get_post_transition_state(self) -> Any:
        return self.env.get_state(wait_to_stabilize=False)

    def set_task_guidelines(self, task_guidelines: list[str]) -> None:
        self.additional_guidelines = task_guidelines

    def step(self, goal: str) -> Any:
        self.prompts.append("\n".join(f"- {line}" for line in self.additional_guidelines or ()))
        self.env.execute_action(self._actions.pop(0))


def click(index: int) -> JSONAction:
    return JSONAction("click", index=index)


def walk(maps: Path, *actions: JSONAction) -> list[str]:
    with Companion.on_maps(GOAL, maps) as companion:
        agent = guide_t3a(T3A(ToyPhone(), *actions), companion, ["Be brief."])
        for _ in actions:
            agent.step(GOAL)
    return agent.prompts


def test_the_second_run_reads_the_path_in_its_guidelines(maps: Path) -> None:
    wait = JSONAction("wait")
    first = walk(maps, click(1), click(1), wait)
    assert first[0] == "- Be brief.", "the map is empty at first"
    told = walk(maps, click(1), click(1), wait)
    assert told[0].startswith("- Be brief.\n- ## Map")
    assert "Next: tap [1] (text, top) (worked the one time it was taken)." in told[0]
    assert "You are on it." in told[2]


def test_actions_without_a_name_are_not_drawn(maps: Path) -> None:
    walk(maps, JSONAction("swipe", direction="up"), JSONAction("navigate_back"), JSONAction("wait"))
    assert walk(maps, JSONAction("wait")) == ["- Be brief."]


def test_a_map_that_fails_costs_the_words_and_nothing_else(maps: Path, caplog: pytest.LogCaptureFixture) -> None:
    companion = Companion.on_maps(GOAL, maps)
    companion.close()
    agent = guide_t3a(T3A(ToyPhone(), click(1)), companion, ["Be brief."])
    agent.step(GOAL)
    assert agent.prompts == ["- Be brief."]
    assert "the map says nothing on this screen" in caplog.text


def test_the_real_class_takes_the_guidelines(maps: Path) -> None:
    t3a = pytest.importorskip("android_world.agents.t3a", reason="android_world is not installed")
    asked: list[str] = []

    def predict(prompt: str) -> tuple[str, bool, str]:
        asked.append(prompt)
        return 'Reason: done.\nAction: {"action_type": "status", "goal_status": "complete"}', True, "raw"

    walk(maps, click(1), click(1), JSONAction("wait"))
    with Companion.on_maps(GOAL, maps) as companion:
        agent = guide_t3a(t3a.T3A(ToyPhone(), SimpleNamespace(predict=predict)), companion)
        agent.transition_pause = 0
        assert agent.step(GOAL).done
    assert "For The Current Task:\n- ## Map" in asked[0]
