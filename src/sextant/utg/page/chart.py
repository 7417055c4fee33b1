"""The drawing itself, as SVG that needs no script: curves under cards."""

from collections import Counter
from collections.abc import Iterator

from sextant.utg.graph import Node
from sextant.utg.naming import address_of, parametric
from sextant.utg.page.layout import Band, Drawing
from sextant.utg.page.view import View
from sextant.utg.page.words import TRUST, anchor_id, clean, cut, text

__all__ = ["beside", "chart"]

_MARGIN = 24.0
_LETTER, _SMALL = 9.0, 6.9
_HEAD = 6.0
_HUBS = 9
DENSE = 600
"""Beyond so many transitions beside the tree they are shown on demand."""
_BANDS = {
    "beyond": "No known way leads here from the start",
    "alone": "Nothing is known to lead here or on from here",
}


def chart(view: View) -> str:
    """The whole map as an SVG element."""
    drawing = view.drawing
    width, height = drawing.width + 2 * _MARGIN, drawing.height + 2 * _MARGIN + 24
    hubs = _hubs(view)
    cards = "".join(_card(view, node, node.id in hubs) for node in view.graph.nodes.values())
    bands = "".join(_band(drawing, band) for band in drawing.bands)
    box = drawing.sizes
    others = len(view.pairs) - len(view.drawing.tree)
    dense = ' class="dense"' if others > DENSE else ""
    faint = f' style="--faint: {max(0.04, min(0.3, 120 / max(1, others))):.2f}"'
    return (
        f'<svg id="chart"{dense}{faint} viewBox="{-_MARGIN:g} {-_MARGIN - 24:g} {width:g} {height:g}" role="group" '
        f'aria-label="Screens and transitions of {text(view.graph.app, 120)}" data-zoom="near">'
        f'<defs><clipPath id="card"><rect width="{box.width:g}" height="{box.height:g}" rx="9"/></clipPath></defs>'
        f'<g id="world">{bands}<g id="edges" aria-hidden="true">{"".join(_edges(view))}</g>'
        f'<g id="marked" aria-hidden="true"></g><g id="cards">{cards}</g>'
        '<g id="numbers" aria-hidden="true"></g></g></svg>'
    )


def beside(view: View) -> int:
    """How many transitions are drawn on demand only."""
    others = [trust for pair, trust in view.pairs.items() if pair not in view.drawing.tree]
    return len(others) if len(others) > DENSE else others.count("inferred")


def _band(drawing: Drawing, band: Band) -> str:
    told = _BANDS.get(band.kind)
    if told is None:
        return ""
    y = band.top - drawing.sizes.band / 2
    wide = max(drawing.width, 480.0)
    return (
        f'<g class="band"><line x1="0" x2="{wide:g}" y1="{y:g}" y2="{y:g}"/>'
        f'<text x="0" y="{y + 18:g}">{told} ({band.count})</text></g>'
    )


def _edges(view: View) -> Iterator[str]:
    """One path for each kind of edge: thousands of elements would make the page slow."""
    curves: dict[tuple[str, str], list[str]] = {}
    heads: dict[tuple[str, str], list[str]] = {}
    for (source, target), trust in view.pairs.items():
        kind = "tree" if (source, target) in view.drawing.tree else "other"
        curve, head = _curve(view.drawing, source, target)
        curves.setdefault((kind, trust), []).append(curve)
        heads.setdefault((kind, trust), []).append(head)
    for kind in ("other", "tree"):
        for trust in reversed(TRUST):
            if (kind, trust) in curves:
                yield f'<path class="edge {kind} {trust}" d="{"".join(curves[kind, trust])}"/>'
                yield f'<path class="head {kind} {trust}" d="{"".join(heads[kind, trust])}"/>'


def _curve(drawing: Drawing, source: str, target: str) -> tuple[str, str]:
    """The curve from one card to another, and the head of its arrow. The script draws the same."""
    wide, high = drawing.sizes.width, drawing.sizes.height
    (x1, y1), (x2, y2) = drawing.at[source], drawing.at[target]
    y1, y2 = y1 + high / 2, y2 + high / 2
    if x2 > x1 + wide / 2:
        x1, side = x1 + wide, -1
        bend = max(28.0, (x2 - x1) * 0.5)
        c1, c2 = x1 + bend, x2 - bend
    elif x2 < x1 - wide / 2:
        x2, side = x2 + wide, 1
        y1, y2 = y1 + high * 0.22, y2 + high * 0.22
        bend = max(28.0, (x1 - x2) * 0.4)
        c1, c2 = x1 - bend, x2 + bend
    else:
        x1, x2, side = x1 + wide, x2 + wide, 1
        bend = 28.0 + min(60.0, abs(y2 - y1) * 0.12)
        c1, c2 = x1 + bend, x2 + bend
    tip = x2 + side * _HEAD
    curve = f"M{x1:.0f} {y1:.0f}C{c1:.0f} {y1:.0f} {c2:.0f} {y2:.0f} {tip:.0f} {y2:.0f}"
    head = f"M{x2:.0f} {y2:.0f}l{side * _HEAD:g} {_HEAD / 2:g}v{-_HEAD:g}z"
    return curve, head


def _hubs(view: View) -> frozenset[str]:
    """The screens that tell where one is on a large map: the start, and those with the most transitions."""
    counts = Counter(end for pair in view.pairs for end in pair)
    return frozenset({view.start, *(node for node, _ in counts.most_common(_HUBS))})


def _card(view: View, node: Node, hub: bool) -> str:
    x, y = view.drawing.at[node.id]
    box = view.drawing.sizes
    pictured = node.id in view.pictures
    left = 54.0 if pictured else 12.0
    room = box.width - left - 10
    many = parametric(node)
    kinds = [
        *(["start"] if node.id == view.start else []),
        *(["many"] if many else []),
        *(["hub"] if hub else []),
        *(["dead"] if node.dead else []),
        *(["static"] if node.origin == "static" else []),
    ]
    name = view.names[node.id]
    address = address_of(node)
    if len(view.shared) > 1:
        address = address.removeprefix(view.shared) or address
    under = "start" if node.id == view.start and not address else address if address != name else _under(node)
    if node.dead:
        under = f"dead end · {under}" if under else "dead end"
    stack = f'<rect class="stack" x="4" y="4" width="{box.width:g}" height="{box.height:g}" rx="9"/>' if many else ""
    flag = f'<rect class="flag" width="4" height="{box.height:g}"/>' if node.id == view.start else ""
    inner = f'<g clip-path="url(#card)">{flag}</g>' if flag or pictured else ""
    middle = box.height / 2
    lines = (
        f'<text class="name" x="{left:g}" y="{middle - 3:g}">{text(_fitting(name, room / _LETTER))}</text>'
        f'<text class="under" x="{left:g}" y="{middle + 13:g}">{text(_fitting(under, room / _SMALL))}</text>'
        if under
        else f'<text class="name" x="{left:g}" y="{middle + 4.5:g}">{text(_fitting(name, room / _LETTER))}</text>'
    )
    return (
        f'<a class="card {" ".join(kinds)}" href="#{anchor_id(node.id)}" transform="translate({x:.0f} {y:.0f})">'
        f"<title>{text(name, 200)}</title>{stack}"
        f'<rect class="body" width="{box.width:g}" height="{box.height:g}" rx="9"/>'
        f"{inner}{lines}</a>"
    )


def _fitting(words: str, units: float) -> str:
    """As much as fits; of an address the end, which tells more than the beginning."""
    if "/" not in words:
        return cut(words, units)
    whole = clean(words, 400)
    return whole if len(whole) <= units else f"…{whole[-max(1, int(units) - 1) :]}"


def _under(node: Node) -> str:
    return "stands for many" if parametric(node) else ""
