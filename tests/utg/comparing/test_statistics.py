"""The figures of a map, against figures worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.types.screens import ElementRef
from sextant.utg.comparing.statistics import components, statistics
from sextant.utg.connections import connections, depths
from sextant.utg.graph import Edge, Graph, Trigger
from tests.utg.builds import APP, build_one, node, walk


def test_the_figures_of_a_small_app() -> None:
    found = statistics(build_one(), pictures=2)
    assert (found.start, found.screens, found.transitions, found.parametric) == ("home", 9, 10, 1)
    assert found.depth == {0: 1, 1: 4, 2: 4}
    assert found.unreachable == ()
    assert found.degree == pytest.approx(10 / 9)
    assert found.components == (1,) * 9  # its links home were never touched, and tell no address
    assert found.reliability == {"distrusted": 0, "doubtful": 0, "fair": 10, "good": 0}
    assert (found.pictures, found.visits, found.last_seen) == (2, 9, 1.0)
    assert found.rivals == found.error_pages == 0


def test_rivals_failures_and_what_nothing_leads_to() -> None:
    graph = build_one()
    walk(graph, "home", "Help", "about")  # the same link, once elsewhere
    walk(graph, "home", "Help", "help-1", successes=5)
    walk(graph, "privacy", "Nowhere", "notes", ok=False)
    graph.put(node("lost", "Lost", "/lost", (), dead=True))
    found = statistics(graph)
    assert (found.rivals, found.error_pages, found.screens, found.unreachable) == (2, 1, 9, ())
    assert (found.reliability["distrusted"], found.reliability["good"]) == (1, 1)
    assert statistics(graph, "notes").depth == {0: 1, 1: 3}


def test_an_empty_map() -> None:
    found = statistics(Graph(APP))
    assert (found.start, found.screens, found.depth, found.components, found.degree) == ("", 0, {}, (), 0.0)


def test_a_long_chain_needs_no_deep_stack() -> None:
    graph = Graph(APP)
    for number in range(3000):
        graph.put(node(f"n{number}", str(number), f"/{number}", ()))
    for number in range(2999):
        trigger = Trigger("tap", ElementRef("link", str(number + 1)))
        graph.set(Edge(f"n{number}", trigger, f"n{number + 1}", successes=1))
    known = connections(graph)
    assert len(components(known)) == 3000
    assert depths(known, "n0")["n2999"] == 2999


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_components_agree_with_reachability(edges: list[tuple[int, int]]) -> None:
    graph = Graph(APP)
    for number in range(8):
        graph.put(node(str(number), str(number), f"/{number}", ()))
    for source, target in edges:
        if source != target:
            walk(graph, str(source), f"to {target}", str(target))
    known = connections(graph)
    reach = {one: set(depths(known, one)) for one in known}
    found = {one: frozenset(group) for group in components(known) for one in group}
    for a in known:
        assert found[a] == {b for b in known if b in reach[a] and a in reach[b]}
