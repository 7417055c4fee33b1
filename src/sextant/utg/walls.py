"""What stands at an address in place of its page: an error, a login. And the address that a screen's label holds."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from sextant.types.screens import Screen
from sextant.utg.errors_met import labelled_error
from sextant.utg.faces import face_of
from sextant.utg.graph import Node
from sextant.utg.words import tokens

__all__ = ["Wall", "overlaid", "page_of", "wall_of", "wall_on"]

Wall = Literal["", "an error page", "a login page"]

_OVERLAY = re.compile(r" · (?:dialog|menu|modal|step)\b")
_FIELDS = 2
"""A page with a password and more fields than that is a form of its own, such as an account's."""


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
    if screen.condition != "ok" or labelled_error(screen.key):
        return "an error page"
    fields = [one for one in screen.elements if one.role in ("textbox", "searchbox")]
    secret = any("password" in one.states for one in screen.elements)
    face = face_of(screen)
    return _login((face.title, *face.heads), len(fields), secret)


def wall_of(node: Node) -> Wall:
    """What stands on a screen of a map in place of its page."""
    if node.dead or (node.origin == "observed" and labelled_error(node.key)):
        return "an error page"
    fields = [one.element.name for one in node.exits if one.element.role in ("textbox", "searchbox")]
    return _login((node.face.title, *node.face.heads), len(fields), _secret(fields))


def _login(names: Iterable[str], fields: int, secret: bool) -> Wall:
    named = any("login" in tokens(name) for name in names)
    return "a login page" if secret and (named or fields <= _FIELDS) else ""


def _secret(names: Sequence[str]) -> bool:
    return any(word.startswith("passw") for name in names for word in tokens(name))
