"""What a person does in the browser becomes a run: here they work through the page of the hand-over."""

import json
import re
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from sextant.assembly import Hooks, open_journal
from sextant.assembly.recording import RecordRequest, record
from sextant.journal import export_trace
from sextant.settings import Settings
from sextant.settings.groups import JournalSettings
from sextant.text.spellings import placeholder
from sextant.types.actions import ByIndex, Click, InputText, KeyboardEnter, NavigateBack, Status, Swipe
from sextant.types.transitions import Transition
from tests.actors.toysite import Link, Page
from tests.support.served import Served

pytestmark = pytest.mark.browser
PAGES = {
    "/": Page("Home", links=(Link("Club", "/club"), Link("Help", "/help"))),
    "/club": Page("Club", texts=tuple(f"row {number}" for number in range(60)), links=(Link("Rules", "/rules"),)),
    "/help": Page("Help"),
    "/rules": Page("Rules"),
}
FORM = (
    "<form action=/rules method=post><input aria-label=Name name=n><input type=password aria-label=Code name=c>"
    "<button>Go</button></form>"
)
PAUSE = 2.2
"""Seconds of rest where no step can be waited for: after typing, and before a way back, which is the page's own if it
comes soon after a touch."""


class Person:
    """Works on the page of the hand-over, once its address is told; acts again once the last act has become a step."""

    def __init__(self) -> None:
        self.address = ""
        self.over = threading.Event()
        self.recorded = threading.Semaphore(0)

    def told(self, note: str) -> None:
        found = re.search(r"http://127\S+/", note)
        self.address = found[0] if found else self.address

    def stepped(self, step: Transition) -> None:
        self.recorded.release()

    def post(self, *inputs: dict[str, Any], steps: int = 1) -> None:
        origin = re.match(r"http://[^/]+", self.address)
        assert origin is not None
        headers = {"Origin": origin[0], "Content-Type": "application/json"}
        with urlopen(Request(f"{self.address}input", json.dumps(inputs).encode(), headers)) as answer:
            assert answer.status == 204
        for _ in range(steps):
            assert self.recorded.acquire(timeout=30.0)

    def tap(self, x: float, y: float, steps: int = 1) -> None:
        self.post({"kind": "touchStart", "x": x, "y": y}, {"kind": "touchEnd"}, steps=steps)

    def swipe(self, x: float, start: float, end: float) -> None:
        middle = [{"kind": "touchMove", "x": x, "y": start + (end - start) * share / 4} for share in range(1, 5)]
        self.post({"kind": "touchStart", "x": x, "y": start}, *middle, {"kind": "touchEnd"})

    def type(self, text: str) -> None:
        self.post({"kind": "text", "text": text}, steps=0)
        time.sleep(PAUSE)

    def enter(self) -> None:
        key = {"key": "Enter", "code": "Enter", "number": 13, "modifiers": 0}
        self.post({"kind": "keyDown", "text": "\r", **key}, {"kind": "keyUp", **key}, steps=0)
        time.sleep(PAUSE)


def test_taps_text_and_keys_become_steps(tmp_path: Path) -> None:
    settings, person = Settings(journal=JournalSettings(tmp_path / "runs")), Person()
    with closing(Served(PAGES)) as site:
        site.extra["/help"] = FORM

        def act() -> None:
            try:
                while not person.address:
                    time.sleep(0.1)
                person.tap(100, 100)  # Club
                person.swipe(200, 700, 300)
                time.sleep(PAUSE)
                person.post({"kind": "back"})
                person.tap(100, 174)  # just below Help
                person.tap(80, 80)
                person.type("Ada")
                person.tap(250, 80, steps=2)  # what was typed, and the tap
                person.type("s3cret-w0rd")
                person.enter()
            finally:
                person.over.set()

        thread = threading.Thread(target=act)
        thread.start()
        try:
            done = record(
                RecordRequest(f"web:{site.url}", "sign in"),
                settings,
                open_journal(settings),
                person.over.is_set,
                Hooks(on_step=person.stepped, on_note=person.told),
            )
        finally:
            thread.join()
    steps = [(step.decision.action, step.decision.description, step.effectiveness) for step in done.transitions]
    club, swipe, back, beside, name, typed, code, hidden, enter, end = steps
    assert club[1:] == ("tap 'Club'", "effective")
    assert isinstance(swipe[0], Swipe)
    assert (swipe[0].direction, swipe[2]) == ("up", "effective")
    assert isinstance(back[0], NavigateBack)
    assert beside[1] == "tap 'Help'", "the browser gave the tap to the link beside the finger"
    assert isinstance(name[0], Click)
    assert isinstance(typed[0], InputText)
    assert (typed[0].text, typed[0].target, typed[1]) == (
        "Ada",
        ByIndex(1, done.transitions[5].before.digest),
        "type into 'Name'",
    )
    assert isinstance(hidden[0], InputText)
    assert (hidden[0].text, hidden[1]) == (placeholder("password field"), "type into 'Code'")
    assert isinstance(enter[0], KeyboardEnter)
    assert done.transitions[-2].after.title == "Rules"
    assert isinstance(end[0], Status)
    assert code[1] == "tap 'Code'"
    with open_journal(settings).read(done.episode.run) as run:
        assert "s3cret" not in "".join(export_trace(run))
