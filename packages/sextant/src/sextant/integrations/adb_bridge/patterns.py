"""Regular expressions of clients, matched in bounded time and memory, so that a hostile one cannot block the bridge."""

import re
from functools import lru_cache, reduce
from importlib import import_module
from typing import Any

from sextant.dataclass import dataclass

__all__ = ["MatchCost", "PatternError", "PatternMatcher", "PatternTooCostlyError", "compile_bounded"]

MAX_PATTERN = 1_000
MAX_WORK = 1e7
"""Most steps for one text (`MatchCost.steps`)."""
MAX_TOTAL = 1e8
"""Most steps for all texts of one search."""
_MAX_DEPTH = 20


class PatternError(Exception):
    """The text is not a regular expression."""


class PatternTooCostlyError(Exception):
    """Matching could take far too long: the pattern has nested repetitions, a repeated choice, or many repetitions."""


@dataclass(frozen=True, slots=True)
class MatchCost:
    """The most that a match of a pattern can take.

    Attributes:
        repetitions: Items of variable length that follow one another.
        choices: Ways through its optional items and alternatives.
    """

    repetitions: int = 0
    choices: float = 1.0

    def then(self, other: "MatchCost") -> "MatchCost":
        """The cost of one after the other."""
        return MatchCost(self.repetitions + other.repetitions, min(self.choices * other.choices, MAX_TOTAL * 10))

    def steps(self, length: int) -> float:
        """Most steps on a text of that length, from one place on."""
        return float(length) ** self.repetitions * self.choices


class PatternMatcher:
    """Matches the patterns of one search."""

    def __init__(self) -> None:
        self._work = 0.0

    def matches(self, pattern: str, text: str) -> bool:
        """Whether the whole text matches the pattern, as in Java's `Pattern.matches`.

        Raises:
            PatternError: It is not a valid pattern.
            PatternTooCostlyError: The pattern could take too long on this text; it is not tried.
        """
        compiled, cost = compile_bounded(pattern)
        work = cost.steps(len(text))
        self._work += work
        if work > MAX_WORK or self._work > MAX_TOTAL:
            raise PatternTooCostlyError("The pattern repeats too often for so much text.")
        return compiled.fullmatch(text) is not None


@lru_cache(maxsize=256)
def compile_bounded(pattern: str, flags: int = 0) -> tuple[re.Pattern[str], MatchCost]:
    """Compile a pattern, and count what a match of it may cost.

    Raises:
        PatternError: It is no pattern.
        PatternTooCostlyError: It repeats a repetition or a choice, is too long, or refers to one of its groups.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternTooCostlyError(f"The pattern has more than {MAX_PATTERN:,} characters.")
    parser: Any = import_module("re._parser")
    try:
        cost = _cost(parser.parse(pattern), False, 0)
        return re.compile(pattern, flags), cost
    except (re.error, ValueError, OverflowError, RecursionError, Warning) as error:
        raise PatternError(str(error)) from error


def _cost(items: Any, repeated: bool, depth: int) -> MatchCost:
    """The cost of a sequence."""
    if depth > _MAX_DEPTH:
        raise PatternTooCostlyError("The pattern has too many groups inside one another.")
    return reduce(MatchCost.then, (_of_part(str(op), value, repeated, depth) for op, value in items), MatchCost())


def _of_part(op: str, value: Any, repeated: bool, depth: int) -> MatchCost:
    match op:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most = int(value[0]), int(value[1])
            if least != most and repeated:
                raise PatternTooCostlyError("The pattern repeats a repetition.")
            own = MatchCost() if least == most else MatchCost(0, 2.0) if most == 1 else MatchCost(1)
            return own.then(_cost(value[2], repeated or most > 1, depth + 1))
        case "BRANCH":
            if repeated:
                raise PatternTooCostlyError("The pattern repeats a choice.")
            ways = [_cost(way, repeated, depth + 1) for way in value[1]]
            return MatchCost(max(way.repetitions for way in ways), sum(way.choices for way in ways))
        case "SUBPATTERN":
            return _cost(value[3], repeated, depth + 1)
        case "ATOMIC_GROUP":
            return _cost(value, repeated, depth + 1)
        case "ASSERT" | "ASSERT_NOT":
            return _cost(value[1], repeated, depth + 1)
        case "GROUPREF" | "GROUPREF_EXISTS":
            raise PatternTooCostlyError("The pattern refers to one of its groups.")
        case _:
            return MatchCost()
