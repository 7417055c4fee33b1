"""What screens are called on the page of a map: words first, a kind for what stands for many, every name once."""

import pytest

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Trigger
from sextant.utg.titles import route_of, titles_of

ITEM = ((("id", "7"),),)


def screen(
    label: str, title: str = "", heads: tuple[str, ...] = (), many: bool = False, own: str = "", dead: bool = False
) -> Node:
    location = label.partition(" · ")[0].replace("{id}", "7")
    key = ScreenKey("app", own or label, label)
    return Node(key, Face(title, heads, (), location), (), ITEM if many else ((),), dead=dead)


def graph_of(*nodes: Node) -> Graph:
    graph = Graph("app")
    for node in nodes:
        graph.put(node)
    return graph


@pytest.mark.parametrize(
    ("label", "heads", "named"),
    [
        ("/items/{id}", ("Tea number 7",), "Item"),
        ("/bug{id}", ("Bug 7: it hurts",), "Bug"),
        ("/categories/{id}", (), "Category"),
        ("/class/{id}", (), "Class"),
        ("/#/builders/{id}/builds/{id} · tab steps", (), "Build · steps"),
        ("/account/{id}?r=changes", (), "Account · changes"),
        ("/{id}/settle_bills", (), "Settle bills"),
        ("/{id}/edit · edit project", (), "Edit project"),
        ("/builds/{id} · tab build build 2", (), "Build 2"),
    ],
)
def test_what_stands_for_many_is_called_by_its_kind(label: str, heads: tuple[str, ...], named: str) -> None:
    titles = titles_of(graph_of(screen(label, "One of them - Shop", heads, many=True)))
    assert titles[label].replace(" · build 2", " 2") == named
    assert "{" not in titles[label]


def test_what_all_titles_hold_names_none_and_links_do_instead() -> None:
    pages = ("/", "/#/grid", "/#/console", "/#/pendingrequests")
    graph = graph_of(*(screen(page, "Build Farm") for page in pages))
    for page, words in (("/#/grid", "Grid View"), ("/#/pendingrequests", "Pending requests")):
        graph.set(Edge("/", Trigger("tap", ElementRef("link", words)), page, successes=1))
    assert list(titles_of(graph).values()) == ["Build Farm", "Grid View", "Console", "Pending requests"]


def test_an_error_is_not_called_by_the_link_that_leads_to_it() -> None:
    graph = graph_of(screen("/"), screen("/gone", "Not found", dead=True))
    graph.set(Edge("/", Trigger("tap", ElementRef("link", "Our prices")), "/gone", successes=1))
    assert titles_of(graph)["/gone"] == "Not found"


def test_of_one_name_each_is_told_by_more_of_its_title_or_address_and_never_twice() -> None:
    graph = graph_of(
        screen("/shop/help", "Help - Index"),
        screen("/shop/help/keys", "Help - Keys"),
        screen("/shop/holdings", "Holdings"),
        screen("/shop/holdings/by_account", "Holdings"),
        screen("/shop/twin", "Twin", own="a"),
        screen("/shop/twin", "Twin", own="b"),
    )
    assert list(titles_of(graph).values()) == [
        "Help - Index",
        "Help - Keys",
        "Holdings",
        "Holdings · by account",
        "Twin",
        "Twin (2)",
    ]


def test_the_address_comes_second_and_without_what_is_open_on_the_screen() -> None:
    assert route_of(screen("/items/{id} · tab reviews", many=True)) == "/items/{id}"
    assert route_of(screen("/help · menu tools")) == "/help"


@pytest.mark.parametrize(
    ("label", "named"),
    [
        ("/movies/{id}", "Movie"),
        ("/series/{id}", "Series"),
        ("/news/{id}", "News"),
        ("/cookies/{id}", "Cookie"),
        ("/canvas/{id}", "Canvas"),
        ("/heroes/{id}", "Hero"),
        ("/purchase-orders/{id}", "Purchase order"),
        ("/branches/{id}/edit", "Edit"),
    ],
)
def test_a_kind_is_english(label: str, named: str) -> None:
    assert titles_of(graph_of(screen(label, many=True))) == {label: named}


@pytest.mark.parametrize("heading", ["Bora Bora", "Walla Walla", "Duran Duran", "New New York"])
def test_a_heading_stays_as_the_app_says_it(heading: str) -> None:
    assert titles_of(graph_of(screen("/place", f"{heading} - Trips", (heading,))))["/place"] == heading
    twins = graph_of(screen("/a/place", heading, (heading,)), screen("/b/place", heading, (heading,)))
    assert all(title.startswith(heading) for title in titles_of(twins).values())
