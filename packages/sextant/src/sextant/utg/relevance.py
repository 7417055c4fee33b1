"""How likely a screen, or a way on, is what a goal in words asks for.

Both are put in words (`ComparedText`) and compared with the goal by a few likenesses: how near they come in meaning,
and how much of the goal's letters they hold. Their weighted sum is the log odds of the screen, or of the way on,
among all that the app has. The weights are fitted by `scripts/fit_relevance.py` on recorded walks:
docs/decisions/0026-relevance.md.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import chain
from typing import Protocol

from sextant.text.overlap import Rarity, grams
from sextant.utg.exits import Exit
from sextant.utg.faces import Face, location_words, title_parts

__all__ = [
    "FIGURES",
    "ComparedText",
    "GoalRelevance",
    "Led",
    "Letters",
    "Nearness",
    "Weights",
    "screen_words",
    "shared_titles",
    "way_words",
    "weights_of",
]

FIGURES = (
    "means",
    "means_there",
    "means_whole",
    "letters",
    "letters_there",
    "letters_any",
    "brief",
    "gain",
    "adds",
    "means_label",
    "letters_label",
)
"""The likenesses, in the order of their weights: in meaning, of the name, of the name where it stands, and of all that
stands there, or of the address that a way on leads to; of the goal's letters, the share that the same three hold; the
share of the name that is of the goal; how much nearer in meaning, and how many more of the goal's letters, a way on has
than the page it stands on; and of a way on the meaning and the letters of its label alone: what stands beside it in its
row is said of all that the row has."""

_FEW, _MANY = 3, 0.4
"""More titles than these, and than this share of all, have a part that tells no screen."""
_NUMBER = re.compile(r"\d+")
_LABELS, _HEADINGS, _TEXTS = 2, 5, 25
"""So many labels, headings and texts of a screen put it in words."""
_LONGEST = 300
"""Characters of such words that are compared by meaning: it takes time."""
_CLOSELY = 24
"""So many ways on are compared together with where they stand, in meaning: it takes time."""
_GAIN, _ADDS = 1.0, 0.15
"""By so much a way on says more than its page."""
_NAMED = 0.35
_NAMED_OF_KNOWN = 0.7
"""A screen is called as the goal says from this share of its letters on; the second is of those that the app has."""
_OTHER = 4.5
"""What is taken from a name with numbers, but none of those that the goal has: `wheels/2` is not `wheels/1`."""
_STEEP = 20.0
"""Cosines lie near each other; so many times their difference is compared."""


class Nearness(Protocol):
    """Compares what texts mean."""

    @property
    def name(self) -> str:
        """By which its weights are known."""
        ...

    def near(self, sentence: str, texts: Sequence[str], /) -> list[float]:
        """The cosine of each text with a sentence."""
        ...


class Letters:
    """Knows nothing of what words mean: their letters are left."""

    name = "words"

    def near(self, sentence: str, texts: Sequence[str], /) -> list[float]:
        del sentence
        return [0.0] * len(texts)


@dataclass(frozen=True, slots=True)
class Led:
    """What led to a screen: a label, what stood beside it in its row, and the screens it stood on, by name."""

    label: str = ""
    row: str = ""
    source: str = ""
    page: str = ""
    """What led to the page of which the screen is only a part: a tab, a menu, a list that was filtered."""


@dataclass(frozen=True, slots=True)
class ComparedText:
    """A screen or a way on, in words.

    Attributes:
        name: What it is called.
        there: The same, with where it stands or what led there.
        whole: The same, with what stands on it; of a way on, where it leads by its address.
        address: The words of its address.
        page: Of a way on, what the page is called that it stands on.
        label: Of a way on, its own label.
    """

    name: str
    there: str = ""
    whole: str = ""
    address: str = ""
    page: str = ""
    label: str = ""


def _joined(texts: Iterable[str]) -> str:
    return ". ".join(dict.fromkeys(filter(None, texts)))


def shared_titles(titles: Iterable[str]) -> frozenset[str]:
    """The parts of titles that many of them have: the name of the app, of one of its rooms. They tell no screen."""
    every = [frozenset(title_parts(title)) for title in titles]
    most = max(_FEW, _MANY * len(every))
    return frozenset(part for part, count in Counter(chain.from_iterable(every)).items() if count > most)


def screen_words(
    face: Face, led: Sequence[Led] = (), controls: Collection[str] = (), shared: Collection[str] = ()
) -> ComparedText:
    """A screen in words: what led there, what it calls itself, what stands on it but for the labels of its controls.

    A page with a link to what was asked for is not that. Of its title those parts count that are not `shared`.
    """
    labels = [text for one in led[:_LABELS] for text in (one.label, one.row, one.page)]
    own = tuple(part for part in title_parts(face.title) if part not in shared)
    heads = face.heads or own or ((face.title,) if face.title else (face.name,))
    name = [*labels, *heads, *face.selected]
    there = [*name, *(one.source for one in led[:_LABELS])]
    texts = [text for text in face.texts if text not in controls][:_TEXTS]
    whole = [*name, *face.headings[:_HEADINGS], *texts]
    address = " ".join(location_words(face.location))
    return ComparedText(_joined([*name, *face.headings[:_HEADINGS]]), _joined(there), _joined(whole), address)


def way_words(one: Exit, page: Sequence[str] = ()) -> ComparedText:
    """A way on in words: what it says, with its row, and with what its page is called."""
    said = [one.label or one.hint, one.row]
    address = " ".join(location_words(one.href)[-3:]) if one.href else ""
    name = _joined(said) or address
    there = _joined([name, *page]) if name else ""
    return ComparedText(name, there, address, address, _joined(page), said[0])


@dataclass(frozen=True, slots=True)
class Weights:
    """What each likeness counts, of screens and of ways on, with what each typically is.

    Attributes:
        way: The odds of a way on beside a screen.
        absent: What one right screen in ten stays below: the odds that the app has nothing of the kind.
    """

    screens: tuple[float, ...]
    ways: tuple[float, ...]
    typical: tuple[float, ...]
    way: float
    absent: float


@lru_cache(maxsize=1)
def _fitted() -> Mapping[str, Weights]:
    text = (resources.files("sextant.utg") / "relevance.json").read_text(encoding="utf-8")
    return {
        name: Weights(tuple(one["screens"]), tuple(one["ways"]), tuple(one["typical"]), one["way"], one["absent"])
        for name, one in json.loads(text).items()
    }


def weights_of(nearness: Nearness) -> Weights:
    """The weights fitted for what compares meanings."""
    return _fitted()[nearness.name]


class GoalRelevance:
    """A goal in words, to be compared with screens and ways on. Remembers what it has compared.

    Args:
        text: The goal.
        nearness: Compares what texts mean.
        weights: Of the likenesses; by default those that were fitted.
    """

    def __init__(self, text: str, nearness: Nearness, weights: Weights | None = None) -> None:
        self.text, self._nearness = text, nearness
        self._weights = weights or weights_of(nearness)
        self._grams, self._numbers = grams(text), frozenset(_NUMBER.findall(text))
        self._rarity = Rarity()
        self._there: dict[str, float] = {}
        """By way on that was compared with where it stands, its nearness."""

    @property
    def unknown(self) -> float:
        """The log odds of a way on of which nothing is known."""
        return self._weights.way

    @property
    def absent(self) -> float:
        """The log odds that nothing of the app is what is asked for."""
        return self._weights.absent

    def within(self, documents: Iterable[Iterable[str]]) -> None:
        """Takes note of what the pages of the app say: what all of them hold tells none from another."""
        self._rarity = Rarity(documents)

    def letters(self, text: str) -> float:
        """Which share of the goal's letters a text holds, 0-1: a glance, where meaning would take too long."""
        return self._rarity.share(self._grams, grams(text))

    def screens(self, said: Sequence[ComparedText]) -> list[float]:
        """The log odds that each screen is what is asked for."""
        sums = self._sums(self.figures(said), self._weights.screens)
        return [total - self._other(one) for total, one in zip(sums, said, strict=True)]

    def ways(self, said: Sequence[ComparedText], closely: int = _CLOSELY) -> list[float]:
        """The log odds that each way on leads straight to what is asked for."""
        offset = self._weights.way
        first = self._sums(self.way_figures(said, ()), self._weights.ways)
        best = sorted(range(len(said)), key=lambda at: -first[at])[:closely]
        figures = self.way_figures(said, [said[at].there for at in best])
        sums = self._sums(figures, self._weights.ways)
        # of what has no name nothing is known: it may lead anywhere
        return [offset + (total - self._other(one) if one.name else 0.0) for total, one in zip(sums, said, strict=True)]

    def _other(self, said: ComparedText) -> float:
        """What is taken from what names another one of many."""
        numbers = _NUMBER.findall(said.name) if self._numbers else ()
        return _OTHER if numbers and not self._numbers.intersection(numbers) else 0.0

    def named(self, said: ComparedText) -> bool:
        """Whether a screen is called as the goal says: by its name, by what led there, by its address."""
        called = grams(said.name) | grams(said.there) | grams(said.address)
        share, known = self._rarity.share, self._rarity.known(self._grams)
        return share(self._grams, called) >= _NAMED or share(known, called) >= _NAMED_OF_KNOWN

    def adds(self, said: ComparedText, page: ComparedText) -> bool:
        """Whether a way on says more of the goal than the screen it stands on, in letters or in meaning."""
        known = grams(page.name) | grams(page.there) | grams(page.address)
        if self._rarity.share(self._grams, grams(said.name) - known) >= _ADDS:
            return True
        name, there = self._near([_joined([said.name, page.name]), page.name])
        return bool(said.name) and name - there >= _GAIN

    def figures(self, said: Sequence[ComparedText]) -> list[tuple[float, ...]]:
        """The likenesses of screens, in the order of `FIGURES`."""
        means = [self._near([getattr(one, part) for one in said]) for part in ("name", "there", "whole")]
        return [(*near, *self._letters(one), 0.0, 0.0, 0.0, 0.0) for one, *near in zip(said, *means, strict=True)]

    def way_figures(
        self, said: Sequence[ComparedText], closely: Sequence[str] | None = None
    ) -> list[tuple[float, ...]]:
        """The likenesses of ways on; where they stand counts for those texts alone, None for all."""
        closely = [one.there for one in said] if closely is None else closely
        fresh = [one for one in dict.fromkeys(closely) if one not in self._there]
        self._there.update(zip(fresh, self._near(fresh), strict=True))
        names = self._near([one.name for one in said])
        pages = self._near([one.page for one in said])
        labels = self._near([one.label for one in said])
        wholes = self._near([one.whole for one in said])
        found: list[tuple[float, ...]] = []
        for one, name, page, label, whole in zip(said, names, pages, labels, wholes, strict=True):
            there = self._there.get(one.there)
            gain = there - page if there is not None and one.page else 0.0
            adds = self._rarity.share(self._grams, grams(one.name) - grams(one.page)) if one.page else 0.0
            own = label, self._rarity.share(self._grams, grams(one.label))
            together = max(name, page) if there is None else there  # about as near as the nearer of the two
            found.append((name, together, whole, *self._letters(one), gain, adds, *own))
        return found

    def _near(self, texts: Sequence[str]) -> list[float]:
        return [_STEEP * one for one in self._nearness.near(self.text, [text[:_LONGEST] for text in texts])]

    def _letters(self, one: ComparedText) -> tuple[float, float, float, float]:
        name, there = grams(one.name), grams(one.there)
        every = name | there | grams(one.whole) | grams(one.address)
        share = self._rarity.share
        wanted = self._grams
        return share(wanted, name), share(wanted, there), share(wanted, every), share(name, wanted)

    def _sums(self, figures: Iterable[tuple[float, ...]], weights: tuple[float, ...]) -> list[float]:
        typical = self._weights.typical
        return [
            sum(weight * (figure - usual) for weight, figure, usual in zip(weights, one, typical, strict=True))
            for one in figures
        ]
