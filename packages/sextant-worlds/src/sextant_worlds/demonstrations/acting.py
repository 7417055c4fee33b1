"""The oracle as an actor of the loop that says what it thinks, does and expects, as a demonstration does."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sextant.protocols import Perceive
from sextant.types import actions as act
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant_worlds.actors.oracle import Oracle
from sextant_worlds.actors.walking import Done, LostError, Note, Wish, find
from sextant_worlds.demonstrations.ending import Watch
from sextant_worlds.demonstrations.trace import MemoryNote
from sextant_worlds.demonstrations.wording import claim, decision_of, expecting, memory_of, retrieved
from sextant_worlds.engine.data import Json
from sextant_worlds.spec import World
from sextant_worlds.twin.twin import Twin

__all__ = ["OracleActor"]


class OracleActor:
    """Carries out the reference of a world's task in the loop. It holds the answer, and is labelled so.

    Args:
        world: With its truth.
        state: The world's state as the device has it, for lists, conditions and what to expect of a gesture.
        perceive: Makes screens of what the twin shows, as the loop does of the device.
        brisk: Leaves out touches that change nothing. Else it waits in their place, so that surprises come exactly
            when they came in the walk that proved the task.
    """

    profile: Profile = "action-only"
    name = "oracle (simulated, knows the answer)"

    def __init__(self, world: World, state: Callable[[], Json], perceive: Perceive, brisk: bool = True) -> None:
        oracle = Oracle(world)
        self._world, self._brisk = world, brisk
        self._facts = {fact.id: fact for fact in world.scenario.facts}
        self._ends = world.task.reference.ends
        self._noted: list[Note] = []
        self._walker = oracle.walker(oracle.moves(state), self._noted.append)
        self._state, self._perceive, self._twin = state, perceive, Twin(world)
        self._before: Screen | None = None
        self._watch: Watch | None = None
        self._typed: Wish | None = None

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """The next gesture of the reference on the brief's screen; a rejected one again, since it knows no better."""
        del objections
        if rejected is not None:
            return rejected
        screen = brief.screen
        self._twin.restore(self._state())
        watch = self._watched()
        try:
            found = self._next(screen)
        except LostError as lost:
            return Decision(act.Status("infeasible", lost.message), screen.digest, "lost", actor="oracle")
        self._before = screen
        if isinstance(found, Done):
            return _thinking(claim(self._ends, screen, watch.proof(screen)), self._notes())
        notes = (*self._notes(), *retrieved(found, self._facts))
        decision = decision_of(found, screen, notes)
        self._twin.perform(found.gesture)
        return expecting(decision, found, screen, self._perceive(self._twin.observation()))

    def observe(self, transition: Transition) -> None:
        """Takes no note: what it knows is the world."""

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None:
        """Nothing to take up: its place in the reference is not kept."""

    def _next(self, screen: Screen) -> Wish | Done:
        """The next gesture that changes something: the oracle opens a tab also where it is open."""
        lost = self._lost_text(screen)
        if lost is not None:
            return lost
        while True:
            wish = self._walker.next(screen)
            self._typed = wish if isinstance(wish, Wish) and isinstance(wish.gesture, act.TypeText) else self._typed
            if isinstance(wish, Done) or not isinstance(wish.gesture, act.Tap):
                return wish
            before = self._twin.snapshot()
            changes = self._twin.perform(wish.gesture)
            self._twin.restore(before)
            if changes:
                return wish
            if not self._brisk:
                return replace(wish, gesture=act.Pause(1.0), why="wait", element=None)

    def _watched(self) -> Watch:
        """Follows what the step before this screen did; the first screen is the start."""
        state = self._twin.snapshot()
        if self._watch is None:
            self._watch = Watch(self._world, state)
        elif self._before is not None:
            self._watch.stepped(self._before, state)
        return self._watch

    def _lost_text(self, screen: Screen) -> Wish | None:
        """What was typed last, again, where its field does not hold it: a popup came in between and took the touch."""
        typed = self._typed
        if typed is None or typed.element is None or find(screen, "popup-close") is not None:
            return None
        self._typed = None
        field = find(screen, typed.element.test_id)
        if field is None or field.visibility != "visible" or field.value or "password" in field.states:
            return None
        return replace(typed, gesture=act.TypeText(typed.text, field.box.centre), element=field)

    def _notes(self) -> tuple[MemoryNote, ...]:
        notes = tuple(memory_of(note, self._facts, self._walker.total) for note in self._noted)
        self._noted.clear()
        return notes


def _thinking(decision: Decision, notes: Sequence[MemoryNote]) -> Decision:
    words = " ".join(f"{note.what}: {note.value}." for note in notes)
    return replace(decision, thought=f"{words} {decision.thought}") if words else decision
