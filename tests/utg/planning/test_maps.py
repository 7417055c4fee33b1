"""Networks of maps: rivals, bindings, costs, and an end to endless maps."""

from hypothesis import given
from hypothesis import strategies as st

from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exits import Binding
from sextant.utg.faces import Face
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Place, Trigger
from sextant.utg.planning.maps import MapOptions, goal_on_map, network_of_map, steps_on_map
from sextant.utg.planning.planners import plan
from sextant.utg.route import Aimed, Route, replay, route


def tap(name: str) -> Trigger:
    return Trigger("tap", ElementRef("link", name))


def graph_of(*edges: Edge, bindings: tuple[Binding, ...] = ()) -> Graph:
    graph = Graph("app")
    for name in sorted({end for edge in edges for end in (edge.source, edge.target)} - {ANYWHERE}):
        graph.put(Node(ScreenKey("app", name, name), Face(title=name), bindings=bindings if name == "item" else ()))
    for edge in edges:
        graph.set(edge)
    return graph


outcomes = st.tuples(st.integers(0, 3), st.integers(0, 3))
drawn = st.lists(
    st.tuples(st.sampled_from("abcde*"), st.sampled_from("abcde"), st.integers(0, 3), outcomes), max_size=20
)


@given(drawn, st.sampled_from("abcde"), st.sampled_from("abcde"))
def test_costs_with_and_without_doubt_in_them_agree(
    given_edges: list[tuple[str, str, int, tuple[int, int]]], start: str, goal: str
) -> None:
    graph = graph_of(
        Edge("a", tap("x"), "b"),
        *(
            Edge(source, tap(f"t{trigger}"), target, successes=counts[0], failures=counts[1])
            for source, target, trigger, counts in given_edges
        ),
    )
    if not {start, goal} <= graph.nodes.keys():
        return
    expected = route(graph, Place(start), [Aimed(goal)])
    network = network_of_map(graph, MapOptions(), Place(start))
    result = plan(network, network.find(Place(start)), [goal_on_map(network, goal)])
    assert (result.status, result.cost) == (expected.status, expected.cost)
    if result.found:
        told = Route("optimal", "", steps_on_map(network, result), result.cost)
        assert replay(graph, Place(start), [Aimed(goal)], told) == ""


def test_bindings_are_places_of_their_own_and_are_carried_along() -> None:
    seven, nine = (("id", "7"),), (("id", "9"),)
    graph = graph_of(
        Edge("list", tap("Seven"), "item", target_binding=seven, successes=1),
        Edge("list", tap("Nine"), "item", target_binding=nine, successes=1),
        Edge("item", tap("Changes"), "changes", source_binding=seven, target_binding=seven, successes=1),
        bindings=(seven, nine),
    )
    network = network_of_map(graph)
    start = network.find(Place("list"))
    result = plan(network, start, [goal_on_map(network, "changes", nine)])
    assert [step.label for step in steps_on_map(network, result)] == ["Nine", "Changes"]
    assert plan(network, start, [goal_on_map(network, "changes")]).cost == 2
    assert plan(network, start, [goal_on_map(network, "changes", (("id", "1"),))]).status == "unreachable"
    both = [goal_on_map(network, "item", nine), goal_on_map(network, "item", seven)]
    assert plan(network, start, both).unreached == (1,)


def test_of_rivals_as_many_as_are_asked_for() -> None:
    graph = graph_of(
        Edge("home", tap("More"), "often", successes=6, failures=1), Edge("home", tap("More"), "seldom", successes=1)
    )
    for rivals, status in ((1, "unreachable"), (2, "optimal")):
        network = network_of_map(graph, MapOptions("reliability", rivals))
        start = network.find(Place("home"))
        assert plan(network, start, [goal_on_map(network, "seldom")]).status == status
        assert plan(network, start, [goal_on_map(network, "often")]).status == "optimal"


def test_what_works_anywhere_works_from_every_place_and_avoided_actions_nowhere() -> None:
    graph = graph_of(
        Edge("a", tap("b"), "b"), Edge("b", tap("c"), "c"), Edge(ANYWHERE, Trigger("home"), "a", successes=1)
    )
    network = network_of_map(graph)
    assert plan(network, network.find(Place("c")), [goal_on_map(network, "b")]).cost == 2
    network = network_of_map(graph, MapOptions(avoid=frozenset({("c", Trigger("home"))})))
    assert plan(network, network.find(Place("c")), [goal_on_map(network, "b")]).status == "unreachable"


def test_a_map_without_end_is_laid_out_in_part_and_says_so() -> None:
    graph = graph_of(*(Edge(f"page{number}", tap("Next"), f"page{number + 1}") for number in range(50)))
    network = network_of_map(graph, MapOptions(most_places=20), Place("page0"))
    assert len(network.nodes) == 20
    assert not network.whole
    start = network.find(Place("page0"))
    known = next(place.node for place in network.nodes if place.node != "page0")
    result = plan(network, start, [goal_on_map(network, known)])
    assert result.status in ("satisficing", "unreachable")
    assert "Only part" in result.reason
    assert "Only part" in plan(network, start, [goal_on_map(network, "page50")]).reason
