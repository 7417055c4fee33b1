"""What the map knows of its places with a goal in mind: which one answers it, and what opens there on the spot."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from types import MappingProxyType

from sextant.utg.exits import Exit
from sextant.utg.faces import BELOW_SURE, Face, face_score
from sextant.utg.graph import Graph, Node, Place, Trigger, identity
from sextant.utg.hops import Avoid
from sextant.utg.searching.alike import Instances, instances, words
from sextant.utg.searching.arrival import (
    CERTAIN,
    ONE_OF_MANY,
    PROMISED,
    Landing,
    joined,
    landing_score,
    opened,
    said,
    told,
)
from sextant.utg.searching.instances import LIST, asks_for_any, lists_them, record_scores
from sextant.utg.words import Query, coverage, match, matched, tokens

_ABOUT = 0.1
"""Scores that differ by no more say of instances of one screen that both are what is meant."""


@dataclass(frozen=True, slots=True)
class Known:
    """A place on the map and how well it answers the goal."""

    place: Place
    score: float
    name: str
    said: float
    """Share of the goal's words that stand on it or on the way to it."""


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
        if graph.rivals(edge.source, edge.trigger)[0].target != edge.target or graph.astray(edge):
            continue  # it led elsewhere more often, or where another link leads: something else was hit
        place, row = Place(edge.target, edge.target_binding), rows.get((edge.source, element), "")
        rank = (told(query, row), match(query, element.name).score)
        if rank > best.get(place, (0, 0.0)):
            found[place], best[place] = Led(element.name, row), rank
    return found


@dataclass(frozen=True, slots=True)
class Lore:
    """What the map tells of its places besides their own words, with one query in mind; worked out once a step."""

    led: Mapping[Place, Led]
    within: Mapping[str, str]
    """By node, the label that leads to it from another screen of the same instance and answers best."""
    instances: Instances

    def tempered(self, score: float, query: Query, place: Place) -> float:
        """A score of a page that is one of many alike: less where the goal does not say which one."""
        if score >= CERTAIN or asks_for_any(query.text):
            return score
        unnamed = bool(self.instances.of(place)) and not self.instances.meant(query, place)
        return min(score, ONE_OF_MANY) if unnamed else score


def lore_of(graph: Graph, query: Query, start: Place | None) -> Lore:
    """The lore of a map; `start` is where the walk began."""
    within: dict[str, str] = {}
    for edge in graph.edges.values():
        element = edge.trigger.element
        about = frozenset(identity(edge.source_binding))
        inside = about and about <= frozenset(identity(edge.target_binding))
        if element is None or not edge.successes or not inside or edge.source == edge.target:
            continue
        if match(query, element.name).score > match(query, within.get(edge.target, "")).score:
            within[edge.target] = element.name
    return Lore(led_of(graph, query), within, instances(graph, start))


def answer_of(node: Node, place: Place, query: Query, lore: Lore, by: Led | None = None) -> Known:
    """How well a place of the map answers the goal, by its own words, by what led there and by which one it is.

    `by` is what led there this time: whoever stands there needs no hearsay of the map.
    """
    names = lore.instances.of(place)
    rows = [row for row in lore.instances.beside(place) if told(query, row)]
    # a name that says the whole goal is what a link promised, and counts where that link was followed
    partial = [name for name in (*names, *rows) if coverage(query, tokens(name)) < CERTAIN]
    face = _face(node, place, partial if matched(query, words(partial)) else ())
    by = by or lore.led.get(place) or Led(lore.within.get(place.node, ""))
    # where the row says which one it is, any page of that template may say the rest
    rest = node.face if told(query, by.row) else face
    promised = max(match(query, by.label).score, joined(query, by.label, by.row, rest))
    score = lore.tempered(max(face_score(query, face), PROMISED * promised), query, place)
    return Known(place, score, face.name, said(query, rest, f"{by.label} {by.row}"))


def best_place(
    graph: Graph,
    query: Query,
    ways: Mapping[Place, int],
    without: frozenset[Place],
    lore: Lore,
    inside: Mapping[str, Query] = MappingProxyType({}),
    passed: AbstractSet[Place] = frozenset(),
) -> Known | None:
    """The reachable place that answers the goal best; of equals the nearest, then the first found.

    `inside` has what is left to be asked within an app that the goal names; of `passed` places it is known that a look
    at them does not make sure.
    """
    found: list[Known] = []
    any_will_do, records = asks_for_any(query.text), record_scores(graph, query, inside)
    for place in sorted(ways, key=lambda place: place.node):
        node = graph.nodes.get(place.node)
        if node is None or node.dead or place in without:
            continue
        known = answer_of(node, place, inside.get(node.key.app, query), lore)
        if any_will_do:
            listed = lists_them(graph, place, inside.get(node.key.app, query))
            score = min(known.score, LIST) if listed else max(known.score, records.get(node.id, 0.0))
            known = replace(known, score=score)
        if place in passed:
            known = replace(known, score=min(known.score, BELOW_SURE))
        found.append(known)
    # of equals the nearest, then the one whose address is bound to least: a thing before some list filtered by it
    best = max(found, key=lambda one: (one.score, -ways[one.place], -len(one.place.binding)), default=None)
    if best is None or best.score < CERTAIN:
        return best
    # of one template the page that was looked at knows its own words best; a nearer one that is called so is as good
    alike = (
        one for one in found if one.place.node == best.place.node and one.score >= max(PROMISED, best.score - _ABOUT)
    )
    return min(alike, key=lambda one: (ways[one.place], -one.score))


def _face(node: Node, place: Place, names: Sequence[str]) -> Face:
    """What an instance of a node says it is, as far as it is known: of a template only the latest has a whole face.

    `names` are those by which the instance is known, where the goal has one of them.
    """
    latest = next(
        (
            bound
            for location, bound in zip(node.locations, node.bindings, strict=False)
            if location == node.face.location
        ),
        place.binding,
    )
    if not place.binding or place.binding == latest:
        if not names:
            return node.face
        return replace(node.face, texts=(*node.face.texts, *names), selected=(*node.face.selected, " ".join(names)))
    named = " ".join(dict.fromkeys((*(value for _, value in place.binding), *names)))
    return Face(title=f"{node.key.label} {named}", selected=node.face.selected)


def leading(
    graph: Graph, places: Iterable[Place], ways: Mapping[Place, int], lore: Lore, avoid: Avoid
) -> tuple[Place, Exit] | None:
    """Where the control stands whose label promised the goal, of those that led to one of some places; the nearest."""
    found: list[tuple[int, Place, Exit]] = []
    wanted = {place: lore.led[place].label for place in places if place in lore.led}
    for edge in graph.edges.values():
        label, source = wanted.get(Place(edge.target, edge.target_binding)), Place(edge.source, edge.source_binding)
        named = edge.trigger.element is not None and edge.trigger.element.name == label
        if not named or source not in ways or (edge.source, edge.trigger) in avoid or source in wanted:
            continue
        one = next((one for one in graph.nodes[edge.source].exits if one.element == edge.trigger.element), None)
        if one is not None and not one.risk:
            found.append((ways[source], source, one))
    return min(found, key=lambda one: one[0])[1:] if found else None


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
