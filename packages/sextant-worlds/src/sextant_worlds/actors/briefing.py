"""A brief as plain text, read back: instructions, elements, steps done. Nothing here knows a section by its name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from sextant.errors import UsageError
from sextant.types.legible import unquoted
from sextant_worlds.instructions import Instruction, Touching, parse, phrase

__all__ = ["DoneLine", "Line", "Seen", "read_brief", "squeezed"]

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


@dataclass(frozen=True, slots=True)
class Seen:
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
class Line:
    """A brief, read."""

    lines: tuple[str, ...]
    instructions: Mapping[int, Instruction]
    elements: tuple[Seen, ...]
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
def read_brief(text: str) -> Line:
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
    return Line(
        lines,
        MappingProxyType(instructions),
        elements,
        tuple(done for step in steps if (done := _done(step, instructions)) is not None),
        "below" in told,
        "above" in told,
        steps[-1]["what"] if steps else "",
    )


def _element(line: str) -> Seen | None:
    found = _ELEMENT.match(line)
    if found is None:
        return None
    rest = found["rest"]
    value, text, states = _VALUE.search(rest), _TEXT.search(rest), _STATES.search(rest)
    return Seen(
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
    unseen = isinstance(instructions[int(found[1])], Touching)
    return DoneLine(int(found[1]), whole, step["verdict"], found[3], unseen)
