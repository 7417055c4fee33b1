"""What a task needs to be remembered, told from its words, and how well a value on a screen answers it.

No model is asked: a label that the task quotes as something to be found counts most, then one whose words stand in the
task, then a value of the sort that is asked for, on a screen that the task names.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sextant.evidence.goals import quotes_in
from sextant.guides.memory.pairs import Pair
from sextant.guides.memory.shapes import Shape, asked_shapes
from sextant.types.refs import collapse
from sextant.utg.words import stopwords, tokens

__all__ = ["Wanted", "fitting", "telling", "wanted_of"]

_LEAST = 1.2
_LEAST_BESIDE_QUOTED = 1.6
"""Whoever quotes what is to be found means less by other words."""
_NAMED = 0.75
_STEM, _LONGEST_WORD = 4, 40
_SOME, _HALF = 0.25, 0.5
_CLOSE = 28
"""So near a quotation stands the word that says what to do with it."""
_LONGEST_TASK = 10_000
_LONGEST_LABEL = 160
_FINDING = re.compile(
    r"\b(?:find|(?<!the )(?<!a )note(?: down)?|look(?:\s+(?:at|up))?|remember|read|retrieve|see|check|get"
    r"|copy|what|which|how)\b"
    r"|找|记|查|看|读|抄|什么|多少",
    re.IGNORECASE,
)
_TOUCHING = re.compile(
    r"\b(?:tap|press|click|touch|hold|long-press|open|type|into|enter|select|choose|go to|in the row|called|titled)\b"
    r"|点|打开|输入|选择|按",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|every|all|sum|totals?|add up|together|cheapest|dearest|most|least|lowest|highest|compare"
    r"|in order of|sort)\b"
    r"|所有|每|总|合计|最|加起来|相加",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Wanted:
    """The words of a task, its quoted labels, and the sorts of values it asks for."""

    words: frozenset[str]
    quoted: tuple[str, ...]
    """Labels that it says are to be found, collapsed."""
    shapes: frozenset[Shape]
    each: bool
    """Whether several things are asked for alike, so that rows count."""

    @property
    def least(self) -> float:
        """The score from which a value is kept."""
        return _LEAST_BESIDE_QUOTED if self.quoted else _LEAST

    def names(self, text: str) -> bool:
        """Whether the task speaks of what a text names."""
        words = telling(text)
        return bool(words) and fitting(words, self.words) >= _NAMED

    def score(self, pair: Pair, lines: Sequence[str]) -> float:
        """How well a value answers the task; `lines` name its screen."""
        if self._is_quoted(pair):
            return 3.0
        there, fits = any(map(self.names, lines)), pair.shape in self.shapes
        share = fitting(telling(pair.label), self.words)
        match pair.kind:
            case "row":
                if not fits or (share < _HALF and not (self.each and there)):
                    return 0.0
                return 1.2 + 0.4 * share
            case "within":
                telling_itself = pair.shape in ("code", "amount") or share >= _SOME
                return 1.2 + 0.4 * share if fits and there and telling_itself else 0.0
            case "field":
                return 1.5 if there and share == 1.0 else 0.0
            case "beside":
                near = 1.0 if share == 1.0 else 0.6 * share
                return near + 0.6 * there + 0.6 * fits if there or share == 1.0 else 0.0

    def _is_quoted(self, pair: Pair) -> bool:
        label = collapse(pair.label)
        if label in self.quoted:
            return True
        if pair.kind == "row":
            return any(label.startswith(quoted + " ") for quoted in self.quoted)
        words = telling(pair.label)
        return pair.kind == "within" and any(telling(quoted) == words for quoted in self.quoted)


@lru_cache(maxsize=64)
def wanted_of(text: str) -> Wanted:
    """What a task or an instruction asks for."""
    text = text[:_LONGEST_TASK]
    return Wanted(frozenset(telling(text)), _quoted(text), asked_shapes(text), _EACH.search(text) is not None)


@lru_cache(maxsize=4096)
def telling(text: str) -> tuple[str, ...]:
    """The words of a text that say something, stemmed, in order."""
    plain = stopwords()
    words = tuple(dict.fromkeys(word for word in tokens(text[:_LONGEST_TASK]) if word not in plain))
    return words or tuple(dict.fromkeys(tokens(text[:_LONGEST_TASK])))


def fitting(words: Sequence[str], among: Iterable[str]) -> float:
    """Which share of the words has a relative among others, 0-1: the same, or one the beginning of the other."""
    if not words:
        return 0.0
    others = among if isinstance(among, frozenset) else frozenset(among)
    begun = _beginnings(others)
    return sum(_related(word, others, begun) for word in words) / len(words)


def _related(word: str, others: frozenset[str], begun: frozenset[str]) -> bool:
    if word in others:
        return True
    if len(word) < _STEM or word.isdigit():
        return False
    return word in begun or any(word[:end] in others for end in range(_STEM, min(len(word), _LONGEST_WORD)))


@lru_cache(maxsize=256)
def _beginnings(words: frozenset[str]) -> frozenset[str]:
    """How the words begin, from a few letters on, to be looked up: a long task costs no more than a short one."""
    return frozenset(word[:end] for word in words for end in range(_STEM, min(len(word), _LONGEST_WORD)))


def _quoted(text: str) -> tuple[str, ...]:
    """Quoted labels, those left out that the task says are to be touched or typed into."""
    found: list[str] = []
    for line in text.splitlines():
        end = 0
        for quote in quotes_in(line):
            before = line[end : quote.start][-_CLOSE:]
            end = quote.end
            verbs = [(found.start(), finding) for finding, pattern in _VERBS for found in pattern.finditer(before)]
            if verbs and max(verbs)[1] and len(quote.text) <= _LONGEST_LABEL:
                found.append(collapse(quote.text))
    return tuple(dict.fromkeys(found))


_VERBS = ((True, _FINDING), (False, _TOUCHING))
