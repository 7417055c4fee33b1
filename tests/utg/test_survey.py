"""What is left to try on a map, and what is left alone: places that no way from the start is known to."""

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.survey import Bounds, survey


def test_a_place_that_nobody_knows_the_depth_of_counts_as_deep() -> None:
    graph = Graph("app")
    graph.put(Node(ScreenKey("app", "here", "/here"), Face("Here"), (Exit(ElementRef("link", "On"), "link"),)))
    here = Place("here")
    assert [one.exit.label for one in survey(graph, {here: 0}, {here: 3}, Bounds()).options] == ["On"]
    lost = survey(graph, {here: 0}, {}, Bounds())
    assert lost.options == ()
    assert lost.reasons() == {"too deep": 1}


def test_screens_that_no_way_leads_to_are_gone_back_to_by_what_led_back_elsewhere() -> None:
    """An app that goes on where it was left: its list is untried, and only the item has a known way."""
    graph, back = Graph("app"), ElementRef("button", "←")
    for name in ("list", "item", "a", "b", "c", "d"):
        exits = () if name == "list" else (Exit(back, "button"),)
        more = (Exit(ElementRef("button", "Rows"), "button"),) if name == "list" else ()
        graph.put(Node(ScreenKey("app", name, f"/{name}"), Face(name), exits + more))
    for source, target in (("a", "b"), ("a", "c"), ("a", "d"), ("list", "item")):
        graph.set(Edge(source, Trigger("tap", ElementRef("link", target)), target, successes=1))
        if target != "item":
            graph.set(Edge(target, Trigger("tap", back), source, successes=1))
    here = Place("item")
    found = survey(graph, {here: 0}, {here: 0}, Bounds())
    assert [(one.place.node, one.exit.element) for one in found.options] == [("item", back)]


def test_links_to_parts_of_a_page_are_tried_while_they_lead_to_new_screens() -> None:
    def settings(tabs: int) -> Graph:
        graph = Graph("app")
        parts = [Exit(ElementRef("link", f"Part {number}"), "paging", within=True) for number in range(12)]
        graph.put(Node(ScreenKey("app", "page", "/page"), Face("Page"), tuple(parts)))
        for number in range(8):
            target = f"part-{number}" if number < tabs else "page"
            graph.put(Node(ScreenKey("app", target, f"/{target}"), Face(target), tuple(parts)))
            graph.set(Edge("page", Trigger("tap", ElementRef("link", f"Part {number}")), target, successes=1))
        return graph

    here = Place("page")
    left = {tabs: survey(settings(tabs), {here: 0}, {here: 0}, Bounds()).options for tabs in (0, 8)}
    assert left[0] == ()
    assert {one.exit.label for one in left[8]} == {f"Part {number}" for number in range(8, 12)}
