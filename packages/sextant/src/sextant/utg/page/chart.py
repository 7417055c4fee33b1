"""The drawing of a map: cards for screens, and lines for transitions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sextant.dataclass import dataclass
from sextant.utg.graph import Node
from sextant.utg.names import parametric, route_of
from sextant.utg.page.view import FEW, MapView
from sextant.utg.page.words import TRUST, Trust, anchor_id

__all__ = ["MARGIN", "Look", "beside", "card_legend", "cards", "drawn_together", "paths"]

Look = tuple[str, Trust]
"""The look of a line: its kind (of the tree, one of few others, one of many others) and its trust."""

MARGIN = 32.0
"""Space around the drawing, for lines outside of the cards."""
_HUBS = 9
_CARDS = {
    "start": "where the map begins",
    "many": "stands for many, such as the items of a list",
    "dead": "an error page",
    "static": "read from the app, never seen",
}
"""The meaning of each special look of a card, for the legend."""


@dataclass(frozen=True, slots=True)
class LinePath:
    """All lines of one look as one SVG path, and their arrow heads as another."""

    kind: str
    trust: Trust
    path: str
    heads: str


@dataclass(frozen=True, slots=True)
class Card:
    """A screen on the drawing. `under` is its address; empty if its name is the address."""

    anchor: str
    kinds: str
    name: str
    x: float
    y: float
    dead: bool
    under: str


def beside(view: MapView) -> int:
    """The number of transitions that are drawn only on demand."""
    others = len(view.pairs) - sum(pair in view.drawing.tree for pair in view.pairs)
    return others if others > FEW else 0


def card_legend(view: MapView) -> dict[str, str]:
    """The legend of this map: the kinds of cards that occur, with their meaning."""
    found = {kind for node in view.graph.nodes.values() for kind in _kinds(view, node)}
    return {kind: told for kind, told in _CARDS.items() if kind in found}


def drawn_together(view: MapView) -> Mapping[Look, Mapping[str, Sequence[str]]]:
    """The lines of each path of the drawing: by look and source, the targets in the order of the path."""
    found: dict[Look, dict[str, list[str]]] = {}
    few = not beside(view)
    for pair, trust in view.pairs.items():
        if pair in view.lines:
            kind = "tree" if pair in view.drawing.tree else "few" if few else "other"
            found.setdefault((kind, trust), {}).setdefault(pair[0], []).append(pair[1])
    order: list[Look] = [(kind, trust) for kind in ("other", "few", "tree") for trust in reversed(TRUST)]
    return {look: found[look] for look in order if look in found}


def paths(view: MapView) -> Iterator[LinePath]:
    """One path per look, because thousands of elements would be slow. Lines to one screen share an arrow head."""
    for (kind, trust), ends in drawn_together(view).items():
        lines = [view.lines[source, target] for source, targets in ends.items() for target in targets]
        heads = {line.points[-1]: line for line in lines}.values()
        yield LinePath(kind, trust, "".join(line.path for line in lines), "".join(line.head for line in heads))


def cards(view: MapView) -> Iterator[Card]:
    """The card of every screen, with its position."""
    hubs = _hubs(view)
    for node in view.graph.nodes.values():
        x, y = view.drawing.at[node.id]
        kinds = " ".join([*_kinds(view, node), *(["hub"] if node.id in hubs else [])])
        name, under = view.names[node.id], _under(view, node)
        yield Card(anchor_id(node.id), kinds, name, x + MARGIN, y + MARGIN, node.dead, under)


def _hubs(view: MapView) -> frozenset[str]:
    """The landmarks of a large map: the start, and the screens with the most transitions."""
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


def _under(view: MapView, node: Node) -> str:
    """The part of the address that distinguishes the screen: without the common prefix."""
    route = route_of(node)
    if len(view.shared) > 1:
        route = route.removeprefix(view.shared) or route
    return "" if route == view.names[node.id] else route
