"""Goals that ask for one of many, for all of them, or for something of its own."""

import pytest

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.searching.instances import (
    about_one,
    asks_for_all,
    asks_for_any,
    lists_of,
    lists_them,
    one_of,
    record_scores,
)
from sextant.utg.searching.lore import best_place, lore_of
from sextant.utg.words import query_of


@pytest.mark.parametrize(
    "goal",
    [
        "one of the orders",
        "Open an order.",
        "In the shop, go to one of the orders.",
        "Show me the details of an order",
        "the price of one book",
        "go to a chat with somebody",
        "somebody's profile",
        "the limit and the number of a card",
    ],
)
def test_a_goal_that_leaves_open_which_one(goal: str) -> None:
    assert asks_for_any(goal)
    assert not asks_for_all(goal)


@pytest.mark.parametrize(
    "goal",
    ["the orders", "Open my orders in the shop", "Show me books that I have read", "In the bank, my last payments"],
)
def test_a_goal_that_asks_for_all(goal: str) -> None:
    assert asks_for_all(goal)
    assert not asks_for_any(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "the order 1712",
        "add an order",
        "cancel one of the orders",
        "status",
        "one-time code",
        "find a doctor",
        "a list of books",
    ],
)
def test_a_goal_that_asks_for_something_of_its_own(goal: str) -> None:
    assert not asks_for_any(goal)
    assert not asks_for_all(goal)


def shop() -> Graph:
    graph = Graph("shop")
    graph.put(Node(ScreenKey("shop", "home", "/home"), Face("Home")))
    row = Exit(ElementRef("button", "Lamp and shade"), "item", group="rows")
    graph.put(Node(ScreenKey("shop", "orders", "/orders"), Face("Orders"), (row,)))
    graph.put(Node(ScreenKey("shop", "order", "/order/{id}"), Face("/order/{id}"), origin="static"))
    graph.set(Edge("home", Trigger("tap", ElementRef("button", "Orders")), "orders", successes=1))
    graph.set(Edge("orders", Trigger("tap", row.element), "order", origin="static"))
    return graph


def test_one_of_many_is_a_screen_about_one_and_the_list_is_not() -> None:
    graph = shop()
    assert about_one(graph.nodes["order"])
    assert about_one(graph.nodes["home"], (("record", "7"),))
    assert not about_one(graph.nodes["orders"])
    assert not about_one(graph.nodes["home"], (("heading", "Hello"),))
    assert lists_them(graph, Place("orders"))
    assert not lists_them(graph, Place("order"))
    assert list(one_of(graph, Place("orders"))) == [Place("order")]
    assert list(lists_of(graph, Place("order"))) == [Place("orders")]


def test_the_map_gives_one_of_them_or_the_list_as_the_goal_asks() -> None:
    graph, ways = shop(), {Place("home"): 0, Place("orders"): 1, Place("order"): 2}
    query = query_of("one of the orders")
    one = best_place(graph, query, ways, frozenset(), lore_of(graph, query, None))
    assert one is not None
    assert one.place == Place("order")
    assert one.score > 0.9
    every = best_place(graph, query_of("the orders"), ways, frozenset(), lore_of(graph, query_of("the orders"), None))
    assert every is not None
    assert every.place == Place("orders")
    assert record_scores(graph, query_of("the orders"), {}) == {}


def policy(*heads: str) -> Graph:
    """A page with rows that nobody has touched."""
    graph = Graph("site")
    row = Exit(ElementRef("link", "What we keep, and for how long"), "item", group="contents")
    graph.put(Node(ScreenKey("site", "page", "/page"), Face(heads=heads), (row,)))
    return graph


@pytest.mark.parametrize(
    ("goal", "head", "listed"),
    [
        ("a privacy policy", "Privacy policy", False),
        ("Show me a privacy policy", "Privacy policy", False),
        ("a privacy policy", "Privacy policies", True),
        ("an event", "Events", True),
        ("one of the events", "Events", True),
        ("any event", "Event", True),
        ("a privacy policy", "Help", True),
    ],
)
def test_a_page_that_is_called_as_it_is_asked_for_is_no_list_of_it(goal: str, head: str, listed: bool) -> None:
    assert lists_them(policy(head), Place("page"), query_of(goal)) is listed


def test_a_page_that_leads_to_what_is_called_the_same_is_a_list_whatever_it_is_called() -> None:
    graph = policy("Order")
    graph.put(Node(ScreenKey("site", "order", "/order/{id}"), Face("Order 7")))
    graph.set(Edge("page", Trigger("tap", ElementRef("link", "7")), "order", successes=1))
    assert lists_them(graph, Place("page"), query_of("an order"))
