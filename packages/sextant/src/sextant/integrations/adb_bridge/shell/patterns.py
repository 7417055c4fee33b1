"""Patterns of `grep` and `sed` with a bound on what matching may cost."""

import re
from dataclasses import dataclass

__all__ = ["Pattern", "pattern"]

MOST_COST = 1e10
"""Steps of matching, in the worst case, that one command may take."""
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
    """A compiled pattern. `spend` raises `ValueError` once the lines are too long for it."""

    compiled: re.Pattern[str]
    loops: int
    spent: float = 0.0

    def spend(self, line: str) -> None:
        self.spent += float(len(line) + 1) ** (self.loops + 1)
        if self.spent > MOST_COST:
            raise ValueError("pattern too costly for this input")


def pattern(text: str, *, extended: bool = False, fixed: bool = False, flags: int = 0) -> Pattern:
    """A basic, extended or fixed pattern as `grep` takes it.

    Raises:
        ValueError: It is no pattern, or a costly one: a repetition of what holds a repetition or a choice.
    """
    if len(text) > LONGEST:
        raise ValueError("pattern too long")
    if fixed:
        return Pattern(re.compile("|".join(re.escape(line) for line in text.split("\n")), flags), 0)
    tokens = [_token(found, extended) for found in _EXTENDED.finditer(text)]
    if tokens and tokens[0] == "*":
        tokens[0] = r"\*"
    made, loops = _bounded(tokens)
    try:
        return Pattern(re.compile(made, flags), loops)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"bad regex {text!r}: {error}") from error


def _token(found: re.Match[str], extended: bool) -> str:
    """One element of the pattern as Python writes it."""
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


def _bounded(tokens: list[str]) -> tuple[str, int]:
    """The pattern as one text, and how many of its repetitions can be undone while it looks for a match."""
    tokens = _joined(tokens)
    out: list[str] = []
    loops = 0
    held: list[bool] = [False]  # per open bracket: whether a repetition or a choice is in it
    closed = repeated = False
    for number, token in enumerate(tokens):
        repeats = token in ("*", "+") or (token.startswith("{") and len(token) > 1)
        if token == "(":
            held.append(False)
        elif token == ")" and len(held) > 1:
            closed = held.pop()
            held[-1] = held[-1] or closed
        elif repeated and (repeats or token == "?"):
            continue
        elif token in ("|", "?"):
            held[-1] = True
        elif repeats:
            if out and out[-1] == ")" and closed:
                raise ValueError("pattern too costly")
            held[-1] = True
            before, after = tokens[number - 1], tokens[number + 1 : number + 2]
            if before.startswith("[^") and after and after[0].lstrip("\\") in before[2:-1] and len(after[0]) <= 2:
                token += "+"  # nothing that it takes can be given back
            else:
                loops += 1
        repeated = repeats or token == "?"
        out.append(token)
    return "".join(out), loops


def _joined(tokens: list[str]) -> list[str]:
    """With the braces of a count as one token."""
    out: list[str] = []
    at = 0
    while at < len(tokens):
        if tokens[at] == "{":
            end = next((n for n in range(at, min(at + 12, len(tokens))) if tokens[n] == "}"), None)
            count = "".join(tokens[at : end + 1]) if end else ""
            numbers = [int(number) for number in re.findall(r"\d+", count)]
            if not re.fullmatch(r"\{\d*,?\d*\}", count) or max(numbers, default=0) > 255:
                raise ValueError("bad repetition")
            out.append(count)
            at = (end or at) + 1
            continue
        out.append(tokens[at])
        at += 1
    return out
