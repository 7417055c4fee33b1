"""The text panel beside the drawing: a list of the screens, and the data of each screen."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sextant.dataclass import dataclass
from sextant.utg.exits import Binding
from sextant.utg.graph import ANYWHERE, Edge, Node
from sextant.utg.names import address_of, bound, parametric
from sextant.utg.page.view import MapView
from sextant.utg.page.words import TRUST, Trust, said, trust_of
from sextant.utg.survey import REASONS, Bounds, Families, Reason, taken_from, why

__all__ = ["ScreenArticle", "ScreenGroup", "TransitionRow", "article", "everywhere", "screen_groups"]

_UNREACHED = 1_000_000
_MOST_EXITS = 25


@dataclass(frozen=True, slots=True)
class TransitionRow:
    """A transition in a list: the screen at the other end, the action, and its trust."""

    other: str
    done: str
    trust: Trust
    told: str
    example: str = ""
    writes: str = ""
    rival: bool = False


@dataclass(frozen=True, slots=True)
class ScreenGroup:
    """Screens at the same distance from the start, or of the same kind."""

    head: str
    nodes: Sequence[str]
    count: str


@dataclass(frozen=True, slots=True)
class ExitRow:
    """An untried exit."""

    label: str
    detail: str


@dataclass(frozen=True, slots=True)
class ExitGroup:
    """The exits left alone for the same reason: the first of them, and their number."""

    head: str
    exits: Sequence[ExitRow]
    total: int


@dataclass(frozen=True, slots=True)
class ScreenArticle:
    """All data of one screen.

    Attributes:
        badges: Pairs of kind and text.
        picture: A `data:` address; empty for none.
        error_addresses: The addresses that showed this error, if there are several.
        examples: Some instances of a parametric screen.
        depth: Number of steps from the start.
        leading: Walked or static transitions from here.
        known: Links with a known target that were not followed.
        stays: Number of actions that stay on this screen.
        arriving: Transitions to here.
        left_alone: Untried exits, by reason.
    """

    node: Node
    name: str
    badges: Sequence[tuple[str, str]]
    picture: str
    address: str
    error_addresses: Sequence[str]
    examples: Sequence[str]
    depth: int | None
    leading: Sequence[TransitionRow]
    known: Sequence[TransitionRow]
    stays: int
    arriving: Sequence[TransitionRow]
    left_alone: Sequence[ExitGroup]


def screen_groups(view: MapView) -> Iterator[ScreenGroup]:
    """All screens, grouped by distance from the start; error pages and other sites come last."""
    besides = view.errors | view.foreign
    groups: dict[int, list[str]] = {}
    for node in view.graph.nodes:
        if node not in besides:
            groups.setdefault(view.depth.get(node, _UNREACHED), []).append(node)
    for depth, nodes in sorted(groups.items()):
        away = f"{depth:,} step{'' if depth == 1 else 's'} away" if depth < _UNREACHED else "No known way"
        yield ScreenGroup(away if depth else "Start", nodes, f"{len(nodes):,}")
    if errors := [node for node in view.graph.nodes if node in view.errors]:
        count = view.figures.error_pages
        yield ScreenGroup("Errors", errors, f"{count:,} address{'' if count == 1 else 'es'}")
    if foreign := [node for node in view.graph.nodes if node in view.foreign]:
        yield ScreenGroup("Of other sites", foreign, f"{len(foreign):,}")


def everywhere(view: MapView) -> Sequence[TransitionRow]:
    """The actions that work on every screen."""
    return [_row(edge, edge.target) for edge in view.graph.out(ANYWHERE)]


def article(view: MapView, node: Node, known: Families) -> ScreenArticle:
    """Collects the data of one screen. `known` has the outcomes of similar exits on the whole map."""
    leaving = list(view.graph.out(node.id))
    edges = [edge for edge in leaving if edge.source != edge.target]
    counts = Counter(edge.trigger for edge in edges)
    rivals = {trigger for trigger, count in counts.items() if count > 1}
    edges.sort(key=lambda edge: (view.names.get(edge.target, ""), -edge.successes))
    arriving = [edge for edge in view.arriving.get(node.id, ()) if edge.source != ANYWHERE]
    arriving.sort(key=lambda edge: (view.depth.get(edge.source, _UNREACHED), -edge.successes))
    return ScreenArticle(
        node,
        view.names[node.id],
        tuple(_badges(view, node)),
        view.pictures.get(node.id, ""),
        address_of(node),
        _error_addresses(node) if node.id in view.errors else (),
        _examples(node),
        view.depth.get(node.id),
        [_row(edge, edge.target, edge.trigger in rivals) for edge in edges],
        [
            TransitionRow(way.target, said(way.trigger, way.opener), "inferred", TRUST["inferred"])
            for way in view.connections.get(node.id, ())
            if way.edge is None
        ],
        len(leaving) - len(edges),
        [_row(edge, edge.source) for edge in arriving],
        tuple(_left_alone(view, node, known)),
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


def _error_addresses(node: Node) -> Sequence[str]:
    found = [one for one in dict.fromkeys(reversed(node.locations)) if one]
    return found if len(found) > 1 else ()


def _examples(node: Node) -> Sequence[str]:
    if not parametric(node):
        return ()
    return [one for one in dict.fromkeys(bound(binding) for binding in reversed(node.bindings)) if one][:6]


def _row(edge: Edge, other: str, rival: bool = False) -> TransitionRow:
    trust, total = trust_of(edge), edge.successes + edge.failures
    told = f"{edge.successes} of {total}" if total else TRUST[trust]
    example: Binding = edge.target_binding if other == edge.target else edge.source_binding
    return TransitionRow(other, said(edge.trigger, edge.opener), trust, told, bound(example), edge.writes, rival)


def _left_alone(view: MapView, node: Node, known: Families) -> Iterator[ExitGroup]:
    """The untried exits, by reason. Links with a known target are listed as transitions instead."""
    taken, groups = taken_from(view.graph, node), dict[Reason | None, list[ExitRow]]()
    for one in node.exits:
        if one.element in taken or (one.href and view.graph.at(one.href) is not None) or one.within or one.here:
            continue
        reason = why(one, node, known, Bounds())
        detail = one.risk or one.alters or ("" if reason else one.href)
        groups.setdefault(reason, []).append(ExitRow(one.label or one.element.role, detail))
    for reason in (None, *REASONS):
        if rows := groups.get(reason):
            head = f"{len(rows)}: {REASONS[reason] if reason else 'not tried yet'}"
            yield ExitGroup(head, rows[:_MOST_EXITS], len(rows))
