"""Builds the page: head, drawing, texts, and the data for its script, without external resources."""

from collections.abc import Mapping
from types import MappingProxyType

from sextant.html_templates import Templates
from sextant.utg.broken_link_reports import link_reports
from sextant.utg.graph import Graph
from sextant.utg.page.chart import MARGIN, beside, card_legend, cards, drawn_together, paths
from sextant.utg.page.panel import article, everywhere, screen_groups
from sextant.utg.page.view import MapView, view_of
from sextant.utg.page.words import TRUST, anchor_id, clean, inline, moment, said, text
from sextant.utg.survey import Families

__all__ = ["map_page"]

_NOTHING: Mapping[str, bytes] = MappingProxyType({})
_NO_NOTES: Mapping[str, str] = MappingProxyType({})
_FIND = 900
"""Letters of a screen's words that can be searched."""
_TEMPLATES = Templates(
    "sextant.utg.page",
    {"TRUST": TRUST, "anchor_id": anchor_id, "inline": inline, "moment": moment, "text": text},
)


def map_page(
    graph: Graph,
    pictures: Mapping[str, bytes] = _NOTHING,
    notes: Mapping[str, str] = _NO_NOTES,
    start: str = "",
) -> str:
    """Renders a map as one page: drawing, search, routes, and the data of each screen. It needs no network.

    Args:
        graph: The map. All its content is escaped and shown as text.
        pictures: Thumbnails by node: PNG, JPEG or WebP.
        notes: The notes about the map, such as its build and when it was drawn.
        start: The screen from which distances are counted; if empty, the first screen of the map.
    """
    view = view_of(graph, pictures, notes, start)
    known, asset = Families(view.graph), _TEMPLATES.asset
    page = _TEMPLATES.fill(
        "page.html.j2",
        view=view,
        style=asset("map.css"),
        script=asset("ways.js") + asset("map.js"),
        margin=MARGIN,
        lines=paths(view),
        cards=cards(view),
        looks=card_legend(view),
        hidden_lines=beside(view),
        everywhere=everywhere(view),
        groups=screen_groups(view),
        broken=link_reports(view.broken),
        articles=(article(view, node, known) for node in view.graph.nodes.values()),
        data=_data(view),
    )
    return str(page)


def _data(view: MapView) -> dict[str, object]:
    """The data for the script: positions, search texts, connections, and transitions with their labels.

    `pairs` has the lines in the order of the drawing.
    """
    number = {node: place for place, node in enumerate(view.graph.nodes)}
    says: dict[str, int] = {}
    leaving: list[list[list[float]]] = []
    for node in view.graph.nodes:
        best: dict[int, list[float]] = {}
        for way in view.connections.get(node, ()):
            said_as = says.setdefault(said(way.trigger, way.opener), len(says))
            target = number[way.target]
            if target not in best:
                best[target] = [target, way.cost, round(way.doubt, 2), said_as]
        leaving.append(list(best.values()))
    return {
        "card": [view.drawing.sizes.width, view.drawing.sizes.height],
        "gap": [view.drawing.sizes.gap_x, view.drawing.sizes.gap_y],
        "size": [view.drawing.width + 2 * MARGIN, view.drawing.height + 2 * MARGIN],
        "start": number.get(view.start, -1),
        "nodes": [
            [anchor_id(node.id), clean(view.names[node.id], 200), x + MARGIN, y + MARGIN, _searched(view, node.id)]
            for node in view.graph.nodes.values()
            for x, y in [view.drawing.at[node.id]]
        ],
        "ways": leaving,
        "says": list(says),
        "pairs": [
            [trust, [[number[source], *map(number.__getitem__, targets)] for source, targets in ends.items()]]
            for (_, trust), ends in drawn_together(view).items()
        ],
    }


def _searched(view: MapView, node: str) -> str:
    one = view.graph.nodes[node]
    face = one.face
    words = (view.names[node], face.title, one.key.label, face.location, *face.heads, *face.headings, *face.texts)
    return clean(" ".join(words), _FIND).casefold()
