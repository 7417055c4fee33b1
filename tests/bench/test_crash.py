"""The crash bench's own judgement: what counts as a needless question, and what as a settlement."""

import json
from urllib.request import urlopen

import pytest

from sextant.bench.crash.desk import Desk, DeskServer, Mode
from sextant.bench.crash.subject import DeskActor, order_of
from sextant.bench.crash.supervisor import Browser, Condition, Tally, attention
from sextant.types.actions import Tap
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
