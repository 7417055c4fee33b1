"""Writes the goal's sentences from wordings that the seed draws, each used once while others are left."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from sextant_worlds.author.recipe import Family
from sextant_worlds.data_files import filled, read
from sextant_worlds.spec.phone import Locale

__all__ = ["Compared", "GoalText", "phrases", "synonyms"]

_NOUNS = {"messages": "messenger", "calendar": "calendar", "tiles": "games"}
"""What the wordings call an app whose name they do not know."""
_TOLD_WORDS = """
    the my i every each all while what whatever when everything it if should depending no of one for on in those
    invitations reminders event delivery
"""
_TOLD = frozenset(_TOLD_WORDS.split())
"""First words of tasks that are told."""
_TOLD_ZH = re.compile(r"[^，；：]{0,16}(?:需要|欠|在等|应该|会来|是“)")
_PLAINER = {
    "and_said": "and",
    "find_clause": "find",
    "glance_clause": "glance",
    "place_end": "place",
    "then_said": "then",
}
"""What is drawn instead where a family has no wordings of its own for a special case."""
_SINGLE = "trip|payment|account|course|event|task|project|prescription|visit|parcel|month|result|device|sensor|routine"


@dataclass(frozen=True, slots=True)
class Compared:
    """Labels that differ in one name: what stands before and behind it, and the names, `raw` as they stand there."""

    head: str
    tail: str
    raw: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(slots=True)
class GoalText:
    """Draws wordings of one family in one language."""

    rng: random.Random
    family: Family
    locale: Locale
    _left: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def draw(self, way: str, **slots: str) -> str:
        """One wording of that way, filled in."""
        left = self._left.get(way)
        if not left:
            known = phrases(self.family, self.locale)
            left = list(known.get(way) or known[_PLAINER[way]])
            self.rng.shuffle(left)
            self._left[way] = left
        return filled(left.pop(), slots)

    def placed(self, task: str, name: str, app: str, last: bool = True) -> str:
        """What is to be done, with the name of its app; what it calls the app otherwise gives way to the name.

        `last`: the name may stand at the end.
        """
        named = self._named(task, name, app)
        if name in named:
            return named
        if not self.ordered(named):
            return self.draw("place_said", task=named, app=name)
        simple = last and self.locale == "en" and not re.search(r"[,;:.]", named)
        return self.draw("place_end" if simple and self.rng.random() < 0.5 else "place", task=named, app=name)

    def linked(self, way: str, task: str) -> str:
        """Something to do after what was said before: told, where it cannot be ordered."""
        told = f"{way}_said"
        known = told in phrases(self.family, self.locale)
        return self.draw(told if known and not self.ordered(task) else way, task=task)

    def ordered(self, task: str) -> bool:
        """Whether it begins with a verb: `archive the chat`, not `I no longer need the chat; archive it`."""
        if self.locale == "zh":
            return not re.match(r"[^，；：]{0,14}我(?!的)|.*[？?]", task) and not _TOLD_ZH.match(task)
        first = re.split(r"[\s,:]", task, maxsplit=1)[0]
        return first[:1].islower() and first not in _TOLD

    def _named(self, task: str, name: str, app: str) -> str:
        noun = _NOUNS.get(app, "")
        if not noun or self.locale == "zh":
            return task
        if name in task:
            return re.sub(rf" (?:in|into) (?:the|my) {noun}\b(?! settings)", "", task)
        task = re.sub(rf"\b(?:the|my) {noun} settings\b", f"the settings of {name}", task)
        task = re.sub(rf"\bmy {noun} status\b", f"my status in {name}", task)
        return re.sub(rf"\b(?:the|my) {noun}\b(?! event)", name, task)

    def whole(self, compared: Compared) -> str:
        """Several labels in one phrase: `the fare of the trips to Ghent and Lisbon`."""
        head, tail = compared.head, compared.tail
        if self.locale == "zh":
            link = "”、“" if head.endswith("“") and tail.startswith("”") else "、"
            return head + link.join(compared.raw) + tail
        head = re.sub(rf"\b({_SINGLE})( to| for| of)? $", r"\1s\2 ", head)
        tail = re.sub(r"^ (order|statement)\b", r" \1s", tail)
        return head + self.listed(compared.raw) + tail

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


# -- wordings of goals, by family and language: `wordings/FAMILY.yaml`. Test and train share none


@cache
def phrases(family: Family, locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """The wordings of a family, by what is said. The file of the other family is not opened."""
    return read(dict[Locale, dict[str, tuple[str, ...]]], "sextant_worlds.author", f"wordings/{family}.yaml")[locale]


@cache
def synonyms(locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """Labels of apps, and what else each may be called."""
    return read(dict[Locale, dict[str, tuple[str, ...]]], "sextant_worlds.author", "wordings/synonyms.yaml")[locale]
