"""Gestures of a person, as the device saw them."""

from sextant.dataclass import dataclass
from sextant.types.actions import Gesture

__all__ = ["PersonGesture"]


@dataclass(frozen=True, slots=True)
class PersonGesture:
    """One gesture of a person.

    Attributes:
        gesture: What a device would have to inject for it; None for what no single gesture is (two fingers).
        began: Unix seconds at which the finger was put down, or the first key pressed.
        ended: Unix seconds at which it was lifted.
        note: Why there is no gesture.
    """

    gesture: Gesture | None
    began: float
    ended: float
    note: str = ""
