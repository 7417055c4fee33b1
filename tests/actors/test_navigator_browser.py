"""The navigator in a real Chromium, through the same composition root as `sextant goto`."""

import os
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from sextant.build import Hooks, Nobody, RunRequest, build_run
from sextant.settings import load
from sextant.types.actions import Status
from sextant.types.tasks import Episode
from sextant.types.transitions import Transition
from tests.actors.library import Library
from tests.support.counting import CountingSite

pytestmark = pytest.mark.browser


@pytest.fixture
def library() -> Generator[Library]:
    served = Library()
    yield served
    served.close()


class Walks:
    """Runs of the navigator that share one map."""

    def __init__(self, library: CountingSite, folder: Path) -> None:
        self.library, self.folder = library, folder
        self.steps: list[Transition] = []

    def goto(self, words: str, most: int = 60, read_ahead: bool = True) -> Episode:
        self.steps = []
        flags = {
            "journal.directory": str(self.folder / "runs"),
            "budget.max_steps": most,
            "browser.read_ahead": read_ahead,
        }
        settings = load(flags, environ=os.environ, directory=self.folder)
        request = RunRequest(words, f"web:{self.library.url}", "navigator")
        return build_run(request, settings, Nobody(), Hooks(on_step=self.steps.append)).go()

    @property
    def at(self) -> str:
        return "/" + self.steps[-1].after.location.removeprefix(self.library.url)

    @property
    def injected(self) -> int:
        return len([step for step in self.steps if not isinstance(step.decision.action, Status)])

    @property
    def story(self) -> str:
        return "\n".join(f"{step.decision.description} -> {step.after.location}" for step in self.steps)


@pytest.fixture
def walks(library: Library, tmp_path: Path) -> Walks:
    return Walks(library, tmp_path)


def test_it_reaches_screens_and_comes_back_by_the_shortest_way(walks: Walks) -> None:
    assert walks.goto("privacy policy").status == "success", walks.story
    assert walks.at == "/about/privacy"
    assert walks.goto("renewals").status == "success", walks.story
    assert walks.at == "/account/loans/renew"
    assert walks.goto("renewals").status == "success", walks.story
    assert walks.at == "/account/loans/renew"
    assert walks.injected == 4, walks.story  # menu, account, loans, renewals
    assert walks.goto("the book number 17").status == "success", walks.story
    assert walks.at == "/book/17"


def test_what_is_not_there_is_infeasible_and_nothing_was_done(walks: Walks, library: Library) -> None:
    episode = walks.goto("xylophone lessons", most=90, read_ahead=False)
    assert episode.status == "infeasible", walks.story
    assert "xylophone lessons" in episode.reason
    asked = library.asked
    assert not [what for what in asked if what.startswith("POST") or "delete" in what], asked
    for path in ("/logout", "/account/pay", "/visit/map.pdf"):
        assert not asked[f"GET {path}"], path
    assert len([what for what in asked if what.startswith("GET /book/")]) <= 6, asked


class Fragile(CountingSite):
    """An app whose links act: one logs out, each row has one that removes it, and one that archives it, by GET."""

    def __init__(self) -> None:
        super().__init__()
        self.kept, self.logged_in = set(range(6)), True

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        self.asked[f"{method} {handler.path}"] += 1
        if handler.path == "/bye":
            self.logged_in = False
        if handler.path.startswith(("/drop/", "/old/")):
            self.kept.discard(int(handler.path.rpartition("/")[2]))
        rows = "".join(
            f"<li><a href=/note/{n}>Note {n}</a> <a href=/drop/{n}>Remove</a> <a href=/old/{n}>Put away</a></li>"
            for n in self.kept
        )
        help_page = "<a href=/more>Read on</a>" if handler.path == "/help" else ""
        title = {"/help": "Help", "/more": "How to tie a bowline"}.get(handler.path, "Notes")
        body = rows if self.logged_in else "<input type=password>"
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.end_headers()
        handler.wfile.write(
            f"<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>{title}</title>"
            f"<style>a{{display:inline-block;padding:12px}}</style><h1>{title}</h1>{help_page}{body}"
            "<p><a href=/help>Help</a> <a href=/bye>Log out</a>".encode()
        )


def test_pages_are_read_ahead_and_nothing_is_lost_by_it(tmp_path: Path) -> None:
    site = Fragile()
    try:
        walks = Walks(site, tmp_path)
        assert walks.goto("tie a bowline").status == "success", walks.story
        assert walks.injected == 2, walks.story  # help, read on: its label says nothing
        assert site.asked["GET /note/3"]
        assert site.logged_in
        assert site.kept == set(range(6))
    finally:
        site.close()


class SlowStart(CountingSite):
    """An app that shows a splash screen for two seconds, and takes its first screen from a worker."""

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        path = handler.path.partition("?")[0]
        page = "<!doctype html><meta name=viewport content='width=device-width'>"
        texts = {
            "/": f"""{page}<title>App</title><div id=all>Loading</div><script>
                const worker = new Worker("/worker.js");
                worker.onmessage = (e) => {{ all.innerHTML = `<a href="/hours">${{e.data}}</a>`; }};
                setTimeout(() => worker.postMessage(1), 2000);</script>""",
            "/worker.js": "onmessage = () => postMessage('Opening hours')",
            "/hours": f"{page}<title>Opening hours</title><h1>Opening hours</h1>",
        }
        handler.send_response(200 if path in texts else 404)
        handler.send_header("Content-Type", "text/javascript" if path.endswith(".js") else "text/html")
        handler.end_headers()
        handler.wfile.write(texts.get(path, "").encode())


def test_a_splash_screen_is_waited_for(tmp_path: Path) -> None:
    served = SlowStart()
    try:
        walks = Walks(served, tmp_path)
        assert walks.goto("opening hours").status == "success", walks.story
        assert walks.at == "/hours"
    finally:
        served.close()
