"""`Advisor` answers an external agent's questions from a map: position, route, surroundings, recording a step.

Used by the MCP server and by the adapters for other agents.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.guides.map import MapSource
from sextant.types.actions import Action
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.faces import Face, face_of, local
from sextant.utg.graph import Graph, Growth, Place, place_of
from sextant.utg.guidance.quotation import name_of
from sextant.utg.guidance.routes import Divergence, Guidance, Target, best_way, guide
from sextant.utg.lookup import find_place
from sextant.utg.route import Aimed, MapLayout
from sextant.utg.selection import Selecting, Selector
from sextant.utg.store import AppMap

__all__ = ["Advice", "Advisor", "MapPosition"]

Order = Literal["ordered", "unordered"]
FLOOR = 0.3
"""Least confidence at which a screen is proposed as the target of a goal."""


@dataclass(frozen=True, slots=True)
class MapPosition:
    """A place on a map. `screen` is set where the caller described the screen, not only named it."""

    app: str
    place: Place
    graph: Graph
    screen: Screen | None = None

    @property
    def known(self) -> bool:
        return self.place.node in self.graph.nodes

    @property
    def name(self) -> str:
        """The name on the map, or that of the described screen."""
        if self.known or self.screen is None:
            return name_of(self.graph, self.place)
        return self.screen.title or self.screen.key.label


@dataclass(frozen=True, slots=True)
class Advice:
    """The guidance for a question, and the goals that match no screen of the map."""

    position: MapPosition
    guidance: Guidance
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pick:
    place: Place
    confidence: float
    name: str


class Advisor:
    """Answers from maps, and extends them with the screens and steps that it is given.

    Args:
        maps: The store of the maps, such as `open_store(path)`.
        selecting: Picks target screens for goals; by default by words and embeddings, without a model.
        app: Name of the only map; empty: each app has its own.
    """

    def __init__(self, maps: MapSource, selecting: Selecting | None = None, app: str = "") -> None:
        self._maps, self._selecting, self._app = maps, selecting or Selector(), app
        self._maps_by_app: dict[str, AppMap] = {}

    def add(self, screen: Screen) -> MapPosition:
        """Add a screen, with its exits, to the map of its app."""
        app_map = self._map_of(self._app or screen.app)
        app_map.see(screen)
        return MapPosition(app_map.app, place_of(screen), app_map.graph, screen)

    def find(self, screen: Screen) -> MapPosition:
        """Find a screen on the map of its app, without changing the map."""
        app_map = self._map_of(self._app or screen.app)
        return MapPosition(app_map.app, place_of(screen), app_map.graph, screen)

    def identified(self, screen: Screen) -> Screen:
        """Give a described screen the identity that the map has for its address.

        A description leaves out much of what identifies a screen; the address remains. The screen keeps its own
        identity if a dialog lies over it, if the map does not know the address, or if the screen there has another
        name: an app may show several at one address.
        """
        graph = self._map_of(self._app or screen.app).graph
        over = any(mark.startswith("dialog") for mark in screen.observation.landmarks)
        place = graph.at(local(screen))
        if over or place is None or place_of(screen).node in graph.nodes:
            return screen
        node = graph.nodes[place.node]
        if not place.binding and not _alike(face_of(screen), node.face):
            return screen
        return replace(screen, key=node.key, binding=place.binding)

    def named(self, app: str, name: str) -> MapPosition:
        """Find a screen by name, address or id.

        Raises:
            UsageError: There is no such screen, or there are several.
        """
        app_map = self._map_of(self._app or app)
        return MapPosition(app_map.app, find_place(app_map.graph, name), app_map.graph)

    def plan(
        self,
        position: MapPosition,
        goals: Sequence[str],
        order: Order = "ordered",
        hops: int = 2,
        diverged: Divergence | None = None,
    ) -> Advice:
        """Plan the route to the target screen of a goal, or through one for each of several goals.

        Raises:
            UsageError: There is no goal.
        """
        if not goals or not all(goal.strip() for goal in goals):
            raise UsageError("No goal was named.", "Describe the wanted screen.")
        layout = MapLayout(position.graph, (position.place,))
        picked = [self._picks(goal, position.graph) for goal in goals]
        unknown = tuple(goal for goal, picks in zip(goals, picked, strict=True) if not picks)
        if len(goals) == 1:
            return Advice(position, self._one(position, layout, picked[0], hops, diverged), unknown)
        stops = [picks[0] for picks in picked if picks]
        aims = [Aimed(stop.place.node, stop.place.binding or None) for stop in stops]
        route = layout.route(position.place, aims, order) if aims else None
        lost = () if route is None else aims if not route.found else route.unreached
        dead = frozenset(stop.place for stop, aim in zip(stops, aims, strict=True) if aim in lost)
        guidance = guide(
            position.graph,
            position.place,
            stops,
            route,
            position.screen,
            hops,
            unreachable=dead,
            diverged=diverged,
            together=True,
        )
        return Advice(position, guidance, unknown)

    def around(self, position: MapPosition, hops: int = 2) -> Advice:
        """The places around a place."""
        return Advice(position, guide(position.graph, position.place, (), None, position.screen, hops))

    def record(
        self, before: Screen, action: Action, after: Screen, worked: bool | None = None, step: int = 0
    ) -> Growth:
        """Add a step to the map: the action led from `before` to `after`. `worked` None: judge by the screens.

        Returns the change of the map: `add_node`, `add_edge`, `update_edge`, `confirmed`, `failed` or `none`.
        """
        moved = place_of(before) != place_of(after) or before.digest != after.digest
        effective = moved if worked is None else worked
        done = Transition(
            step,
            before,
            Decision(action, before.digest, actor="told"),
            after,
            "effective" if effective else "ineffective",
        )
        return self._map_of(self._app or before.app).observe(done)

    def _one(
        self, position: MapPosition, layout: MapLayout, picks: Sequence[Target], hops: int, diverged: Divergence | None
    ) -> Guidance:
        way = best_way(layout, position.place, picks)
        return guide(
            position.graph,
            position.place,
            picks,
            way.route,
            position.screen,
            hops,
            unreachable=way.unreachable,
            diverged=diverged,
        )

    def _picks(self, goal: str, graph: Graph) -> tuple[_Pick, ...]:
        picked = self._selecting.select(goal[:2000], graph)
        return tuple(
            _Pick(one.place, one.confidence, one.name)
            for one in picked.choices
            if one.confidence >= FLOOR and one.place.node in graph.nodes
        )

    def _map_of(self, app: str) -> AppMap:
        if not app:
            raise UsageError("The app is unknown.", "Name the app, or give the full address of the page.")
        app_map = self._maps_by_app.get(app)
        if app_map is None:
            app_map = self._maps_by_app[app] = self._maps.map(app)
        app_map.refresh()
        return app_map


def _alike(described: Face, known: Face) -> bool:
    """Whether a described screen has the title and headings of the known one, as far as they were given."""
    heads = {head.casefold() for head in (*known.heads, *known.headings)}
    return described.title in ("", known.title) and all(head.casefold() in heads for head in described.heads)
