"""Maps Android view classes to roles, resource ids to titles, activities to words, and points to elements."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen

__all__ = ["TITLE_ID", "activity_in_words", "element_at", "role_of"]

_ROLES: Mapping[str, str] = MappingProxyType(
    {
        "button": "button",
        "edittext": "textbox",
        "textview": "text",
        "checkbox": "checkbox",
        "switch": "switch",
        "radiobutton": "radio",
        "imageview": "image",
        "seekbar": "slider",
        "spinner": "combobox",
        "webview": "document",
    }
)
# structural: parts of the resource ids of Android's own toolbars and dialogs
TITLE_ID = re.compile(
    r"(?:toolbar|action_?bar|collapsing|alert)\w*title|title\w*(?:toolbar|action_?bar)", re.IGNORECASE
)
"""A resource id of the title of a screen or a dialog."""


def role_of(class_name: str) -> str:
    """The role of a view by its class: `android.widget.ImageButton` is a button."""
    plain = class_name.casefold()
    return next((role for word, role in _ROLES.items() if plain.endswith(word)), "group")


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
