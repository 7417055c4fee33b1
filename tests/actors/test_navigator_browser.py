"""The navigator in a real Chromium, through the same composition root as `sextant goto`."""

import os
import time
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from sextant.assembly import AbsentPerson, Hooks, RunRequest, build_run
from sextant.devices.browser import end_browser, running_browsers
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

    def goto(
        self,
        words: str,
        most: int = 60,
        read_ahead: bool = True,
        person: AbsentPerson | None = None,
        by_address: bool = False,
    ) -> Episode:
        self.steps = []
        flags = {
            "journal.directory": str(self.folder / "runs"),
            "budget.max_steps": most,
            "browser.read_ahead": read_ahead,
            "browser.by_address": by_address,
        }
        settings = load(flags, environ=os.environ, directory=self.folder)
        request = RunRequest(words, f"web:{self.library.url}", "navigator")
        return build_run(request, settings, person or AbsentPerson(), Hooks(on_step=self.steps.append)).go()

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


def test_by_address_a_known_page_is_opened_at_once(walks: Walks) -> None:
    assert walks.goto("renewals").status == "success", walks.story
    episode = walks.goto("renewals", by_address=True)
    assert (episode.status, walks.at, walks.injected) == ("success", "/account/loans/renew", 1), walks.story
    assert episode.reason.endswith("Opened by address: /account/loans/renew.")


def test_what_is_not_there_is_infeasible_and_nothing_was_done(walks: Walks, library: Library) -> None:
    episode = walks.goto("xylophone lessons", most=90, read_ahead=False)
    assert episode.status == "infeasible", walks.story
    assert "xylophone lessons" in episode.reason
    asked = library.asked
    assert not [what for what in asked if what.startswith("POST") or "delete" in what], asked
    for path in ("/logout", "/account/pay", "/visit/map.pdf"):
        assert not asked[f"GET {path}"], path
    assert len([what for what in asked if what.startswith("GET /book/")]) <= 7, asked


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


class Scripted(CountingSite):
    """An app that is one served page: its scripts put up what the address says, and one view says goodbye by POST."""

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        self.asked[f"{method} {handler.path}"] += 1
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.end_headers()
        handler.wfile.write(
            b"""<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>Yard</title>
            <style>a{display:inline-block;padding:12px}</style><div id=app></div><script>
            const views = {"/": "<h1>Yard</h1>", "/one": "<h1>One</h1><a href=/three>Read on</a>",
                "/two": "<h1>Two</h1>", "/three": "<h1>How to tie a bowline</h1>"};
            const show = () => setTimeout(() => {
                document.title = "Yard - " + location.pathname;
                app.innerHTML = views[location.pathname] + "<p><a href=/two>Two</a> <a href=/one>One</a>";
                if (location.pathname === "/two") { window.open("/four"); alert("Welcome to the second"); }
            }, 50);
            addEventListener("popstate", show);
            addEventListener("click", (event) => {
                if (!event.target.href) return;
                event.preventDefault();
                history.pushState({}, "", event.target.href);
                show();
            });
            show();</script>"""
        )


def test_pages_that_scripts_build_are_read_ahead_where_nobody_sees_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sextant.actors.navigator._READING", 20.0)  # on a busy machine two seconds are not enough
    site = Scripted()
    try:
        walks = Walks(site, tmp_path)
        assert walks.goto("tie a bowline").status == "success", walks.story
        assert walks.injected == 2, walks.story  # one, read on: neither label says anything
        assert site.asked["GET /two"]
        without = Walks(site, tmp_path / "other")
        without.goto("tie a bowline", read_ahead=False)
        assert without.injected > 2, without.story
    finally:
        site.close()


class Members(CountingSite):
    """An app that shows a login until somebody has logged in elsewhere, and then itself."""

    logged_in = False

    def answer(self, handler: BaseHTTPRequestHandler, method: str) -> None:
        inside = {"/": "<title>Club</title><a href=/boats>Boats</a>", "/boats": "<title>Boats</title><h1>Boats</h1>"}
        login = """<title>Club</title><h1>Welcome</h1><input aria-label=Name><input type=password aria-label=Code>
            <a href=/rules>Rules</a><script>setInterval(async () => {
                if (await (await fetch("/in")).text() == "True") location.reload()
            }, 100)</script>"""
        outside = {"/": login, "/rules": "<title>Rules</title><h1>Rules</h1>", "/in": str(self.logged_in)}
        pages = outside | (inside if self.logged_in else {})
        handler.send_response(200 if handler.path in pages else 404)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        page = "" if handler.path == "/in" else "<!doctype html><meta name=viewport content='width=device-width'>"
        handler.wfile.write((page + pages.get(handler.path, "")).encode())


class Member(AbsentPerson):
    """Somebody who logs in when asked to."""

    attended = True

    def __init__(self, site: Members) -> None:
        self.site = site
        self.told: list[str] = []

    def take_over(self, reason: str) -> bool:
        self.told.append(reason)
        self.site.logged_in = True
        time.sleep(1)
        return True


@pytest.fixture
def members() -> Generator[Members]:
    served = Members()
    yield served
    for browser in running_browsers():  # a run that needs a person keeps its browser for whoever resumes it
        if served.url in browser.url:
            end_browser(browser.id)
    served.close()


def test_where_only_a_login_is_left_a_person_is_needed(members: Members, tmp_path: Path) -> None:
    walks = Walks(members, tmp_path)
    episode = walks.goto("boats")
    assert episode.status == "needs_person", walks.story
    assert "without a login" in episode.reason
    assert walks.goto("rules").status == "success", walks.story


def test_after_the_login_the_walk_goes_on(members: Members, tmp_path: Path) -> None:
    walks, member = Walks(members, tmp_path), Member(members)
    assert walks.goto("boats", person=member).status == "success", walks.story
    assert walks.at == "/boats"
    assert len(member.told) == 1
