"""The record of one step."""

from typing import Literal

from sextant.dataclass import dataclass
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
"""Why a step failed; it decides the next attempt."""

Effectiveness = Literal["effective", "ineffective", "uncertain", "refused", "none"]
"""`uncertain` requires a check, never a repeat. `none`: no injection was intended."""


_REFUSED = 400
"""The lowest HTTP status of a failed request."""


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
    """One step: the screen of the decision, the next screen, and the verdicts on the expectations.

    Indices and quotes of the decision refer to `before`. Verdicts compare with the observation right before the touch,
    so that earlier changes of the page are no effect of the step. Verdicts of a wait compare with `before`.
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
    """Whether it was treated as irreversible, or its touch was seen to write."""
    interrupt: str = ""
    """Name of the interrupt handler that took this step; empty for steps of the course."""
    usage: Usage = Usage()
    seconds: float = 0.0
    effects: tuple[ObservedEffect, ...] = ()
    """Writes that the device saw since the previous step, in order; held ones have not happened."""
    at_most_once: bool = False
    """Whether it was treated as irreversible before its execution."""

    @property
    def refused(self) -> bool:
        """Whether all requests of its touch, except harmless ones, were held, so that the act has not happened."""
        sent = [effect for effect in self.effects if effect.cause == "touch" and effect.kind != "storage"]
        return any(effect.held for effect in sent) and all(effect.held or effect.harmless for effect in sent)

    @property
    def wrote(self) -> bool:
        """Whether a touch caused a write that may have happened, other than to the storage of the page."""
        return any(effect.touched and effect.kind != "storage" for effect in self.effects)

    @property
    def took_effect(self) -> bool:
        """Whether a step with an uncertain result had an effect, although not all expectations hold.

        This is another page, or an answered write with a changed screen. It is False after a popup, an error or a held
        request, and for irreversible steps.
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
