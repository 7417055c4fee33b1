"""The record of injected faults: the truth that a benchmark compares an agent's verdicts with."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from sextant.devices.faults.plan import FaultId
from sextant.types.actions import Gesture

__all__ = ["Fired"]


@dataclass(frozen=True, slots=True)
class Fired:
    """One fault that happened.

    Attributes:
        fault: Its id.
        injection: The number of its injection, from 1; 0 for a look before the first.
        look: How many looks came before; for a fault of looks, the number of the first affected, from 1.
        gesture: The intended gesture; None for a fault of looks. A secret's text is left out.
        intent: The intent of the injection; empty for a fault of looks.
        reached: Whether the app received that gesture, altered or not; None for a fault of looks.
        details: What was drawn: `design` and `language` of a popup, `offset`, `shift`, the text that `arrived` …
        at: Time by the clock of the device.
    """

    fault: FaultId
    injection: int
    look: int
    gesture: Gesture | None = None
    intent: str = ""
    reached: bool | None = None
    details: Mapping[str, str] = field(default_factory=dict[str, str])
    at: float = 0.0
