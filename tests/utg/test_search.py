"""Best-first search: what there is to choose from, what an untried way on is worth, how likely each page is."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.text.embedding import WordNearness, shipped
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.relevance import ComparedText, GoalRelevance, Led
from sextant.utg.search import (
    KnownScreen,
    SearchOption,
    known_screens,
    labels_into,
    likelihood,
    options,
)

HOME, DOCS = Place("home"), Place("docs")


def node(id_: str, title: str, address: str, *exits: Exit, dead: bool = False) -> Node:
    face = Face(title, (title,), location=address)
    return Node(ScreenKey("app", id_, address), face, exits, ((),), (address,), dead=dead)


def graph_of(*exits: Exit) -> Graph:
    graph = Graph("app")
    graph.put(node("home", "Home", "/", *exits))
    return graph


def link(label: str, href: str = "", **more: object) -> Exit:
    return Exit(ElementRef("link", label), href=href, **more)  # type: ignore[arg-type]


def button(label: str, **more: object) -> Exit:
    return Exit(ElementRef("button", label), "button", **more)  # type: ignore[arg-type]


def ranked(
    graph: Graph,
    goal: str,
    *places: Place,
    avoid: frozenset[tuple[str, Trigger]] = frozenset(),
) -> list[SearchOption]:
    here = dict.fromkeys(places or (HOME,), 0)
    return options(graph, GoalRelevance(goal, WordNearness(shipped())), here, here, avoid)


def labels(found: Sequence[SearchOption]) -> list[str]:
    return [one.exit.label for one in found]


def worth(found: Sequence[SearchOption], label: str) -> float:
    (one,) = [one for one in found if one.exit.label == label and one.place.node == "home"]
    return one.worth


# -- what there is --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "left_out",
    [
        link("Home", "/"), link("Delete all", "/x", risk="it says so"),
        button("Yes", change="the answer to a question"), link("Overview", "/y", here=True),
        link("Secret", "/z", reach="hidden"), link("Tapped"), link("Avoided"),
    ],
    ids=lambda one: one.label,
)  # fmt: skip
def test_what_is_risky_known_or_out_of_reach_is_no_option(left_out: Exit) -> None:
    graph = graph_of(link("Notes", "/notes"), left_out)
    graph.put(node("taken", "Taken", "/taken"))
    graph.set(Edge("home", Trigger("tap", ElementRef("link", "Tapped")), "taken", successes=1))
    avoid = frozenset({("home", Trigger("tap", ElementRef("link", "Avoided")))})
    assert labels(ranked(graph, left_out.label, avoid=avoid)) == ["Notes"]


def test_ways_on_of_screens_that_cannot_be_got_to_are_no_options() -> None:
    graph = graph_of(link("Notes", "/notes"))
    graph.put(node("docs", "Docs", "/docs", link("Force")))
    graph.put(node("gone", "Not found", "/gone", link("Back"), dead=True))
    assert labels(ranked(graph, "force", HOME, Place("gone"))) == ["Notes"]
    assert labels(ranked(graph, "force", HOME, DOCS))[0] == "Force"


def test_what_lies_over_a_control_is_closed_unless_the_control_is_bare_elsewhere() -> None:
    covered = graph_of(link("Notes", "/notes", reach="covered"))
    (under,) = ranked(covered, "notes")
    assert under.distance == 1
    covered.put(node("open", "Home", "/", link("Notes", "/notes")))
    assert [one.place.node for one in ranked(covered, "notes", HOME, Place("open"))] == ["open"]


def test_known_screens_are_those_within_reach_that_are_no_error_pages() -> None:
    graph = graph_of()
    graph.put(node("docs", "Docs", "/docs"))
    graph.put(node("gone", "Not found", "/gone", dead=True))
    found = known_screens(graph, {DOCS, Place("gone")}, {DOCS: [Led("Guide")]})
    assert [(one.place, one.name, one.odds) for one in found] == [(DOCS, "Docs", -math.inf)]
    assert "Guide" in found[0].words.name


# -- what led to a screen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "failures", "target"),
    [(0, 1, "horn"), (1, 5, "horn"), (1, 0, "lamp"), (1, 0, "other")],
    ids=["no", "seldom", "another link", "elsewhere"],
)
def test_a_touch_that_did_not_lead_where_the_link_says_names_nothing(
    successes: int, failures: int, target: str
) -> None:
    graph = graph_of(link("Horn", "/horn"), link("Lamp", "/lamp"))
    for name in ("horn", "lamp", "other"):
        graph.put(node(name, name, f"/{name}"))
    trigger = Trigger("tap", ElementRef("link", "Horn"))
    graph.set(Edge("home", trigger, target, successes=successes, failures=failures))
    said = {place.node: led for place, led in labels_into(graph).items()}
    assert said == {"horn": [Led("Horn")], "lamp": [Led("Lamp")]}, "what the addresses say, and no more"


# -- what an untried way on is worth --------------------------------------------------------------------------------


def test_the_label_that_names_the_goal_comes_first_and_what_was_vain_later() -> None:
    settings, notes = link("Settings", "/a"), link("Notes", "/b")
    assert labels(ranked(graph_of(notes, settings), "settings")) == ["Settings", "Notes"]
    vain = link("Settings", "/a", vain=30)
    assert labels(ranked(graph_of(notes, vain), "settings")) == ["Notes", "Settings"], "it is never off for good"


def test_the_page_that_a_control_stands_on_says_of_what_it_is() -> None:
    graph = Graph("app")
    for name in ("Bob", "Alice"):
        graph.put(node(name, name, f"/people/{name}", button("Orders")))
    found = ranked(graph, "the orders of Alice", Place("Bob"), Place("Alice"))
    assert [one.place.node for one in found] == ["Alice", "Bob"]
    assert found[0].odds > found[1].odds


def test_of_a_list_of_which_some_were_taken_the_rest_is_worth_less() -> None:
    rows = [link(f"Item {name}", f"/items/{name}", kind="item", group="/items/{}") for name in ("oak", "elm", "fir")]
    graph = graph_of(*rows, link("Help", "/help"))
    graph.put(node("oak", "Oak", "/items/oak"))
    before = ranked(graph, "zebra")
    graph.set(Edge("home", Trigger("tap", rows[0].element), "oak", successes=1))
    after = ranked(graph, "zebra")
    assert worth(after, "Item elm") < worth(before, "Item elm")
    assert worth(after, "Help") == worth(before, "Help")


def test_what_is_farther_is_worth_less() -> None:
    near, deep = link("Notes", "/notes"), link("Notes", "/notes", buried=1, scrolls=2)
    (close,), (far,) = ranked(graph_of(near), "notes"), ranked(graph_of(deep), "notes")
    assert (close.distance, far.distance) == (0, 3)
    assert far.worth < close.worth
    assert far.odds == close.odds


# -- how likely each page is ----------------------------------------------------------------------------------------


def known(name: str, odds: float) -> KnownScreen:
    return KnownScreen(Place(name), (name,), name, ComparedText(name), odds)


def way(label: str, odds: float) -> SearchOption:
    return SearchOption(HOME, link(label), ComparedText(label), odds, -math.inf, 0.0, 0)


_ODDS = st.lists(st.floats(-50, 50), max_size=6)


@given(_ODDS, _ODDS, st.floats(-50, 50), st.integers(0, 1000))
def test_odds_of_pages_sum_to_one_at_most_and_the_better_page_is_likelier(
    pages: list[float], ways: list[float], absent: float, seen: int
) -> None:
    every = [known(str(at), odds) for at, odds in enumerate(pages)]
    found = likelihood(every, [way(str(at), odds) for at, odds in enumerate(ways)], absent, seen)
    assert len(found) == len(pages)
    assert sum(found.values()) <= 1 + 1e-9
    by_odds = [found[one.page] for one in sorted(every, key=lambda one: one.odds)]
    assert by_odds == sorted(by_odds)


def test_a_poor_best_page_is_unlikely_where_nothing_of_the_kind_may_be() -> None:
    pages = [known("best", -1.0), known("other", -6.0)]
    assert likelihood(pages, (), absent=-9.0)["best",] > 0.9
    assert likelihood(pages, (), absent=3.0)["best",] < 0.1


def test_where_few_ways_on_were_seen_others_are_still_to_be_met() -> None:
    pages, ways = [known("best", 3.0)], [way("Notes", 1.0), way("Help", 0.0)]
    few, many, all_ = (likelihood(pages, ways, -9.0, seen)["best",] for seen in (4, 40, 4000))
    assert few < many < all_
    assert likelihood(pages, (), -9.0, 4) == likelihood(pages, (), -9.0, 4000), "unless none is left"
