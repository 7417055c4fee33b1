"""A grounder finds what the actor describes; without one, or where it finds nothing, the actor's own point stands."""

from dataclasses import replace

import pytest

from sextant.actors.model_actor import ModelActor
from sextant.errors import MalformedOutput
from sextant.models import ModelProfile, ScriptedModel
from sextant.models.backends.scripted import ScriptedReply
from sextant.models.grounding import Grounder
from sextant.models.vision_probe import word_picture
from sextant.prompts import BriefComposer, Surroundings
from sextant.types.actions import Action, ByIndex, ByPoint, Click, InputText, Scroll, Swipe
from sextant.types.decisions import Act
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from tests.support.screens import element, screen

BARE = screen(element(0, "button", "Save"), element(1, "canvas", "Board"))
PAGE = replace(BARE, observation=replace(BARE.observation, picture=word_picture("RED", "dot")))
SEES = ModelProfile("*", vision=True)


def tenth(x: float, y: float, _screen: Screen) -> tuple[float, float]:
    return x * 10, y * 10


def decided(action: dict[str, object], said: "ScriptedReply | None", page: Screen = PAGE) -> tuple[Action, list[str]]:
    finder = ScriptedModel([] if said is None else [said], profile=SEES)
    actor = ModelActor(
        ScriptedModel([{"thought": "", "action": action, "does": "tap the red dot", "expect": []}]),
        "full",
        lambda x, y, _screen: (x, y),
        ground=None if said is None else Grounder(finder, tenth),
    )
    brief = BriefComposer(Task("win"), "full").compose(Act("win"), page, 0)
    return actor.decide(brief).action, [prompt.text for prompt in finder.prompts]


def test_a_described_target_becomes_a_point() -> None:
    action, asked = decided({"type": "click", "index": None}, {"x": 30, "y": 40.5})
    assert action == Click(ByPoint(300.0, 405.0, PAGE.digest))
    assert asked == ["Description: tap the red dot"]


def test_what_the_grounder_finds_comes_before_a_guess() -> None:
    assert decided({"type": "click", "point": [1, 2]}, {"x": 30, "y": 40})[0] == Click(
        ByPoint(300.0, 400.0, PAGE.digest)
    )


@pytest.mark.parametrize("said", [None, {"x": None, "y": None}])
def test_where_nothing_is_found_the_actors_point_stands(said: "ScriptedReply | None") -> None:
    assert decided({"type": "click", "point": [1, 2]}, said)[0] == Click(ByPoint(1.0, 2.0, PAGE.digest))


def test_an_element_needs_no_grounder() -> None:
    action, asked = decided({"type": "click", "index": 0}, {"x": 30, "y": 40})
    assert (action, asked) == (Click(ByIndex(0, PAGE.digest)), [])
    assert decided({"type": "navigate_back"}, {"x": 30, "y": 40})[1] == []


@pytest.mark.parametrize(
    ("form", "action"),
    [
        ({"type": "input_text", "text": "Milk"}, InputText("Milk")),
        ({"type": "scroll", "direction": "down"}, Scroll("down")),
        ({"type": "swipe", "direction": "left"}, Swipe("left")),
    ],
)
def test_what_was_meant_to_have_no_target_gets_none(form: dict[str, object], action: Action) -> None:
    assert decided(form, {"x": 30, "y": 40}) == (action, [])


def test_a_text_with_a_point_is_grounded() -> None:
    action, asked = decided({"type": "input_text", "text": "Milk", "point": [1, 2]}, {"x": 30, "y": 40})
    assert (action, len(asked)) == (InputText("Milk", ByPoint(300.0, 400.0, PAGE.digest)), 1)


def test_points_of_further_actions_are_the_actors_own() -> None:
    then = [{"type": "click", "point": [5, 6]}]
    answer = {"thought": "", "action": {"type": "click", "point": [1, 2]}, "does": "tap", "expect": [], "then": then}
    finder = ScriptedModel([{"x": 30, "y": 40}], profile=SEES)
    ground = Grounder(finder, tenth)
    actor = ModelActor(ScriptedModel([answer]), "full", lambda x, y, _screen: (x, y), ground=ground)
    decision = actor.decide(BriefComposer(Task("win"), "full").compose(Act("win"), PAGE, 0))
    assert decision.action == Click(ByPoint(300.0, 400.0, PAGE.digest))
    assert decision.then == (Click(ByPoint(5.0, 6.0, PAGE.digest)),)


def test_without_a_picture_nobody_is_asked() -> None:
    with pytest.raises(MalformedOutput):
        decided({"type": "click", "index": None}, {"x": 30, "y": 40}, BARE)


def test_the_prompt_says_so_only_where_there_is_a_grounder() -> None:
    def prefix(grounded: bool) -> str:
        return BriefComposer(Task("win"), "full", surroundings=Surroundings(grounded=grounded)).prefix

    assert "its place is found for you" in prefix(True)
    assert "its place is found for you" not in prefix(False)
