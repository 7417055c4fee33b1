"""One run on a world, on its page in Chromium and on the phone that the bridge shows: same steps, trace and grade."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from sextant.assembly import Harness, Hooks, Probes, RunRequest, build_run, open_journal
from sextant.assembly.graders import Judge
from sextant.cli.app import app
from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.integrations.adb_bridge import bridge_to
from sextant.integrations.adb_bridge.idle_time import IdleTime
from sextant.journal import export_trace
from sextant.settings import JournalSettings, Settings
from sextant.settings.groups import AndroidSettings
from sextant.types import actions as act
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Transition
from sextant_bench.android.elements import ROLES
from sextant_bench.stage import Bystander, CountingActor
from sextant_worlds.names import find_world
from sextant_worlds.oracle.decisions import action_of
from sextant_worlds.oracle.walk import OracleStep, prove
from sextant_worlds.oracle.walker import NextGesture, find
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice
from tests.support.adb import Adb
from tests.worlds.toy import toy_world

pytestmark = pytest.mark.long

PLAIN = AndroidSettings(driver="plain")
SERVER = AndroidSettings(driver="uiautomator2")


class FollowingActor(CountingActor):
    """Carries out the steps of a proof that changed something, on whatever device shows their elements."""

    profile: Profile = "action-only"

    def __init__(self, steps: Sequence[OracleStep]) -> None:
        self._steps = steps

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        del objections, rejected
        action = self._action(brief.screen)
        return Decision(action, brief.screen.digest, action.kind)

    def _action(self, screen: Screen) -> act.Action:
        if self.done == len(self._steps):
            return act.Status("complete")
        step = self._steps[self.done]
        element = find(screen, step.test_id) if step.test_id else None
        if element is None:
            return action_of(NextGesture(step.gesture), screen)
        target = act.ByIndex(element.index, screen.digest)
        return act.InputText(step.text, target) if step.text else act.Click(target)


def play(
    world: World, device: str, folder: Path, phone: AndroidSettings = SERVER, judge: Judge | None = None
) -> dict[str, object]:
    """What came of a run: its steps, the records and fields of its trace, and the world's grade."""
    walk = prove(world).walk
    pairs = zip(walk.steps, walk.screens[1:], strict=True)
    script = [step for step, after in pairs if step.before.digest != after.digest]
    settings = Settings(
        android=phone,
        budget=Budget(max_steps=3 * len(script)),
        policy=Policy(irreversible="allow"),
        journal=JournalSettings(folder / "runs"),
    )
    steps: list[Transition] = []
    hooks = Hooks(on_step=steps.append, probes=Probes(actor=lambda: FollowingActor(script)))
    run = build_run(RunRequest(world.task.goal, device, harness=Harness(judge=judge)), settings, Bystander(), hooks)
    run.go()
    with open_journal(settings).read(run.id) as record:
        lines = [json.loads(line) for line in export_trace(record)]
    records = [line["record"] for line in lines if "record" in line]
    paths = {(one["kind"], *path) for one in records for path in _paths(one["body"])}
    assert run.graded
    assert run.graded.solved
    return {
        "steps": [_told(step) for step in steps],
        "records": [(one["kind"], one["step"]) for one in records if one["kind"] not in ("lease", "note")],
        "form": {path for path in paths if "effects" not in path[:-1]},  # adb shows no commits of apps
        "graded": run.graded,
    }


def _told(step: Transition) -> object:
    touched = [one.element for one in step.attempts if one.element is not None]
    named = [(ROLES.get(one.role, one.role), one.name, one.test_id) for one in touched]
    return step.decision.action.kind, step.effectiveness, step.cause, step.interrupt, named


def _paths(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The fields in a JSON value."""
    if isinstance(value, dict):
        for name, held in cast("dict[str, Any]", value).items():
            yield (*path, name)
            yield from _paths(held, (*path, name))
    elif isinstance(value, list):
        for held in cast("list[Any]", value):
            yield from _paths(held, path)


@pytest.mark.parametrize(("name", "phone"), [("lite/5", SERVER), ("lite/7", SERVER), ("lite/7", PLAIN)])
def test_a_phone_gives_the_run_of_the_world(name: str, phone: AndroidSettings, adb: Adb, tmp_path: Path) -> None:
    pytest.importorskip("uiautomator2")
    world = find_world(name)
    here = play(world, f"world:{name}", tmp_path / "world")
    twin = TwinDevice(world)
    twin.open()
    with bridge_to(IdleTime(twin), everyone=True) as bridge:
        there = play(world, f"android:{bridge.address}", tmp_path / "phone", phone, twin.grade)
    assert there == here


@pytest.mark.browser
def test_the_page_of_a_world_gives_the_run_of_its_twin(tmp_path: Path) -> None:
    world = find_world("lite/7")
    here = play(world, "world:lite/7", tmp_path / "twin")
    there = play(world, "world:lite/7+chromium", tmp_path / "chromium")
    assert {**there, "form": None} == {**here, "form": None}


SHELF = ScriptedApp(
    pages={
        "home": Page("Home", (Widget("Settings", role="link", goes="settings"), Widget("Delete all", effect="gone"))),
        "settings": Page("Settings", (Widget("Privacy", role="link", goes="privacy"),)),
        "privacy": Page("Privacy policy", (Widget("Privacy policy", role="heading"),)),
    },
    start="home",
)


def test_a_phone_is_searched_checked_and_replayed(adb: Adb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(f'[journal]\ndirectory = "{tmp_path}/runs"\n', encoding="utf-8")
    own = ("--json", "--config", "own.toml")
    device = ScriptedDevice(SHELF)
    device.open()
    with bridge_to(device, everyone=True) as bridge:
        target = f"android:{bridge.address}"
        found = command("goto", target, "privacy policy", "--save", "privacy.toml", *own)
        assert found["status"] == "success"
        assert device.look(picture=False).location == "/privacy"  # where the check finds the phone
        checked = command("check", "privacy.toml", "--device", target, *own)
    assert [one["verdict"] for one in checked["routes"]] == ["exact"]
    page = Path(command("replay", found["run"], *own)["file"]).read_text(encoding="utf-8")
    assert "Privacy policy" in page


def test_a_phone_has_the_map_of_the_world(adb: Adb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy.json").write_text(toy_world().model_dump_json(), encoding="utf-8")
    twin = TwinDevice(toy_world())
    twin.open()
    here = command("map", "world:toy.json", "--json", "--set", f"journal.directory={tmp_path}/here")
    with bridge_to(twin, everyone=True) as bridge:
        there = command("map", f"android:{bridge.address}", "--json", "--set", f"journal.directory={tmp_path}/there")
    for what in ("finished", "screens", "explored", "untried", "left_out"):
        assert there[what] == here[what]


def command(*words: str) -> Any:
    """What a command of Sextant prints as JSON."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
