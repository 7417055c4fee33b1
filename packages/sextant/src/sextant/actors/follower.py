"""The follower walks a saved route strictly, records deviations, and searches for the target after one.

While each hop's element is there and leads where it led, it decides by itself. At a deviation it records what was
expected and found, and a navigator goes on, until the walk is on the route again, or the target is reached otherwise,
or nothing is left to try.
"""

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Literal

from sextant.actors.element_lookup import called, find, shown
from sextant.actors.stop_recognition import Shape, Shows, StopRecognizer
from sextant.actors.walk import decision as decided
from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of
from sextant.protocols import Actor
from sextant.types.actions import Action, Status, Wait
from sextant.types.codec import field_of, from_plain, to_plain
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Changed, Predicate, ScreenIs
from sextant.types.screens import ElementRef, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition
from sextant.utg.edge_errors import wall_on
from sextant.utg.exits import reach_of
from sextant.utg.faces import face_of
from sextant.utg.files.rerouted import renaming
from sextant.utg.files.saved import Arrival, SavedHop, SavedRoute
from sextant.utg.graph import Place, Trigger, place_of
from sextant.utg.moves import Move, left_alone, move
from sextant.utg.relevance import GoalRelevance, Letters, screen_words

WAIT_SECONDS = 2.0
"""Longest wait for an unexpected screen to become the expected one; three waits if it is still changing."""
_TRIES = 2
_SCROLLS = 12
_OPENINGS = 6
_WORTH_NAMING = 0.2
"""Share of the goal's letters from which on the nearest screen is named."""
_REFUSALS = 6
"""Most arrivals of the navigator that are refused on one screen."""


DeviationKind = Literal[
    "start", "missing", "loose", "refused", "elsewhere", "readdressed", "renamed", "covered", "lost", "relaunch"
]


@dataclass(frozen=True, slots=True)
class Deviation:
    """A deviation of the walk from the route. `hop` counts from 1; 0 is the start."""

    hop: int
    kind: DeviationKind
    text: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """A screen near the target; `why` completes "but" with the reason why it is not the target."""

    name: str
    address: str
    why: str

    @property
    def text(self) -> str:
        """Name, address and reason in words."""
        where = f" ({readable(self.address)})" if self.address and self.address != self.name else ""
        return f"{self.name!r}{where}, but {self.why}"


@dataclass(slots=True)
class FollowerState:
    """State of a follower, JSON-able."""

    at: int = -1
    """The last confirmed stop; -1 before the first look."""
    under_way: bool = False
    """Whether the hop from `at` was made and its landing not yet checked."""
    opening: bool = False
    """Whether a menu was opened for the hop from `at`: it may look like another screen."""
    doubt: str = ""
    """A deviation to be reported if the current hop does not lead to the expected screen."""
    touched: str = ""
    """The current label of the element of the last hop."""
    strayed: bool = False
    deviations: list[Deviation] = field(default_factory=list[Deviation])
    broken: set[int] = field(default_factory=set[int])
    """Stops whose next hop is not tried again; the last stop has none."""
    counts: dict[str, int] = field(default_factory=dict[str, int])
    nearest: list[Nearest] = field(default_factory=list[Nearest])

    @property
    def expected(self) -> int:
        """The number of the stop where the walk should be."""
        return self.at + 1 if self.under_way or self.at < 0 else self.at

    def count(self, what: str) -> int:
        """Count an event; return how often it has happened."""
        self.counts[what] = self.counts.get(what, 0) + 1
        return self.counts[what]

    def stray(self) -> None:
        """Leave the route."""
        self.strayed, self.under_way = True, False

    def confirm(self, number: int) -> None:
        """Record that the walk is at a stop of the route."""
        if self.at != number:
            self.opening = False
        self.at, self.strayed, self.under_way = number, False, False

    def deviated(self, hop: int, kind: DeviationKind, text: str) -> None:
        """Record a deviation, once."""
        one = Deviation(hop, kind, text)
        if one not in self.deviations:
            self.deviations.append(one)

    def near(self, one: Nearest) -> None:
        """Record a screen near the target, once."""
        if one not in self.nearest:
            self.nearest.append(one)


class Follower:
    """An `Actor` that follows a saved route, and falls back to another actor where it cannot.

    Args:
        route: The route.
        fallback: Searches for the route's goal once the walk has strayed; it observes every step.
        shape: Returns a screen's identity without its address.
        shows: Evaluates the predicates of the arrival.
        gated: Whether a write gate refuses what the walk must not send.
    """

    def __init__(
        self, route: SavedRoute, fallback: Actor, shape: Shape, shows: Shows, gated: Callable[[], bool] = lambda: False
    ) -> None:
        self._route, self._fallback, self._gated = route, fallback, gated
        self._marks = StopRecognizer(route, shape, shows)
        self._state = FollowerState()
        self._last_by_fallback = False
        self.screens: dict[Place, Screen] = {}
        """The last look at every place of this walk, without its picture."""
        self.landed: dict[int, Screen] = {}
        """The screens at which the stops of the route were found, by number; the start is 0."""
        self.arrival: Arrival | None = None
        """The evidence of the claim to have arrived."""
        self.end: Screen | None = None
        """The last screen of the walk."""
        self.start: Screen | None = None
        self.strange: Screen | None = None
        """The last screen that deviated from the route."""

    @property
    def profile(self) -> Profile:
        return "action-only"

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        """The deviations, in order."""
        return tuple(self._state.deviations)

    @property
    def nearest(self) -> tuple[Nearest, ...]:
        """Screens that were taken for the target but are not."""
        return tuple(self._state.nearest)

    def snapshot(self) -> Json:
        following, fallback = to_plain(FollowerState, self._state), self._fallback.snapshot()
        return {"following": following, "home": self._marks.home, "fallback": fallback}

    def restore(self, state: Json) -> None:
        self._state = from_plain(FollowerState, field_of(state, "following"))
        self._marks.home = str(field_of(state, "home"))
        self._fallback.restore(field_of(state, "fallback"))

    def observe(self, transition: Transition) -> None:
        """Record both screens of a step, and deviations outside the course."""
        self._fallback.observe(transition)
        self._look(transition.before)
        self._look(transition.after)
        if transition.interrupt:
            self._deviate("relaunch", f"the app had to be brought back ({transition.interrupt})", transition.before)
        elif transition.effectiveness == "refused" and self._state.under_way:
            self._state.under_way = False  # nothing was touched: the element is looked up again

    def _look(self, screen: Screen) -> None:
        self._marks.home = self._marks.home or screen.app
        self.start = self.start or screen
        self.end = screen
        self.screens[place_of(screen)] = replace(screen, observation=replace(screen.observation, picture=None))

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next hop of the route, or the navigator's decision where the route does not hold."""
        screen = brief.screen
        self._look(screen)
        if rejected is not None:
            return self._revised(brief, objections, rejected)
        self._last_by_fallback = False
        waiting = self._locate(screen)
        if waiting is not None:
            return waiting
        if not self._state.strayed:
            decision = self._on_route(screen)
            if decision is not None:
                return decision
        return self._search(brief)

    def _revised(self, brief: Brief, objections: Sequence[Objection], rejected: Decision) -> Decision:
        if self._last_by_fallback:
            return self._search(brief, objections, rejected)
        reasons = "; ".join(one.message for one in objections) or "it may not be carried out"
        self._break(brief.screen, "refused", f"{rejected.description} was refused: {reasons}")
        return self._search(brief)

    # # -- position on the route ---------------------------------------------------------------------------------

    def _locate(self, screen: Screen) -> Decision | None:
        """Find the screen on the route; return a wait where it may still become the expected one."""
        state, route = self._state, self._route
        if state.strayed:
            self._rejoin(screen)
            return None
        if state.opening and not state.under_way and self._in_reach(screen):
            return None
        expected = state.expected
        found = self._marks.likeness(expected, screen, state.touched)
        if found == "other" and state.under_way and self._marks.likeness(state.at, screen) == "same":
            return self._not_left(screen, expected)
        if found == "other":
            waiting = self._wait(screen, f"at|{expected}", f"for {route.stops[expected].name!r}")
            if waiting is not None:
                return waiting
            self._landed_elsewhere(screen, expected)
            return None
        if found == "renamed" and state.at != expected:
            waiting = self._wait(screen, f"at|{expected}", f"for {route.stops[expected].name!r}")
            if waiting is not None:
                return waiting
            self._deviate("renamed", renaming(route.stops[expected], self._marks.stop(screen)), screen, expected)
        if found == "alike" and state.at != expected:
            was, now = route.stops[expected], self._marks.stop(screen)
            moved = f" at {readable(now.address)!r}, no longer at {readable(was.address)!r}"
            where = moved if was.address != now.address else ""
            self._deviate(
                "readdressed", f"the screen {was.name!r} is found{where or ' built otherwise'}", screen, expected
            )
        if state.doubt and (found != "same" or self._marks.stop(screen).binding != route.stops[expected].binding):
            self._deviate("loose", state.doubt, screen, expected)
        state.confirm(expected)
        state.doubt = ""
        self.landed[expected] = screen
        return None

    def _in_reach(self, screen: Screen) -> bool:
        """Whether the element of the next hop is in view and can be touched."""
        found = find(screen, self._route.hops[self._state.at]).element
        return found is not None and found.interactable and reach_of(screen, found) == "now"

    def _not_left(self, screen: Screen, expected: int) -> Decision | None:
        """Handle a hop after which the screen is still the one before it."""
        waiting = self._wait(screen, f"at|{expected}", f"for {self._route.stops[expected].name!r}")
        if waiting is not None:
            return waiting
        self._state.under_way = False
        if self._state.count(f"idle|{expected}") >= _TRIES:
            hop = self._route.hops[expected - 1]
            self._break(screen, "elsewhere", f"{hop.label!r} was touched without effect")
        return None

    def _landed_elsewhere(self, screen: Screen, expected: int) -> None:
        there, wanted = self._marks.stop(screen), self._route.stops[expected]
        replaced = self._marks.replaced(expected, screen)
        what = f": {replaced}" if replaced else ""
        if expected == len(self._route.hops) and replaced:
            self._near(screen)
        if expected == 0:
            self._deviate("start", f"the walk begins at {called(there)}, not at {called(wanted)}{what}", screen, 0)
        else:
            hop = self._route.hops[expected - 1]
            text = f"{hop.label!r} leads to {called(there)} now, not to {called(wanted)}{what}"
            self._deviate("elsewhere", text, screen, expected)
            if screen.modal is None:  # a hop that a dialog interrupted may be tried once more
                self._state.broken.add(expected - 1)
        self._state.stray()
        self._rejoin(screen)

    def _rejoin(self, screen: Screen) -> None:
        """Return to the route where the screen is a stop of it, no earlier than where the walk strayed."""
        state = self._state
        for number in range(len(self._route.stops) - 1, max(state.at, 0) - 1, -1):
            found = self._marks.likeness(number, screen)
            if number not in state.broken and found != "other":
                if self._state.count(f"rejoined|{number}") > _TRIES:
                    continue
                if found == "renamed":
                    text = renaming(self._route.stops[number], self._marks.stop(screen))
                    self._deviate("renamed", text, screen, number)
                state.confirm(number)
                return

    # -- the next hop -----------------------------------------------------------------------------------------

    def _on_route(self, screen: Screen) -> Decision | None:
        if self._state.at == len(self._route.hops):
            return self._arrive(screen)
        number = self._state.at + 1
        hop = self._route.hops[self._state.at]
        if screen.modal is not None:
            self._break(screen, "covered", f"a {screen.modal.kind} covers the screen: {screen.modal.message[:120]!r}")
            return None
        trigger = Trigger(hop.event, self._element(screen, hop, number))
        done = move(screen, trigger, hop.openers, self._marks.toggles)
        if done is None:
            waiting = self._wait(screen, f"element|{number}", f"for {hop.label!r}")
            if waiting is not None:
                return waiting
            self._break(screen, "missing", f"{self._marks.missing(screen, number)}; {shown(screen)}")
            return None
        if left_alone(done, screen, self._gated()):
            label = (done.element or hop).label
            self._break(screen, "refused", f"{label!r} is left alone: such a control may change something")
            return None
        return self._move_decision(screen, hop, number, done)

    def _move_decision(self, screen: Screen, hop: SavedHop, number: int, done: Move) -> Decision | None:
        why = f"Hop {number} of {len(self._route.hops)} of the route to {self._route.goal!r}."
        match done.part:
            case "hop":
                if self._state.count(f"tries|{number}") > _TRIES:
                    self._break(screen, "elsewhere", f"{hop.label!r} was touched without effect")
                    return None
                self._state.under_way = True
                return self._decided(
                    screen, done.action, f"tap {hop.label!r}", why, self._marks.expected(screen, number)
                )
            case "open":
                opener = done.element.label if done.element is not None else ""
                if self._state.count(f"open|{number}") > _OPENINGS:
                    self._break(screen, "missing", f"{hop.label!r} does not show when {opener!r} is touched")
                    return None
                self._state.opening = True
                return self._decided(screen, done.action, f"open {opener!r} for {hop.label!r}", why, (Changed(),))
            case "uncover":
                if self._state.count(f"uncover|{number}") > 1:
                    self._break(screen, "covered", f"something covers {hop.label!r}")
                    return None
                if not self._marks.opens(screen, done.element):
                    closer = done.element.label if done.element is not None else ""
                    text = f"{closer!r} had to be touched first: something lay over {hop.label!r}"
                    self._deviate("covered", text, screen)
                return self._decided(screen, done.action, "close what lies over the screen", why, (Changed(),))
            case "scroll":
                if self._state.count(f"scroll|{number}") > _SCROLLS:
                    self._break(screen, "missing", f"{hop.label!r} cannot be scrolled to")
                    return None
                return self._decided(screen, done.action, f"scroll to {hop.label!r}", why, (Changed(),))

    def _element(self, screen: Screen, hop: SavedHop, number: int) -> ElementRef | None:
        """The element of a hop; records a deviation where its name has changed."""
        found = find(screen, hop)
        self._state.doubt = found.doubt
        self._state.touched = found.element.label if found.element is not None else ""
        if found.changed:
            self._deviate("loose", found.changed, screen, number)
        return hop.element if found.element is None else ref_of(screen, found.element)

    # -- the arrival ------------------------------------------------------------------------------------------

    def _arrive(self, screen: Screen) -> Decision | None:
        """Claim the arrival, if the screen shows the recorded evidence."""
        lacking = self._marks.lacking(screen)
        if not lacking:
            evidence = self._route.arrival.evidence(screen)
            return self._complete(screen, evidence, "the route's last screen, with what it has to show")
        here, last = self._marks.stop(screen), self._route.stops[-1]
        if self._marks.likeness(len(self._route.hops), screen, self._state.touched) == "renamed":
            return self._under_another_name(screen)  # the wait was made on landing
        waiting = self._wait(screen, "arrival", "for what the last screen has to show")
        if waiting is not None:
            return waiting
        renamed = here.screen == last.screen and self._marks.renamed(screen, self._state.touched)
        if renamed and here.name != last.name:
            self._deviate("renamed", renaming(last, here), screen)
            return self._under_another_name(screen)
        texts = ", ".join(dict.fromkeys(repr(getattr(one, "text", "")) for one in lacking))
        replaced = self._marks.replaced(len(self._route.hops), screen)
        what = f": {replaced}" if replaced and not renamed else ""
        self._break(screen, "lost", f"the last screen, {called(here)}, no longer shows {texts}{what}")
        if renamed:
            return self._under_another_name(screen)
        self._near(screen)
        return None

    def _under_another_name(self, screen: Screen) -> Decision:
        """Claim the arrival at the last screen, which has another name now."""
        here = self._marks.stop(screen)
        evidence = (ScreenIs(key=screen.key.id), *((ScreenIs(text=here.title),) if here.title else ()))
        return self._complete(screen, evidence, renaming(self._route.stops[-1], here))

    def _complete(self, screen: Screen, evidence: tuple[Predicate, ...], why: str) -> Decision:
        self.arrival = Arrival.of(evidence)
        return self._decided(
            screen, Status("complete", why), f"arrived at {self._marks.stop(screen).name!r}", why, evidence
        )

    # -- off the route ----------------------------------------------------------------------------------------

    def _search(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The navigator's decision; its claim to have arrived at another screen is refused."""
        screen = brief.screen
        self._state.strayed = True
        self.strange = self.strange or screen
        decision = self._fallback.decide(brief, objections, rejected)
        self._last_by_fallback = True
        for _ in range(_REFUSALS):
            action = decision.action
            if not isinstance(action, Status) or action.goal_status != "complete":
                return self._given_up(decision, screen) if isinstance(action, Status) else decision
            if self._marks.is_target(screen, lost=len(self._route.hops) in self._state.broken):
                evidence = decision.expectations
                if not self._marks.lacking(screen):
                    evidence = self._route.arrival.evidence(screen)
                return self._complete(screen, evidence, action.reason)
            self._near(screen)
            objections = (Objection("policy", "it is another screen"),)
            decision = self._fallback.decide(brief, objections, decision)
        return self._given_up(decision, screen)

    def _given_up(self, decision: Decision, screen: Screen) -> Decision:
        """End a search; the nearest screen is recorded with the reason why it is not the target."""
        if not self._state.nearest:
            goal = GoalRelevance(self._route.goal, Letters())
            looked = [(goal.letters(screen_words(face_of(one)).whole), one) for one in self.screens.values()]
            score, best = max(looked, key=lambda one: one[0], default=(0.0, screen))
            if score >= _WORTH_NAMING:
                self._near(best)
        seen = len({place.node for place in self.screens})
        where = "the one screen that was" if seen == 1 else f"the {seen} screens that were"
        last = called(self._route.stops[-1])
        reason = f"{last} was not found on {where} looked at."
        if wall_on(screen) == "a login page":
            reason += " A login is asked for here, which a person has to give."
        return replace(decision, action=Status("infeasible", reason), description="give up", expectations=())

    # -- bookkeeping ------------------------------------------------------------------------------------------

    def _near(self, screen: Screen) -> None:
        here = self._marks.stop(screen)
        self._state.near(Nearest(here.name, here.address, self._marks.why_not(screen)))

    def _break(self, screen: Screen, kind: DeviationKind, text: str) -> None:
        """Give up the next hop, and leave the route."""
        self._deviate(kind, text, screen)
        self._state.broken.add(self._state.at)
        self._state.stray()

    def _deviate(self, kind: DeviationKind, text: str, screen: Screen, hop: int | None = None) -> None:
        number = min(max(self._state.at, 0) + 1, len(self._route.hops)) if hop is None else hop
        self.strange = screen
        self._state.deviated(number, kind, text)

    def _decided(
        self, screen: Screen, action: Action, description: str, thought: str, expectations: Sequence[Predicate] = ()
    ) -> Decision:
        return decided(screen, action, description, thought, expectations, actor="follower")

    def _wait(self, screen: Screen, what: str, why: str) -> Decision | None:
        most = 1 if screen.observation.settled else 3
        if screen.modal is not None or self._state.count(f"wait|{what}") > most:
            return None
        return self._decided(screen, Wait(WAIT_SECONDS), f"wait {why}", "A slow screen is no changed one.")
