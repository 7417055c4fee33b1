"""A run that goes on only while its host lets it."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from sextant.devices.scripted import ScriptedApp, ScriptedDevice
from sextant.errors import UsageError
from sextant.integrations.hosted_run import GestureRequest, HostedRun, LookRequest, RunEnded, StepEnded
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.types.geometry import Size
from sextant.types.tasks import Budget, Policy

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
