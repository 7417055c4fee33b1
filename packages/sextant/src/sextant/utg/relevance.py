"""The odds that a screen, or an exit, is what a goal asks for.

Both are put in words (`ComparedText`) and compared with the goal by features: similarity in meaning, and shared
letters. Their weighted sum is the log odds among all that the app has. The weights are fitted by
`scripts/fit_relevance.py` on recorded walks: docs/decisions/0026-relevance.md.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from itertools import chain
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.text.overlap import Rarity, Vocabulary, grams
from sextant.utg.exits import Exit
from sextant.utg.faces import Face, location_words, title_parts

__all__ = [
    "FIGURES",
    "LIKELY",
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
"""The features, in the order of their weights.

In meaning: of the name, of the name with its context, and of all texts (of an exit: of its address). Shares of the
goal's letters in the same three. The share of the name's letters that are in the goal. The gain of an exit over its
page, in meaning and in letters. And of an exit, meaning and letters of its label alone, since the texts of its row
apply to all exits of the row.
"""

_FEW, _MANY = 3, 0.4
"""A title part that more titles than this number, and than this share, contain identifies no screen."""
_NUMBER = re.compile(r"\d+")
_LABELS, _HEADINGS, _TEXTS, _FIRST = 2, 5, 25, 2
"""Most labels, headings and texts of a screen in its words, and texts that stand for a title."""
_LONGEST = 300
"""Most characters compared by meaning, which takes time."""
_CLOSELY = 24
"""Most exits compared in meaning with their context, which takes time."""
_GAIN, _ADDS = 1.0, 0.15
"""Least gain of an exit over its page, in meaning and in letters."""
LIKELY = 0.5
"""Likelihood from which on a screen is accepted."""
_NAMED_OF_KNOWN, _NAMED = 0.75, 0.2
"""Least shares of the goal's words in a screen that is named like it: of those that the app has, and of all."""
_OTHER = 4.5
"""Log odds subtracted from a name with numbers but none of the goal's: `wheels/2` is not `wheels/1`."""
_STEEP = 20.0
"""Factor on cosines, which differ little."""


class Nearness(Protocol):
    """Compares the meaning of texts."""

    @property
    def name(self) -> str:
        """The key of its weights."""
        ...

    def near(self, sentence: str, texts: Sequence[str], /) -> list[float]:
        """The cosine of each text with a sentence."""
        ...


class Letters:
    """Ignores meaning: only letters are compared."""

    name = "words"

    def near(self, sentence: str, texts: Sequence[str], /) -> list[float]:
        del sentence
        return [0.0] * len(texts)


@dataclass(frozen=True, slots=True)
class Led:
    """What led to a screen: a label, the texts of its row, and the names of its screens."""

    label: str = ""
    row: str = ""
    source: str = ""
    page: str = ""
    """What led to the page that the screen is a part of: a tab, a menu, a filtered list."""


@dataclass(frozen=True, slots=True)
class ComparedText:
    """A screen or an exit, in words.

    Attributes:
        name: Its name.
        there: The name with its context: the screen, or what led there.
        whole: The name with its texts; of an exit, the words of its address.
        address: The words of its address.
        page: Of an exit, the name of its page.
        label: Of an exit, its own label.
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
    """The title parts that many titles share, such as the name of the app. They identify no screen."""
    every = [frozenset(title_parts(title)) for title in titles]
    most = max(_FEW, _MANY * len(every))
    return frozenset(part for part, count in Counter(chain.from_iterable(every)).items() if count > most)


def screen_words(
    face: Face, led: Sequence[Led] = (), controls: Collection[str] = (), shared: Collection[str] = ()
) -> ComparedText:
    """A screen in words: what led there, its names, and its texts without the labels of its controls.

    A page with a link to the goal is not the goal. `shared` title parts are ignored.
    """
    labels = [text for one in led[:_LABELS] for text in (one.label, one.row, one.page)]
    own = tuple(part for part in title_parts(face.title) if part not in shared)
    texts = [text for text in face.texts if text not in controls]
    first = texts[:_FIRST] or [face.name]  # phones have no headings: what stands first is their title
    heads = face.heads or own or ((face.title,) if face.title else first)
    name = [*labels, *heads, *face.selected]
    there = [*name, *(one.source for one in led[:_LABELS])]
    whole = [*name, *face.headings[:_HEADINGS], *texts[:_TEXTS]]
    address = " ".join(location_words(face.location))
    return ComparedText(_joined([*name, *face.headings[:_HEADINGS]]), _joined(there), _joined(whole), address)


def way_words(one: Exit, page: Sequence[str] = ()) -> ComparedText:
    """An exit in words: its label, its row, and the names of its page."""
    said = [one.label or one.hint, one.row]
    address = " ".join(location_words(one.href)[-3:]) if one.href else ""
    name = _joined(said) or address
    there = _joined([name, *page]) if name else ""
    return ComparedText(name, there, address, address, _joined(page), said[0])


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each feature for screens and exits, and its typical value.

    Attributes:
        way: The log odds of an exit beside a screen.
        absent: The log odds that the app has no such screen: one right screen in ten is below.
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
    """The weights fitted for a comparison of meanings."""
    return _fitted()[nearness.name]


class GoalRelevance:
    """Compares a goal with screens and exits, and caches the comparisons.

    Args:
        text: The goal.
        nearness: Compares the meaning of texts.
        weights: Of the features; by default the fitted ones.
    """

    def __init__(self, text: str, nearness: Nearness, weights: Weights | None = None) -> None:
        self.text, self._nearness = text, nearness
        self._weights = weights or weights_of(nearness)
        self._grams, self._numbers = grams(text), frozenset(_NUMBER.findall(text))
        self._rarity, self._vocabulary = Rarity(), Vocabulary()
        self._there: dict[str, float] = {}
        """By exit with its context, the similarity in meaning."""

    @property
    def unknown(self) -> float:
        """The log odds of an exit of which nothing is known."""
        return self._weights.way

    @property
    def absent(self) -> float:
        """The log odds that the app has no such screen."""
        return self._weights.absent

    def within(self, documents: Iterable[Iterable[str]]) -> None:
        """Learn from the pages of the app: words on all of them distinguish none."""
        pages = [tuple(one) for one in documents]
        self._rarity, self._vocabulary = Rarity(pages), Vocabulary(pages)

    def letters(self, text: str) -> float:
        """The share of the goal's letters in a text, 0-1: fast, where meaning would take too long."""
        return self._rarity.share(self._grams, grams(text))

    def screens(self, said: Sequence[ComparedText]) -> list[float]:
        """The log odds that each screen is the goal."""
        sums = self._sums(self.figures(said), self._weights.screens)
        return [total - self._other(one) for total, one in zip(sums, said, strict=True)]

    def ways(self, said: Sequence[ComparedText], closely: int = _CLOSELY) -> list[float]:
        """The log odds that each exit leads straight to the goal."""
        offset = self._weights.way
        first = self._sums(self.way_figures(said, ()), self._weights.ways)
        best = sorted(range(len(said)), key=lambda at: -first[at])[:closely]
        figures = self.way_figures(said, [said[at].there for at in best])
        sums = self._sums(figures, self._weights.ways)
        # an exit without a name may lead anywhere
        return [offset + (total - self._other(one) if one.name else 0.0) for total, one in zip(sums, said, strict=True)]

    def _other(self, said: ComparedText) -> float:
        """The penalty for the name of another numbered item."""
        numbers = _NUMBER.findall(said.name) if self._numbers else ()
        return _OTHER if numbers and not self._numbers.intersection(numbers) else 0.0

    def named(self, said: ComparedText) -> bool:
        """Whether a screen's name, what led there, and its address together have enough of the goal's words."""
        known, every = self._vocabulary.shares(self.text, said.name, said.there, said.address)
        return known >= _NAMED_OF_KNOWN and every >= _NAMED

    def adds(self, said: ComparedText, page: ComparedText) -> bool:
        """Whether an exit has more of the goal than its screen, in letters or in meaning."""
        known = grams(page.name) | grams(page.there) | grams(page.address)
        if self._rarity.share(self._grams, grams(said.name) - known) >= _ADDS:
            return True
        name, there = self._near([_joined([said.name, page.name]), page.name])
        return bool(said.name) and name - there >= _GAIN

    def figures(self, said: Sequence[ComparedText]) -> list[tuple[float, ...]]:
        """The features of screens, in the order of `FIGURES`."""
        means = [self._near([getattr(one, part) for one in said]) for part in ("name", "there", "whole")]
        return [(*near, *self._letters(one), 0.0, 0.0, 0.0, 0.0) for one, *near in zip(said, *means, strict=True)]

    def way_figures(
        self, said: Sequence[ComparedText], closely: Sequence[str] | None = None
    ) -> list[tuple[float, ...]]:
        """The features of exits; the context is compared for the texts in `closely` only, None for all."""
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
