"""What searches an app and plans on its map: the navigator, and the routing of courses through stops."""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sextant.actors.judge import ModelJudge
from sextant.actors.navigator import Navigator, NavigatorSettings, for_next_goal
from sextant.actors.walk import reached_before
from sextant.assembly.maps import OpenedMaps, map_name
from sextant.assembly.tours import Tour
from sextant.program.route import RouteHop, RoutePlan
from sextant.protocols import Actor, Model, PageReader
from sextant.settings import Settings
from sextant.text.sentence_vectors import Meaning, installed
from sextant.types.codec import from_json, to_json
from sextant.types.screens import Screen
from sextant.types.tasks import Order
from sextant.types.transitions import Transition
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.guidance.narration import brief_advice, glossary
from sextant.utg.guidance.routes import guide
from sextant.utg.hops import Avoid, PlanStep, unseen_risks
from sextant.utg.route import Aimed, MapLayout, Route
from sextant.utg.selection import Selector
from sextant.utg.store import MapStore

if TYPE_CHECKING:
    from sextant.guides.map import MapSource
    from sextant.utg.selection import Selecting
    from sextant.utg.store import AppMap

__all__ = ["MapRouting", "navigator", "routing_of"]

_FLOOR = 0.3
"""The lowest confidence of a screen for a stop."""
_UNSURE = 0.5
_SELECTIONS = 40
"""So often a stop is picked in a run; it may cost a model call each time."""


Recall = Callable[[str, str], Place | None]
"""Returns the place where a stop was reached before, by the name of a map and the stop."""


class MapRouting:
    """A `Routing` over a map that is drawn on the way.

    Args:
        maps: Where maps are kept.
        selecting: Picks the screens that stops mean.
        app: Name under which the map is kept; empty for that of the first screen.
        recall: Where a stop was reached before, by the name of the map; that counts before any choice.
        gated: Whether a write gate sees what a touch sends; see `unseen_risks`.
    """

    def __init__(
        self,
        maps: "MapSource",
        selecting: "Selecting",
        app: str = "",
        recall: Recall | None = None,
        gated: bool = False,
    ) -> None:
        self._gated = gated
        self._maps, self._selecting, self._app, self._recall = maps, selecting, app, recall
        self._map: AppMap | None = None
        self._aims: dict[str, tuple[Aimed | None, float]] = {}
        self._size = -1
        self._selections = 0

    def place(self, screen: Screen) -> str:
        return to_json(Place, place_of(screen))

    def observe(self, transition: Transition) -> None:
        self._chart(transition.before).observe(transition)

    def plan(self, screen: Screen, stops: Sequence[str], order: Order, avoid: frozenset[str]) -> RoutePlan:
        chart = self._chart(screen)
        chart.refresh()
        chart.see(screen)
        graph, here = chart.graph, place_of(screen)
        left_out = frozenset(_action(text) for text in avoid) | unseen_risks(graph, self._gated)
        layout = MapLayout(graph, (here,), left_out)
        aims = [self._aim(stop, graph) for stop in stops]
        known = {number: aim for number, aim in enumerate(aims) if aim is not None}
        unknown = [number for number in range(len(stops)) if number not in known]
        if not known:
            return RoutePlan(unreachable=tuple(unknown), reason="the map has no such screen")
        found = layout.route(here, list(known.values()), order)
        lost = [number for number, aim in known.items() if not found.found or aim in found.unreached]
        ways = {number: aim for number, aim in known.items() if number not in lost}
        met = _met(ways, here, order)
        unreachable = tuple(sorted((*lost, *unknown)))
        if met or not found.found:
            return RoutePlan((), met, unreachable, found.reason.rstrip("."))
        hops = tuple(
            self._hop(step, number, graph, here, found, screen, left_out) for number, step in enumerate(found.steps)
        )
        why = "no known way leads there" if unreachable else ""
        return RoutePlan(hops, (), unreachable, why, _sequence(ways, found, order))

    def _chart(self, screen: Screen) -> "AppMap":
        if self._map is None:
            self._map = self._maps.map(self._app or screen.app, unguarded)
        return self._map

    def _aim(self, stop: str, graph: Graph) -> Aimed | None:
        """The screen of a stop; selected again if the map has grown and the selection was uncertain."""
        if self._size != len(graph.nodes) and self._selections < _SELECTIONS:
            self._size = len(graph.nodes)
            self._aims = {name: kept for name, kept in self._aims.items() if kept[1] >= _UNSURE}
        before = self._recall(self._map.app, stop) if self._recall is not None and self._map is not None else None
        if before is not None and before.node in graph.nodes:
            return Aimed(before.node, before.binding or None)
        if stop not in self._aims:
            self._selections += 1
            picked = self._selecting.select(stop, graph)
            best = next(iter(picked.choices), None)
            aim = None
            if best is not None and best.confidence >= _FLOOR and best.place.node in graph.nodes:
                aim = Aimed(best.place.node, best.place.binding or None)
            self._aims[stop] = (aim, picked.confidence)
        return self._aims[stop][0]

    def _hop(
        self, step: PlanStep, number: int, graph: Graph, here: Place, found: Route, screen: Screen, avoid: Avoid
    ) -> RouteHop:
        action = json.dumps([step.source.node, to_json(Trigger, step.trigger)])
        if number:  # only the next step is described: later steps are planned again on their screens
            return RouteHop(action, to_json(Place, step.target), "")
        told = guide(graph, here, (), found, screen, avoid=avoid)
        return RouteHop(action, to_json(Place, step.target), brief_advice(told), glossary(told))


def _action(text: str) -> tuple[str, Trigger]:
    node, trigger = json.loads(text)
    return node, from_json(Trigger, trigger)


def _sequence(known: dict[int, Aimed], found: Route, order: Order) -> tuple[int, ...]:
    """The stops in the order of the route."""
    left, met = dict(known), list[int]()
    for step in found.steps:
        for number in _met(left, step.target, order):
            met.append(number)
            del left[number]
    return tuple(met)


def _met(known: dict[int, Aimed], here: Place, order: Order) -> tuple[int, ...]:
    """The stops that are reached here; with a fixed order, only those at its beginning."""
    if order == "unordered":
        return tuple(number for number, aim in known.items() if aim.met_by(here))
    found: list[int] = []
    for number, aim in known.items():
        if not aim.met_by(here):
            break
        found.append(number)
    return tuple(found)


def navigator(
    settings: Settings,
    maps: OpenedMaps,
    device: str,
    reader: PageReader | None,
    picking: Model | None,
    *,
    touring: bool,
) -> Actor:
    """The navigator of a run; `touring`, a new one for each stop. A `picking` model chooses among candidates."""
    judge = None if picking is None else ModelJudge(picking)
    limits, store = NavigatorSettings(by_address=settings.browser.by_address), maps.open()
    model = installed()
    near = None if model is None else Meaning(model, maps.open_vectors())

    def make() -> Actor:
        return Navigator(store, unguarded, map_name(device), limits, reader=reader, nearness=near, judge=judge)

    return Tour(make, for_next_goal) if touring else make()


def routing_of(
    maps: MapStore, device: str, picking: Model | None = None, *, recalls: bool = False, gated: bool
) -> MapRouting:
    """The routing of a course through stops; a `picking` model chooses the screens that they mean.

    `recalls`: a stop is where it was reached before, if it was.
    """

    def recall(app: str, stop: str) -> Place | None:
        reached = reached_before(maps.notes(app), stop)
        return None if reached is None else reached.place

    return MapRouting(maps, Selector(picking), map_name(device), recall if recalls else None, gated=gated)
