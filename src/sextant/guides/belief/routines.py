"""What is done of itself about a belief that turned out otherwise: named, bounded, and only what can be taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sextant.contracts import Cleared, Executing
from sextant.guides.belief.entries import Entry, Mismatch, Routine
from sextant.guides.belief.keeping import Beliefs, Hop
from sextant.guides.belief.looking import gate_of, in_view, place_of, readable
from sextant.types.actions import Action, ByIndex, Click, HandOver, InputText, Scroll, Wait
from sextant.types.decisions import Decision
from sextant.types.refs import resolve
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = ["PREFIX", "Believing", "Hands", "Routines", "Safe"]

PREFIX = "belief: "
"""Begins the name under which a routine's steps are journalled."""

IN_A_ROW = 3
_TRIES = 4
_STEPS = 40
"""Steps that routines take in a whole run at most."""

Safe = Callable[[Decision, Screen], bool]


class Believing(Protocol):
    """Whose beliefs are mended: the guide."""

    @property
    def beliefs(self) -> Beliefs: ...

    def clear_to(self, screen: Screen, step: int) -> bool:
        """Looks at the screen before step `step`; False where steps led to it that are not known yet."""
        ...

    def mended(self, transition: Transition) -> None:
        """Takes note of a routine's step, as it happens."""
        ...


@dataclass(frozen=True, slots=True)
class Hands:
    """What routines act and look with."""

    executor: Executing
    look: Callable[[], Screen]


@dataclass(frozen=True, slots=True)
class _Step:
    routine: Routine
    action: Action
    told: str


class Routines:
    """A `Clearing`: mends what turned out otherwise before the course goes on, as far as that is safe.

    Args:
        guide: Whose beliefs they are.
        hands: Carry the steps out; they are journalled as `belief: …`.
        safe: Whether a touch can be taken back and nothing speaks against it.
        attended: Whether somebody is there to log in.
        secrets: Names of secrets that may be typed.
    """

    def __init__(self, guide: Believing, hands: Hands, safe: Safe, attended: bool, secrets: Sequence[str] = ()) -> None:
        self._guide, self._hands, self._safe = guide, hands, safe
        self._attended, self._secrets = attended, tuple(secrets)

    @property
    def stuck(self) -> str:
        return ""

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Takes at most three steps, and looks at the beliefs again after each; other screens pass unchanged."""
        taken: list[Transition] = []
        if not self._guide.clear_to(screen, step):
            return Cleared(screen)
        while len(taken) < IN_A_ROW:
            planned = self._next(screen)
            if planned is None:
                break
            mismatch, chosen = planned
            decision = Decision(chosen.action, screen.digest, f"{chosen.routine}: {chosen.told}", actor="interrupt")
            named = PREFIX + chosen.routine
            taken.append(self._carried_out(chosen, decision, screen, step + len(taken), named))
            screen = taken[-1].after
            self._took(mismatch, taken[-1])
        return Cleared(screen, tuple(taken))

    def _carried_out(self, chosen: _Step, decision: Decision, screen: Screen, step: int, named: str) -> Transition:
        """A step of a routine. To look again takes no injection: no app is any further for it."""
        if chosen.routine == "look again":
            return Transition(step, screen, decision, self._hands.look(), "none", interrupt=named)
        return self._hands.executor.execute(decision, screen, step, interrupt=named)

    def _next(self, screen: Screen) -> tuple[Mismatch, _Step] | None:
        beliefs = self._guide.beliefs
        if beliefs.state.routine_steps >= _STEPS or screen.condition != "ok":
            return None
        for mismatch in beliefs.state.mismatches:
            if not mismatch.suspended or mismatch.tries >= _TRIES:
                continue
            chosen = self._plan(beliefs, mismatch, screen)
            if chosen is not None:
                return mismatch, chosen
        return None

    def _plan(self, beliefs: Beliefs, mismatch: Mismatch, screen: Screen) -> _Step | None:
        entry = mismatch.entry
        match mismatch.routine:
            case "look again" | "scroll back":
                if not mismatch.looked and entry.place == place_of(screen):
                    return _Step("look again", Wait(0.0), "whether it is still so")
                return _back_to(beliefs, entry, screen) if mismatch.looked else None
            case "read again":
                return None if mismatch.looked else _Step("read again", Wait(2.0), "whether it has arrived by now")
            case "re-copy":
                return self._copied(entry, screen)
            case "reopen":
                now = beliefs.state.step - mismatch.step <= mismatch.tries  # else the actor has gone on by itself
                return self._reopened(beliefs, entry, screen) if now else None
            case "log in again":
                return self._logged_in(screen)

    def _touch(self, routine: Routine, element: Element | None, screen: Screen) -> _Step | None:
        """A touch on it, where it can be touched and taken back."""
        if element is None or element.visibility not in ("visible", "clipped") or "disabled" in element.states:
            return None
        action = Click(ByIndex(element.index, screen.digest))
        told = f"touch {element.label[:60]!r}"
        return _Step(routine, action, told) if self._safe(Decision(action, screen.digest, told), screen) else None

    def _copied(self, entry: Entry, screen: Screen) -> _Step | None:
        if entry.source is None or entry.source_place != place_of(screen) or not readable(screen):
            return None
        return self._touch("re-copy", in_view(screen, entry.source), screen)

    def _reopened(self, beliefs: Beliefs, entry: Entry, screen: Screen) -> _Step | None:
        """The next of the touches that once led there."""
        if not readable(screen):
            return None
        way = _way(beliefs.state.hops, place_of(screen), entry.place)
        return None if way is None else self._touch("reopen", in_view(screen, way.element), screen)

    def _logged_in(self, screen: Screen) -> _Step | None:
        gate, door = gate_of(screen)
        if not gate:
            return None
        secret = [one for one in screen.elements if "password" in one.states]
        empty = [one for one in secret if not one.value]
        if not secret:
            return self._touch("log in again", door, screen)
        if len(empty) == 1 and len(self._secrets) == 1 and not self._guide.beliefs.state.typed_secret:
            action = InputText(target=ByIndex(empty[0].index, screen.digest), secret=self._secrets[0])
            if self._safe(Decision(action, screen.digest, "type the secret"), screen):
                self._guide.beliefs.state.typed_secret = True
                return _Step("log in again", action, f"type the secret {self._secrets[0]!r}")
        if self._guide.beliefs.state.typed_secret:
            step = self._touch("log in again", door, screen)
            if step is not None:
                return step
        return (
            _Step("log in again", HandOver("the app asks to log in again"), "by a person") if self._attended else None
        )

    def _took(self, mismatch: Mismatch, transition: Transition) -> None:
        """Takes note of a routine's step, and of what it showed."""
        beliefs = self._guide.beliefs
        beliefs.state.routine_steps += 1
        name = transition.interrupt.removeprefix(PREFIX)
        counters = beliefs.state.counters
        counters[name] = counters.get(name, 0) + 1
        beliefs.mend(mismatch, tries=mismatch.tries + 1, looked=True)
        self._guide.mended(transition)


def _back_to(beliefs: Beliefs, entry: Entry, screen: Screen) -> _Step | None:
    """Towards what else was believed of this page and is out of view, since one of it turned out otherwise."""
    if entry.place != place_of(screen) or not readable(screen):
        return None
    for other in [*beliefs.of("selection", place=entry.place), *beliefs.of("draft", place=entry.place)]:
        if other.status == "contradicted" or other.seen >= beliefs.state.step or other.element is None:
            continue
        found = resolve(screen, other.element)
        if found is not None and found.visibility == "offscreen":
            up = found.box.y < 0
            return _Step("scroll back", Scroll("up" if up else "down"), "to what else was chosen here")
    return None


def _way(hops: Sequence[Hop], here: str, there: str) -> Hop | None:
    """The first touch of the shortest known way, at most four long."""
    firsts: dict[str, Hop] = {}
    reached = [here]
    for _ in range(4):
        further: list[str] = []
        for hop in hops:
            if hop.source in reached and hop.target != here and hop.target not in firsts:
                firsts[hop.target] = firsts.get(hop.source, hop)
                further.append(hop.target)
        if there in firsts:
            return firsts[there]
        reached = further
    return None
