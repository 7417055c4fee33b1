"""Counts the screens, transitions and errors of a map, for all commands."""

from collections.abc import Mapping

from sextant.dataclass import dataclass
from sextant.utg.broken_links import BrokenLink, errors_on
from sextant.utg.graph import Graph, Node
from sextant.utg.names import is_error
from sextant.utg.survey import Bounds, screens_of

__all__ = ["ORIGINS", "Tally", "app_screens", "origins_noted", "tally"]

ORIGINS = "origins"
"""The key of the note that lists further origins of the app."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one map.

    Attributes:
        screens: The screens of the app: neither error pages nor pages of another site.
        error_pages: Different addresses that showed an error when they were last seen.
        other_sites: Screens of origins outside the app.
        transitions: Different actions from one screen to another, observed or static.
        broken: The links to error pages.
    """

    screens: int
    error_pages: int
    other_sites: int
    transitions: int
    broken: tuple[BrokenLink, ...]


def tally(graph: Graph, origins: tuple[str, ...] = ()) -> Tally:
    """Count a map; `origins` are further origins of the app."""
    own = app_screens(graph, origins)
    found = errors_on(graph)
    dead = [node for node in graph.nodes.values() if is_error(node)]
    return Tally(
        screens=len(own),
        error_pages=len(
            {link.landed or link.status for link in found.links} | {*found.opened} | _unlinked(graph, dead)
        ),
        other_sites=len(graph.nodes) - len(own) - len(dead),
        transitions=len(graph.edges),
        broken=found.links,
    )


def app_screens(graph: Graph, origins: tuple[str, ...] = ()) -> tuple[Node, ...]:
    """The screens of the app: neither error pages, of the server or in words, nor pages of another site."""
    return tuple(node for node in screens_of(graph, Bounds(origins=origins)) if not is_error(node))


def _unlinked(graph: Graph, dead: list[Node]) -> set[str]:
    """The error pages that no known edge led to, such as the start page."""
    linked = {edge.target for edge in graph.edges.values() if edge.trigger.element is not None and not edge.errors}
    met = {one.address for edge in graph.edges.values() for one in edge.errors}
    return {at for node in dead if node.id not in linked for at in node.locations or (node.id,) if at not in met}


def origins_noted(notes: Mapping[str, str]) -> tuple[str, ...]:
    """The further origins of the app in the notes."""
    return tuple(notes.get(ORIGINS, "").split())
