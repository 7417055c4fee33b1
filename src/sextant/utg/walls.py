"""What stands at an address in place of its page: an error, a login. And the address that a screen's label holds."""

import re
from collections.abc import Iterable
from typing import Literal

from sextant.types.screens import Screen
from sextant.utg.errors_met import fails, labelled_error
from sextant.utg.faces import face_of
from sextant.utg.graph import Node
from sextant.utg.words import kinship, tokens

__all__ = ["Wall", "asks_for_login", "names_login", "overlaid", "page_of", "wall_of", "wall_on"]

Wall = Literal["", "an error page", "a login page"]

_MEANS = 0.8
"""A word of that kinship with another means the same."""
_OVERLAY = re.compile(r" · (?:dialog|menu|modal|step)\b")


def page_of(label: str) -> str:
    """The address that a screen's label begins with, without heading, tab or what is open; empty where it has none."""
    if not label.startswith("/"):
        return ""
    page = label.partition(" · ")[0]
    return "/" if page == "/ {}" else page


def overlaid(label: str) -> bool:
    """Whether a label is that of a page with something over it: a menu, a dialog, a step."""
    return _OVERLAY.search(label) is not None


def wall_on(screen: Screen) -> Wall:
    """What stands on a screen in place of its page."""
    if screen.condition != "ok" or fails(screen) or labelled_error(screen.key):
        return "an error page"
    face = face_of(screen)
    secret = any("password" in one.states for one in screen.elements)
    return "a login page" if secret and names_login((face.title, *face.heads)) else ""


def wall_of(node: Node) -> Wall:
    """What stands on a screen of a map in place of its page."""
    if node.dead or (node.origin == "observed" and labelled_error(node.key)):
        return "an error page"
    fields = [one.element.name for one in node.exits if one.element.role in ("textbox", "searchbox")]
    secret = any(word.startswith("passw") for name in fields for word in tokens(name))
    return "a login page" if secret and names_login((node.face.title, *node.face.heads)) else ""


def names_login(names: Iterable[str]) -> bool:
    """Whether a page says by its names that it is a login; a password field alone may stand in the head of any page."""
    return any(kinship(word, "login") >= _MEANS for name in names for word in tokens(name))


def asks_for_login(screen: Screen) -> bool:
    """Whether a screen has a field for a password."""
    return any("password" in element.states for element in screen.elements)
