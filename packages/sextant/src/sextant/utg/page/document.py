"""The page put together: head, drawing, words, the data that the script searches, and nothing from elsewhere."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from sextant.utg.graph import Graph
from sextant.utg.page.chart import MARGIN, beside, cards_told, chart, drawn_together
from sextant.utg.page.panel import article, facts, index
from sextant.utg.page.view import MapView, view_of
from sextant.utg.page.words import TRUST, anchor_id, clean, embedded, inline, said, text
from sextant.utg.survey import Families

__all__ = ["map_page"]

_NOTHING: Mapping[str, bytes] = MappingProxyType({})
_NO_NOTES: Mapping[str, str] = MappingProxyType({})
_FIND = 900
"""Letters of a screen's words that can be searched."""
_KEYS = (
    ("/", "search"),
    ("arrows", "the next screen in that direction"),
    ("Enter", "open the screen"),
    ("f, t", "a way from, to the open screen"),
    ("+ − 0", "nearer, further, everything"),
    ("Esc", "close, back to the whole map"),
)


def map_page(
    graph: Graph,
    pictures: Mapping[str, bytes] = _NOTHING,
    notes: Mapping[str, str] = _NO_NOTES,
    start: str = "",
) -> str:
    """The map as one page: drawing, search, routes, everything known of each screen. It needs no network.

    Args:
        graph: The map. What it holds is shown as text, whatever it is.
        pictures: Thumbnails by node: PNG, JPEG or WebP.
        notes: What is noted about the map: its build, when it was drawn.
        start: The screen from which distances count; where the map begins if empty.
    """
    view = view_of(graph, pictures, notes, start)
    script, style = _asset("ways.js") + _asset("map.js"), _asset("map.css")
    allowed = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{allowed}'; base-uri 'none'"
    )
    name = text(graph.app, 200) or "a map"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f"<title>{name} — map — Sextant</title><style>{style}</style></head><body>"
        f"{_head(view)}{_body(view) if view.graph.nodes else _empty()}"
        f'<script type="application/json" id="data">{embedded(_data(view))}</script>'
        f"<script>{script}</script></body></html>\n"
    )


@cache
def _asset(name: str) -> str:
    return (files("sextant.utg.page") / name).read_text(encoding="utf-8")


def _head(view: MapView) -> str:
    noted = "".join(f"<span>{text(key, 40)} {inline(value, 120)}</span>" for key, value in list(view.notes.items())[:6])
    told = f'<p class="notes">{noted}</p>' if noted else ""
    return (
        '<header class="head"><div><p class="brand">Sextant <span>map</span></p>'
        f"<h1>{inline(view.graph.app)}</h1>{told}</div>{facts(view)}</header>"
    )


def _empty() -> str:
    return (
        '<main class="empty"><h2>Nothing on this map yet</h2><p>Draw it by looking around in the app, or by going '
        "somewhere in it:</p><pre>sextant map web:http://localhost:8000\n"
        'sextant goto web:http://localhost:8000 "settings"</pre></main>'
    )


def _body(view: MapView) -> str:
    known = Families(view.graph)
    articles = "".join(article(view, node, known) for node in view.graph.nodes.values())
    return (
        '<div class="work"><main class="stage" id="stage"><div id="frame">'
        '<form id="search" role="search" hidden><input type="search" aria-label="Search screens, addresses, texts" '
        'placeholder="Search screens, addresses, texts" autocomplete="off" spellcheck="false"><output></output></form>'
        f"{chart(view)}"
        '<div class="zoom" hidden><button type="button" id="nearer" aria-label="Nearer">+</button>'
        '<button type="button" id="further" aria-label="Further">−</button>'
        '<button type="button" id="whole">Fit</button></div></div>'
        f"{_legend(view)}</main>"
        f'<aside class="side" id="side" tabindex="-1" aria-label="Details">{_finder()}{index(view)}'
        f'<div id="articles">{articles}</div>{_help()}</aside></div>'
    )


def _legend(view: MapView) -> str:
    """What lines and cards say by their looks, of what this map has; and how the other lines are seen."""
    found = set(view.pairs.values())
    ways = "".join(
        f'<span class="trust {trust}"><i></i>{told}</span>' for trust, told in TRUST.items() if trust in found
    )
    looks = "".join(f'<span class="look {kind}"><i></i>{told}</span>' for kind, told in cards_told(view).items())
    more = beside(view)
    every = f'<label><input type="checkbox" id="every"> show {more:,} more lines</label>' if more else ""
    hint = '<span class="hint" hidden>Point at one: blue lines lead on from it, the others to it.</span>'
    return f'<div class="legend"><div><b>Lines</b>{ways}{every}</div><div><b>Screens</b>{looks}{hint}</div></div>'


def _finder() -> str:
    return (
        '<form id="finder" hidden><h2>A way from screen to screen</h2><label>from <input id="from" list="names" '
        'autocomplete="off" spellcheck="false"></label><label>to <input id="to" list="names" autocomplete="off" '
        'spellcheck="false"></label><datalist id="names"></datalist><p><button type="submit">Show the way</button> '
        '<button type="button" id="turn">Turn round</button></p><div id="way" role="status"></div></form>'
    )


def _help() -> str:
    rows = "".join(f"<div><dt><kbd>{key}</kbd></dt><dd>{what}</dd></div>" for key, what in _KEYS)
    return f'<details id="help"><summary>Keys</summary><dl class="about">{rows}</dl></details>'


def _data(view: MapView) -> dict[str, object]:
    """What the script needs: places, what is searched, what joins what, and ways with their words.

    The lines of `pairs` stand in the drawing, in the same order.
    """
    number = {node: place for place, node in enumerate(view.graph.nodes)}
    says: dict[str, int] = {}
    leaving: list[list[list[float]]] = []
    for node in view.graph.nodes:
        best: dict[int, list[float]] = {}
        for way in view.ways.get(node, ()):
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
