"""A run that goes on only while its host lets it."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from sextant.devices.scripted import ScriptedApp, ScriptedDevice
from sextant.errors import UsageError
from sextant.integrations.hosted_run import GestureRequest, HostedRun, LookRequest, RunEnded, StepEnded
from sextant.settings import JournalSettings, ModelChoices, Settings, load
from sextant.types.actions import TypeText
from sextant.types.devices import Injection
from sextant.types.geometry import Size
from sextant.types.tasks import Budget, Policy
from tests.support.screens import element, screen

NOTES = Path(__file__).parents[2] / "examples" / "notes.json"
CLICK = {"action": {"type": "click", "index": 0}, "expect": [{"type": "changed"}]}


class Host:
    """Owns a toy app and answers a run, on one thread."""

    def __init__(self, tmp_path: Path, *decisions: dict[str, Any], max_steps: int = 9) -> None:
        script = tmp_path / "replies.json"
        script.write_text(json.dumps({"replies": [{"json": one} for one in decisions]}))
        settings = Settings(
            models=ModelChoices(default=f"scripted:{script}"),
            journal=JournalSettings(directory=tmp_path / "runs"),
            policy=Policy.everything(),
            budget=Budget(max_steps=max_steps),
        )
        self.device = ScriptedDevice(ScriptedApp.load(NOTES))
        self.device.open()
        self.hosted = HostedRun("add milk", "toy:notes", Size(412, 915), settings)
        self.performed, self.threads = 0, set[int]()

    def until(self, kind: type) -> Any:
        """Answers until the run asks for something of that kind."""
        while True:
            asked = self.hosted.next()
            self.threads.add(threading.get_ident())
            if isinstance(asked, kind):
                return asked
            match asked:
                case LookRequest():
                    self.hosted.answer_look(self.device.look())
                case GestureRequest():
                    self.performed += 1
                    self.hosted.answer_gesture(self.device.perform(asked.gesture))
                case StepEnded():
                    self.hosted.answer_step()
                case RunEnded():
                    return asked


def test_nothing_is_done_before_the_host_says_so_nor_begun_without_a_model(tmp_path: Path) -> None:
    host = Host(tmp_path, CLICK)
    asked = host.until(GestureRequest)
    assert host.device.gestures == []
    host.hosted.answer_gesture(host.device.perform(asked.gesture))
    stepped = host.until(StepEnded)
    assert stepped.transition.step == 0
    host.hosted.stop()
    line = host.hosted.line()
    assert line is not None
    assert (line.status, line.steps, line.device) == ("interrupted", 1, "toy:notes")
    hosted = HostedRun("add milk", "toy:notes", Size(412, 915), Settings())
    toy = ScriptedDevice(ScriptedApp.load(NOTES))
    toy.open()
    assert isinstance(hosted.next(), LookRequest)
    hosted.answer_look(toy.look())
    with pytest.raises(UsageError, match="model"):
        hosted.next()


def test_the_end_is_given_as_often_as_it_is_asked_for(tmp_path: Path) -> None:
    host = Host(tmp_path, CLICK, max_steps=1)
    over = host.until(RunEnded)
    assert over.episode.status == "over_budget"
    assert host.hosted.next() is over
    assert host.performed == 1
    assert host.threads == {threading.get_ident()}
    host.hosted.stop()


def test_an_answer_that_is_owed_is_demanded_and_a_run_can_be_stopped_before_it_has_asked(tmp_path: Path) -> None:
    host = Host(tmp_path, CLICK)
    host.until(LookRequest)
    with pytest.raises(UsageError, match="waits for an answer"):
        host.hosted.next()
    host.hosted.stop()
    host = Host(tmp_path, CLICK)
    host.hosted.stop()
    host.hosted.stop()
    assert host.performed == 0
    assert isinstance(host.hosted.next(), RunEnded)


def test_a_secret_is_handed_out_only_where_it_is_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANK_PIN", "correcthorsebattery")
    decision = {"action": {"type": "input_text", "index": 0, "secret": "pin"}, "expect": [{"type": "changed"}]}
    (tmp_path / "replies.json").write_text(json.dumps({"replies": [{"json": decision}] * 6}))
    given = tmp_path / "given.toml"
    given.write_text('[secrets]\npin = {ref = "env:BANK_PIN", origin = "https://bank.example", field = "password"}\n')
    values = {
        "models.default": f"scripted:{tmp_path / 'replies.json'}",
        "models.verifier": "none",
        "journal.directory": str(tmp_path / "runs"),
        "policy.origins": "http://shop.example,https://bank.example",
        "budget.max_steps": 2,
    }
    settings = load(values, environ=os.environ, directory=tmp_path, file=given)
    for app, kind, handed in (
        ("http://shop.example", "text", False),
        ("https://bank.example", "text", False),
        ("https://bank.example", "password", True),
    ):
        field = element(0, "textbox", "Comment", input_type=kind)
        seen, typed, objections = screen(field, app=app).observation, list[str](), list[str]()
        hosted = HostedRun("pay", "browsergym:page", seen.size, settings)
        while not isinstance(asked := hosted.next(), RunEnded):
            match asked:
                case LookRequest():
                    hosted.answer_look(seen)
                case GestureRequest():
                    typed += [asked.gesture.text] if isinstance(asked.gesture, TypeText) else []
                    hosted.answer_gesture(Injection(0.0))
                case StepEnded():
                    objections += [one.rule for one in asked.transition.objections]
                    hosted.answer_step()
        assert bool(typed) is handed
        assert ("secret" in objections) is not handed
