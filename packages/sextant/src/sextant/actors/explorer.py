"""The explorer draws a map: it tries untried exits, without a goal and without a model.

It takes the nearest promising harmless exit, samples lists and templates, opens menus, and avoids what might have
effects. It ends when no allowed exit is left, or at its limit of screens.
"""

from collections.abc import Callable, Sequence
from dataclasses import field, replace

from sextant.actors.walk import Destination, Risky, WalkState, decision
from sextant.actors.walker import NOTHING_YET, Walker
from sextant.addresses.origins import same_origin
from sextant.dataclass import dataclass
from sextant.types.actions import NavigateHome, Status
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import ScreenIs
from sextant.types.screens import ElementRef, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition
from sextant.utg.counts import app_screens
from sextant.utg.exits import reach_of, references
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.recorder import trigger_of
from sextant.utg.search import SearchOption
from sextant.utg.store import MapStore
from sextant.utg.survey import Bounds, Survey, survey

_ROUNDS = 60
"""Most options that may prove impossible on one screen before the exploration ends."""
_CLEARLY = 0.5
"""Least gain in worth for which the current aim is abandoned."""
_PATIENCE = 8
"""Steps towards one exit, beyond its distance on the map, before it is abandoned."""
_BEGUN = 2
"""Most times that it goes for one exit: two exits that look nearer from afar would alternate forever."""
_LOST = 2
"""Failed attempts to reach a place before its exits are abandoned."""
_VEILED = 0.25
"""Share of covered controls from which on a picture shows an overlay rather than the screen."""
_UNNAMED = Objection("policy", "no reason was given")


@dataclass(frozen=True, slots=True)
class ExplorerSettings:
    """Limits of an exploration.

    Attributes:
        bounds: How far to explore.
        max_screens: Screens on the map at which it ends.
        fresh: Whether the existing map is deleted first.
    """

    bounds: Bounds = field(default_factory=Bounds)
    max_screens: int | None = None
    fresh: bool = False


@dataclass(slots=True)
class ExplorerState:
    """State of an exploration besides the map, JSON-able."""

    walk: WalkState = field(default_factory=WalkState)
    aim: Destination | None = None
    steps: int = 0
    """Steps since the aim was chosen."""
    patience: int = 0
    chosen_on: tuple[int, ...] = ()
    """The sizes of the map when the aim was chosen."""
    tried: int = 0
    pictured: set[str] = field(default_factory=set[str])
    veiled: set[str] = field(default_factory=set[str])
    """Screens whose picture shows an overlay."""
    full: bool = False
    """Whether it ended at the limit of screens."""


@dataclass(frozen=True, slots=True)
class ExplorationProgress:
    """The progress of an exploration."""

    screens: int
    transitions: int
    tried: int
    untried: int


class Explorer:
    """An `Actor` without a model or goal: it draws the map until no harmless exit is left to try.

    Args:
        store: The maps; shared between runs and processes.
        risky: Whether an element may do something irreversible; such elements are never touched.
        app: Name of the map; empty for the app of the first screen.
        settings: Limits.
        picture: Makes the thumbnail of a screen, or returns None.
    """

    def __init__(
        self,
        store: MapStore,
        risky: Risky,
        app: str = "",
        settings: ExplorerSettings | None = None,
        picture: Callable[[Screen], bytes | None] | None = None,
    ) -> None:
        self._settings = settings or ExplorerSettings()
        self._walker = Walker(store, risky, app, self._settings.bounds.origins)
        self._store, self._app, self._picture = store, app, picture
        self._state = ExplorerState(walk=self._walker.walk)
        self._survey = Survey()
        self._graph: Graph | None = None
        self._here: Place | None = None
        self._logins: set[str] = set()
        self.began = ExplorationProgress(0, 0, 0, 0)
        """Progress of the map before this exploration."""
        self.starts_new = True
        """Whether its first screen was new to the map."""

    @property
    def profile(self) -> Profile:
        return "action-only"

    @property
    def map(self) -> str:
        """Name of the map; empty before the first look."""
        return self._app or self._state.walk.home

    @property
    def full(self) -> bool:
        """Whether it ended at the limit of screens."""
        return self._state.full

    @property
    def survey(self) -> Survey:
        """Exits to try and exits left alone, at the last decision."""
        return self._survey

    @property
    def logins(self) -> int:
        """Number of screens with a password field."""
        return len(self._logins)

    def sight(self) -> ExplorationProgress:
        """The progress so far."""
        return ExplorationProgress(0, 0, 0, 0) if self._graph is None else self._sight(self._graph)

    def _sight(self, graph: Graph) -> ExplorationProgress:
        return ExplorationProgress(self._screens(graph), len(graph.edges), self._state.tried, self._survey.untried)

    def _screens(self, graph: Graph) -> int:
        return len(app_screens(graph, self._settings.bounds.origins))

    def final(self, graph: Graph) -> Survey:
        """The exits that are left to try from the last screen, on the given map."""
        if self._here is None:
            return Survey()
        distances, depths = self._walker.ways(graph, self._here), self._walker.depths(graph, self._here)
        return survey(graph, distances, depths, self._settings.bounds, self._walker.avoided)

    def snapshot(self) -> Json:
        self._state.walk = self._walker.walk
        return to_plain(ExplorerState, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(ExplorerState, state)
        self._walker.restored(self._state.walk)

    def observe(self, transition: Transition) -> None:
        """Update the map, and note the result of the exit that was tried."""
        self._here = place_of(transition.after)
        if not self._walker.observe(transition):
            return
        state, aim = self._state, self._state.aim
        state.steps += 1
        self._graph = self._walker.chart(transition.before).graph
        if aim is None or aim.exit is None or transition.before.key.id != aim.place.node:
            return
        trigger = Trigger("tap", aim.exit.element)
        if trigger_of(transition) == trigger:
            state.aim = None
            state.tried += 1
            if not any(edge.trigger == trigger for edge in self._graph.out(aim.place.node)):
                self._walker.avoid(aim.place.node, trigger)

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next action. The target of a rejected decision is avoided from then on."""
        screen = brief.screen
        if self._walker.walk.start is None:
            self._begin(screen)
        graph = self._graph = self._walker.look(screen)
        self._here = place_of(screen)
        if any("password" in element.states for element in screen.elements):
            self._logins.add(screen.key.id)
        self._keep_picture(screen)
        if rejected is not None and any(not objection.advisory for objection in objections or (_UNNAMED,)):
            self._forbid(rejected, screen)
        found = self._walker.obstacle(screen) or self._stranded(screen) or self._explore(screen, graph)
        return replace(found, actor="explorer")

    def _begin(self, screen: Screen) -> None:
        if self._settings.fresh:
            self._store.forget(self._app or screen.app)
        graph = self._walker.chart(screen).graph
        self.began, self.starts_new = self._sight(graph), screen.key.id not in graph.nodes

    # # -- pictures ----------------------------------------------------------------------------------------------

    def _keep_picture(self, screen: Screen) -> None:
        """Store one thumbnail for a screen and run, taken from a look at a settled page without an overlay.

        A page that was seen only with an overlay is pictured so, and again once the overlay is gone.
        """
        node, observation, state = screen.key.id, screen.observation, self._state
        veiled = _veiled(screen)
        known = node in state.pictured and (veiled or node not in state.veiled)
        if self._picture is None or known or not observation.settled:
            return
        data = self._picture(screen)
        if data is not None:
            state.pictured.add(node)
            (state.veiled.add if veiled else state.veiled.discard)(node)
            self._store.save_picture(self._walker.chart(screen).app, node, data, observation.at)

    def _forbid(self, rejected: Decision, screen: Screen) -> None:
        if not self._walker.forbid(rejected, screen):
            self._drop(screen)

    def _drop(self, screen: Screen) -> None:
        """Abandon the aim; if its element should have been in view, report it missing to the map."""
        aim = self._state.aim
        if aim is None or aim.exit is None:
            return
        if screen.key.id == aim.place.node and (not aim.place.binding or aim.place.binding == screen.binding):
            self._walker.chart(screen).miss(aim.place.node, aim.exit)
        self._walker.avoid(aim.place.node, Trigger("tap", aim.exit.element))
        self._state.aim = None

    # # -- destinations ------------------------------------------------------------------------------------------

    def _stranded(self, screen: Screen) -> Decision | None:
        """Return to the start page from another site that going back did not leave."""
        allowed = (self._walker.walk.home, *self._settings.bounds.origins)
        app = screen.app
        if "://" not in app or any(same_origin(app, origin) for origin in allowed):
            return None
        if not self._walker.once(f"stranded|{screen.location}", 2):
            return None
        return decision(screen, NavigateHome(), "go to the start page", f"{app!r} is no part of what is looked at.")

    def _explore(self, screen: Screen, graph: Graph) -> Decision:
        here = place_of(screen)
        near = _nearby(screen)
        for _ in range(_ROUNDS):
            if self._full(graph):
                break
            if not self._keeps_aim(graph) and self._choose(graph, here, near) is None:
                break
            assert self._state.aim is not None
            found = self._walker.towards(screen, graph, here, self._state.aim)
            if found is not None:
                return found
            self._drop(screen)
        return self._end(screen, graph)

    def _full(self, graph: Graph) -> bool:
        most = self._settings.max_screens
        self._state.full = most is not None and self._screens(graph) >= most
        return self._state.full

    def _keeps_aim(self, graph: Graph) -> bool:
        """Whether the aim stands: the map and what is avoided are as they were when it was chosen."""
        aim, state = self._state.aim, self._state
        return aim is not None and state.steps <= state.patience and state.chosen_on == self._sizes(graph)

    def _sizes(self, graph: Graph) -> tuple[int, ...]:
        """What tells whether there is anything new to choose from."""
        nodes = graph.nodes.values()
        parts = sum(len(node.exits) for node in nodes), sum(len(node.bindings) for node in nodes)
        return (len(nodes), *parts, len(graph.edges), len(self._walker.avoided))

    def _choose(self, graph: Graph, here: Place, near: dict[ElementRef, int]) -> SearchOption | None:
        """The next exit to try; None where none is left."""
        distances, depths = self._walker.ways(graph, here), self._walker.depths(graph, here)
        self._survey = survey(graph, distances, depths, self._settings.bounds, self._walker.avoided, near)
        options = [one for one in self._survey.options if one.place == here or not self._is_lost(one.place)]
        if not options:
            self._state.aim = None
            return None
        self._state.chosen_on = self._sizes(graph)
        current = self._current(options)
        if current is not None:
            return current
        best, state = options[0], self._state
        if not self._walker.once(f"aim|{best.place}|{best.exit.element}", _BEGUN):
            self._walker.avoid(best.place.node, Trigger("tap", best.exit.element))
            self._walker.once(f"lost|{best.place}")
            return self._choose(graph, here, near)
        state.aim = Destination(best.place, best.exit, f"this {best.exit.kind} has not been tried")
        state.steps, state.patience = 0, 2 * best.distance + _PATIENCE
        return best

    def _is_lost(self, place: Place) -> bool:
        """Whether a place could not be reached so often that the map must be wrong about its route."""
        return self._walker.walk.done.get(f"lost|{place}", 0) >= _LOST

    def _current(self, options: Sequence[SearchOption]) -> SearchOption | None:
        """The current option, unless a clearly better one has turned up or it takes too long."""
        aim, state = self._state.aim, self._state
        if aim is None or aim.exit is None:
            return None
        match = next((one for one in options if one.exit.element == aim.exit.element and one.place == aim.place), None)
        if match is None or options[0].worth > match.worth + _CLEARLY:
            return None
        if state.steps > state.patience:
            self._walker.once(f"lost|{aim.place}")
            self._walker.avoid(aim.place.node, Trigger("tap", aim.exit.element))
            return None
        return match

    def _end(self, screen: Screen, graph: Graph) -> Decision:
        waiting = self._walker.wait_for_app(screen, graph)
        if waiting is not None:
            return waiting
        seen = [graph.nodes[node] for node in self._walker.walk.seen if node in graph.nodes]
        if seen and all(node.dead for node in seen):
            why = f"The walk saw nothing but an error page, {seen[0].face.name!r} at {screen.location!r}."
            return decision(screen, Status("infeasible", why), "give up", why)
        if self._walker.bare(graph):
            return decision(screen, Status("infeasible", NOTHING_YET), "give up", NOTHING_YET)
        screens = self._screens(graph)
        if self._state.full:
            why = f"{screens} screens are on the map, as many as were asked for."
        else:
            why = f"Nothing that may be touched is left to try; {screens} screens are on the map."
        status = Status("complete", why)
        return decision(screen, status, "end of the exploration", why, (ScreenIs(key=screen.key.id),))


def _veiled(screen: Screen) -> bool:
    """Whether an overlay covers a good part of the controls."""
    near = [one for one in screen.elements if one.affordances and one.visibility != "offscreen"]
    return sum(one.visibility == "covered" for one in near) > _VEILED * len(near)


def _nearby(screen: Screen) -> dict[ElementRef, int]:
    """The number of actions that bring each element into reach: none, or one (a scroll, or closing what covers it)."""
    found: dict[ElementRef, int] = {}
    for index, ref in references(screen).items():
        element = screen.element(index)
        if element is None or not element.affordances:
            continue
        reach = reach_of(screen, element)
        if reach == "now":
            found[ref] = 0
        elif reach == "scroll" or element.visibility == "covered":
            found[ref] = 1
    return found
