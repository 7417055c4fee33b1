"""How near a text comes to a goal, with what the package ships: for labels, titles and headings."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from sextant.contracts import Embedder
from sextant.utg.selection.described import plain_words
from sextant.utg.selection.embedding import shipped
from sextant.utg.selection.glossary import Glossary, shipped_glossary
from sextant.utg.selection.ranking import alike, asked
from sextant.utg.selection.vectors import Vectors

__all__ = ["Matcher", "lexical", "matcher", "similarity"]


_COMMON, _RARE = 0.35, 0.85
"""Weights of words, in running text, that say nothing and everything."""
_LEAST = 0.05
_STEM, _FORMS = 4, 0.7
"""Letters at least that two forms of a word begin with, and their share of both words."""


class Matcher:
    """A goal in words, ready to be compared with texts.

    Args:
        goal: The goal.
        vectors: Of words; None for none.
        glossary: Of what people say and what screens are called; None for none.
    """

    def __init__(self, goal: str, vectors: Vectors | None = None, glossary: Glossary | None = None) -> None:
        self._asked = asked(goal, vectors, glossary)
        self._asked.informs, self._asked.inflected = _informs, _inflected

    def alike(self, texts: Sequence[str]) -> list[float]:
        """How likely each text names what the goal asks for, 0-1, from the text alone; equal words give 1."""
        return alike(self._asked, texts)

    def together(self, text: str, around: str, beside: str = "") -> tuple[float, float]:
        """How far a text and its surroundings account for the goal between them, and how much of it the text adds.

        What stands `beside` the text adds to it, and need not be asked for.
        """
        return self._asked.together(plain_words(text), plain_words(around), plain_words(beside))

    def said(self, texts: Iterable[str]) -> float:
        """Share of the goal that stands somewhere in some texts, 0-1."""
        return self._asked.said(tuple({word for text in texts for word in plain_words(text)}))

    def within(self, texts: Iterable[str]) -> None:
        """Takes note of what an app says anywhere: words for which it has nothing tell its screens apart no more."""
        self._asked.within({word for text in texts for word in plain_words(text)})


def _informs(word: str) -> float:
    """How much a word says in any text: nearly nothing where it is as common as `about`; numbers tell one of many."""
    if word.isdigit():
        return 1.0
    return min(1.0, max(_LEAST, (shipped().weight(word) - _COMMON) / (_RARE - _COMMON)))


@lru_cache(maxsize=65536)
def _inflected(one: str, other: str) -> float:
    """How likely two words are forms of one (`hasło`, `hasła`), 0-1.

    Only for languages that the vectors do not know: of two words that they have, they say what these mean.
    """
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
    if same < _STEM or (shipped().knows(one) and shipped().knows(other)):
        return 0.0
    share = 2 * same / (len(one) + len(other))
    return share if share >= _FORMS else 0.0


def matcher(goal: str) -> Matcher:
    """A goal compared by words, by the shipped vectors and the shipped glossary."""
    return Matcher(goal, *shipped_knowledge())


def shipped_knowledge() -> tuple[Vectors, Glossary]:
    """The vectors of words and the glossary that the package ships."""
    return _shipped_vectors(), shipped_glossary()


def lexical(goal: str) -> Matcher:
    """A goal compared by words alone."""
    return Matcher(goal)


def similarity(goal: str, texts: Sequence[str], embedder: Embedder | None = None) -> list[float]:
    """How likely each text names what the goal asks for, 0-1, from the text alone; equal words give 1.

    With the shipped vectors unless others are given. Unlike a selection it does not depend on what else there is.
    """
    vectors = _shipped_vectors() if embedder is None else Vectors(embedder)
    return Matcher(goal, vectors, shipped_glossary()).alike(texts)


@lru_cache(maxsize=1)
def _shipped_vectors() -> Vectors:
    return Vectors(shipped())
