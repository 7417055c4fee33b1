"""The folded and stemmed words of a text, as keys of the word vectors, and its numbers."""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from sextant.text.normal_form import folded

__all__ = ["figures_in", "figures_stand_in", "tokens"]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
_CYRILLIC = 0x0400
"""Below this code point (Latin, Greek) combining marks are accents; above, they form separate letters."""

_PHRASES = (
    (re.compile(r"\b(?:sign|log)[\s-]+in\b"), "login"),
    (re.compile(r"\b(?:sign|log)[\s-]+out\b"), "logout"),
    (re.compile(r"\bsign[\s-]+up\b"), "signup"),
    (re.compile(r"\be[\s-]mail\b"), "email"),
    (re.compile(r"\bf\.?a\.?q\.?s?\b"), "faq"),
)


def _strip_accents(text: str) -> str:
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.category(char) != "Mn":
            base = char
            kept.append(char)
        elif base and ord(base) >= _CYRILLIC:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def _stem(word: str) -> str:
    """A light stem: plural endings only."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@lru_cache(maxsize=65536)
def tokens(text: str) -> tuple[str, ...]:
    """Return the stemmed words of a text in order; runs of Chinese, Japanese or Korean become pairs of characters."""
    plain = _strip_accents(unicodedata.normalize("NFKC", _CAMEL.sub(" ", text)).casefold())
    for pattern, word in _PHRASES:
        plain = pattern.sub(word, plain)
    found: list[str] = []
    for word in _WORD.findall(plain):
        run = _CJK.fullmatch(word)
        if run is None:
            found.append(_stem(word))
        elif len(word) <= 2:
            found.append(word)
        else:
            found.extend(word[at : at + 2] for at in range(len(word) - 1))
    return tuple(found)


_GROUPED = re.compile(r"(?<=\d)[\s.,'’٬](?=\d{3}(?!\d))")
_FIGURE = re.compile(r"\d+(?:[.,:٫]\d+)*")


def figures_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the numbers of a text in two readings: a sign before three digits separates numbers, or groups digits."""
    plain = "".join(str(unicodedata.decimal(sign, sign)) for sign in folded(text))
    return frozenset(_read(plain)), frozenset(_read(_GROUPED.sub("", plain)))


def figures_stand_in(answer: str, *texts: str) -> bool:
    """Whether every number of an answer, in one of its readings, occurs in the texts."""
    cited = {figure for text in texts for reading in figures_in(text) for figure in reading}
    return any(reading <= cited for reading in figures_in(answer))


def _read(text: str) -> Iterator[str]:
    for found in _FIGURE.findall(text):
        figure = found.replace(",", ".").replace("٫", ".")
        plain = figure.count(".") < 2 and ":" not in figure
        yield str(Decimal(figure).normalize()) if plain else figure
