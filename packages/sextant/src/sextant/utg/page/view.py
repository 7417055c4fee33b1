"""Computes once what the page shows of a map: names, transitions, trust, positions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.utg.broken_links import BrokenLink, broken_links
from sextant.utg.comparing.statistics import Statistics, start_of, statistics
from sextant.utg.connections import Connection, connections, depths
from sextant.utg.counts import app_screens, origins_noted
from sextant.utg.graph import ANYWHERE, Edge, Graph
from sextant.utg.names import is_error, names_of, shared_path
from sextant.utg.page.layout import Sizes, TreeLayout, lay_out
from sextant.utg.page.lines import EdgeLine, lines
from sextant.utg.page.words import TRUST, Trust, picture, trust_of

__all__ = ["FEW", "MOST_SCREENS", "MapView", "view_of"]

MOST_SCREENS = 4000
"""More screens than this are no picture any more; those nearest to the start are shown."""
_PICTURED = Sizes(width=240.0, height=84.0, gap_x=54.0)
FEW = 16
"""Up to this many transitions outside the tree are always drawn; more only on demand."""
_RANK = {trust: rank for rank, trust in enumerate(TRUST)}


@dataclass(frozen=True, slots=True)
class MapView:
    """A map with everything that its page needs.

    Attributes:
        graph: The shown part of the map.
        left_out: Number of screens that are not shown.
        ways: The reliable transitions of each screen, the preferred first.
        pairs: The connected pairs of screens, with the trust of their best transition.
        lines: The line of each pair.
        pictures: Thumbnails as `data:` addresses.
        shared: The common prefix of most addresses, which is not repeated.
        errors: The error pages of the whole map.
        foreign: The pages of other sites.
        broken: The links to error pages, with the names of screens as on this page.
    """

    graph: Graph
    start: str
    names: Mapping[str, str]
    depth: Mapping[str, int]
    connections: Mapping[str, Sequence[Connection]]
    arriving: Mapping[str, Sequence[Edge]]
    pairs: Mapping[tuple[str, str], Trust]
    drawing: TreeLayout
    lines: Mapping[tuple[str, str], EdgeLine]
    figures: Statistics
    pictures: Mapping[str, str]
    notes: Mapping[str, str]
    shared: str
    errors: frozenset[str]
    foreign: frozenset[str]
    broken: Sequence[BrokenLink]
    left_out: int = 0


def view_of(
    graph: Graph,
    pictures: Mapping[str, bytes] = {},
    notes: Mapping[str, str] = {},
    start: str = "",
    most: int = MOST_SCREENS,
) -> MapView:
    """Computes the view of a map from `start`; if empty, from the first screen of the map."""
    start = start if start in graph.nodes else start_of(graph)
    origins = origins_noted(notes)
    figures = statistics(graph, start, len(pictures), origins)
    errors = frozenset(node.id for node in graph.nodes.values() if is_error(node))
    foreign = frozenset(graph.nodes) - errors - {node.id for node in app_screens(graph, origins)}
    broken, whole = broken_links(graph), len(graph.nodes)
    if whole > most:
        graph = _part(graph, start, most)
    known = {node: sorted(found, key=lambda way: (way.cost, way.doubt)) for node, found in connections(graph).items()}
    shown = {node: found for node, data in pictures.items() if node in graph.nodes and (found := picture(data))}
    sizes = _PICTURED if shown else Sizes()
    targets = {node: [way.target for way in found] for node, found in known.items()}
    arriving: dict[str, list[Edge]] = {}
    for edge in graph.edges.values():
        if edge.source != edge.target:
            arriving.setdefault(edge.target, []).append(edge)
    drawing = lay_out(tuple(graph.nodes), targets, start, sizes)
    names = names_of(graph)
    pairs = _pairs(graph, known)
    first = [pair for pair in pairs if pair in drawing.tree]
    return MapView(
        graph,
        start,
        names,
        depths(known, start),
        known,
        arriving,
        pairs,
        drawing,
        lines(drawing, first if len(pairs) - len(first) > FEW else pairs, pairs),
        figures,
        shown,
        notes,
        shared_path(graph),
        errors,
        foreign,
        [replace(link, screen=names.get(link.node, link.screen)) for link in broken],
        whole - len(graph.nodes),
    )


def _part(graph: Graph, start: str, most: int) -> Graph:
    """The part of a map with the screens nearest to the start, then others in order, and their transitions."""
    nearest = dict.fromkeys((*depths(connections(graph), start), *graph.nodes))
    kept = set(list(nearest)[:most])
    part = Graph(graph.app)
    for node in graph.nodes.values():
        if node.id in kept:
            part.put(node)
    for edge in graph.edges.values():
        if edge.target in kept and (edge.source in kept or edge.source == ANYWHERE):
            part.set(edge)
    return part


def _pairs(graph: Graph, known: Mapping[str, Sequence[Connection]]) -> dict[tuple[str, str], Trust]:
    found: dict[tuple[str, str], Trust] = {}

    def add(source: str, target: str, trust: Trust) -> None:
        old = found.get((source, target))
        if source != target and (old is None or _RANK[trust] < _RANK[old]):
            found[source, target] = trust

    for edge in graph.edges.values():
        if edge.source != ANYWHERE and edge.trigger.event != "back":
            add(edge.source, edge.target, trust_of(edge))
    for node, actions in known.items():
        for way in actions:
            if way.edge is None or way.edge.source != ANYWHERE:
                add(node, way.target, trust_of(way.edge))
    return found
