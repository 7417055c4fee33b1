"""From a finger put down, moved and lifted to the gesture that it made."""

import math
from typing import Final

from sextant.dataclass import dataclass
from sextant.elements.drags import SLOP
from sextant.types.actions import DragPath, Hold, Tap
from sextant.types.geometry import Point
from sextant.types.person_gestures import PersonGesture

__all__ = ["HOLD_SECONDS", "SEVERAL_FINGERS", "FingerTracker"]

HOLD_SECONDS: Final = 0.5
"""A finger that stays so long makes a long press (Android's `ViewConfiguration`)."""
SEVERAL_FINGERS: Final = "several fingers at once are not recorded"


@dataclass(slots=True)
class _Path:
    began: float
    start: Point
    end: Point
    left: float | None = None
    """When it had strayed further than the slop."""
    several: bool = False


class FingerTracker:
    """Follows one finger; times are Unix seconds, points pixels of the viewport."""

    def __init__(self) -> None:
        self._path: _Path | None = None

    @property
    def is_down(self) -> bool:
        """Whether a finger is down."""
        return self._path is not None

    def down(self, at: float, point: Point) -> None:
        """A finger is put down; while another one is down, it is a second."""
        if self._path is None:
            self._path = _Path(at, point, point)
        else:
            self._path.several = True

    def several(self) -> None:
        """More than one finger is down."""
        if self._path is not None:
            self._path.several = True

    def move(self, at: float, point: Point) -> None:
        """The finger is at that point now."""
        if self._path is None:
            return
        self._path.end = point
        if self._path.left is None and math.dist((point.x, point.y), (self._path.start.x, self._path.start.y)) > SLOP:
            self._path.left = at

    def drop(self) -> None:
        """What the finger did is no gesture."""
        self._path = None

    def up(self, at: float, point: Point | None = None) -> PersonGesture | None:
        """The gesture, once all fingers are lifted; None where none was down. `point`: where a tap reached the app."""
        path, self._path = self._path, None
        if path is None:
            return None
        if path.several:
            return PersonGesture(None, path.began, at, SEVERAL_FINGERS)
        if path.left is None:
            held = at - path.began
            gesture = Tap(point or path.start) if held < HOLD_SECONDS else Hold(path.start, round(held, 2))
            return PersonGesture(gesture, path.began, at)
        held = path.left - path.began
        drag = DragPath(path.start, path.end, round(held, 2) if held >= HOLD_SECONDS else 0.0)
        return PersonGesture(drag, path.began, at)
