"""The crash bench's own judgement: what counts as a needless question, and what as a settlement."""

import json
from urllib.request import urlopen

import pytest

from sextant.bench.crash.desk import Desk, DeskServer, Mode
from sextant.bench.crash.players import DeskActor, DeskClerk, order_of
from sextant.bench.crash.programmed import program_of, state_in, states_of
from sextant.bench.crash.supervisor import Browser, Condition, Tally, attention, course_of
from sextant.bench.figures import BenchOptions
from sextant.errors import UsageError
from sextant.evidence import Ledger
from sextant.program.course import ProgramCourse
from sextant.program.language import End, Machine, parse
from sextant.types.actions import Click, Tap, Wait
from sextant.types.decisions import Act, Brief
from sextant.types.devices import Intent
from sextant.types.evidence import Effect, Gone, Predicate, TextVisible
from sextant.types.geometry import Point
from sextant.types.tasks import Task
from tests.support.screens import element, screen

SHOWN, VAGUE, TOLD = TextVisible("Order 7 is placed"), Gone("Place order 7"), Effect("order 7 placed")


def intent(expected: Predicate) -> Intent:
    return Intent(
        "7.a", 7, Tap(Point(1, 1)), "d", "place order 7", None, irreversible=True, expectations=(expected,), at=0.0
    )


@pytest.mark.parametrize(
    ("mode", "browser", "expected", "happened", "decidable"),
    [
        ("evidence", "lives", SHOWN, False, True),
        ("evidence", "lives", SHOWN, True, True),
        ("evidence", "killed", SHOWN, True, True),
        ("evidence", "killed", SHOWN, False, False),
        ("evidence", "killed", VAGUE, True, False),
        ("evidence", "killed", VAGUE, False, False),
        ("silent", "lives", TOLD, False, True),
        ("silent", "lives", TOLD, True, False),
    ],
)
def test_a_question_is_needless_where_device_or_page_can_tell(
    mode: Mode, browser: Browser, expected: Predicate, happened: bool, decidable: bool
) -> None:
    assert Condition(mode, browser, "random").decidable(intent(expected), happened) is decidable


def test_always_asking_does_not_score() -> None:
    assert attention(Tally(resumes=4, asked=4, needless=["a", "b"])) == 0.5
    assert attention(Tally(resumes=4, asked=4, needless=["a", "b", "c"], wrong=["d"])) == 0.0
    assert attention(Tally(resumes=4, asked=4)) == 1.0


def test_the_number_of_an_order() -> None:
    assert order_of("place order 7") == order_of("Did this already happen: place order 7?") == 7
    assert order_of("show the desk") == 0


def test_behind_the_curtain_the_desk_is_shown_first_and_then_little_is_expected() -> None:
    actor = DeskActor("evidence", ambiguous=True)

    def decide(label: str) -> tuple[str, tuple[Predicate, ...]]:
        shown = screen(element(0, "heading", "Order desk"), element(1, "button", label))
        decision = actor.decide(Brief(Task("order"), Act("order"), shown, "", ()))
        return decision.description, decision.expectations

    assert decide("Show the desk") == ("show the desk", (Gone("Show the desk"),))
    assert decide("Place order 7") == ("place order 7", (VAGUE,))


def test_a_page_says_whether_it_has_a_curtain() -> None:
    with DeskServer(Desk("evidence", orders=8, curtain=True)) as server, urlopen(server.url, timeout=10) as reply:
        page = reply.read().decode()
    assert '"curtain": true' in page
    assert json.loads(page.split("const state = ")[1].split(";\n")[0])["orders"] == 8


def test_the_states_of_a_program_are_those_of_its_walk_and_another_one_is_told_from_them() -> None:
    source = program_of("evidence", 3)
    walk = states_of(source)
    assert list(walk) == list(range(7))
    assert isinstance(walk[6].want, End)
    assert walk[6].want.result == 3
    assert walk[4].variables == {"placed": 2, "done": [1, 2], "order": 3, "said": "Order 2 is placed"}
    machine = Machine(parse(source))
    for answer in (None, "Order 1 is placed", None):
        machine.give(answer)
    snapshot = json.loads(json.dumps(machine.snapshot()))
    assert state_in(source, snapshot) == walk[3]
    snapshot["frames"][0]["values"]["placed"] = 7
    snapshot["kept"]["placed"] = 7
    assert state_in(source, snapshot) != walk[3]
    assert len(states_of(program_of("silent", 3))) == 4
    assert states_of("") == {}


def test_the_clerk_answers_from_the_page_and_places_what_follows() -> None:
    course = ProgramCourse(Task("order"), parse(program_of("evidence", 3)), Ledger())
    shown = screen(element(0, "text", "Order 1 is placed"), element(1, "button", "Place order 2"))
    directive = course.next(shown)
    assert isinstance(directive, Act)
    decided = DeskClerk("evidence").decide(Brief(Task("order"), directive, shown, "", ()))
    assert [(item.answer, item.quote) for item in decided.judgements] == [("yes", "Order 1 is placed")] * 2
    assert isinstance(decided.action, Click)
    assert decided.expectations == (TextVisible("Order 2 is placed"),)
    silent = DeskClerk("silent").decide(Brief(Task("order"), directive, screen(element(0, "text", "x")), "", ()))
    assert silent.judgements[0].answer == "no"
    assert isinstance(silent.action, Wait)


def test_a_course_is_the_goal_or_a_program() -> None:
    assert course_of(BenchOptions()) == "goal"
    assert course_of(BenchOptions(extra={"course": "program"})) == "program"
    assert Condition("evidence", "lives", "random").program == ""
    assert "range(1, 49)" in Condition("evidence", "lives", "random", course="program").program
    with pytest.raises(UsageError, match="no course 'walk'"):
        course_of(BenchOptions(extra={"course": "walk"}))
