"""The navigator: reaches screens without a model, by a map it draws while walking and by the words on screen.

It follows the shortest known way where the map knows the goal, else what on screen answers the goal best, else it
explores: nearest and most promising first, samples of lists, never anything that might do something (Agent+P, run
time, with the model replaced by words).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from sextant.actors.navigator_memory import Aim, NavigatorSettings, Sighted, State
from sextant.contracts import Profile
from sextant.types.actions import Action, ByIndex, Click, NavigateBack, NavigateHome, Scroll, Status, Wait
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.evidence import Changed, Predicate, ScreenIs
from sextant.types.refs import ref_of
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant.utg.arrival import (
    CERTAIN,
    ENOUGH,
    MARGIN,
    SAID,
    SURE,
    Known,
    Landing,
    best_place,
    evidence_for,
    landing_score,
    said,
    telling,
)
from sextant.utg.drawing import trigger_of
from sextant.utg.exits import references
from sextant.utg.faces import Face, face_of, face_score, local
from sextant.utg.frontier import TELLING, Candidate, Relevance, candidates, common_words
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.moves import HAIR, Move, move
from sextant.utg.plan import Avoid, Goal, PlanResult, PlanStep, plan, reachable
from sextant.utg.store import AppMap, MapStore
from sextant.utg.words import lexicon, match, query_of, tokens

_ROUNDS = 40
_REPEATS = 3
"""So often one action is carried out on the very same screen."""
_UNNAMED = Objection("policy", "no reason was given")
_MAX_BACK = 50
_BACK_AT_MOST = 4
"""Further back than this, starting over is as good."""
_MORE = 4
"""So often a screen is scrolled for more when nothing else is left to try."""
_WORTH_NAMING = 0.005
"""From this score on the best screen is named when the search ends: what rounds to 0 % is near nothing."""
_CLEARLY = 0.4
"""So much more an option has to be worth before the present one is left."""
_DISMISSING = lexicon("cancel dismiss close no deny block stay abbrechen annuler cancelar annulla ok")

Risky = Callable[[Element, Screen], bool]
"""Whether touching an element might do something that cannot be taken back (`review` knows)."""


class Navigator:
    """An `Actor` without a model: `Brief` in, `Decision` out, `observe` draws the map.

    Args:
        store: Where maps are kept; shared between runs and processes.
        risky: Judges what cannot be taken back; such elements are never touched.
        app: Name under which the map is kept; empty for that of the first screen.
        settings: Limits of the search.
    """

    def __init__(self, store: MapStore, risky: Risky, app: str = "", settings: NavigatorSettings | None = None) -> None:
        self._store, self._risky, self._app = store, risky, app
        self._settings = settings or NavigatorSettings()
        self._state = State()
        self._map: AppMap | None = None
        self._relevance = Relevance(query_of(""))
        self._words = ""

    @property
    def profile(self) -> Profile:
        return "action-only"

    def snapshot(self) -> Any:
        return json.loads(to_json(State, self._state))

    def restore(self, state: Any) -> None:
        self._state = from_json(State, json.dumps(state))
        self._map = None

    def observe(self, transition: Transition) -> None:
        """Draws the map, and keeps track of the way back."""
        chart = self._chart(transition.before)
        chart.observe(transition)
        trigger = trigger_of(transition)
        here, there = place_of(transition.before), place_of(transition.after)
        if transition.effectiveness == "none":
            if isinstance(transition.decision.action, Status):
                self._state.refused.add(here)
            return
        if trigger is not None and transition.effectiveness in ("refused", "ineffective"):
            self._fail(here.node, trigger, final=transition.effectiveness == "refused")
        self._track(transition, here, there, trigger)

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next action. A decision that was objected to takes its target out of the running."""
        screen = brief.screen
        chart = self._chart(screen)
        chart.refresh()
        chart.see(screen)
        self._state.seen.add(screen.key.id)
        if rejected is not None and any(not objection.advisory for objection in objections or (_UNNAMED,)):
            self._forbid(rejected, screen)
        self._prepare(brief.directive.instruction or brief.task.goal, chart.graph)
        obstacle = self._obstacle(screen)
        return obstacle or self._towards(screen, chart.graph)

    # -- what the run remembers -------------------------------------------------------------------------------

    def _chart(self, screen: Screen) -> AppMap:
        if self._map is None:
            self._map = self._store.map(self._app or self._state.home or screen.app)
        self._state.home = self._state.home or screen.app
        return self._map

    def _prepare(self, goal: str, graph: Graph) -> None:
        """Reads the goal, in the light of which words tell little in this app."""
        query = query_of(goal)
        weights = common_words(graph, query)
        if (query.text, weights) != (self._relevance.query.text, self._relevance.query.weights):
            self._relevance = Relevance(query.reweighted(weights))

    def _forbid(self, rejected: Decision, screen: Screen) -> None:
        match rejected.action:
            case Status():
                self._state.refused.add(place_of(screen))
            case Click(target=ByIndex(index=index)):
                element = screen.element(index)
                if element is not None:
                    self._state.avoid.add((screen.key.id, Trigger("tap", ref_of(screen, element))))
            case _:
                if self._state.aim is not None:
                    self._drop(self._state.aim)

    def _fail(self, node: str, trigger: Trigger, final: bool) -> None:
        key = f"{node}|{trigger.event}|{trigger.element}"
        self._state.fails[key] = self._state.fails.get(key, 0) + 1
        if final or self._state.fails[key] >= self._settings.tries:
            self._state.avoid.add((node, trigger))

    def _drop(self, aim: Aim) -> None:
        if aim.exit is None:
            self._state.refused.add(aim.place)
        else:
            self._state.avoid.add((aim.place.node, Trigger("tap", aim.exit.element)))
        self._state.aim = None

    def _track(self, transition: Transition, here: Place, there: Place, trigger: Trigger | None) -> None:
        state, action = self._state, transition.decision.action
        if not isinstance(action, Scroll):
            state.in_a_row = 0
        aim = state.aim
        if aim is not None and aim.exit is not None and trigger == Trigger("tap", aim.exit.element):
            state.aim = None
            state.explored += 1
        if isinstance(action, Scroll):
            self._remember_scroll(transition, action)
        if isinstance(action, NavigateBack) and here == there:
            state.back = []
        label = trigger.element.name if trigger is not None and trigger.element is not None else ""
        relevance = match(self._relevance.query, label).score
        if here == there:
            worked = transition.effectiveness == "effective" and relevance > 0
            state.landing = Landing(label, relevance, worked=worked) if worked else state.landing
            return
        before, after = local(transition.before), local(transition.after)
        if isinstance(action, NavigateBack):
            state.back = state.back[: state.back.index(there)] if there in state.back else []
        elif trigger is None or trigger.event == "home" or trigger.event.startswith("open:"):
            state.back = []
        elif before != after:
            state.back = [*state.back, here][-_MAX_BACK:]
        one, other = face_of(transition.before), face_of(transition.after)
        moved = before != after or (one.title, one.heads) != (other.title, other.heads)
        state.landing = Landing(label, relevance, moved)

    def _remember_scroll(self, transition: Transition, action: Scroll) -> None:
        """A scroll that did nothing is not made again there."""
        before = transition.before
        if transition.effectiveness in ("ineffective", "refused") or before.digest == transition.after.digest:
            self._state.scrolled[self._state.scrolling] = self._settings.scrolls
            self._state.waited[_still(before, action)] = 1
            self._state.waited[f"more|{before.key.id}"] = _MORE

    # -- what stands in the way -------------------------------------------------------------------------------

    def _obstacle(self, screen: Screen) -> Decision | None:
        """A decision about a screen that is no part of the way: a native dialog, an error, another site."""
        if screen.modal is not None:
            return self._dismiss(screen)
        if screen.condition in ("crashed", "app_gone") and self._once(f"home|{screen.digest}", 2):
            return _decision(screen, NavigateHome(), "go home", "The app is gone; its start page is the way back.")
        if screen.condition == "error_page" and self._once(f"back|{screen.location}", 2):
            return _decision(screen, NavigateBack(), "go back", "This is an error page.")
        if screen.app != self._state.home and self._once(f"foreign|{screen.location}", 2):
            return _decision(screen, NavigateBack(), "go back", f"{screen.app!r} is not the app that is searched.")
        idle = not screen.observation.settled or not screen.elements
        if idle and screen.condition in ("ok", "blank") and self._once(f"wait|{screen.key.id}", 2):
            return _decision(screen, Wait(), "wait", "The screen is still changing.")
        return None

    def _once(self, what: str, times: int = 1) -> bool:
        """Whether something may still be done; counts it."""
        done = self._state.waited.get(what, 0)
        self._state.waited[what] = done + 1
        return done < times

    def _dismiss(self, screen: Screen) -> Decision:
        assert screen.modal is not None
        modal = screen.modal
        widgets = [element for element in screen.elements if element.interactable and "tap" in element.affordances]
        closing = next((one for one in widgets if frozenset(tokens(one.label)) & _DISMISSING), None)
        chosen = closing or (widgets[0] if modal.kind == "alert" and widgets else None)
        why = f"A {modal.kind} asks {modal.message[:80]!r}; nothing is answered on the way, only dismissed."
        if chosen is None:
            return _decision(screen, NavigateBack(), "dismiss the dialog", why)
        return _decision(screen, Click(ByIndex(chosen.index)), f"tap {chosen.label!r}", why)

    # -- where to ---------------------------------------------------------------------------------------------

    def _towards(self, screen: Screen, graph: Graph) -> Decision:
        here = place_of(screen)
        self._mark_risky(screen)
        for _ in range(_ROUNDS):
            avoid = frozenset(self._state.avoid)
            ways = self._ways(graph, here, avoid)
            options = candidates(graph, self._relevance, ways, self._depths(graph, here), avoid)
            promise = max((one.relevance for one in options if not (one.familiar or one.deferred)), default=0.0)
            arrived = self._arrived(screen, graph, here, promise)
            if arrived is not None:
                return arrived
            aim = self._aim(graph, here, ways, options)
            if aim is None:
                break
            decision = self._go(screen, graph, here, aim)
            if decision is not None:
                return decision
        return self._give_up(screen)

    def _mark_risky(self, screen: Screen) -> None:
        """Takes every element that review would call irreversible out of the running, for good."""
        for index, ref in references(screen).items():
            element = screen.element(index)
            if element is not None and element.affordances and self._risky(element, screen):
                self._state.avoid.add((screen.key.id, Trigger("tap", ref)))

    def _ways(self, graph: Graph, here: Place, avoid: Avoid) -> dict[Place, int]:
        """Actions to every place that can be got to: forward, by going back, by starting over."""
        ways = reachable(graph, here, avoid)
        for count, place in enumerate(reversed(self._state.back), 1):
            if count > _BACK_AT_MOST:
                break
            for beyond, cost in reachable(graph, place, avoid).items():
                ways[beyond] = min(ways.get(beyond, cost + count), cost + count)
        return ways

    def _depths(self, graph: Graph, here: Place) -> dict[Place, int]:
        self._state.start = self._state.start or here
        return reachable(graph, self._state.start)

    def _arrived(self, screen: Screen, graph: Graph, here: Place, promise: float) -> Decision | None:
        query, face = self._relevance.query, face_of(screen)
        if screen.condition != "ok" or (here.node in graph.nodes and graph.nodes[here.node].dead):
            return None
        score = max(face_score(query, face), landing_score(self._state.landing))
        best = self._state.best
        if here not in self._state.refused and (best is None or score > best.score):
            words = said(query, face, self._state.landing.label)
            self._state.best = Sighted(here, score, face.name, words, self._state.explored)
        if here in self._state.refused or score < SURE or (score < CERTAIN and promise > score + MARGIN):
            return None
        return self._complete(screen, face, score)

    def _complete(self, screen: Screen, face: Face, score: float) -> Decision:
        query = self._relevance.query
        evidence = evidence_for(query, screen, face)
        name = telling(query, face) or self._state.landing.label or face.name
        why = f"{name!r} answers {query.text!r} ({score:.0%}) better than anything that leads on from here."
        return _decision(screen, Status("complete", why), f"arrived at {name!r}", why, evidence)

    def _aim(self, graph: Graph, here: Place, ways: Mapping[Place, int], options: Sequence[Candidate]) -> Aim | None:
        """The next thing to go for: a screen the map knows, else the most promising untried exit."""
        known = best_place(graph, self._relevance.query, ways, frozenset({here, *self._state.refused}))
        option = self._kept(options) or (options[0] if options else None)
        fresh = option is not None and not option.deferred
        top = max((one.relevance for one in options if not (one.familiar or one.deferred)), default=0.0)
        spent = self._spent(known)
        if known is not None and known.score >= SURE and known.score >= top:
            self._state.aim = Aim(known.place, None, f"the map knows {known.name!r} ({known.score:.0%})", known.score)
        elif option is not None and fresh and not (spent and option.relevance < TELLING):
            self._state.aim = Aim(option.place, option.exit, _why(option), option.relevance)
        elif self._settled(here, known):
            self._state.aim = None
        elif known is not None and min(known.score / ENOUGH, known.said / SAID) >= 1:
            self._state.aim = Aim(known.place, None, f"nothing answers better than {known.name!r}", known.score)
        elif option is not None and not spent:
            self._state.aim = Aim(option.place, option.exit, _why(option), option.relevance)
        else:
            self._state.aim = self._revisit(graph, ways)
        return self._state.aim

    def _revisit(self, graph: Graph, ways: Mapping[Place, int]) -> Aim | None:
        """A screen of an old map that this run has not looked at: it may lead on now."""
        if len(self._state.seen) >= self._settings.patience or self._spent(None):
            return None
        old = [place for place in ways if place.node not in self._state.seen and not graph.nodes[place.node].dead]
        nearest = min(old, key=lambda place: (ways[place], place), default=None)
        return None if nearest is None else Aim(nearest, None, "what the map knows of that screen may be out of date")

    def _spent(self, known: Known | None) -> bool:
        """Whether it has looked long enough: the better the best screen so far, the sooner."""
        state, patience = self._state, self._settings.patience
        found = [(0.0, 0)]
        if state.best is not None and state.best.score >= ENOUGH and state.best.said >= SAID:
            found.append((state.best.score, state.best.explored))
        if known is not None and known.score >= ENOUGH and known.said >= SAID:
            seen = state.best is not None and state.best.place == known.place
            found.append((known.score, state.best.explored if state.best is not None and seen else 0))
        return any(state.explored - since >= patience * (1 - score) ** 2 for score, since in found)

    def _kept(self, options: Sequence[Candidate]) -> Candidate | None:
        """The option that is being pursued, unless a clearly better one has turned up."""
        aim = self._state.aim
        if aim is None or aim.exit is None:
            return None
        mine = next((one for one in options if one.exit.element == aim.exit.element and one.place == aim.place), None)
        if mine is None or options[0].worth > mine.worth + _CLEARLY:
            return None
        if mine.deferred and not options[0].deferred:
            return None
        return mine

    def _settled(self, here: Place, known: Known | None) -> bool:
        """Whether this screen is as good as the best on the map, and good enough."""
        best = self._state.best
        if best is None or best.place != here or best.score < ENOUGH or best.said < SAID:
            return False
        return known is None or known.score <= best.score

    # -- how to get there -------------------------------------------------------------------------------------

    def _go(self, screen: Screen, graph: Graph, here: Place, aim: Aim) -> Decision | None:
        """The next action towards the aim; None where it turns out that there is no way (the aim is dropped)."""
        there = aim.place.node == here.node and (not aim.place.binding or aim.place.binding == here.binding)
        if there and aim.exit is not None:
            step = PlanStep(here, Trigger("tap", aim.exit.element), here, aim.exit.label, 1, aim.exit.opener)
            decision = self._touch(screen, step, f"Trying it because {aim.why}.", (Changed(),))
            if decision is None:
                self._drop(aim)
            return decision
        goal = Goal(aim.place.node, aim.place.binding or None)
        result = plan(graph, here, [goal], frozenset(self._state.avoid))
        back = self._steps_back(aim.place)
        if result.steps and (back is None or result.cost <= back):
            return self._hop(screen, here, result, aim)
        if back is not None:
            return self._step_back(screen, aim)
        if self._state.back:
            return self._step_back(screen, aim)
        if self._once(f"home|{here.node}"):
            return _decision(screen, NavigateHome(), "go to the start page", f"From there: {aim.why}.", (Changed(),))
        self._drop(aim)
        return None

    def _step_back(self, screen: Screen, aim: Aim) -> Decision:
        place = self._state.back[-1]
        expected: tuple[Predicate, ...] = (ScreenIs(key=place.node),) if place.node != screen.key.id else (Changed(),)
        return _decision(screen, NavigateBack(), "go back", f"Back on the way, because {aim.why}.", expected)

    def _hop(self, screen: Screen, here: Place, result: PlanResult, aim: Aim) -> Decision | None:
        step = result.steps[0]
        expected: Predicate = Changed() if step.target.node == here.node else ScreenIs(key=step.target.node)
        route = " → ".join(repr(one.label) for one in result.steps)
        why = f"Step 1 of {len(result.steps)} on the shortest known way ({route}), because {aim.why}."
        decision = self._touch(screen, step, why, (expected,))
        if decision is None:
            self._state.avoid.add((here.node, step.trigger))
        return decision

    def _touch(self, screen: Screen, step: PlanStep, why: str, expected: tuple[Predicate, ...]) -> Decision | None:
        if (screen.key.id, step.trigger) in self._state.avoid:
            return None
        graph = self._chart(screen).graph
        openers = [] if step.opener is None else [step.opener]
        if step.trigger.element is not None:
            openers += graph.openers(step.trigger.element)
        done = move(screen, step.trigger, openers, graph.toggles())
        if done is None or not self._once(f"{screen.digest}|{done.action}|{step.trigger}", _REPEATS):
            return None
        return self._moved(screen, step, done, why, expected)

    def _moved(
        self, screen: Screen, step: PlanStep, done: Move, why: str, expected: tuple[Predicate, ...]
    ) -> Decision | None:
        """The move as a decision; None where it was made often enough."""
        label = step.label or (done.element.role if done.element is not None else step.trigger.event)
        where = f" in {done.element.landmark}" if done.element is not None and done.element.landmark else ""
        match done.part:
            case "hop":
                return _decision(screen, done.action, f"tap {label!r}{where}", why, expected)
            case "open":
                opened = done.element.label if done.element is not None else ""
                if not self._once(f"open|{screen.key.id}|{label}|{opened}", 2 * _REPEATS):
                    return None
                return _decision(screen, done.action, f"open {opened!r} for {label!r}", why, (Changed(),))
            case "uncover":
                if not self._once(f"uncover|{screen.digest}"):
                    return None
                return _decision(screen, done.action, "close what lies over the screen", why, (Changed(),))
            case "scroll":
                if isinstance(done.action, Scroll) and _still(screen, done.action) in self._state.waited:
                    return None
                self._state.scrolling = f"{screen.key.id}|{label}"
                if not self._count_scroll():
                    return None
                return _decision(screen, done.action, f"scroll to {label!r}", why, (Changed(),))
            case _:
                assert_never(done.part)

    def _count_scroll(self) -> bool:
        state = self._state
        state.scrolled[state.scrolling] = state.scrolled.get(state.scrolling, 0) + 1
        state.in_a_row += 1
        most = self._settings.scrolls
        return state.scrolled[state.scrolling] <= most and state.in_a_row <= 2 * most

    def _steps_back(self, place: Place) -> int | None:
        """How often to go back until that place; None where it does not lie that way."""
        for count, passed in enumerate(reversed(self._state.back), 1):
            if count > _BACK_AT_MOST:
                return None
            if passed.node == place.node and (not place.binding or passed.binding == place.binding):
                return count
        return None

    def _give_up(self, screen: Screen) -> Decision:
        """Nothing is left to try: the best screen if it is good enough, else infeasible with the nearest evidence."""
        here, best, query = place_of(screen), self._state.best, self._relevance.query
        if best is not None and self._settled(here, None):
            return self._complete(screen, face_of(screen), best.score)
        if screen.observation.scroll.below > HAIR and self._once(f"more|{here.node}", _MORE):
            self._state.scrolling = f"{here.node}|"
            why = "Nothing else is left to try here."
            return _decision(screen, Scroll("down"), "scroll for more", why, (Changed(),))
        near = best is not None and best.score >= _WORTH_NAMING
        nearest = f" The nearest was {best.name!r} ({best.score:.0%})." if best is not None and near else ""
        seen = len(self._state.seen)
        where = "the one screen that was looked at" if seen == 1 else f"the {seen} screens that were looked at"
        login = any("password" in element.states for element in screen.elements)
        walled = " A login is asked for here, which a person has to give." if login else ""
        why = f"Nothing that answers {query.text!r} was found on {where}.{nearest}{walled}"
        return _decision(screen, Status("infeasible", why), "give up", why)


def _still(screen: Screen, action: Scroll) -> str:
    """Under which name it is remembered that this scroll does nothing on the screen as it is."""
    return f"still|{screen.digest}|{action}"


def _why(option: Candidate) -> str:
    if option.relevance >= TELLING:
        return f"{option.exit.label!r} answers the goal ({option.relevance:.0%})"
    if option.relevance > 0:
        return f"{option.exit.label!r} is near the goal ({option.relevance:.0%})"
    if option.deferred:
        return f"nothing else is left to try, and this is one more {option.exit.kind} of its sort"
    return f"nothing in sight answers the goal, and this {option.exit.kind} has not been tried"


def _decision(
    screen: Screen, action: Action, description: str, thought: str, expectations: tuple[Predicate, ...] = ()
) -> Decision:
    return Decision(
        action=action,
        screen=screen.digest,
        description=description,
        thought=thought,
        expectations=expectations,
        actor="navigator",
        irreversible=False,
    )
