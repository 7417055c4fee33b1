from collections.abc import Sequence

import pytest

from sextant.types.actions import Action, ByIndex, Click, InputText, Status, Wait
from sextant.types.decisions import Act, Brief
from sextant.types.geometry import Box, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScreenKey
from sextant.types.tasks import Task
from sextant_bench.miniwob.conformance import OWN_SOLUTIONS
from sextant_bench.miniwob.screen_queries import Lost, beside, number_in, ordinal, quoted
from sextant_bench.miniwob.scripted import IdleActor, ScriptedActor
from sextant_bench.miniwob.server import OWN_PAGES, task_names
from sextant_bench.miniwob.solutions import SOLUTIONS


def _screen(*rows: tuple[str, str, Sequence[Affordance]], digest: str = "d") -> Screen:
    """One row of 20 px an element, below the strip with the goal."""
    elements = tuple(
        Element(place, Box(0, 60 + 20 * place, 100, 18), role, label, label, affordances=frozenset(can))
        for place, (role, label, can) in enumerate(rows)
    )
    return Screen(ScreenKey("app", "id"), digest, Observation("app", "url", "title", Size(360, 640), elements))


def _brief(goal: str, screen: Screen) -> Brief:
    return Brief(Task(goal), Act(goal), screen, prefix="", sections=())


def _play(actor: ScriptedActor, goal: str, *screens: Screen) -> list[Action]:
    return [actor.decide(_brief(goal, screen)).action for screen in screens]


def test_there_are_more_solutions_than_the_bench_asks_for_and_each_is_of_a_task():
    assert len(SOLUTIONS) >= 30
    assert set(SOLUTIONS) <= set(task_names())
    assert {page.stem for page in OWN_PAGES.glob("*.html")} == set(OWN_SOLUTIONS)


def test_the_actor_plays_the_solution_and_claims_success_at_its_end():
    screen = _screen(("textbox", "", ("tap", "type")), ("button", "Submit", ("tap",)))
    actor = ScriptedActor(SOLUTIONS["enter-text-dynamic"])
    acted = _play(actor, 'Enter "k9" into the text field and press Submit.', screen, screen, screen, screen)
    assert acted == [Click(ByIndex(0)), InputText("k9"), Click(ByIndex(1)), Status("complete")]


@pytest.mark.parametrize("goal", ['Click on the link "missing".', "Click on the link."])
def test_where_it_is_lost_the_actor_claims_nothing(goal: str):
    (said,) = _play(ScriptedActor(SOLUTIONS["click-link"]), goal, _screen(("button", "Other", ("tap",))))
    assert isinstance(said, Status)
    assert said.goal_status == "infeasible"
    assert said.reason


def test_the_idle_actor_touches_nothing():
    actor, screen = IdleActor(), _screen(("button", "OK", ("tap",)))
    acted = [actor.decide(_brief("Click.", screen)).action for _ in range(2)]
    assert acted == [Wait(0.2), Status("complete")]


def test_numbers_are_guessed_and_computed():
    def typed(task: str, *texts: str) -> list[str]:
        rest = (("spinbutton", "", ("tap", "type")), ("textbox", "", ("tap", "type")), ("button", "Submit", ("tap",)))
        acted = _play(ScriptedActor(SOLUTIONS[task]), "Go.", *(_screen(("text", text, ()), *rest) for text in texts))
        return [action.text for action in acted if isinstance(action, InputText)]

    asked = "Waiting for your guess..."
    assert typed("guess-number", asked, asked, "The number is higher than 4.") == ["4", "7"]
    for shown, x in (("x + 3 = 10", "7"), ("x - 3 = 10", "13"), ("3 + x = 10", "7"), ("3 - x = 10", "-7")):
        assert typed("simple-algebra", shown) == [x]


def test_words_of_goals_and_what_stands_beside():
    assert quoted('Enter "a" and "b c".') == ["a", "b c"]
    assert ordinal("Check the 2nd radio button", "radio button") == 1
    assert number_in("Select -7 with the spinner") == -7
    with pytest.raises(Lost):
        number_in("no number")
    places = {"Color": (0, 0), "far": (100, 0), "near": (50, 0), "below": (45, 20)}
    cells = [Element(at, Box(*place, 40, 12), "cell", text) for at, (text, place) in enumerate(places.items())]
    assert beside(cells[0], cells) == cells[2], "the nearest to the right on the same line"
