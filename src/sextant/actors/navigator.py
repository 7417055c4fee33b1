"""The navigator: reaches a screen from a goal in words, without a model, by best-first search on a map that it draws.

A look says how well the present screen answers; then it goes for the best untried way on, for a known screen that
answers better, or for the app's own search. What it may touch is the write gate's business and `labels.toml`'s.
How it chooses stands in docs/goto.md; the figures in `sextant.utg.search`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sextant.actors.judging import FAIR, MARGIN, NEARLY, PERHAPS, WELL, Judge
from sextant.actors.search_state import NavigatorSettings, State, for_next_goal
from sextant.actors.walk import Aim, Laying, Reached, Risky, WalkSettings, decision
from sextant.actors.walking import NOTHING_YET, UNCOVER, Walker
from sextant.contracts import ReadsAhead
from sextant.text.meaning import Meaning
from sextant.types.actions import ByIndex, Click, HandOver, InputText, KeyboardEnter, NavigateHome, Status
from sextant.types.addresses import hit_another
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Changed, Predicate, ScreenIs, TextVisible
from sextant.types.refs import resolve
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant.utg.drawing import trigger_of
from sextant.utg.exits import Exit, exits_of, reach_of, references
from sextant.utg.faces import face_of, local
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.reading import Library, promised
from sextant.utg.route import wary
from sextant.utg.search import (
    SURE,
    Answer,
    Goal,
    Led,
    Option,
    answers,
    called,
    options,
    said_by,
    said_on,
    telling,
    with_page,
)
from sextant.utg.selection import Matcher, Selecting, matcher
from sextant.utg.store import MapStore
from sextant.utg.walls import wall_on

__all__ = ["Navigator", "NavigatorSettings", "for_next_goal"]

_ROUNDS = 40
"""So many options may turn out to be impossible on the screen as it is before it gives up on this look."""
_SAMPLES = 3
"""Of a list of which nothing sounds like the goal, so many are looked into."""
_SHARE = 8
"""Every so many tries the turn is the least tried one's, whatever the words say."""
_CERTAIN = 0.9
"""Below this match it is worth waiting for pages that are being read."""
_CLEARLY = 0.15
"""So much more worth an option has to be before the present one is left."""
_BEGUN = 2
"""So often it goes for one thing: what looks near from afar and far from nearby would be gone for again and again."""
_GONE_FOR = 6
"""The same for a known screen: where the map is wrong, each way teaches it something."""
_PATIENCE = 8
"""Steps on the way to one option beyond what the map says before it is given up."""
_SEARCHING = 0.5
"""What the app's own search is worth, as a match."""
_RESULT = 0.4
"""What the first results of the app's own search are worth at least, each a little less than the one before."""
_READING = 2.0
"""Seconds that a look waits for pages that are being read, where nothing in view is surely right."""
_SOURCE = 160
"""So many characters of the way that led to a screen are kept."""
_SEVERAL = 3
"""So many times more ways on have to go than come before a touch is taken back."""
_HOME = 15
"""Steps that are made to the best screen at the end."""
_CANDIDATES = 5
_UNNAMED = Objection("policy", "no reason was given")


class Navigator:
    """An `Actor` without a model: `Brief` in, `Decision` out, `observe` draws the map.

    Args:
        store: Where maps are kept; shared between runs and processes.
        risky: Judges what an explorer leaves alone besides; such elements are never touched.
        app: Name under which the map is kept, where several apps (those of a phone) share one; empty for the app of
            the first screen alone.
        settings: Limits of the search.
        selector: Chooses among the screens that are known, where somebody else is to (a model); None for the match.
        lay: Lays the map out for planning.
        match: Makes what compares a goal with texts.
        reader: Reads pages ahead; None for none.
        meaning: Compares what sentences mean; None for words alone.
    """

    def __init__(
        self,
        store: MapStore,
        risky: Risky,
        app: str = "",
        settings: NavigatorSettings | None = None,
        selector: Selecting | None = None,
        lay: Laying = wary,
        match: Callable[[str], Matcher] = matcher,
        reader: ReadsAhead | None = None,
        meaning: Meaning | None = None,
    ) -> None:
        self._library = None if reader is None else Library(reader)
        self._selector, self._match, self._meaning = selector, match, meaning
        self._settings = settings or NavigatorSettings()
        limits = WalkSettings(self._settings.scrolls, self._settings.tries)
        self._walker = Walker(store, risky, app, limits, lay)
        self._state = State(self._walker.walk)
        self._goal = Goal("", match, meaning)
        self._judge = Judge(self._walker, self._state, self._goal, self._library)

    @property
    def profile(self) -> Profile:
        return "action-only"

    def snapshot(self) -> Any:
        return json.loads(to_json(State, self._state))

    def restore(self, state: Any) -> None:
        self._state = from_json(State, json.dumps(state))
        self._walker.restored(self._state.walk)

    # -- what the run remembers -----------------------------------------------------------------------------------

    def observe(self, transition: Transition) -> None:
        """Draws the map, and takes note of what led where."""
        state = self._state
        here, there = place_of(transition.before), place_of(transition.after)
        if not self._walker.observe(transition):
            if isinstance(transition.decision.action, Status):
                state.claimed = here
            return
        state.patience -= 1
        self._follow_search(transition)
        trigger = trigger_of(transition)
        if there.node not in self._walker.walk.seen:
            state.lost.clear()
        if state.aim is not None and state.aim.exit is not None and trigger == Trigger("tap", state.aim.exit.element):
            state.aim = None
            state.explored += 1
        touched = _touched(transition.before, trigger)
        folds = touched is not None and touched.element.role == "button" and touched.element not in state.hides
        if touched is not None and folds and _only_hides(transition):
            state.undo = touched.element
            state.hides.add(touched.element)
        if here == there:
            changed = transition.effectiveness == "effective" and trigger is not None and trigger.event == "tap"
            if transition.decision.description == UNCOVER:
                state.opened = None
            elif changed and trigger is not None:
                state.opened = trigger.element
            return
        state.opened = None
        missed = touched is not None and _missed(transition, touched)
        source = " ".join(dict.fromkeys((face_of(transition.before).name, state.led.label, state.led.source)))[:_SOURCE]
        again = any(one.place == there for one in state.seen)
        if again or (touched is not None and self._is_everywhere(touched, transition.before)):
            source = ""
        label = "" if touched is None or missed else touched.label or touched.hint
        if local(transition.before) != local(transition.after):
            state.page = label
        part = self._judge.page(transition.before) if local(transition.before) == local(transition.after) else ""
        if transition.decision.description == UNCOVER:  # what closes something says nothing of what lay beneath
            state.led = Led()
            return
        state.led = Led() if touched is None or missed else Led(label, touched.row, source, part)

    def _is_everywhere(self, touched: Exit, before: Screen) -> bool:
        """Whether a control stands on other screens too: then the screen it was touched on says nothing of it."""
        nodes = self._walker.chart(before).graph.nodes.values()
        return any(
            (one.name, one.href) == (touched.name, touched.href)
            for node in nodes
            if node.id != before.key.id
            for one in node.exits
        )

    def _follow_search(self, transition: Transition) -> None:
        """Keeps track of the app's own search: typed, sent, and where the results stand."""
        state = self._state
        match transition.decision.action:
            case InputText():
                state.search = "typed"
            case KeyboardEnter() if state.search == "typed":
                state.search = "sent"
                state.results = [*state.results, place_of(transition.after)]
            case _:
                return

    def _forbid(self, rejected: Decision, screen: Screen) -> None:
        if isinstance(rejected.action, Status):
            self._refuse(place_of(screen))
        elif not self._walker.forbid(rejected, screen) and self._state.aim is not None:
            self._drop(screen, self._state.aim)

    def _refuse(self, place: Place) -> None:
        self._state.refused.add(place)
        self._walker.forget(self._state.goal)

    def _drop(self, screen: Screen, aim: Aim) -> None:
        if aim.exit is None:
            self._state.lost.add(aim.place)
        else:
            self._walker.drop(screen, aim.place.node, Trigger("tap", aim.exit.element))
        self._state.aim = None

    # -- the next step --------------------------------------------------------------------------------------------

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next action. A decision that was objected to takes its target out of the running."""
        screen = brief.screen
        graph = self._walker.look(screen)
        goal = brief.directive.instruction or brief.task.goal
        if goal != self._state.goal:  # whatever was found out about another one says nothing of this one
            self._state = State(self._walker.walk, goal=goal)
        if rejected is not None and any(not objection.advisory for objection in objections or (_UNNAMED,)):
            self._forbid(rejected, screen)
        if self._state.claimed is not None:  # the same goal is still asked for
            self._refuse(self._state.claimed)
            self._state.claimed = None
        words = telling(goal, graph)
        if words != self._goal.text:
            self._goal = Goal(words, self._match, self._meaning)
        self._judge = Judge(self._walker, self._state, self._goal, self._library)
        if self._library is not None:
            self._library.look(graph, screen.location, self._walker.walk.home, self._goal)
        return (
            self._walker.obstacle(screen)
            or self._put_back(screen)
            or self._search_typed(screen)
            or self._towards(screen, graph)
        )

    def _put_back(self, screen: Screen) -> Decision | None:
        """Touches again what has hidden ways on without showing any, such as what folds a side bar."""
        hidden_by, self._state.undo = self._state.undo, None
        element = None if hidden_by is None else resolve(screen, hidden_by)
        if element is None or reach_of(screen, element) != "now":
            return None
        why = "It has hidden ways on and shown none."
        return decision(screen, Click(ByIndex(element.index)), f"touch {element.label!r} again", why, (Changed(),))

    def _towards(self, screen: Screen, graph: Graph) -> Decision:
        here = place_of(screen)
        if self._judge.looked_around():
            self._goal.within([*said_on(graph), *(() if self._library is None else self._library.said())])
        self._find_search(screen, here)
        answer = self._judge.look(screen, graph, here)
        if answer.meant >= NEARLY and answer.score < SURE and self._library is not None:
            self._library.gather(_READING)  # what else there is may tell
        for _ in range(_ROUNDS):
            ways = self._within_reach(graph, here)
            found = self._options(graph, here, ways)
            known = self._known(graph, here, ways)
            promise = max([known.score if known is not None else 0.0, *(one.match for one in found)])
            page = called(face_of(screen), [self._state.led.label])
            self._judge.labels = [said_by(one.exit) for one in found]
            self._judge.untried = [
                with_page(self._goal, one.exit, page) if one.place == here else said_by(one.exit) for one in found
            ]
            if self._judge.arrived(graph, here, answer, promise):
                return self._claim(screen, answer)
            aim = self._choose(graph, here, known, ways, found)
            if aim is None:
                break
            self._state.aim = aim
            move = self._searched(screen, aim) or self._walker.towards(screen, graph, here, aim)
            if move is not None:
                return move
            self._drop(screen, aim)
        waiting = self._walker.wait_for_app(screen, graph)
        if waiting is None and "end" not in self._walker.walk.done:
            waiting = self._walker.scroll_for_more(screen)
        return waiting or self._end(screen, graph)

    def _read_enough(self) -> bool:
        """Whether nothing more is to be expected of reading."""
        return self._library is None or self._library.complete or self._library.tired

    def _within_reach(self, graph: Graph, here: Place) -> Mapping[Place, int]:
        """Actions to every place, without those that could not be got to although the map knows a way."""
        ways, lost = self._walker.ways(graph, here), self._state.lost
        return {place: cost for place, cost in ways.items() if place not in lost or place == here}

    def _options(self, graph: Graph, here: Place, ways: Mapping[Place, int]) -> list[Option]:
        most, back = self._settings.horizon, self._walker.walk.back
        near = ways if most is None else {one: cost for one, cost in ways.items() if cost <= most or one in back}
        read = () if self._library is None else self._library.pages
        depths, avoided = self._walker.depths(graph, here), self._walker.avoided
        every = options(graph, self._goal, near, depths, avoided, read, self._judge.fits())
        found = [one for one in every if one.exit.element not in self._state.hides]
        if self._library is None:
            return found
        if max((one.match for one in found), default=0.0) < _CERTAIN:
            self._library.gather(_READING)
        places = (one.place.node for one in self._state.seen)
        seen = (graph.nodes[node].face.location for node in places if node in graph.nodes)
        promises = self._library.promises(self._goal, seen, PERHAPS)
        self._judge.read = [one for one in promises if not self._judge.quotes(one.address)]
        return promised(found, self._judge.read, graph)

    def _choose(
        self, graph: Graph, here: Place, known: Answer | None, ways: Mapping[Place, int], found: Sequence[Option]
    ) -> Aim | None:
        """Where to go next: on with the aim, to a known screen, to the app's own search, or to an untried way on."""
        state = self._state
        found = self._with_results(here, found)
        kept = self._kept(here, found)
        if kept is not None:
            return kept
        best = found[0] if found else None
        promise = best.match if best is not None else 0.0
        nearer = known is not None and best is not None and best.distance < ways[known.place]
        if known is not None and nearer and promise >= known.score:
            known = None  # a touch tells more than a map that may be wrong
        if known is not None and (known.score >= SURE or best is None or known.score > promise + MARGIN):
            state.patience = ways[known.place] + _PATIENCE
            if not self._walker.once(f"aim|{known.place}", _GONE_FOR):
                state.lost.add(known.place)
            return Aim(known.place, None, f"{known.name!r} answers the goal ({known.score:.0%})", known.score)
        if self._settled(graph, best):
            return None
        searching = self._own_search(ways)
        if searching is not None and promise < FAIR and self._read_enough():
            return searching
        if best is None or (best.match < PERHAPS and all(one.tried >= _SAMPLES for one in found)):
            return None
        turn = state.explored % _SHARE == _SHARE - 1 and best.match < FAIR
        chosen = min(found, key=lambda one: one.turn) if turn else best
        why = "it has not been tried" if chosen.match < PERHAPS else f"it may answer the goal ({chosen.match:.0%})"
        state.patience = 2 * chosen.distance + _PATIENCE
        if not self._walker.once(f"aim|{chosen.place}|{chosen.exit.element}", _BEGUN):
            self._walker.avoid(chosen.place.node, Trigger("tap", chosen.exit.element))
        return Aim(chosen.place, chosen.exit, why, chosen.match)

    def _kept(self, here: Place, found: Sequence[Option]) -> Aim | None:
        """The aim that is being gone for, unless it is reached, takes too long, or something clearly better came up."""
        aim, state = self._state.aim, self._state
        if aim is None or state.patience <= 0:
            if aim is not None and aim.exit is not None:
                self._walker.avoid(aim.place.node, Trigger("tap", aim.exit.element))
            return None
        if aim.exit is None:
            return aim if aim.place != here and aim.place not in state.lost else None
        mine = next((one for one in found if one.exit.element == aim.exit.element and one.place == aim.place), None)
        if mine is None or found[0].worth > mine.worth + _CLEARLY:
            return None
        return aim

    def _known(self, graph: Graph, here: Place, ways: Mapping[Place, int]) -> Answer | None:
        """The known screen that answers best and was not looked at in this run."""
        state = self._state
        remembered = self._walker.remembered(state.goal)
        seen = {one.place for one in state.seen}
        if remembered is not None and remembered.place in ways and remembered.place not in seen:
            return Answer(remembered.place, 1.0, graph.nodes[remembered.place.node].face.name)
        ranked = answers(graph, self._goal, ways)
        if self._selector is not None:
            choices = self._selector.select(state.goal, graph, ways).choices
            ranked = [Answer(one.place, one.confidence, one.name) for one in choices]
            state.chosen = ranked[0].place if ranked and ranked[0].score >= SURE else state.chosen
        fresh = (one for one in ranked if one.place not in seen and one.place != here)
        best = next(fresh, None)
        return best if best is not None and best.score >= PERHAPS else None

    def _settled(self, graph: Graph, best: Option | None) -> bool:
        """Whether it is time to end: patience is out, or a fair answer has not been bettered for long."""
        state = self._state
        if state.explored >= self._settings.patience:
            return True
        top = self._judge.top()
        promised = best.match if best is not None else 0.0
        if any(one.meant >= promised and self._judge.means_it_best(graph, one) for one in self._judge.believable()):
            return True
        return top >= PERHAPS > promised and state.explored - state.best_at >= WELL

    # -- the app's own search -------------------------------------------------------------------------------------

    def _find_search(self, screen: Screen, here: Place) -> None:
        field = search_field(screen)
        if field is not None and self._state.search_at is None:
            self._state.search_at = here, references(screen)[field.index]

    def _own_search(self, ways: Mapping[Place, int]) -> Aim | None:
        """The way to the app's own search, where it has one that was not used."""
        state = self._state
        if state.search_at is None or state.search or state.search_at[0] not in ways:
            return None
        state.patience = ways[state.search_at[0]] + _PATIENCE
        return Aim(state.search_at[0], Exit(state.search_at[1], "link"), "the app has a search of its own", _SEARCHING)

    def _searched(self, screen: Screen, aim: Aim) -> Decision | None:
        """Types the goal into the app's own search, where that is the aim and it is in view."""
        if self._state.search_at is None or aim.exit is None or aim.exit.element != self._state.search_at[1]:
            return None
        if place_of(screen).node != aim.place.node:
            return None
        field = search_field(screen)
        self._state.aim = None
        if field is None or not self._walker.once("search"):
            self._state.search = "sent"
            return None
        text = self._goal.text
        return decision(
            screen,
            InputText(text, ByIndex(field.index)),
            f"type {text!r} into the search",
            "The app has a search of its own.",
            (Changed(),),
        )

    def _search_typed(self, screen: Screen) -> Decision | None:
        """Sends the search that was typed."""
        if self._state.search != "typed" or search_field(screen) is None or not self._walker.once("enter"):
            return None
        return decision(screen, KeyboardEnter(), "send the search", "It was typed.", (Changed(),))

    def _with_results(self, here: Place, found: Sequence[Option]) -> Sequence[Option]:
        """The options, those that the search brought up first lifted above what nothing speaks for."""
        if here not in self._state.results:
            return found
        new = [one for one in found if one.place.node == here.node and one.exit.kind in ("link", "item")]
        lifted = {id(one): _RESULT * 0.9**at for at, one in enumerate(new)}
        raised = [replace(one, match=max(one.match, lifted.get(id(one), 0.0))) for one in found]
        return sorted(raised, key=lambda one: -one.worth)

    # -- the end --------------------------------------------------------------------------------------------------

    def _claim(self, screen: Screen, answer: Answer) -> Decision:
        name = answer.name
        opened = self._state.opened if self._judge.by_opening else None
        self._walker.remember(self._state.goal, Reached(place_of(screen), opened))
        why = (
            f"{name!r} answers {self._state.goal!r} ({answer.score:.0%}) better than anything that leads on from here."
        )
        return decision(screen, Status("complete", why), f"arrived at {name!r}", why, _evidence(screen, name))

    def _end(self, screen: Screen, graph: Graph) -> Decision:
        """Nothing better is to be expected: ends on the best screen that was seen, and says that it is not sure."""
        state, here = self._state, place_of(screen)
        believable = self._judge.believable()
        ranked = sorted(believable, key=lambda one: (-self._judge.standing(graph, one), -one.meant))[:_CANDIDATES]
        if ranked and ranked[0].place != here and ranked[0].place not in state.lost:
            aim = Aim(ranked[0].place, None, "it is the best that was found", ranked[0].score)
            move = self._walker.towards(screen, graph, here, aim) if self._walker.once("end", _HOME) else None
            if move is not None:
                return move
        if (
            ranked
            and ranked[0].place == here
            and (
                ranked[0].score >= SURE
                or (self._judge.stands_out(graph, ranked[0]) and self._judge.agrees(graph, ranked[0]))
                or self._judge.means_it_best(graph, ranked[0])
            )
        ):
            return self._claim(screen, ranked[0])
        asked = self._ask_to_log_in(screen, here)
        if asked is not None:
            return asked
        seen = len(self._walker.walk.seen)
        where = "the one screen that was looked at" if seen == 1 else f"the {seen} screens that were looked at"
        why = f"Nothing that surely answers {state.goal!r} was found on {where}."
        if ranked:
            why += f" Perhaps: {', '.join(f'{one.name!r} ({one.score:.0%})' for one in ranked)}."
        if _asks_for_login(screen):
            why += " A login is asked for here, which a person has to give."
        if self._walker.bare(graph):
            why += f" {NOTHING_YET}"
        if self._library is not None and self._library.ended:
            why += f" Pages were read ahead until {self._library.ended}."
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
        why = f"Nothing that answers {self._goal.text!r} was found without a login, which is asked for here"
        return decision(screen, HandOver(why), "ask for a login", f"{why}.")


def _asks_for_login(screen: Screen) -> bool:
    return any("password" in element.states for element in screen.elements)


def search_field(screen: Screen) -> Element | None:
    """The field of the app's own search, where it is in view: by its type, its role, or the region it stands in."""
    for one in screen.elements:
        if "type" not in one.affordances or one.visibility not in ("visible", "clipped"):
            continue
        if one.input_type == "search" or one.role == "searchbox" or one.landmark.partition(":")[0] == "search":
            return one
    return None


def _evidence(screen: Screen, name: str) -> tuple[Predicate, ...]:
    """What shows the arrival: the name, where it stands on the screen, else the screen itself."""
    for one in screen.elements:
        if one.visibility == "visible" and name and one.label == name:
            return (TextVisible(name),)
    return (ScreenIs(key=screen.key.id),)


def _touched(screen: Screen, trigger: Trigger | None) -> Exit | None:
    """The exit that was touched."""
    if trigger is None or trigger.element is None:
        return None
    return next((one for one in exits_of(screen) if one.element == trigger.element), None)


def _only_hides(transition: Transition) -> bool:
    """Whether a touch took several times as many named ways on from a page as it added."""
    if local(transition.before) != local(transition.after):
        return False
    before, after = ({one.name: one.reach for one in exits_of(screen) if one.label} for screen in _both(transition))
    gone = [name for name, reach in before.items() if reach in ("now", "scroll") and name not in after]
    come = [name for name, reach in after.items() if reach == "now" and before.get(name) != "now"]
    return len(gone) >= _SEVERAL * (1 + len(come))


def _both(transition: Transition) -> tuple[Screen, Screen]:
    return transition.before, transition.after


def _missed(transition: Transition, touched: Exit) -> bool:
    """Whether something else was hit than the link that was meant: things moved, or another control lies over it."""
    others = (one.href for one in exits_of(transition.before))
    return hit_another(touched.href, local(transition.after), others)
