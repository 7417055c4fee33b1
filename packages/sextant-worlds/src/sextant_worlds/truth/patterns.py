"""Answer patterns, matched in bounded time whatever the pattern and the answer.

Python's own matcher goes back, and some patterns make it go back for ever. Here all positions that can be reached are
carried along at once, as the bits of one integer (Baeza-Yates and Gonnet, 1992): every part of a pattern is looked at
once, or as often as the answer is long inside a repetition.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any, assert_never

__all__ = ["MAX_ANSWER", "MAX_PATTERN", "pattern_fault", "pattern_passes"]

MAX_PATTERN, MAX_ANSWER = 4000, 1000
_MAX_DEPTH = 30
_IGNORE_CASE, _MULTILINE, _DOT_ALL, _UNICODE, _VERBOSE = 2, 8, 16, 32, 64
_KNOWN_FLAGS = _IGNORE_CASE | _DOT_ALL | _UNICODE | _VERBOSE
_UNFIT = {
    "GROUPREF": "refers back to a group",
    "GROUPREF_EXISTS": "refers back to a group",
    "ASSERT": "looks ahead or behind",
    "ASSERT_NOT": "looks ahead or behind",
    "ATOMIC_GROUP": "has an atomic group",
    "POSSESSIVE_REPEAT": "has a possessive repetition",
}


@dataclass(frozen=True, slots=True)
class _Char:
    char: str
    fold: bool


@dataclass(frozen=True, slots=True)
class _Set:
    """One character of several; `kinds` are letters as after a backslash: d, D, s, S, w, W."""

    ranges: tuple[tuple[int, int], ...]
    kinds: str
    negated: bool
    fold: bool

    @lru_cache(maxsize=8192)  # noqa: B019 - few sets and few characters, seen again and again
    def holds(self, char: str) -> bool:
        tried = {char, char.lower(), char.upper(), _folded(char)} if self.fold else {char}
        return self.negated != any(self._lists(other) for other in tried if len(other) == 1)

    def _lists(self, char: str) -> bool:
        code = ord(char)
        return any(low <= code <= high for low, high in self.ranges) or any(_is(kind, char) for kind in self.kinds)


@dataclass(frozen=True, slots=True)
class _Edge:
    """A place between characters: `start`, `end`, `close` (the end, or before its line break), `word`, `inside`."""

    kind: str


@dataclass(frozen=True, slots=True)
class _Row:
    parts: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Either:
    ways: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Repeat:
    body: "_Node"
    least: int
    most: int


_Node = _Char | _Set | _Edge | _Row | _Either | _Repeat


class _UnfitError(ValueError):
    """Why a pattern cannot decide answers."""


@dataclass(slots=True)
class _Answer:
    """Where each character stands, as bits: bit n for the place before the n-th."""

    text: str
    exact: dict[str, int] = field(default_factory=dict[str, int])
    folded: dict[str, int] = field(default_factory=dict[str, int])
    sets: dict[int, int] = field(default_factory=dict[int, int])

    def __post_init__(self) -> None:
        exact, folded = self.exact, self.folded
        for place, char in enumerate(self.text):
            exact[char] = exact.get(char, 0) | 1 << place
        for char, places in exact.items():
            fold = _folded(char)
            folded[fold] = folded.get(fold, 0) | places

    def where(self, wanted: _Set) -> int:
        found = self.sets.get(id(wanted))
        if found is None:
            found = sum(places for char, places in self.exact.items() if wanted.holds(char))
            self.sets[id(wanted)] = found
        return found

    def edge(self, kind: str) -> int:
        size = len(self.text)
        match kind:
            case "start":
                return 1
            case "end":
                return 1 << size
            case "close":
                return 1 << size | (1 << (size - 1) if self.text.endswith("\n") else 0)
            case _:
                words = sum(places for char, places in self.exact.items() if _is("w", char))
                turns = (words ^ words << 1) & ((2 << size) - 1)
                return turns if kind == "word" else ((2 << size) - 1) & ~turns


def pattern_fault(pattern: str) -> str:
    """Why a pattern may not decide answers, in words that follow its field's name; empty where it may."""
    read = _read(pattern)
    return read if isinstance(read, str) else ""


def pattern_passes(pattern: str, answer: str) -> bool:
    """Whether the whole answer fits. A pattern with a fault accepts nothing, nor is a far too long answer accepted."""
    if len(answer) > MAX_ANSWER:
        return False
    read = _read(pattern)
    return not isinstance(read, str) and bool(_ends(read, _Answer(answer), 1) >> len(answer) & 1)


@lru_cache(maxsize=512)
def _read(pattern: str) -> _Node | str:
    if len(pattern) > MAX_PATTERN:
        return f"has {len(pattern):,} characters; at most {MAX_PATTERN:,} are allowed"
    parser: Any = import_module("re._parser")
    try:
        told = parser.parse(pattern)
        return _row(told, told.state.flags, False, 0)
    except _UnfitError as error:
        return str(error)
    except RecursionError:
        return "has too many groups inside one another"
    except (ValueError, OverflowError, Warning, parser.error) as error:
        return f"is not a regular expression: {error}"


def _row(items: Any, flags: int, repeated: bool, depth: int) -> _Node:
    if depth > _MAX_DEPTH:
        raise _UnfitError("has too many groups inside one another")
    if flags & ~_KNOWN_FLAGS:
        raise _UnfitError("has a flag other than i, s and x")
    parts = [_node(str(op), value, flags, repeated, depth) for op, value in items]
    return parts[0] if len(parts) == 1 else _Row(tuple(parts))


def _node(op: str, value: Any, flags: int, repeated: bool, depth: int) -> _Node:
    fold = bool(flags & _IGNORE_CASE)
    match op:
        case "LITERAL":
            return _Char(_folded(chr(value)) if fold else chr(value), fold)
        case "NOT_LITERAL":
            return _Set(((value, value),), "", True, fold)
        case "ANY":
            return _Set((), "", True, False) if flags & _DOT_ALL else _Set(((10, 10),), "", True, False)
        case "IN":
            return _set(value, fold)
        case "BRANCH":
            return _Either(tuple(_row(way, flags, repeated, depth + 1) for way in value[1]))
        case "SUBPATTERN":
            return _row(value[3], (flags | value[1]) & ~value[2], repeated, depth + 1)
        case "MAX_REPEAT" | "MIN_REPEAT":
            least, most = int(value[0]), int(value[1])
            if most > 1 and repeated:
                raise _UnfitError("repeats a repetition")
            return _Repeat(_row(value[2], flags, repeated or most > 1, depth + 1), least, most)
        case "AT":
            return _Edge(_edge(str(value)))
        case _:
            raise _UnfitError(_UNFIT.get(op, f"has a part that answers are not matched with: {op.lower()}"))


def _set(items: Any, fold: bool) -> _Set:
    ranges: list[tuple[int, int]] = []
    kinds, negated = "", False
    for kind, value in items:
        match str(kind):
            case "NEGATE":
                negated = True
            case "LITERAL":
                ranges.append((value, value))
            case "RANGE":
                ranges.append(tuple(value))
            case _:  # CATEGORY_DIGIT, CATEGORY_NOT_SPACE …
                name = str(value).removeprefix("CATEGORY_")
                kinds += name[4].upper() if name.startswith("NOT_") else name[0].lower()
    return _Set(tuple(ranges), kinds, negated, fold)


def _edge(name: str) -> str:
    known = {
        "AT_BEGINNING": "start",
        "AT_BEGINNING_STRING": "start",
        "AT_END": "close",
        "AT_END_STRING": "end",
        "AT_BOUNDARY": "word",
        "AT_NON_BOUNDARY": "inside",
    }
    return known[name]


def _is(kind: str, char: str) -> bool:
    match kind.lower():
        case "d":
            found = char.isdecimal()
        case "s":
            found = char.isspace()
        case _:
            found = char.isalnum() or char == "_"
    return found != kind.isupper()


def _folded(char: str) -> str:
    """The character for comparison whatever its case: always one."""
    fold = char.casefold()
    return fold if len(fold) == 1 else char.lower()[0]


def _ends(node: _Node, answer: _Answer, at: int) -> int:
    """Places that can be reached from any of the places `at`."""
    match node:
        case _Char():
            return (at & (answer.folded if node.fold else answer.exact).get(node.char, 0)) << 1
        case _Set():
            return (at & answer.where(node)) << 1
        case _Edge():
            return at & answer.edge(node.kind)
        case _Row():
            return _along(node.parts, answer, at)
        case _Either():
            found = 0
            for way in node.ways:
                found |= _ends(way, answer, at)
            return found
        case _Repeat():
            return _again(node, answer, at)
        case _:
            assert_never(node)


def _along(parts: Sequence[_Node], answer: _Answer, at: int) -> int:
    exact, folded = answer.exact, answer.folded
    for part in parts:
        if type(part) is _Char:  # by far the most, so without a call
            at = (at & (folded if part.fold else exact).get(part.char, 0)) << 1
        else:
            at = _ends(part, answer, at)
        if not at:
            return 0
    return at


def _again(node: _Repeat, answer: _Answer, at: int) -> int:
    for _ in range(node.least):
        further = _ends(node.body, answer, at)
        if further == at:
            break  # the body can be empty: more of it leads nowhere else
        at = further
        if not at:
            return 0
    reached = front = at
    for _ in range(node.most - node.least):
        front = _ends(node.body, answer, front) & ~reached
        if not front:
            break
        reached |= front
    return reached
