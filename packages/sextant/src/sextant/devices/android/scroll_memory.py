"""Estimates scroll positions. Android does not report them, so they are derived from how far elements move."""

from collections.abc import Sequence
from statistics import median
from typing import Final

from sextant.dataclass import dataclass
from sextant.types.actions import VECTORS, Direction, DragPath, Gesture, ScrollBy
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, ScrollExtent

__all__ = ["ScrollMemory", "direction_of", "shift_between"]

_STILL: Final = 1.0
"""Movements up to this many pixels are ignored."""
_MOST: Final = 60
"""Most screens whose scroll position is stored."""


@dataclass(slots=True)
class _Offset:
    x: float = 0.0
    y: float = 0.0
    ended: frozenset[Direction] = frozenset()


def shift_between(before: Sequence[Element], after: Sequence[Element]) -> tuple[float, float]:
    """How far the elements in both lists moved (median), without fixed elements such as bars if others moved."""
    moved: list[tuple[float, float]] = []
    there = _unique(after)
    for key, box in _unique(before).items():
        if key in there:
            moved.append((there[key].x - box.x, there[key].y - box.y))
    if away := [one for one in moved if max(abs(one[0]), abs(one[1])) > _STILL]:
        return median(x for x, _ in away), median(y for _, y in away)
    return 0.0, 0.0


def _unique(elements: Sequence[Element]) -> dict[tuple[str, str, str], Box]:
    """The boxes of elements whose role, label and test id are unique."""
    found: dict[tuple[str, str, str], Box] = {}
    twice = set[tuple[str, str, str]]()
    for one in elements:
        key = (one.role, one.label, one.test_id)
        if not one.label:
            continue
        if key in found:
            twice.add(key)
        found[key] = one.box
    return {key: box for key, box in found.items() if key not in twice}


class ScrollMemory:
    """Stores for each screen how far it was scrolled, and which ends were reached."""

    def __init__(self) -> None:
        self._known: dict[str, _Offset] = {}

    def scrolled(self, screen: str, towards: Direction, before: Sequence[Element], after: Sequence[Element]) -> None:
        """Updates the position of a screen from its elements before and after a scroll in one direction."""
        x, y = shift_between(before, after)
        offset = self._of(screen)
        along = x if VECTORS[towards][0] else y
        if abs(along) <= _STILL:
            same = _unique(before).keys() == _unique(after).keys()
            met = frozenset[Direction]((towards,))
            offset.ended = offset.ended | met if same else offset.ended - met
            return
        offset.ended = frozenset()
        offset.x, offset.y = max(0.0, offset.x - x), max(0.0, offset.y - y)

    def extent(self, screen: str, elements: Sequence[Element], size: Size, page: Box | None) -> ScrollExtent:
        """How far the screen can scroll: up and left as estimated, down one screen height unless it is at its end."""
        scrollers = [one.box for one in elements if "scroll" in one.affordances]
        if page is None and not scrollers:
            return ScrollExtent()
        offset = self._of(screen)
        more = 0.0 if "down" in offset.ended else size.height
        above = 0.0 if "up" in offset.ended else offset.y
        left = 0.0 if "left" in offset.ended else offset.x
        return ScrollExtent(above=round(above, 2), below=round(more, 2), left=round(left, 2))

    def _of(self, screen: str) -> _Offset:
        if screen not in self._known and len(self._known) >= _MOST:
            self._known.pop(next(iter(self._known)))
        return self._known.setdefault(screen, _Offset())


def direction_of(gesture: Gesture) -> Direction | None:
    """The direction in which a scroll, or a drag, moves through the content; None for other gestures."""
    if isinstance(gesture, ScrollBy):
        return gesture.direction
    if isinstance(gesture, DragPath) and not gesture.hold_seconds:
        across, down = gesture.end.x - gesture.start.x, gesture.end.y - gesture.start.y
        if abs(across) > abs(down):
            return "left" if across > 0 else "right"
        return "up" if down > 0 else "down"
    return None
