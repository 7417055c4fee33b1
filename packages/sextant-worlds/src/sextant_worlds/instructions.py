"""Instructions in fixed English phrases: one grammar that renders and reads them, line by line.

A line names labels in quotes as the screen shows them, and remembered values as slots `{A}`, `{B}` … Line numbers
count from 1 within a task's instructions.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from sextant.errors import UsageError

__all__ = [
    "Adding",
    "Answering",
    "Choosing",
    "FindInstruction",
    "Finishing",
    "GivingUp",
    "GoingOn",
    "Holding",
    "Instruction",
    "Looking",
    "Opening",
    "Ordering",
    "Pressing",
    "Tapping",
    "Touching",
    "Typing",
    "WaitInstruction",
    "parse",
    "phrase",
    "slot_name",
]


@dataclass(frozen=True, slots=True)
class Opening:
    """The app is brought to the front."""

    app: str


@dataclass(frozen=True, slots=True)
class Tapping:
    """A touch on what has that label; `row` tells equal labels apart."""

    label: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Holding:
    """A long press, as `Tapping`."""

    label: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Touching:
    """A touch on a cell of a board; rows and columns count from 1. `rows` and `columns` of the whole, 0: not told."""

    row: int
    column: int
    board: str
    rows: int = 0
    columns: int = 0


@dataclass(frozen=True, slots=True)
class FindInstruction:
    """The value that stands next to a label is remembered."""

    field: str
    slot: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Looking:
    """What a picture shows is remembered."""

    picture: str
    slot: str


@dataclass(frozen=True, slots=True)
class Adding:
    """The sum of remembered values gets a slot of its own."""

    slots: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Ordering:
    """Names put in order by remembered values, joined by ` > `, get a slot of their own."""

    names: tuple[str, ...]
    slots: tuple[str, ...]
    first: Literal["smallest", "largest"]
    result: str


@dataclass(frozen=True, slots=True)
class Typing:
    """Text into a field; `{A}` in it stands for a remembered value."""

    text: str
    field: str


@dataclass(frozen=True, slots=True)
class Pressing:
    """A key of the phone or the keyboard."""

    key: Literal["enter", "back", "home", "recents"]


@dataclass(frozen=True, slots=True)
class WaitInstruction:
    """Waits until something of that label is there."""

    label: str


@dataclass(frozen=True, slots=True)
class Choosing:
    """Where to go on, by a remembered value."""

    slot: str
    value: str
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Goes on with another line."""

    line: int


@dataclass(frozen=True, slots=True)
class Answering:
    """Reports a remembered value to the person who asked."""

    slot: str


@dataclass(frozen=True, slots=True)
class Finishing:
    """Says that the task is done."""


@dataclass(frozen=True, slots=True)
class GivingUp:
    """Says that the task cannot be done."""


Instruction = (
    Opening
    | Tapping
    | Holding
    | Touching
    | FindInstruction
    | Looking
    | Adding
    | Ordering
    | Typing
    | Pressing
    | WaitInstruction
    | Choosing
    | GoingOn
    | Answering
    | Finishing
    | GivingUp
)

_KEYS: Mapping[str, Literal["enter", "back", "home", "recents"]] = {
    "Press enter.": "enter",
    "Go back.": "back",
    "Go home.": "home",
    "Show the open apps.": "recents",
}
_PHRASES = {key: said for said, key in _KEYS.items()}
_QUOTED = r'"((?:[^"\\]|\\["\\])*)"'
_SLOT = r"\{([A-Z][A-Z0-9]*)\}"
_ROW = rf"(?: in the row {_QUOTED})?"
_PAIR = re.compile(rf"{_QUOTED} with {_SLOT}")


def slot_name(number: int) -> str:
    """`A` for 0, `Z` for 25, then `A1`, `B1` and so on."""
    turn, letter = divmod(number, 26)
    return chr(65 + letter) + (str(turn) if turn else "")


def phrase(instruction: Instruction) -> str:
    """The line that says it; `parse` of it gives the instruction back."""
    match instruction:
        case Tapping() | Holding() | Touching() | Opening() | WaitInstruction():
            return _touching(instruction)
        case FindInstruction() | Looking() | Adding() | Ordering():
            return _remembering(instruction)
        case Typing(text, field):
            what = text if re.fullmatch(_SLOT, text) else _q(text)
            return f"Type {what} into {_q(field)}."
        case Pressing(key):
            return _PHRASES[key]
        case Choosing(slot, value, then, otherwise):
            return f"If {{{slot}}} is {_q(value)}, go on with line {then}, otherwise with line {otherwise}."
        case GoingOn(line):
            return f"Go on with line {line}."
        case Answering(slot):
            return f"Answer with {{{slot}}}."
        case Finishing():
            return "Finish."
        case GivingUp():
            return "Say that it cannot be done."


def parse(line: str) -> Instruction:
    """The instruction a line says.

    Raises:
        UsageError: It is none of the fixed phrases.
    """
    line = line.strip()
    if line in _KEYS:
        return Pressing(_KEYS[line])
    for pattern, make in _READERS:
        found = pattern.fullmatch(line)
        if found:
            return make(found)
    raise UsageError(f"{line!r} is no instruction.", 'Write it as one of the fixed phrases, `Tap "Orders".`')


def _touching(instruction: Tapping | Holding | Touching | Opening | WaitInstruction) -> str:
    match instruction:
        case Opening(app):
            return f"Open the app {_q(app)}."
        case Tapping(label, row):
            return f"Tap {_q(label)}{_in_row(row)}."
        case Holding(label, row):
            return f"Long-press {_q(label)}{_in_row(row)}."
        case Touching(row, column, board, rows, columns):
            size = f" ({rows} rows, {columns} columns)" if rows and columns else ""
            return f"Touch row {row}, column {column} of the board {_q(board)}{size}."
        case WaitInstruction(label):
            return f"Wait for {_q(label)}."


def _remembering(instruction: FindInstruction | Looking | Adding | Ordering) -> str:
    match instruction:
        case FindInstruction(field, slot, row):
            return f"Find {_q(field)}{_in_row(row)} and remember its value as {{{slot}}}."
        case Looking(picture, slot):
            return f"Look at the picture {_q(picture)} and remember it as {{{slot}}}."
        case Adding(slots, result):
            return f"Add up {', '.join(f'{{{slot}}}' for slot in slots)} and remember the sum as {{{result}}}."
        case Ordering(names, slots, first, result):
            pairs = ", ".join(f"{_q(name)} with {{{slot}}}" for name, slot in zip(names, slots, strict=True))
            return f"Put in order {pairs}, the {first} first, and remember the order as {{{result}}}."


def _in_row(row: str) -> str:
    return f" in the row {_q(row)}" if row else ""


def _q(text: str) -> str:
    clean = re.sub(r"\s+", " ", text).strip()
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _u(text: str | None) -> str:
    return re.sub(r'\\(["\\])', r"\1", text or "")


def _slots(text: str) -> tuple[str, ...]:
    return tuple(re.findall(_SLOT, text))


def _order(found: re.Match[str]) -> Instruction:
    pairs = _PAIR.findall(found[1])
    first: Literal["smallest", "largest"] = "smallest" if found["first"] == "smallest" else "largest"
    names = tuple(_u(name) for name, _ in pairs)
    return Ordering(names, tuple(slot for _, slot in pairs), first, found["result"])


_Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], Instruction]]
_PAIRS = rf"{_QUOTED} with {_SLOT}(?:, {_QUOTED} with {_SLOT})*"
_RESULT = r"\{(?P<result>[A-Z][A-Z0-9]*)\}"
_READERS: tuple[_Reader, ...] = (
    (re.compile(rf"Open the app {_QUOTED}\."), lambda m: Opening(_u(m[1]))),
    (re.compile(rf"Tap {_QUOTED}{_ROW}\."), lambda m: Tapping(_u(m[1]), _u(m[2]))),
    (re.compile(rf"Long-press {_QUOTED}{_ROW}\."), lambda m: Holding(_u(m[1]), _u(m[2]))),
    (
        re.compile(rf"Touch row (\d+), column (\d+) of the board {_QUOTED}(?: \((\d+) rows, (\d+) columns\))?\."),
        lambda m: Touching(int(m[1]), int(m[2]), _u(m[3]), int(m[4] or 0), int(m[5] or 0)),
    ),
    (
        re.compile(rf"Find {_QUOTED}{_ROW} and remember its value as {_SLOT}\."),
        lambda m: FindInstruction(_u(m[1]), m[3], _u(m[2])),
    ),
    (
        re.compile(rf"Look at the picture {_QUOTED} and remember it as {_SLOT}\."),
        lambda m: Looking(_u(m[1]), m[2]),
    ),
    (
        re.compile(rf"Add up ((?:{_SLOT}(?:, )?)+) and remember the sum as {_RESULT}\."),
        lambda m: Adding(_slots(m[1]), m["result"]),
    ),
    (
        re.compile(
            rf"Put in order ({_PAIRS}), the (?P<first>smallest|largest) first, and remember the order as {_RESULT}\."
        ),
        _order,
    ),
    (re.compile(rf"Type {_SLOT} into {_QUOTED}\."), lambda m: Typing(f"{{{m[1]}}}", _u(m[2]))),
    (re.compile(rf"Type {_QUOTED} into {_QUOTED}\."), lambda m: Typing(_u(m[1]), _u(m[2]))),
    (re.compile(rf"Wait for {_QUOTED}\."), lambda m: WaitInstruction(_u(m[1]))),
    (
        re.compile(rf"If {_SLOT} is {_QUOTED}, go on with line (\d+), otherwise with line (\d+)\."),
        lambda m: Choosing(m[1], _u(m[2]), int(m[3]), int(m[4])),
    ),
    (re.compile(r"Go on with line (\d+)\."), lambda m: GoingOn(int(m[1]))),
    (re.compile(rf"Answer with {_SLOT}\."), lambda m: Answering(m[1])),
    (re.compile(r"Finish\."), lambda _: Finishing()),
    (re.compile(r"Say that it cannot be done\."), lambda _: GivingUp()),
)
