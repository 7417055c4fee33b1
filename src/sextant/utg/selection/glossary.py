"""What people say who look for a screen, and what the screen is called: a glossary of interface terms.

It knows nothing of any app. Words that share no letter (`trash`, `recycle bin`) meet here, where neither lexical
matching nor word vectors bring them together reliably.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from sextant.utg.words import kinship, lexicon, stopwords, tokens

NEAR = 0.85
"""Words of this kinship count as the same."""

Words = tuple[str, ...]

_FILLER = lexicon("want need my some something one thing how much use which let make them been just only being again")


@dataclass(frozen=True, slots=True)
class Concept:
    """A kind of screen: what it is called, and what is said of it."""

    names: tuple[Words, ...]
    sayings: tuple[Words, ...]


class Glossary:
    """Concepts, found by the words of a goal and by the words of a name."""

    def __init__(self, text: str) -> None:
        self.concepts = tuple(_concept(line) for line in text.splitlines() if line.strip() and line[0] != "#")
        self.by_name: dict[Words, list[int]] = {}
        self._phrases: dict[str, list[tuple[int, Words]]] = {}
        self._by_word: dict[str, list[int]] = {}
        counts: Counter[str] = Counter()
        for number, concept in enumerate(self.concepts):
            for name in concept.names:
                self.by_name.setdefault(name, []).append(number)
                for word in name:
                    self._by_word.setdefault(word, []).append(number)
            for phrase in (*concept.sayings, *concept.names):
                for word in set(phrase):
                    self._phrases.setdefault(word, []).append((number, phrase))
            counts.update({word for phrase in (*concept.sayings, *concept.names) for word in phrase})
        whole = math.log(len(self.concepts) + 1) or 1.0
        self._rarity = {word: math.log((len(self.concepts) + 1) / (n + 1)) / whole for word, n in counts.items()}
        self.longest = max((len(name) for name in self.by_name), default=1)
        self._near = lru_cache(maxsize=4096)(self._search_near)

    def weight(self, word: str) -> float:
        """How much a word tells, 0.25-1: less the more concepts it belongs to."""
        return 0.25 + 0.75 * self._rarity.get(word, 1.0)

    def with_word(self, word: str) -> Sequence[int]:
        """The concepts that have the word in a name."""
        return self._by_word.get(word, ())

    def meant(self, goal: Sequence[str]) -> dict[int, dict[str, float]]:
        """The concepts that a goal speaks of: for each, how strongly each word of the goal points to it, 0-1."""
        hits: dict[tuple[int, Words], dict[str, tuple[str, float]]] = {}
        for word in goal:
            for known, kin in self._near(word):
                for key in self._phrases[known]:
                    hits.setdefault(key, {}).setdefault(known, (word, kin))
        found: dict[int, dict[str, float]] = {}
        for (number, phrase), said in hits.items():
            whole = sum(self.weight(word) for word in phrase)
            share = sum(self.weight(word) * said[word][1] for word in phrase if word in said) / whole
            for known, (word, _) in said.items():
                strength = share * (0.95 if len(said) > 1 else 0.36 + 0.54 * self.weight(known))
                table = found.setdefault(number, {})
                table[word] = max(table.get(word, 0.0), strength)
        return found

    def _search_near(self, word: str) -> tuple[tuple[str, float], ...]:
        near = ((known, kinship(word, known)) for known in self._phrases)
        return tuple((known, kin) for known, kin in near if kin >= NEAR)


def telling(goal: str) -> Words:
    """The words of a goal without filler; all of them where nothing else is left."""
    every = tokens(goal[:2000])
    kept = tuple(dict.fromkeys(word for word in every if word not in stopwords() and word not in _FILLER))
    return kept or tuple(dict.fromkeys(every))


@lru_cache(maxsize=1)
def shipped_glossary() -> Glossary:
    """The glossary that is part of the package, read once."""
    return Glossary(glossary_text())


def glossary_text() -> str:
    """The text of the glossary that is part of the package."""
    return (resources.files("sextant.utg.selection") / "glossary.txt").read_text(encoding="utf-8")


def _concept(line: str) -> Concept:
    names, _, sayings = line.partition("=")
    return Concept(
        tuple(tokens(name) for name in names.split(",") if name.strip()),
        tuple(telling(saying) for saying in sayings.split(",") if saying.strip()),
    )
