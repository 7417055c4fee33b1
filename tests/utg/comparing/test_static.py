"""Static maps made from true ones, how observation mends them, and how far maps agree."""

import pytest

from sextant.errors import UsageError
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.comparing.agreement import agreement
from sextant.utg.comparing.static import StaticDials, degraded
from sextant.utg.faces import Face
from sextant.utg.files.exported import map_json
from sextant.utg.graph import ANYWHERE, Edge, Graph, Node, Place, Trigger
from sextant.utg.hops import DISTRUST, hops
from sextant.utg.recorder import MapRecorder
from tests.utg.walks import element, screen, step


def ref(name: str) -> ElementRef:
    return ElementRef("button", name, test_id=name.casefold(), anchor="main")


def truth(size: int = 20) -> Graph:
    """A ring of screens with a hub: 2 * size transitions, and a list of five things on the hub."""
    graph = Graph("ring")
    for number in range(size):
        graph.put(Node(ScreenKey("ring", f"n{number}", f"/n{number}"), Face(f"Screen {number}"), visits=1))
    thing = ScreenKey("ring", "thing", "/thing/{id}")
    graph.put(Node(thing, Face("Kettle"), bindings=((("id", "1"),),), locations=("/thing/1",)))
    for number in range(size):
        following = (number + 1) % size
        graph.set(Edge(f"n{number}", Trigger("tap", ref("Next")), f"n{following}", successes=1))
        if number:
            graph.set(Edge("n0", Trigger("tap", ref(f"To {number}")), f"n{number}", successes=1))
    for number in range(5):
        graph.set(Edge("n0", Trigger("tap", ref(f"Thing {number}")), "thing", (), (("id", str(number)),), successes=1))
    graph.set(Edge(ANYWHERE, Trigger("home"), "n0", successes=1))
    return graph


def test_a_perfect_static_map_has_every_transition_once_and_no_data() -> None:
    static = degraded(truth(), StaticDials(missing=0, infeasible=0))
    assert len(static.edges) == 20 + 19 + 1, "of the list one row, and nothing that works everywhere"
    assert {one.origin for one in (*static.edges.values(), *static.nodes.values())} == {"static"}
    assert "Kettle" not in map_json(static)
    found = agreement(static, truth())
    assert (found.precision, found.pair_precision, found.pair_recall) == (1.0, 1.0, 1.0)
    assert found.recall == 40 / 44


@pytest.mark.parametrize("seed", range(3))
def test_the_dials_are_kept_exactly(seed: int) -> None:
    static = degraded(truth(), StaticDials(missing=0.25, infeasible=0.1, seed=seed))
    true = {(edge.source, edge.trigger, edge.target) for edge in truth().edges.values()}
    made = [edge for edge in static.edges.values() if (edge.source, edge.trigger, edge.target) not in true]
    assert (len(static.edges) - len(made), len(made)) == (30, 4)
    assert static == degraded(truth(), StaticDials(0.25, 0.1, seed))
    assert static != degraded(truth(), StaticDials(0.25, 0.1, seed + 1))


def test_a_share_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match=r"1\.5"):
        StaticDials(missing=1.5)


def test_a_static_edge_is_believed_until_the_first_failure_and_becomes_observed_with_the_first_success() -> None:
    graph = degraded(truth(), StaticDials(0, 0))
    edge = next(edge for edge in graph.edges.values() if edge.trigger == Trigger("tap", ref("To 3")))
    assert DISTRUST < edge.reliability < truth().edges[edge.id].reliability
    here, there, other = (
        screen(node, element(0, "To 3", role="button", test_id="to 3")) for node in ("n0", "n3", "n5")
    )
    draughtsman = MapRecorder(graph)
    graph.apply(draughtsman.transition(step(here, 0, other)))
    assert graph.edges[edge.id].reliability < DISTRUST
    assert {hop.step.target for hop in hops(graph, Place("n0")) if hop.step.trigger == edge.trigger} == {Place("n5")}
    for _ in range(2):
        graph.apply(draughtsman.transition(step(here, 0, there)))
    assert graph.edges[edge.id].origin == "observed"
