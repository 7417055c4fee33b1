"""Handles conditions that come before the course: a blank screen, a crashed page, an app that is gone or foreign.

LongHorizonUI, appendix E: a black screen is looked at again for up to ten seconds; an app that is gone is relaunched; a
foreign app in front is swiped away (protocol 3).
"""

from collections.abc import Callable
from itertools import takewhile

from sextant.errors import DeviceLost
from sextant.execution.observer import ScreenObserver
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
"""Most looks at a blank screen, for devices whose clock does not advance."""
_GONE = ("crashed", "app_gone")
_UNREAD = ("empty_hierarchy", "stale_hierarchy")
EMPTY_SECONDS = 3.0
"""How long a screen that cannot be read is looked at again, the first time."""
_EDGE, _ACROSS, _MIDDLE = 4.0, 700.0, 500.0
"""An edge swipe on the 0-1000 frame: from the left edge across the middle of the screen."""


class OutageHandler:
    """Waits out a blank screen and relaunches an app that is gone, at most three times in a row."""

    def __init__(self, observer: ScreenObserver, executor: Executor, log: EventLog, clock: Callable[[], float]) -> None:
        self._observer, self._executor, self._log, self._clock = observer, executor, log, clock

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Waits for a blank screen and relaunches an app that is gone; other screens pass unchanged.

        Raises:
            DeviceLost: The app is still gone after it was relaunched.
        """
        taken: list[Transition] = []
        if screen.condition in _GONE and self._relaunch_failed:
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
    def _relaunch_failed(self) -> bool:
        """Whether the app was relaunched and has not been there since."""
        since = takewhile(lambda step: step.after.condition in _GONE, reversed(self._log.recent))
        return any(step.interrupt == "relaunch" for step in since)

    def _wait_for_something(self, screen: Screen) -> Screen:
        """Looks again at a blank screen for ten seconds, at one that cannot be read for three, but once only."""
        begun = self._clock()
        met = any(_is_bare(step.before, screen) for step in self._log.recent)
        for _ in range(_LOOKS):
            waited = self._clock() - begun
            blank = screen.condition == "blank" and waited < BLANK_SECONDS
            bare = screen.condition in _UNREAD and waited < EMPTY_SECONDS
            if not blank and not (bare and not met):
                break
            self._observer.device.perform(Pause(1.0))
            screen = self._observer.look()
        return screen


def _is_bare(seen: Screen, screen: Screen) -> bool:
    """Whether this location could not be read before, as a canvas or a game."""
    return seen.condition in _UNREAD and seen.location == screen.location


class ForeignAppHandler:
    """Dismisses an app outside the task that no step opened: a swipe from the edge, then the back key.

    An app that a step of the course opened is left to the actor; review limits what may be done there.
    """

    def __init__(self, executor: Executor, log: EventLog, belongs: Callable[[str], bool]) -> None:
        self._executor, self._log, self._belongs = executor, log, belongs

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Tries to dismiss the app, at most twice; other screens pass unchanged."""
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
