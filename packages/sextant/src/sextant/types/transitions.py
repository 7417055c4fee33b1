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


_REFUSED = 400
"""HTTP status from which a request was not done."""


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
    """The device's remark about it: `there is no such option`."""
    received: bool | None = None
    """Whether the app received it, as the device reports after the last observation; None if unknown."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One step: from the screen that was decided on, to a screen, with the verdicts on what was expected.

    What the decision names (indices, quotes) is of `before`. Verdicts compare with the look right before the touch:
    what the page did by itself in between is no effect of the step. Those of a wait compare with `before`.
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
    def refused(self) -> bool:
        """Whether what its touch sent was held, all but what is harmless: then the act has not happened."""
        sent = [effect for effect in self.effects if effect.cause == "touch" and effect.kind != "storage"]
        return any(effect.held for effect in sent) and all(effect.held or effect.harmless for effect in sent)

    @property
    def wrote(self) -> bool:
        """Whether a touch caused a write that may have happened; what the page keeps for itself is none."""
        return any(effect.touched and effect.kind != "storage" for effect in self.effects)

    @property
    def took_effect(self) -> bool:
        """Whether a step of uncertain outcome plainly did something, though not all that was predicted came.

        Another page is there, or its write was answered well and the screen differs. Nothing tells of it where
        something came up over the page, failed, or was held, nor of what cannot be taken back.
        """
        if self.effectiveness != "uncertain" or self.at_most_once or self.cause not in ("", "delayed"):
            return False
        predicted = any(one.outcome != "holds" or one.vacuous for one in self.verdicts)
        refused = any(one.cause == "touch" and (one.held or one.status >= _REFUSED) for one in self.effects)
        if not predicted or refused or self.after.condition != "ok":
            return False
        if self.before.key.id != self.after.key.id:
            return True
        answered = any(one.touched and 0 < one.status < _REFUSED for one in self.effects)
        return answered and self.before.digest != self.after.digest
