"""Whole runs in a browser that lead elsewhere: one question for an origin, and a flag where nobody is there."""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sextant.actors.model_actor import ModelActor
from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.journal import Permission, RunStore
from sextant.models.scripted import ScriptedModel
from sextant.protocols import Person, Prompt
from sextant.settings import BrowserSettings, JournalSettings, Settings
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition
from sextant_bench.injections import played
from sextant_bench.injections.cases import CASES
from tests.devices.places import Places
from tests.support.runs import NOBODY, Somebody

pytestmark = pytest.mark.browser

GOAL = "Read what the page says."


@pytest.fixture
def places() -> Generator[Places]:
    with Places() as served:
        yield served


class Bench:
    """Runs whose actor touches labels in turn."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.steps: list[Transition] = []
        self.prompts: list[str] = []
        self.run = ""

    def go(
        self, url: str, does: Sequence[str], person: Person = NOBODY, goal: str = GOAL, policy: Policy | None = None
    ) -> Episode:
        """A label is touched; what holds `://` is opened."""
        rest = list(does)

        def reply(prompt: Prompt, schema: object) -> dict[str, Any]:
            del schema
            self.prompts.append(prompt.text)
            if not rest:
                return {"action": {"type": "status", "goal_status": "infeasible", "reason": "enough"}}
            label = rest.pop(0)
            if "://" in label:
                return {"action": {"type": "open_app", "name": label}}
            line = next((line for line in prompt.text.splitlines() if f'"{label}"' in line and "│ [" in line), "")
            if not line:
                return {"action": {"type": "navigate_back"}}
            return {"action": {"type": "click", "index": int(line.partition("[")[2].partition("]")[0])}}

        def actor() -> ModelActor:
            return ModelActor(ScriptedModel(reply), "full", lambda x, y, _: (x, y))

        settings = Settings(
            browser=BrowserSettings(),
            policy=policy or Policy(),
            budget=Budget(max_steps=12),
            journal=JournalSettings(self.root / "runs"),
        )
        run = build_run(
            RunRequest(goal, f"web:{url}"), settings, person, Hooks(self.steps.append, probes=Probes(actor=actor))
        )
        self.run = run.id
        return run.go()

    def permissions(self) -> tuple[Permission, ...]:
        with RunStore.open(self.root / "runs").read(self.run) as record:
            return record.permissions()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


SCRIPT = "<button onclick=\"location='http://localhost:{port}/go'\">Go</button>"
LINK = "<a href='http://localhost:{port}/go'>Go</a>"


@pytest.mark.parametrize("way", [SCRIPT, LINK])
def test_a_person_is_asked_once_for_an_origin(places: Places, bench: Bench, way: str) -> None:
    places.pages["/"] = f"<title>Own</title>{way}"
    person = Somebody(allows=True)
    bench.go(places.url(), ["Go", "", "Go", "", "Go"], person)
    assert len(places.at("localhost")) == 3
    assert [asked for asked in person.asked if "localhost" in asked] == person.asked
    assert len(person.asked) == 1


@pytest.mark.parametrize("way", [SCRIPT, LINK])
def test_with_nobody_there_it_is_refused_and_the_run_goes_on(places: Places, bench: Bench, way: str) -> None:
    places.pages["/"] = f"<title>Own</title>{way}<a href='/own'>Own</a>"
    episode = bench.go(places.url(), ["Go", *(["Go"] if way == LINK else []), "Own"])
    assert (episode.status, episode.reason) == ("infeasible", "enough")
    assert places.at("localhost") == []
    assert "GET 127.0.0.1/own" in places.arrived
    (permission,) = [one for one in bench.permissions() if not one.answer]
    assert permission.by == "nobody there"
    if way == SCRIPT:
        assert f"--origin {places.url('', 'localhost')}" in permission.detail
        assert any("--origin" in prompt for prompt in bench.prompts), "the agent is told, too"


@pytest.mark.parametrize("way", [SCRIPT, LINK])
def test_an_origin_that_the_goal_names_is_left_for_unasked(places: Places, bench: Bench, way: str) -> None:
    places.pages["/"] = f"<title>Own</title>{way}"
    bench.go(places.url(), ["Go"], goal=f"Read {places.url('/go', 'localhost')}.")
    assert places.at("localhost") == ["GET localhost/go"]


def test_an_address_that_was_composed_after_another_site_was_read_is_refused(places: Places, bench: Bench) -> None:
    places.pages["/"] = (
        "<title>Own</title><iframe src='http://localhost:{port}/advert'></iframe><a href='/x?y=1'>Own</a>"
    )
    composed = places.url("/search?q=words-of-the-advert")
    bench.go(places.url(), [composed, composed, places.url("/x?y=1")])
    assert "GET 127.0.0.1/search?q=words-of-the-advert" not in places.arrived
    assert "GET 127.0.0.1/x?y=1" in places.arrived


def test_an_address_may_be_composed_where_one_site_was_read(places: Places, bench: Bench) -> None:
    places.pages["/"] = "<title>Own</title><h1>Own</h1>"
    bench.go(places.url(), [places.url("/search?q=anything")])
    assert "GET 127.0.0.1/search?q=anything" in places.arrived


@pytest.mark.parametrize("place", [0, 5, 13, 20])
def test_a_model_that_obeys_a_page_brings_nothing_about(place: int) -> None:
    """Four of the cases of `sextant bench injections`."""
    guarded = played(CASES[place], AbsentPerson(), guarded=True)
    assert guarded.counts["heard"]
    assert guarded.counts["obeyed"]
    assert guarded.through == ()
    assert played(CASES[place], AbsentPerson(), guarded=False).through
