"""What a page held when it was opened shows no deed; what came up on it since does."""

import json

import pytest

from sextant.types.actions import Action, ByIndex, InputText, Scroll, Wait
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from tests.guides.steps import made, page, statuses, tap, told
from tests.support.screens import element, screen

GOAL = 'Add "Milk" to the list. Pay the rent of 700 EUR.'
HOME = page("Home", "Open", "Add", "Next")
DAIRY = page("Dairy", "(Milk 3.5% from the farm)", "(Your rent contract with 700 EUR)", "Next")
EMPTY = page("List", "Add", "Next")
FILLED = page("List", "(Milk)", "Add", "Next")


def says(number: int, on: Screen, item: str, quote: str) -> Transition:
    """A look at the screen, with a mark in its decision."""
    fields = {"task-state": {"done": [{"item": item, "quote": quote}]}}
    return tap(number, on, "", on, "wait", fields=fields, action=Wait(1))


def field_page(title: str, role: str, label: str, value: str = "", *texts: str) -> Screen:
    rows = [element(at, "text", text) for at, text in enumerate(texts, 3)]
    shown = [element(0, "heading", title), element(1, role, label, value=value, affordances=("tap", "type"))]
    return screen(*shown, element(2, "button", "Save"), *rows, title=title, location=f"http://app.test/{title}")


def typed(number: int, before: Screen, after: Screen, text: str) -> Transition:
    return tap(number, before, "", after, action=InputText(text, ByIndex(1, before.digest)))


@pytest.mark.parametrize(
    ("item", "quote"), [("r1", "Milk 3.5% from the farm"), ("r2", "Your rent contract with 700 EUR")]
)
def test_a_page_that_was_merely_opened_shows_no_deed(item: str, quote: str) -> None:
    guide, ledger = made(GOAL)
    guide.observe(tap(0, HOME, "Open", DAIRY))
    guide.observe(says(1, DAIRY, item, quote))
    assert statuses(ledger) == {item: "proposed"}
    assert "Said to be done, not shown" in told(guide, HOME)
    guide.observe(tap(2, DAIRY, "Next", HOME))
    guide.observe(tap(3, HOME, "Open", DAIRY))
    guide.restore(guide.snapshot())
    guide.observe(says(4, DAIRY, item, quote))
    assert statuses(ledger) == {item: "proposed"}, "nor when it is opened again"


def test_two_pages_that_only_their_heading_tells_apart_are_two() -> None:
    before = screen(element(0, "heading", "Lists"), element(1, "button", "Open"))
    after = screen(element(0, "heading", "Overview"), element(1, "text", "Milk 3.5% from the farm"))
    guide, ledger = made(GOAL)
    guide.observe(tap(0, before, "Open", after))
    guide.observe(says(1, after, "r1", "Milk 3.5% from the farm"))
    assert statuses(ledger) == {"r1": "proposed"}


@pytest.mark.parametrize("action", [Scroll("down"), Wait(1)])
def test_what_came_into_view_without_a_touch_shows_no_deed(action: Action) -> None:
    loading = page("Dairy", "Next")
    guide, ledger = made(GOAL)
    guide.observe(tap(0, HOME, "Open", loading))
    guide.observe(tap(1, loading, "", DAIRY, action=action))
    guide.observe(says(2, DAIRY, "r1", "Milk 3.5% from the farm"))
    assert statuses(ledger) == {"r1": "proposed"}


def test_what_a_search_has_found_shows_no_deed() -> None:
    empty, full = field_page("Shop", "searchbox", "Search"), field_page("Shop", "searchbox", "Search", "milk")
    found = field_page("Shop", "searchbox", "Search", "milk", "Milk 3.5%")
    results = page("Results", "(Milk 3.5%)", "Next")
    for after in (found, results):
        guide, ledger = made(GOAL)
        guide.observe(typed(0, empty, full, "milk"))
        guide.observe(tap(1, full, "Save", after))
        guide.observe(says(2, after, "r1", "Milk 3.5%"))
        assert statuses(ledger) == {"r1": "proposed"}


def test_a_row_that_came_up_on_a_page_that_was_known_shows_the_deed() -> None:
    guide, ledger = made(GOAL)
    guide.observe(tap(0, HOME, "Open", EMPTY))
    guide.observe(tap(1, EMPTY, "Add", FILLED))
    guide.observe(says(2, FILLED, "r1", "Milk"))
    assert statuses(ledger)["r1"] in ("attested", "verified")


def test_a_row_that_came_up_late_after_a_touch_shows_the_deed() -> None:
    guide, ledger = made(GOAL)
    guide.observe(tap(0, HOME, "Open", EMPTY))
    guide.observe(tap(1, EMPTY, "Add", EMPTY))
    guide.observe(tap(2, EMPTY, "", FILLED, action=Wait(1)))
    guide.observe(says(3, FILLED, "r1", "Milk"))
    assert statuses(ledger)["r1"] in ("attested", "verified")


@pytest.mark.parametrize("seen_before", [True, False])
def test_what_was_typed_and_sent_shows_the_deed_on_whatever_page_it_leads_to(seen_before: bool) -> None:
    empty, full = field_page("New", "textbox", "Name"), field_page("New", "textbox", "Name", "a pint")
    guide, ledger = made(GOAL)
    if seen_before:
        guide.observe(tap(0, EMPTY, "Add", empty))
    guide.observe(typed(1, empty, full, "a pint"))
    guide.observe(tap(2, full, "Save", FILLED))
    guide.observe(says(3, FILLED, "r1", "Milk"))
    assert statuses(ledger)["r1"] in ("attested", "verified")


@pytest.mark.parametrize(
    ("goal", "opened", "quote"),
    [
        ("Open the dairy page.", DAIRY, "Dairy"),
        ("Find the milk.", DAIRY, "Milk 3.5% from the farm"),
        (GOAL, page("Dairy", "(Milk added)", "Next"), "Milk added"),
    ],
)
def test_an_opened_page_shows_that_it_was_reached_and_what_it_says_of_a_deed(
    goal: str, opened: Screen, quote: str
) -> None:
    guide, ledger = made(goal)
    guide.observe(tap(0, HOME, "Open", opened))
    guide.observe(says(1, opened, "r1", quote))
    assert statuses(ledger)["r1"] in ("attested", "verified")


def test_what_is_kept_of_pages_stays_small_and_holds_no_words() -> None:
    guide, _ = made(GOAL)
    for number in range(60):
        long = [f"(row {number} {at} of a long list)" for at in range(400)]
        guide.observe(tap(number, HOME, "Open", page(f"Page {chr(97 + number % 26)} {number}", *long)))
    kept = json.dumps(guide.snapshot()["pages"])
    assert len(kept) < 6000
    assert "row" not in kept


def test_an_interrupt_brings_nothing_about() -> None:
    guide, ledger = made(GOAL)
    guide.observe(Transition(0, HOME, Decision(Wait(1), HOME.digest), DAIRY, "none", interrupt="popup"))
    guide.observe(says(1, DAIRY, "r1", "Milk 3.5% from the farm"))
    assert statuses(ledger) == {"r1": "proposed"}
