"""What is left to try on a map, and what is left alone: places that no way from the start is known to."""

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Exit
from sextant.utg.faces import Face
from sextant.utg.graph import Graph, Node, Place
from sextant.utg.searching.survey import Bounds, survey


def test_a_place_that_nobody_knows_the_depth_of_counts_as_deep() -> None:
    graph = Graph("app")
    graph.put(Node(ScreenKey("app", "here", "/here"), Face("Here"), (Exit(ElementRef("link", "On"), "link"),)))
    here = Place("here")
    assert [one.exit.label for one in survey(graph, {here: 0}, {here: 3}, Bounds()).options] == ["On"]
    lost = survey(graph, {here: 0}, {}, Bounds())
    assert lost.options == ()
    assert lost.reasons() == {"too deep": 1}
