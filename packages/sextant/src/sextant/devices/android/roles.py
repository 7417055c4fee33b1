"""ARIA roles of Android's views, by the names of their classes and by the ids of its own toolbars and dialogs."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sextant.devices.android.views import View

__all__ = ["DRAWN", "FORM_ROLES", "LISTS", "TITLE_ID", "is_field", "is_title", "role_of", "role_of_class"]

# structural: the ends of Android's class names
_ROLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "edittext": "textbox",
        "autocompletetextview": "textbox",
        "radiobutton": "radio",
        "togglebutton": "button",
        "imagebutton": "button",
        "checkbox": "checkbox",
        "checkedtextview": "checkbox",
        "compoundbutton": "checkbox",
        "button": "button",
        "switch": "switch",
        "switchcompat": "switch",
        "switchmaterial": "switch",
        "seekbar": "slider",
        "ratingbar": "slider",
        "spinner": "combobox",
        "progressbar": "progressbar",
        "imageview": "image",
        "image": "image",
        "textview": "text",
        "webview": "document",
        "surfaceview": "canvas",
        "textureview": "canvas",
        "videoview": "video",
        "tab": "tab",
        "tabview": "tab",
        "listview": "list",
        "recyclerview": "list",
        "gridview": "grid",
        "dialog": "dialog",
        "radiogroup": "radiogroup",
    }
)
_LONGEST_FIRST: Final = sorted(_ROLES, key=len, reverse=True)
FORM_ROLES: Final = frozenset({"checkbox", "combobox", "radio", "slider", "switch", "textbox"})
"""Roles whose name often stands beside them in a view of its own."""
DRAWN: Final = frozenset({"canvas", "document", "video"})
"""Roles of views that may draw more than they describe."""
LISTS: Final = ("ListView", "GridView")
"""Ends of the classes whose children take touches without saying so (`AdapterView`)."""
# structural: parts of the resource ids of Android's own toolbars and dialogs
TITLE_ID: Final = re.compile(
    r"(?:toolbar|action_?bar|collapsing|alert)\w*title|title\w*(?:toolbar|action_?bar)", re.IGNORECASE
)
"""A resource id of the title of a screen or a dialog."""


def role_of(view: View) -> str:
    """The role of a view by its class; empty for a layout or an unknown class."""
    return role_of_class(view.kind)


def role_of_class(name: str) -> str:
    """The role of a class of views: `android.widget.ImageButton` is a button; empty for a layout or an unknown one."""
    plain = name.casefold()
    return next((_ROLES[end] for end in _LONGEST_FIRST if plain.endswith(end)), "")


def is_field(view: View) -> bool:
    """Whether text can be typed into it."""
    return role_of(view) == "textbox"


def is_title(view: View) -> bool:
    """Whether it is a heading, or the title of a toolbar or a dialog."""
    return "heading" in view.flags or bool(TITLE_ID.search(view.resource_id))
