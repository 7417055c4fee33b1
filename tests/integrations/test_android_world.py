"""AndroidWorld's agent on a toy phone, driven as `episode_runner.run_episode` drives one."""

import dataclasses
import inspect
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sextant.errors import UsageError
from sextant.integrations.android_world import Bindings, SextantAgent, action_form
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.actions import DragPath, LaunchApp, Pause, PressKey, ScrollBy, Tap, TerminateApp, TypeText
from sextant.types.geometry import Point
from sextant.types.tasks import Graded, Policy
from tests.integrations import android_world_shape as shape
from tests.integrations.android_world_shape import BoundingBox, JSONAction, State, UIElement

SIZE = (1080, 2400)
ROWS = {"launcher": ("Settings", "Clock"), "settings": ("Wi-Fi", "Display"), "wifi": ("Use Wi-Fi", "Network name")}
ACTIVITY = {
    "launcher": "com.android.launcher3/.Launcher",
    "settings": "com.android.settings/.SettingsActivity",
    "wifi": "com.android.settings/.WifiSettingsActivity",
}


class ToyPhone:
    """A launcher and two screens of settings, as an `AsyncEnv`. Rows are clickable, their texts are not."""

    def __init__(self) -> None:
        self.screen, self.wifi, self.name = "launcher", False, ""
        self.interaction_cache, self.actions, self.hidden = "", list[JSONAction](), 0

    @property
    def logical_screen_size(self) -> tuple[int, int]:
        return SIZE

    @property
    def foreground_activity_name(self) -> str:
        return ACTIVITY[self.screen]

    def reset(self, go_home: bool = False) -> State:
        self.screen = "launcher" if go_home else self.screen
        self.interaction_cache = ""
        return self.get_state()

    def hide_automation_ui(self) -> None:
        self.hidden += 1

    def get_state(self, wait_to_stabilize: bool = False) -> State:
        del wait_to_stabilize
        return State(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), self._forest(), self._elements())

    def execute_action(self, action: JSONAction) -> None:
        self.actions.append(action)
        match action.action_type:
            case "answer":
                self.interaction_cache = action.text or ""
            case "navigate_home":
                self.screen = "launcher"
            case "navigate_back":
                self.screen = {"wifi": "settings"}.get(self.screen, "launcher")
            case "open_app":
                if action.app_name != "Settings":
                    raise ValueError("No such app")
                self.screen = "settings"
            case "click" if action.y is not None:
                self._touch((action.y - 300) // 200)
            case "input_text":
                self.name = action.text or ""
            case _:
                pass

    def _touch(self, row: int) -> None:
        leads = {("launcher", 0): "settings", ("settings", 0): "wifi"}
        self.wifi ^= (self.screen, row) == ("wifi", 0)
        self.screen = leads.get((self.screen, row), self.screen)

    def _elements(self) -> list[UIElement]:
        title = UIElement(
            text=self.screen.title(),
            class_name="android.widget.TextView",
            bbox_pixels=BoundingBox(40, 500, 100, 180),
            resource_name="com.android.settings:id/action_bar_title",
            is_visible=True,
        )
        return [title, *(self._row(index, label) for index, label in enumerate(ROWS[self.screen]))]

    def _row(self, index: int, label: str) -> UIElement:
        box = BoundingBox(40, 1000, 320 + 200 * index, 460 + 200 * index)
        switch, field = label == "Use Wi-Fi", label == "Network name"
        kind = "Switch" if switch else "EditText" if field else "TextView"
        return UIElement(
            text=self.name if field else label,
            hint_text=label if field else None,
            class_name=f"android.widget.{kind}",
            bbox_pixels=box,
            is_checkable=switch,
            is_checked=switch and self.wifi,
            is_editable=field,
            is_enabled=True,
            is_visible=True,
        )

    def _forest(self) -> Any:
        def node(index: int) -> Any:
            edges = SimpleNamespace(left=0, right=1080, top=300 + 200 * index, bottom=500 + 200 * index)
            return SimpleNamespace(bounds_in_screen=edges, is_clickable=True)

        nodes = [node(index) for index in range(len(ROWS[self.screen]))]
        return SimpleNamespace(windows=[SimpleNamespace(tree=SimpleNamespace(nodes=nodes))])


def agent_with(phone: ToyPhone, tmp_path: Path, *decisions: dict[str, Any]) -> SextantAgent:
    script = tmp_path / "replies.json"
    script.write_text(json.dumps({"replies": [{"json": decision} for decision in decisions]}))
    settings = Settings(
        models=ModelChoices(default=f"scripted:{script}"),
        journal=JournalSettings(directory=tmp_path / "runs"),
        policy=Policy.everything(),
    )
    bindings = Bindings(JSONAction, shape.AgentInteractionResult)
    return SextantAgent(phone, settings, transition_pause=0.0, bindings=bindings)


def run_episode(goal: str, agent: SextantAgent, max_n_steps: int = 10) -> tuple[bool, list[dict[str, Any]]]:
    """The loop of AndroidWorld's own runner."""
    agent.reset(True)
    agent.set_max_steps(max_n_steps)
    output: list[dict[str, Any]] = []
    for _ in range(max_n_steps):
        result = agent.step(goal)
        assert "step_number" not in result.data
        output.append(result.data)
        if result.done:
            return True, output
    return False, output


def tap(index: int) -> dict[str, Any]:
    return {"action": {"type": "click", "index": index}, "expect": [{"type": "changed"}]}


def claim(**shown: Any) -> dict[str, Any]:
    return {"action": {"type": "status", "goal_status": "complete"}, "expect": [shown] if shown else []}


ON = {"type": "element_state", "index": 1, "state": "checked"}


def test_a_task_is_done_through_the_environments_own_actions(tmp_path: Path) -> None:
    phone = ToyPhone()
    agent = agent_with(phone, tmp_path, tap(1), tap(1), tap(1), claim(**ON))
    agent.task, agent.seed = "SystemWifiTurnOn", 30
    done, output = run_episode("turn wifi on", agent)
    assert done
    assert phone.wifi
    assert [action.action_type for action in phone.actions] == ["click"] * 3
    assert [data["effect"] for data in output] == ["effective", "effective", "effective", "none"]
    assert {tuple(data) for data in output} == {("action", "effect", "reason", "run")}
    line = agent.line(Graded("AndroidWorld", True, 1.0))
    assert line is not None
    assert (line.task, line.seed, line.claimed, line.judged, line.steps) == (
        "SystemWifiTurnOn",
        30,
        "complete",
        True,
        4,
    )
    assert line.unattended
    assert line.everything_allowed
    assert json.loads(output[-1]["run"])["model"].startswith("scripted:")
    assert phone.hidden == 1


def test_an_answer_reaches_the_interaction_cache(tmp_path: Path) -> None:
    phone = ToyPhone()
    agent = agent_with(phone, tmp_path, tap(1), {"action": {"type": "answer", "text": "Display"}})
    assert run_episode("what is below Wi-Fi in the settings?", agent)[0]
    assert phone.interaction_cache == "Display"


def test_who_claims_nothing_is_not_done(tmp_path: Path) -> None:
    phone = ToyPhone()
    done, output = run_episode("turn wifi on", agent_with(phone, tmp_path, tap(1), tap(1), tap(1)), max_n_steps=2)
    assert not done
    assert len(output) == 2
    assert not phone.wifi


def test_a_run_that_has_failed_says_why_and_is_never_done(tmp_path: Path) -> None:
    phone = ToyPhone()
    done, output = run_episode("turn wifi on", agent_with(phone, tmp_path, tap(1)), max_n_steps=4)
    assert not done
    assert output[1]["action"] == "model_fault"
    assert "script" in output[1]["reason"]
    assert len(phone.actions) == 1


def test_a_reset_ends_the_run_and_begins_another(tmp_path: Path) -> None:
    phone = ToyPhone()
    agent = agent_with(phone, tmp_path, tap(1), tap(1), tap(1))
    run_episode("turn wifi on", agent, max_n_steps=1)
    first = agent.line()
    assert first is not None
    assert first.status == "unfinished"
    agent.reset(go_home=True)
    assert phone.screen == "launcher"
    assert agent.line() is None
    assert not agent.step("turn wifi on").done
    agent.reset()


def test_apps_are_opened_by_name_and_a_refusal_is_told(tmp_path: Path) -> None:
    phone = ToyPhone()
    launch = [
        {"action": {"type": "open_app", "name": name}, "expect": [{"type": "changed"}]}
        for name in ("Chess", "Settings")
    ]
    _, output = run_episode("open the settings", agent_with(phone, tmp_path, *launch), max_n_steps=2)
    assert phone.screen == "settings"
    assert [data["effect"] for data in output] == ["ineffective", "effective"]


def test_without_a_model_the_first_step_says_so() -> None:
    agent = SextantAgent(ToyPhone(), Settings(), bindings=Bindings(JSONAction, shape.AgentInteractionResult))
    with pytest.raises(UsageError, match="model"):
        agent.step("turn wifi on")


def test_every_gesture_is_an_action_that_the_environment_takes() -> None:
    views = ToyPhone().get_state().ui_elements
    views[1].is_scrollable = True
    here = Point(100, 350)
    gestures = (
        Tap(here),
        Tap(here, 2),
        ScrollBy("down"),
        ScrollBy("down", here),
        DragPath(here, Point(100, 2000)),
        TypeText("milk", here),
        TypeText("milk"),
        PressKey("enter"),
        PressKey("back"),
        PressKey("home"),
        LaunchApp("Clock"),
        Pause(1.0),
    )
    made = [JSONAction(**(action_form(gesture, views)[0] or {})) for gesture in gestures]
    assert [action.action_type for action in made] == [
        *("click", "double_tap", "scroll", "scroll", "scroll", "input_text", "input_text", "keyboard_enter"),
        *("navigate_back", "navigate_home", "open_app", "wait"),
    ]
    assert (made[3].index, made[4].direction) == (1, "up")  # a finger that goes down shows what is above
    assert action_form(PressKey("recents"), views)[0] is None
    assert action_form(TerminateApp("Clock"), views)[0] is None


def test_the_agent_has_the_interface_of_androidworlds() -> None:
    for name, parameters in shape.AGENT.items():
        assert tuple(inspect.signature(getattr(SextantAgent, name)).parameters) == parameters
    agent = SextantAgent(ToyPhone(), Settings(), "mine", None)
    assert [getattr(agent, name) for name in shape.ATTRIBUTES][1:] == ["mine", None]
    with pytest.raises(ValueError, match="non-negative"):
        SextantAgent(ToyPhone(), Settings(), transition_pause=-1)


def test_the_shape_is_that_of_the_package() -> None:
    agents = pytest.importorskip("android_world.agents.base_agent")
    actions = pytest.importorskip("android_world.env.json_action")
    interface = pytest.importorskip("android_world.env.interface")
    for name, parameters in shape.AGENT.items():
        assert tuple(inspect.signature(getattr(agents.EnvironmentInteractingAgent, name)).parameters) == parameters
    for name, parameters in shape.ENVIRONMENT.items():
        assert tuple(inspect.signature(getattr(interface.AsyncEnv, name)).parameters) == parameters
    assert {one.name for one in dataclasses.fields(actions.JSONAction)} >= {
        one.name for one in dataclasses.fields(JSONAction)
    }
