"""Whether a touch meets the element that it is for, on what is shown at the moment of touching. Pure functions.

Devices that know what they show at any moment use `meet`; a page is asked itself.
"""

from dataclasses import replace

from sextant.elements.refs import Shown, resolve
from sextant.elements.sight import is_free
from sextant.types.actions import Gesture, Hold, Meant, Tap, TypeText
from sextant.types.devices import Untouched
from sextant.types.geometry import Box, Point

__all__ = ["followed", "meant_by", "meet", "put_on", "unmeant"]


def meant_by(gesture: Gesture) -> Meant | None:
    """What a gesture is for, where it is a touch and says so."""
    return gesture.meant if isinstance(gesture, Tap | Hold | TypeText) else None


def unmeant(gesture: Gesture) -> Gesture:
    """The gesture without a target: it goes to its point without a check."""
    return replace(gesture, meant=None) if isinstance(gesture, Tap | Hold | TypeText) else gesture


def put_on(gesture: Gesture, point: Point, box: Box) -> Gesture:
    """The same touch at another point, with its target in that box; other gestures are unchanged."""
    if not isinstance(gesture, Tap | Hold | TypeText):
        return gesture
    return replace(gesture, point=point, meant=None if gesture.meant is None else replace(gesture.meant, box=box))


def followed(point: Point, was: Box, now: Box) -> Point:
    """The point with the same relative position in the present box as the given one in the old box."""
    across = (point.x - was.x) / was.width if was.width else 0.5
    down = (point.y - was.y) / was.height if was.height else 0.5
    return now.at(across, down)


def meet(seen: Shown, gesture: Gesture) -> Gesture | Untouched:
    """The gesture where what it is for stands by now; why nothing is touched where that is gone or not free.

    A gesture that does not say what it is for stays as it is. No other point of the element is tried: it may mean
    something else.
    """
    meant = meant_by(gesture)
    if meant is None or not isinstance(gesture, Tap | Hold | TypeText) or gesture.point is None:
        return gesture
    element = resolve(seen, meant.element)
    if element is None or element.visibility == "offscreen":
        return "absent"
    if element.visibility == "covered":
        return "covered"
    point = followed(gesture.point, meant.box, element.box)
    return put_on(gesture, point, element.box) if is_free(seen, element, point) else "covered"
