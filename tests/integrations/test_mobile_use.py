"""The guide for MobileUse on a class of the same interface; `test_agents` runs the package itself."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sextant.integrations.companion import Companion
from sextant.integrations.mobile_use import guide_agent
from sextant.types.actions import Action, PressKey, Tap
from sextant.types.devices import Injection
from sextant.types.geometry import Point
from sextant_worlds.names import find_world
from sextant_worlds.twin.device import TwinDevice

GOAL = "open Farside"
SCALE = 2.5


def act(name: str, **parameters: Any) -> SimpleNamespace:
    return SimpleNamespace(name=name, parameters=parameters)


class Environment:
    """A world's phone with the methods that MobileUse's agents call."""

    def __init__(self, device: TwinDevice) -> None:
        self.device = device
        self.window_size = (round(device.size.width * SCALE), round(device.size.height * SCALE))

    def execute_action(self, action: Any) -> Injection:
        if action.name == "click":
            x, y = action.parameters["coordinate"]
            return self.device.perform(Tap(Point(x / SCALE, y / SCALE)))
        return self.device.perform(PressKey("home"))


class MultiAgent:
    """Acts as MobileUse's `MultiAgent`: the goal of the episode is a part of each prompt."""

    def __init__(self, env: Environment, *actions: Any) -> None:
        self.env, self.goal, self._actions = env, GOAL, list(actions)
        self.episode_data = SimpleNamespace(goal=GOAL)
        self.prompts: list[str] = []

    def step(self) -> None:
        self.prompts.append(self.episode_data.goal)
        self.env.execute_action(self._actions.pop(0))


FARSIDE = act("click", coordinate=(round(256.5 * SCALE), round(330 * SCALE)))
HOME = act("system_button", button="Home")


def walk(maps: Path, *actions: Any) -> list[str]:
    device = TwinDevice(find_world("lite/2"))
    device.open()
    with Companion.on_maps(GOAL, maps) as companion:
        agent = guide_agent(MultiAgent(Environment(device), *actions), companion, device)
        for _ in actions:
            agent.step()
    assert agent.goal == GOAL, "the guidance does not add up"
    return agent.prompts


def test_the_second_run_reads_the_path_with_its_goal(maps: Path) -> None:
    first = walk(maps, FARSIDE, HOME, FARSIDE, HOME)
    assert first[0] == GOAL, "the map is empty at first"
    (told,) = walk(maps, FARSIDE)
    assert told.startswith(f"{GOAL}\n\n## Map")
    index = told.partition("Next: tap [")[2].partition("]")[0]
    x, y = FARSIDE.parameters["coordinate"]
    assert f"[{index}] ({x}, {y})" in told, "the point that a reader of screenshots touches"


def test_a_guide_that_fails_costs_the_words_and_nothing_else(maps: Path, caplog: pytest.LogCaptureFixture) -> None:
    device = TwinDevice(find_world("lite/2"))
    device.open()
    companion = Companion.on_maps(GOAL, maps)
    companion.close()
    agent = guide_agent(MultiAgent(Environment(device), FARSIDE), companion, device)
    agent.step()
    assert agent.prompts == [GOAL]
    assert "the map says nothing on this screen" in caplog.text


@pytest.mark.parametrize(
    ("action", "drawn"),
    [(act("open", text="Farside"), "open_app"), (act("swipe", coordinate=(1, 1), coordinate2=(2, 2)), None)],
)
def test_actions_are_named_where_a_map_names_them(action: Any, drawn: str | None) -> None:
    noted: list[Action | None] = []

    def done(_: object) -> str:
        return "done"

    environment = SimpleNamespace(execute_action=done, window_size=(1080, 2400))
    agent = MultiAgent(environment, action)  # pyright: ignore[reportArgumentType]
    companion = SimpleNamespace(did=noted.append)
    guide_agent(agent, companion, TwinDevice(find_world("lite/2")))  # pyright: ignore[reportArgumentType]
    assert environment.execute_action(action) == "done"
    assert [one and one.kind for one in noted] == [drawn]
