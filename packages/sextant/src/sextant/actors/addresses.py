"""Opens known pages by their address instead of by touches, only for `goto --by-address`."""

from sextant.actors.search_state import SearchState
from sextant.actors.walk import Destination, decision
from sextant.types.actions import OpenApp
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed, ScreenIs
from sextant.types.screens import Screen
from sextant.utg.exclusions import address_excluded
from sextant.utg.graph import Graph
from sextant.utg.relevance import Led

__all__ = ["may_open", "open_address"]


def may_open(location: str, app: str) -> bool:
    """Whether a location below the origin `app` may be opened: excluded addresses are neither touched nor opened."""
    return app.startswith(("http://", "https://")) and location.startswith("/") and not address_excluded(location, app)


def open_address(
    screen: Screen, graph: Graph, aim: Destination, state: SearchState, named: str = ""
) -> Decision | None:
    """Open the aim by its address, once; None where it has none that may be opened.

    `named` is the label of links to a page that was only read.
    """
    location, app, node = _location(graph, aim), state.walk.home, graph.nodes.get(aim.place.node)
    if location in state.typed or not may_open(location, app):
        return None
    state.typed.append(location)
    state.aim, state.named = None, Led(named)
    expected = Changed() if node is None or aim.exit is not None else ScreenIs(key=node.id)
    if aim.exit is not None:
        state.explored += 1
        state.named = Led(aim.exit.label or aim.exit.hint, aim.exit.row, "" if node is None else node.face.name)
    return decision(screen, OpenApp(app + location), f"open {location}", f"By its address: {aim.why}.", (expected,))


def _location(graph: Graph, aim: Destination) -> str:
    """The location of an aim, below the app's origin; the place of a page that was only read is its address."""
    if aim.exit is not None:
        return aim.exit.href
    node = graph.nodes.get(aim.place.node)
    if node is None:
        return aim.place.node
    return next((face.location for place, face in node.faces() if place == aim.place), "")
