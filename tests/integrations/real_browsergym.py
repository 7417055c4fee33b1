# pyright: basic, reportMissingImports=false
"""The adapters against the real BrowserGym, in both directions: run by `scripts/browsergym`, in its own environment."""

import inspect
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import playwright
import pytest
from browsergym.core.action import functions
from browsergym.core.action.highlevel import HighLevelActionSet
from browsergym.core.registration import register_task
from browsergym.core.task import AbstractBrowserTask
from browsergym.utils.obs import flatten_axtree_to_str, flatten_dom_to_str, overlay_som, prune_html

from sextant.devices.browser.executable import find_executable
from sextant.integrations.browsergym import SextantAgent, call_of, seen_in
from sextant.integrations.browsergym_env import CALLS, ID
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.actions import DragPath, Hold, LaunchApp, Pause, PressKey, ScrollBy, Tap, TypeText
from sextant.types.geometry import Point
from sextant.types.tasks import Graded, Policy

NOTES = Path(__file__).parents[2] / "examples" / "notes.json"
GOAL = "order black tea for Ada"
SHOP = """<!doctype html><title>Shop</title><h1>Tea shop</h1>
<form onsubmit="said.textContent = `Ordered ${kind.value} for ${who.value}`; return false">
<label>Name <input id=who></label>
<label>Kind <select id=kind><option>Green tea<option>Black tea</select></label>
<input type=checkbox aria-label="Gift wrap">
<button>Order</button></form><p id=said role=status></p><div style="height: 3000px"></div><button>Below</button>"""


class TeaTask(AbstractBrowserTask):
    """A form on a page of its own, judged by what the page says and the user is told."""

    @classmethod
    def get_task_id(cls) -> str:
        return "sextant-tea"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.slow_mo, self.timeout = 0, 30_000

    def setup(self, page: Any) -> tuple[str, dict[str, Any]]:
        page.set_content(SHOP)
        return GOAL, {}

    def validate(self, page: Any, chat_messages: Any) -> tuple[float, bool, str, dict[str, Any]]:
        told = [one["message"] for one in chat_messages if one["role"] == "assistant"][1:]
        ordered = page.inner_text("#said") == "Ordered Black tea for Ada"
        return float(ordered and bool(told)), bool(told), "", {"told": told}


@pytest.fixture(scope="session")
def _browsers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Playwright finds the Chromium of this machine where its own would be: BrowserGym's chat takes no other path."""
    listed = Path(playwright.__file__).parent / "driver" / "package" / "browsers.json"
    revision = next(one["revision"] for one in json.loads(listed.read_text())["browsers"] if one["name"] == "chromium")
    place = tmp_path_factory.mktemp("browsers") / f"chromium-{revision}"
    (place / "chrome-linux").mkdir(parents=True)
    (place / "INSTALLATION_COMPLETE").touch()
    (place / "chrome-linux" / "chrome").symlink_to(
        find_executable(os.environ.get("SEXTANT_BROWSER_EXECUTABLE", "")).path
    )
    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(place.parent)


def agent_of(tmp_path: Path, *decisions: dict[str, Any]) -> SextantAgent:
    script = tmp_path / "replies.json"
    script.write_text(json.dumps({"replies": [{"json": decision} for decision in decisions]}))
    models, journal = ModelChoices(default=f"scripted:{script}"), JournalSettings(directory=tmp_path / "runs")
    return SextantAgent(Settings(models=models, journal=journal, policy=Policy.everything()), "tea", 0)


@pytest.fixture
def tea(_browsers: None, tmp_path: Path) -> Iterator[gymnasium.Env[Any, Any]]:
    if "browsergym/sextant-tea" not in gymnasium.registry:
        register_task(TeaTask.get_task_id(), TeaTask)
    made = gymnasium.make(
        "browsergym/sextant-tea", headless=True, action_mapping=agent_of(tmp_path).action_set.to_python_code
    )
    yield made
    made.close()


def test_our_agent_plays_a_task_of_theirs(tea: gymnasium.Env[Any, Any], tmp_path: Path) -> None:
    obs, _ = tea.reset(seed=0)
    index = {(one.role, one.label): one.index for one in seen_in(obs).observation.elements}
    said = [{"type": "text_visible", "text": "Ordered Black tea for Ada"}]
    agent = agent_of(
        tmp_path,
        {"action": {"type": "input_text", "index": index["textbox", "Name"], "text": "Ada"}},
        {"action": {"type": "input_text", "index": index["combobox", "Kind"], "text": "Black tea"}},
        {"action": {"type": "click", "index": index["button", "Order"]}, "expect": said},
        {"action": {"type": "status", "goal_status": "complete"}, "expect": said},
    )
    actions, reward, over, info = list[str](), 0.0, False, dict[str, Any]()
    while not over and len(actions) < 8:
        action, _ = agent.get_action(agent.obs_preprocessor(obs))
        actions.append(str(action))
        obs, given, over, _, info = tea.step(action)
        reward = float(given)
        assert obs["last_action_error"] == ""
    assert [action.partition("(")[0] for action in actions] == ["fill", "select_option", "click", "send_msg_to_user"]
    assert (reward, info["task_info"]["told"]) == (1.0, ["Done."])
    line = agent.line(Graded("BrowserGym", reward >= 1, reward))
    assert line is not None
    assert (line.success, line.judged, line.steps) == (True, True, 4), line.reason


def test_what_their_extractor_gives_is_read(tea: gymnasium.Env[Any, Any]) -> None:
    obs, _ = tea.reset(seed=0)
    seen = seen_in(obs)
    told = seen.observation
    assert (told.title, told.size.width, told.size.height) == ("Shop", 1280, 720)
    touchable = [f"{one.role} {one.label}" for one in told.elements if one.interactable]
    assert touchable[:4] == ["textbox Name", "combobox Kind", "checkbox Gift wrap", "button Order"]
    kind = next(one for one in told.elements if one.role == "combobox")
    assert (kind.hint, kind.value) == ("one of: Green tea, Black tea", "Green tea")
    assert next(one for one in told.elements if one.label == "Below").visibility == "offscreen"
    assert all(seen.bids[one.index] in obs["extra_element_properties"] for one in told.elements if one.interactable)


def test_every_call_that_our_agent_makes_is_parsed_by_theirs(tea: gymnasium.Env[Any, Any], tmp_path: Path) -> None:
    obs, _ = tea.reset(seed=0)
    seen, parse = seen_in(obs), agent_of(tmp_path).action_set.to_python_code
    name = next(one for one in seen.observation.elements if one.role == "textbox").box.centre
    nowhere = Point(900, 700)
    gestures = (
        *(Tap(name), Tap(name, 2), Tap(nowhere), Tap(nowhere, 2), Hold(nowhere, 0.5), DragPath(name, nowhere)),
        *(TypeText("it's", name), TypeText("Black", None, replace=False), TypeText("x", nowhere), ScrollBy("down")),
        *(ScrollBy("left", name), PressKey("enter"), PressKey("back"), PressKey("home"), LaunchApp("http://a.test/")),
        Pause(0.1),
    )
    for gesture in gestures:
        call = call_of(gesture, seen, "about:blank")
        assert parse(call), call
    for call in ("send_msg_to_user('42')", "report_infeasible('no')", "tab_close()", "select_option('3', 'a')"):
        assert parse(call)


def test_the_observations_of_both_environments_have_the_same_keys_and_kinds(tea: gymnasium.Env[Any, Any]) -> None:
    ours = gymnasium.make(ID, device=f"scripted:{NOTES}", goal="add milk")
    (theirs, _), (mine, _) = tea.reset(seed=0), ours.reset(seed=0)
    assert set(mine) == set(theirs)
    assert {name: type(value) for name, value in mine.items()} == {name: type(value) for name, value in theirs.items()}
    spaces: list[Any] = [ours.observation_space, tea.observation_space]
    assert set(spaces[0].spaces) == set(spaces[1].spaces)
    assert {mine[name].dtype for name in ("screenshot",)} == {theirs["screenshot"].dtype} == {np.dtype(np.uint8)}
    assert mine["elapsed_time"].shape == theirs["elapsed_time"].shape
    assert mine["active_page_index"].shape == theirs["active_page_index"].shape
    assert set(mine["chat_messages"][0]) == set(theirs["chat_messages"][0])
    properties = [set(next(iter(one["extra_element_properties"].values()))) for one in (mine, theirs)]
    assert properties[0] == properties[1]
    ours.close()


@pytest.mark.parametrize("name", CALLS)
def test_a_call_takes_what_theirs_takes(name: str) -> None:
    theirs = inspect.signature(getattr(functions, name)).parameters
    assert tuple(theirs) == CALLS[name].names
    defaults = {key: one.default for key, one in theirs.items() if one.default is not inspect.Parameter.empty}
    assert defaults == CALLS[name].defaults


class TheirAgent:
    """Reads a screen as BrowserGym's own agents do: the tree as text, the marks on the picture, the pruned HTML."""

    def __init__(self) -> None:
        self.actions = HighLevelActionSet(["chat", "bid"])

    def read(self, obs: dict[str, Any]) -> str:
        marked = overlay_som(obs["screenshot"], extra_properties=obs["extra_element_properties"])
        assert marked.shape == obs["screenshot"].shape
        html = prune_html(flatten_dom_to_str(obs["dom_object"]))
        shown = {"with_clickable": True, "with_visible": True, "filter_visible_only": True}
        tree = flatten_axtree_to_str(obs["axtree_object"], extra_properties=obs["extra_element_properties"], **shown)
        names = re.findall(r"\[\w+\] (?:link|button) '([^']+)'", tree)
        assert names
        assert all(name in html for name in names)
        return tree

    def act(self, obs: dict[str, Any], verb: str, role: str, name: str, *more: str) -> str:
        found = re.search(rf"\[(\w+)\] {role} '{re.escape(name)}'", self.read(obs))
        assert found, self.read(obs)
        call = f"{verb}({', '.join(map(repr, (found[1], *more)))})"
        assert self.actions.to_python_code(call)
        return call


def test_an_agent_of_theirs_plays_our_environment() -> None:
    def judge(claimed: str) -> Graded:
        return Graded("a test", claimed == "complete", float(claimed == "complete"))

    env, agent = gymnasium.make(ID, device=f"scripted:{NOTES}", goal="add milk", judge=judge), TheirAgent()
    obs, _ = env.reset(seed=0)
    obs, *_ = env.step(agent.act(obs, "click", "link", "Shopping list"))
    obs, *_ = env.step(agent.act(obs, "fill", "textbox", "New item", "milk"))
    assert obs["last_action_error"] == ""
    obs, *_ = env.step(agent.act(obs, "click", "button", "Add"))
    assert "1 items were added" in agent.read(obs)
    _, reward, over, _, _ = env.step("send_msg_to_user('It is on the list.')")
    assert (reward, over) == (1.0, True)
    env.close()
