"""Going back to the last screen that led on, then beginning anew (LongHorizonUI, algorithm 1 and appendix 4).

A rollback moves the screen and never the data: it never goes back over an act that cannot be taken back, and what it
repeats on its way can be.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

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
"""So often one hop is taken at most."""


@dataclass(frozen=True, slots=True)
class RollbackSettings:
    """When it is gone back, and how often."""

    replans: int = 3
    """So many decisions without progress before it is gone back."""
    rollbacks: int = 2
    """So many rollbacks without progress before the app is begun anew."""
    restarts: int = 1
    """So many restarts without progress before the run is stuck."""
    hops: int = 12
    """Injections of one rollback at most, wrong ways included."""


class Rollback:
    """Goes back over the ways a `Recovery` knows where decisions led nowhere, begins the app anew, and then is stuck.

    A rollback that finds no way, and a restart where the run began, are steps without an injection.

    How often each was done is counted by the log (`Progress`), and begun anew by progress. `safe` says of a step on the
    way that it can be taken back and that nothing speaks against it.
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
        """Goes back, or begins anew, where decisions have led nowhere; other screens pass unchanged."""
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
        """The last screen from which a step worked, other than this one, since the last act that stays done."""
        for step in reversed(self._log.recent):
            if step.irreversible and step.attempts:
                return None
            if step.interrupt or step.effectiveness != "effective" or step.before.condition != "ok":
                continue
            if step.before.key.id != here.key.id:
                return step.before
        return None

    def _waiting(self) -> str:
        """Why the page in front is not left: the last act that stays done may be under way there; empty where none is.

        Once a step has led to another page, or opened the app again, it is not that page any more.
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
            taken.append(_nothing_done(screen, step, "rollback", f"go back to {_named(target)}: no way can be taken"))
        return Cleared(screen, tuple(taken))

    def _walk(self, way: WayBack, screen: Screen, step: int, taken: list[Transition]) -> Screen:
        """Where one way leads, hop by hop, left at the first surprise: a `Recovery` may be wrong."""
        for hop in way.hops:
            reached = self._hop(hop, screen, step, taken)
            if reached is None:
                break
            screen = reached
            if screen.condition != "ok" or (hop.expects is not None and screen.key.id != hop.expects.id):
                break
        return screen

    def _hop(self, hop: RecoveryHop, screen: Screen, step: int, taken: list[Transition]) -> Screen | None:
        """Where one hop led, taken once more where the device tells that the app never got it; None: not taken."""
        reached: Screen | None = None
        for _ in range(_TAKEN):
            here = reached or screen
            decision = _decided(hop, here)
            if decision is None or not self._safe(decision, here) or len(taken) >= self._settings.hops:
                return reached
            taken.append(self._executor.execute(decision, here, step + len(taken), interrupt="rollback"))
            reached = taken[-1].after
            if not _lost(taken[-1]):
                break
        return reached

    def _restart(self, cleared: Cleared, step: int) -> Cleared:
        """The app anew; where the run began it is new already."""
        screen = cleared.screen
        number = step + len(cleared.steps)
        if self._log[PROGRESS].began == screen.key.id:
            at_start = _nothing_done(screen, number, "restart", "begin anew: the app is where the run began")
            return Cleared(screen, (*cleared.steps, at_start))
        decision = Decision(NavigateHome(), screen.digest, "begin anew: nothing else led on", actor="interrupt")
        taken = [self._executor.execute(decision, screen, number, interrupt="restart")]
        told = any(attempt.notes for attempt in taken[0].attempts)
        if told and taken[0].after.digest == screen.digest:  # it may first say what that would lose, and do it then
            taken.append(self._executor.execute(decision, screen, number + 1, interrupt="restart"))
        return Cleared(taken[-1].after, (*cleared.steps, *taken))


def _is_at(screen: Screen, target: Screen) -> bool:
    return screen.condition == "ok" and screen.key.id == target.key.id


def _nothing_done(screen: Screen, step: int, interrupt: str, told: str) -> Transition:
    """What was called for and took no injection, for the record: it counts as asked, and as nothing else."""
    decision = Decision(Wait(0.0), screen.digest, told, actor="interrupt")
    return Transition(step, screen, decision, screen, "none", interrupt=interrupt)


def _named(screen: Screen) -> str:
    return repr(screen.key.label or screen.title)


def _lost(step: Transition) -> bool:
    """Whether the device tells that the app never got it, and all is as it was."""
    return bool(step.attempts) and step.attempts[-1].received is False and step.before.digest == step.after.digest


def _decided(hop: RecoveryHop, screen: Screen) -> Decision | None:
    """The hop as a decision on this screen; None where what it touches is not here."""
    action = hop.action
    told = action.kind.replace("_", " ")
    if isinstance(action, Click):
        element = None if hop.element is None else resolve(screen, hop.element)
        if element is None:
            return None
        action = Click(ByIndex(element.index, screen.digest))
        told = f"click {element.label!r}"
    elif hop.element is not None:
        return None  # nothing but a plain touch is aimed on a way back
    expected = () if hop.expects is None else (ScreenIs(key=hop.expects.id),)
    return Decision(action, screen.digest, f"go back: {told}", expectations=expected, actor="interrupt")
