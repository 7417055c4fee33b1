"""Overlap of two texts in any script, by character trigrams weighted by rarity."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from sextant.text.normal_form import folded

__all__ = ["Rarity", "grams", "words_of"]

_WORD = re.compile(r"\w+")
_SHORT = 4
"""A word of at most this length, edges included, also counts as a whole."""
_LONG = 6
"""Letters from which on a word counts in full: in every language the commonest words are short (Zipf)."""
_LEAST = 0.3
"""Least weight of a trigram that occurs everywhere."""


@lru_cache(maxsize=65536)
def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a text, in order."""
    return tuple(_WORD.findall(folded(text)))


@lru_cache(maxsize=65536)
def grams(text: str) -> Mapping[str, float]:
    """Return the character trigrams of a text's words; word edges count as characters.

    Each has the weight, 0-1, of the weightiest word that contains it: by its length; a number counts in full.
    """
    found: dict[str, float] = {}
    for word in words_of(text):
        edged = f" {word} "
        parts = [edged] if len(edged) <= _SHORT else []
        parts += [edged[at : at + 3] for at in range(len(edged) - 2)]
        weight = 1.0 if any(map(str.isdigit, word)) else min(1.0, len(word) / _LONG)
        found |= {part: max(weight, found.get(part, 0.0)) for part in parts}
    return found


class Rarity:
    """Weighs trigrams by inverse document frequency and by the length of their words.

    Args:
        documents: The texts of each document; without any, all trigrams are equally rare.
    """

    def __init__(self, documents: Iterable[Iterable[str]] = ()) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for texts in documents:
            self._documents += 1
            self._holding.update({gram for text in texts for gram in grams(text)})

    def share(self, part: Mapping[str, float], whole: Collection[str]) -> float:
        """Return the weighted share of a text's trigrams in another's, 0-1; 0 for an empty text."""
        weights = {gram: self._weight(gram, weight) for gram, weight in part.items()}
        total = sum(weights.values())
        return sum(weight for gram, weight in weights.items() if gram in whole) / total if total else 0.0

    def known(self, part: Mapping[str, float], other: Collection[str] = ()) -> Mapping[str, float]:
        """Return those of a text's trigrams that occur in a document, or among others."""
        return {gram: weight for gram, weight in part.items() if gram in self._holding or gram in other}

    def _weight(self, gram: str, weight: float) -> float:
        return weight * (math.log((self._documents + 1) / (self._holding[gram] + 0.5)) + _LEAST)
