"""Interfaces of execution, interrupts and recovery."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from sextant.dataclass import dataclass
from sextant.types.decisions import Decision
from sextant.types.evidence import Verdict
from sextant.types.geometry import Point
from sextant.types.recovery import WayBack
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["AttemptJudge", "Cleared", "Executor", "InterruptHandler", "Recovery", "RoutineGuide"]


class Executor(Protocol):
    """Executes decisions; see `sextant.execution`."""

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition: ...


class AttemptJudge(Protocol):
    """Judges whether a touch had its intended effect, in addition to the evidence."""

    def judge(self, decision: Decision, before: Screen, after: Screen, point: Point | None) -> Verdict | None:
        """An attested verdict; None if it cannot be judged. `point` is the touched point in pixels."""
        ...


@dataclass(frozen=True, slots=True)
class Cleared:
    """The screen after an interrupt, and its steps.

    `stuck` is the reason if nothing more can be tried; else empty.
    """

    screen: Screen
    steps: tuple[Transition, ...] = ()
    stuck: str = ""


class InterruptHandler(Protocol):
    """Handles a condition before the course continues, such as a popup; see `sextant.execution`."""

    def clear(self, screen: Screen, step: int) -> Cleared: ...


@runtime_checkable
class RoutineGuide(Protocol):
    """Optional: a guide with recovery routines. Check with `isinstance`."""

    def recovering(
        self,
        executor: Executor,
        look: Callable[[], Screen],
        safe: Callable[[Decision, Screen], bool],
        attended: bool,
    ) -> InterruptHandler | None:
        """The handler that runs its routines; None if there is none. `safe`: whether a touch is reversible."""
        ...


class Recovery(Protocol):
    """Finds paths back to an earlier screen: by a reverse edge, by going back, or by relaunch and route."""

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        """Paths from here to the target, the most promising first. They may be wrong, so the caller must check them."""
        ...
