"""Overlap of two texts in any script, by character trigrams weighted by rarity."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Set
from functools import lru_cache

from sextant.text.normal_form import folded

__all__ = ["Rarity", "grams", "words_of"]

_WORD = re.compile(r"\w+")
_SHORT = 4
"""A word of at most this length, edges included, also counts as a whole."""
_LEAST = 0.3
"""Least weight of a trigram that occurs everywhere."""


@lru_cache(maxsize=65536)
def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a text, in order."""
    return tuple(_WORD.findall(folded(text)))


@lru_cache(maxsize=65536)
def grams(text: str) -> frozenset[str]:
    """Return the character trigrams of a text's words; word edges count as characters."""
    found: set[str] = set()
    for word in words_of(text):
        edged = f" {word} "
        if len(edged) <= _SHORT:
            found.add(edged)
        found.update(edged[at : at + 3] for at in range(len(edged) - 2))
    return frozenset(found)


class Rarity:
    """Weighs trigrams by inverse document frequency.

    Args:
        documents: The texts of each document; without any, all trigrams count alike.
    """

    def __init__(self, documents: Iterable[Iterable[str]] = ()) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for texts in documents:
            self._documents += 1
            self._holding.update({gram for text in texts for gram in grams(text)})

    def share(self, part: Set[str], whole: Set[str]) -> float:
        """Return the weighted share of a text's trigrams in another's, 0-1; 0 for an empty text."""
        total = self._weight(part)
        return self._weight(part & whole) / total if total else 0.0

    def known(self, part: Set[str]) -> Set[str]:
        """Return those of a text's trigrams that occur in a document."""
        return part & self._holding.keys()

    def _weight(self, found: Iterable[str]) -> float:
        return sum(math.log((self._documents + 1) / (self._holding[one] + 0.5)) + _LEAST for one in found)
