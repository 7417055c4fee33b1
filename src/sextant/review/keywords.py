"""Keywords of texts in several languages, and how far one stands for another: inflected, a synonym, near in meaning."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from sextant.contracts import Embedder
from sextant.review.lexicon import lexicon
from sextant.types.legible import legible

__all__ = ["SAME_WORD", "Meaning", "keywords", "kin", "language_of", "quantified", "scripts_of"]

_SIGNS = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_JOINED = re.compile(rf"[{_SIGNS}]+")
_WORD = re.compile(rf"[{_SIGNS}]+|[^\W_{_SIGNS}]+(?:['’][^\W\d_{_SIGNS}]+)?")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_LATIN = re.compile(r"[a-zà-ÿ]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_MANNER = re.compile(r"\b(?:like (?:so|this|that)|(?:would|['’]d|d) like|so far|to check|check (?:that|whether|if))\b")

SAME_WORD = 0.8
"""What a word that stands for another is worth beside the word itself."""
_NEAR, _CERTAIN = 0.62, 0.85
"""Cosines of word vectors: below the first two words have nothing to do with each other, above the second they do."""
_ENDING = re.compile(r"([a-z]{3,}?)(?:e?s|e?d|ing)")
_BEGINNING = 4
_FOLLOWING, _FOLLOWING_JOINED = 4, 6


def keywords(text: str) -> tuple[str, ...]:
    """The words that tell, folded, in order; runs of Chinese or Japanese as pairs of characters."""
    stops = _stops()
    plain = _MANNER.sub(" ", _plain(legible(_CAMEL.sub(" ", text))))
    found: list[str] = []
    for word in _WORD.findall(plain):
        run = _JOINED.fullmatch(word)
        if run is not None:
            found += [word] if len(word) < 3 else [word[at : at + 2] for at in range(len(word) - 1)]
        elif word not in stops and (len(word) > 1 or word.isdigit()):
            found.append(word.replace("’", "'").removesuffix("'s"))
    return tuple(word for word in dict.fromkeys(found) if word not in stops)


@lru_cache(maxsize=4096)
def scripts_of(text: str) -> frozenset[str]:
    """The scripts that a text is written in."""
    plain = text.casefold()
    scripts = (("joined", _JOINED), ("cyrillic", _CYRILLIC), ("latin", _LATIN))
    return frozenset(name for name, pattern in scripts if pattern.search(plain))


def quantified(text: str) -> tuple[str, ...]:
    """What a text asks for all of, or for the cheapest, newest, next of: the words that follow such a word."""
    words = _WORD.findall(_plain(legible(text)))
    found: list[str] = []
    for place, word in enumerate(words):
        if word in lexicon().every:
            found += words[place + 1 : place + 1 + _FOLLOWING]
    for sign in lexicon().every_joined:
        found += [after[:_FOLLOWING_JOINED] for after in text.split(sign)[1:]]
    return keywords(" ".join(found))


def language_of(text: str) -> str:
    """The language whose small words a text has most of; empty where it has none, or as many of another."""
    words: list[str] = re.findall(r"[^\W\d_]+", text.casefold())
    stop = lexicon().stop
    counts = sorted(((sum(word in stop[name] for word in words), name) for name in stop), reverse=True)
    (best, name), (second, _) = counts[0], counts[1]
    return name if best > second else ""


class Meaning:
    """How far words stand for one another. Vectors are looked up once; without an embedder only spelling counts."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self._embedder = embedder
        self._vectors: dict[str, tuple[float, ...]] = {}

    def nearest(self, word: str, words: Sequence[str], by_meaning: bool = False) -> float:
        """How far the nearest of the words stands for this one, 0-1: by its spelling and synonyms, or by meaning too.

        Meaning brings names together that are of one kind (two towns, two weekdays): it tells sections of an app, and
        never one thing from another.
        """
        if word in words:
            return 1.0
        best = max((kin(word, other) for other in words), default=0.0)
        return max(best, self._near(word, words)) if by_meaning and best < SAME_WORD else best

    def _near(self, word: str, words: Sequence[str]) -> float:
        if self._embedder is None or word.isdigit() or _JOINED.search(word):
            return 0.0
        mine = self._vector(word)
        if not any(mine):
            return 0.0
        spelt = [other for other in words if other.isalpha() and not _JOINED.search(other)]
        closest = max((sum(map(mul, mine, self._vector(other))) for other in spelt), default=0.0)
        return SAME_WORD * min(1.0, max(0.0, (closest - _NEAR) / (_CERTAIN - _NEAR)))

    def _vector(self, word: str) -> tuple[float, ...]:
        known = self._vectors.get(word)
        if known is None:
            assert self._embedder is not None
            known = self._vectors[word] = tuple(self._embedder.embed([word])[0])
        return known


def _plain(text: str) -> str:
    """Folded, Latin accents aside."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())
    kept: list[str] = []
    base = ""
    for sign in apart:
        if unicodedata.category(sign) != "Mn":
            base = sign
            kept.append(sign)
        elif base >= "\u0400":
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def _root(word: str) -> str:
    """An English word without its ending, a consonant doubled before it single again."""
    found = _ENDING.fullmatch(word)
    if found is None:
        return word.removesuffix("e") if len(word) > _BEGINNING else word
    bare = found[1]
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "sl" else bare


@lru_cache(maxsize=1)
def _stops() -> frozenset[str]:
    return frozenset[str]().union(*lexicon().stop.values())


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    table: dict[str, set[int]] = {}
    for number, group in enumerate(lexicon().same):
        for word in group:
            for form in {_plain(word), _root(_plain(word))}:
                table.setdefault(form, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in table.items()}


def _group_of(word: str) -> frozenset[int]:
    groups = _groups()
    return groups.get(word, frozenset[int]()) | groups.get(_root(word), frozenset[int]())


@lru_cache(maxsize=65536)
def kin(one: str, other: str) -> float:
    """How far one keyword stands for another by its form or as a synonym, from 0 to 1."""
    if _root(one) == _root(other):
        return 0.9  # `pin`, `pinned`
    if _group_of(one) & _group_of(other):
        return SAME_WORD
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    short, long = min(len(one), len(other)), max(len(one), len(other))
    if _CYRILLIC.match(one) and shared >= 3 and long - shared <= (1 if short < 6 else 3):
        return SAME_WORD  # endings carry the grammar
    if one.isdigit() or other.isdigit() or shared < _BEGINNING:
        return 0.0
    if shared == short and long - short <= 3:
        return 0.9  # `notification`, `notifications`
    if shared >= 5 and short - shared <= 3 and long - shared <= 3:
        return SAME_WORD  # `löschen`, `löscht`; `archived`, `archiving`
    return 0.5 if shared == short else 0.0  # `statement`, `state`: perhaps
