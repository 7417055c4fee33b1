"""Screens in the order in which they answer a goal, and how sure that is. Without a model.

The weights were fitted on the development set (`benchmarks/select-dev`) by `scripts/fit_selection.py`.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul

from sextant.utg.selection.described import Described, plain_words
from sextant.utg.selection.evidence import FIGURES, Evidence, rarity_of
from sextant.utg.selection.glossary import Glossary
from sextant.utg.selection.vectors import Vectors
from sextant.utg.words import coverage, query_of, tokens

WEIGHTS = (-0.39, -1.37, 1.53, 1.02, 1.99, 1.78, 1.93, 1.0, 2.2, 1.01, 1.24, 1.3, -0.03, 0.0)
"""Of the figures of `Evidence.of`."""
UNSEEN = 6.0
"""What a component that shows nothing stays behind."""
MENTIONED = 0.8
"""What the texts on a screen add where they hold the whole goal and its names hold none of it."""
SHARPNESS = 1.0
"""Turns differences of scores into odds between screens."""
TRUST = (-1.36, 4.06)
"""Odds that the first screen is right: a constant, and the share of those that are called as it is."""
ALIKE = (-2.67, 1.71, 1.54, 1.99)
"""Odds that a text is the goal, from its own figures alone: a constant, and the weights of `ALIKE_FIGURES`."""
ALIKE_FIGURES = ("best_product", "cosine", "both")
_SLOW_FROM = 2000
"""Above so many screens only those whose words are near the goal's are compared in full."""
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Ranked:
    """A screen, its score (comparable within one ranking alone), and its share of the odds."""

    screen: Described
    score: float
    share: float
    name: str
    """Which of its names answered best."""
    cover: float
    """How far goal and name account for each other, 0-1."""


def rank(
    goal: str,
    screens: Sequence[Described],
    vectors: Vectors | None,
    glossary: Glossary | None,
) -> tuple[Ranked, ...]:
    """All screens, best first; of equals the one that came first. At most 2000 where there are more."""
    if not screens:
        return ()
    rarity = rarity_of([[name.words for name in screen.names] for screen in screens])
    evidence = Evidence(goal, rarity, vectors, glossary)
    evidence.learn([word for screen in screens for name in screen.names for word in name.words])
    if len(screens) > _SLOW_FROM:
        screens = heapq.nlargest(_SLOW_FROM, screens, key=lambda screen: _glance(evidence, screen))
    query = query_of(goal)
    scored = [(_score(evidence, screen), screen) for screen in screens]
    ranked: list[Ranked] = []
    for (score, name, cover), screen in scored:
        if screen.texts and cover < 1:
            said = coverage(query, [word for text in screen.texts for word in tokens(text)])
            score += MENTIONED * said * (1 - cover)
        ranked.append(Ranked(screen, score, 0.0, name, cover))
    best = max(one.score for one in ranked)
    odds = [math.exp(SHARPNESS * (one.score - best)) for one in ranked]
    total = sum(odds)
    shared = [
        Ranked(one.screen, one.score, part / total, one.name, one.cover) for one, part in zip(ranked, odds, strict=True)
    ]
    return tuple(sorted(shared, key=lambda one: -round(one.score / _TIE)))


def confidence(ranked: Sequence[Ranked]) -> float:
    """How likely the first screen of a ranking is one that was asked for, 0-1; calibrated on the development set."""
    if not ranked:
        return 0.0
    return logistic(TRUST[0] + TRUST[1] * sum(one.share for one in ranked if one.name == ranked[0].name))


def alike(goal: str, texts: Sequence[str], vectors: Vectors, glossary: Glossary) -> list[float]:
    """How likely each text names what the goal asks for, 0-1, from the text alone.

    Equal words give 1. Unlike the ranking of a map it does not depend on what else there is.
    """
    evidence = Evidence(goal, rarity_of(()), vectors, glossary)
    names = [plain_words(text) for text in texts]
    evidence.learn([word for name in names for word in name])
    return [_alike(evidence, name) if name else 0.0 for name in names]


def logistic(odds: float) -> float:
    """A probability from its log odds."""
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


def _alike(evidence: Evidence, name: tuple[str, ...]) -> float:
    figures = evidence.of(name)
    said = dict(zip(FIGURES, figures, strict=True))
    odds = ALIKE[0] + sum(weight * said[name] for weight, name in zip(ALIKE[1:], ALIKE_FIGURES, strict=True))
    return max(logistic(odds), said["lexical"] * said["lexical_name"])


def _score(evidence: Evidence, screen: Described) -> tuple[float, str, float]:
    """The score of a screen's best name, that name, and how far goal and name account for each other."""
    best, called, cover = 0.0, "", 0.0
    for name in screen.names:
        figures = evidence.of(name.words)
        value = name.weight * sum(map(mul, WEIGHTS, figures))
        if not called or value > best:
            best, called, cover = value, " ".join(name.words), figures[11]
    return best - (0.0 if screen.seen else UNSEEN), called, cover


def _glance(evidence: Evidence, screen: Described) -> float:
    """A cheap upper estimate: the best word of any name."""
    return max((evidence.nearest(word) for name in screen.names for word in name.words), default=0.0)
