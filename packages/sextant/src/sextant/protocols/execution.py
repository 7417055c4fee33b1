"""From a decision to its outcome, and what stands between the two."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from sextant.types.decisions import Decision
from sextant.types.evidence import Verdict
from sextant.types.geometry import Point
from sextant.types.recovery import WayBack
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["AttemptJudge", "Cleared", "Executor", "InterruptHandler", "Recovery", "RoutineGuide"]


class Executor(Protocol):
    """Carries decisions out: see `sextant.execution`."""

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition: ...


class AttemptJudge(Protocol):
    """Says of each touch whether it did what it was for, besides what the evidence says."""

    def judge(self, decision: Decision, before: Screen, after: Screen, point: Point | None) -> Verdict | None:
        """An attested verdict; None where nobody could tell. `point` is where it was touched, in pixels."""
        ...


@dataclass(frozen=True, slots=True)
class Cleared:
    """The screen after an interrupt, and the steps it took.

    `stuck` says why nothing that was tried leads on; empty while something may.
    """

    screen: Screen
    steps: tuple[Transition, ...] = ()
    stuck: str = ""


class InterruptHandler(Protocol):
    """Deals with something that stands between course and app: see `sextant.execution`."""

    def clear(self, screen: Screen, step: int) -> Cleared: ...


@runtime_checkable
class RoutineGuide(Protocol):
    """A guide with routines of its own ahead of the course. Optional: ask with `isinstance`."""

    def recovering(
        self,
        executor: Executor,
        look: Callable[[], Screen],
        safe: Callable[[Decision, Screen], bool],
        attended: bool,
    ) -> InterruptHandler | None:
        """What clears up what it found; None where nothing does. `safe`: whether a touch can be taken back."""
        ...


class Recovery(Protocol):
    """Knows ways back to a screen that was seen before: a reverse edge, back, relaunch and route."""

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        """Ways from here to the target, the most promising first. They may be wrong: whoever walks one checks it."""
        ...
