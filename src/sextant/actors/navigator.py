"""The navigator: reaches screens without a model, by a map it draws while walking and by the words on screen.

It follows the shortest known way where the map knows the goal, else what on screen answers the goal best, else it
explores: nearest and most promising first, samples of lists, never anything that might do something (Agent+P, run
time, with the model replaced by words).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sextant.actors.foresight import MEANT, Foresight
from sextant.actors.navigator_memory import Chosen, Claimed, NavigatorSettings, Sighted, State
from sextant.actors.pursuit import Pursuit
from sextant.actors.walk import Aim, Laying, Reached, Risky, WalkSettings, decision
from sextant.actors.walking import NOTHING_YET, Walker
from sextant.contracts import ReadsAhead
from sextant.types.actions import HandOver, NavigateHome, Status
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Changed, Predicate
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.drawing import trigger_of
from sextant.utg.exits import Exit, exits_of, hit_another
from sextant.utg.faces import Face, face_of, face_score, local
from sextant.utg.graph import Graph, Node, Place, Trigger, identity, place_of
from sextant.utg.reading import Library, Promise, leading
from sextant.utg.route import wary
from sextant.utg.searching.arrival import (
    CERTAIN,
    MARGIN,
    PROMISED,
    SURE,
    Landing,
    evidence_for,
    joined,
    landing_score,
    led_to,
    opened,
    said,
    telling,
)
from sextant.utg.searching.frontier import TELLING, Relevance, candidates, common_words, inside_apps
from sextant.utg.searching.instances import asks_for_any
from sextant.utg.searching.lore import Led, answer_of, lore_of
from sextant.utg.selection import Meaning
from sextant.utg.store import MapStore
from sextant.utg.walls import wall_on
from sextant.utg.words import Query, match, query_of

_ROUNDS = 40
_READING = 2.0
"""Seconds that a look waits for pages that are being read, while none of them is surely right."""
_UNNAMED = Objection("policy", "no reason was given")
_WORTH_NAMING = 0.005
"""From this score on the best screen is named when the search ends: what rounds to 0 % is near nothing."""


class Navigator:
    """An `Actor` without a model: `Brief` in, `Decision` out, `observe` draws the map.

    Args:
        store: Where maps are kept; shared between runs and processes.
        risky: Judges what cannot be taken back; such elements are never touched.
        app: Name under which the map is kept, where several apps (those of a phone) share one; empty for the app of
            the first screen alone.
        settings: Limits of the search.
        selector: Chooses by meaning, where words alone find nothing: among the screens of the map, and among labels.
        lay: Lays the map out for planning.
        reader: Reads pages ahead; None for none.
    """

    def __init__(
        self,
        store: MapStore,
        risky: Risky,
        app: str = "",
        settings: NavigatorSettings | None = None,
        selector: Meaning | None = None,
        lay: Laying = wary,
        reader: ReadsAhead | None = None,
    ) -> None:
        self._library = None if reader is None else Library(reader)
        self._promises: list[Promise] = []
        self._leading: dict[tuple[str, frozenset[str]], Mapping[str, float]] = {}
        self._settings, self._selector = settings or NavigatorSettings(), selector
        limits = WalkSettings(self._settings.scrolls, self._settings.tries)
        self._walker = Walker(store, risky, app, limits, lay)
        self._state = State(self._walker.walk)
        self._relevance = Relevance(query_of(""))
        self._lore = lore_of(Graph(""), query_of(""), None)
        self._foresight = Foresight(selector, self._relevance, set(), set(), self._lore)

    @property
    def profile(self) -> Profile:
        return "action-only"

    def snapshot(self) -> Any:
        return json.loads(to_json(State, self._state))

    def restore(self, state: Any) -> None:
        self._state = from_json(State, json.dumps(state))
        self._walker.restored(self._state.walk)

    def observe(self, transition: Transition) -> None:
        """Draws the map, and keeps track of the way back."""
        here, there = place_of(transition.before), place_of(transition.after)
        if self._walker.observe(transition):
            self._track(transition, here, there, trigger_of(transition))
        elif isinstance(transition.decision.action, Status):
            self._state.claimed = Claimed(self._relevance.query.text, here)

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next action. A decision that was objected to takes its target out of the running."""
        screen = brief.screen
        graph = self._walker.look(screen)
        goal = brief.directive.instruction or brief.task.goal
        if goal != self._state.goal:  # whatever was found out about another one says nothing of this one
            self._state = State(self._walker.walk, goal=goal)
        if rejected is not None and any(not objection.advisory for objection in objections or (_UNNAMED,)):
            self._forbid(rejected, screen)
        self._prepare(goal, graph)
        self._asked_again()
        self._read(screen, graph)
        self._lore = lore_of(graph, self._relevance.query, self._walker.walk.start)
        return self._walker.obstacle(screen) or self._towards(screen, graph)

    # -- what the run remembers -------------------------------------------------------------------------------

    def _prepare(self, goal: str, graph: Graph) -> None:
        """Reads the goal, in the light of which words tell little in this app."""
        query = query_of(goal)
        weights = common_words(graph, query)
        query = query.reweighted(weights)
        inside = inside_apps(graph, query)
        if (query, inside) != (self._relevance.query, self._relevance.inside):
            self._relevance = Relevance(query, inside, self._near, self._ahead)

    def _asked_again(self) -> None:
        """A claim after which the very same goal is still asked for was refused, and is forgotten."""
        claimed, self._state.claimed = self._state.claimed, None
        if claimed is not None and claimed.goal == self._relevance.query.text:
            self._state.refused.add(claimed.place)
            self._walker.forget(claimed.goal)

    def _near(self, label: str) -> float:
        """How near a label comes to the goal by its meaning."""
        return self._selector.near(self._relevance.query.text, [label])[0] if self._selector is not None else 0.0

    def _ahead(self, node: Node) -> Mapping[str, float]:
        """What of the pages that were read the links of a screen lead nearer to."""
        hrefs = frozenset(one.href for one in node.exits if one.href)
        if (node.id, hrefs) not in self._leading:
            self._leading[node.id, hrefs] = leading(self._promises, hrefs, node.face.location)
        return self._leading[node.id, hrefs]

    def _read(self, screen: Screen, graph: Graph) -> None:
        """Has pages read that the screens link to, and takes up what they promise."""
        if self._library is None:
            return
        query = self._relevance.query
        self._library.look(graph, screen.location, self._walker.walk.home, query)
        self._leading.clear()
        looked = {node.face.location for node in graph.nodes.values() if node.id in self._walker.walk.seen}
        self._promises = self._library.promises(query, looked, SURE)
        if max((one.score for one in self._promises), default=0.0) < CERTAIN:
            self._library.gather(_READING)
            self._promises = self._library.promises(query, looked, SURE)

    def _forbid(self, rejected: Decision, screen: Screen) -> None:
        if isinstance(rejected.action, Status):
            self._state.refused.add(place_of(screen))
            self._walker.forget(self._relevance.query.text)
        elif not self._walker.forbid(rejected, screen) and self._state.aim is not None:
            self._drop(screen, self._state.aim)

    def _drop(self, screen: Screen, aim: Aim) -> None:
        if aim.exit is None:
            self._state.lost.add(aim.place)
        else:
            if aim.relevance >= SURE and self._state.denied is None:
                self._state.denied = self._state.explored
            self._walker.drop(screen, aim.place.node, Trigger("tap", aim.exit.element))
        self._state.aim = None

    def _track(self, transition: Transition, here: Place, there: Place, trigger: Trigger | None) -> None:
        state, aim = self._state, self._state.aim
        if there.node not in self._walker.walk.seen:
            state.lost.clear()
        if aim is not None and aim.exit is not None and trigger == Trigger("tap", aim.exit.element):
            state.tried.add(there)
            state.aim = None
            state.explored += 1
        label = trigger.element.name if trigger is not None and trigger.element is not None else ""
        relevance = match(self._relevance.at(transition.after.key.app), label).score
        if here == there:
            if trigger is not None and trigger.event == "tap" and transition.effectiveness == "effective":
                state.opened = trigger.element
            worked = transition.effectiveness == "effective" and relevance > 0
            state.landing = Landing(label, relevance, worked=worked) if worked else state.landing
            return
        touched = _touched(transition.before, trigger)
        if touched is not None and _missed(transition, touched):
            state.landing = Landing(moved=True)  # what the label promised is not what came
            return
        row = touched.row if touched is not None else ""
        state.opened = None
        one, other = face_of(transition.before), face_of(transition.after)
        moved = local(transition.before) != local(transition.after) or (one.title, one.heads) != (
            other.title,
            other.heads,
        )
        query = self._relevance.at(transition.after.key.app)
        before = f"{state.landing.label or self._lore.led.get(here, Led()).label} {one.name}"
        relevance = max(relevance, led_to(query, label, before))
        state.landing = Landing(label, relevance, moved, row=row)

    # -- where to ---------------------------------------------------------------------------------------------

    def _towards(self, screen: Screen, graph: Graph) -> Decision:
        here = place_of(screen)
        seen, refused = self._walker.walk.seen, self._state.refused
        self._foresight = Foresight(self._selector, self._relevance, seen, refused, self._lore)
        for _ in range(_ROUNDS):
            ways = self._within_reach(graph, here)
            depths = self._walker.depths(graph, here)
            near = self._in_view(ways)
            options = candidates(graph, self._relevance, near, depths, self._walker.avoided, self._lore.instances)
            promise = max((one.relevance for one in options if not (one.familiar or one.deferred)), default=0.0)
            self._confirm(graph, here, ways)
            gone_to = self._state.aim
            arrived = self._recognised(screen, graph, here) or self._arrived(screen, graph, here, promise)
            if arrived is not None:
                return arrived
            if gone_to is not None and gone_to.exit is None and gone_to.place == here:
                self._state.returned.add(here)
            aim = self._pursuit().next(graph, here, ways, near, options)
            if aim is None:
                break
            next_move = self._walker.towards(screen, graph, here, aim)
            if next_move is not None:
                return next_move
            self._drop(screen, aim)
        return self._give_up(screen)

    def _pursuit(self) -> Pursuit:
        return Pursuit(self._state, self._walker, self._settings, self._relevance, self._lore, self._foresight)

    def _within_reach(self, graph: Graph, here: Place) -> Mapping[Place, int]:
        """Actions to every place, without those that could not be got to although the map knows a way."""
        ways, lost = self._walker.ways(graph, here), self._state.lost
        return {place: cost for place, cost in ways.items() if place not in lost or place == here}

    def _in_view(self, ways: Mapping[Place, int]) -> Mapping[Place, int]:
        """The places whose untried exits are thought of: all within reach, unless the settings say how far."""
        most = self._settings.horizon
        if most is None:
            return ways
        return {place: cost for place, cost in ways.items() if cost <= most or place in self._walker.walk.back}

    def _confirm(self, graph: Graph, here: Place, ways: Mapping[Place, int]) -> None:
        """Takes a screen for the goal that was looked at for its name, if what it shows makes that sure.

        On a map that knew most screens before the walk, any screen that turns out to be the one that is meant.
        """
        aim = self._state.aim
        looked = aim is not None and aim.exit is None and not aim.relevance and aim.place.node == here.node
        if not looked and not self._foresight.charted(graph):
            return
        choice = next(iter(self._foresight.choices(graph, ways)), None)
        meant = None if choice is None else self._foresight.instance(graph, choice.place, ways)
        if choice is None or meant is None or choice.confidence < MEANT:
            return
        if self._foresight.stands_for(_unheaded(here), _unheaded(meant)):
            why = f"answers the goal by its meaning ({choice.confidence:.0%})"
            self._state.chosen = Chosen(here, choice.name, why)

    def _recognised(self, screen: Screen, graph: Graph, here: Place) -> Decision | None:
        """An arrival where the goal was reached before, or at the screen that was chosen by its meaning."""
        chosen = self._state.chosen
        if (
            chosen is None
            or not self._foresight.stands_for(here, chosen.place)
            or (chosen.opened is not None and chosen.opened != self._state.opened)
            or here in self._state.refused
            or not self._alive(screen, graph, here)
            or (
                self._walker.remembered(self._relevance.query.text) is None
                and self._foresight.merely_lists(graph, here)
            )
        ):
            return None
        why = f"{chosen.name!r} {chosen.why}."
        evidence = evidence_for(self._relevance.at(screen.key.app), screen, face_of(screen))
        return self._claim(screen, chosen.name, why, evidence)

    def _alive(self, screen: Screen, graph: Graph, here: Place) -> bool:
        return screen.condition == "ok" and not (here.node in graph.nodes and graph.nodes[here.node].dead)

    def _arrived(self, screen: Screen, graph: Graph, here: Place, promise: float) -> Decision | None:
        query, face = self._relevance.at(screen.key.app), face_of(screen)
        if not self._alive(screen, graph, here):
            return None
        landing = self._state.landing
        by = Led(landing.label, landing.row) if landing.moved else Led()
        known = answer_of(graph.nodes[here.node], here, query, self._lore, by)
        shown = max(face_score(query, face), self._landed(query, face, promise))
        score = max(known.score, self._lore.tempered(shown, query, here))
        if asks_for_any(query.text):
            score = self._foresight.as_any(score, graph, here)
            promise = 0.0 if self._foresight.about_one(graph, here) else promise  # any of them will do
        best = self._state.best
        if here not in self._state.refused and (best is None or score > best.score):
            words = said(query, face, self._state.landing.label)
            self._state.best = Sighted(here, score, face.name, words, self._state.explored)
        if here in self._state.refused or score < SURE or (score < CERTAIN and promise > score + MARGIN):
            self._state.passed.add(here)
            return None
        return self._complete(screen, face, score)

    def _landed(self, query: Query, face: Face, promise: float) -> float:
        """What led here says of the screen, by itself and together with what the screen says.

        What opened on the spot counts as the goal only where no label promises to lead on to it.
        """
        landing = self._state.landing
        score = landing_score(landing)
        if landing.moved:
            return max(score, PROMISED * joined(query, landing.label, landing.row, face))
        return max(score, opened(query, landing.label, face)) if landing.worked and promise < TELLING else score

    def _complete(self, screen: Screen, face: Face, score: float) -> Decision:
        query = self._relevance.at(screen.key.app)
        evidence = evidence_for(query, screen, face)
        name = telling(query, face) or self._state.landing.label or face.name
        why = f"{name!r} answers {query.text!r} ({score:.0%}) better than anything that leads on from here."
        return self._claim(screen, name, why, evidence)

    def _claim(self, screen: Screen, name: str, why: str, evidence: tuple[Predicate, ...]) -> Decision:
        self._walker.remember(self._relevance.query.text, Reached(place_of(screen), self._state.opened))
        return decision(screen, Status("complete", why), f"arrived at {name!r}", why, evidence)

    def _give_up(self, screen: Screen) -> Decision:
        """Nothing is left to try: the best screen if it is good enough, else infeasible with the nearest evidence."""
        here, best, query = place_of(screen), self._state.best, self._relevance.query
        graph = self._walker.chart(screen).graph
        waiting = self._walker.wait_for_app(screen, graph)
        if waiting is not None:
            return waiting
        if best is not None and self._pursuit().settled(here):
            return self._complete(screen, face_of(screen), best.score)
        more = self._walker.scroll_for_more(screen)
        if more is not None:
            return more
        asked = self._ask_to_log_in(screen, here)
        if asked is not None:
            return asked
        near = best is not None and best.score >= _WORTH_NAMING
        nearest = f" The nearest was {best.name!r} ({best.score:.0%})." if best is not None and near else ""
        seen = len(self._walker.walk.seen)
        where = "the one screen that was looked at" if seen == 1 else f"the {seen} screens that were looked at"
        walled = " A login is asked for here, which a person has to give." if _asks_for_login(screen) else ""
        bare = f" {NOTHING_YET}" if self._walker.bare(graph) else ""
        ended = self._library.ended if self._library is not None else ""
        reading = f" Pages were read ahead until {ended}." if ended else ""
        why = f"Nothing that answers {query.text!r} was found on {where}.{nearest}{walled}{bare}{reading}"
        return decision(screen, Status("infeasible", why), "give up", why)

    def _ask_to_log_in(self, screen: Screen, here: Place) -> Decision | None:
        """Hands over to a person, once, where the walk began before a login or has come to one."""
        walk = self._walker.walk
        if not _asks_for_login(screen):
            if not walk.walled or not self._walker.once("to the login"):
                return None
            return decision(screen, NavigateHome(), "go to the start page", "It asks for a login.", (Changed(),))
        wall = (walk.walled and here == walk.start) or wall_on(screen) == "a login page"
        if not wall or not self._walker.once("login"):
            return None
        why = f"Nothing that answers {self._relevance.query.text!r} was found without a login, which is asked for here"
        return decision(screen, HandOver(why), "ask for a login", f"{why}.")


def _asks_for_login(screen: Screen) -> bool:
    return any("password" in element.states for element in screen.elements)


def _unheaded(place: Place) -> Place:
    """A place whatever its heading greets or counts."""
    return Place(place.node, identity(place.binding))


def _touched(screen: Screen, trigger: Trigger | None) -> Exit | None:
    """The exit that was touched."""
    if trigger is None or trigger.element is None:
        return None
    return next((one for one in exits_of(screen) if one.element == trigger.element), None)


def _missed(transition: Transition, touched: Exit) -> bool:
    """Whether something else was hit than the link that was meant: things moved, or another control lies over it."""
    others = (one.href for one in exits_of(transition.before))
    return hit_another(touched.href, local(transition.after), others)
