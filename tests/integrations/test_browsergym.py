"""BrowserGym's agent on an observation that BrowserGym made (`browsergym-core` 0.14.3, of a small form).

`scripts/browsergym` runs it in BrowserGym itself; see `real_browsergym.py`.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sextant.errors import UsageError
from sextant.integrations.browsergym import SextantAgent, SextantAgentArgs, call_of, goal_of, seen_in
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.actions import DragPath, Gesture, Hold, LaunchApp, Pause, PressKey, ScrollBy, Tap, TypeText
from sextant.types.geometry import Point
from sextant.types.screens import Element
from sextant.types.tasks import Graded, Policy

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).parent / "browsergym_observation.json"
START = "http://127.0.0.1:8000/shop.html"


def observation(**changed: Any) -> dict[str, Any]:
    obs = json.loads(KEPT.read_text(encoding="utf-8"))
    obs["screenshot"] = np.zeros(obs["screenshot"], np.uint8)
    obs["active_page_index"] = np.asarray(obs["active_page_index"])
    return {**obs, **changed}


def holding(bid: str, value: str) -> dict[str, Any]:
    """The observation with something in a field."""
    obs = observation()
    node = next(node for node in obs["axtree_object"]["nodes"] if node.get("browsergym_id") == bid)
    node["value"] = {"type": "string", "value": value}
    return obs


def labelled(label: str, role: str) -> Element:
    elements = seen_in(observation()).observation.elements
    return next(one for one in elements if (one.label, one.role) == (label, role))


def settings(tmp_path: Path, *decisions: dict[str, Any]) -> Settings:
    script = tmp_path / "replies.json"
    script.write_text(json.dumps({"replies": [{"json": decision} for decision in decisions]}))
    journal = JournalSettings(directory=tmp_path / "runs")
    return Settings(models=ModelChoices(default=f"scripted:{script}"), journal=journal, policy=Policy.everything())


def test_the_tree_becomes_a_screen_of_what_can_be_seen_and_touched() -> None:
    seen = seen_in(observation())
    told = seen.observation
    assert (told.title, told.location, told.app) == ("Shop", START, "http://127.0.0.1:8000")
    assert (told.size.width, told.size.height) == (1280, 720)
    touchable = [f"{one.role} {one.label}" for one in told.elements if one.interactable]
    assert touchable[:4] == ["link Cart", "textbox Name", "combobox Kind", "spinbutton Quantity"]
    assert touchable[4:] == ["checkbox Gift wrap", "button Order", "button Below"]
    assert labelled("Kind", "combobox").hint == "one of: Green tea, Black tea"
    assert labelled("Kind", "combobox").value == "Green tea"
    assert labelled("Gift wrap", "checkbox").states == {"unchecked"}
    assert "disabled" in labelled("Refund", "button").states
    assert labelled("Below", "button").visibility == "offscreen"
    assert told.scroll.below > 1000
    assert seen.bids[labelled("Order", "button").index] == "18"


def at(label: str, role: str = "button") -> Point:
    return labelled(label, role).box.centre


@pytest.mark.parametrize(
    ("gesture", "call"),
    [
        (lambda: Tap(at("Order")), "click('18')"),
        (lambda: Tap(at("Order"), 2), "dblclick('18')"),
        (lambda: Tap(Point(900, 600)), "mouse_click(900, 600)"),
        (lambda: TypeText("Ada", at("Name", "textbox")), "fill('9', 'Ada')"),
        (lambda: TypeText("it's", at("Name", "textbox")), "fill('9', \"it's\")"),
        (lambda: TypeText("Black tea", at("Kind", "combobox")), "select_option('11', 'Black tea')"),
        (lambda: TypeText(" more", None, replace=False), "keyboard_type(' more')"),
        (lambda: ScrollBy("down"), "scroll(0, 504)"),
        (lambda: ScrollBy("left", Point(10, 20)), "scroll_at(10, 20, -896, 0)"),
        (lambda: DragPath(Point(1, 2), Point(3, 4)), "mouse_drag_and_drop(1, 2, 3, 4)"),
        (lambda: Hold(Point(5, 6), 0.5), "mouse_down(5, 6)\nnoop(500)\nmouse_up(5, 6)"),
        (lambda: PressKey("enter"), "keyboard_press('Enter')"),
        (lambda: PressKey("back"), "go_back()"),
        (lambda: PressKey("home"), f"goto('{START}')"),
        (lambda: LaunchApp("http://127.0.0.1:8000/cart"), "goto('http://127.0.0.1:8000/cart')"),
        (lambda: Pause(2.0), "noop(2000)"),
    ],
)
def test_gestures_are_calls_in_browsergyms_language(gesture: Any, call: str) -> None:
    made: Gesture = gesture()
    assert call_of(made, seen_in(observation()), START) == call


def test_decisions_become_actions_until_the_goal_is_claimed(tmp_path: Path) -> None:
    order, name = labelled("Order", "button").index, labelled("Name", "textbox").index
    decisions: list[dict[str, Any]] = [
        {"action": {"type": "input_text", "index": name, "text": "Ada"}, "thought": "The name first."},
        {"action": {"type": "click", "index": order}},
        {"action": {"type": "answer", "text": "Green tea"}},
    ]
    agent = SextantAgent(settings(tmp_path, *decisions), "tea", 3)
    obs = agent.obs_preprocessor(observation(dom_object={"large": True}))
    assert "dom_object" not in obs
    assert agent.get_action(obs)[0] == "fill('9', 'Ada')"
    action, info = agent.get_action(holding("9", "Ada"))
    assert action == "click('18')"
    assert info["think"] == "The name first."
    action, info = agent.get_action(observation(url=f"{START}#done"))
    assert action == "send_msg_to_user('Green tea')"
    run = json.loads(info["extra_info"]["run"])
    assert (run["task"], run["seed"], run["steps"], run["answer"], run["judged"]) == ("tea", 3, 3, "Green tea", None)
    line = agent.line(Graded("BrowserGym", False, 0.0))
    assert line is not None
    assert (line.judged, line.judge) == (False, "BrowserGym")


def test_what_the_environment_says_went_wrong_is_read_by_the_model(tmp_path: Path) -> None:
    click = {"action": {"type": "click", "index": labelled("Order", "button").index}}
    agent = SextantAgent(settings(tmp_path, click, click))
    agent.get_action(observation())
    agent.get_action(observation(last_action_error="TimeoutError: element is not stable"))
    line = agent.line()
    agent.close()
    assert line is not None
    notes = [file.read_bytes() for file in (tmp_path / "runs").rglob("*") if file.is_file()]
    assert any(b"element is not stable" in content for content in notes)


def test_what_cannot_be_done_is_reported_and_a_fault_claims_nothing(tmp_path: Path) -> None:
    claim = {"action": {"type": "status", "goal_status": "infeasible", "reason": "There is no coffee."}}
    action, _ = SextantAgent(settings(tmp_path, claim)).get_action(observation())
    assert action is not None
    assert action.startswith("report_infeasible(")
    faulty = SextantAgent(settings(tmp_path))
    assert faulty.get_action(observation())[0] is None
    assert faulty.get_action(observation())[0] is None


def test_agents_are_made_and_ended_by_their_arguments(tmp_path: Path) -> None:
    arguments = SextantAgentArgs(settings(tmp_path, {"action": {"type": "click", "index": 1}}))
    arguments.set_reproducibility_mode()
    assert arguments.settings.models.temperature == 0
    arguments.prepare()
    agent = arguments.make_agent()
    assert agent.get_action(observation())[0] == "click('6')"
    arguments.close()
    line = agent.line()
    assert line is not None
    assert line.status == "interrupted"


def test_a_picture_in_the_goal_and_a_missing_model_are_told_of() -> None:
    goal = [{"type": "text", "text": "Find this"}, {"type": "image_url", "image_url": "data:…"}]
    assert goal_of({"goal_object": goal}) == "Find this\n(A picture belongs to this goal.)"
    with pytest.raises(UsageError, match="model"):
        SextantAgent(Settings()).get_action(observation())


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(1200)
def test_the_real_package() -> None:
    done = subprocess.run([ROOT / "scripts" / "browsergym"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "skipped" not in done.stdout
