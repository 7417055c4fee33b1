"""What a touch reaches: the element that is meant, and whatever else lies under the finger."""

from sextant.types.actions import ByIndex, ByPoint, ByRelative, Drag, Scroll, Swipe, Target
from sextant.types.geometry import NORMALISED, Point
from sextant.types.screens import Element, Screen
from sextant.types.sight import free_point

__all__ = ["element_at", "neighbours", "point_of", "reached", "started_on"]

_NEAR = 3.0
"""Pixels by which a point may miss what it touches: a finger is no needle, and boxes are rounded."""
_SWIPE_SHARE = 0.35
"""Share of the viewport's width or height between its middle and where a swipe over all of it starts."""


def element_at(target: Target, screen: Screen) -> Element | None:
    """The element a target means on its screen: by index, or the innermost interactable one under the point."""
    if not isinstance(target, ByPoint):
        return screen.element(target.index)
    point = point_of(target, screen)
    under = _under(point, screen) or _under(point, screen, _NEAR)
    return min(under, key=lambda element: element.box.area, default=None)


def point_of(target: Target, screen: Screen) -> Point:
    """Where the finger is put down, in pixels."""
    match target:
        case ByPoint():
            return Point(target.x / NORMALISED * screen.size.width, target.y / NORMALISED * screen.size.height)
        case ByRelative() if (element := screen.element(target.index)) is not None:
            return element.box.at(target.x, target.y)
        case ByIndex() if (element := screen.element(target.index)) is not None:
            return free_point(screen, element)
        case _:
            return Point(-1.0, -1.0)


def reached(target: Target, screen: Screen) -> tuple[Element, ...]:
    """Every element that might take the touch: the one that is meant, and those in front of it at that point."""
    meant = element_at(target, screen)
    under = _under(point_of(target, screen), screen)
    if isinstance(target, ByPoint):
        innermost = () if meant is None or meant in under else (meant,)
        return (*(element for element in under if not _holds_another(element, under)), *innermost)
    if meant is None:
        return ()
    return (meant, *(element for element in under if element.index > meant.index))


def started_on(action: Drag | Swipe | Scroll, screen: Screen) -> tuple[Element, ...]:
    """What lies under the finger where it begins to be drawn, whether or not it can be tapped."""
    target = action.start if isinstance(action, Drag) else action.target
    if target is not None:
        point = point_of(target, screen)
    elif isinstance(action, Scroll):
        return ()
    else:
        assert isinstance(action, Swipe)
        size = screen.size
        dx, dy = {"left": (1, 0), "right": (-1, 0), "up": (0, 1), "down": (0, -1)}[action.direction]
        point = Point(size.width * (0.5 + dx * _SWIPE_SHARE), size.height * (0.5 + dy * _SWIPE_SHARE))
    meant = None if target is None or isinstance(target, ByPoint) else screen.element(target.index)
    there = [element for element in screen.elements if element.box.contains(point)]
    return tuple(there) if meant is None else (meant, *there)


def neighbours(element: Element, screen: Screen) -> tuple[Element, ...]:
    """The elements of the same region and frame."""
    return tuple(
        other for other in screen.elements if (other.landmark, other.frame) == (element.landmark, element.frame)
    )


def _under(point: Point, screen: Screen, near: float = 0.0) -> list[Element]:
    return [
        element
        for element in screen.elements
        if element.affordances and element.visibility in ("visible", "clipped") and _contains(element, point, near)
    ]


def _contains(element: Element, point: Point, near: float) -> bool:
    box = element.box
    return box.x - near <= point.x <= box.right + near and box.y - near <= point.y <= box.bottom + near


def _holds_another(element: Element, under: list[Element]) -> bool:
    """Whether another element under the point stands in this one, and so takes the touch."""
    return any(other.parent == element.index for other in under)
