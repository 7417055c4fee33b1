"""What a person does on a page becomes a script, and the script does it again, by the commands themselves."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import IO, Any
from urllib.parse import parse_qs

import pytest

from tests.actors.toysite import Link, Page
from tests.devices.test_browser_recording import PAUSE, Person
from tests.support.served import Served

pytestmark = pytest.mark.browser
PAGES = {
    "/": Page("Home", links=(Link("Club", "/club"), Link("Help", "/help"))),
    "/club": Page("Club", texts=tuple(f"row {number}" for number in range(60)), links=(Link("Rules", "/rules"),)),
    "/help": Page("Join"),
    "/rules": Page("Welcome"),
}
FORM = (
    "<form action=/rules method=post><input aria-label=Name name=n><input type=password aria-label=Code name=c>"
    "<button>Go</button></form>"
)


class Club(Served):
    """The site, with the forms that were sent to it."""

    def __init__(self) -> None:
        super().__init__(PAGES)
        self.extra["/help"] = FORM
        self.forms: list[dict[str, list[str]]] = []

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        if method == "POST":
            self.forms.append(parse_qs(self.sent(handler)))
        super().answer(handler, method)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "sextant", *words]


def recorded(site: Club, folder: Path, *options: str) -> str:
    """Records a person who joins the club, by the command; returns its output."""
    words, person = command("record", f"web:{site.url}", "--goal", "join the club", *options), Person()
    environ = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=folder, env=environ, stdout=pipe, stderr=pipe, text=True) as recording:
        assert recording.stdout is not None
        assert recording.stderr is not None
        printed = list[str]()
        threads = [
            threading.Thread(target=followed, args=(recording.stdout, printed, person)),
            threading.Thread(target=followed, args=(recording.stderr, printed, person)),
        ]
        for thread in threads:
            thread.start()
        try:
            while not person.address and recording.poll() is None:
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
            recording.send_signal(signal.SIGINT)
            for thread in threads:
                thread.join()
    assert recording.returncode == 0, printed
    return "".join(printed)


def followed(stream: IO[str], printed: list[str], person: Person) -> None:
    """Tells the person what the command prints: where the page is, and each step."""
    for line in stream:
        printed.append(line)
        person.told(line)
        if line.lstrip()[:1].isdigit():
            person.recorded.release()


def checked(folder: Path, *options: str) -> Any:
    words = command("check", "join.toml", "--json", *options)
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    (found,) = json.loads(done.stdout)["routes"]
    return found


def test_a_recorded_script_comes_to_the_same_end(tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSWORD", "s3cret-w0rd")
    sent, password = {"n": ["Ada"], "c": ["s3cret-w0rd"]}, ("--secret", "password=env:PASSWORD")
    with closing(Club()) as site:
        told = recorded(site, tmp_path, "--script", "join.toml")
        assert told.splitlines()[-1] == "next: sextant check join.toml --secret password=env:PASSWORD", told
        text = (tmp_path / "join.toml").read_text(encoding="utf-8")
        again = subprocess.run(
            command("runs", "script"), cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout
        assert again == text, "the run is the source"
        assert "s3cret" not in text
        assert site.forms == [sent]

        found = checked(tmp_path, *password)
        assert (found["verdict"], found["deviations"]) == ("exact", []), (text, found)
        assert site.forms == [sent, sent]

        site.pages = {**PAGES, "/rules": Page("Closed")}
        found = checked(tmp_path, *password)
        assert found["verdict"] == "moved", found
        assert "was followed by 'Closed', not by 'Welcome'" in found["reason"]

        leaking = text.replace('value = "Ada"', 'secret = "password"')
        (tmp_path / "join.toml").write_text(leaking, encoding="utf-8")
        found = checked(tmp_path, *password)
        assert found["verdict"] == "failed", "a secret goes into fields for it only, whatever a file says"
        assert "nothing was typed" in found["reason"]
        assert len(site.forms) == 3
