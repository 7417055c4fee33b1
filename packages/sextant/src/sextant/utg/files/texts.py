"""A few texts by which the last screen of a route is known under another name: those that are its own. Pure."""

from collections.abc import Iterable

from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.utg.faces import face_of

__all__ = ["own_texts", "still_there"]

_MOST = 6
_LEAST_LETTERS = 4
_LONGEST = 80
_GIVEN = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider", "timer", "marquee"})
"""Roles whose text is what somebody has entered, or ticks."""


def own_texts(screen: Screen, others: Iterable[Screen]) -> tuple[str, ...]:
    """Texts that stand on a screen and on none of the others, headings first: at most six.

    Left out: its names, what holds a number or an address, what somebody has entered. What is on the others at the
    same address is left in: it is that screen once more.
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
    """Whether a screen shows at least half of the texts that were recorded; never where none were."""
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
