"""Vectors of words, kept between goals: a map's words are looked up once."""

import math
from collections.abc import Mapping, Sequence

from sextant.contracts import Embedder
from sextant.utg.selection.embedding import Vector, dot, unit

_MOST_WORDS = 50_000
_MOST_PAIRS = 500_000


class Vectors:
    """The vectors of an embedder, word by word, and how near they lie to each other. Thread-safe."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._words: dict[str, Vector] = {}
        self._pairs: dict[tuple[str, str], float] = {}

    def learn(self, words: Sequence[str]) -> None:
        """Looks up what is not known yet, in one call."""
        fresh = [word for word in dict.fromkeys(words) if word not in self._words]
        if not fresh:
            return
        found = {word: tuple(vector) for word, vector in zip(fresh, self._embedder.embed(fresh), strict=True)}
        if len(self._words) + len(found) > _MOST_WORDS:
            self._words, self._pairs = {}, {}
        self._words |= found

    def of(self, word: str) -> Vector:
        """The vector of a word."""
        known = self._words.get(word)
        if known is None:
            self.learn((word,))
            known = self._words[word]
        return known

    def total(self, weights: Mapping[str, float]) -> Vector:
        """The unit vector of weighed words."""
        if not weights:
            return ()
        by = list(weights.values())
        columns = zip(*map(self.of, weights), strict=True)
        return unit([sum(value * weight for value, weight in zip(column, by, strict=True)) for column in columns])

    def length(self, weights: Mapping[str, float]) -> float:
        """The length of the sum of weighed words, without adding them up."""
        words = list(weights)
        square = 0.0
        for at, word in enumerate(words):
            square += weights[word] ** 2 * self._together(word, word)
            square += 2 * sum(weights[word] * weights[other] * self._together(word, other) for other in words[at + 1 :])
        return math.sqrt(max(0.0, square))

    def _together(self, one: str, other: str) -> float:
        pair = (one, other) if one <= other else (other, one)
        known = self._pairs.get(pair)
        if known is None:
            known = dot(self.of(one), self.of(other))
            if len(self._pairs) >= _MOST_PAIRS:
                self._pairs = {}
            self._pairs[pair] = known
        return known
