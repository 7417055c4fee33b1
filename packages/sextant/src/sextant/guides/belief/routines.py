"""Recovery routines for contradicted beliefs. They are bounded, journalled, and take only reversible steps."""

from collections.abc import Callable, Sequence
from typing import Protocol

from sextant.guides.belief.store import Beliefs, Mismatch, PageHop, in_view, place_of, readable
from sextant.protocols import Cleared, Executor
from sextant.types.actions import Action, ByIndex, Click, Wait
from sextant.types.decisions import Decision
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

__all__ = ["PREFIX", "Routines", "Safe"]

PREFIX = "belief: "
"""Begins the name under which a routine's steps are journalled."""
_IN_A_ROW, _TRIES = 3, 4
_STEPS = 40
"""Steps that routines take in a whole run at most."""

Safe = Callable[[Decision, Screen], bool]


class BeliefAccess(Protocol):
    """The part of the belief guide that routines use."""

    @property
    def beliefs(self) -> Beliefs: ...

    def catch_up_to(self, screen: Screen, step: int) -> bool: ...

    def observe_routine(self, transition: Transition) -> None: ...


class Routines:
    """An `InterruptHandler` that tries to restore contradicted beliefs before the course continues.

    - `look again`: observes a field or choice once more if its value is not the expected one.
    - `reopen`: repeats the touch that once led to the page on which an app was left.
    - `re-copy`: repeats the touch that copied a text to the clipboard, once its page is in front.

    Args:
        guide: The belief guide.
        executor: Executes the steps, which the journal marks as `belief: …`.
        look: Observes the device.
        safe: Whether a touch is reversible and no review objects to it.
    """

    def __init__(self, guide: BeliefAccess, executor: Executor, look: Callable[[], Screen], safe: Safe) -> None:
        self._guide, self._executor, self._look, self._safe = guide, executor, look, safe

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Takes at most three steps, and checks the beliefs after each. Without a matching routine, takes none."""
        taken: list[Transition] = []
        if not self._guide.catch_up_to(screen, step):
            return Cleared(screen)
        while len(taken) < _IN_A_ROW:
            planned = self._next(screen)
            if planned is None:
                break
            mismatch, name, action, told = planned
            decision = Decision(action, screen.digest, f"{name}: {told}", actor="interrupt")
            number = step + len(taken)
            if name == "look again":  # no injection
                done = Transition(number, screen, decision, self._look(), "none", interrupt=PREFIX + name)
            else:
                done = self._executor.execute(decision, screen, number, interrupt=PREFIX + name)
            taken.append(done)
            screen = done.after
            self._took(mismatch, name, done)
        return Cleared(screen, tuple(taken))

    def _next(self, screen: Screen) -> tuple[Mismatch, str, Action, str] | None:
        state = self._guide.beliefs.state
        if state.routine_steps >= _STEPS or screen.condition != "ok":
            return None
        for mismatch in state.mismatches:
            if mismatch.suspended and mismatch.tries < _TRIES:
                planned = self._plan(mismatch, screen)
                if planned is not None:
                    return mismatch, *planned
        return None

    def _plan(self, mismatch: Mismatch, screen: Screen) -> tuple[str, Action, str] | None:
        entry, state = mismatch.entry, self._guide.beliefs.state
        match entry.kind:
            case "draft" | "choice":
                if mismatch.looked or entry.place != place_of(screen):
                    return None
                return "look again", Wait(0.0), "whether it is still so"
            case "clipboard" if entry.source is not None and entry.source_place == place_of(screen):
                return self._touch("re-copy", entry.source, screen)
            case "back" | "left":
                hop = _first_hop(state.hops, place_of(screen), entry.place)
                waiting = state.step - mismatch.step <= mismatch.tries  # else the actor has continued by itself
                return self._touch("reopen", hop.element, screen) if hop is not None and waiting else None
            case _:
                return None

    def _touch(self, name: str, ref: ElementRef, screen: Screen) -> tuple[str, Action, str] | None:
        """A touch on the element if it is visible, enabled and safe to touch; else None."""
        element = in_view(screen, ref) if readable(screen) else None
        if element is None or "disabled" in element.states:
            return None
        action = Click(ByIndex(element.index, screen.digest))
        told = f"touch {element.label[:60]!r}"
        return (name, action, told) if self._safe(Decision(action, screen.digest, told), screen) else None

    def _took(self, mismatch: Mismatch, name: str, transition: Transition) -> None:
        beliefs = self._guide.beliefs
        beliefs.state.routine_steps += 1
        beliefs.state.counters[name] = beliefs.state.counters.get(name, 0) + 1
        beliefs.update_mismatch(mismatch, tries=mismatch.tries + 1, looked=True)
        self._guide.observe_routine(transition)


def _first_hop(hops: Sequence[PageHop], here: str, there: str) -> PageHop | None:
    """The first touch on the shortest known path of at most four touches; None if there is no path."""
    firsts: dict[str, PageHop] = {}
    reached = [here]
    for _ in range(4):
        further = [hop for hop in hops if hop.source in reached and hop.target != here and hop.target not in firsts]
        for hop in further:
            firsts.setdefault(hop.target, firsts.get(hop.source, hop))
        if there in firsts:
            return firsts[there]
        reached = [hop.target for hop in further]
    return None
