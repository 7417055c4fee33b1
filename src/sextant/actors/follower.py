"""The follower: walks a saved route strictly, notes whatever is not as it was, and then searches for the target.

An actor around another: as long as each hop's element is there and leads where it led, it decides by itself. At the
first surprise it says what was expected and what was found, and lets a navigator go on, until the walk is on the
route again, or the target is reached some other way, or nothing is left to try.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sextant.actors.finding import akin, called, find, shown, ticks
from sextant.contracts import Actor, Profile
from sextant.types.actions import Action, Status, Wait
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Brief, Decision, Objection
from sextant.types.evidence import Changed, Predicate, ScreenIs
from sextant.types.refs import ref_of, resolve
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Transition
from sextant.utg.exits import reach_of
from sextant.utg.faces import face_of, title_parts
from sextant.utg.files.saved import Arrival, SavedHop, SavedRoute, Stop, likeness, stop_of, unnumbered
from sextant.utg.graph import Place, Trigger, place_of
from sextant.utg.moves import Move, move

Shape = Callable[[Screen], str]
"""What a screen is whatever address its app is served from: `Stop.screen`."""

Shows = Callable[[Predicate, Screen], bool]
"""Whether a predicate holds on a screen (`evidence` knows)."""

WAIT_SECONDS = 2.0
"""So long at most an unexpected screen is given to become the expected one; a screen that is still changing, thrice."""
_TRIES = 2
_SCROLLS = 12
_OPENINGS = 6
_REFUSALS = 6
"""So many screens that the navigator takes for the target are refused on one screen."""

DeviationKind = Literal[
    "start", "missing", "loose", "refused", "elsewhere", "readdressed", "covered", "lost", "relaunch"
]


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where the walk was not as the route says. `hop` counts from 1; 0 is the start."""

    hop: int
    kind: DeviationKind
    text: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """A screen that the navigator took for the target, and why it is not."""

    name: str
    address: str
    why: str


@dataclass(slots=True)
class Following:
    """What a follower remembers, JSON-able."""

    at: int = -1
    """The last stop that was confirmed; -1 before the first look."""
    under_way: bool = False
    """Whether the hop from `at` has been made and its landing not yet been looked at."""
    opening: bool = False
    """Whether a menu was opened for the hop from `at`: what shows then may well pass for another screen."""
    doubt: str = ""
    """What is told of the hop under way if it does not lead to the very same thing."""
    strayed: bool = False
    deviations: list[Deviation] = field(default_factory=list[Deviation])
    broken: set[int] = field(default_factory=set[int])
    """Stops whose next hop is not tried again; the last of them has none."""
    counts: dict[str, int] = field(default_factory=dict[str, int])
    nearest: list[Nearest] = field(default_factory=list[Nearest])


class Follower:
    """An `Actor` that follows a saved route, and hands over to another where it cannot.

    Args:
        route: The route.
        fallback: Searches for the route's goal once the walk has strayed; it observes every step.
        shape: Tells screens apart whatever their address.
        shows: Evaluates what the arrival has to show.
    """

    def __init__(self, route: SavedRoute, fallback: Actor, shape: Shape, shows: Shows) -> None:
        self._route, self._fallback, self._shape, self._shows = route, fallback, shape, shows
        self._state = Following()
        self._home = ""
        self._last_by_fallback = False
        self.screens: dict[Place, Screen] = {}
        """The last look at every place of this walk, without its picture."""
        self.landed: dict[int, Screen] = {}
        """The screens at which the stops of the route were found, by their number; the start is 0."""
        self.arrival: Arrival | None = None
        """What the claim to have arrived cited."""
        self.end: Screen | None = None
        """The screen that the walk was on last."""
        self.start: Screen | None = None
        self.strange: Screen | None = None
        """The screen that was last not as the route says."""

    @property
    def profile(self) -> Profile:
        return "action-only"

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        """What was not as the route says, in the order in which it showed."""
        return tuple(self._state.deviations)

    @property
    def nearest(self) -> tuple[Nearest, ...]:
        """Screens that were taken for the target and are not."""
        return tuple(self._state.nearest)

    def snapshot(self) -> Any:
        return {"following": to_json(Following, self._state), "home": self._home, "fallback": self._fallback.snapshot()}

    def restore(self, state: Any) -> None:
        self._state = from_json(Following, state["following"])
        self._home = str(state["home"])
        self._fallback.restore(state["fallback"])

    def observe(self, transition: Transition) -> None:
        """Takes note of every look, for the route as it is now."""
        self._fallback.observe(transition)
        self._look(transition.before)
        self._look(transition.after)
        if transition.interrupt:
            self._deviate("relaunch", f"the app had to be brought back ({transition.interrupt})", transition.before)
        elif transition.effectiveness == "refused" and self._state.under_way:
            self._state.under_way = False  # nothing was touched: the element is looked for again

    def _look(self, screen: Screen) -> None:
        self._home = self._home or screen.app
        self.start = self.start or screen
        self.end = screen
        self.screens[place_of(screen)] = replace(screen, observation=replace(screen.observation, picture=None))

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next hop of the route, or what the navigator would do where the route does not hold."""
        screen = brief.screen
        self._look(screen)
        if rejected is not None:
            return self._revised(brief, objections, rejected)
        self._last_by_fallback = False
        waiting = self._place(screen)
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
        told = "; ".join(one.message for one in objections) or "it may not be carried out"
        self._break(brief.screen, "refused", f"{rejected.description} was refused: {told}")
        return self._search(brief)

    # -- where on the route -----------------------------------------------------------------------------------

    def _place(self, screen: Screen) -> Decision | None:
        """Finds the present screen on the route; a wait where it may still become the expected one."""
        state, route = self._state, self._route
        if state.strayed:
            self._rejoin(screen)
            return None
        if state.opening and not state.under_way and self._in_reach(screen):
            return None
        expected = state.at + 1 if state.under_way or state.at < 0 else state.at
        found = self._likeness(expected, screen)
        if found == "other" and state.under_way and self._likeness(state.at, screen) == "same":
            return self._not_left(screen, expected)
        if found == "other":
            waiting = self._wait(screen, f"at|{expected}", f"for {route.stops[expected].name!r}")
            if waiting is not None:
                return waiting
            self._landed_elsewhere(screen, expected)
            return None
        if found == "alike" and state.at != expected:
            was, now = route.stops[expected], self._stop(screen)
            where = f" at {now.address!r}, no longer at {was.address!r}" if was.address != now.address else ""
            self._deviate(
                "readdressed", f"the screen {was.name!r} is found{where or ' built otherwise'}", screen, expected
            )
        if state.doubt and (found != "same" or self._stop(screen).binding != route.stops[expected].binding):
            self._deviate("loose", state.doubt, screen, expected)
        if state.at != expected:
            state.opening = False
        state.at, state.under_way, state.doubt = expected, False, ""
        self.landed[expected] = screen
        return None

    def _in_reach(self, screen: Screen) -> bool:
        """Whether the element of the next hop shows and can be touched now."""
        found = find(screen, self._route.hops[self._state.at]).element
        return found is not None and found.interactable and reach_of(screen, found) == "now"

    def _not_left(self, screen: Screen, expected: int) -> Decision | None:
        """The hop was made and the screen is still the one before it."""
        waiting = self._wait(screen, f"at|{expected}", f"for {self._route.stops[expected].name!r}")
        if waiting is not None:
            return waiting
        self._state.under_way = False
        if self._count(f"tries|{expected}") >= _TRIES:
            hop = self._route.hops[expected - 1]
            self._break(screen, "elsewhere", f"{hop.label!r} was touched, and nothing came of it")
        return None

    def _landed_elsewhere(self, screen: Screen, expected: int) -> None:
        there, wanted = self._stop(screen), self._route.stops[expected]
        if expected == 0:
            self._deviate("start", f"the walk begins at {called(there)}, not at {called(wanted)}", screen, 0)
        else:
            hop = self._route.hops[expected - 1]
            told = f"{hop.label!r} leads to {called(there)} now, not to {called(wanted)}"
            self._deviate("elsewhere", told, screen, expected)
            if screen.modal is None:  # what a dialog interrupts may be tried once more
                self._state.broken.add(expected - 1)
        self._state.strayed, self._state.under_way = True, False
        self._rejoin(screen)

    def _rejoin(self, screen: Screen) -> None:
        """Back on the route where the walk has come to a stop of it that is no earlier than where it strayed."""
        state = self._state
        for number in range(len(self._route.stops) - 1, max(state.at, 0) - 1, -1):
            if number not in state.broken and self._likeness(number, screen) != "other":
                if self._count(f"rejoined|{number}") > _TRIES:
                    continue
                state.at, state.strayed, state.under_way = number, False, False
                return

    def _likeness(self, number: int, screen: Screen) -> Literal["same", "alike", "other"]:
        return likeness(self._route.stops[number], self._stop(screen), self._route.stops)

    def _stop(self, screen: Screen) -> Stop:
        return stop_of(screen, self._shape(screen), self._home)

    # -- the next hop -----------------------------------------------------------------------------------------

    def _on_route(self, screen: Screen) -> Decision | None:
        if self._state.at == len(self._route.hops):
            return self._arrive(screen)
        number = self._state.at + 1
        hop = self._route.hops[self._state.at]
        if screen.modal is not None:
            self._break(screen, "covered", f"a {screen.modal.kind} stands in the way: {screen.modal.message[:120]!r}")
            return None
        trigger = Trigger(hop.event, self._element(screen, hop, number))
        done = move(screen, trigger, hop.openers, self._toggles)
        if done is None:
            waiting = self._wait(screen, f"element|{number}", f"for {hop.label!r}")
            if waiting is not None:
                return waiting
            self._break(screen, "missing", self._missing(screen, hop))
            return None
        return self._moved(screen, hop, number, done)

    def _moved(self, screen: Screen, hop: SavedHop, number: int, done: Move) -> Decision | None:
        why = f"Hop {number} of {len(self._route.hops)} of the route to {self._route.goal!r}."
        match done.part:
            case "hop":
                if self._count(f"tries|{number}") > _TRIES:
                    self._break(screen, "elsewhere", f"{hop.label!r} was touched, and nothing came of it")
                    return None
                self._state.under_way = True
                return _decision(screen, done.action, f"tap {hop.label!r}", why, self._expected(screen, number))
            case "open":
                opener = done.element.label if done.element is not None else ""
                if self._count(f"open|{number}") > _OPENINGS:
                    self._break(screen, "missing", f"{hop.label!r} does not show when {opener!r} is touched")
                    return None
                self._state.opening = True
                return _decision(screen, done.action, f"open {opener!r} for {hop.label!r}", why, (Changed(),))
            case "uncover":
                if self._count(f"uncover|{number}") > 1:
                    self._break(screen, "covered", f"something lies over {hop.label!r}")
                    return None
                if not self._own(screen, done.element):
                    closer = done.element.label if done.element is not None else ""
                    told = f"{closer!r} had to be touched first: something lay over {hop.label!r}"
                    self._deviate("covered", told, screen)
                return _decision(screen, done.action, "close what lies over the screen", why, (Changed(),))
            case "scroll":
                if self._count(f"scroll|{number}") > _SCROLLS:
                    self._break(screen, "missing", f"{hop.label!r} cannot be scrolled to")
                    return None
                return _decision(screen, done.action, f"scroll to {hop.label!r}", why, (Changed(),))

    @property
    def _toggles(self) -> tuple[ElementRef, ...]:
        """What opens menus on this route: touched again, it closes them."""
        return tuple(dict.fromkeys(opener for hop in self._route.hops for opener in hop.openers))

    def _own(self, screen: Screen, element: Element | None) -> bool:
        """Whether an element is a menu's opener that the route itself has touched."""
        found = [resolve(screen, opener) for opener in self._toggles]
        return element is not None and any(one is not None and one.index == element.index for one in found)

    def _expected(self, screen: Screen, number: int) -> tuple[Predicate, ...]:
        """What the next screen has to say, where it says anything that stays as it is; else just another screen."""
        stop = self._route.stops[number]
        if stop.screen == self._shape(screen):
            return (Changed(),)
        here = self._stop(screen)
        news = [
            text for text in (stop.title, stop.head) if text and not ticks(text) and text not in (here.title, here.head)
        ]
        return (ScreenIs(text=news[0]),) if news else (Changed(),)

    def _element(self, screen: Screen, hop: SavedHop, number: int) -> ElementRef | None:
        """What is to be touched; notes it where that goes by another name."""
        found = find(screen, hop)
        self._state.doubt = found.doubt
        if found.changed:
            self._deviate("loose", found.changed, screen, number)
        return hop.element if found.element is None else ref_of(screen, found.element)

    def _missing(self, screen: Screen, hop: SavedHop) -> str:
        here = self._stop(screen)
        element = hop.element
        what = hop.event if element is None else f"{element.role} {hop.label!r}"
        there = None if element is None else resolve(screen, element)
        how = "is not on" if there is None else "cannot be touched on"
        return f"{what} {how} {called(here)}; {shown(screen)}"

    # -- the arrival ------------------------------------------------------------------------------------------

    def _arrive(self, screen: Screen) -> Decision | None:
        """The claim to have arrived, where the screen shows what it showed."""
        evidence = self._route.arrival.evidence(screen)
        lacking = [one for one in evidence if not self._shows(one, screen)]
        if not lacking:
            return self._complete(screen, evidence, "the route's last screen, with what it has to show")
        waiting = self._wait(screen, "arrival", "for what the last screen has to show")
        if waiting is not None:
            return waiting
        here = self._stop(screen)
        texts = ", ".join(dict.fromkeys(repr(getattr(one, "text", "")) for one in lacking))
        self._break(screen, "lost", f"the last screen, {called(here)}, no longer shows {texts}")
        last = self._route.stops[-1]
        if here.screen == last.screen and akin(last, here, self._route.start):
            evidence = (ScreenIs(key=screen.key.id), *((ScreenIs(text=here.title),) if here.title else ()))
            return self._complete(screen, evidence, f"the screen {last.name!r} is called {here.name!r} now")
        self._near(screen, f"it is where {last.name!r} was, and calls itself {here.name!r}")
        return None

    def _complete(self, screen: Screen, evidence: tuple[Predicate, ...], why: str) -> Decision:
        self.arrival = Arrival.of(evidence)
        return _decision(screen, Status("complete", why), f"arrived at {self._stop(screen).name!r}", why, evidence)

    # -- off the route ----------------------------------------------------------------------------------------

    def _search(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """What the navigator would do; it is not believed when it claims to have arrived somewhere else."""
        screen = brief.screen
        self._state.strayed = True
        self.strange = self.strange or screen
        decision = self._fallback.decide(brief, objections, rejected)
        self._last_by_fallback = True
        for _ in range(_REFUSALS):
            action = decision.action
            if not isinstance(action, Status) or action.goal_status != "complete":
                return self._given_up(decision, action) if isinstance(action, Status) else decision
            if self._is_target(screen):
                return self._complete(screen, self._evidence(screen, decision), action.reason)
            wanted = self._route.stops[-1]
            self._near(screen, f"it answers {self._route.goal!r}, but it is not {called(wanted)}")
            objections = (Objection("policy", "this is not the screen that the route leads to"),)
            decision = self._fallback.decide(brief, objections, decision)
        return self._given_up(decision, Status("infeasible", "every screen that answers the goal is another one"))

    def _given_up(self, decision: Decision, status: Status) -> Decision:
        return replace(decision, action=Status("infeasible", status.reason), description="give up", expectations=())

    def _is_target(self, screen: Screen) -> bool:
        """Whether a screen is the one that the route leads to: itself, or one that calls itself and shows the same."""
        last = len(self._route.stops) - 1
        found = self._likeness(last, screen)
        shown = all(self._shows(one, screen) for one in self._route.arrival.evidence(screen))
        if found == "other":
            return shown and self._elsewhere(screen)
        return shown or (
            last not in self._state.broken and akin(self._route.stops[-1], self._stop(screen), self._route.start)
        )

    def _elsewhere(self, screen: Screen) -> bool:
        """Whether a screen at an address that the route does not know calls itself just what the last one did."""
        here, arrival, face = self._stop(screen), self._route.arrival, face_of(screen)
        names = {unnumbered(text) for text in (*face.heads, face.title, *title_parts(face.title))}
        known = {stop.address.partition("?")[0] for stop in self._route.stops}
        told = bool(arrival.text) and unnumbered(arrival.title) in names - {""}
        return told and here.app == self._route.stops[-1].app and here.address.partition("?")[0] not in known

    def _evidence(self, screen: Screen, decision: Decision) -> tuple[Predicate, ...]:
        evidence = self._route.arrival.evidence(screen)
        return evidence if all(self._shows(one, screen) for one in evidence) else decision.expectations

    # -- bookkeeping ------------------------------------------------------------------------------------------

    def _near(self, screen: Screen, why: str) -> None:
        here = self._stop(screen)
        one = Nearest(here.name, here.address, why)
        if one not in self._state.nearest:
            self._state.nearest.append(one)

    def _break(self, screen: Screen, kind: DeviationKind, text: str) -> None:
        """The hop from here is not tried again, and the walk goes on without the route."""
        self._deviate(kind, text, screen)
        self._state.broken.add(self._state.at)
        self._state.strayed, self._state.under_way = True, False

    def _deviate(self, kind: DeviationKind, text: str, screen: Screen, hop: int | None = None) -> None:
        number = min(max(self._state.at, 0) + 1, len(self._route.hops)) if hop is None else hop
        one = Deviation(number, kind, text)
        self.strange = screen
        if one not in self._state.deviations:
            self._state.deviations.append(one)

    def _count(self, what: str) -> int:
        self._state.counts[what] = self._state.counts.get(what, 0) + 1
        return self._state.counts[what]

    def _wait(self, screen: Screen, what: str, why: str) -> Decision | None:
        most = 1 if screen.observation.settled else 3
        if screen.modal is not None or self._count(f"wait|{what}") > most:
            return None
        return _decision(screen, Wait(WAIT_SECONDS), f"wait {why}", "A slow screen is no changed one.")


def _decision(
    screen: Screen, action: Action, description: str, thought: str, expectations: tuple[Predicate, ...] = ()
) -> Decision:
    return Decision(
        action=action,
        screen=screen.digest,
        description=description,
        thought=thought,
        expectations=expectations,
        actor="follower",
        irreversible=False,
    )
