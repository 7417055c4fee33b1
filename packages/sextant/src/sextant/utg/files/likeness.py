"""Classifies how a screen matches one of a saved route: the same, renamed, or another. Pure."""

import re
from collections.abc import Sequence
from typing import Literal

from sextant.elements.refs import collapse
from sextant.utg.files.saved import Stop
from sextant.utg.names import page_of

__all__ = ["Likeness", "likeness", "same_place", "taken_for", "unnumbered"]

Likeness = Literal["same", "alike", "renamed", "other"]
"""In this order: equal shapes; another shape with equal names; the same address with other names; another screen."""

_NUMBERS = re.compile(r"[(\[]\s*\d[\d.,\s]*\+?\s*[)\]]|\d+")
_HOLE = "{}"
"""The placeholder in a screen's label for what differs between its instances."""


def likeness(stop: Stop, seen: Stop, route: Sequence[Stop]) -> Likeness:
    """Classify how a seen screen matches the recorded one.

    With another shape, but the same address and names, it is the same: a landmark or an open menu makes no other
    screen, and shapes may differ between versions of Sextant.

    With other names it is renamed, if no other stop of the route has its address or those names.

    Equal names do not count if another stop shares them, if there is only a title, which the start shares, or if the
    addresses differ in the query only: those are two views.
    """
    if stop.app != seen.app:
        return "other"
    if stop.screen == seen.screen:
        return "same"
    if _names(stop) != _names(seen) or not (stop.head or stop.title):
        return "renamed" if _took_its_place(stop, seen, route) else "other"
    if stop.address != seen.address and stop.address.partition("?")[0] == seen.address.partition("?")[0]:
        return "other"
    if any(_names(other) == _names(stop) for other in route if other.screen != stop.screen):
        return "other"
    if stop.label and (_without_menu(stop.label), stop.address) == (_without_menu(seen.label), seen.address):
        return "same"
    common = bool(route) and not stop.head and unnumbered(route[0].title) == unnumbered(stop.title)
    return "other" if common else "alike"


def taken_for(stop: Stop, seen: Stop, route: Sequence[Stop]) -> Stop | None:
    """The other stop of a route whose names a screen at a stop's place has: it is no new name of the stop."""
    others = (other for other in route if other.screen != stop.screen and (other.head or other.title))
    return next((one for one in others if _names(one)[:2] == _names(seen)[:2]), None)


def same_place(stop: Stop, other: Stop) -> bool:
    """Whether two screens have one address, whatever their shapes."""
    if stop.app != other.app:
        return False
    page = page_of(stop.label)
    if page and page == page_of(other.label) and _HOLE in page:
        return stop.binding == other.binding
    return bool(stop.address) and stop.address == other.address


def _took_its_place(stop: Stop, seen: Stop, route: Sequence[Stop]) -> bool:
    """Whether a screen has a stop's address alone, and a name that no other stop has."""
    if not (stop.head or stop.title) or not (seen.head or seen.title) or _names(stop)[:2] == _names(seen)[:2]:
        return False
    shared = any(same_place(stop, other) for other in route if other.screen != stop.screen)
    return same_place(stop, seen) and not shared and taken_for(stop, seen, route) is None


def _without_menu(label: str) -> str:
    return re.sub(r" · menu [^·]*", "", label).strip()


def _names(stop: Stop) -> tuple[str, str, frozenset[str]]:
    return unnumbered(stop.title), unnumbered(stop.head), frozenset(map(unnumbered, stop.selected))


def unnumbered(text: str) -> str:
    """A text without its numbers: `Inbox`, `Inbox (3)` and `Inbox (4)` are equal."""
    return collapse(_NUMBERS.sub(" ", text))
