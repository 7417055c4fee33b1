"""Walks on a map: carries out a destination hop by hop, for actors without a model.

It tracks the way back, what has failed, what not to touch, and obstacles. The navigator (a goal in words) and the
explorer (untried exits) choose the destinations.
"""

from collections.abc import Collection, Mapping
from typing import assert_never

from sextant.actors.obstacles import close_unasked, dismiss, unasked
from sextant.actors.walk import (
    Destination,
    LayoutMap,
    Reached,
    Risky,
    WalkState,
    covered_controls,
    decision,
    goal_note,
    gone_key,
    hidden_share,
    reached_before,
    still_key,
    under_key,
)
from sextant.addresses.origins import same_origin
from sextant.elements.refs import ref_of, resolve
from sextant.types.actions import ByIndex, Click, NavigateBack, NavigateHome, Scroll, Wait
from sextant.types.codec import to_json
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed, Predicate, ScreenIs
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.edge_errors import wall_on
from sextant.utg.exits import closes, kind_of, reach_of, references
from sextant.utg.faces import local
from sextant.utg.graph import ANYWHERE, Graph, Place, Trigger, identity, place_of
from sextant.utg.hops import Avoid, PlanStep, openers_of
from sextant.utg.moves import HAIR, Move, left_alone, move
from sextant.utg.recorder import trigger_of
from sextant.utg.route import Aimed, MapLayout, Route, wary
from sextant.utg.store import AppMap, MapStore

_TICKS = 2
"""Touches that found their element gone, after which others are avoided whose labels differ in numbers alone."""
REPEATS = 3
"""Most times that one action is executed on the very same screen."""
ONWARD = 4
"""Factor on `REPEATS` for an action that led to another screen before: a long search passes its hubs often."""
UNCOVER = "close what lies over the screen"
_MAX_BACK = 50
_SCROLLS = 12
"""Scrolls towards one element before it counts as out of reach."""
_BACK_AT_MOST = 4
"""Most steps back; beyond that, starting over is as good."""
_ROUTES = 20
"""Most routes that are tried whose first hop proves impossible on the current screen."""
_LOADING = 0.3
"""Share of a screen's known exits that must be missing for it to count as still loading."""
_ANEW = 6
"""Most restarts from the start page for an overlay that nothing closes; elsewhere once."""
_WAITS, _WAIT_SECONDS = 25, 1.0
"""Most waits, and seconds of each, for an app that shows nothing to touch."""
NOTHING_YET = "Nothing that can be touched has come up yet; the replay shows what there is."
"""The reason given for an app that never showed anything to touch."""
_OVER = 0.25
"""Share of controls that a touch took out of reach from which on it opened an overlay."""
_MORE = 4
"""Most scrolls of a screen when nothing else is left to try."""


class Walker:
    """Executes hops on the current screen, and tracks the way back.

    Args:
        store: The maps; shared between runs and processes.
        risky: Whether an element may do something irreversible; such elements are never touched.
        app: Name of the map, where several apps share one; empty for the app of the first screen.
        origins: Further origins that belong to the app.
        lay: Lays the map out for planning.
    """

    def __init__(
        self, store: MapStore, risky: Risky, app: str = "", origins: Collection[str] = (), lay: LayoutMap = wary
    ) -> None:
        self._store, self._risky, self._app, self._origins, self._lay = store, risky, app, origins, lay
        self._map: AppMap | None = None
        self._layout: tuple[Avoid, MapLayout] | None = None
        self._goals: dict[str, str] | None = None
        self.walk = WalkState()

    def restored(self, walk: WalkState) -> None:
        """Continue from a restored state."""
        self.walk, self._map, self._layout = walk, None, None

    # -- the map ----------------------------------------------------------------------------------------------

    def chart(self, screen: Screen) -> AppMap:
        """The map of the app."""
        if self._map is None:
            self._map = self._store.map(self._app or self.walk.home or screen.app, self._risky)
        self.walk.home = self.walk.home or screen.app
        return self._map

    def look(self, screen: Screen) -> Graph:
        """Add the screen to the map, and return the map including other processes' changes."""
        chart = self.chart(screen)
        chart.refresh()
        chart.see(screen)
        self._layout = None
        self.walk.seen.add(screen.key.id)
        if self.walk.start is None:
            self.walk.start = place_of(screen)
            self.walk.walled = wall_on(screen) == "a login page"
        for index, ref in references(screen).items():
            element, touch = screen.element(index), (screen.key.id, Trigger("tap", ref))
            if element is None or not element.affordances:
                continue
            if self._risky(element, screen) or self.walk.done.get(gone_key(screen, ref), 0) >= _TICKS:
                self.walk.avoid.add(touch)
            if touch in self.walk.missed and reach_of(screen, element) == "now":
                self.walk.missed.discard(touch)
        return chart.graph

    def observe(self, transition: Transition) -> bool:
        """Update the map and the way back; False where nothing was done to the device."""
        self._layout = None
        self.chart(transition.before).observe(transition)
        if transition.effectiveness == "none":
            return False
        trigger = trigger_of(transition)
        here, there = place_of(transition.before), place_of(transition.after)
        self._avoid_misleading(here, there, trigger)
        self.walk.unasked = there.node if unasked(transition) else ""
        if trigger is not None and transition.effectiveness in ("refused", "ineffective"):
            self.walk.avoid.add((here.node, trigger))
            if transition.cause == "absent" and trigger.element is not None:
                self.once(gone_key(transition.before, trigger.element))
        action = transition.decision.action
        if transition.decision.description == UNCOVER and here.node == there.node:
            self._remember_closing(transition, trigger)
        if isinstance(action, Scroll):
            self._remember_scroll(transition, action)
        else:
            self.walk.in_a_row = 0
        self._track_overlays(transition, trigger)
        if here == there:
            if isinstance(action, NavigateBack):
                self.walk.back = []
        else:
            self._track(transition, here, there, trigger)
        return True

    def _avoid_misleading(self, here: Place, there: Place, trigger: Trigger | None) -> None:
        """Avoid a planned action that led elsewhere than the map says."""
        planned, self.walk.planned = self.walk.planned, None
        if planned is not None and trigger is not None and planned[0] != trigger and planned[1] != there.node:
            self.walk.avoid.add((here.node, planned[0]))

    def _remember_closing(self, transition: Transition, trigger: Trigger | None) -> None:
        """Do not touch again what failed to close an overlay."""
        closed = covered_controls(transition.after) < covered_controls(transition.before)
        if not closed and trigger is not None and trigger.element is not None:
            self.walk.idle.add(trigger.element)
        elif not closed:
            self.walk.done[f"beside|{transition.before.key.id}"] = 1

    def _track_overlays(self, transition: Transition, trigger: Trigger | None) -> None:
        """Track overlays: a menu or a dialog is closed by what opened it."""
        ref = trigger.element if trigger is not None and trigger.event == "tap" else None
        if trigger is None or trigger.event == "home":
            self.walk.layers = []
        elif ref is not None and ref in self.walk.layers:
            self.walk.layers = self.walk.layers[: self.walk.layers.index(ref)]
        elif ref is not None and hidden_share(transition.before, transition.after) >= _OVER:
            self.walk.layers.append(ref)

    def _track(self, transition: Transition, here: Place, there: Place, trigger: Trigger | None) -> None:
        walk = self.walk
        if isinstance(transition.decision.action, NavigateBack):
            walk.back = walk.back[: walk.back.index(there)] if there in walk.back else []
        elif trigger is None or trigger.event == "home" or trigger.event.startswith("open:"):
            walk.back = []
        elif local(transition.before) != local(transition.after):
            walk.back = [*walk.back, here][-_MAX_BACK:]

    def _remember_scroll(self, transition: Transition, action: Scroll) -> None:
        """Do not repeat a scroll that had no effect."""
        before = transition.before
        if transition.effectiveness in ("ineffective", "refused") or before.digest == transition.after.digest:
            self.walk.scrolled[self.walk.scrolling] = _SCROLLS
            self.walk.done[still_key(before, action)] = 1
            self.walk.done[f"more|{before.key.id}"] = _MORE

    def remember(self, goal: str, reached: Reached) -> None:
        """Note on the map where a goal was reached."""
        if self._map is not None:
            self._store.note(self._map.app, goal_note(goal), to_json(Reached, reached))
            self._goals = None

    def remembered(self, goal: str) -> Reached | None:
        """Where a goal was reached on an earlier walk, if noted."""
        if self._goals is None:
            self._goals = {} if self._map is None else self._store.notes(self._map.app)
        return reached_before(self._goals, goal)

    def forget(self, goal: str) -> None:
        """Remove the note where a goal was reached: the claim was refused."""
        if self._map is not None and self.remembered(goal) is not None:
            self._store.note(self._map.app, goal_note(goal), "")
        self._goals = None

    def forbid(self, rejected: Decision, screen: Screen) -> bool:
        """Avoid the element of a refused decision; False where it touches none."""
        match rejected.action:
            case Click(target=ByIndex(index=index)):
                element = screen.element(index)
                if element is not None:
                    self.avoid(screen.key.id, Trigger("tap", ref_of(screen, element)))
                    self.walk.forbidden.add((local(screen), ref_of(screen, element)))
                return True
            case _:
                return False

    def avoid(self, node: str, trigger: Trigger) -> None:
        """Avoid an action for the rest of the walk."""
        self.walk.avoid.add((node, trigger))
        self._layout = None

    def drop(self, screen: Screen, node: str, trigger: Trigger) -> None:
        """Avoid an action: for good if its element was in reach, else until it is."""
        element = resolve(screen, trigger.element) if trigger.element is not None and node == screen.key.id else None
        if element is not None and reach_of(screen, element) == "now":
            self.avoid(node, trigger)
        else:
            self.walk.missed.add((node, trigger))
            self._layout = None

    @property
    def avoided(self) -> Avoid:
        """Actions to avoid on this walk, or for now."""
        return frozenset(self.walk.avoid | self.walk.missed)

    def once(self, what: str, times: int = 1) -> bool:
        """Count an event; whether it has happened fewer than `times` times before."""
        count = self.walk.done.get(what, 0)
        self.walk.done[what] = count + 1
        return count < times

    # # -- obstacles ----------------------------------------------------------------------------------------------

    def obstacle(self, screen: Screen) -> Decision | None:
        """The decision about an obstacle: a native dialog, an error, another site; None without one."""
        if screen.modal is not None:
            return dismiss(screen)
        if screen.key.id == self.walk.unasked and self.once(f"unasked|{screen.digest}", 2):
            return close_unasked(screen, self._risky)
        if screen.condition in ("crashed", "app_gone") and self.once(f"home|{screen.digest}", 2):
            return decision(screen, NavigateHome(), "go home", "The app is gone; its start page is the way back.")
        if screen.condition == "error_page" and self.once(f"back|{screen.location}", 2):
            return decision(screen, NavigateBack(), "go back", "This is an error page.")
        if self._foreign(screen) and self.once(f"foreign|{screen.location}", 2):
            return decision(screen, NavigateBack(), "go back", f"{screen.app!r} is not the app that is searched.")
        idle = not screen.observation.settled or not screen.elements
        if idle and screen.condition in ("ok", "blank") and self.once(f"wait|{screen.key.id}", 2):
            return decision(screen, Wait(), "wait", "The screen is still changing.")
        return None

    def _foreign(self, screen: Screen) -> bool:
        """Whether this is another site. The apps of a phone share one map, and are not foreign to each other."""
        if self._app or screen.app == self.walk.home:
            return False
        return not any(same_origin(screen.app, origin) for origin in self._origins)

    # # -- routes -------------------------------------------------------------------------------------------------

    def ways(self, graph: Graph, here: Place) -> dict[Place, int]:
        """Actions to every reachable place: forward, by going back, or by starting over."""
        layout = self._plan_layout(graph, here)
        ways = layout.distances(here)
        starts = [(place, count) for count, place in enumerate(reversed(self.walk.back), 1) if count <= _BACK_AT_MOST]
        if self.walk.start is not None and not _knows_home(graph):
            starts.append((self.walk.start, 1))
        for place, count in starts:
            for beyond, cost in layout.distances(place).items():
                ways[beyond] = min(ways.get(beyond, cost + count), cost + count)
        return ways

    def depths(self, graph: Graph, here: Place) -> Mapping[Place, int]:
        """Actions to every place from the start of the walk."""
        return self._plan_layout(graph, here).distances(self.walk.start or here)

    def way(self, graph: Graph, place: Place) -> tuple[str, ...]:
        """The labels of the route from the start of the walk to a place; empty where none is known."""
        if self.walk.start in (None, place):
            return ()
        steps = self._plan_layout(graph, self.walk.start).route(
            self.walk.start, [Aimed(place.node, place.binding or None)]
        )
        return tuple(step.label for step in steps.steps)

    def _plan_layout(self, graph: Graph, here: Place) -> MapLayout:
        """The map laid out for planning; renewed when the map or the avoided actions change."""
        avoid = self.avoided
        if self._layout is None or self._layout[0] != avoid:
            starts = [here, *self.walk.back, *([] if self.walk.start is None else [self.walk.start])]
            self._layout = (avoid, self._lay(graph, starts, avoid))
        return self._layout[1]

    def towards(self, screen: Screen, graph: Graph, here: Place, aim: Destination) -> Decision | None:
        """The next action towards the aim; None if there is no route."""
        there = aim.place.node == here.node and (not aim.place.binding or aim.place.binding == here.binding)
        if there and aim.exit is not None:
            step = PlanStep(here, Trigger("tap", aim.exit.element), here, aim.exit.label, 1, aim.exit.opener)
            return self._touch(screen, step, f"Trying it because {aim.why}.", (Changed(),)) or self._restart(
                screen, aim
            )
        goal = Aimed(aim.place.node, aim.place.binding or None)
        back = self._steps_back(aim.place)
        if self._restart_is_shorter(graph, here, aim.place) and self.once(f"over|{here.node}"):
            return decision(screen, NavigateHome(), "go to the start page", f"From there: {aim.why}.", (Changed(),))
        for _ in range(_ROUTES):
            result = self._plan_layout(graph, here).route(here, [goal])
            if not result.steps or (back is not None and result.cost > back):
                break
            found = self._hop(screen, here, self._least_covered(screen, graph, here, goal, result), aim)
            if found is not None:
                return found
        if back is not None:
            return self._step_back(screen, aim)
        if here != self.walk.start and self.once(f"home|{here.node}"):
            return decision(screen, NavigateHome(), "go to the start page", f"From there: {aim.why}.", (Changed(),))
        return self._step_back(screen, aim) if self.walk.back else None

    def _restart_is_shorter(self, graph: Graph, here: Place, place: Place) -> bool:
        """Whether a place is reached sooner by starting over than from here."""
        if self.walk.start in (None, here) or _knows_home(graph):
            return False
        layout, start = self._plan_layout(graph, here), self.walk.start
        ahead, over = layout.distances(here).get(place), layout.distances(start).get(place) if start else None
        return ahead is not None and over is not None and over + 1 < ahead

    def _least_covered(self, screen: Screen, graph: Graph, here: Place, goal: Aimed, result: Route) -> Route:
        """Prefer a route of the same length whose first hop needs nothing opened on this screen."""
        step = result.steps[0]
        if step.trigger.element is None or self._in_reach(screen, step):
            return result
        avoid = self.avoided | {(here.node, step.trigger)}
        other = self._lay(graph, [here], avoid).route(here, [goal])
        shorter = other.cost <= result.cost and 0 < len(other.steps) <= len(result.steps)
        better = shorter and self._in_reach(screen, other.steps[0])
        return other if better else result

    def _in_reach(self, screen: Screen, step: PlanStep) -> bool:
        """Whether a hop can be made at once, or after scrolling."""
        made = move(screen, step.trigger)
        return made is not None and made.part in ("hop", "scroll")

    def _loading(self, screen: Screen, here: Place, step: PlanStep) -> Decision | None:
        """Wait once where the element, and a good part of the known exits, has not appeared yet."""
        if step.trigger.element is None or resolve(screen, step.trigger.element) is not None or step.opener is not None:
            return None
        node = self.chart(screen).graph.nodes.get(here.node)
        kinds = {identity(one) for one in node.bindings} if node is not None else ()
        if len(kinds) > 1:
            return None  # other instances need not show the same exits
        known = [one for one in node.exits if one.opener is None] if node is not None else []
        missing = sum(resolve(screen, one.element) is None for one in known)
        if missing < _LOADING * len(known) or not self.once(f"loading|{screen.key.id}|{step.label}"):
            return None
        return decision(
            screen, Wait(), "wait", f"{step.label!r} has not come up yet, nor has much else of this screen."
        )

    def _restart(self, screen: Screen, aim: Destination) -> Decision | None:
        """Start over where an overlay covers the element and nothing closes it: a reloaded page has no overlay."""
        element = resolve(screen, aim.exit.element) if aim.exit is not None else None
        if element is None or element.visibility != "covered":
            return None
        at_start = self.walk.start is not None and self.walk.start.node == screen.key.id
        if not self.once(f"anew|{screen.key.id}", _ANEW if at_start else 1):
            return None
        why = f"Something lies over {element.label!r} that nothing closes; the start page has it bare, or leads there."
        return decision(screen, NavigateHome(), "go to the start page", why, (Changed(),))

    def bare(self, graph: Graph) -> bool:
        """Whether no screen of this walk had anything to touch, as on a splash screen."""
        return not any(graph.nodes[node].exits for node in self.walk.seen if node in graph.nodes)

    def wait_for_app(self, screen: Screen, graph: Graph) -> Decision | None:
        """Wait for an app that has shown nothing to touch yet; None where it has, or after enough waits."""
        if screen.condition not in ("ok", "blank", "empty_hierarchy", "stale_hierarchy") or not self.bare(graph):
            return None
        if not self.once("come up", _WAITS):
            return None
        return decision(screen, Wait(_WAIT_SECONDS), "wait", "Nothing that can be touched has come up yet.")

    def scroll_for_more(self, screen: Screen) -> Decision | None:
        """Scroll down where the page has more below; None after enough scrolls."""
        if screen.observation.scroll.below <= HAIR or not self.once(f"more|{screen.key.id}", _MORE):
            return None
        self.walk.scrolling = f"{screen.key.id}|"
        why = "Nothing else is left to try here."
        return decision(screen, Scroll("down"), "scroll for more", why, (Changed(),))

    def _step_back(self, screen: Screen, aim: Destination) -> Decision:
        place = self.walk.back[-1]
        expected: tuple[Predicate, ...] = (ScreenIs(key=place.node),) if place.node != screen.key.id else (Changed(),)
        return decision(screen, NavigateBack(), "go back", f"Back on the way, because {aim.why}.", expected)

    def _hop(self, screen: Screen, here: Place, result: Route, aim: Destination) -> Decision | None:
        step = result.steps[0]
        expected: Predicate = Changed() if step.target.node == here.node else ScreenIs(key=step.target.node)
        labels = " → ".join(repr(one.label) for one in result.steps)
        why = f"Step 1 of {len(result.steps)} on the shortest known way ({labels}), because {aim.why}."
        found = self._loading(screen, here, step) or self._touch(screen, step, why, (expected,))
        if found is None:
            self.drop(screen, here.node, step.trigger)
        return found

    def _touch(self, screen: Screen, step: PlanStep, why: str, expected: tuple[Predicate, ...]) -> Decision | None:
        if (screen.key.id, step.trigger) in self.walk.avoid:
            return None
        graph = self.chart(screen).graph
        openers = openers_of(graph, step)
        stays = under_key(screen, step.trigger.element) in self.walk.done
        made = move(screen, step.trigger, openers, self.walk.layers[::-1], self.walk.idle, stays)
        made = made or self._guessed(screen, step)
        leads = any(one.successes and one.target != one.source for one in graph.rivals(screen.key.id, step.trigger))
        most = REPEATS * (ONWARD if leads else 1)
        if made is None or left_alone(made, screen):
            return None
        if not self.once(f"{screen.digest}|{made.action}|{step.trigger}", most):
            return None
        return self._move_decision(screen, step, made, why, expected)

    def _guessed(self, screen: Screen, step: PlanStep) -> Move | None:
        """For a missing element without a known opener: touch an opener in its own region."""
        ref = step.trigger.element
        if ref is None or not ref.anchor or resolve(screen, ref) is not None:
            return None
        for one in screen.elements:
            opens = one.landmark == ref.anchor and one.interactable and kind_of(one) == "opener" and not closes(one)
            if opens and reach_of(screen, one) == "now" and self.once(f"guess|{screen.key.id}|{ref.name}|{one.label}"):
                return Move(Click(ByIndex(one.index)), "open", one)
        return None

    def _move_decision(
        self, screen: Screen, step: PlanStep, made: Move, why: str, expected: tuple[Predicate, ...]
    ) -> Decision | None:
        """The move as a decision; None where it was made often enough."""
        label = step.label or (made.element.role if made.element is not None else step.trigger.event)
        where = f" in {made.element.landmark}" if made.element is not None and made.element.landmark else ""
        match made.part:
            case "hop":
                self.walk.planned = (step.trigger, step.target.node)
                return decision(screen, made.action, f"tap {label!r}{where}", why, expected)
            case "open":
                opened = made.element.label if made.element is not None else ""
                if not self.once(f"open|{screen.key.id}|{label}|{opened}", 2 * REPEATS):
                    return None
                return decision(screen, made.action, f"open {opened!r} for {label!r}", why, (Changed(),))
            case "uncover":
                beside = made.element is None and f"beside|{screen.key.id}" in self.walk.done
                if beside or not self.once(f"uncover|{screen.digest}"):
                    return None
                return decision(screen, made.action, UNCOVER, why, (Changed(),))
            case "scroll":
                if made.element is not None and made.element.visibility == "covered":
                    self.walk.done[under_key(screen, step.trigger.element)] = 1
                if isinstance(made.action, Scroll) and still_key(screen, made.action) in self.walk.done:
                    return None
                self.walk.scrolling = f"{screen.key.id}|{label}"
                if not self._count_scroll():
                    return None
                return decision(screen, made.action, f"scroll to {label!r}", why, (Changed(),))
            case _:
                assert_never(made.part)

    def _count_scroll(self) -> bool:
        walk = self.walk
        walk.scrolled[walk.scrolling] = walk.scrolled.get(walk.scrolling, 0) + 1
        walk.in_a_row += 1
        return walk.scrolled[walk.scrolling] <= _SCROLLS and walk.in_a_row <= 2 * _SCROLLS

    def _steps_back(self, place: Place) -> int | None:
        """The number of steps back to a place; None where it is not on the way back."""
        for count, passed in enumerate(reversed(self.walk.back), 1):
            if count > _BACK_AT_MOST:
                return None
            if passed.node == place.node and (not place.binding or passed.binding == place.binding):
                return count
        return None


def _knows_home(graph: Graph) -> bool:
    return any(edge.trigger.event == "home" for edge in graph.out(ANYWHERE))
