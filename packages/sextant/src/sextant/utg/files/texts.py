"""Picks the texts by which the last screen of a route is recognised under another name. Pure."""

from collections.abc import Iterable

from sextant.elements.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.utg.faces import face_of

__all__ = ["own_texts", "still_there"]

_MOST = 6
_LEAST_LETTERS = 4
_LONGEST = 80
_GIVEN = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "timer", "marquee"})
"""Roles whose text was entered, or changes by itself."""


def own_texts(screen: Screen, others: Iterable[Screen]) -> tuple[str, ...]:
    """At most six texts of a screen that the others do not have, headings first.

    Left out: its names, texts with a digit or an @, and entered texts. Others at the same address are the same screen,
    and are ignored.
    """
    face = face_of(screen)
    known = {collapse(text) for text in (face.title, *face.heads)}
    for other in others:
        if other.location != screen.location:
            known |= _folded(other)
    found = sorted(screen.elements, key=lambda one: one.role != "heading")
    texts = dict.fromkeys(_shown(one) for one in found if _tells(one))
    return tuple(text for text in texts if collapse(text) not in known)[:_MOST]


def still_there(texts: tuple[str, ...], screen: Screen) -> bool:
    """Whether a screen shows at least half of the recorded texts; False where none were recorded."""
    shown = _folded(screen)
    return bool(texts) and 2 * sum(collapse(text) in shown for text in texts) >= len(texts)


def _tells(element: Element) -> bool:
    text = _shown(element)
    if element.role in _GIVEN or "password" in element.states or element.landmark == "navigation":
        return False
    plain = len(text) <= _LONGEST and not any(letter.isdigit() or letter == "@" for letter in text)
    return plain and sum(letter.isalpha() for letter in text) >= _LEAST_LETTERS


def _shown(element: Element) -> str:
    return " ".join((element.text or element.name).split())


def _folded(screen: Screen) -> set[str]:
    return {collapse(_shown(one)) for one in screen.elements}
