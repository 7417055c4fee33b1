"""Patterns of `grep` and `sed`, with a limit on the cost of matching."""

import re
from math import comb

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.patterns import MatchCost, PatternError, PatternTooCostlyError, compile_bounded

__all__ = ["Pattern", "pattern"]

MOST_COST = 1e8
"""Most matching steps of one command, in the worst case."""
LONGEST = 2000

_CLASSES = {  # structural: character classes of POSIX
    "[:alpha:]": "a-zA-Z",
    "[:digit:]": "0-9",
    "[:alnum:]": "a-zA-Z0-9",
    "[:upper:]": "A-Z",
    "[:lower:]": "a-z",
    "[:space:]": r"\s",
    "[:blank:]": r" \t",
    "[:punct:]": r"!-/:-@\[-`{-~",
    "[:xdigit:]": "0-9A-Fa-f",
}
_EXTENDED = re.compile(r"(\\.)|(\[\^?\]?(?:\[:\w+:\]|[^\]])*\])|([*+?]|\{\d*,?\d*\})|([()|])|(.)", re.DOTALL)


@dataclass(slots=True)
class Pattern:
    """A compiled pattern. `spend` counts the cost of a line, and raises `ValueError` above the limit."""

    compiled: re.Pattern[str]
    cost: MatchCost
    spent: float = 0

    def spend(self, line: str) -> None:
        loops = self.cost.repetitions
        begins = comb(len(line) + loops + 1, loops + 1)  # places where it may begin and each repetition may end
        self.spent += begins * self.cost.choices
        if self.spent > MOST_COST:
            raise ValueError("pattern too costly for this input")


def pattern(text: str, *, extended: bool = False, fixed: bool = False, flags: int = 0) -> Pattern:
    """Compiles a basic, extended or fixed pattern of `grep`.

    Raises:
        ValueError: It is not a pattern, or a costly one: it repeats a part with a repetition or a choice.
    """
    if len(text) > LONGEST:
        raise ValueError("pattern too long")
    if fixed:
        return Pattern(re.compile("|".join(re.escape(line) for line in text.split("\n")), flags), MatchCost())
    pieces = [_token(found, extended) for found in _EXTENDED.finditer(text)]
    if pieces and pieces[0] == "*":
        pieces[0] = r"\*"
    try:
        return Pattern(*compile_bounded("".join(pieces), flags))
    except PatternTooCostlyError as error:
        raise ValueError("pattern too costly") from error
    except PatternError as error:
        raise ValueError(f"bad regex {text!r}: {error}") from error


def _token(found: re.Match[str], extended: bool) -> str:
    """Translates one element of the pattern to Python's syntax."""
    escaped, bracket, repeat, structure, plain = found.groups()
    if bracket:
        inner = bracket[1:-1]
        for name, members in _CLASSES.items():
            inner = inner.replace(name, members)
        negated, rest = inner.startswith("^"), inner.lstrip("^") if inner.startswith("^") else inner
        rest = re.sub(r"([\[\\&~|])(?!s|t)", r"\\\1", rest)
        rest = "\\" + rest if rest.startswith("]") else rest
        return f"[{'^' if negated else ''}{rest}]"
    if escaped:
        sign = escaped[1]
        if sign in "(){}|+?":
            return "\\" + sign if extended else sign
        if sign in "<>":
            return r"\b"
        return escaped if sign in "wWsSbBdD.*[]^$\\/123456789" else re.escape(sign) if sign != "n" else "\n"
    if repeat and not extended and repeat != "*":
        return re.escape(repeat)
    if structure:
        return structure if extended else "\\" + structure
    return repeat or (plain if plain in ".^$" else re.escape(plain))
