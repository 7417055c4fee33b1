"""The navigator with a model that says what is meant."""

import json
import re

from pydantic import BaseModel

from sextant.actors.judge import ModelJudge
from sextant.actors.navigator import Navigator
from sextant.errors import ModelFault
from sextant.protocols import Prompt, Reply
from sextant.types.tasks import Usage
from sextant.utg.exclusions import unguarded
from sextant.utg.store import MapStore
from tests.actors.test_navigator import office
from tests.actors.toysite import Site, Walk, brief_of, walk


class Reader:
    """A model that picks the line which holds the first of its texts that is there; counts what it is asked."""

    name = "scripted"
    vision = False

    def __init__(self, *wanted: str) -> None:
        self._wanted = wanted
        self.prompts: list[str] = []

    def ask(self, prompt: Prompt, schema: type[BaseModel]) -> Reply:
        self.prompts.append(prompt.text)
        lines = dict(re.findall(r"^│ (\d+): (.*)$", prompt.text, re.MULTILINE))
        best = next((int(at) for text in self._wanted for at, line in lines.items() if text in line), 0)
        return Reply(schema(nodes=[best] if best else [], confidence=1.0, reasoning="It says so."), Usage())

    def usage(self) -> Usage:
        return Usage(len(self.prompts))

    def close(self) -> None:
        return


class Silent(Reader):
    """A model that never answers."""

    def ask(self, prompt: Prompt, schema: type[BaseModel]) -> Reply:
        raise ModelFault("It is down.", "Try later.")


def walked(model: Reader, goal: str) -> tuple[Site, Walk]:
    site = Site(office())
    return site, walk(Navigator(MapStore(), unguarded, judge=ModelJudge(model)), site, goal)


def test_a_model_leads_where_no_word_of_the_goal_does() -> None:
    model = Reader("screen in view: Security", "control: Security", "control: Settings")
    site, _ = walked(model, "qwertz uiop")
    assert site.path == "/settings/security"
    assert site.touched == ["Settings", "Security"]


def test_the_same_list_is_asked_about_once() -> None:
    model = Reader("screen in view: Security", "control: Security", "control: Settings")
    walked(model, "qwertz uiop")
    assert len(model.prompts) == len(set(model.prompts))


def test_what_the_model_does_not_choose_is_not_claimed() -> None:
    site, found = walked(Reader(), "privacy policy")
    assert found.claimed != "complete"
    assert site.touched


def test_without_an_answer_the_words_decide() -> None:
    site, found = walked(Silent(), "privacy policy")
    assert found.claimed == "complete"
    assert site.path == "/help/privacy"


def test_a_run_that_goes_on_remembers_what_was_answered() -> None:
    first, second = Reader("control: Settings"), Reader("control: Settings")
    store, site = MapStore(), Site(office())
    begun, resumed = (Navigator(store, unguarded, judge=ModelJudge(model)) for model in (first, second))
    brief = brief_of("qwertz uiop", site.screen(), 0)
    decided = begun.decide(brief)
    resumed.restore(json.loads(json.dumps(begun.snapshot())))
    assert resumed.decide(brief) == decided
    assert (len(first.prompts), second.prompts) == (1, [])


def test_a_search_ends_where_the_model_finds_nothing_in_list_after_list() -> None:
    model = Reader()
    _, found = walked(model, "privacy policy")
    assert len(model.prompts) == 5
    assert (
        "A model found nothing that is it, or leads to it, in 5 lists in a row."
        in found.transitions[-1].decision.thought
    )
