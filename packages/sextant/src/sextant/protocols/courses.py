"""What decides where a run goes and when it is over."""

from typing import Protocol, runtime_checkable

from sextant.types.decisions import Directive
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Course", "CourseStatus"]


class Course(Protocol):
    """Decides what comes next and when the run is over. Exactly one per run."""

    def next(self, screen: Screen) -> Directive: ...

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


@runtime_checkable
class CourseStatus(Protocol):
    """A course that tells whoever watches how it stands. Optional: ask with `isinstance`."""

    def where(self) -> str:
        """What is under way, such as `line 4, turn 2` of a program; empty where there is no such thing."""
        ...

    def refused(self) -> str:
        """Why something that the last step said was not accepted; empty where everything was."""
        ...
