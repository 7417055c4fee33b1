"""Conditions that own actions ahead of the course: nothing drawn, a crashed page, an app that is gone or uninvited.

LongHorizonUI, appendix E: black screens are looked at again for up to ten seconds; an app that is gone is relaunched;
another app that came to the front uninvited is swiped away (protocol 3).
"""

from collections.abc import Callable
from itertools import takewhile

from sextant.errors import DeviceLost
from sextant.execution.observer import Eyes
from sextant.protocols import Cleared, Executor
from sextant.state import EventLog
from sextant.types.actions import ByPoint, Drag, NavigateBack, NavigateHome, Pause
from sextant.types.decisions import Decision
from sextant.types.evidence import Changed
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

BLANK_SECONDS = 10.0
MOST_IN_A_ROW = 3
_LOOKS = 30
"""Looks at a screen that shows nothing, where the clock of a device stands still."""
_GONE = ("crashed", "app_gone")
EMPTY_SECONDS = 3.0
"""How long a screen on which nothing is described is looked at again, the first time it is met."""
_EDGE, _ACROSS, _MIDDLE = 4.0, 700.0, 500.0
"""An edge swipe on the 0-1000 frame: from the left edge across the middle of the screen."""


class Outage:
    """Waits out a blank screen and relaunches an app that is gone, at most three times in a row."""

    def __init__(self, eyes: Eyes, executor: Executor, log: EventLog, clock: Callable[[], float]) -> None:
        self._eyes, self._executor, self._log, self._clock = eyes, executor, log, clock

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Waits out a blank screen and relaunches what is gone; other screens pass unchanged.

        Raises:
            DeviceLost: The app was relaunched in vain, and is still gone.
        """
        taken: list[Transition] = []
        if screen.condition in _GONE and self._in_vain:
            raise DeviceLost(
                "The app does not come back after several restarts.", "Check the app, then resume the run."
            )
        while len(taken) < MOST_IN_A_ROW:
            screen = self._wait_for_something(screen)
            if screen.condition not in _GONE:
                break
            decision = Decision(
                NavigateHome(), screen.digest, f"relaunch: the app is {screen.condition}", actor="interrupt"
            )
            taken.append(self._executor.execute(decision, screen, step + len(taken), interrupt="relaunch"))
            screen = taken[-1].after
        return Cleared(screen, tuple(taken))

    @property
    def _in_vain(self) -> bool:
        """Whether the app was relaunched since it was last there."""
        since = takewhile(lambda step: step.after.condition in _GONE, reversed(self._log.recent))
        return any(step.interrupt == "relaunch" for step in since)

    def _wait_for_something(self, screen: Screen) -> Screen:
        """A blank screen is looked at again for ten seconds, one that describes nothing for three, but once only."""
        begun = self._clock()
        met = any(_is_bare(step.before, screen) for step in self._log.recent)
        for _ in range(_LOOKS):
            waited = self._clock() - begun
            blank = screen.condition == "blank" and waited < BLANK_SECONDS
            bare = screen.condition == "empty_hierarchy" and waited < EMPTY_SECONDS
            if not blank and not (bare and not met):
                break
            self._eyes.device.perform(Pause(1.0))
            screen = self._eyes.look()
        return screen


def _is_bare(seen: Screen, screen: Screen) -> bool:
    """Whether the place of a screen described nothing before: a canvas or a game has no more to tell."""
    return seen.condition == "empty_hierarchy" and seen.location == screen.location


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
