"""What speaks for a name as the answer to a goal, in figures: words in common, the glossary, vectors."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.utg.selection.embedding import Vector, dot
from sextant.utg.selection.glossary import Glossary, Words, telling
from sextant.utg.selection.vectors import Vectors
from sextant.utg.words import kinship, lexicon, tokens

FIGURES = (
    "lexical",
    "lexical_name",
    "aligned",
    "aligned_name",
    "cosine",
    "cosine_whole",
    "glossary",
    "glossary_name",
    "both",
    "both_name",
    "both_product",
    "all_product",
    "length",
    "best_product",
)
"""The figures of `Evidence.of`, in order; `_name` is the share of the name, the others the share of the goal."""

_GENERIC = lexicon(
    "set get manage management edit editing change select selection choose picker pick chooser show list detail info "
    "item main my setup config configuration option setting preference new old default custom"
)
_GENERIC_COUNTS = 0.5
"""What such words, which say how a screen is used rather than for what, count in a name beside others."""
_KEPT = 0.8
"""What a word's vector counts beside a word that is the same."""
_PART = 0.5
"""What a concept counts at least where it is only a part of the name."""


@dataclass(slots=True)
class Evidence:
    """A goal, ready to be compared with many names.

    Args:
        goal: In words.
        rarity: How much a word of names tells, 0-1; words it does not know tell everything.
        vectors: Of words; without them those figures are 0.
        glossary: Without one those figures are 0.
    """

    goal: str
    rarity: Callable[[str], float]
    vectors: Vectors | None = None
    glossary: Glossary | None = None
    words: Words = ()
    _weights: dict[str, float] = field(default_factory=dict[str, float])
    _meant: Mapping[int, Mapping[str, float]] = field(default_factory=dict[int, Mapping[str, float]])
    _weighed: Vector = ()
    _whole: Vector = ()
    _kin: dict[str, tuple[float, ...]] = field(default_factory=dict[str, tuple[float, ...]])
    _near: dict[str, tuple[float, ...]] = field(default_factory=dict[str, tuple[float, ...]])
    _along: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])

    def __post_init__(self) -> None:
        self.words = telling(self.goal)
        for word in self.words:
            weight = self.glossary.weight(word) if self.glossary else 1.0
            self._weights[word] = weight * (0.5 + 0.5 * self.rarity(word))
        if self.glossary is not None:
            self._meant = self.glossary.meant(self.words)
        if self.vectors is not None:
            self._weighed = self.vectors.total(self._weights)
            self._whole = self.vectors.total(dict.fromkeys(tokens(self.goal[:2000]), 1.0))

    def learn(self, words: Sequence[str]) -> None:
        """Prepares words that names are made of: one call of the embedder for all."""
        if self.vectors is not None:
            self.vectors.learn(words)

    def nearest(self, word: str) -> float:
        """How near a single word comes to any word of the goal, 0-1."""
        meant = max((max(said.values()) for said in self._meanings(word)), default=0.0)
        return max(meant, *self._kinships(word), *(_KEPT * one for one in self._nearness(word)))

    def _meanings(self, word: str) -> list[Mapping[str, float]]:
        if self.glossary is None:
            return []
        return [self._meant[number] for number in self.glossary.with_word(word) if number in self._meant]

    def of(self, name: Words) -> tuple[float, ...]:
        """The figures for a name, as `FIGURES` lists them."""
        weights = _weighed(name, self.rarity)
        total, whole = sum(self._weights.values()), sum(weights.values())
        if not total or not whole:
            return (0.0,) * len(FIGURES)
        kin = {word: self._kinships(word) for word in weights}
        near = {word: self._nearness(word) for word in weights}
        goal_kin = [max(column) for column in zip(*kin.values(), strict=True)]
        goal_near = [max(column) for column in zip(*near.values(), strict=True)]
        goal_meant, name_meant = self._glossed(name, weights, whole)
        goal_weights = list(self._weights.values())

        def of_goal(values: Sequence[float]) -> float:
            return sum(weight * value for weight, value in zip(goal_weights, values, strict=True)) / total

        def of_name(values: Mapping[str, float]) -> float:
            return sum(weight * values[word] for word, weight in weights.items()) / whole

        both = [max(pair) for pair in zip(goal_kin, goal_meant, strict=True)]
        best_kin = {word: max(values) for word, values in kin.items()}
        covered = of_goal(both)
        accounted = of_name({word: max(value, name_meant[word]) for word, value in best_kin.items()})
        with_near = of_goal([max(one, _KEPT * other) for one, other in zip(both, goal_near, strict=True)])
        cosine, cosine_whole = self._cosines(weights)
        aligned, aligned_name = of_goal(goal_near), of_name({word: max(values) for word, values in near.items()})
        return (
            of_goal(goal_kin),
            of_name(best_kin),
            aligned,
            aligned_name,
            cosine,
            cosine_whole,
            of_goal(goal_meant),
            of_name(name_meant),
            covered,
            accounted,
            covered * accounted,
            with_near * accounted,
            min(len(name), 6) / 5,
            max(covered * accounted, aligned * aligned_name),
        )

    def _glossed(self, name: Words, weights: Mapping[str, float], whole: float) -> tuple[list[float], dict[str, float]]:
        """What the glossary says: how far each word of the goal means this name, and each word of it is meant."""
        meant = dict.fromkeys(self._weights, 0.0)
        named = dict.fromkeys(weights, 0.0)
        if self.glossary is None or not self._meant:
            return list(meant.values()), named
        for length in range(1, min(self.glossary.longest, len(name)) + 1):
            for at in range(len(name) - length + 1):
                part = name[at : at + length]
                share = min(1.0, sum(weights[word] for word in part) / whole)
                for number in self.glossary.by_name.get(part, ()):
                    said = self._meant.get(number)
                    if said is None:
                        continue
                    for word, strength in said.items():
                        meant[word] = max(meant[word], strength * (_PART + (1 - _PART) * share))
                    strongest = max(said.values())
                    for word in part:
                        named[word] = max(named[word], strongest)
        return list(meant.values()), named

    def _kinships(self, word: str) -> tuple[float, ...]:
        known = self._kin.get(word)
        if known is None:
            known = self._kin[word] = tuple(kinship(one, word) for one in self._weights)
        return known

    def _nearness(self, word: str) -> tuple[float, ...]:
        known = self._near.get(word)
        if known is None:
            vectors = self.vectors
            if vectors is None:
                known = (0.0,) * len(self._weights)
            else:
                known = tuple(max(0.0, dot(vectors.of(one), vectors.of(word))) for one in self._weights)
            self._near[word] = known
        return known

    def _cosines(self, weights: Mapping[str, float]) -> tuple[float, float]:
        """How near the name as a whole lies to the goal, its words weighed and not."""
        if self.vectors is None:
            return 0.0, 0.0
        length = self.vectors.length(weights)
        if not length:
            return 0.0, 0.0
        weighed = whole = 0.0
        for word, weight in weights.items():
            along = self._along.get(word)
            if along is None:
                vector = self.vectors.of(word)
                along = self._along[word] = (dot(self._weighed, vector), dot(self._whole, vector))
            weighed += weight * along[0]
            whole += weight * along[1]
        return weighed / length, whole / length


def _weighed(name: Words, rarity: Callable[[str], float]) -> dict[str, float]:
    """How much each word of a name says."""
    telling = any(word not in _GENERIC for word in name)
    return {word: (0.2 + rarity(word)) * (_GENERIC_COUNTS if telling and word in _GENERIC else 1.0) for word in name}


def rarity_of(names: Sequence[Sequence[Words]]) -> Callable[[str], float]:
    """How much a word tells among the screens of one map, 0-1. `names` are the names of each screen."""
    counts = Counter(word for every in names for word in {word for name in every for word in name})
    total = len(names)
    scale = math.log(2 * (total + 1))
    table = {word: math.log((total + 1) / (count + 0.5)) / scale for word, count in counts.items()}

    def rarity(word: str) -> float:
        return table.get(word, 0.6)

    return rarity
