"""The drawing itself, which needs no script: cards in their places, and the lines between them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sextant.utg.graph import Node
from sextant.utg.names import parametric, route_of
from sextant.utg.page.layout import Band, TreeLayout
from sextant.utg.page.view import FEW, MapView
from sextant.utg.page.words import TRUST, Trust, anchor_id, text

__all__ = ["MARGIN", "Look", "beside", "cards_told", "chart", "drawn_together"]

Look = tuple[str, Trust]
"""What a line is in the drawing (of its tree, one of few others, one of many), and how far it is to be trusted."""

MARGIN = 32.0
"""Around the drawing, for lines that pass outside of the cards."""
_HUBS = 9
_BANDS = {
    "beyond": "No known way leads here from the start",
    "alone": "Nothing is known to lead here or on from here",
}
_CARDS = {
    "start": "where the map begins",
    "many": "stands for many, such as the items of a list",
    "dead": "an error page",
    "static": "read from the app, never seen",
}
"""What a card that looks different says by it."""


def chart(view: MapView) -> str:
    """The whole map as an HTML element."""
    drawing = view.drawing
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    hubs = _hubs(view)
    cards = "".join(_card(view, node, node.id in hubs) for node in view.graph.nodes.values())
    bands = "".join(_band(drawing, band) for band in drawing.bands)
    box = drawing.sizes
    return (
        f'<div id="chart" role="group" aria-label="Screens and transitions of {text(view.graph.app, 120)}" '
        f'data-zoom="near" class="{"pictured" if view.pictures else "plain"}">'
        f'<div id="world" style="width:{width:.0f}px;height:{height:.0f}px;'
        f'--wide:{box.width:g}px;--high:{box.height:g}px">{bands}'
        f'<svg id="lines" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="{-MARGIN:g} {-MARGIN:g} {width:.0f} {height:.0f}" aria-hidden="true">'
        f'<g id="edges">{"".join(_edges(view))}</g><g id="marked"></g><g id="numbers"></g></svg>'
        f'<div id="cards">{cards}</div></div></div>'
    )


def beside(view: MapView) -> int:
    """How many transitions are drawn on demand only."""
    others = len(view.pairs) - sum(pair in view.drawing.tree for pair in view.pairs)
    return others if others > FEW else 0


def cards_told(view: MapView) -> dict[str, str]:
    """What the cards of this map say by their looks, by their kind."""
    found = {kind for node in view.graph.nodes.values() for kind in _kinds(view, node)}
    return {kind: told for kind, told in _CARDS.items() if kind in found}


def _band(drawing: TreeLayout, band: Band) -> str:
    told = _BANDS.get(band.kind)
    if told is None:
        return ""
    top = MARGIN + band.top - drawing.sizes.band * 0.72
    return f'<p class="band" style="left:{MARGIN:g}px;top:{top:.0f}px">{told} ({band.count})</p>'


def drawn_together(view: MapView) -> Mapping[Look, Mapping[str, Sequence[str]]]:
    """The screens whose lines are one path of the drawing: by look and source its targets, as the path has them."""
    found: dict[Look, dict[str, list[str]]] = {}
    few = not beside(view)
    for pair, trust in view.pairs.items():
        if pair in view.lines:
            kind = "tree" if pair in view.drawing.tree else "few" if few else "other"
            found.setdefault((kind, trust), {}).setdefault(pair[0], []).append(pair[1])
    order: list[Look] = [(kind, trust) for kind in ("other", "few", "tree") for trust in reversed(TRUST)]
    return {look: found[look] for look in order if look in found}


def _edges(view: MapView) -> Iterator[str]:
    """One path for each look: thousands of elements would make the page slow. One head for all that enter a screen."""
    for (kind, trust), ends in drawn_together(view).items():
        lines = [view.lines[source, target] for source, targets in ends.items() for target in targets]
        heads = {line.points[-1]: line for line in lines}.values()
        yield f'<path class="edge {kind} {trust}" d="{"".join(line.path for line in lines)}"/>'
        yield f'<path class="head {kind} {trust}" d="{"".join(line.head for line in heads)}"/>'


def _hubs(view: MapView) -> frozenset[str]:
    """The screens that tell where one is on a large map: the start, and those with the most transitions."""
    counts = Counter(end for pair in view.pairs for end in pair)
    return frozenset({view.start, *(node for node, _ in counts.most_common(_HUBS))})


def _kinds(view: MapView, node: Node) -> Iterator[str]:
    if node.id == view.start:
        yield "start"
    if parametric(node):
        yield "many"
    if node.dead:
        yield "dead"
    if node.origin == "static":
        yield "static"


def _card(view: MapView, node: Node, hub: bool) -> str:
    x, y = view.drawing.at[node.id]
    kinds = " ".join([*_kinds(view, node), *(["hub"] if hub else [])])
    name = text(view.names[node.id], 200)
    under = _under(view, node)
    return (
        f'<a class="card {kinds}" href="#{anchor_id(node.id)}" title="{name}" '
        f'style="left:{x + MARGIN:.0f}px;top:{y + MARGIN:.0f}px"><span class="words"><span class="name">{name}</span>'
        f"{'<span class=flag>error</span>' if node.dead else ''}"
        f"{f'<span class=under><bdi>{text(under, 120)}</bdi></span>' if under else ''}</span></a>"
    )


def _under(view: MapView, node: Node) -> str:
    """The address as it tells a screen from others: without what all have in common, its query last."""
    route = route_of(node)
    if len(view.shared) > 1:
        route = route.removeprefix(view.shared) or route
    return "" if route == view.names[node.id] else route
