"""From an action and a point to a gesture."""

from typing import assert_never

from sextant.elements.drags import SLOP
from sextant.types.actions import (
    VECTORS,
    Click,
    CloseApp,
    DoubleTap,
    DragPath,
    Gesture,
    Hold,
    KeyboardEnter,
    LaunchApp,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Pause,
    PressKey,
    Recents,
    Swipe,
    Tap,
    TerminateApp,
    Wait,
)
from sextant.types.geometry import Box, Point, Size

__all__ = ["plain", "swipe", "touch"]

_SWIPE_SHARE = 0.7
"""A swipe crosses this share of what moves with it, or of the viewport: over half, or a strip that snaps turns back."""


def touch(action: Click | DoubleTap | LongPress, point: Point) -> Gesture:
    """A touch of its kind on the point."""
    match action:
        case Click():
            return Tap(point)
        case DoubleTap():
            return Tap(point, count=2)
        case LongPress():
            return Hold(point, action.seconds)
        case _:
            assert_never(action)


def swipe(action: Swipe, point: Point | None, within: Box | None, size: Size, on: Box | None = None) -> DragPath:
    """The finger drawn about the point, inside the box; over the viewport where there is none.

    It begins on `on`, where that is given. What scrolls goes by a `distance` that is given wholly.
    """
    viewport = Box(0, 0, size.width, size.height)
    box = viewport if within is None else within
    centre = point or box.centre
    exact = action.distance is not None
    least = SLOP + 2.0 if exact else 60.0
    share = _SWIPE_SHARE if action.distance is None else action.distance
    across, along = max(box.width * share, least) / 2, max(box.height * share, least) / 2
    dx, dy = VECTORS[action.direction][0] * across, VECTORS[action.direction][1] * along
    x, y = centre.x - dx, centre.y - dy
    first = on or (box if exact else None)
    if first is not None:  # the element under the first point scrolls; at the edge this would be its neighbour
        x, y = min(max(x, first.x + 1), first.right - 1), min(max(y, first.y + 1), first.bottom - 1)
    return DragPath(_clamped(x, y, size), _clamped(x + 2 * dx, y + 2 * dy, size), whole=exact)


def _clamped(x: float, y: float, size: Size) -> Point:
    return Point(min(max(x, 2.0), size.width - 2.0), min(max(y, 2.0), size.height - 2.0))


def plain(
    action: KeyboardEnter | NavigateBack | NavigateHome | Recents | OpenApp | CloseApp | Wait,
) -> Gesture:
    """What is aimed at nothing."""
    match action:
        case KeyboardEnter():
            return PressKey("enter")
        case NavigateBack():
            return PressKey("back")
        case NavigateHome():
            return PressKey("home")
        case Recents():
            return PressKey("recents")
        case OpenApp():
            return LaunchApp(action.name)
        case CloseApp():
            return TerminateApp(action.name)
        case Wait():
            return Pause(action.seconds)
        case _:
            assert_never(action)
