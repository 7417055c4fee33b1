"""The words beside the drawing: the map in figures, a list of its screens, and of each screen everything known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from sextant.types.screens import ElementRef
from sextant.utg.broken_words import LinkReport, links_told
from sextant.utg.exits import Binding
from sextant.utg.graph import ANYWHERE, Edge, Node, Trigger
from sextant.utg.names import address_of, bound, parametric
from sextant.utg.page.view import MapView
from sextant.utg.page.words import TRUST, Trust, anchor_id, inline, said, text, trust_of
from sextant.utg.survey import REASONS, Bounds, Families, Reason, taken_from, why

__all__ = ["article", "facts", "index", "when"]

_MOST_LISTED = 60
_MOST_EXITS = 25
_MOST_BROKEN = 12
_MOST_TEXTS = 40


def when(at: float) -> str:
    """A time as HTML, in UTC; empty where there is none."""
    if at <= 0:
        return ""
    try:
        moment = datetime.fromtimestamp(at, UTC)
    except (OverflowError, OSError, ValueError):
        return ""
    return f'<time datetime="{moment.isoformat(timespec="seconds")}">{moment:%d %b %Y, %H:%M} UTC</time>'


def facts(view: MapView) -> str:
    """The map in figures."""
    of = view.figures
    rows = [
        ("screens", f"{of.screens:,}"),
        ("error pages", f"{of.error_pages:,}" if of.error_pages else ""),
        ("pages of other sites", f"{of.other_sites:,}" if of.other_sites else ""),
        ("transitions", f"{of.transitions:,}"),
        ("not reached from the start", f"{len(of.unreachable):,}" if of.unreachable else ""),
        ("exits not tried yet", f"{of.untried:,}" if of.untried else ""),
        ("last seen", when(of.last_seen)),
    ]
    shown = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows if value)
    return f'<dl class="facts">{shown}</dl>'


def index(view: MapView) -> str:
    """Broken links; every screen of the app by its distance from the start; error pages and other sites last.

    What works everywhere stands before the screens.
    """
    besides = view.errors | view.foreign
    groups: dict[int, list[str]] = {}
    for node in view.graph.nodes:
        if node not in besides:
            groups.setdefault(view.depth.get(node, 1_000_000), []).append(node)
    parts = [_everywhere(view)]
    for depth, nodes in sorted(groups.items()):
        head = "Start" if depth == 0 else f"{_counted(depth, 'step')} away" if depth < 1_000_000 else "No known way"
        parts.append(_screens(view, head, nodes))
    addresses = "1 address" if view.figures.error_pages == 1 else f"{view.figures.error_pages:,} addresses"
    parts.append(_screens(view, "Errors", [node for node in view.graph.nodes if node in view.errors], addresses))
    parts.append(_screens(view, "Of other sites", [node for node in view.graph.nodes if node in view.foreign]))
    further = f"{view.left_out:,} screens further off are left out of this page."
    left = f'<p class="quiet">{further}</p>' if view.left_out else ""
    return f'<section id="index">{_broken(view)}<h2>Screens</h2>{left}{"".join(parts)}</section>'


def _screens(view: MapView, head: str, nodes: Sequence[str], count: str = "") -> str:
    rows = "".join(f"<li>{_link(view, node)}</li>" for node in nodes)
    return (
        f'<h3>{head} <small>{count or f"{len(nodes):,}"}</small></h3><ul class="screens">{rows}</ul>' if nodes else ""
    )


def _broken(view: MapView) -> str:
    """Links to error pages, in the words of the commands."""
    if not view.broken:
        return ""
    rows = [f"<li>{_broken_row(view, one)}</li>" for one in links_told(view.broken)]
    shown = f'<ul class="broken">{"".join(rows[:_MOST_BROKEN])}</ul>'
    more = len(rows) - _MOST_BROKEN
    rest = _folded(f"{_counted(more, 'more broken link')}", rows[_MOST_BROKEN:], kind="broken")
    return f"<h2>Broken links</h2>{shown}{rest}"


def _broken_row(view: MapView, one: LinkReport) -> str:
    where = ", ".join(
        f'<a href="#{anchor_id(node)}">{inline(name)}</a>' if node in view.names else inline(name)
        for node, name in one.places
    )
    more = f" and {one.more:,} more" if one.more else ""
    return f"{inline(one.label)} on {where}{more} → <bdi>{text(one.leads, 300)}</bdi>"


def _everywhere(view: MapView) -> str:
    edges = list(view.graph.out(ANYWHERE))
    if not edges:
        return ""
    rows = "".join(_edge(view, edge, edge.target, set()) for edge in edges[:_MOST_LISTED])
    return f'<h3>From every screen <small>{len(edges)}</small></h3><ul class="edges">{rows}</ul>'


def article(view: MapView, node: Node, known: Families) -> str:
    """Everything that is known of one screen; `known` tells of the map what was tried of what is alike."""
    name = view.names[node.id]
    badges = "".join(f'<span class="badge {kind}">{word}</span>' for kind, word in _badges(view, node))
    shown = view.pictures.get(node.id)
    image = f'<img class="shot" alt="Picture of {text(name, 120)}" loading="lazy" src="{shown}">' if shown else ""
    return (
        f'<article id="{anchor_id(node.id)}"><header><h2>{inline(name)}</h2><p class="badges">{badges}</p></header>'
        f'{image}<dl class="about">{_about(view, node)}</dl>{_leaving(view, node)}{_arriving(view, node)}'
        f"{_left(view, node, known)}{_words(node)}</article>"
    )


def _badges(view: MapView, node: Node) -> Iterator[tuple[str, str]]:
    if node.id == view.start:
        yield "start", "start"
    if parametric(node):
        yield "many", "stands for many"
    if node.id in view.errors:
        yield "dead", "error"
    if node.id in view.foreign:
        yield "dead", "other site"
    if node.origin == "static":
        yield "static", "read from the app, never seen"


def _about(view: MapView, node: Node) -> str:
    depth = view.depth.get(node.id)
    rows = [
        ("address", f"<code>{text(address_of(node), 300)}</code>" if address_of(node) else ""),
        ("errors at", _error_addresses(node) if node.id in view.errors else ""),
        ("title", inline(node.face.title) if node.face.title and node.face.title != view.names[node.id] else ""),
        ("seen as", _examples(node)),
        ("from the start", "no known way" if depth is None else _counted(depth, "step")),
        ("visits", f"{node.visits:,}" if node.visits else ""),
        ("last seen", when(node.last_seen)),
        ("id", f"<code>{text(node.id, 120)}</code>"),
    ]
    return "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows if value)


def _error_addresses(node: Node) -> str:
    """The addresses at which an error stood, where they are several."""
    found = [one for one in dict.fromkeys(reversed(node.locations)) if one]
    return " ".join(f"<code>{text(one, 120)}</code>" for one in found) if len(found) > 1 else ""


def _examples(node: Node) -> str:
    if not parametric(node):
        return ""
    examples = dict.fromkeys(bound(binding) for binding in reversed(node.bindings))
    return " · ".join(inline(one, 80) for one in [one for one in examples if one][:6])


def _leaving(view: MapView, node: Node) -> str:
    leaving = list(view.graph.out(node.id))
    edges = [edge for edge in leaving if edge.source != edge.target]
    counts = Counter(edge.trigger for edge in edges)
    rivals = {trigger for trigger, count in counts.items() if count > 1}
    edges.sort(key=lambda edge: (view.names.get(edge.target, ""), -edge.successes))
    known = [way for way in view.ways.get(node.id, ()) if way.edge is None]
    more = [_row(view, way.target, way.trigger, way.opener, "inferred", TRUST["inferred"]) for way in known]
    stays = len(leaving) - len(edges)
    return (
        _list("Leads to", [_edge(view, edge, edge.target, rivals) for edge in edges])
        + _folded(f"{_counted(len(known), 'more link')} whose address is known", more)
        + (f'<p class="quiet">Stays on this screen (menus, folds): {_counted(stays, "action")}.</p>' if stays else "")
    )


def _arriving(view: MapView, node: Node) -> str:
    edges = [edge for edge in view.arriving.get(node.id, ()) if edge.source != ANYWHERE]
    edges.sort(key=lambda edge: (view.depth.get(edge.source, 1_000_000), -edge.successes))
    return _list("Reached from", [_edge(view, edge, edge.source, set()) for edge in edges])


def _edge(view: MapView, edge: Edge, other: str, rivals: set[Trigger]) -> str:
    trust = trust_of(edge)
    total = edge.successes + edge.failures
    told = f"{edge.successes} of {total}" if total else TRUST[trust]
    if edge.writes:
        told += f", sends {inline(edge.writes, 80)}"
    if edge.trigger in rivals:
        told += ", has a rival"
    example: Binding = edge.target_binding if other == edge.target else edge.source_binding
    return _row(view, other, edge.trigger, edge.opener, trust, told, bound(example))


def _row(
    view: MapView,
    other: str,
    trigger: Trigger,
    opener: ElementRef | None,
    trust: Trust,
    told: str,
    example: str = "",
) -> str:
    instance = f" <small>{inline(example, 60)}</small>" if example else ""
    return (
        f"<li>{_link(view, other)}{instance}<span class=by>{inline(said(trigger, opener))}</span>"
        f'<span class="trust {trust}" title="{TRUST[trust]}"><i></i>{told}</span>'  # no `</li>`: the next ends it
    )


def _link(view: MapView, node: str) -> str:
    if node not in view.names:
        return f'<span class="quiet">{inline(node, 80)}</span>'
    return f'<a href="#{anchor_id(node)}">{inline(view.names[node], 120)}</a>'


def _left(view: MapView, node: Node, known: Families) -> str:
    """The exits that nobody took, by why; what is known by its address stands among the ways already."""
    taken, groups = taken_from(view.graph, node), dict[Reason | None, list[str]]()
    for one in node.exits:
        if one.element in taken or (one.href and view.graph.at(one.href) is not None) or one.within or one.here:
            continue
        reason = why(one, node, known, Bounds())
        detail = one.risk or one.alters or ("" if reason else one.href)
        detail = f" <small>{inline(detail, 120)}</small>" if detail else ""
        groups.setdefault(reason, []).append(f"<li>{inline(one.label or one.element.role, 80)}{detail}</li>")
    parts: list[str] = []
    for reason in (None, *REASONS):
        rows = groups.get(reason, [])
        head = f"{len(rows)}: {REASONS[reason] if reason else 'not tried yet'}"
        parts += [_folded(head, rows[:_MOST_EXITS], len(rows) - _MOST_EXITS, "exits")] if rows else []
    total = sum(map(len, groups.values()))
    return f"<h3>Left alone <small>{total}</small></h3>{''.join(parts)}" if groups else ""


def _words(node: Node) -> str:
    face = node.face
    told = [*face.heads, *face.headings, *face.texts][:_MOST_TEXTS]
    return _folded("What stands on it", [f"<li>{inline(one, 160)}</li>" for one in told], 0, "exits")


def _list(head: str, rows: Sequence[str]) -> str:
    if not rows:
        return ""
    more = f'<li class="quiet">and {len(rows) - _MOST_LISTED:,} more</li>' if len(rows) > _MOST_LISTED else ""
    return f'<h3>{head} <small>{len(rows):,}</small></h3><ul class="edges">{"".join(rows[:_MOST_LISTED])}{more}</ul>'


def _folded(head: str, rows: Iterable[str], more: int = 0, kind: str = "edges") -> str:
    found = list(rows)
    if not found:
        return ""
    if len(found) > _MOST_LISTED:
        found, more = found[:_MOST_LISTED], len(found) - _MOST_LISTED
    rest = f'<li class="quiet">and {more:,} more</li>' if more > 0 else ""
    return f'<details><summary>{head}</summary><ul class="{kind}">{"".join(found)}{rest}</ul></details>'


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number:,} {what}s"
