"""Where to touch what is seen: the first of the points by which perception judges visibility that is free."""

from sextant.elements.refs import Shown
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen

_PROBES = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5), (0.5, 0.2), (0.5, 0.8))
"""Shares of the visible part. An element is visible if one of them is its own: its centre may be another's."""


def free_point(screen: Shown, element: Element, part: Box | None = None) -> Point:
    """The first probe of `part` (by default of the box) that nothing in front takes; its centre where all are taken."""
    box = element.box if part is None else part
    points = [box.at(x, y) for x, y in _PROBES]
    return next((point for point in points if is_free(screen, element, point)), points[0])


def is_free(screen: Shown, element: Element, point: Point) -> bool:
    """Whether nothing in front of the element takes a touch on that point.

    In front is what comes later in document order, takes touches and does not stand in the element: a floating button
    over a list, a sheet over a page.
    """
    return not in_front(screen, element, point)


def in_front(screen: Shown, element: Element, point: Point) -> tuple[Element, ...]:
    """What takes a touch on that point in place of the element."""
    return tuple(other for other in screen.elements if other.box.contains(point) and _in_front(screen, element, other))


def taker(screen: Shown, element: Element, point: Point) -> Element:
    """The control within the element that takes a touch on that point; the element itself if none does.

    An element out of view has the controls within it out of view, and is looked at as if it were scrolled to.
    """
    seen = ("visible", "clipped", element.visibility)
    inside = (
        other
        for other in screen.elements
        if other.index > element.index
        and other.visibility in seen
        and other.affordances - {"scroll"}
        and other.box.contains(point)
        and _stands_in(screen, other, element)
    )
    return max(inside, key=lambda other: other.index, default=element)


def visible_part(screen: Screen, element: Element) -> Box:
    """The part of the element's box that is inside the viewport and its scrollers.

    The centre of a clipped element's whole box may be under something else.
    """
    box = element.box.intersection(Box(0, 0, screen.size.width, screen.size.height)) or element.box
    if element.visibility != "clipped":
        return box
    holder = element.parent
    while holder is not None and (ancestor := screen.element(holder)) is not None:
        if "scroll" in ancestor.affordances or ancestor.role == "listbox":
            box = box.intersection(ancestor.box) or box
        holder = ancestor.parent
    return box


def _in_front(screen: Shown, element: Element, other: Element) -> bool:
    if other.index <= element.index or other.visibility not in ("visible", "clipped"):
        return False
    if other.role != "dialog" and not other.affordances - {"scroll"}:
        return False
    return not _stands_in(screen, other, element)


def _stands_in(screen: Shown, other: Element, element: Element) -> bool:
    holder = other.parent
    while holder is not None and holder > element.index and (above := screen.element(holder)) is not None:
        holder = above.parent
    return holder == element.index
