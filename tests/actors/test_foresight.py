"""What a map known from code alone tells before anything is tried: apps by name, one of a list, missing ways."""

import pytest

from sextant.actors.foresight import Foresight
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.searching.bridging import unlikely
from sextant.utg.searching.frontier import Relevance, candidates, inside_apps
from sextant.utg.searching.lore import lore_of
from sextant.utg.words import query_of

HOME = Place("home")


def tap(name: str) -> Trigger:
    return Trigger("tap", ElementRef("button", name))


def said(source: str, name: str, target: str) -> Edge:
    return Edge(source, tap(name), target, origin="static")


def phone(*openers: str) -> Graph:
    """A launcher that is looked at, three apps known from code, and no word of what opens the bank."""
    graph = Graph("phone")
    exits = tuple(Exit(ElementRef("button", name), "button") for name in ("Marlow", "Diary", *openers))
    graph.put(Node(ScreenKey("launcher", "home", "home"), Face("Good morning"), exits))
    for app, name, title in (
        ("shop", "start", "Shop"),
        ("shop", "orders", "Orders"),
        ("calendar", "agenda", "Agenda"),
        ("wallet", "accounts", "Accounts"),
        ("wallet", "cards", "Cards"),
        ("wallet", "new", "New payee"),
        ("wallet", "more", "More"),
        ("wallet", "statements", "Statements"),
    ):
        graph.put(Node(ScreenKey(app, name, f"/{app}/{name}"), Face(title), origin="static"))
    for name in ("card", "statement"):
        label = f"/wallet/{name}/{{id}}"
        graph.put(Node(ScreenKey("wallet", name, label), Face(label), origin="static"))
    graph.set(said("home", "Marlow", "start"))
    graph.set(said("home", "Diary", "agenda"))
    graph.set(said("start", "Orders", "orders"))
    graph.set(said("statements", "May", "statement"))
    return graph


def foresight(graph: Graph, goal: str, *seen: str) -> Foresight:
    query = query_of(goal)
    relevance = Relevance(query, inside_apps(graph, query))
    return Foresight(None, relevance, {"home", *seen}, set(), lore_of(graph, query, HOME))


def bridge(graph: Graph, goal: str, ways: dict[Place, int]) -> str:
    """The label of what is tried first, empty where the map needs no bridge."""
    ahead = foresight(graph, goal)
    options = candidates(graph, ahead.relevance, ways, ways, frozenset())
    aim = ahead.bridge(graph, ways, ways, options)
    return "" if aim is None else aim.exit.label if aim.exit is not None else aim.place.node


WAYS = {HOME: 0, Place("start"): 1, Place("agenda"): 1, Place("orders"): 2}


@pytest.mark.parametrize(
    ("goal", "tried"),
    [
        ("In Till & Tally, go to what I spent.", "Till & Tally"),
        ("Open the statements in Till & Tally.", "Till & Tally"),
        ("Open the orders in Marlow.", "Marlow"),
        ("Till & Tally", ""),
    ],
)
def test_the_app_that_the_goal_names_is_opened_by_what_is_called_so(goal: str, tried: str) -> None:
    assert bridge(phone("Till & Tally", "Hand-in"), goal, WAYS) == tried


def test_what_code_says_that_a_named_app_is_does_not_keep_it_from_being_opened() -> None:
    graph = phone("Till & Tally")
    graph.set(said("home", "Till & Tally", "agenda"))
    assert bridge(graph, "Open the agenda in Till & Tally.", WAYS) == "Till & Tally"
    graph.set(Edge("home", tap("Till & Tally"), "accounts", successes=1))
    assert bridge(graph, "Open the agenda in Till & Tally.", WAYS) != "Till & Tally", "it has been seen"


def test_what_opens_the_named_app_and_cannot_be_touched_is_not_insisted_on() -> None:
    graph = phone("Till & Tally")
    ahead = foresight(graph, "Open the agenda in Till & Tally.")
    avoid = frozenset({("home", tap("Till & Tally"))})
    aim = ahead.bridge(graph, WAYS, WAYS, candidates(graph, ahead.relevance, WAYS, WAYS, avoid), avoid)
    assert aim is None or aim.exit is None


def test_an_app_that_code_was_wrong_about_is_not_the_one_that_the_goal_names() -> None:
    graph = phone()
    query = query_of("Open the orders in Marlow.")
    assert set(inside_apps(graph, query)) == {"shop"}
    graph.set(Edge("home", tap("Marlow"), "start", failures=1, origin="static"))
    graph.set(Edge("home", tap("Marlow"), "accounts", successes=1))
    assert set(inside_apps(graph, query)) == {"wallet"}


def test_what_names_another_app_is_the_last_to_be_tried_as_the_way_into_one() -> None:
    assert bridge(phone("Calendar", "Tally"), "Show me the statements.", WAYS) == "Tally"
    assert bridge(phone("Hand-in", "Wallet"), "Show me the statements.", WAYS) == "Wallet"


def test_a_list_is_not_what_a_goal_asks_for_that_asks_for_one_of_what_it_lists() -> None:
    graph = phone()
    cards, card = Place("cards"), Place("card")
    one = foresight(graph, "the limit and the number of a card")
    assert one.merely_lists(graph, cards)
    assert not one.merely_lists(graph, card)
    assert one.instance(graph, cards, {cards: 0, card: 1}) == card
    assert not foresight(graph, "the cards").merely_lists(graph, cards)


def test_one_thing_is_not_what_a_goal_asks_for_that_asks_for_many() -> None:
    graph = phone()
    every = foresight(graph, "my latest statements")
    assert every.one_for_all(graph, Place("statement"))
    assert not every.one_for_all(graph, Place("statements"))
    assert every.instance(graph, Place("statement"), {Place("statements"): 1}) == Place("statements")


def test_a_missing_way_begins_rather_at_more_than_at_a_form_and_at_the_list_than_at_others() -> None:
    graph = phone()
    nodes = graph.nodes

    def rank(wanted: str) -> list[str]:
        names = ("accounts", "cards", "new", "more", "statements")
        return sorted(names, key=lambda name: unlikely(graph, nodes[name], nodes[wanted]))

    assert rank("accounts")[0] == "more"
    assert rank("accounts")[-1] == "new"
    assert rank("card")[0] == "cards"
    assert rank("card").index("accounts") < rank("card").index("statements"), "of those it is known what they list"


def test_a_map_is_known_from_code_as_long_as_most_of_it_is() -> None:
    graph = phone()
    assert foresight(graph, "orders").charted(graph)
    assert not foresight(Graph("none"), "orders").charted(Graph("none"))


def test_who_looks_around_an_app_asks_for_no_dialogs_and_leaves_forms_for_the_end() -> None:
    graph = phone("Till & Tally")
    graph.set(Edge("home", tap("Till & Tally"), "accounts", successes=1))
    graph.put(Node(ScreenKey("wallet", "accounts", "/wallet/accounts"), Face("Accounts")))
    graph.put(Node(ScreenKey("wallet", "sure", "/wallet/accounts · sure"), Face("Close the account?"), origin="static"))
    for name in ("cards", "new", "sure"):
        graph.set(said("accounts", name, name))
    ahead = foresight(graph, "In Till & Tally, go to what is left.", "accounts")
    ways = {Place("accounts"): 0, Place("new"): 1, Place("sure"): 1, Place("cards"): 2}
    looked = ahead.look(graph, ways, None)
    assert looked is not None
    assert looked.place == Place("cards")
    looked = ahead.look(graph, {place: cost for place, cost in ways.items() if place.node != "cards"}, None)
    assert looked is not None
    assert looked.place == Place("new")
    assert ahead.look(graph, {Place("accounts"): 0, Place("sure"): 1}, None) is None
