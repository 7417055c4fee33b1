"""A demonstration: a trace of decisions and their effects. Records are rendered from it and never stored."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import ValidationError

from sextant.errors import UsageError
from sextant.types.codec import from_json, to_json
from sextant.types.decisions import Act, Question
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant_worlds.oracle.decisions import MemoryEvent

VERSION = 1

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
    version: int = VERSION

    @property
    def recovers(self) -> bool:
        """Whether something goes wrong in it and is put right."""
        return any(taken.label != "ordinary" for taken in self.steps)


def dumps(trace: Trace) -> str:
    """The trace as one line of JSON."""
    return to_json(Trace, trace)


def loads(text: str) -> Trace:
    """The trace that `dumps` wrote.

    Raises:
        UsageError: It is none, or of another version.
    """
    try:
        trace = from_json(Trace, text)
    except ValidationError as error:
        raise UsageError(
            f"This is not a demonstration: {error.errors()[0]['msg']}.",
            "Create it again: sextant world demonstrate WORLD",
        ) from error
    if trace.version != VERSION:
        raise UsageError(
            f"The demonstration has version {trace.version}; this Sextant reads version {VERSION}.",
            "Create it again: sextant world demonstrate WORLD",
        )
    return trace
