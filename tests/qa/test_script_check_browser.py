"""What a person does on a page becomes a script, and the script does it again, in a browser of its own."""

import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from sextant.assembly import Hooks, open_journal
from sextant.assembly.recording import RecordRequest, record
from sextant.qa.script_check import ScriptCheck
from sextant.qa.script_files import read_script
from sextant.qa.script_recording import recorded_script
from sextant.settings import SecretRef, Settings
from sextant.settings.groups import JournalSettings
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


def test_a_recorded_script_comes_to_the_same_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, person = Settings(journal=JournalSettings(tmp_path / "runs")), Person()
    with closing(Club()) as site:

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
            hooks = Hooks(on_step=person.stepped, on_note=person.told)
            request = RecordRequest(f"web:{site.url}", "join the club")
            done = record(request, settings, open_journal(settings), person.over.is_set, hooks)
        finally:
            thread.join()
        with open_journal(settings).read(done.episode.run) as run:
            made = recorded_script(run, tmp_path)
        assert made.options == ("--secret", "password=env:PASSWORD")
        assert "s3cret" not in made.text
        assert site.forms == [{"n": ["Ada"], "c": ["s3cret-w0rd"]}]
        script = read_script(made.text, "join.toml")
        monkeypatch.setenv("PASSWORD", "s3cret-w0rd")
        own = Settings(
            journal=JournalSettings(tmp_path / "runs"), secrets={"password": SecretRef("env", "PASSWORD")}
        )
        checked = ScriptCheck(script, script.target, own).walk()
        assert (checked.verdict, checked.deviations) == ("exact", ()), (made.text, checked)
        assert site.forms == [{"n": ["Ada"], "c": ["s3cret-w0rd"]}] * 2
        site.pages = {**PAGES, "/rules": Page("Closed")}
        checked = ScriptCheck(script, script.target, own).walk()
        assert checked.verdict == "moved", checked
        assert "was followed by 'Closed', not by 'Welcome'" in checked.reason
