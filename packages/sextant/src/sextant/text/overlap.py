"""How much of one text stands in another, in any script: by groups of three letters, rare ones counting more."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Set
from functools import lru_cache

from sextant.text.normal_form import folded

__all__ = ["Rarity", "grams", "words_of"]

_WORD = re.compile(r"\w+")
_SHORT = 4
"""A word of so many signs, its two edges among them, counts as a whole besides."""
_LEAST = 0.3
"""What a group that stands everywhere still counts."""


@lru_cache(maxsize=65536)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, folded, in their order."""
    return tuple(_WORD.findall(folded(text)))


@lru_cache(maxsize=65536)
def grams(text: str) -> frozenset[str]:
    """The groups of three signs in the words of a text, the edges of words being signs too."""
    found: set[str] = set()
    for word in words_of(text):
        edged = f" {word} "
        if len(edged) <= _SHORT:
            found.add(edged)
        found.update(edged[at : at + 3] for at in range(len(edged) - 2))
    return frozenset(found)


class Rarity:
    """How much a group of letters tells, by how few of some documents hold it.

    Args:
        documents: The texts of one document each; none says nothing, and all groups count alike.
    """

    def __init__(self, documents: Iterable[Iterable[str]] = ()) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for texts in documents:
            self._documents += 1
            self._holding.update({gram for text in texts for gram in grams(text)})

    def share(self, part: Set[str], whole: Set[str]) -> float:
        """Which share of a text's groups stands in another's, 0-1; 0 for an empty text."""
        total = self._weight(part)
        return self._weight(part & whole) / total if total else 0.0

    def known(self, part: Set[str]) -> Set[str]:
        """Those of a text's groups that some document holds."""
        return part & self._holding.keys()

    def _weight(self, found: Iterable[str]) -> float:
        return sum(math.log((self._documents + 1) / (self._holding[one] + 0.5)) + _LEAST for one in found)
