"""Returns to the last screen that led on, else restarts the app (LongHorizonUI, algorithm 1 and appendix 4).

A rollback changes the screen, never the data: it neither crosses nor repeats an irreversible act.
"""

from collections.abc import Callable
from dataclasses import replace

from sextant.dataclass import dataclass
from sextant.elements.refs import resolve
from sextant.protocols import Cleared, Executor, Recovery
from sextant.state import PROGRESS, EventLog
from sextant.types.actions import ByIndex, Click, NavigateHome, Wait
from sextant.types.decisions import Decision
from sextant.types.evidence import ScreenIs
from sextant.types.recovery import RecoveryHop, WayBack
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["Rollback", "RollbackSettings"]


_TAKEN = 2
"""Most attempts at one hop."""


@dataclass(frozen=True, slots=True)
class RollbackSettings:
    """The limits of rollbacks and restarts."""

    replans: int = 3
    """Decisions without progress before a rollback."""
    rollbacks: int = 2
    """Rollbacks without progress before a restart."""
    restarts: int = 1
    """Restarts without progress before the run is stuck."""
    hops: int = 12
    """Most injections of one rollback, failed paths included."""


class Rollback:
    """Rolls back along the paths of a `Recovery` when decisions make no progress, then restarts the app, then is stuck.

    A rollback without a path, and a restart at the start screen, are steps without an injection. The log (`Progress`)
    counts both, and resets the counts at progress. `safe` returns whether a step on the path is reversible and
    permitted.
    """

    def __init__(
        self,
        executor: Executor,
        log: EventLog,
        recovery: Recovery,
        safe: Callable[[Decision, Screen], bool],
        settings: RollbackSettings | None = None,
    ) -> None:
        self._executor, self._log, self._recovery, self._safe = executor, log, recovery, safe
        self._settings = settings or RollbackSettings()

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Rolls back or restarts if decisions have made no progress; other screens pass unchanged."""
        progress, settings = self._log[PROGRESS], self._settings
        if progress.failed < settings.replans:
            return Cleared(screen)
        if progress.restarts >= settings.restarts:
            done = f"after {progress.rollbacks} rollbacks and {progress.restarts} restarts"
            return Cleared(screen, stuck=self._waiting() or f"no progress in {progress.failed} decisions, {done}")
        if screen.condition != "ok":
            return Cleared(screen)
        target, cleared = self._target(screen), Cleared(screen)
        if target is not None and progress.rollbacks < settings.rollbacks:
            cleared = self._go_back(screen, target, step)
            if _is_at(cleared.screen, target):
                return cleared
        if waiting := self._waiting():
            return replace(cleared, stuck=waiting)
        return self._restart(cleared, step)

    def _target(self, here: Screen) -> Screen | None:
        """The last other screen from which a step worked, after the last irreversible act."""
        for step in reversed(self._log.recent):
            if step.irreversible and step.attempts:
                return None
            if step.interrupt or step.effectiveness != "effective" or step.before.condition != "ok":
                continue
            if step.before.key.id != here.key.id:
                return step.before
        return None

    def _waiting(self) -> str:
        """The reason to stay on the page: the last irreversible act may still be in progress there; else empty.

        It does not apply once a step has led to another page or opened the app again.
        """
        if not self._under_way():
            return ""
        failed = max(self._log[PROGRESS].failed, self._settings.replans)
        return f"no progress in {failed} decisions, and the last act, which stays done, may be under way"

    def _under_way(self) -> bool:
        for step in reversed(self._log.recent):
            if step.irreversible and step.attempts:
                return step.effectiveness == "uncertain"
            if step.effectiveness == "effective" and step.before.key.id != step.after.key.id:
                return False
        return False

    def _go_back(self, screen: Screen, target: Screen, step: int) -> Cleared:
        taken: list[Transition] = []
        for way in self._recovery.ways_back(screen, target, tuple(self._log.recent)):
            screen = self._walk(way, screen, step, taken)
            if _is_at(screen, target) or len(taken) >= self._settings.hops:
                return Cleared(screen, tuple(taken))
        if not taken:
            taken.append(_empty_step(screen, step, "rollback", f"go back to {_named(target)}: no way can be taken"))
        return Cleared(screen, tuple(taken))

    def _walk(self, way: WayBack, screen: Screen, step: int, taken: list[Transition]) -> Screen:
        """Follows a path until its end or the first unexpected screen: a `Recovery` may be wrong."""
        for hop in way.hops:
            reached = self._hop(hop, screen, step, taken)
            if reached is None:
                break
            screen = reached
            if screen.condition != "ok" or (hop.expects is not None and screen.key.id != hop.expects.id):
                break
        return screen

    def _hop(self, hop: RecoveryHop, screen: Screen, step: int, taken: list[Transition]) -> Screen | None:
        """Takes one hop, again if the device reports that the app did not receive it; None if it cannot be taken."""
        reached: Screen | None = None
        for _ in range(_TAKEN):
            here = reached or screen
            decision = _decided(hop, here)
            if decision is None or not self._safe(decision, here) or len(taken) >= self._settings.hops:
                return reached
            taken.append(self._executor.execute(decision, here, step + len(taken), interrupt="rollback"))
            reached = taken[-1].after
            if not _not_received(taken[-1]):
                break
        return reached

    def _restart(self, cleared: Cleared, step: int) -> Cleared:
        """Restarts the app; without an injection if it is already at the start screen."""
        screen = cleared.screen
        number = step + len(cleared.steps)
        if self._log[PROGRESS].began == screen.key.id:
            at_start = _empty_step(screen, number, "restart", "begin anew: the app is where the run began")
            return Cleared(screen, (*cleared.steps, at_start))
        decision = Decision(NavigateHome(), screen.digest, "begin anew: nothing else led on", actor="interrupt")
        taken = [self._executor.execute(decision, screen, number, interrupt="restart")]
        words = any(attempt.notes for attempt in taken[0].attempts)
        if words and taken[0].after.digest == screen.digest:  # it may first say what that would lose, and do it then
            taken.append(self._executor.execute(decision, screen, number + 1, interrupt="restart"))
        return Cleared(taken[-1].after, (*cleared.steps, *taken))


def _is_at(screen: Screen, target: Screen) -> bool:
    return screen.condition == "ok" and screen.key.id == target.key.id


def _empty_step(screen: Screen, step: int, interrupt: str, words: str) -> Transition:
    """A step without an injection, for the record."""
    decision = Decision(Wait(0.0), screen.digest, words, actor="interrupt")
    return Transition(step, screen, decision, screen, "none", interrupt=interrupt)


def _named(screen: Screen) -> str:
    return repr(screen.key.label or screen.title)


def _not_received(step: Transition) -> bool:
    """Whether the device reports that the app did not receive the step, and the screen is unchanged."""
    return bool(step.attempts) and step.attempts[-1].received is False and step.before.digest == step.after.digest


def _decided(hop: RecoveryHop, screen: Screen) -> Decision | None:
    """The hop as a decision on this screen; None if its element is not there."""
    action = hop.action
    words = action.kind.replace("_", " ")
    if isinstance(action, Click):
        element = None if hop.element is None else resolve(screen, hop.element)
        if element is None:
            return None
        action = Click(ByIndex(element.index, screen.digest))
        words = f"click {element.label!r}"
    elif hop.element is not None:
        return None  # nothing but a plain touch is aimed on a way back
    expected = () if hop.expects is None else (ScreenIs(key=hop.expects.id),)
    return Decision(action, screen.digest, f"go back: {words}", expectations=expected, actor="interrupt")
