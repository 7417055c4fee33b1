"""Patterns of `grep` and `sed`, with a limit on the cost of matching."""

import re
from dataclasses import dataclass

__all__ = ["Pattern", "pattern"]

MOST_COST = 1e10
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
    loops: int
    spent: float = 0.0

    def spend(self, line: str) -> None:
        self.spent += float(len(line) + 1) ** (self.loops + 1)
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
        return Pattern(re.compile("|".join(re.escape(line) for line in text.split("\n")), flags), 0)
    pieces = [_token(found, extended) for found in _EXTENDED.finditer(text)]
    if pieces and pieces[0] == "*":
        pieces[0] = r"\*"
    made, loops = _bounded(pieces)
    try:
        return Pattern(re.compile(made, flags), loops)
    except (re.error, OverflowError, RecursionError) as error:
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


def _bounded(pieces: list[str]) -> tuple[str, int]:
    """The pattern as one text, and the number of its repetitions that can backtrack."""
    pieces = _joined(pieces)
    out: list[str] = []
    loops = 0
    held: list[bool] = [False]  # per open group: whether it contains a repetition or a choice
    closed = repeated = False
    for number, piece in enumerate(pieces):
        repeats = piece in ("*", "+") or (piece.startswith("{") and len(piece) > 1)
        if piece == "(":
            held.append(False)
        elif piece == ")" and len(held) > 1:
            closed = held.pop()
            held[-1] = held[-1] or closed
        elif repeated and (repeats or piece == "?"):
            continue
        elif piece in ("|", "?"):
            held[-1] = True
        elif repeats:
            if out and out[-1] == ")" and closed:
                raise ValueError("pattern too costly")
            held[-1] = True
            before, after = pieces[number - 1], pieces[number + 1 : number + 2]
            if before.startswith("[^") and after and after[0].lstrip("\\") in before[2:-1] and len(after[0]) <= 2:
                piece += "+"  # it cannot backtrack
            else:
                loops += 1
        repeated = repeats or piece == "?"
        out.append(piece)
    return "".join(out), loops


def _joined(pieces: list[str]) -> list[str]:
    """Joins the parts of a count in braces to one piece."""
    out: list[str] = []
    at = 0
    while at < len(pieces):
        if pieces[at] == "{":
            end = next((n for n in range(at, min(at + 12, len(pieces))) if pieces[n] == "}"), None)
            count = "".join(pieces[at : end + 1]) if end else ""
            numbers = [int(number) for number in re.findall(r"\d+", count)]
            if not re.fullmatch(r"\{\d*,?\d*\}", count) or max(numbers, default=0) > 255:
                raise ValueError("bad repetition")
            out.append(count)
            at = (end or at) + 1
            continue
        out.append(pieces[at])
        at += 1
    return out
