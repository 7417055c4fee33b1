"""Where a finger goes for a scroll and for a drag. Pure functions; points are pixels of the viewport."""

import math
from collections.abc import Sequence
from typing import Final

from sextant.elements.drags import SLOP
from sextant.types.actions import VECTORS, DragPath, ScrollBy
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element

__all__ = ["drag_points", "scroll_strokes", "scroller_at"]

_REACH: Final = 0.7
"""Share of a scroller that one stroke crosses; near its edges the system takes strokes for its own."""
_MOST_STROKES: Final = 12


def drag_points(drag: DragPath) -> tuple[Point, Point]:
    """Start and end of the finger; that of a `whole` drag goes on by what is lost before the content follows."""
    start, end = drag.start, drag.end
    length = math.hypot(end.x - start.x, end.y - start.y)
    if not drag.whole or not length:
        return start, end
    further = (length + SLOP) / length
    return start, Point(start.x + (end.x - start.x) * further, start.y + (end.y - start.y) * further)


def scroller_at(point: Point | None, elements: Sequence[Element], page: Box | None, size: Size) -> Box:
    """The smallest scroller under the point, or the largest of all; else the page, else the screen."""
    boxes = [one.box for one in elements if "scroll" in one.affordances and one.visibility != "offscreen"]
    under = [box for box in boxes if point is not None and box.contains(point)]
    whole = Box(0, 0, size.width, size.height)
    if under:
        chosen = min(under, key=lambda box: box.area)
    else:
        chosen = page or max(boxes, key=lambda box: box.area, default=whole)
    return chosen.intersection(whole) or whole


def scroll_strokes(
    scroll: ScrollBy, elements: Sequence[Element], page: Box | None, size: Size
) -> tuple[tuple[Point, Point], ...]:
    """The strokes of a finger that scroll so far: content follows it, so that it goes the other way."""
    box = scroller_at(scroll.point, elements, page, size)
    dx, dy = VECTORS[scroll.direction]
    side = box.width if dx else box.height
    distance = side * max(0.0, scroll.extent)
    count = min(_MOST_STROKES, max(1, math.ceil(distance / (side * _REACH)))) if side else 1
    each = min(distance / count + SLOP, side * 0.9)
    middle = box.centre
    if scroll.point is not None and box.contains(scroll.point):
        middle = Point(middle.x, scroll.point.y) if dx else Point(scroll.point.x, middle.y)
    start = Point(middle.x + dx * each / 2, middle.y + dy * each / 2)
    end = Point(middle.x - dx * each / 2, middle.y - dy * each / 2)
    return ((start, end),) * count
