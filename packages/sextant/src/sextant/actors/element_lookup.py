"""Finds the element of a saved hop, also under a new label, and the app's own search field."""

from collections.abc import Sequence

from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.elements.refs import resolve
from sextant.text.overlap import Rarity, grams
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.exits import relative
from sextant.utg.files.likeness import unnumbered
from sextant.utg.files.saved import SavedHop, Stop

_RELATED = 0.4
"""Share of common letters from which on two texts may name the same thing."""


@dataclass(frozen=True, slots=True)
class FoundElement:
    """The element of a hop, or None.

    Attributes:
        changed: What has changed about it, in words; empty where nothing has.
        doubt: A deviation to be reported if it does not lead to the expected screen.
    """

    element: Element | None = None
    changed: str = ""
    doubt: str = ""


def find(screen: Screen, hop: SavedHop) -> FoundElement:
    """Find a hop's element: by its reference, else by a label that differs in numbers only, else by its address."""
    ref = hop.element
    if ref is None:
        return FoundElement()
    found = resolve(screen, ref)
    if found is not None:
        same = unnumbered(found.label) == unnumbered(ref.name)
        return FoundElement(found, "" if same else f"{_now(ref, found)} (found by its test id)")
    found = _only(_numbered_otherwise(screen, ref))
    if found is not None:  # a counter, or a similar element: the next screen decides
        return FoundElement(found, doubt=_now(ref, found))
    found = _only(_leading_to(screen, hop.lands))
    return FoundElement(found, "" if found is None else f"{_now(ref, found)} (found by its address)")


def _now(ref: ElementRef, found: Element) -> str:
    return f"{ref.role} {ref.name!r} is called {found.label!r} now"


def called(stop: Stop) -> str:
    """A stop in words: its name and its address."""
    return (
        f"{stop.name!r} ({readable(stop.address)})" if stop.address and stop.address != stop.name else repr(stop.name)
    )


def ticks(text: str) -> bool:
    """Whether a text contains a digit, so that it may change."""
    return any(letter.isdigit() for letter in text)


def _only(found: Sequence[Element]) -> Element | None:
    return found[0] if len(found) == 1 else None


def _numbered_otherwise(screen: Screen, ref: ElementRef) -> list[Element]:
    """Elements whose label differs only in its numbers, and contains letters."""
    wanted = unnumbered(ref.name)
    if not any(letter.isalpha() for letter in wanted):
        return []
    return [one for one in screen.elements if one.role == ref.role and unnumbered(one.label) == wanted]


def _leading_to(screen: Screen, stop: Stop) -> list[Element]:
    """Links to the address of the stop."""
    if not stop.address or stop.app:
        return []
    links = [one for one in screen.elements if one.href and one.interactable]
    return [one for one in links if relative(one.href, screen.location, screen.app) == stop.address]


def akin(old: Stop, new: Stop, start: Stop | None) -> bool:
    """Whether two names of one screen are related."""
    if not (old.head or old.title):
        return True  # it had no name that could have changed
    return related(old.head or old.title, new.head or new.title, start)


def related(one: str, other: str, start: Stop | None) -> bool:
    """Whether one text shares a good part of the other's letters, those of the start's title left out."""
    usual = grams(start.title) if start is not None else frozenset[str]()
    grams_of_one, grams_of_other = grams(one) - usual, grams(other) - usual
    share = Rarity().share
    return max(share(grams_of_one, grams_of_other), share(grams_of_other, grams_of_one)) >= _RELATED


def shown(screen: Screen, most: int = 6) -> str:
    """The elements that can be touched on a screen, in words."""
    labels = [one.label for one in screen.elements if one.interactable and one.label and one.visibility == "visible"]
    named = list(dict.fromkeys(" ".join(label.split())[:40] for label in labels))
    if not named:
        return "nothing on it can be touched"
    more = f" and {len(named) - most} more" if len(named) > most else ""
    return f"it shows {', '.join(map(repr, named[:most]))}{more}"


def search_field(screen: Screen) -> Element | None:
    """The app's own search field, if it is in view: by its type, role or landmark."""
    for one in screen.elements:
        if "type" not in one.affordances or one.visibility not in ("visible", "clipped"):
            continue
        if one.input_type == "search" or one.role == "searchbox" or one.landmark.partition(":")[0] == "search":
            return one
    return None
