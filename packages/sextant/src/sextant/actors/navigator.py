"""The navigator reaches a screen from a goal in words, without a model, by best-first search on a map it draws.

At each look it weighs the screens of the map, the pages that were read ahead, and the untried exits, each with the odds
that it is the goal. It claims the current screen if that is likely enough, goes to a likelier known one, or takes the
exit of most worth. The write gate and `labels.toml` limit what it touches. See docs/how-goto-decides.md; the figures
are in `sextant.utg.search` and `sextant.utg.relevance`.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import unquote_plus

from sextant.actors.addresses import may_open, open_address
from sextant.actors.app_search import find_search, follow_search, send_search, type_search, way_to_search, with_results
from sextant.actors.judge import Query, TargetJudge
from sextant.actors.search_end import LOGIN_SOUGHT, ask_to_log_in, candidates, evidence, give_up
from sextant.actors.search_state import LookSurvey, NavigatorSettings, SearchState, for_next_goal
from sextant.actors.touches import exit_touched, hit_another_link, leads_to_part, only_hides
from sextant.actors.walk import Destination, LayoutMap, Reached, Risky, decision, key_of
from sextant.actors.walker import UNCOVER, Walker
from sextant.addresses.parts import parts_of
from sextant.elements.refs import resolve
from sextant.protocols import PageReader
from sextant.text import folded
from sextant.text.embedding import WordNearness, shipped
from sextant.types.actions import ByIndex, Click, Status
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Changed
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition
from sextant.utg.exits import Exit, exits_of, reach_of
from sextant.utg.faces import face_of, local
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.read_ahead import PageLibrary
from sextant.utg.recorder import trigger_of
from sextant.utg.relevance import LIKELY, GoalRelevance, Led, Nearness, screen_words, shared_titles
from sextant.utg.route import wary
from sextant.utg.search import (
    EVERYWHERE,
    KnownScreen,
    ReadPages,
    SearchOption,
    documents,
    gives_way,
    known_screens,
    labels_into,
    leads_nearer,
    likelihood,
    options,
    page_of,
    ways_seen,
)
from sextant.utg.store import MapStore

__all__ = ["Navigator", "NavigatorSettings", "for_next_goal"]

_ROUNDS = 40
"""Most options that may prove impossible on one screen before the search ends."""
_SAMPLES = 3
"""Entries that are sampled of a list without relation to the goal."""
_SHARE = 8
"""Every so many tries, the least tried exit gets its turn, whatever its words."""
_DOUBTS = 4
"""Further exits that are tried where one screen is likely enough."""
_PARTS = 3
"""Parts of a likely screen that are looked at before it is claimed."""
_CLEARLY = 1.0
"""Least gain in worth for which the current aim is abandoned."""
_BEGUN = 2
"""Most times that it goes for one exit: two exits that look nearer from afar would alternate forever."""
_GONE_FOR = 2
"""Most times that it goes for one known screen: each wrong route corrects the map."""
_PATIENCE = 8
"""Steps towards one aim, beyond its distance on the map, before it is abandoned."""
_READING = 2.0
"""Seconds that a look waits for pages being read, where nothing in view is surely right."""
_SOURCE = 160
"""Most stored characters of the path to a screen."""
_HOME = 15
"""Most steps to the best screen at the end."""
_UNNAMED = Objection("policy", "no reason was given")


class Navigator:
    """An `Actor` without a model: `Brief` in, `Decision` out; `observe` draws the map.

    Args:
        store: The maps; shared between runs and processes.
        risky: Whether an explorer must leave an element alone; such elements are never touched.
        app: Name of the map, where several apps (those of a phone) share one; empty for the app of the first screen.
        settings: Limits of the search.
        lay: Lays the map out for planning.
        reader: Reads pages ahead; None for none.
        nearness: Compares the meaning of texts; None for shipped word vectors.
        judge: A model that chooses what is meant; None for none.
    """

    def __init__(
        self,
        store: MapStore,
        risky: Risky,
        app: str = "",
        settings: NavigatorSettings | None = None,
        lay: LayoutMap = wary,
        reader: PageReader | None = None,
        nearness: Nearness | None = None,
        judge: TargetJudge | None = None,
    ) -> None:
        self._judge = judge
        self._library = None if reader is None else PageLibrary(reader)
        self._nearness = nearness or WordNearness(shipped())
        self._settings = settings or NavigatorSettings()
        self._walker = Walker(store, risky, app, lay=lay)
        self._state = SearchState(self._walker.walk)
        self._goal = GoalRelevance("", self._nearness)

    @property
    def profile(self) -> Profile:
        return "action-only"

    def snapshot(self) -> Json:
        return to_plain(SearchState, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(SearchState, state)
        self._walker.restored(self._state.walk)

    # # -- state of the run ------------------------------------------------------------------------------------------

    def observe(self, transition: Transition) -> None:
        """Update the map, and record which touch led where."""
        state = self._state
        here, there = place_of(transition.before), place_of(transition.after)
        if not self._walker.observe(transition):
            if isinstance(transition.decision.action, Status):
                state.claimed = here
            return
        state.patience -= 1
        state.steps += 1
        follow_search(state, transition)
        trigger = trigger_of(transition)
        seen_before = there.node in self._walker.walk.seen
        if not seen_before:
            state.lost.clear()
        if state.aim is not None and state.aim.exit is not None and trigger == Trigger("tap", state.aim.exit.element):
            state.aim = None
            state.explored += 1
        touched = exit_touched(transition.before, trigger)
        folds = touched is not None and touched.element.role == "button" and touched.element not in state.hides
        if touched is not None and folds and only_hides(transition):
            state.undo = touched.element
            state.hides.add(touched.element)
        if here == there:
            self._avoid_untraceable(transition, here, trigger)
            changed = transition.effectiveness == "effective" and trigger is not None and trigger.event == "tap"
            if transition.decision.description == UNCOVER:
                state.opened = None
            elif changed and trigger is not None:
                state.opened = trigger.element
            return
        state.opened = None
        missed = touched is not None and hit_another_link(transition, touched)
        way = face_of(transition.before).name, state.led.label, state.led.source.partition(". ")[0]
        source = ". ".join(dict.fromkeys(filter(None, way)))[:_SOURCE]
        if seen_before or (touched is not None and self._is_everywhere(touched, transition.before)):
            source = ""
        label = "" if touched is None or missed else touched.label or touched.hint
        if transition.decision.description == UNCOVER:  # closing an overlay says nothing about the page beneath
            state.led = Led()
            return
        part = state.led.page or state.led.label if leads_to_part(transition) else ""
        state.led = state.named if touched is None or missed else Led(label, touched.row, source, part)
        if state.led.label:
            state.came[key_of(there)] = state.led

    def _avoid_untraceable(self, transition: Transition, here: Place, trigger: Trigger | None) -> None:
        """Avoid a touch that had an effect on the app but none on the screen."""
        if trigger is not None and transition.effectiveness == "uncertain" and transition.effects:
            self._walker.avoid(here.node, trigger)

    def _is_everywhere(self, touched: Exit, before: Screen) -> bool:
        """Whether a control is on so many pages that the page does not help to tell where it leads."""
        nodes = self._walker.chart(before).graph.nodes.values()
        same = (touched.name, touched.href)
        pages = {node.face.location for node in nodes if any((one.name, one.href) == same for one in node.exits)}
        return len(pages) >= EVERYWHERE

    def _forbid(self, rejected: Decision, screen: Screen) -> None:
        if isinstance(rejected.action, Status):
            self._refuse(place_of(screen))
        elif not self._walker.forbid(rejected, screen) and self._state.aim is not None:
            self._drop(screen, self._state.aim)

    def _refuse(self, place: Place) -> None:
        self._state.refused.add(place)
        self._walker.forget(self._state.goal)

    def _drop(self, screen: Screen, aim: Destination) -> None:
        if aim.exit is None:
            self._state.lost.add(aim.place)
        else:
            self._walker.drop(screen, aim.place.node, Trigger("tap", aim.exit.element))
        self._state.aim = None

    # -- the next step --------------------------------------------------------------------------------------------

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next action. The target of a rejected decision is avoided from then on."""
        screen, self._state.named = brief.screen, Led()
        graph = self._walker.look(screen)
        self._walker.walk.looked[key_of(place_of(screen))] = brief.step
        goal = brief.directive.instruction or brief.task.goal
        if goal != self._state.goal:  # findings about another goal do not apply
            self._state = SearchState(self._walker.walk, goal=goal)
        if rejected is not None and any(not objection.advisory for objection in objections or (_UNNAMED,)):
            self._forbid(rejected, screen)
        if self._state.claimed is not None:  # the same goal is asked for again: the claim was refused
            self._refuse(self._state.claimed)
            self._state.claimed = None
        if goal != self._goal.text:
            self._goal = GoalRelevance(goal, self._nearness)
        if self._library is not None:
            self._library.look(graph, screen.location, self._walker.walk.home, self._goal)
        return (
            self._walker.obstacle(screen)
            or self._restore_hidden(screen)
            or (ask_to_log_in(self._walker, screen, goal) if LOGIN_SOUGHT in self._walker.walk.done else None)
            or send_search(self._walker, self._state, screen)
            or self._towards(screen, graph)
        )

    def _restore_hidden(self, screen: Screen) -> Decision | None:
        """Touch again what has hidden exits without showing any, such as the toggle of a side bar."""
        hidden_by, self._state.undo = self._state.undo, None
        element = None if hidden_by is None else resolve(screen, hidden_by)
        if element is None or reach_of(screen, element) != "now":
            return None
        why = "It has hidden ways on and shown none."
        return decision(screen, Click(ByIndex(element.index)), f"touch {element.label!r} again", why, (Changed(),))

    def _towards(self, screen: Screen, graph: Graph) -> Decision:
        here = place_of(screen)
        find_search(self._state, screen)
        if self._state.explored == 0 and self._library is not None:
            self._library.gather(_READING)  # pages being read may contain the goal
        for _ in range(_ROUNDS):
            survey = self._survey(screen, graph, here)
            if self._arrived(graph, here, survey):
                return self._claim(screen, here, survey, survey.of(survey.here))
            aim = self._choose(graph, here, survey)
            if aim is None:
                break
            self._state.aim = aim
            move = type_search(self._walker, self._state, screen, aim) or self._open_address(screen, graph, aim, survey)
            move = move or self._walker.towards(screen, graph, here, aim)
            if move is not None:
                return move
            self._drop(screen, aim)
        waiting = self._walker.wait_for_app(screen, graph)
        if waiting is None and "end" not in self._walker.walk.done:
            waiting = self._walker.scroll_for_more(screen)
        return waiting or self._end(screen, graph)

    # # -- survey ----------------------------------------------------------------------------------------------------

    def _survey(self, screen: Screen, graph: Graph, here: Place) -> LookSurvey:
        """All that is known, with its odds."""
        ways = self._reachable_actions(graph, here)
        self._goal.within(documents(graph))
        within = [place for place in ways if place != here and self._is_possible(graph, place)]
        led = self._labels_leading_to(graph)
        titles = {node.face.location: node.face.title for node in graph.nodes.values()}
        read_titles = [] if self._library is None else self._library.titles()
        shared = shared_titles([*titles.values(), *read_titles])
        known = known_screens(graph, within, led, shared)
        present = self._present(screen, graph, here, shared)
        walked = {one for node in graph.nodes.values() for one in (node.face.location, *node.locations)}
        pages = {} if self._library is None else self._library.words(self._goal, walked, shared)
        read = [
            KnownScreen(Place(address), (address,), self._library.face(address).name, one, read=True)
            for address, one in pages.items()
            if self._library is not None
        ]
        known = [one for one in known if present is None or not gives_way(one, present, self._goal)]
        every = [*([] if present is None else [present]), *known, *read]
        odds = self._goal.screens([one.words for one in every])
        every = [replace(one, odds=value) for one, value in zip(every, odds, strict=True)]
        found = with_results(self._state, here, self._exits_with_odds(graph, here, ways, every, led))
        if self._judge is not None:
            here_now = every[0] if present is not None else None
            comes_to = partial(self._known_target, graph, found)
            query = Query(self._goal, here_now, every, found, self._state.heard, comes_to)
            verdict = self._judge.weigh(query)
            every, found, chosen = verdict.known, verdict.found, verdict.chosen
            self._state.vouched, self._state.judged = None if chosen is None else chosen.page, verdict.answered
            if chosen is not None and chosen.read:
                found = with_results(self._state, here, self._exits_with_odds(graph, here, ways, every, led))
        ranked = sorted(every, key=lambda one: -one.odds)
        likely = likelihood(every, found, self._goal.absent, ways_seen(graph))
        settled = likelihood(every, (), self._goal.absent)
        return LookSurvey(every[0] if present is not None else None, ranked, ways, found, likely, settled)

    def _exits_with_odds(
        self,
        graph: Graph,
        here: Place,
        ways: Mapping[Place, int],
        known: Sequence[KnownScreen],
        led: Mapping[Place, Sequence[Led]],
    ) -> Sequence[SearchOption]:
        """The exits, with the odds of pages read behind them; pages no likelier than a walked version are left out."""
        seen = {one.called: one.odds for one in sorted(known, key=lambda one: one.odds) if not one.read}
        ahead = {one.place.node: one.odds for one in known if one.read and one.odds > seen.get(one.called, -math.inf)}
        return self._options(graph, here, ways, ahead, led)

    def _labels_leading_to(self, graph: Graph) -> Mapping[Place, Sequence[Led]]:
        """The labels that led to each screen: in this run if it was seen, else as on the map."""
        found: dict[Place, Sequence[Led]] = dict(labels_into(graph))
        for place in found:
            if place.node in self._walker.walk.seen:
                came = self._state.came.get(key_of(place))
                found[place] = [] if came is None else [came]
        return found

    def _is_possible(self, graph: Graph, place: Place) -> bool:
        """Whether a screen can be the goal: not refused, and no list of results that quotes the goal."""
        if place in self._state.refused or place in self._state.results:
            return False
        return place.node not in graph.nodes or not self._quotes(graph.nodes[place.node].face.location)

    def _present(self, screen: Screen, graph: Graph, here: Place, shared: Collection[str]) -> KnownScreen | None:
        """The current screen, with what was opened on it; None where it cannot be the goal."""
        dead = screen.condition != "ok" or (here.node in graph.nodes and graph.nodes[here.node].dead)
        if dead or here in self._state.refused or here in self._state.results or self._quotes(local(screen)):
            return None
        face, came = face_of(screen), self._state.came.get(key_of(here))
        led, page = [] if came is None else [came], page_of(face)
        if self._state.opened is not None:
            of = "" if came is None else came.page or came.label
            led = [Led(self._state.opened.name, source=face.name, page=of), *led]
            page = (*page, self._state.opened.name)
        controls = frozenset(one.label for one in exits_of(screen))
        return KnownScreen(here, page, face.name, screen_words(face, led, controls, shared))

    def _quotes(self, address: str) -> bool:
        """Whether an address is one of the app's search results, which quote the goal but are not it."""
        query = unquote_plus(parts_of(address).query)
        return self._state.search == "sent" and folded(self._goal.text) in folded(query)

    def _reachable_actions(self, graph: Graph, here: Place) -> Mapping[Place, int]:
        """Actions to every place, without those that could not be reached although the map has a route."""
        ways, lost = self._walker.ways(graph, here), self._state.lost
        return {place: cost for place, cost in ways.items() if place not in lost or place == here}

    def _options(
        self,
        graph: Graph,
        here: Place,
        ways: Mapping[Place, int],
        odds: Mapping[str, float],
        led: Mapping[Place, Sequence[Led]],
    ) -> Sequence[SearchOption]:
        """The untried exits; `odds` are those of pages that were read, by address."""
        most, back = self._settings.horizon, self._walker.walk.back
        near = ways if most is None else {one: cost for one, cost in ways.items() if cost <= most or one in back}
        read = None if self._library is None else ReadPages(odds, {one: self._library.hops(one) for one in odds})
        depths = self._walker.depths(graph, here)
        found = options(graph, self._goal, near, depths, self._walker.avoided, read, led)
        left, forbidden = self._state.hides, self._walker.walk.forbidden
        at = {node.id: node.face.location for node in graph.nodes.values()}
        return [
            one
            for one in found
            if one.exit.element not in left and (at[one.place.node], one.exit.element) not in forbidden
        ]

    # # -- choice ----------------------------------------------------------------------------------------------------

    def _arrived(self, graph: Graph, here: Place, survey: LookSurvey) -> bool:
        """Whether the current screen is the goal."""
        if survey.here is None:
            return False
        if self._was_reached_here(here):
            return True
        if self._walker.bare(graph) and not self._goal.named(survey.here.words):
            return False  # the app may not have come up yet
        likelihood_here = survey.of(survey.here)
        if likelihood_here < max(survey.likely.values()) or not self._is_convincing(survey.here, survey):
            return False
        return self._state.judged or self._promising_exit(here, survey) is None

    def _is_convincing(self, one: KnownScreen, survey: LookSurvey) -> bool:
        """Whether a screen is likely enough and named like the goal; others become candidates at the end."""
        return survey.of(one) >= LIKELY and self._is_supported(one)

    def _is_supported(self, one: KnownScreen) -> bool:
        """Whether more than its odds support a screen: a model's choice or, without a model, its name."""
        return one.page == self._state.vouched if self._state.judged else self._goal.named(one.words)

    def _was_reached_here(self, here: Place) -> bool:
        """Whether the goal was reached here before."""
        known = self._walker.remembered(self._state.goal)
        return known is not None and known.place == here and known.opened in (None, self._state.opened)

    def _promising_exit(self, here: Place, survey: LookSurvey) -> SearchOption | None:
        """An exit of the likeliest screen with more words of the goal: it may be the part that is meant."""
        if survey.here is None or self._walker.walk.done.get(f"parts|{survey.here.page[0]}", 0) >= _PARTS:
            return None
        near = [one for one in survey.found if one.place.node == here.node]
        if self._state.opened is not None:  # after an overlay was opened, only links may lead to more
            near = [one for one in near if one.exit.href]
        return next(
            (one for one in sorted(near, key=lambda one: -one.odds) if self._goal.adds(one.words, survey.here.words)),
            None,
        )

    def _choose(self, graph: Graph, here: Place, survey: LookSurvey) -> Destination | None:
        """The next destination: the current aim, a known screen, the app's own search, or an untried exit."""
        state, found, ways = self._state, survey.found, survey.ways
        known = self._known(graph, here, survey)
        current = self._current_aim(here, found)
        if current is not None and known is None:
            return current
        if known is not None:
            if current is not None and current.place == known.place and current.exit is None:
                return current
            state.patience = ways.get(known.place, 1) + _PATIENCE
            if not self._walker.once(f"aim|{known.place}", _GONE_FOR) and key_of(known.place) not in self._last_looks:
                state.lost.add(known.place)
            return Destination(known.place, None, f"{known.name!r} answers the goal ({survey.of(known):.0%})")
        if state.explored >= self._settings.patience or state.steps >= self._settings.steps or state.doubts > _DOUBTS:
            return None
        hopeless = state.heard.nothing > 0 and state.judged
        if survey.here is not None and survey.of(survey.here) >= LIKELY:
            part = self._promising_exit(here, survey)
            if part is not None and self._walker.once(f"parts|{survey.here.page[0]}", _PARTS):
                state.patience = 2 * part.distance + _PATIENCE
                return Destination(part.place, part.exit, f"it may be the part of {survey.here.name!r} that is meant")
        promising = max(0.0, self._goal.unknown)
        searching = way_to_search(self._state, ways, _PATIENCE)
        if searching is not None and (hopeless or not found or found[0].worth < promising) and self._read_enough():
            return searching
        return self._try(survey, promising) if found and not state.heard.tired else None

    def _try(self, survey: LookSurvey, promising: float) -> Destination | None:
        """The untried exit to take: the best one, or in its turn the least tried; None where none is promising."""
        state, found = self._state, survey.found
        turn = state.explored % _SHARE == _SHARE - 1 and found[0].worth < promising
        chosen = min(found, key=lambda one: one.turn) if turn else found[0]
        if chosen.worth < promising and all(one.tried >= _SAMPLES for one in found):
            return None
        likeliest, settled = survey.best
        if likeliest is not None and settled >= LIKELY and self._is_supported(likeliest):
            state.doubts += 1
        why = "its turn has come" if turn else f"it promises most ({chosen.worth:+.1f})"
        state.patience = 2 * chosen.distance + _PATIENCE
        if not self._walker.once(f"aim|{chosen.place}|{chosen.exit.element}", _BEGUN):
            self._walker.avoid(chosen.place.node, Trigger("tap", chosen.exit.element))
        return Destination(chosen.place, chosen.exit, why)

    def _current_aim(self, here: Place, found: Sequence[SearchOption]) -> Destination | None:
        """The current aim, unless it was reached, takes too long, or something clearly better turned up."""
        aim, state = self._state.aim, self._state
        if aim is None or state.patience <= 0:
            if aim is not None and aim.exit is not None:
                self._walker.avoid(aim.place.node, Trigger("tap", aim.exit.element))
            return None
        if aim.exit is None:
            return aim if aim.place != here and aim.place not in state.lost else None
        current = next((one for one in found if one.exit.element == aim.exit.element and one.place == aim.place), None)
        if current is None or found[0].worth > current.worth + _CLEARLY:
            return None
        return aim

    def _known(self, graph: Graph, here: Place, survey: LookSurvey) -> KnownScreen | None:
        """The known screen to go to: where the goal was reached before, or the likeliest."""
        state = self._state
        remembered = self._walker.remembered(state.goal)
        if remembered is not None and remembered.place != here and remembered.place in survey.ways:
            face = graph.nodes[remembered.place.node].face
            if remembered.place not in state.refused:
                return KnownScreen(remembered.place, page_of(face), face.name, screen_words(face))
        walked = (one for one in survey.known if one.place != here and self._can_go_to(one, survey))
        best = next(walked, None)
        if best is None or not self._is_convincing(best, survey) or best.place in state.lost:
            return None
        if self._walker.walk.done.get(f"aim|{best.place}", 0) >= _GONE_FOR and key_of(best.place) in self._last_looks:
            return None  # from nearby it looked less like the goal
        return best if survey.of(best) >= max(survey.likely.values()) else None

    @property
    def _last_looks(self) -> Mapping[str, int]:
        """By place, the last step at which it was looked at in this run."""
        return self._walker.walk.looked

    def _can_go_to(self, one: KnownScreen, survey: LookSurvey) -> bool:
        """Whether a known screen can be reached: on the map or, where allowed, by its address."""
        return self._may_type(one) if one.read else one.place in survey.ways

    def _known_target(self, graph: Graph, found: Sequence[SearchOption], one: KnownScreen) -> bool:
        """Whether an untried exit or, where allowed, its address leads to a page that was read."""
        away = {} if self._library is None else self._library.hops(one.page[0])
        return self._may_type(one) or leads_nearer(graph, found, away)

    def _may_type(self, one: KnownScreen) -> bool:
        """Whether a page may be opened by its address."""
        new = self._settings.by_address and one.page[0] not in self._state.typed
        return new and may_open(one.page[0], self._walker.walk.home)

    def _open_address(self, screen: Screen, graph: Graph, aim: Destination, survey: LookSurvey) -> Decision | None:
        """Open the aim by its address, where that is allowed and it is more than one action away."""
        away = survey.ways.get(aim.place, 2) + int(aim.exit is not None)
        if not self._settings.by_address or away < 2:
            return None
        named = () if self._library is None else self._library.names(aim.place.node)
        return open_address(screen, graph, aim, self._state, next(iter(named), ""))

    def _read_enough(self) -> bool:
        """Whether reading ahead is over."""
        return self._library is None or self._library.complete or self._library.tired

    # -- the end --------------------------------------------------------------------------------------------------

    def _claim(self, screen: Screen, here: Place, survey: LookSurvey, likely: float) -> Decision:
        name = face_of(screen).name
        if survey.here is not None and not (self._was_reached_here(here) or self._is_supported(survey.here)):
            return self._unsure(screen, self._walker.chart(screen).graph, survey)
        if likely >= LIKELY:
            self._walker.remember(self._state.goal, Reached(here, self._state.opened))
        why = f"{name!r} answers {self._state.goal!r} better than anything else that is known ({likely:.0%})."
        if self._state.typed:
            why += f" Opened by address: {', '.join(self._state.typed)}."
        return decision(screen, Status("complete", why), f"arrived at {name!r}", why, evidence(screen, name))

    def _end(self, screen: Screen, graph: Graph) -> Decision:
        """End on the best screen that was seen, or name the candidates."""
        here = place_of(screen)
        survey = self._survey(screen, graph, here)
        best, likely = survey.best
        if best is not None and likely >= LIKELY and not (self._state.judged and not self._is_supported(best)):
            if best.place == here:
                return self._claim(screen, here, survey, likely)
            aim = Destination(best.place, None, "it is the best that was found")
            if best.place in survey.ways and self._walker.once("end", _HOME):
                move = self._walker.towards(screen, graph, here, aim)
                if move is not None:
                    return move
        return self._unsure(screen, graph, survey)

    def _unsure(self, screen: Screen, graph: Graph, survey: LookSurvey) -> Decision:
        """Name the candidates; a login is asked for first."""
        state = self._state
        asked = ask_to_log_in(self._walker, screen, state.goal)
        if asked is not None:
            return asked
        likelier = [one for one in survey.known if one.odds > self._goal.absent]  # than that the goal does not exist
        walked = [(one, survey.settled.get(one.page, 0.0)) for one in likelier if not one.read]
        bare = self._walker.bare(graph)
        found = () if bare else candidates(state.goal, walked, self._walker, graph, state.came)
        return give_up(screen, state.goal, found, self._walker, graph, self._reached_limits())

    def _reached_limits(self) -> Sequence[str]:
        """Limits that reading or judging reached before the search ended, a sentence each."""
        heard, reached = self._state.heard, list[str]()
        if self._library is not None and self._library.ended:
            reached.append(f"Pages were read ahead until {self._library.ended}.")
        if heard.tired:
            reached.append(f"A model found nothing that is it, or leads to it, in {heard.nothing} lists in a row.")
        if heard.unreached:
            many = len(heard.unreached)
            pages = "One page that was only read was" if many == 1 else f"{many} pages that were only read were"
            reached.append(f"{pages} left out: no known control leads there. --by-address may open what is left out.")
        return reached
