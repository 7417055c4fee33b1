"""Puts a goal into words: sentences from wordings drawn by the seed, never the same one twice while others are left."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from sextant.worlds.author.phrases import PHRASES
from sextant.worlds.author.recipe import Family
from sextant.worlds.content.phrasing import filled, listed
from sextant.worlds.genres.base import Locale

__all__ = ["Clause", "Wording"]


@dataclass(frozen=True, slots=True)
class Clause:
    """Something that the goal says: `way` names the wordings (`find`, `hand` …), `slots` fill them."""

    way: str
    slots: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class Wording:
    """Draws wordings of one family in one language."""

    rng: random.Random
    family: Family
    locale: Locale
    _left: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def draw(self, way: str, **slots: str) -> str:
        """One wording of that way, filled in."""
        left = self._left.get(way)
        if not left:
            left = list(listed(PHRASES[self.family, self.locale][way]))
            self.rng.shuffle(left)
            self._left[way] = left
        return filled(left.pop(), slots)

    def placed(self, task: str, app: str, again: bool) -> str:
        """What is to be done, with the name of the app unless that is clear."""
        return task if again or app in task else self.draw("place", task=task, app=app)

    def choose(self, wordings: Sequence[str]) -> str:
        """One of several wordings."""
        return self.rng.choice(tuple(wordings))

    def goal(self, clauses: Sequence[str]) -> str:
        """The clauses as sentences; some are drawn together."""
        sentences = [self._sentence(clause) for clause in clauses]
        if self.rng.random() < 0.3:
            sentences.append(self.draw("end"))
        return ("" if self.locale == "zh" else " ").join(sentences)

    def listed(self, parts: Sequence[str]) -> str:
        """`a, b and c`."""
        if self.locale == "zh":
            return "、".join(parts)
        return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"

    def _sentence(self, clause: str) -> str:
        clause = clause.strip()
        stop = "。" if self.locale == "zh" else "."
        if clause[-1] not in ".?!。？！":
            clause += stop
        return clause[0].upper() + clause[1:]
