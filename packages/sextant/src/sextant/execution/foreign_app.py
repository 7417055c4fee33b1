"""Another app that came to the front uninvited is swiped away (LongHorizonUI, appendix E, protocol 3)."""

from collections.abc import Callable

from sextant.protocols import Cleared, Executor
from sextant.state import EventLog
from sextant.types.actions import ByPoint, Drag, NavigateBack
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["Intruders"]

_EDGE, _ACROSS, _MIDDLE = 4.0, 700.0, 500.0
"""An edge swipe on the 0-1000 frame: from the left edge across the middle of the screen."""


class Intruders:
    """Dismisses an app outside the task that no step called: a swipe from the edge, then the back key.

    What a step of the course led to is the actor's, whatever it is: review judges what may be done there.
    """

    def __init__(self, executor: Executor, log: EventLog, belongs: Callable[[str], bool]) -> None:
        self._executor, self._log, self._belongs = executor, log, belongs

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Dismisses the intruder, at most twice; other screens pass unchanged."""
        taken: list[Transition] = []
        was = self._log.recent[-1].after.app if self._log.recent else ""
        if not was or screen.condition != "ok" or screen.app == was or self._belongs(screen.app):
            return Cleared(screen)
        for action in (_edge_swipe(screen), NavigateBack()):
            decision = Decision(
                action, screen.digest, f"dismiss {screen.app!r}, which nobody called", expectations=(Changed(),),
                actor="interrupt",
            )  # fmt: skip
            taken.append(self._executor.execute(decision, screen, step + len(taken), interrupt="intruder"))
            screen = taken[-1].after
            if self._belongs(screen.app):
                break
        return Cleared(screen, tuple(taken))


def _edge_swipe(screen: Screen) -> Drag:
    return Drag(ByPoint(_EDGE, _MIDDLE, screen.digest), ByPoint(_ACROSS, _MIDDLE, screen.digest))
