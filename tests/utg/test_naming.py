"""What a screen is called: of one heading each is told by more of its title, then by its address."""

from sextant.utg.graph import Graph
from sextant.utg.names import names_of, shared_path
from tests.utg.builds import APP, node


def test_screens_of_one_heading_are_told_by_what_is_rare_in_their_title_then_by_their_address() -> None:
    graph = Graph(APP)
    for place, title in enumerate(("Help - Index", "Help - Keys", "Help - Keys", "Home")):
        made = node(f"n{place}", title, f"/app/p{place}", ())
        graph.put(
            node(
                f"n{place}",
                title,
                f"/app/p{place}",
                (),
                face=type(made.face)(title=f"{title} - App", location=f"/app/p{place}"),
            )
        )
    assert names_of(graph) == {"n0": "Index", "n1": "p1", "n2": "p2", "n3": "Home"}
    assert shared_path(graph) == "/app/"
