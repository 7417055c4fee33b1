"""Regular expressions of clients, matched in bounded time and memory, so that a hostile one cannot block the bridge."""

import re
from functools import lru_cache
from importlib import import_module
from typing import Any

__all__ = ["PatternError", "PatternMatcher", "PatternTooCostlyError", "compile_bounded"]

MAX_PATTERN = 1_000
MAX_WORK = 1e7
"""Most steps for one text: its length to the power of the number of repetitions in the pattern."""
MAX_TOTAL = 1e8
"""Most steps for all texts of one search."""
_MAX_DEPTH = 20


class PatternError(Exception):
    """The text is not a regular expression."""


class PatternTooCostlyError(Exception):
    """Matching could take far too long: the pattern has nested repetitions, a repeated choice, or many repetitions."""


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
        compiled, repetitions = compile_bounded(pattern)
        work = float(len(text)) ** repetitions
        self._work += work
        if work > MAX_WORK or self._work > MAX_TOTAL:
            raise PatternTooCostlyError("The pattern repeats too often for so much text.")
        return compiled.fullmatch(text) is not None


@lru_cache(maxsize=256)
def compile_bounded(pattern: str, flags: int = 0) -> tuple[re.Pattern[str], int]:
    """Compile a pattern, and count the repetitions that follow one another in it.

    A match tries at most as many steps as the text has characters, to the power of that count.

    Raises:
        PatternError: It is no pattern.
        PatternTooCostlyError: It repeats a repetition or a choice, is too long, or refers to one of its groups.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternTooCostlyError(f"The pattern has more than {MAX_PATTERN:,} characters.")
    parser: Any = import_module("re._parser")
    try:
        repetitions = _repetitions(parser.parse(pattern), False, 0)
        return re.compile(pattern, flags), repetitions
    except (re.error, ValueError, OverflowError, RecursionError, Warning) as error:
        raise PatternError(str(error)) from error


def _repetitions(items: Any, repeated: bool, depth: int) -> int:
    """The number of items in a sequence that can match a variable number of characters."""
    if depth > _MAX_DEPTH:
        raise PatternTooCostlyError("The pattern has too many groups inside one another.")
    return sum(_of_part(str(op), value, repeated, depth) for op, value in items)


def _of_part(op: str, value: Any, repeated: bool, depth: int) -> int:
    match op:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most = int(value[0]), int(value[1])
            varies = most > 1 and least != most
            if varies and repeated:
                raise PatternTooCostlyError("The pattern repeats a repetition.")
            return int(varies) + _repetitions(value[2], repeated or most > 1, depth + 1)
        case "BRANCH":
            if repeated:
                raise PatternTooCostlyError("The pattern repeats a choice.")
            return max(_repetitions(way, repeated, depth + 1) for way in value[1])
        case "SUBPATTERN":
            return _repetitions(value[3], repeated, depth + 1)
        case "ATOMIC_GROUP":
            return _repetitions(value, repeated, depth + 1)
        case "ASSERT" | "ASSERT_NOT":
            return _repetitions(value[1], repeated, depth + 1)
        case "GROUPREF" | "GROUPREF_EXISTS":
            raise PatternTooCostlyError("The pattern refers to one of its groups.")
        case _:
            return 0
