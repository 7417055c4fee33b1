"""Makes a saved route from a walk: the shortest path on the map, with the screens as they looked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from sextant.dataclass import dataclass
from sextant.perception.identity import identify
from sextant.types.screens import ElementRef, Screen
from sextant.utg.files.saved import Arrival, SavedHop, SavedRoute, Stop, stop_of
from sextant.utg.files.texts import own_texts
from sextant.utg.graph import Graph, Place, place_of
from sextant.utg.hops import PlanStep
from sextant.utg.route import Aimed, Route, route

__all__ = ["RouteFacts", "Shape", "WalkEnds", "as_route", "shape_of", "shortest", "way", "with_current_screens"]

Shape = Callable[[Screen], str]
"""Returns the identity of a screen."""


@dataclass(frozen=True, slots=True)
class RouteFacts:
    """The data of a saved route besides its hops."""

    goal: str
    target: str
    app: str
    build: str = ""
    arrival: Arrival = field(default_factory=Arrival)


@dataclass(frozen=True, slots=True)
class WalkEnds:
    """The first and last screen of a walk, and the last look at each place."""

    start: Screen
    end: Screen
    screens: Mapping[Place, Screen]


def shape_of(screen: Screen) -> str:
    """The identity of a screen without the app's address."""
    return identify(replace(screen.observation, app="", picture=None)).key.id


def shortest(facts: RouteFacts, graph: Graph, seen: WalkEnds, shape: Shape) -> SavedRoute | None:
    """The shortest route on a map between two screens; None where there is none."""
    found = way(graph, place_of(seen.start), place_of(seen.end))
    if not found.complete:
        return None
    return as_route(facts, found.steps, graph, seen, shape)


def way(graph: Graph, start: Place, end: Place) -> Route:
    """The shortest known path between two places; to any instance of the screen where none is known to that one."""
    found = route(graph, start, [Aimed(end.node, end.binding or None)])
    return found if found.complete else route(graph, start, [Aimed(end.node)])


def as_route(facts: RouteFacts, steps: Sequence[PlanStep], graph: Graph, seen: WalkEnds, shape: Shape) -> SavedRoute:
    """Make a route from steps on a map, with the screens as they were seen, else as on the map."""
    home = seen.start.app
    by_node = {place.node: screen for place, screen in seen.screens.items()}

    def stop(place: Place) -> Stop:
        screen = seen.screens.get(place) or by_node.get(place.node)
        return _from_map(graph, place) if screen is None else stop_of(screen, shape(screen), home)

    hops = [SavedHop(one.trigger.event, one.trigger.element, stop(one.target), _openers(graph, one)) for one in steps]
    if hops:
        last = stop_of(seen.end, shape(seen.end), home)
        hops[-1] = replace(hops[-1], lands=replace(last, texts=own_texts(seen.end, seen.screens.values())))
    start = stop_of(seen.start, shape(seen.start), home)
    return SavedRoute(facts.goal, facts.target, facts.app, start, tuple(hops), facts.arrival, facts.build)


def _from_map(graph: Graph, place: Place) -> Stop:
    """A stop at a place that was not seen on this walk, as the map describes it."""
    node = graph.nodes[place.node]
    face = node.face
    return Stop(node.id, node.key.label, face.title, face.heads[0] if face.heads else "", face.location, place.binding)


def _openers(graph: Graph, step: PlanStep) -> tuple[ElementRef, ...]:
    """The openers of a step, nearest first: its own, then what opens that, and so on."""
    node = graph.nodes.get(step.source.node)
    behind = {one.element: one.opener for one in (() if node is None else node.exits)}
    found: list[ElementRef] = []
    # A menu may have been open still when it was walked, as after a return from the browser's page cache.
    opener = step.opener or (None if step.trigger.element is None else behind.get(step.trigger.element))
    while opener is not None and opener not in found:
        found.append(opener)
        opener = behind.get(opener)
    return tuple(found)


def with_current_screens(old: SavedRoute, landed: Mapping[int, Screen], shape: Shape) -> SavedRoute:
    """The same hops, with the screens as they look now."""
    if 0 not in landed:
        return old
    home = landed[0].app
    stops = [stop_of(landed[n], shape(landed[n]), home) if n in landed else stop for n, stop in enumerate(old.stops)]
    last = len(old.hops)
    if last and last in landed:
        stops[-1] = replace(stops[-1], texts=own_texts(landed[last], landed.values()))
    hops = tuple(replace(hop, lands=stop) for hop, stop in zip(old.hops, stops[1:], strict=True))
    return replace(old, start=stops[0], hops=hops)
