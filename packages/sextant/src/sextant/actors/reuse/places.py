"""The place of a value on a screen, so that a later value is read from the same place."""

from itertools import pairwise
from typing import Literal

from sextant.actors.reuse.substitution import Substitution, occurs
from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.types.screens import Element, Screen

__all__ = ["ValuePlace", "places_of", "saying", "value_now"]

_LETTERS = 2
_LONGEST = 120
_MOST = 8
_SEEN = ("visible", "clipped")


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """One description of the place of a value.

    `test_id`: in the element of that test id. `field`: in the field of that label. `after`: right after a text.
    `within`: in a text, between the words `label` and `suffix`.
    """

    kind: Literal["test_id", "field", "after", "within"]
    role: str
    label: str
    suffix: str = ""


def saying(screen: Screen, text: str) -> tuple[Element, ...]:
    """The visible elements that contain the text as whole words."""
    seen = (element for element in screen.elements if element.visibility in _SEEN)
    return tuple(one for one in seen if any(occurs(text, told) for told in (one.text, one.name, one.value)))


def places_of(screen: Screen, value: str) -> tuple[ValuePlace, ...]:
    """Every description of the place of this value that finds only this value."""
    ways = [place for element in saying(screen, value) for place in _ways(screen, element, value)]
    short = [place for place in dict.fromkeys(ways) if len(place.label) <= _LONGEST]
    return tuple(place for place in short if _read(screen, place) == _plain(value))[:_MOST]


def value_now(
    screen: Screen, first: tuple[ValuePlace, ...], second: tuple[ValuePlace, ...], varied: Substitution
) -> str | None:
    """The present value at the place of two earlier ones; None if none or several are found."""
    values: set[str] = set()
    for one in first:
        for two in second:
            if (one.kind, one.role, collapse(one.suffix)) != (two.kind, two.role, collapse(two.suffix)):
                continue
            label = varied.substituted(one.label, two.label)
            if label is not None:
                values.add(_read(screen, ValuePlace(one.kind, one.role, label, one.suffix)) or "")
    return next(iter(values)) or None if len(values) == 1 else None


def _ways(screen: Screen, element: Element, value: str) -> list[ValuePlace]:
    found: list[ValuePlace] = []
    if element.test_id:
        found.append(ValuePlace("test_id", element.role, element.test_id))
    label = element.name or element.hint
    if element.value and label and _plain(label) != _plain(value):
        found.append(ValuePlace("field", element.role, label))
    previous = next((one for one, two in pairwise(screen.elements) if two is element), None)
    if previous is not None and _tells(previous.label) and _plain(_text_of(element)) == _plain(value):
        found.append(ValuePlace("after", element.role, previous.label))
    text = _plain(_text_of(element))
    at = text.find(_plain(value))
    if at >= 0 and text != _plain(value):
        prefix, suffix = text[:at], text[at + len(_plain(value)) :]
        if _tells(prefix + suffix) and text.count(_plain(value)) == 1:
            found.append(ValuePlace("within", element.role, prefix, suffix))
    return found


def _read(screen: Screen, place: ValuePlace) -> str | None:
    """The value at this place; None if there is none, or there are several."""
    match place.kind:
        case "test_id":
            found = [_text_of(one) for one in screen.elements if one.test_id == place.label]
        case "field":
            fields = [one for one in screen.elements if one.role == place.role and one.value]
            found = [one.value for one in fields if collapse(one.name or one.hint) == collapse(place.label)]
        case "after":
            pairs = [
                (one, two) for one, two in pairwise(screen.elements) if collapse(one.label) == collapse(place.label)
            ]
            found = [_text_of(two) for _, two in pairs if two.role == place.role]
        case "within":
            texts = [_plain(_text_of(one)) for one in screen.elements if one.role == place.role]
            found = [middle for text in texts if (middle := _between(text, place))]
    return _plain(found[0]) if len(found) == 1 else None


def _between(text: str, place: ValuePlace) -> str:
    low, before, after = text.casefold(), place.label.casefold(), place.suffix.casefold()
    if len(low) != len(text) or not (low.startswith(before) and low.endswith(after)):
        return ""
    return text[len(before) : len(text) - len(after)].strip() if len(low) > len(before) + len(after) else ""


def _text_of(element: Element) -> str:
    return element.value or element.text or element.name


def _plain(text: str) -> str:
    return " ".join(text.split())


def _tells(text: str) -> bool:
    return sum(letter.isalpha() for letter in text) >= _LETTERS
