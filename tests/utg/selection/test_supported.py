"""How sure a selection is on maps that may not have the screen at all."""

from sextant.build.guides import open_selector
from sextant.types.screens import ElementRef
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.selection import Selector, shipped, similarity
from sextant.utg.selection.supported import Supported
from tests.utg.walks import ORIGIN, screen


def map_of(*titles: str) -> Graph:
    graph = Graph(ORIGIN)
    for title in titles:
        graph.put(Node(screen(title).key, Face(title=title)))
    return graph


def test_the_only_screen_of_a_map_is_not_whatever_somebody_wants() -> None:
    graph = map_of("Home")
    assert Selector(shipped()).select("the moon", graph).confidence > 0.9, "what has to be bounded"
    assert open_selector().select("the moon", graph).confidence < 0.3
    assert open_selector().select("home", graph).confidence > 0.9


def test_what_is_there_is_found_as_surely_as_before() -> None:
    graph = map_of("Home", "Account", "Privacy policy", "Catalogue")
    found = open_selector().select("read the privacy policy", graph)
    assert found.choices[0].place == Place("Privacy policy")
    assert found.confidence > 0.9


def test_what_leads_to_a_screen_speaks_for_it() -> None:
    graph = map_of("Home", "x9")
    before = open_selector().select("notification settings", graph).confidence
    link = ElementRef("link", "Notification settings")
    graph.set(Edge("Home", Trigger("tap", link), "x9", successes=1))
    found = open_selector().select("notification settings", graph)
    assert (found.choices[0].place, before < 0.3, found.confidence > 0.6) == (Place("x9"), True, True)


def test_an_empty_map_and_a_model_are_left_alone() -> None:
    bounded = Supported(Selector(shipped()), similarity)
    assert bounded.select("x", Graph(ORIGIN)).choices == ()
