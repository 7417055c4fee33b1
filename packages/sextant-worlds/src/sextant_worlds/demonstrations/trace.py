"""A demonstration: a trace of decisions and their effects. Records are rendered from it and never stored."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sextant.types.decisions import Act, Question
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant_worlds.oracle.decisions import MemoryEvent

Label = Literal["ordinary", "mistake", "recovery", "interrupt"]
"""A `mistake` is shown and never learned from, `recovery` is the way back from one; an `interrupt` was nobody's
decision."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One step, with all that its brief was made from besides the steps before it."""

    directive: Act
    transition: Transition
    questions: tuple[Question, ...] = ()
    notes: tuple[MemoryEvent, ...] = ()
    label: Label = "ordinary"


@dataclass(frozen=True, slots=True)
class Trace:
    """A run from its first look to its claim."""

    world: str
    seed: int
    template: str
    task: Task
    actor: str
    """`oracle`: it knows the world's truth, and is no agent."""
    steps: tuple[Taken, ...]
    success: bool
    now: datetime | None = None
    """The device's clock as it began."""
    apps: tuple[str, ...] = ()
    """What the device can open, by name."""

    @property
    def recovers(self) -> bool:
        """Whether something goes wrong in it and is put right."""
        return any(taken.label != "ordinary" for taken in self.steps)
