"""Brings what is out of view into view: one scroll at a time, by the boxes that a look gives."""

from sextant.types.actions import Direction, ScrollBy
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen

__all__ = ["SCROLLS", "towards"]

SCROLLS = 6
"""So many scrolls at most bring one target into view: one a scroller, and more where lists load as they go."""
_LEAST = 0.05
_MOST = 20.0
"""Bounds of one scroll, in what is visible at once."""


def towards(screen: Screen, element: Element) -> ScrollBy | None:
    """The scroll that brings the element nearer; None where it lies within everything that scrolls around it.

    The outermost scroller that hides it comes first: the page, then what scrolls inside. Each is scrolled so that
    what it hides stands in its middle.
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
    """The scroll of one scroller, of which `window` is in view, that brings the middle of what it hides into that."""
    middle, centre = hidden.centre, window.centre
    way: Direction
    if not window.y <= middle.y <= window.bottom:
        way, far, extent = ("down" if middle.y > centre.y else "up"), abs(middle.y - centre.y), scroller.height
    elif not window.x <= middle.x <= window.right:
        way, far, extent = ("right" if middle.x > centre.x else "left"), abs(middle.x - centre.x), scroller.width
    else:
        return None
    return ScrollBy(way, point, round(min(max(far / max(extent, 1.0), _LEAST), _MOST), 3))
