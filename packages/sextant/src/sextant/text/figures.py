"""Numbers in a text, in one form whatever a locale writes between their digits."""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

from sextant.text.normal_form import folded

__all__ = ["figures_in", "figures_stand_in"]

_GROUPED = re.compile(r"(?<=\d)[\s.,'’٬](?=\d{3}(?!\d))")
_FIGURE = re.compile(r"\d+(?:[.,:٫]\d+)*")


def figures_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The numbers of a text, in two readings: a sign before three digits separates them, or only groups them."""
    plain = "".join(str(unicodedata.decimal(sign, sign)) for sign in folded(text))
    return frozenset(_read(plain)), frozenset(_read(_GROUPED.sub("", plain)))


def figures_stand_in(answer: str, *texts: str) -> bool:
    """Whether every number of an answer, in one of its readings, is a number of the texts."""
    cited = {figure for text in texts for reading in figures_in(text) for figure in reading}
    return any(reading <= cited for reading in figures_in(answer))


def _read(text: str) -> Iterator[str]:
    for found in _FIGURE.findall(text):
        figure = found.replace(",", ".").replace("٫", ".")
        plain = figure.count(".") < 2 and ":" not in figure
        yield str(Decimal(figure).normalize()) if plain else figure
