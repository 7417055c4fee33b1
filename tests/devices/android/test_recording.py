"""A person's touches on a phone become a run, over the real adb: the bridge's panel is the person's finger."""

import json
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sextant.assembly import Hooks, open_journal
from sextant.assembly.recording import RecordedRun, RecordRequest, record
from sextant.cli.app import app
from sextant.integrations.adb_bridge.phone import BridgedPhone
from sextant.integrations.adb_bridge.server import Bridge
from sextant.integrations.adb_bridge.shell import Shell
from sextant.integrations.adb_bridge.uiautomator_server import UiautomatorServer
from sextant.journal.replay import render_replay
from sextant.qa.route_check import RouteCheck
from sextant.qa.route_files import load_route
from sextant.qa.route_keeper import RouteFilesKeeper
from sextant.qa.route_recording import ArrivedWalk
from sextant.qa.script_check import ScriptCheck
from sextant.qa.script_files import read_script
from sextant.qa.script_recording import recorded_script
from sextant.settings import Settings
from sextant.settings.groups import AndroidSettings, JournalSettings
from sextant.types.actions import Click, NavigateBack, Status
from sextant.types.transitions import Transition
from tests.support.adb import Adb, lite_phone

pytestmark = pytest.mark.long
EVENT = "sendevent /dev/input/event1"


class Finger:
    """A second adb client that writes to the panel, between looks of the recorder."""

    def __init__(self, adb: Adb, serial: str, phone: BridgedPhone) -> None:
        self._adb, self._serial, self._phone = adb, serial, phone

    def events(self, *events: str) -> None:
        self._adb.text("-s", self._serial, "shell", "; ".join(f"{EVENT} {event}" for event in events))

    def tap(self, label: str) -> None:
        found = next(one for one in self._phone.view().seen.elements if one.label == label and one.affordances)
        x, y = round(found.box.centre.x), round(found.box.centre.y)
        self.events("3 57 7", f"3 53 {x}", f"3 54 {y}", "1 330 1", "0 0 0", "3 57 4294967295", "1 330 0", "0 0 0")


def recorded(serial: str, settings: Settings, acts: Sequence[Callable[[], None]]) -> RecordedRun:
    """Records while a thread acts: a step once the one before is stored and its screen was looked at."""
    over, steps, rounds = threading.Event(), list[Transition](), list[None]()

    def ended() -> bool:
        rounds.append(None)
        return over.is_set()

    def until(met: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 30
        while not met() and time.monotonic() < deadline:
            time.sleep(0.02)

    def act() -> None:
        for number, one in enumerate((*acts, over.set)):
            until(lambda number=number: len(steps) >= number)
            seen = len(rounds)
            until(lambda seen=seen: len(rounds) > seen + 2)
            one()

    person = threading.Thread(target=act)
    person.start()
    try:
        request = RecordRequest(f"android:{serial}")
        return record(request, settings, open_journal(settings), ended, Hooks(on_step=steps.append))
    finally:
        person.join()


def test_taps_become_a_run_that_is_checked_as_a_route(adb: Adb, tmp_path: Path) -> None:
    phone = lite_phone()
    shell = Shell(phone, phone.files)
    UiautomatorServer(shell.machine)
    settings = Settings(journal=JournalSettings(tmp_path / "runs"), android=AndroidSettings(driver="plain"))
    with Bridge(phone, shell) as bridge:
        serial = bridge.address
        assert "connected to" in adb.text("connect", serial)
        finger = Finger(adb, serial, phone)
        apps = [one.label for one in phone.view().seen.elements if one.role == "button"]

        def first_control() -> str:
            kinds = ("button", "link", "tab")
            seen = phone.view().seen.elements
            return next(one.label for one in seen if one.role in kinds and one.affordances and one.label)

        acts = (
            lambda: finger.tap(apps[0]),
            lambda: finger.events("1 158 1", "1 158 0"),
            lambda: finger.tap(apps[1]),
            lambda: finger.tap(first_control()),
        )
        done = recorded(serial, settings, acts)
        first, _, second, inside, _ = done.transitions
        kinds = [type(one.decision.action) for one in done.transitions]
        assert kinds == [Click, NavigateBack, Click, Click, Status]
        assert [one and one.name for one in (first.attempts[0].element, second.attempts[0].element)] == apps[:2]
        assert inside.effectiveness == "effective"
        phone.press_home()
        file = tmp_path / "two.toml"
        keeper = RouteFilesKeeper.planned(file, f"android:{serial}", ("two",), "")
        keeper.keep(ArrivedWalk(done.transitions, done.device), (), settings)
        phone.press_home()
        checked = RouteCheck(load_route(file), f"android:{serial}", settings).walk()
        assert checked.verdict == "exact", checked
        with open_journal(settings).read(done.episode.run) as run:
            made = recorded_script(run, tmp_path)
        assert made.options[:2] == ("--device", f"android:{serial}")
        script = read_script(made.text, "two.toml")
        played = ScriptCheck(script, f"android:{serial}", settings).walk()
        assert played.verdict == "exact", (made.text, played)
        with open_journal(settings).read(played.run) as again:
            kinds = [type(one.decision.action) for one in again.transitions()]
        assert kinds == [Click, NavigateBack, Click, Click, Status]
        in_world = ScriptCheck(script, "world:lite/0", settings).walk()
        assert in_world.exit_code == 0, (made.text, in_world)
    with open_journal(settings).read(done.episode.run) as run:
        assert (run.head.actor, run.head.device) == ("person", f"android:{serial}")
        assert apps[0] in render_replay(run)
    demos = tmp_path / "demos.jsonl"
    words = ["world", "demonstrate", "--run", done.episode.run, "--out", str(demos)]
    ran = CliRunner().invoke(app, words, env={"SEXTANT_JOURNAL_DIRECTORY": str(tmp_path / "runs")})
    assert ran.exit_code == 0, ran.output
    answers = [json.loads(line)["messages"][-1]["content"] for line in demos.read_text("utf-8").splitlines()]
    assert [json.loads(answer)["action"]["type"] for answer in answers] == [
        *("click", "navigate_back", "click", "click", "status")
    ]
