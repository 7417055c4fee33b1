"""The number that a text consists of, and which entry of a list a text means. Pure functions."""

import math
import re
from collections.abc import Sequence
from typing import Final

from sextant.text.normal_form import folded

__all__ = ["absent_entry", "entry_meant", "is_number", "number_of", "other_entry"]

_NUMBER: Final = re.compile(r"([-+\u2212]?)\s*(\d[\d\s]*(?:[.,]\d{3})*(?:[.,]\d+)?)(\D{0,8})")
"""A number with its unit."""
_PLAIN: Final = re.compile(r"\d+|(?:0+|\d{4,})[.,]\d+|\d+[.,](?!\d{3}$)\d+")
"""Digits whose separator, if any, can only be that of a fraction: `1,234` may be either number."""
_GOES_ON: Final = re.compile(r"[.,]?\d")
"""How a number goes on after one of its digits."""
_LISTED: Final = 12
"""Most entries that a refusal names."""


def is_number(text: str) -> bool:
    """Whether a text consists of one number and its unit, also if it is unclear which number."""
    return _NUMBER.fullmatch(text.strip()) is not None


def number_of(text: str) -> float | None:
    """The number that a text consists of, besides a unit.

    None if it has others, may be read as two numbers, or is too large for a float.
    """
    found = _NUMBER.fullmatch(text.strip())
    digits = "" if found is None else "".join(found[2].split())
    if found is None or _PLAIN.fullmatch(digits) is None:
        return None
    number = float(digits.replace(",", "."))
    if math.isinf(number):
        return None
    return -number if found[1] in ("-", "\u2212") else number


def entry_meant(names: Sequence[str], text: str, values: Sequence[str] = ()) -> int | None:
    """The place of the entry that a text means; None if there is none, or more than one may be meant.

    It is the entry with this name (of equal names the first), else the only one with this value, else the only one with
    the same number, else the only one that begins with the text.
    """
    wanted = folded(text)
    if not wanted:
        return None
    same = [place for place, name in enumerate(names) if folded(name) == wanted]
    valued = [place for place, value in enumerate(values) if folded(value) == wanted]
    equal = [place for place, name in enumerate(names) if _same_number(name, text)]
    begun = [place for place, name in enumerate(names) if _begins(folded(name), wanted)]
    return next((found[0] for found in (same[:1], valued[:1], equal, begun) if len(found) == 1), None)


def _same_number(name: str, text: str) -> bool:
    """Whether two texts are the same number, and do not have different units."""
    units = {folded(found[3]) for one in (name, text) if (found := _NUMBER.fullmatch(one.strip()))} - {""}
    number = number_of(text)
    return number is not None and number_of(name) == number and len(units) < 2


def _begins(name: str, wanted: str) -> bool:
    """Whether a name begins with a text, whose last number does not go on in the name."""
    number_goes_on = wanted[-1].isdecimal() and _GOES_ON.match(name[len(wanted) :])
    return name.startswith(wanted) and not number_goes_on


def absent_entry(known: Sequence[str]) -> str:
    """The note for a text that means no entry: which ones there are."""
    return f"there is no such option; there are: {', '.join(known[:_LISTED]) or 'none'}"


def other_entry(label: str, text: str) -> str:
    """The note for an entry that was chosen and is named otherwise than asked; empty but for leading zeros."""
    shown, wanted = folded(label), folded(text)
    return "" if shown.lstrip("0") == wanted.lstrip("0") else f"the list shows {label!r}"
