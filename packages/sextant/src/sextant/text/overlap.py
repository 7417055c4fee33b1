"""Overlap of two texts in any script: by character trigrams, or by words, weighted by rarity."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from functools import lru_cache

from sextant.text.normal_form import folded
from sextant.text.tokens import tokens

__all__ = ["Rarity", "Vocabulary", "alike", "grams", "words_of"]

_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_SHORT = 4
"""A word of at most this length, edges included, also counts as a whole."""
_LEAST = 0.3
"""Least weight of a trigram, or a word, that occurs everywhere."""
_BEGINNING, _ALIKE = 3, 0.6
"""Least letters, and least share of the longer word, that two forms of a word begin with."""
_LONG = 6
"""Letters from which on a word counts in full: the commonest words of a language with an alphabet are short."""


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

    def _weight(self, found: Iterable[str]) -> float:
        return sum(math.log((self._documents + 1) / (self._holding[one] + 0.5)) + _LEAST for one in found)


@lru_cache(maxsize=65536)
def alike(one: str, other: str) -> bool:
    """Whether two words are equal or, without digits, begin alike as forms of one word do in most languages."""
    if one == other:
        return True
    least = max(_BEGINNING, math.ceil(_ALIKE * max(len(one), len(other))))
    return one[:least] == other[:least] and min(len(one), len(other)) >= least and not _DIGIT.search(one + other)


class Vocabulary:
    """The words of an app, which tell how many of a goal's words a name has.

    Args:
        documents: The texts of each page.
    """

    def __init__(self, documents: Iterable[Iterable[str]] = ()) -> None:
        self._pages = 0
        self._counts: dict[str, int] = {}
        self._holding: defaultdict[str, dict[str, set[int]]] = defaultdict(dict)
        """By the beginning of a word and the word, the pages that have it."""
        for page, texts in enumerate(documents):
            self._pages = page + 1
            for word in {word for text in texts for word in tokens(text)}:
                self._holding[word[:_BEGINNING]].setdefault(word, set()).add(page)

    def shares(self, goal: str, *names: str) -> tuple[float, float]:
        """Return the weighted share of a goal's words that names have: of those that the app has, and of all; 0-1.

        The app has a word if a page or one of the names has it. Rare words count more, and so do long ones.
        """
        called = {word for name in names for word in tokens(name)}
        have = known = total = 0.0
        for word in dict.fromkeys(tokens(goal)):
            pages, named = self._count(word), any(alike(word, other) for other in called)
            weight = _length(word) * (math.log(max(1.0, (self._pages + 1) / (pages + 0.5))) + _LEAST)
            have += weight * named
            known += weight * (named or pages > 0)
            total += weight
        return (have / known, have / total) if have else (0.0, 0.0)

    def _count(self, word: str) -> int:
        """The number of pages that have a form of a word."""
        if word not in self._counts:
            forms = self._holding.get(word[:_BEGINNING], {}).items()
            self._counts[word] = len(set[int]().union(*(pages for form, pages in forms if alike(word, form))))
        return self._counts[word]


def _length(word: str) -> float:
    """The weight of a word by its length; 1 for a number, and in scripts without capitals, where it says little."""
    return min(1.0, len(word) / _LONG) ** 2 if word != word.upper() else 1.0
