"""What the drawing shows: cards in their places, and the lines between them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sextant.utg.graph import Node
from sextant.utg.names import parametric, route_of
from sextant.utg.page.view import FEW, MapView
from sextant.utg.page.words import TRUST, Trust, anchor_id

__all__ = ["MARGIN", "Look", "beside", "cards", "cards_told", "drawn_together", "paths"]

Look = tuple[str, Trust]
"""What a line is in the drawing (of its tree, one of few others, one of many), and how far it is to be trusted."""

MARGIN = 32.0
"""Around the drawing, for lines that pass outside of the cards."""
_HUBS = 9
_CARDS = {
    "start": "where the map begins",
    "many": "stands for many, such as the items of a list",
    "dead": "an error page",
    "static": "read from the app, never seen",
}
"""What a card that looks different says by it."""


@dataclass(frozen=True, slots=True)
class LinePath:
    """The lines of one look as one path, and their heads as another."""

    kind: str
    trust: Trust
    path: str
    heads: str


@dataclass(frozen=True, slots=True)
class Card:
    """A screen on the drawing; `under` is its address where its name does not say it."""

    anchor: str
    kinds: str
    name: str
    x: float
    y: float
    dead: bool
    under: str


def beside(view: MapView) -> int:
    """How many transitions are drawn on demand only."""
    others = len(view.pairs) - sum(pair in view.drawing.tree for pair in view.pairs)
    return others if others > FEW else 0


def cards_told(view: MapView) -> dict[str, str]:
    """What the cards of this map say by their looks, by their kind."""
    found = {kind for node in view.graph.nodes.values() for kind in _kinds(view, node)}
    return {kind: told for kind, told in _CARDS.items() if kind in found}


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


def paths(view: MapView) -> Iterator[LinePath]:
    """One path for each look: thousands of elements would make the page slow. One head for all that enter a screen."""
    for (kind, trust), ends in drawn_together(view).items():
        lines = [view.lines[source, target] for source, targets in ends.items() for target in targets]
        heads = {line.points[-1]: line for line in lines}.values()
        yield LinePath(kind, trust, "".join(line.path for line in lines), "".join(line.head for line in heads))


def cards(view: MapView) -> Iterator[Card]:
    """Every screen in its place."""
    hubs = _hubs(view)
    for node in view.graph.nodes.values():
        x, y = view.drawing.at[node.id]
        kinds = " ".join([*_kinds(view, node), *(["hub"] if node.id in hubs else [])])
        name, under = view.names[node.id], _under(view, node)
        yield Card(anchor_id(node.id), kinds, name, x + MARGIN, y + MARGIN, node.dead, under)


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


def _under(view: MapView, node: Node) -> str:
    """The address as it tells a screen from others: without what all have in common, its query last."""
    route = route_of(node)
    if len(view.shared) > 1:
        route = route.removeprefix(view.shared) or route
    return "" if route == view.names[node.id] else route
