"""Makes gestures from actions and points, and the scrolls that bring a target into view."""

from typing import assert_never

from sextant.elements.drags import SLOP
from sextant.types.actions import (
    VECTORS,
    Click,
    CloseApp,
    Direction,
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
    ScrollBy,
    Swipe,
    Tap,
    TerminateApp,
    Wait,
)
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element, Screen

__all__ = ["SCROLLS", "scroll_towards", "swipe", "touch", "untargeted"]

_SWIPE_SHARE = 0.7
"""A swipe crosses this share of the moved area or viewport: more than half, or a snapping strip turns back."""
SCROLLS = 6
"""Most scrolls that bring one target into view: one for each scroller, and more for lists that load on the way."""
_LEAST_SCROLL = 0.05
_MOST_SCROLL = 20.0
"""Bounds of one scroll, in what is visible at once."""


def touch(action: Click | DoubleTap | LongPress, point: Point) -> Gesture:
    """The touch of the action's kind at the point."""
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
    """The path of a finger around the point inside the box, or inside the viewport if there is no box.

    It begins on `on`, if given. With a `distance`, content scrolls by exactly that distance.
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


def untargeted(
    action: KeyboardEnter | NavigateBack | NavigateHome | Recents | OpenApp | CloseApp | Wait,
) -> Gesture:
    """The gesture of an action without a target."""
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


def scroll_towards(screen: Screen, element: Element) -> ScrollBy | None:
    """The scroll that brings the element nearer; None if it is inside all its scrollers.

    The outermost scroller that hides it is scrolled first, so that what it hides comes to its middle.
    """
    inner = [holder for holder in screen.around(element) if "scroll" in holder.affordances or holder.role == "listbox"]
    chain = [holder.box for holder in reversed(inner)]
    view, point = Box(0, 0, screen.size.width, screen.size.height), None
    for scroller, hidden in zip([view, *chain], [*chain, element.box], strict=True):
        window = view.intersection(scroller)
        if window is None:
            return None
        scroll = _within(window, scroller, hidden, point)
        if scroll is not None:
            return scroll
        shown = window.intersection(hidden)
        view, point = window, None if shown is None else shown.centre
    return None


def _within(window: Box, scroller: Box, hidden: Box, point: Point | None) -> ScrollBy | None:
    """The scroll of one scroller, visible in `window`, that brings the middle of the hidden box into the window."""
    middle, centre = hidden.centre, window.centre
    way: Direction
    if not window.y <= middle.y <= window.bottom:
        way, far, extent = ("down" if middle.y > centre.y else "up"), abs(middle.y - centre.y), scroller.height
    elif not window.x <= middle.x <= window.right:
        way, far, extent = ("right" if middle.x > centre.x else "left"), abs(middle.x - centre.x), scroller.width
    else:
        return None
    return ScrollBy(way, point, round(min(max(far / max(extent, 1.0), _LEAST_SCROLL), _MOST_SCROLL), 3))
