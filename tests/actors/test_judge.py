"""The navigator with a model that says what is meant."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from sextant.actors.judge import Heard, ModelJudge, Query, RankedKnown
from sextant.actors.navigator import Navigator
from sextant.errors import ModelFault
from sextant.protocols import Prompt, Reply
from sextant.text.embedding import WordNearness, shipped
from sextant.types.screens import ElementRef
from sextant.types.tasks import Usage
from sextant.utg.exclusions import unguarded
from sextant.utg.exits import Exit
from sextant.utg.graph import Place
from sextant.utg.relevance import ComparedText, GoalRelevance
from sextant.utg.search import KnownScreen, SearchOption
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


def test_the_model_is_told_what_it_chose_again_and_again() -> None:
    model = Reader("page, only read")
    judge, goal = ModelJudge(model), GoalRelevance("privacy policy", WordNearness(shipped()))
    here = KnownScreen(Place("start"), ("/",), "Start", ComparedText("Start"), 0.0)
    page = KnownScreen(Place("/privacy"), ("/privacy",), "Privacy", ComparedText("Privacy"), 0.0, read=True)
    heard = Heard()
    chosen = [judge.weigh(Query(goal, here, [here, page], (), heard, lambda _: True)).chosen for _ in range(4)]
    assert [one is not None and one.page for one in chosen] == [page.page] * 4
    assert "[chosen 3 times, not come to yet]" in model.prompts[-1]
    assert "[chosen" not in model.prompts[0]


GOAL = GoalRelevance("privacy policy", WordNearness(shipped()))
START = KnownScreen(Place("start"), ("/",), "Start", ComparedText("Start"), 0.0)


def page(name: str, odds: float = 0.0, read: bool = True, whole: str = "") -> KnownScreen:
    return KnownScreen(Place(f"/{name}"), (f"/{name}",), name, ComparedText(name, whole=whole), odds, read)


def way(
    label: str, ordinal: int = 0, place: Place = START.place, binding: tuple[tuple[str, str], ...] = ()
) -> SearchOption:
    one = Exit(ElementRef("button", label, anchor="Tools", ordinal=ordinal), "button", binding=binding)
    return SearchOption(place, one, ComparedText(label), 0.0, -9.0, 0.0, 0)


def asked(
    model: Reader,
    known: Sequence[KnownScreen] = (),
    found: Sequence[SearchOption] = (),
    heard: Heard | None = None,
    reached: bool = True,
) -> RankedKnown:
    return ModelJudge(model).weigh(Query(GOAL, START, [START, *known], found, heard or Heard(), lambda _: reached))


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


def test_what_a_model_denied_is_shown_after_what_it_has_not_seen() -> None:
    model, heard = Reader(), Heard()
    known = [page(f"page{at:02}", odds=-at) for at in range(20)]
    asked(model, known, heard=heard)
    asked(model, known, heard=heard)
    assert [name for name in (f"page{at:02}" for at in range(20)) if name in model.prompts[0]] == [
        f"page{at:02}" for at in range(14)
    ]
    assert "2: page, only read: page14" in model.prompts[1]
    assert heard.nothing == 2
    chosen = asked(Reader("page00"), [page("page00"), page("new")], heard=heard).chosen
    assert (chosen is not None, heard.nothing) == (True, 0)


def test_a_page_that_nothing_leads_to_is_left_out() -> None:
    model, heard = Reader("page, only read"), Heard()
    assert asked(model, [page("away")], heard=heard, reached=False).chosen is None
    assert "away" not in model.prompts[0]
    assert heard.unreached == {"/away"}
    asked(model, [page("away")], heard=heard)
    assert heard.unreached == set()


def test_what_is_chosen_in_vain_time_and_again_is_left_out() -> None:
    model, heard = Reader("page, only read"), Heard()
    chosen = [asked(model, [page("away")], heard=heard).chosen for _ in range(8)]
    assert [one is not None for one in chosen] == [True] * 6 + [False] * 2


def test_controls_without_a_name_are_told_apart_by_where_they_stand() -> None:
    model = Reader("number 2 of such")
    found = asked(model, found=[way("", 0), way("", 1)]).found
    assert found[0].exit.element.ordinal == 1
    assert "control: button without a name in Tools\n" in model.prompts[0]


def test_controls_of_another_item_are_not_those_of_the_screen_in_view() -> None:
    item, other = Place("item", (("p", "1"),)), Place("item", (("p", "2"),))
    here = KnownScreen(item, ("/item/1",), "Item 1", ComparedText("Item 1"), 0.0)
    likely = [replace(way(f"Likely {at}"), odds=5.0) for at in range(14)]
    ways = [*likely, way("Mine", place=item, binding=item.binding), way("Theirs", place=other, binding=other.binding)]
    model = Reader()
    ModelJudge(model).weigh(Query(GOAL, here, [here], ways, Heard(), lambda _: True))
    assert "Mine" in model.prompts[0]
    assert "Theirs" not in model.prompts[0]


def test_a_long_line_keeps_its_name_and_marks_the_cut() -> None:
    model = Reader()
    name = "n" * 300
    asked(model, [page("short", whole="w" * 400), page(name)])
    lines = model.prompts[0].splitlines()
    assert any("short" in line and line.endswith("w…") and len(line) < 270 for line in lines)
    assert any(name in line and line.endswith("…") for line in lines)


def test_a_control_that_was_refused_is_not_listed_in_another_state_of_its_page() -> None:
    model, site = Reader("control: Settings"), Site(office())
    actor, screen = Navigator(MapStore(), unguarded, judge=ModelJudge(model)), site.screen()
    first = actor.decide(brief_of("qwertz uiop", screen, 0))
    assert "control: Settings" in model.prompts[0]
    unfolded = replace(screen, key=replace(screen.key, id="unfolded"))
    actor.decide(brief_of("qwertz uiop", unfolded, 0), rejected=replace(first, screen=unfolded.digest))
    actor.decide(brief_of("qwertz uiop", screen, 1))
    assert not any("control: Settings" in prompt for prompt in model.prompts[1:])
