"""Conditions that own actions ahead of the course: nothing drawn, a crashed page, an app that is gone.

LongHorizonUI, appendix E: black screens are looked at again for up to ten seconds; an app that is gone is relaunched.
"""

from collections.abc import Callable, Sequence

from sextant.errors import DeviceLost
from sextant.execution.executor import Executor
from sextant.execution.observer import Eyes
from sextant.protocols import Cleared, Clearing
from sextant.types.actions import NavigateHome, Pause
from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

BLANK_SECONDS = 10.0
IN_A_ROW = 3
_LOOKS = 30
"""Looks at a screen that shows nothing, where the clock of a device stands still."""
_GONE = ("crashed", "app_gone")


EMPTY_SECONDS = 3.0
"""How long a screen on which nothing is described is looked at again, the first time it is met."""


class Interrupts:
    """Clears what stands between the course and the app, at most three steps in a row."""

    def __init__(self, eyes: Eyes, executor: Executor, clock: Callable[[], float]) -> None:
        self._eyes, self._executor, self._clock = eyes, executor, clock
        self._in_vain = False
        self._bare: set[str] = set()

    @property
    def stuck(self) -> str:
        return ""

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
        """A blank screen is looked at again for ten seconds, one that describes nothing for three, but once only."""
        begun = self._clock()
        for _ in range(_LOOKS):
            waited = self._clock() - begun
            blank = screen.condition == "blank" and waited < BLANK_SECONDS
            bare = screen.condition == "empty_hierarchy" and waited < EMPTY_SECONDS
            if not blank and not (bare and screen.location not in self._bare):
                break
            self._eyes.device.perform(Pause(1.0))
            screen = self._eyes.look()
        if screen.condition == "empty_hierarchy":
            self._bare.add(screen.location)  # a canvas or a game: it has no more to tell
        return screen


class InOrder:
    """Several `Clearing`s as one.

    After one of them has acted the first is asked again, so that none acts on what another would have cleared.
    """

    def __init__(self, parts: Sequence[Clearing]) -> None:
        self._parts = tuple(parts)

    @property
    def stuck(self) -> str:
        return next((part.stuck for part in self._parts if part.stuck), "")

    def clear(self, screen: Screen, step: int) -> Cleared:
        """Clears what any of them clears, in at most three rounds."""
        taken: list[Transition] = []
        for _ in range(IN_A_ROW):
            for part in self._parts:
                cleared = part.clear(screen, step + len(taken))
                screen = cleared.screen
                taken += cleared.steps
                if cleared.steps:
                    break
            else:
                break
        return Cleared(screen, tuple(taken))
