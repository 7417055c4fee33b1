"""Broken links are told each with its own address, and every figure of a map counts alike."""

from dataclasses import replace
from pathlib import Path

from sextant.actors.explorer import Explorer
from sextant.review.irreversibility import looks_risky
from sextant.types.screens import Screen, ScreenKey
from sextant.utg.broken import BrokenLink, broken_links
from sextant.utg.comparing.statistics import statistics
from sextant.utg.errors_met import ErrorMet, joined, met_on
from sextant.utg.files.exporting import map_json
from sextant.utg.files.importing import parse_map
from sextant.utg.graph import Graph, Trigger
from sextant.utg.store import MapStore
from sextant.utg.tally import ORIGINS, origins_noted, tally
from tests.actors.toysite import ORIGIN, Link, Page, Site, walk
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
        walked = walk(Explorer(store, looks_risky), shop(), "draw the map")
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


def test_what_leads_to_a_screen_keeps_no_error() -> None:
    site = shop()
    assert met_on(site.screen(), ORIGIN) == ()
    site.history.append("/gone")
    assert met_on(site.screen(), ORIGIN) == (ErrorMet("/gone", "404"),)
    assert met_on(site.screen(), "http://elsewhere.test") == (ErrorMet(f"{ORIGIN}/gone", "404"),)


def test_a_page_that_says_it_is_an_error_is_one_however_it_was_answered() -> None:
    shown = Site({"/": Page("Home")}).screen()
    assert met_on(shown, ORIGIN) == ()
    said = replace(shown, key=ScreenKey(ORIGIN, "x", "error 404"))
    assert met_on(said, ORIGIN) == (ErrorMet("/", "404 in words"),)


def test_each_address_is_kept_once_and_the_latest_dozen_of_them() -> None:
    met = joined((ErrorMet("/a", "404"), ErrorMet("/b", "404")), (ErrorMet("/a", "500"),))
    assert met == (ErrorMet("/b", "404"), ErrorMet("/a", "500"))
    for number in range(20):
        met = joined(met, (ErrorMet(f"/{number}", "404"),))
    assert [one.address for one in met] == [f"/{number}" for number in range(8, 20)]


def broken_shop() -> Graph:
    graph = Graph(APP)
    graph.put(node("home", "Home", "/", (), link("Old", "/old"), link("Moved", "/moved"), link("Help", "/help")))
    graph.put(node("help", "Help", "/help", (), link("Home", "/"), link("The old one", "/old")))
    gone = replace(node("404", "Not found", "/old", ()), key=ScreenKey(APP, "404", "error 404"), dead=True)
    graph.put(replace(gone, locations=("/old", "/gone"), bindings=((), ())))
    add(graph, "home", "Help", "help")
    add(graph, "home", "Old", "404", errors=(ErrorMet("/old", "404"),))
    add(graph, "home", "Moved", "404", errors=(ErrorMet("/gone", "410"),))
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
    add(graph, "404", "Contact", "404", errors=(ErrorMet("/contact", "404"),))
    add(graph, "help", "", "404", trigger=Trigger("back"), errors=(ErrorMet("/old", "404"),))
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


def test_an_error_page_that_no_link_leads_to_counts_too() -> None:
    graph = broken_shop()
    graph.put(replace(graph.nodes["404"], locations=("/typed",), bindings=((),)))
    assert tally(graph).error_pages == 3


def test_a_dead_end_is_left_by_going_back_alone() -> None:
    graph = Graph(APP)
    graph.put(node("home", "Home", "/", (), link("Leaf", "/leaf"), link("Open", "/open")))
    graph.put(node("leaf", "Leaf", "/leaf", ()))
    graph.put(node("open", "Open", "/open", (), link("Deeper", "/deeper")))
    for label, target in (("Leaf", "leaf"), ("Open", "open")):
        add(graph, "home", label, target)
        add(graph, target, "", "home", trigger=Trigger("back"))
    figures = statistics(graph)
    assert figures.dead_ends == ("leaf",), "on the other something is left to try"
    assert figures.components == (1, 1, 1), "what leads nowhere but back is joined to nothing"
