"""`Advisor`: a map behind four questions, for agents that look and act on their own.

Where am I, how do I get there, what is around me, and: this is what happened. MCP, wrappers for other agents and one's
own code ask the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sextant.assembly.guides import open_selector
from sextant.errors import UsageError
from sextant.guides.route import MapSource
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
from sextant.utg.selection import Selecting
from sextant.utg.store import AppMap

__all__ = ["Advice", "Advisor", "MapPosition"]

Order = Literal["ordered", "unordered"]
FLOOR = 0.3
"""Below this confidence a screen is not proposed as what a goal means."""


@dataclass(frozen=True, slots=True)
class MapPosition:
    """A place on a map: where a caller is. `screen` is there where it described the screen and did not only name it."""

    app: str
    place: Place
    graph: Graph
    screen: Screen | None = None

    @property
    def known(self) -> bool:
        return self.place.node in self.graph.nodes

    @property
    def name(self) -> str:
        """The app's own word for it, or for the screen as it was described."""
        if self.known or self.screen is None:
            return name_of(self.graph, self.place)
        return self.screen.title or self.screen.key.label


@dataclass(frozen=True, slots=True)
class Advice:
    """A question's answer: the guidance, and the goals that no screen of the map could mean."""

    sight: MapPosition
    guidance: Guidance
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Pick:
    place: Place
    confidence: float
    name: str


class Advisor:
    """Answers from maps, and draws them from what it is told.

    Args:
        maps: Where maps are kept, such as `open_store(path)`.
        selecting: Picks the screens that goals mean; by default words and meaning, without a model.
        app: Name of the one map; empty: each screen's app has its own.
    """

    def __init__(self, maps: MapSource, selecting: Selecting | None = None, app: str = "") -> None:
        self._maps, self._selecting, self._app = maps, selecting or open_selector(), app
        self._charts: dict[str, AppMap] = {}

    def see(self, screen: Screen) -> MapPosition:
        """Takes a screen down on the map of its app. Its ways out are known from then on."""
        chart = self._chart(self._app or screen.app)
        chart.see(screen)
        return MapPosition(chart.app, place_of(screen), chart.graph, screen)

    def find(self, screen: Screen) -> MapPosition:
        """Where a screen is on the map of its app, which stays as it is."""
        chart = self._chart(self._app or screen.app)
        return MapPosition(chart.app, place_of(screen), chart.graph, screen)

    def told(self, screen: Screen) -> Screen:
        """A screen in somebody else's words under the identity that the map has for its address.

        Who describes a screen leaves out much of what a device tells screens by; the address is what is left. What is
        told keeps its own identity where a dialog lies over it, where the map does not know the address, and where the
        screen there is called otherwise: an app may show several at one address.
        """
        graph = self._chart(self._app or screen.app).graph
        over = any(mark.startswith("dialog") for mark in screen.observation.landmarks)
        place = graph.at(local(screen))
        if over or place is None or place_of(screen).node in graph.nodes:
            return screen
        node = graph.nodes[place.node]
        if not place.binding and not _alike(face_of(screen), node.face):
            return screen
        return replace(screen, key=node.key, binding=place.binding)

    def named(self, app: str, name: str) -> MapPosition:
        """The screen of that name, address or id.

        Raises:
            UsageError: There is no such screen, or there are several.
        """
        chart = self._chart(self._app or app)
        return MapPosition(chart.app, find_place(chart.graph, name), chart.graph)

    def plan(
        self,
        sight: MapPosition,
        goals: Sequence[str],
        order: Order = "ordered",
        hops: int = 2,
        diverged: Divergence | None = None,
    ) -> Advice:
        """The way to a screen that a goal means, or through one for each of several goals.

        Raises:
            UsageError: There is no goal.
        """
        if not goals or not all(goal.strip() for goal in goals):
            raise UsageError("No goal was named.", "Say in words which screen is wanted.")
        layout = MapLayout(sight.graph, (sight.place,))
        picked = [self._picks(goal, sight.graph) for goal in goals]
        unknown = tuple(goal for goal, picks in zip(goals, picked, strict=True) if not picks)
        if len(goals) == 1:
            return Advice(sight, self._one(sight, layout, picked[0], hops, diverged), unknown)
        stops = [picks[0] for picks in picked if picks]
        aims = [Aimed(stop.place.node, stop.place.binding or None) for stop in stops]
        route = layout.route(sight.place, aims, order) if aims else None
        lost = () if route is None else aims if not route.found else route.unreached
        dead = frozenset(stop.place for stop, aim in zip(stops, aims, strict=True) if aim in lost)
        told = guide(
            sight.graph,
            sight.place,
            stops,
            route,
            sight.screen,
            hops,
            unreachable=dead,
            diverged=diverged,
            together=True,
        )
        return Advice(sight, told, unknown)

    def around(self, sight: MapPosition, hops: int = 2) -> Advice:
        """What lies around a place."""
        return Advice(sight, guide(sight.graph, sight.place, (), None, sight.screen, hops))

    def record(
        self, before: Screen, action: Action, after: Screen, worked: bool | None = None, step: int = 0
    ) -> Growth:
        """Draws a step: by this action on that screen one came to this one. `worked` None: as the screens say.

        Gives what it did to the map: `add_node`, `add_edge`, `update_edge`, `confirmed`, `failed` or `none`.
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
        return self._chart(self._app or before.app).observe(done)

    def _one(
        self, sight: MapPosition, layout: MapLayout, picks: Sequence[Target], hops: int, diverged: Divergence | None
    ) -> Guidance:
        way = best_way(layout, sight.place, picks)
        return guide(
            sight.graph,
            sight.place,
            picks,
            way.route,
            sight.screen,
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

    def _chart(self, app: str) -> AppMap:
        if not app:
            raise UsageError("Nobody said which app this is.", "Name the app, or give the full address of the page.")
        chart = self._charts.get(app)
        if chart is None:
            chart = self._charts[app] = self._maps.map(app)
        chart.refresh()
        return chart


def _alike(told: Face, known: Face) -> bool:
    """Whether a screen is called as the one that the map has, as far as anybody said: by its title and its heads."""
    heads = {head.casefold() for head in (*known.heads, *known.headings)}
    return told.title in ("", known.title) and all(head.casefold() in heads for head in told.heads)
