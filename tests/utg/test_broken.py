"""Broken links are told each with its own address, and every figure of a map counts alike."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.actors.explorer import Explorer
from sextant.types.actions import ByIndex, Click
from sextant.types.codec import from_json
from sextant.types.decisions import Decision
from sextant.types.screens import Screen, ScreenKey
from sextant.utg.broken_links import BrokenLink, broken_links
from sextant.utg.comparing.statistics import statistics
from sextant.utg.counts import ORIGINS, origins_noted, tally
from sextant.utg.edge_errors import EdgeError
from sextant.utg.exclusions import unguarded
from sextant.utg.files.exported import map_json
from sextant.utg.files.imported import parse_map
from sextant.utg.graph import Graph, Trigger
from sextant.utg.store import MapStore
from tests.actors.toysite import ORIGIN, Link, Page, Site, perform, walk
from tests.utg.builds import APP, link, node
from tests.utg.builds import walk as add


class OneErrorScreen(Site):
    """A site whose pages of one error are one screen, as they are to the identity of screens."""

    def screen(self) -> Screen:
        shown = super().screen()
        status = self.page.status
        if not status.startswith(("4", "5")):
            return shown
        return replace(shown, key=ScreenKey(ORIGIN, f"error {status}", f"error {status}"), binding=())


def shop() -> OneErrorScreen:
    return OneErrorScreen(
        {
            "/": Page(
                "Home", (Link("Old catalogue", "/old"), Link("Notes", "/notes"), Link("Status", "/r", says=False))
            ),
            "/notes": Page("Notes", (Link("Terms", "/terms"), Link("See the catalogue", "/old"), Link("Home", "/"))),
            "/r": Page("Server error", status="500"),
        }
    )


def told(links: tuple[BrokenLink, ...]) -> set[tuple[str, str, str, str, bool]]:
    return {(one.label, one.screen, one.address, one.status, one.tried) for one in links}


def test_an_exploration_keeps_the_address_of_every_broken_link(tmp_path: Path) -> None:
    path = tmp_path / "maps.sqlite"
    with MapStore(path) as store:
        walked = walk(Explorer(store, unguarded), shop(), "draw the map")
        assert walked.claimed == "complete", walked.story
        live = store.map(ORIGIN).graph
    with MapStore(path) as store:
        graph = store.load(ORIGIN)
    assert len([one for one in graph.nodes.values() if one.dead]) == 2, "all pages of one error are one screen"
    assert told(broken_links(graph)) == {
        ("Old catalogue", "Home", "/old", "404", True),
        ("Terms", "Notes", "/terms", "404", True),
        ("See the catalogue", "Notes", "/old", "404", False),
        ("Status", "Home", "/r", "500", True),
    }
    assert graph.edges == live.edges
    count = tally(graph)
    assert (count.screens, count.error_pages, count.other_sites) == (2, 3, 0)
    assert parse_map(map_json(graph)).edges == graph.edges


def broken_shop() -> Graph:
    graph = Graph(APP)
    graph.put(node("home", "Home", "/", (), link("Old", "/old"), link("Moved", "/moved"), link("Help", "/help")))
    graph.put(node("help", "Help", "/help", (), link("Home", "/"), link("The old one", "/old")))
    gone = replace(node("404", "Not found", "/old", ()), key=ScreenKey(APP, "404", "error 404"), dead=True)
    graph.put(replace(gone, locations=("/old", "/gone"), bindings=((), ())))
    add(graph, "home", "Help", "help")
    add(graph, "home", "Old", "404", errors=(EdgeError("/old", "404"),))
    add(graph, "home", "Moved", "404", errors=(EdgeError("/gone", "410"),))
    return graph


def test_a_link_that_is_sent_on_tells_both_addresses() -> None:
    (moved,) = (one for one in broken_links(broken_shop()) if one.label == "Moved")
    assert (moved.address, moved.landed, moved.status) == ("/moved", "/gone", "410")


def test_what_works_again_is_no_broken_link() -> None:
    graph = broken_shop()
    assert {one.label for one in broken_links(graph)} == {"Old", "The old one", "Moved"}
    graph.put(node("old", "Old things", "/old", ()))
    add(graph, "help", "The old one", "old", last_seen=2.0)  # another link to the same address, later
    assert {one.label for one in broken_links(graph)} == {"Moved"}
    assert tally(graph).error_pages == 1
    add(graph, "help", "The old one", "old", last_seen=0.5)  # it worked before, and was an error since
    assert "Old" in {one.label for one in broken_links(graph)}


def test_of_a_map_that_was_drawn_without_addresses_what_the_links_say_is_told() -> None:
    graph = broken_shop()
    for edge in list(graph.edges.values()):
        graph.set(replace(edge, errors=()))
    assert told(broken_links(graph)) == {
        ("Old", "Home", "/old", "404", True),
        ("Moved", "Home", "/moved", "404", True),
        ("The old one", "Help", "/old", "404", False),
    }


def test_going_back_to_an_error_and_ways_out_of_one_are_no_broken_links() -> None:
    graph = broken_shop()
    add(graph, "404", "Contact", "404", errors=(EdgeError("/contact", "404"),))
    add(graph, "help", "", "404", trigger=Trigger("back"), errors=(EdgeError("/old", "404"),))
    assert {one.label for one in broken_links(graph)} == {"Old", "The old one", "Moved"}


def test_the_figures_of_a_map_count_screens_as_every_command_does() -> None:
    graph = broken_shop()
    graph.put(replace(node("till", "Till", "/till", ()), key=ScreenKey("http://pay.test", "till", "/till")))
    count, figures = tally(graph), statistics(graph)
    assert (count.screens, count.error_pages, count.other_sites, count.transitions) == (2, 2, 1, 3)
    assert (figures.screens, figures.error_pages, figures.other_sites, figures.transitions) == (2, 2, 1, 3)
    assert figures.depth == {0: 1, 1: 1}
    assert figures.components == (2,), "both link to each other; error pages are no component"
    assert figures.unreachable == ()
    noted = origins_noted({ORIGINS: "http://pay.test http://login.test"})
    assert (tally(graph, noted).screens, tally(graph, noted).other_sites) == (3, 0)
    assert statistics(graph, origins=noted).unreachable == ("till",)


class Items(OneErrorScreen):
    """A shop whose item pages are one screen."""

    def screen(self) -> Screen:
        shown = super().screen()
        number = self.path.removeprefix("/item/")
        if number == self.path or shown.key.label.startswith("error"):
            return shown
        return replace(shown, key=ScreenKey(ORIGIN, "item", "/item/{id}"), binding=(("id", number),))


def items() -> Items:
    pages = {f"/item/{one}": Page(f"Item {one}", (Link("Manual", f"/m/{one}"), Link("Home", "/"))) for one in "123"}
    return Items({"/": Page("Home", tuple(Link(f"Item {one}", f"/item/{one}") for one in "123")), **pages})


class Visitor:
    """Takes links by their names, and has each step taken down."""

    def __init__(self, site: Site, store: MapStore) -> None:
        self.site, self.map = site, store.map(ORIGIN)
        self.map.see(site.screen())

    def take(self, *labels: str) -> None:
        for label in labels:
            before = self.site.screen()
            index = next(one.index for one in before.elements if one.label == label and one.interactable)
            act = Decision(Click(ByIndex(index)), label)
            self.map.observe(perform(self.site, before, act, 0))

    def start_over(self) -> None:
        self.site.home()
        self.map.see(self.site.screen())


def broken(graph: Graph) -> set[tuple[str, str, str]]:
    return {(one.label, one.instance, one.address) for one in broken_links(graph)}


@pytest.fixture
def store(tmp_path: Path) -> Generator[MapStore]:
    with MapStore(tmp_path / "maps.sqlite") as opened:
        yield opened


def test_of_screens_that_stand_for_many_each_error_is_told_and_mended_for_itself(store: MapStore) -> None:
    visitor = Visitor(items(), store)
    for one in "12":
        visitor.take(f"Item {one}", "Manual")
        visitor.start_over()
    assert broken(visitor.map.graph) == {("Manual", "1", "/m/1"), ("Manual", "2", "/m/2")}
    visitor.site.pages = {**visitor.site.pages, **{f"/m/{one}": Page("Manual", h1=f"Manual {one}") for one in "23"}}
    for one in "23":  # the third is the one that its edge tells last
        visitor.take(f"Item {one}", "Manual")
        visitor.start_over()
        assert broken(visitor.map.graph) == {("Manual", "1", "/m/1")}, one
    assert tally(visitor.map.graph).error_pages == 1
    assert store.load(ORIGIN).edges == visitor.map.graph.edges
    assert parse_map(map_json(visitor.map.graph)).edges == visitor.map.graph.edges
    visitor.site.pages = items().pages
    visitor.take("Item 2", "Manual")
    assert broken(visitor.map.graph) == {("Manual", "1", "/m/1"), ("Manual", "2", "/m/2")}


def test_a_link_that_is_gone_from_its_page_is_no_broken_link_until_it_is_back(store: MapStore) -> None:
    visitor = Visitor(shop(), store)
    visitor.take("Old catalogue")
    whole = visitor.site.pages
    home = replace(whole["/"], links=whole["/"].links[1:])
    visitor.site.pages = {**whole, "/": home}
    visitor.start_over()
    assert broken(visitor.map.graph) == set()
    assert tally(visitor.map.graph).error_pages == 0
    visitor.take("Notes")
    assert broken(visitor.map.graph) == {("See the catalogue", "", "/old")}, "another link still leads there"
    assert store.load(ORIGIN).edges == visitor.map.graph.edges
    visitor.site.pages = whole
    visitor.start_over()
    assert ("Old catalogue", "", "/old") in broken(visitor.map.graph)


def test_errors_as_they_were_kept_before_load_and_name_no_instance_that_is_not_known() -> None:
    one, two = (("id", "1"),), (("id", "2"),)
    kept = from_json(tuple[EdgeError, ...], '[{"address":"/m/1","status":"404"},{"address":"/m/2","status":"404"}]')
    assert kept == (EdgeError("/m/1", "404"), EdgeError("/m/2", "404"))
    graph = broken_shop()
    graph.put(node("item", "Item", "/item/2", (), bindings=(one, two), locations=("/item/1", "/item/2")))
    add(graph, "item", "Manual", "404", source_binding=two, errors=kept)
    assert {link for link in broken(graph) if link[0] == "Manual"} == {("Manual", "", "/m/1"), ("Manual", "2", "/m/2")}
    add(graph, "home", "Old", "404", errors=(EdgeError("/older", "404"), EdgeError("/old", "404")))
    assert {link[2] for link in broken(graph) if link[0] == "Old"} == {"/old"}, "its latest outcome"
