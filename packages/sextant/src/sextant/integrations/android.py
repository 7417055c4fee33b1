"""Maps activities to words, and points to elements."""

import re

from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen

__all__ = ["activity_in_words", "element_at"]


def activity_in_words(activity: str) -> str:
    """The name of an activity without package and suffix: `org.toy/.ui.PrivacyPolicyActivity` is Privacy Policy."""
    name = re.split(r"[./]", activity.strip())[-1].removesuffix("Activity")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)


def element_at(screen: Screen, point: Point) -> Element | None:
    """The smallest element under a point."""
    under = [
        one
        for one in screen.elements
        if one.box.x <= point.x < one.box.right and one.box.y <= point.y < one.box.bottom and one.box.area > 0
    ]
    return min(under, key=lambda one: (one.box.area, -one.index), default=None)
