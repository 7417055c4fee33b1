"""ARIA roles of Android views, by class name, and by the resource ids of Android's own toolbars and dialogs."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sextant.devices.android.views import View

__all__ = ["DRAWN", "FORM_ROLES", "LISTS", "TITLE_ID", "is_field", "is_title", "role_of", "role_of_class"]

# structural: suffixes of Android's class names
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
"""Roles whose label is often in a separate view beside them."""
DRAWN: Final = frozenset({"canvas", "document", "video"})
"""Roles of views that may draw content which the tree does not describe."""
LISTS: Final = ("ListView", "GridView")
"""Suffixes of class names (`AdapterView`) whose children receive touches without being marked clickable."""
# structural: parts of the resource ids of Android's own toolbars and dialogs
TITLE_ID: Final = re.compile(
    r"(?:toolbar|action_?bar|collapsing|alert)\w*title|title\w*(?:toolbar|action_?bar)", re.IGNORECASE
)
"""Resource ids of titles of screens and dialogs."""


def role_of(view: View) -> str:
    """The role of a view, by its class; empty for a layout or an unknown class."""
    return role_of_class(view.kind)


def role_of_class(name: str) -> str:
    """The role of a class, such as `button` for `android.widget.ImageButton`; empty for layouts and unknown classes."""
    plain = name.casefold()
    return next((_ROLES[end] for end in _LONGEST_FIRST if plain.endswith(end)), "")


def is_field(view: View) -> bool:
    """Whether it is a text field."""
    return role_of(view) == "textbox"


def is_title(view: View) -> bool:
    """Whether it is a heading, or the title of a toolbar or a dialog."""
    return "heading" in view.flags or bool(TITLE_ID.search(view.resource_id))
