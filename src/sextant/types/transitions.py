"""What happened in one step."""

from dataclasses import dataclass
from typing import Literal

from sextant.types.actions import Gesture
from sextant.types.decisions import Decision, Objection
from sextant.types.effects import ObservedEffect
from sextant.types.evidence import Verdict
from sextant.types.geometry import Point
from sextant.types.screens import ElementRef, Screen
from sextant.types.tasks import Usage

Cause = Literal[
    "",
    "missed",
    "unanswered",
    "wrong_element",
    "covered",
    "moved",
    "delayed",
    "error_dialog",
    "disabled",
    "popup",
    "stale",
    "absent",
    "refused",
    "device",
]
"""Why a step failed; the cause picks the cure."""

Effectiveness = Literal["effective", "ineffective", "uncertain", "refused", "none"]
"""`uncertain` calls for a check, never for a repeat. `none`: nothing was injected, nor meant to be."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One injection of a step, with the intention under which it was journalled."""

    intent: str
    gesture: Gesture
    encoding: Literal["index", "relative", "absolute", "history", "none"] = "none"
    point: Point | None = None
    element: ElementRef | None = None
    seconds: float = 0.0
    busy_seconds: float = 0.0
    """Time in which the page itself was loading or computing."""
    verdicts: tuple[Verdict, ...] = ()
    cause: Cause = ""
    notes: tuple[str, ...] = ()
    """What the device has to say of it: `there is no such option`."""
    received: bool | None = None
    """Whether the app was given it, as the device tells after the last look; None where nobody can tell."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One step: from the screen that was decided on, to a screen, with the verdicts on what was expected.

    What the decision names (indices, quotes) is of `before`. Verdicts compare with the look right before the touch:
    what the page did by itself in between is no effect of the step.
    """

    step: int
    before: Screen
    decision: Decision
    after: Screen
    effectiveness: Effectiveness
    attempts: tuple[Attempt, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    objections: tuple[Objection, ...] = ()
    cause: Cause = ""
    irreversible: bool = False
    """Whether it was treated as something that cannot be taken back, or its touch was seen to write."""
    interrupt: str = ""
    """Name of the interrupt that owned this step; empty for the course's own steps."""
    usage: Usage = Usage()
    seconds: float = 0.0
    effects: tuple[ObservedEffect, ...] = ()
    """Writes that the device saw since the step before, in their order; held ones have not happened."""
    at_most_once: bool = False
    """Whether it was treated, before it was done, as something that cannot be taken back."""

    @property
    def wrote(self) -> bool:
        """Whether a touch caused a write that may have happened; what the page keeps for itself is none."""
        return any(effect.touched and effect.kind != "storage" for effect in self.effects)
