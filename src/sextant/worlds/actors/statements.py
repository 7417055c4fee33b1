"""What a brief says of progress, and of what is no longer as it was left: read as plain text, whoever wrote it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sextant.worlds.actors.briefing import Line, squeezed
from sextant.worlds.instructions import phrase
from sextant.worlds.memory.notation import folded

__all__ = ["position_told", "said_gone"]

_SECTION = "## "
_HISTORY = re.compile(r"^\d+\. .+ on .*: (?:worked|no effect|uncertain|not carried out|noted)\b")
_LISTED = re.compile(r"^ *\[\d+\] ")
_LINES = re.compile(r"\blines? (\d+)(?:\s*(?:-|–|to|and)\s*(\d+))?", re.I)
_NUMBER = re.compile(r"^\W*(\d+)[.)] ")
_NOT_DONE = re.compile(
    r"\b(?:not|never|nothing)\b[^.;:]{0,30}\b(?:done|shown|finished|completed|seen)\b|\bundone\b|\bunfinished\b", re.I
)
_NOW = re.compile(r"\b(?:next|now|current|currently|present|under way|working on|go on with)\b", re.I)
_OPEN = re.compile(r"\b(?:remaining|remains?|open|left|outstanding|to do|to be done|still|pending|missing)\b", re.I)
_DONE = re.compile(r"\b(?:done|completed?|finished|shown|verified|behind|reached)\b", re.I)
_GONE = re.compile(r"\b(?:gone|lost|again|no longer|empty|emptied|missing|vanished|disappeared)\b", re.I)
_ENOUGH = 40
"""Characters of an instruction by which it is known."""
_FEW = 8


def position_told(brief: Line) -> int | None:
    """The instruction that the brief says is next; None where it says nothing of that.

    What is named as present counts; else the first that is named as open; else the one after the last named as done.
    """
    now, left, done = list[int](), list[int](), set[int]()
    head = ""
    for line in _prose(brief):
        named = _named(line, brief)
        sense = _sense(named.rest) or _sense(head)
        numbers = named.numbers
        if numbers:
            {"now": now.extend, "open": left.extend, "done": done.update}.get(sense, _nothing)(numbers)
        if line.rstrip().endswith(":") or line.startswith(_SECTION):
            head = line
    if now:
        return now[0]
    ahead = [number for number in left if number not in done]
    if ahead:
        return min(ahead)
    return max(done) + 1 if done else None


def said_gone(brief: Line, *names: str) -> bool:
    """Whether the brief says that what these words name is gone, or has to be done again."""
    wanted = [folded(name) for name in names if name]
    return any(_GONE.search(line) and any(name in folded(line) for name in wanted) for line in _prose(brief))


def _prose(brief: Line) -> Iterator[str]:
    """Lines behind the static part that are neither steps of the history nor elements of the screen."""
    begun = False
    for line in brief.lines:
        begun = begun or line.startswith(_SECTION)
        if begun and line.strip() and not _HISTORY.match(line) and not _LISTED.match(line):
            yield line


@dataclass(frozen=True, slots=True)
class _Named:
    """The instructions that a line of text speaks of, and what it says besides their words."""

    numbers: tuple[int, ...]
    rest: str


def _named(line: str, brief: Line) -> _Named:
    """By their numbers, or in their words."""
    seen, rest = set[int](), squeezed(line)
    for found in _LINES.finditer(line):
        first, last = int(found[1]), int(found[2] or found[1])
        seen.update(number for number in range(first, min(last, first + 50) + 1) if number in brief.instructions)
    numbered = _NUMBER.match(line)
    for number, instruction in brief.instructions.items():
        words = squeezed(phrase(instruction)).rstrip(".")
        if len(words) > _FEW and words[:_ENOUGH] in squeezed(line):
            rest = rest.replace(words, " ").replace(words[:_ENOUGH], " ")
            if numbered is None or int(numbered[1]) == number:
                seen.add(number)
    return _Named(tuple(sorted(seen)), rest)


def _sense(line: str) -> str:
    if _NOT_DONE.search(line):
        return "open"
    for sense, words in (("now", _NOW), ("open", _OPEN), ("done", _DONE)):
        if words.search(_unquoted(line)):
            return sense
    return ""


def _unquoted(line: str) -> str:
    return re.sub(r'"[^"]*"', '""', line)


def _nothing(numbers: Sequence[int]) -> None:
    del numbers
