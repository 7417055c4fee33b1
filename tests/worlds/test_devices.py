"""Worlds by name: as a file, as a task of a split, as a seed; as a device, and in a whole run."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from sextant.assembly import open_device
from sextant.errors import UsageError
from sextant.settings import Settings
from sextant.types.actions import LaunchApp, PressKey, Tap
from sextant_worlds.author import build
from sextant_worlds.names import find_world
from sextant_worlds.spec import save
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin
from tests.cli.test_commands import run


def test_a_seed_a_file_and_a_task_of_a_split_name_worlds(tmp_path: Path) -> None:
    world = build(12)
    save(world, tmp_path / "w.json")
    assert find_world("12") == world
    assert find_world(str(tmp_path / "w.json")) == world
    assert find_world("lite/3") == find_world("lite/3") != find_world("lite/4")


@pytest.mark.parametrize("name", ["", "what", "lite", "lite/", "lite/-1", "lite/60", "grand/1", "nowhere.json", "."])
def test_any_other_name_is_refused_with_what_to_write(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        find_world(name)
    assert refused.value.remedy


def test_a_world_is_a_device_that_can_be_seen_and_touched() -> None:
    with closing(open_device("world:12", Settings())) as device:
        assert isinstance(device, TwinDevice)
        device.open()
        launcher = device.look()
        icon = next(element for element in launcher.elements if element.test_id.startswith("app-"))
        device.perform(Tap(icon.box.centre))
        opened = device.look()
        assert (launcher.app, opened.app) == ("world:home", f"world:{icon.test_id.removeprefix('app-')}")
        device.perform(PressKey("home"))
        device.perform(LaunchApp(icon.label))
        assert device.look().app == opened.app


def script(folder: Path) -> Path:
    """Opens the app of submission, types an answer and hands it in: touches a model could make on the twin."""
    twin = Twin(build(12))
    replies: list[dict[str, object]] = []
    for test_id in ("app-desk", "go-submit-answer", "answer-input", "answer-submit"):
        element = next(element for element in twin.observation().elements if element.test_id == test_id)
        twin.perform(Tap(element.box.centre))
        kind = {"type": "input_text", "text": "17"} if test_id == "answer-input" else {"type": "click"}
        replies.append({"does": test_id, "action": {**kind, "index": element.index}})
    shown = [{"type": "text_visible", "text": "17"}]
    replies.append({"action": {"type": "status", "goal_status": "complete"}, "expect": shown})
    path = folder / "script.json"
    path.write_text(json.dumps({"replies": [{"json": reply} for reply in replies]}), encoding="utf-8")
    return path


def test_a_world_grades_the_run_beside_what_the_agent_claims(tmp_path: Path, state: Path) -> None:
    """On record, in the terminal and in the replay, apart from the claim; and the run is asked about nothing."""
    ran = run("run", "hand in an answer", "--device", "world:12", "--model", f"scripted:{script(tmp_path)}", "--json")
    assert ran.json["status"] == "success", ran.err
    assert "refused" not in [step["verdict"] for step in ran.json["trace"]]
    assert ran.json["trace"][0]["where"].startswith("/desk/")
    assert ran.json["agent_claimed"] == "complete"
    assert ran.json["graded"]["solved"] is False
    assert "is not accepted" in ran.json["graded"]["reason"]
    name = ran.json["run"]
    assert "graded by the world's own state: not solved" in run("runs", "show", name).out
    told = run("runs", "show", name, "--json").json
    assert (told["agent_claimed"], told["graded"]) == ("complete", "not solved")
    assert run("replay", name, "--out", str(tmp_path / "r.html")).code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Not solved" in page
    assert "So the world itself grades its end" in page


def test_a_screen_is_reached_by_what_it_shows_in_large_letters(state: Path) -> None:
    """The page is titled `Event`, as its app's bar says; what the event is called stands below."""
    events = build(40).app("calendar").collections["events"]
    named = str(events[2]["name"])
    ran = run("goto", "world:40", named, "--max-steps", "60", "--json")
    assert ran.json["status"] == "success", ran.err
    assert named in ran.json["reason"]
    assert ran.json["graded"] is None, "a way to a screen is no try at the world's task"


def test_what_a_page_is_about_is_a_heading() -> None:
    twin = Twin(build(40))
    event = twin.world.app("calendar").collections["events"][2]
    twin.perform(LaunchApp("calendar"))
    rows = twin.observation().elements
    twin.perform(Tap(next(row for row in rows if row.test_id.endswith(f"-{event['id']}")).box.centre))
    titles = [element.role for element in twin.observation().elements if element.text == event["name"]]
    assert titles == ["heading"]
