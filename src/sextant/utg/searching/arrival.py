"""Whether the present screen is the goal: it has to answer it better than any link to somewhere else does."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sextant.types.evidence import Predicate, ScreenIs, TextVisible
from sextant.types.refs import collapse
from sextant.types.screens import Screen
from sextant.utg.exits import Binding, Exit
from sextant.utg.faces import Face, face_score, identity_words, location_words, title_parts
from sextant.utg.graph import Graph, Place, Trigger
from sextant.utg.hops import SOFT
from sextant.utg.searching.instances import LIST, asks_for_any, lists_them, record_scores
from sextant.utg.words import Query, coverage, match, matched, tokens

SURE = 0.75
"""A screen that answers the goal this well is the goal, unless something promises to answer it better."""
CERTAIN = 0.95
"""A screen that calls itself by the very words of the goal is the goal, whatever links promise."""
MARGIN = 0.02
"""A link has to promise this much more before an arrival is put off."""
SAID = 0.8
"""So much of the goal has to stand on the screen for that: a goal with a word the app never uses is not there."""
ENOUGH = 0.5
"""With nothing left to try, the best screen is the goal from here on."""
ONE_OF_MANY = 0.72
"""What a page is worth at most that is one of many alike, where the goal does not say which one: `workers` is rather
the list of all than the tab of some builder. It is good enough once a few more things were tried."""
DONE_HERE = 0.72
"""What such a label is worth where the screen stayed the same: something opened that has no name of its own."""
PROMISED = 0.88
"""What a link's label is worth on the screen it led to: the app itself said that this is the thing."""
OPENED = 0.77
"""What it is worth where a label with the goal's main word opened something on a screen that says the rest."""
_TO_THE_POINT = 0.5
"""At least so much of a label has to be about the goal."""
_TELLING_ROW = 2
"""So many words of the goal in a row say that it is the one that is meant."""
_MENTIONED = 0.76 / PROMISED
"""What that is worth at most: a link that promises more is followed first."""
_STEPWISE = 0.95
"""What a goal is worth that is said in two steps, beside one that is said at once."""


@dataclass(frozen=True, slots=True)
class Landing:
    """How the present screen was come to: by which label, and whether it is another screen than before."""

    label: str = ""
    relevance: float = 0.0
    moved: bool = False
    worked: bool = False
    """It showed an effect, if only on the same screen."""
    row: str = ""
    """What stood beside the label in its row."""


def landing_score(landing: Landing) -> float:
    """What the label that led here says of the screen."""
    if landing.moved:
        return PROMISED * landing.relevance
    return DONE_HERE * landing.relevance if landing.worked and landing.relevance >= 0.8 else 0.0


def led_to(query: Query, label: str, before: str) -> float:
    """How well a label answers the goal together with what stood before it on the way, such as `Help`, `Formatting`.

    Each has to add to what the other says.
    """
    own, earlier = tokens(label), tokens(before)
    together = coverage(query, [*own, *earlier])
    if together <= coverage(query, earlier) or together <= coverage(query, own):
        return 0.0
    return _STEPWISE * together * (0.5 + 0.5 * match(query, label).precision)


def joined(query: Query, label: str, row: str, face: Face) -> float:
    """How well a label answers the goal together with the row it stood in and what the screen calls itself.

    `Settings` leads to `Edit project`; `edit`, beside `Groceries in May`, to `Edit this bill`. The label has to speak
    of the goal, and the rest has to add to it.
    """
    own = tokens(label)
    named = match(query, label)
    heads = [word for text in face.headings[: 0 if face.heads else 1] for word in tokens(text)]
    most = 1.0
    if len(matched(query, tokens(row))) >= _TELLING_ROW:  # the row says which one it is; the screen may say the rest
        heads += [word for text in face.texts for word in tokens(text)]
        most = _MENTIONED
    together = coverage(query, [*own, *tokens(row), *identity_words(face), *heads])
    if named.precision < _TO_THE_POINT or together <= named.coverage:
        return 0.0
    return min(most, together * (0.5 + 0.5 * named.precision))


def opened(query: Query, label: str, face: Face) -> float:
    """How well what a touch opened on the spot answers the goal: the label names its head, the screen says the rest."""
    named = match(query, label)
    heads = [word for word in query.words if query.weight(word) > 1]
    if named.precision < _TO_THE_POINT or not heads or not coverage(query, tokens(label)):
        return 0.0
    covered = matched(query, tokens(label))
    return OPENED if all(word in covered for word in heads) and said(query, face, label) >= CERTAIN else 0.0


def telling(query: Query, face: Face) -> str:
    """Of all that the screen calls itself, what answers the goal best; empty where nothing does."""
    named = (*face.heads, face.title, *title_parts(face.title), *face.selected, *face.headings)
    best = max(named, key=lambda text: match(query, text).score, default="")
    return best if match(query, best).score > 0 else ""


def evidence_for(query: Query, screen: Screen, face: Face) -> tuple[Predicate, ...]:
    """Predicates that hold on the screen and say why it is the goal: the telling title, and a visible text."""
    named = telling(query, face)
    in_head = named in (*face.heads, face.title, *title_parts(face.title))
    predicates: list[Predicate] = [ScreenIs(text=named) if named and in_head else ScreenIs(key=screen.key.id)]
    shown = _shown(query, screen)
    if shown:
        predicates.append(TextVisible(shown))
    return tuple(predicates)


def any_of_many(graph: Graph, query: Query, here: Place, start: Place | None) -> bool:
    """Whether the page is one of many alike, and the goal says nothing of which one it is.

    Which one is said by the values of its address (those apart which the walk began with), and by the labels and rows
    that led into it from outside.
    """
    values = _values(here.binding) - _values(start.binding if start is not None else ())
    if not values:
        return False
    names = [*values]
    for edge in graph.edges.values():
        within = values <= _values(edge.source_binding) or not values <= _values(edge.target_binding)
        if edge.trigger.element is None or within:
            continue
        source = graph.nodes.get(edge.source)
        rows = [one.row for one in source.exits if one.element == edge.trigger.element] if source is not None else []
        names += [edge.trigger.element.name, *rows]
    return not matched(query, [word for name in names for word in tokens(name)])


def _values(binding: Binding) -> frozenset[str]:
    return frozenset(value for name, value in binding if name != SOFT)


def _shown(query: Query, screen: Screen) -> str:
    """The visible text that answers the goal best: a heading before anything else."""
    best, best_value = "", 0.0
    for element in screen.elements:
        if element.visibility not in ("visible", "clipped") or not element.text or len(element.text) > 120:
            continue
        value = coverage(query, tokens(element.text))
        value += 0.5 if value > 0 and element.role == "heading" else 0.0
        if value > best_value:
            best, best_value = element.text, value
    return best if best_value >= ENOUGH and collapse(best) else ""


@dataclass(frozen=True, slots=True)
class Known:
    """A place on the map and how well it answers the goal."""

    place: Place
    score: float
    name: str
    said: float
    """Share of the goal's words that stand on it or on the way to it."""


def said(query: Query, face: Face, label: str) -> float:
    """Share of the goal's words that stand on a screen or on what led to it, 0-1."""
    words = [word for text in (*face.texts, *face.headings, face.title, *face.heads, label) for word in tokens(text)]
    return coverage(query, [*words, *location_words(face.location)])


def best_place(
    graph: Graph,
    query: Query,
    ways: Mapping[Place, int],
    without: frozenset[Place],
    inside: Mapping[str, Query] = MappingProxyType({}),
) -> Known | None:
    """The reachable place that answers the goal best; of equals the nearest, then the first found.

    `inside` has what is left to be asked within an app that the goal names.
    """
    best: Known | None = None
    best_rank = (0.0, 0)
    led = led_of(graph, query)
    any_will_do, records = asks_for_any(query.text), record_scores(graph, query, inside)
    for node in graph.nodes.values():
        if node.dead:
            continue
        asked = inside.get(node.key.app, query)
        for place, face in node.faces():
            if place in without or place not in ways:
                continue
            by = led.get(place, Led())
            # where the row says which one it is, any page of that template may say the rest
            rest = node.face if _told(asked, by.row) else face
            promised = max(match(asked, by.label).score, joined(asked, by.label, by.row, rest))
            score = max(face_score(asked, face), PROMISED * promised)
            if any_will_do:
                score = min(score, LIST) if lists_them(graph, place) else max(score, records.get(node.id, 0.0))
            rank = (score, -ways[place])
            if best is None or rank > best_rank:
                best, best_rank = Known(place, score, face.name, said(asked, rest, f"{by.label} {by.row}")), rank
    return best


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known to open on the spot, without leading to another screen: a fold, a panel, a filter."""

    place: Place
    exit: Exit
    score: float


def best_opening(
    graph: Graph,
    query: Query,
    ways: Mapping[Place, int],
    without: frozenset[Place],
    inside: Mapping[str, Query] = MappingProxyType({}),
) -> Opening | None:
    """What is known to open on the spot and answers the goal best; of equals the nearest."""
    best: Opening | None = None
    for edge in graph.edges.values():
        place = Place(edge.source, edge.source_binding)
        node = graph.nodes.get(edge.source)
        if edge.source != edge.target or not edge.successes or node is None or place in without or place not in ways:
            continue
        one = next((one for one in node.exits if edge.trigger == Trigger("tap", one.element)), None)
        if one is None or one.risk:
            continue
        asked = inside.get(node.key.app, query)
        landing = Landing(one.label, match(asked, one.label).score, worked=True)
        score = max(landing_score(landing), opened(asked, one.label, node.face))
        if best is None or (score, -ways[place]) > (best.score, -ways[best.place]):
            best = Opening(place, one, score)
    return best


@dataclass(frozen=True, slots=True)
class Led:
    """What led to a place: a label, and what stood beside it in its row."""

    label: str = ""
    row: str = ""


def led_of(graph: Graph, query: Query) -> dict[Place, Led]:
    """For each place, of all that leads to it the label (and row) that answers the goal best."""
    found: dict[Place, Led] = {}
    best: dict[Place, tuple[int, float]] = {}
    rows = {(node.id, one.element): one.row for node in graph.nodes.values() for one in node.exits if one.row}
    for edge in graph.edges.values():
        element = edge.trigger.element
        if element is None or edge.source == edge.target or not edge.successes:
            continue
        place, row = Place(edge.target, edge.target_binding), rows.get((edge.source, element), "")
        rank = (_told(query, row), match(query, element.name).score)
        if rank > best.get(place, (0, 0.0)):
            found[place], best[place] = Led(element.name, row), rank
    return found


def _told(query: Query, row: str) -> int:
    """How many words of the goal a row says, if they are enough to say which one is meant."""
    told = len(matched(query, tokens(row))) if row else 0
    return told if told >= _TELLING_ROW else 0
