"""The way of a finger that is drawn over something that scrolls: one rule for a browser and for a world's twin.

A page that takes the touch itself gets the finger as it is drawn; this is the way where the browser scrolls. It goes
in whole pixels, since fractions are rounded picture by picture and never twice alike, and leaves the slop straight
along its main axis, so that the slop costs a whole number of pixels as well.
"""

import math

from sextant.types.actions import DragPath
from sextant.types.geometry import Point

SLOP = 15
"""Pixels that a finger may stray along its main axis before it drags; they are lost to what it then scrolls."""
STEPS = 10
"""Moves of the finger once it has left the slop."""


def scrolling_points(drag: DragPath) -> tuple[Point, ...]:
    """The points that a finger moves to where the browser scrolls; that of a `whole` drag goes on by the slop."""
    start, end = drag.start, drag.end
    if not drag.whole:
        return drawn_points(start, end)
    dx, dy = end.x - start.x, end.y - start.y
    if abs(dx) > abs(dy):
        return drawn_points(start, Point(end.x + math.copysign(SLOP, dx), end.y))
    return drawn_points(start, Point(end.x, end.y + math.copysign(SLOP, dy)))


def drawn_points(start: Point, end: Point) -> tuple[Point, ...]:
    """The points that the finger moves to after `start`, all of them whole pixels from it; none where it only taps.

    The first lies a pixel beyond the slop, straight along the axis on which the finger goes further (a diagonal goes
    along y); from there the others lead to the end, evenly.
    """
    dx, dy = round(end.x - start.x), round(end.y - start.y)
    if max(abs(dx), abs(dy)) <= SLOP:
        return ()
    first = SLOP + 1
    x, y = (int(math.copysign(first, dx)), 0) if abs(dx) > abs(dy) else (0, int(math.copysign(first, dy)))
    way = [(x, y)]
    for step in range(1, STEPS + 1):
        point = (x + round((dx - x) * step / STEPS), y + round((dy - y) * step / STEPS))
        if point != way[-1]:
            way.append(point)
    return tuple(Point(start.x + x, start.y + y) for x, y in way)
