"""AndroidWorld's agent on a toy phone, driven as `episode_runner.run_episode` drives one."""

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from sextant.errors import UsageError
from sextant.integrations.android_world import Bindings, SextantAgent, action_form, observed
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.actions import DragPath, LaunchApp, Pause, PressKey, ScrollBy, Tap, TerminateApp, TypeText
from sextant.types.geometry import Point
from sextant.types.tasks import Graded, Policy
from tests.integrations import android_world_shape as shape
from tests.integrations.android_world_shape import JSONAction, ToyPhone


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
    assert line
    told = (line.task, line.seed, line.claimed, line.judged, line.steps)
    assert told == ("SystemWifiTurnOn", 30, "complete", True, 4)
    assert (line.unattended, line.everything_allowed) == (True, True)
    assert json.loads(output[-1]["run"])["model"].startswith("scripted:")
    assert phone.hidden == 1


def test_an_answer_reaches_the_interaction_cache(tmp_path: Path) -> None:
    phone = ToyPhone()
    agent = agent_with(phone, tmp_path, tap(1), {"action": {"type": "answer", "text": "Display"}})
    assert run_episode("what is below Wi-Fi in the settings?", agent)[0]
    assert phone.interaction_cache == "Display"


def test_who_claims_nothing_or_fails_is_not_done_and_says_why(tmp_path: Path) -> None:
    phone = ToyPhone()
    done, output = run_episode("turn wifi on", agent_with(phone, tmp_path, tap(1), tap(1), tap(1)), max_n_steps=2)
    assert not done
    assert len(output) == 2
    assert not phone.wifi
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


def test_apps_are_opened_by_name_and_of_an_unknown_one_nothing_comes(tmp_path: Path) -> None:
    phone = ToyPhone()
    launch = [{**tap(0), "action": {"type": "open_app", "name": name}} for name in ("Chess", "Settings")]
    _, output = run_episode("open the settings", agent_with(phone, tmp_path, *launch), max_n_steps=2)
    assert phone.screen == "settings"
    assert [data["effect"] for data in output] == ["ineffective", "effective"]


def test_an_action_that_the_environment_refuses_is_a_step_without_effect(tmp_path: Path) -> None:
    class Refusing(ToyPhone):
        def execute_action(self, action: JSONAction) -> None:
            raise ValueError("Bbox is not present on element.")

    agent = agent_with(Refusing(), tmp_path, tap(1))
    _, output = run_episode("open the settings", agent, max_n_steps=1)
    assert output[0]["effect"] == "ineffective"
    kept = [file.read_bytes() for file in (tmp_path / "runs").rglob("*") if file.is_file()]
    assert any(b"the environment refused: Bbox is not present" in content for content in kept)


def test_without_a_model_the_first_step_says_so() -> None:
    agent = SextantAgent(ToyPhone(), Settings(), bindings=Bindings(JSONAction, shape.AgentInteractionResult))
    with pytest.raises(UsageError, match="model"):
        agent.step("turn wifi on")


def test_every_gesture_is_an_action_that_the_environment_takes() -> None:
    views = ToyPhone().get_state().ui_elements
    views[1].is_scrollable = True
    here = Point(100, 350)
    gestures = (
        *(Tap(here), Tap(here, 2), ScrollBy("down"), ScrollBy("down", here), DragPath(here, Point(100, 2000))),
        *(TypeText("milk", here), TypeText("milk"), PressKey("enter"), PressKey("back"), PressKey("home")),
        *(LaunchApp("Clock"), Pause(1.0)),
    )
    made = [JSONAction(**(action_form(gesture, views)[0] or {})) for gesture in gestures]
    assert [action.action_type for action in made] == [
        *("click", "double_tap", "scroll", "scroll", "scroll", "input_text", "input_text", "keyboard_enter"),
        *("navigate_back", "navigate_home", "open_app", "wait"),
    ]
    assert (made[3].index, made[4].direction) == (1, "up")  # a finger that goes down shows what is above
    assert action_form(PressKey("recents"), views)[0] is None
    assert action_form(TerminateApp("Clock"), views)[0] is None


def test_what_is_carried_out_otherwise_than_asked_is_said() -> None:
    views = ToyPhone().get_state().ui_elements
    here = Point(100, 350)
    assert action_form(TypeText("", here), views) == (None, "AndroidWorld has no action that empties a field")
    form, note = action_form(TypeText("Café", here), views)
    assert form is not None
    assert (form["text"], "ASCII" in note) == ("Café", True)
    assert "ASCII" not in action_form(TypeText("Cafe", here), views)[1]
    views[0].is_scrollable, views[0].bbox_pixels = True, shape.BoundingBox(0, 1080, 0, 2400)
    form, note = action_form(ScrollBy("down", here), views)
    assert (form, note) == (
        {"action_type": "scroll", "direction": "down"},
        "the whole screen was scrolled, from its middle",
    )
    assert action_form(ScrollBy("down"), views)[1] == ""


@pytest.mark.parametrize("kind", ["Spinner", "SeekBar"])
def test_a_list_or_slider_is_not_typed_into(kind: str) -> None:
    views = ToyPhone().get_state().ui_elements
    here = Point(100, 350)
    assert "no text field" in action_form(TypeText("70", here), views)[1]
    control = shape.UIElement(class_name=f"android.widget.{kind}", bbox_pixels=shape.BoundingBox(0, 1080, 300, 500))
    form, note = action_form(TypeText("70", here), [*views, control])
    assert (form, note.partition(":")[0]) == (None, "this device types text only")
    field = shape.UIElement(is_editable=True, bbox_pixels=control.bbox_pixels)
    assert action_form(TypeText("70", here), [*views, control, field]) == (
        {"action_type": "input_text", "text": "70", "clear_text": True, "x": 100, "y": 350},
        "the Enter key was pressed after the text",
    )


def test_a_drag_is_a_drag_where_actions_have_its_points() -> None:
    @dataclasses.dataclass
    class Dragging(JSONAction):
        touch_xy: tuple[int, int] | None = None
        lift_xy: tuple[int, int] | None = None

    drag = DragPath(Point(100, 350), Point(100.4, 2000))
    assert Bindings(Dragging, shape.AgentInteractionResult).drags
    assert not Bindings(JSONAction, shape.AgentInteractionResult).drags
    told = {"action_type": "drag_and_drop", "touch_xy": (100, 350), "lift_xy": (100, 2000)}
    assert action_form(drag, [], drags=True) == (told, "")


def test_without_a_forest_the_views_alone_tell_what_can_be_touched() -> None:
    state = dataclasses.replace(ToyPhone().get_state(), forest=None)
    seen = observed(state, "com.android.settings/.Settings", shape.SIZE, None)
    assert [one.label for one in seen.elements] == ["Launcher", "Settings", "Clock"]
    assert not any(one.interactable for one in seen.elements)


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
