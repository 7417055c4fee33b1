"""The navigator with a model that says what is meant."""

import re

from pydantic import BaseModel

from sextant.actors.judge import Heard, Judge
from sextant.actors.navigator import Navigator
from sextant.contracts import Prompt, Reply
from sextant.errors import ModelFault
from sextant.text.embedding import WordNearness, shipped
from sextant.types.tasks import Usage
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Place
from sextant.utg.relevance import Goal, Words
from sextant.utg.search import Known
from sextant.utg.store import MapStore
from tests.actors.test_navigator import office
from tests.actors.toysite import Site, walk


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


def walked(model: Reader, goal: str) -> tuple[Site, object]:
    site = Site(office())
    return site, walk(Navigator(MapStore(), unguarded, judge=Judge(model)), site, goal)


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
    assert getattr(found, "claimed", "") != "complete"
    assert site.touched


def test_without_an_answer_the_words_decide() -> None:
    site, found = walked(Silent(), "privacy policy")
    assert getattr(found, "claimed", "") == "complete"
    assert site.path == "/help/privacy"


def test_the_model_is_told_what_it_chose_again_and_again() -> None:
    model = Reader("page, only read")
    judge, goal = Judge(model), Goal("privacy policy", WordNearness(shipped()))
    here = Known(Place("start"), ("/",), "Start", Words("Start"), 0.0)
    page = Known(Place("/privacy"), ("/privacy",), "Privacy", Words("Privacy"), 0.0, read=True)
    heard = Heard()
    chosen = [judge.weigh(goal, here, [here, page], (), heard, lambda _: True).chosen for _ in range(4)]
    assert [one is not None and one.page for one in chosen] == [page.page] * 4
    assert "[chosen 3 times, not come to yet]" in model.prompts[-1]
    assert "[chosen" not in model.prompts[0]
