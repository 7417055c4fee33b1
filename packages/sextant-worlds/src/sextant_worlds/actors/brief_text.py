"""Reads a brief back from its text: instructions, elements, steps done. It knows no section by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from sextant.errors import UsageError
from sextant.text import folded
from sextant.text.legible import unquoted
from sextant_worlds.instructions import Instruction, TouchCellInstruction, parse, phrase

__all__ = ["BriefText", "DoneLine", "ListedElement", "position_told", "read_brief", "said_gone", "squeezed"]

_FENCE = "│ "
_ELEMENT = re.compile(r'^(?P<indent> *)\[(?P<index>\d+)\] (?P<role>\S+) "(?P<label>(?:[^"\\]|\\.)*)"(?P<rest>.*)$')
_VALUE = re.compile(r' = "((?:[^"\\]|\\.)*)"')
_TEXT = re.compile(r' text "((?:[^"\\]|\\.)*)"')
_STATES = re.compile(r"\(([a-z0-9 ,]+)\)$")
_STEP = re.compile(
    r"^(?P<step>\d+)\. (?:\[\w+\] )?(?P<what>.*) on .*?: "
    r"(?P<verdict>worked|no change|unclear|held|not carried out|noted)\b"
)
_OF_LINE = re.compile(r"\bline (\d+)(, under way)?: ?(.*)$")
_NUMBERED = re.compile(r"^(\d+)\. (.+)$")
_LONGEST = 158
_SECTION = "## "
_LISTED = re.compile(r"^ *\[\d+\] ")
_REQUIREMENT = re.compile(r"\brequirement (\d+) \[(\w+)")
_FIELD = re.compile(r'\bfield "(?P<name>[^"]*)"[^\[]*\[(?:lost|empty)\b')
_PAST = ("done", "said")


@dataclass(frozen=True, slots=True)
class ListedElement:
    """A line of a screen's listing."""

    index: int
    role: str
    label: str
    text: str
    value: str
    states: frozenset[str]
    depth: int

    @property
    def touchable(self) -> bool:
        return not self.states & {"out of view", "covered", "disabled"}

    @property
    def control(self) -> bool:
        """Whether it looks like something to be touched."""
        return self.role not in ("text", "heading", "main", "dialog", "image", "banner", "status", "list")


@dataclass(frozen=True, slots=True)
class DoneLine:
    """A step of the history that names an instruction: its number, whether it carries that out, how it went."""

    line: int
    whole: bool
    verdict: str
    what: str
    unseen: bool = False
    """It touches what is only drawn, so that no listing shows an effect."""

    @property
    def done(self) -> bool:
        """Whether the instruction was carried out by it."""
        failed = ("not carried out",) if self.unseen else ("no change", "not carried out")
        return self.whole and self.verdict not in failed


@dataclass(frozen=True)
class BriefText:
    """A brief, read."""

    lines: tuple[str, ...]
    instructions: Mapping[int, Instruction]
    elements: tuple[ListedElement, ...]
    history: tuple[DoneLine, ...]
    more_below: bool
    more_above: bool
    last: str = ""
    """What the last step of the history says it did, whatever it was."""
    taken: int = 0
    """Where its reader takes it to be, if not where the history says. 0: there."""

    @property
    def position(self) -> int:
        """The instruction that is under way, else the one after the last that was carried out."""
        if self.taken:
            return self.taken
        if not self.history:
            return 1
        last = self.history[-1]
        return last.line + 1 if last.done else last.line

    @property
    def tries(self) -> Sequence[DoneLine]:
        """The steps taken for that instruction so far."""
        tail: list[DoneLine] = []
        for item in reversed(self.history):
            if item.done or item.line != self.position:
                break
            tail.append(item)
        return tail[::-1]


def squeezed(text: str) -> str:
    """A label as a listing writes it, without what it puts before quotation marks."""
    return " ".join(text.split())[:_LONGEST]


@lru_cache(maxsize=1024)
def read_brief(text: str) -> BriefText:
    """Reads a brief. Equal texts give equal readings, whatever else is known of the run."""
    lines = tuple(line.removeprefix(_FENCE) for line in text.splitlines())
    instructions: dict[int, Instruction] = {}
    for line in text.splitlines():
        numbered = _NUMBERED.match(line)
        if numbered is None or int(numbered[1]) in instructions:
            continue
        try:
            instructions[int(numbered[1])] = parse(numbered[2])
        except UsageError:
            continue
    elements = tuple(seen for line in lines if (seen := _element(line)) is not None)
    steps = [found for line in lines if (found := _STEP.match(line)) is not None]
    told = next((line for line in lines if line.startswith("There is more ")), "")
    return BriefText(
        lines,
        MappingProxyType(instructions),
        elements,
        tuple(done for step in steps if (done := _done(step, instructions)) is not None),
        "below" in told,
        "above" in told,
        steps[-1]["what"] if steps else "",
    )


def _element(line: str) -> ListedElement | None:
    found = _ELEMENT.match(line)
    if found is None:
        return None
    rest = found["rest"]
    value, text, states = _VALUE.search(rest), _TEXT.search(rest), _STATES.search(rest)
    return ListedElement(
        int(found["index"]),
        found["role"],
        unquoted(found["label"]),
        unquoted(text[1]) if text else "",
        unquoted(value[1]) if value else "",
        frozenset(states[1].split(", ")) if states else frozenset(),
        len(found["indent"]),
    )


def _done(step: re.Match[str], instructions: Mapping[int, Instruction]) -> DoneLine | None:
    """The step as one of an instruction, where its words are those of that line."""
    found = _OF_LINE.search(step["what"])
    if found is None or int(found[1]) not in instructions:
        return None
    said = squeezed(phrase(instructions[int(found[1])]))
    whole = not found[2] and squeezed(found[3])[:40] == said[:40]
    unseen = isinstance(instructions[int(found[1])], TouchCellInstruction)
    return DoneLine(int(found[1]), whole, step["verdict"], found[3], unseen)


# -- what a brief says of progress, in lines of the form `what [status]: text`


def position_told(brief: BriefText) -> int | None:
    """The instruction that the brief says is next; None where it says nothing of that.

    The line about the last step or about what is under way counts, else the first that is open, else the one after the
    last that is done.
    """
    past, left = list[int](), list[int]()
    for line in _stated(brief):
        found = _REQUIREMENT.search(line)
        if found is None:
            continue
        number, over = int(found[1]), found[2] in _PAST
        if not line.startswith("requirement"):
            return number + over
        (past if over else left).append(number)
    ahead = [number for number in left if number not in past]
    if ahead:
        return min(ahead)
    return max(past) + 1 if past else None


def said_gone(brief: BriefText, *names: str) -> bool:
    """Whether the brief says of a field with one of these names, or of what was typed there, that it is gone."""
    wanted = [folded(name) for name in names if name]
    return any(_FIELD.search(line) and any(name in folded(line) for name in wanted) for line in _stated(brief))


def _stated(brief: BriefText) -> Iterator[str]:
    """Lines behind the static part that are no elements of the screen."""
    begun = False
    for line in brief.lines:
        begun = begun or line.startswith(_SECTION)
        if begun and not _LISTED.match(line):
            yield line
