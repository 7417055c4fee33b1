"""The oracle as an actor of the loop. It knows the task, and reads its progress from screens only.

Before the episode it rehearses the task on a twin of its own. In the episode it uses only the screens it is given. It

- executes the first move that no screen has shown as done;
- returns to the task if it is elsewhere, and types lost texts again;
- closes the world's own surprises, and leaves any other dialog with the back key;
- repeats an irreversible act only if two screens have shown that it was not done.

It does not know how devices fail and believes every screen, so that a stale frame may deceive it. It therefore requires
two screens before an irreversible act, and a fresh screen at every step.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sextant.elements.sight import is_free
from sextant.protocols import Perceive
from sextant.types import actions as act
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.evidence import Predicate, ScreenIs
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_worlds.oracle.claims import claim
from sextant_worlds.oracle.decisions import MemoryEvent, decision_of, thinking
from sextant_worlds.oracle.deed_checker import wrong_control
from sextant_worlds.oracle.expectations import of_leg, of_part, of_setting, proof_of
from sextant_worlds.oracle.progress import RehearsalProgress
from sextant_worlds.oracle.rehearsal import LAUNCHER, Rehearsal, RehearsedMove, ScreenPlace, rehearse, screen_place
from sextant_worlds.oracle.routes import Routes, RouteStep, name_of
from sextant_worlds.oracle.walker import LostError, MoveWalker, NextGesture, ReadNote, ReferenceEnd, boards_of, find
from sextant_worlds.reference import Bound
from sextant_worlds.spec.reference import CellMove, OpenMove
from sextant_worlds.spec.world import World

__all__ = ["OracleActor"]

_NAME = "oracle"
_PATIENCE = 12
"""Screens in a row on which nothing can be read before it goes to the home screen."""
_VETOES = 6
"""So many refusals to do one thing are taken for an answer: it is a person's."""
_POINTS = ((0.4, 0.5), (0.6, 0.5), (0.5, 0.35), (0.5, 0.65), (0.4, 0.35), (0.6, 0.65))
"""Shares of an element's box at which it is touched where its middle was touched in vain."""
_READS = 6
"""Times that is waited for a fact which is not there (any more): it is known all the same."""
_TRIES = 5
"""Times that a step is taken on one spot before another way is looked for."""


class OracleActor:
    """An `Actor` for a world's task. It knows the answer, and is labelled so.

    Args:
        world: With its truth.
        perceive: Makes screens of what a twin shows, as the loop does of the device.
        rehearsal: Of this world with this perception, where it was made before.
    """

    profile: Profile = "action-only"
    name = "oracle (simulated, knows the answer)"

    def __init__(self, world: World, perceive: Perceive, rehearsal: Rehearsal | None = None) -> None:
        self._rehearsal = rehearsal or rehearse(world, perceive)
        self._progress = RehearsalProgress(self._rehearsal)
        self._ways = Routes(world, self._rehearsal.parts)
        self._facts = {fact.id: fact for fact in world.scenario.facts}
        self._known = _surprise_ids(world)
        self._boards = boards_of(world)
        self._events: tuple[MemoryEvent, ...] = ()
        self._walker: tuple[str, ScreenPlace, MoveWalker] | None = None
        self._tries: dict[tuple[ScreenPlace, str], int] = {}
        self._waits = self._astray = self._reading = 0
        self._vetoes: dict[int, int] = {}
        self._touched: dict[tuple[str, int], int] = {}

    # ------------------------------------------------------------------ the seam

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next action on the brief's screen. After a refusal it waits, or hands over to a person."""
        if rejected is None:
            return self._decided(brief.screen)
        if all(objection.advisory for objection in objections):
            repeated = any(objection.rule == "stagnation" for objection in objections)
            return self._elsewhere(rejected, brief.screen) if repeated else rejected
        number = _number(rejected)
        if any(objection.rule == "irreversible" for objection in objections):
            self._vetoes[number] = self._vetoes.get(number, 0) + 1
            if self._vetoes[number] >= _VETOES:
                return _asking(brief.screen, rejected.description)
        return self._wait(brief.screen)

    def _elsewhere(self, rejected: Decision, screen: Screen) -> Decision:
        """The rejected touch at another point of the same element."""
        action = rejected.action
        if not isinstance(action, act.Click | act.LongPress) or not isinstance(action.target, act.ByIndex):
            return rejected  # a cell of a board is no other one
        element = screen.element(action.target.index)
        if element is None:
            return rejected
        key = (screen.digest, element.index)
        tries = self._touched.get(key, 0)
        self._touched[key] = tries + 1
        points = [(x, y) for x, y in _POINTS if is_free(screen, element, element.box.at(x, y))]
        if not points:
            return rejected
        x, y = points[tries % len(points)]
        return replace(rejected, action=replace(action, target=act.ByRelative(element.index, x, y, screen.digest)))

    def observe(self, transition: Transition) -> None:
        """Records the executed action, never its claimed effect."""
        number = _number(transition.decision)
        if transition.attempts:
            self._vetoes.pop(number, None)
        self._progress.carried_out(number, transition)

    def snapshot(self) -> Any:
        left = {app: [spot.component, spot.instance] for app, spot in self._ways.left.items()}
        return {"progress": self._progress.snapshot(), "left": left}

    def restore(self, state: Any) -> None:
        self._progress.restore(state["progress"])
        self._ways.left.update({app: ScreenPlace(*spot) for app, spot in state["left"].items()})

    # ------------------------------------------------------------------ one decision

    def _decided(self, screen: Screen) -> Decision:
        settled = self._handle_surprise(screen)
        if settled is not None:
            return settled
        self._waits = 0
        spot = screen_place(screen)
        if spot.app and spot.component != LAUNCHER:
            self._ways.left[spot.app] = spot.page
        if self._progress.look(screen):
            self._vetoes.clear()
            self._ways.barred.clear()
            self._tries.clear()
        while (part := self._progress.next()) is not None:
            decision = self._towards(part, screen)
            if decision is not None:
                self._astray = 0
                return decision
        return self._ended(screen)

    def _handle_surprise(self, screen: Screen) -> Decision | None:
        """Handles screens that are no page of the task: unreadable ones, surprises, foreign dialogs."""
        spot = screen_place(screen)
        strange = bool(spot.over) and spot.over not in self._known
        if strange:
            self._progress.glance(screen)
            self._waits += 1
            return self._leave(screen)
        if screen.condition != "ok":
            self._waits += 1
            return self._home(screen) if self._waits % _PATIENCE == 0 else self._wait(screen)
        surprise = MoveWalker(iter(()), {}, _no_note).next(screen)
        if isinstance(surprise, ReferenceEnd):
            return None
        self._progress.glance(screen)
        return self._said(surprise, screen, -1, ())

    def _towards(self, part: RehearsedMove, screen: Screen) -> Decision | None:
        """The next step for a part; None if it needs none any more."""
        progress = self._progress
        if progress.in_doubt(part):
            return self._wait(screen)
        spot = screen_place(screen)
        if spot == part.here:
            if part.kind == "do" and progress.unknown(part):
                return self._go_to_evidence(part, screen)
            return self._prepared(part, screen) or self._carry(part.bound, screen, part)
        return self._way(part, part.here, screen)

    def _go_to_evidence(self, part: RehearsedMove, screen: Screen) -> Decision | None:
        """Goes to a page that shows whether a part was done.

        What nothing shows is taken for done; of what one look spoke against, and no other, a person is asked.
        """
        for spot in _pages_beside(self._rehearsal.parts, part):
            if self._progress.may_tell(part, spot) and self._ways.next(screen, spot, part.number) is not None:
                return self._way(part, spot, screen)
        if self._progress.spoken_against(part):
            return _asking(screen, f"step {part.number + 1} of the task")
        self._progress.believe(part)
        return None

    def _way(self, part: RehearsedMove, goal: ScreenPlace, screen: Screen) -> Decision:
        leg = self._ways.next(screen, goal, part.number)
        if leg is None:
            return self._return_to_task(goal, screen)
        key = (screen_place(screen), name_of(leg.bound))
        if self._tries.get(key, 0) >= _TRIES:
            self._ways.barred[key] = self._tries.pop(key)
            return self._wait(screen)
        if leg.part is not None:
            prepared = self._prepared(leg.part, screen, leg=True)
            if prepared is not None:
                return prepared
        return self._carry(leg.bound, screen, part, leg) or self._wait(screen)

    def _prepared(self, part: RehearsedMove, screen: Screen, leg: bool = False) -> Decision | None:
        """Sets the controls of the page that differ from the rehearsal."""
        found = wrong_control(part, screen, passing=leg)
        if found is None:
            return None
        if _lies_below(screen, found.test_id):
            self._progress.lose_sight()
            return self._leave(screen)
        return self._carry(found.bound, screen, None)

    def _carry(
        self, bound: Bound, screen: Screen, part: RehearsedMove | None, leg: RouteStep | None = None
    ) -> Decision | None:
        """The next gesture for a move; None if it needs none any more."""
        spot, name = screen_place(screen), name_of(bound)
        if self._walker is None or self._walker[:2] != (name, spot):
            made = MoveWalker(iter((bound,)), self._facts, _no_note, {}, boards=self._boards)
            self._walker = (name, spot, made)
        try:
            wish = self._walker[2].next(screen)
        except LostError:
            self._walker = None
            self._ways.barred[spot, name] = 1
            return self._return_to_task(spot if part is None else part.here, screen)
        waits = isinstance(wish, NextGesture) and wish.why == "wait"
        if waits and part is not None and part.kind == "read" and leg is None:
            self._reading += 1
            wish = ReferenceEnd() if self._reading > _READS else wish
        if isinstance(wish, ReferenceEnd):
            self._walker, self._reading = None, 0
            if part is not None and leg is None:
                self._progress.read(part)
                self._events += part.events
            return None
        if wish.why != "move":
            return self._said(wish, screen, -1, ())
        self._walker = None
        if leg is not None:
            self._tries[spot, name] = self._tries.get((spot, name), 0) + 1
            number = leg.part.number if leg.part is not None and leg.part.kind == "do" else -1
            return self._said(wish, screen, number, of_leg(leg, screen, wish, self._rehearsal))
        if part is None:
            return self._said(wish, screen, -1, of_setting(wish, screen))
        return self._said(wish, screen, part.number, of_part(part, screen, wish), self._progress.only_once(part))

    def _return_to_task(self, goal: ScreenPlace, screen: Screen) -> Decision:
        """Returns from an unknown screen: goes back a few times, then home, then opens the app."""
        spot = screen_place(screen)
        self._astray += 1
        if spot.component == LAUNCHER:
            found = self._carry(Bound("", OpenMove(app=goal.app)), screen, None)
            return found or self._wait(screen)
        stays = spot.over or (spot.app == goal.app and find(screen, "nav-back") is not None)
        if stays and self._astray % 5:
            return self._back(screen)
        return self._home(screen)

    def _ended(self, screen: Screen) -> Decision:
        ends = self._rehearsal.ends
        proof: Predicate | None = proof_of(self._rehearsal, self._progress.checker, self._progress.done_parts, screen)
        return thinking(claim(ends, screen, proof or ScreenIs(key=screen.key.id)), self._remembered())

    # ------------------------------------------------------------------ saying it

    def _said(
        self, wish: NextGesture, screen: Screen, number: int, expected: tuple[Predicate, ...], once: bool = False
    ) -> Decision:
        decision = thinking(decision_of(wish, screen, ()), self._remembered())
        action = decision.action
        cell = wish.bound is not None and isinstance(wish.bound.move, CellMove)
        if wish.element is not None and not cell:
            action = _by_index(action, wish.element.index, screen)
        fields = {_NAME: number} if number >= 0 else {}
        return replace(
            decision, action=action, expectations=expected, fields=fields, irreversible=True if once else None
        )

    def _remembered(self) -> Sequence[MemoryEvent]:
        """The values and conditions that were read since the last decision."""
        found, self._events = self._events, ()
        return found

    def _wait(self, screen: Screen) -> Decision:
        return Decision(act.Wait(1.0), screen.digest, "wait", actor="oracle")

    def _back(self, screen: Screen) -> Decision:
        self._progress.lose_sight()
        return Decision(act.NavigateBack(), screen.digest, "go back", actor="oracle")

    def _home(self, screen: Screen) -> Decision:
        self._progress.lose_sight()
        self._ways.barred.clear()
        return Decision(act.NavigateHome(), screen.digest, "go to the home screen", actor="oracle")

    def _leave(self, screen: Screen) -> Decision:
        """Closes a foreign dialog without touching its controls.

        It uses the back key, and if the dialog stays, a touch at the top edge of the screen.
        """
        if self._waits % 3 == 0 and self._waits:
            return Decision(
                act.Click(act.ByPoint(500, 12, screen.digest)), screen.digest, "tap beside it", actor="oracle"
            )
        return self._back(screen)


def _pages_beside(parts: Sequence[RehearsedMove], part: RehearsedMove) -> Iterator[ScreenPlace]:
    """Pages of the rehearsal that may show whether a part is done, the nearest in time first."""
    pages = {item.here.page: abs(item.number - part.number) for item in reversed(parts)}
    pages[part.there.page] = 0
    yield from sorted((spot for spot in pages if spot != part.here), key=lambda spot: pages[spot])


def _lies_below(screen: Screen, test_id: str) -> bool:
    """Whether the element exists and is covered."""
    found = find(screen, test_id)
    return found is not None and found.visibility == "covered" and bool(screen_place(screen).over)


def _asking(screen: Screen, what: str) -> Decision:
    asked = act.HandOver(f"nobody here can tell whether this was done: {what}")
    return Decision(asked, screen.digest, "ask a person", actor="oracle")


def _number(decision: Decision) -> int:
    number = decision.fields.get(_NAME, -1)
    return number if isinstance(number, int) else -1


def _surprise_ids(world: World) -> frozenset[str]:
    dialogs = {dialog.id for app in world.apps for page in app.pages for dialog in page.dialogs}
    popups = {surprise.id for surprise in world.phone.surprises if surprise.kind == "popup"}
    return frozenset({*dialogs, *popups, "session"})


def _by_index(action: act.Action, index: int, screen: Screen) -> act.Action:
    target = act.ByIndex(index, screen.digest)
    match action:
        case act.Click():
            return act.Click(target)
        case act.LongPress():
            return act.LongPress(target, action.seconds)
        case act.InputText():
            return act.InputText(action.text, target, action.mode)
        case _:
            return action


def _no_note(note: ReadNote) -> None:
    del note
