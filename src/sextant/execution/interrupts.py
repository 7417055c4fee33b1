"""Conditions that own actions ahead of the course: nothing drawn, a crashed page, an app that is gone.

LongHorizonUI, appendix E: black screens are looked at again for up to ten seconds; an app that is gone is relaunched.
"""

from collections.abc import Callable

from sextant.contracts import Cleared
from sextant.errors import DeviceLost
from sextant.execution.executor import Executor
from sextant.execution.eyes import Eyes
from sextant.types.actions import NavigateHome, Pause
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

BLANK_SECONDS = 10.0
IN_A_ROW = 3
_GONE = ("crashed", "app_gone")


class Interrupts:
    """Clears what stands between the course and the app, at most three steps in a row."""

    def __init__(self, eyes: Eyes, executor: Executor, clock: Callable[[], float]) -> None:
        self._eyes, self._executor, self._clock = eyes, executor, clock
        self._in_vain = False

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Waits out a blank screen and relaunches what is gone; other screens pass unchanged.

        Raises:
            DeviceLost: The app was relaunched in vain, and is still gone.
        """
        taken: list[Transition] = []
        if self._in_vain and screen.condition in _GONE:
            raise DeviceLost("The app does not come back, however often it is relaunched.", "Look at it, then resume.")
        while len(taken) < IN_A_ROW:
            screen = self._wait_for_something(screen)
            if screen.condition not in _GONE:
                break
            decision = Decision(
                NavigateHome(), screen.digest, f"relaunch: the app is {screen.condition}", actor="interrupt"
            )
            taken.append(self._executor.execute(decision, screen, step + len(taken), interrupt="relaunch"))
            screen = taken[-1].after
        self._in_vain = screen.condition in _GONE
        return Cleared(screen, tuple(taken))

    def _wait_for_something(self, screen: Screen) -> Screen:
        deadline = self._clock() + BLANK_SECONDS
        while screen.condition == "blank" and self._clock() < deadline:
            self._eyes.device.perform(Pause(1.0))
            screen = self._eyes.look()
        return screen
