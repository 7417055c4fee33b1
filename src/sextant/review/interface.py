"""What an element of an interface is for, told from its label, role and place: leading somewhere, doing a deed."""

import re
from functools import lru_cache

from sextant.review.lexicon import lexicon
from sextant.types.legible import legible
from sextant.types.refs import anchor_of, collapse
from sextant.types.screens import Element, Screen

__all__ = ["anchor", "deed_of", "is_navigation", "stands_for_deed"]

_ROLES = frozenset(
    {
        "tab",
        "menuitem",
        "menu",
        "searchbox",
        "textbox",
        "combobox",
        "spinbutton",
        "canvas",
        "scrollbar",
        "slider",
        "option",
    }
)
_PLACES = ("navigation", "banner", "search", "menubar", "toolbar")
_SWITCHES = frozenset({"switch", "checkbox", "radio", "menuitemcheckbox", "menuitemradio"})
_SHORT, _SHORT_JOINED = 4, 6
_JOINED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SIGNS = re.compile(r"^[\W\d_]+|[\W\d_]+$")

_CLOSING = ("close ", "dismiss ", "hide ", "关闭", "收起")


def is_navigation(element: Element, screen: Screen) -> bool:
    """Whether touching it only leads somewhere, closes what is in the way, or belongs to any task."""
    if element.role in _ROLES or screen.modal is not None:
        return True
    if element.landmark.startswith(_PLACES) and deed_of(element.label) is None and not stands_for_deed(element):
        return True
    if element.landmark.startswith(("dialog", "alertdialog")):
        return True  # what a dialog asks was decided when it was opened; the review of deeds reads its question
    bare = _bare(element.label)
    leads = lexicon().navigation
    return bare in leads or bare.startswith(_CLOSING) or all(word in leads for word in bare.split())


def stands_for_deed(element: Element) -> bool:
    """Whether touching it sets something, whatever it is called."""
    return element.role in _SWITCHES


@lru_cache(maxsize=4096)
def deed_of(label: str) -> tuple[str, tuple[str, ...]] | None:
    """The words with which a label says what it does, and all that come to the same; None where it names a thing."""
    plain = collapse(legible(label))
    for phrase, group in _starts():
        if plain == phrase or plain.startswith(phrase + " ") or (_JOINED.search(phrase) and plain.startswith(phrase)):
            return phrase, lexicon().deeds[group]
    last = next((pair for pair in _starts() if _ends(plain, pair[0])), None)  # German puts its verbs last
    return None if last is None else (last[0], lexicon().deeds[last[1]])


@lru_cache(maxsize=1)
def _starts() -> tuple[tuple[str, str], ...]:
    """Phrases of deeds with their groups, the longest first."""
    found = [(phrase, group) for group, phrases in lexicon().deeds.items() for phrase in phrases]
    return tuple(sorted(found, key=lambda one: -len(one[0])))


def _ends(label: str, phrase: str) -> bool:
    """Whether a short label ends with the phrase."""
    if _JOINED.search(phrase):
        return label.endswith(phrase) and len(label) <= _SHORT_JOINED
    return label.endswith(f" {phrase}") and len(label.split()) <= _SHORT


def anchor(element: Element, screen: Screen) -> str:
    """What a button among equal ones belongs to: the row that holds it, or the one before it."""
    holder = anchor_of(screen, element)
    if holder and holder != element.landmark:
        return holder
    before = [other for other in screen.elements if other.index < element.index and other.affordances and other.label]
    equal = collapse(element.label)
    return next((other.label for other in reversed(before) if collapse(other.label) != equal), "")


def _bare(label: str) -> str:
    return _SIGNS.sub("", collapse(legible(label)))
