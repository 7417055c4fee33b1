"""Going back to the last screen that led on, then beginning anew (LongHorizonUI, algorithm 1 and appendix 4).

A rollback moves the screen and never the data: it never goes back over an act that cannot be taken back, and what it
repeats on its way can be.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sextant.protocols import Cleared, Executing, Recovery
from sextant.types.actions import ByIndex, Click, NavigateHome, Scroll, Swipe, Wait
from sextant.types.decisions import Decision
from sextant.types.evidence import ScreenIs
from sextant.types.recovery import RecoveryHop, WayBack
from sextant.types.refs import resolve
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
    """Counts decisions without progress, goes back over the ways a `Recovery` knows, restarts, and then is stuck.

    A rollback that finds no way, and a restart where the run began, are steps without an injection.

    Each has a counter of its own, set to zero by progress: a step that worked, or a screen never seen before. `safe`
    says of a step on the way that it can be taken back and that nothing speaks against it.
    """

    keeps = 80
    """Steps of the history in which ways are looked for."""

    def __init__(
        self,
        executor: Executing,
        recovery: Recovery,
        safe: Callable[[Decision, Screen], bool],
        settings: RollbackSettings | None = None,
    ) -> None:
        self._executor, self._recovery, self._safe = executor, recovery, safe
        self._settings = settings or RollbackSettings()
        self._history: list[Transition] = []
        self._known: dict[str, None] = {}
        self._failed = self._rollbacks = self._restarts = 0
        self._began = ""

    @property
    def stuck(self) -> str:
        if self._failed < self._settings.replans or self._restarts < self._settings.restarts:
            return ""
        if self._pending():
            return f"no progress in {self._failed} decisions, and the last act, which stays done, may be under way"
        return (
            f"no progress in {self._failed} decisions, after {self._rollbacks} rollbacks and {self._restarts} restarts"
        )

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Goes back, or begins anew, where decisions have led nowhere; other screens pass unchanged."""
        if self._failed < self._settings.replans or self.stuck or screen.condition != "ok":
            return Cleared(screen)
        target = self._target(screen)
        if target is not None and self._rollbacks < self._settings.rollbacks:
            self._rollbacks += 1
            cleared, arrived = self._go_back(screen, target, step)
            if arrived:
                self._failed = 0
                return cleared
            screen = cleared.screen
        else:
            cleared = Cleared(screen)
        if self._pending():
            self._restarts, self._failed = self._settings.restarts, self._settings.replans
            return cleared
        return self._restart(cleared, step)

    def observe(self, transition: Transition) -> None:
        """Keeps the step and counts what led nowhere."""
        self._history.append(transition)
        del self._history[: -self.keeps]
        if transition.interrupt:
            return
        self._known.setdefault(transition.before.key.id)
        self._began = self._began or transition.before.key.id
        new = transition.after.key.id not in self._known and transition.after.condition == "ok"
        self._known.setdefault(transition.after.key.id)
        if transition.effectiveness == "effective" or (new and transition.attempts):
            self._failed = self._rollbacks = self._restarts = 0
        elif _tried(transition):
            self._failed += 1

    def remember(self, steps: Iterable[Transition]) -> None:
        """Takes up the steps of a run that was broken off, so that it can be gone back over them.

        What `restore` gives back has counted them already.
        """
        self._history = list(deque(steps, maxlen=self.keeps))

    def _target(self, here: Screen) -> Screen | None:
        """The last screen from which a step worked, other than this one, since the last act that stays done."""
        for step in reversed(self._history):
            if step.irreversible and step.attempts:
                return None
            if step.interrupt or step.effectiveness != "effective" or step.before.condition != "ok":
                continue
            if step.before.key.id != here.key.id:
                return step.before
        return None

    def _pending(self) -> bool:
        """Whether the last act that stays done may be under way on the page in front: nobody leaves it by himself.

        Once a step has led to another page, or opened the app again, it is not that page any more.
        """
        for step in reversed(self._history):
            if step.irreversible and step.attempts:
                return step.effectiveness == "uncertain"
            if step.effectiveness == "effective" and step.before.key.id != step.after.key.id:
                return False
        return False

    def _go_back(self, screen: Screen, target: Screen, step: int) -> tuple[Cleared, bool]:
        taken: list[Transition] = []
        for way in self._recovery.ways_back(screen, target, tuple(self._history)):
            screen, arrived = self._walk(way, screen, target, step, taken)
            if arrived or len(taken) >= self._settings.hops:
                return Cleared(screen, tuple(taken)), arrived
        if not taken:
            taken.append(_nothing_done(screen, step, "rollback", f"go back to {_named(target)}: no way can be taken"))
        return Cleared(screen, tuple(taken)), False

    def _walk(
        self, way: WayBack, screen: Screen, target: Screen, step: int, taken: list[Transition]
    ) -> tuple[Screen, bool]:
        """One way, hop by hop, left at the first surprise: a `Recovery` may be wrong."""
        for hop in way.hops:
            reached = self._hop(hop, screen, step, taken)
            if reached is None:
                break
            screen = reached
            if screen.condition != "ok" or (hop.expects is not None and screen.key.id != hop.expects.id):
                break
        return screen, screen.condition == "ok" and screen.key.id == target.key.id

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
        self._restarts += 1
        self._failed = 0
        screen = cleared.screen
        number = step + len(cleared.steps)
        if self._began == screen.key.id:
            at_start = _nothing_done(screen, number, "restart", "begin anew: the app is where the run began")
            return Cleared(screen, (*cleared.steps, at_start))
        decision = Decision(NavigateHome(), screen.digest, "begin anew: nothing else led on", actor="interrupt")
        taken = [self._executor.execute(decision, screen, number, interrupt="restart")]
        told = any(attempt.notes for attempt in taken[0].attempts)
        if told and taken[0].after.digest == screen.digest:  # it may first say what that would lose, and do it then
            taken.append(self._executor.execute(decision, screen, number + 1, interrupt="restart"))
        return Cleared(taken[-1].after, (*cleared.steps, *taken))

    def snapshot(self) -> Any:
        counters = {"failed": self._failed, "rollbacks": self._rollbacks, "restarts": self._restarts}
        return counters | {"known": list(self._known), "began": self._began}

    def restore(self, state: Any) -> None:
        """Takes the counters up; the steps themselves are in the journal (`remember`)."""
        self._failed, self._rollbacks = int(state["failed"]), int(state["rollbacks"])
        self._restarts = int(state["restarts"])
        self._known = dict.fromkeys(str(key) for key in state["known"])
        self._began = str(state["began"])


def _nothing_done(screen: Screen, step: int, interrupt: str, told: str) -> Transition:
    """What was called for and took no injection, for the record: it counts as asked, and as nothing else."""
    decision = Decision(Wait(0.0), screen.digest, told, actor="interrupt")
    return Transition(step, screen, decision, screen, "none", interrupt=interrupt)


def _named(screen: Screen) -> str:
    return repr(screen.key.label or screen.title)


def _tried(transition: Transition) -> bool:
    """Whether the step was to change something and changed nothing, or the app was lost.

    Looking on is no failure, nor is what review refused. A page that changed in another way than was predicted leads
    somewhere, and what no screen decides may have worked: an app may act and show nothing.
    """
    if isinstance(transition.decision.action, Wait | Scroll | Swipe) or transition.cause == "refused":
        return False
    return transition.effectiveness in ("ineffective", "refused") or transition.cause == "device"


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
