"""Instructions in fixed English phrases: one grammar that renders and reads them, line by line.

A line names labels in quotes as the screen shows them, and remembered values as slots `{A}`, `{B}` … Line numbers
count from 1 within a task's instructions.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Literal

from sextant.errors import UsageError

__all__ = [
    "AddInstruction",
    "AnswerInstruction",
    "ChooseInstruction",
    "FindInstruction",
    "FinishInstruction",
    "GiveUpInstruction",
    "GotoInstruction",
    "HoldInstruction",
    "Instruction",
    "LookInstruction",
    "OpenInstruction",
    "OrderInstruction",
    "PressInstruction",
    "TapInstruction",
    "TouchCellInstruction",
    "TypeInstruction",
    "WaitInstruction",
    "parse",
    "phrase",
    "slot_name",
]


@dataclass(frozen=True, slots=True)
class OpenInstruction:
    """Brings an app to the front."""

    app: str


@dataclass(frozen=True, slots=True)
class TapInstruction:
    """A touch on the element with that label; `row` distinguishes equal labels."""

    label: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class HoldInstruction:
    """A long press, like `TapInstruction`."""

    label: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class TouchCellInstruction:
    """A touch on a cell of a board; rows and columns count from 1. `rows` and `columns` of the board, 0 if unknown."""

    row: int
    column: int
    board: str
    rows: int = 0
    columns: int = 0


@dataclass(frozen=True, slots=True)
class FindInstruction:
    """Remembers the value next to a label."""

    field: str
    slot: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class LookInstruction:
    """Remembers the content of a picture."""

    picture: str
    slot: str


@dataclass(frozen=True, slots=True)
class AddInstruction:
    """Adds remembered values, and stores the sum in a slot."""

    slots: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class OrderInstruction:
    """Sorts names by remembered values, and stores them in a slot, joined by ` > `."""

    names: tuple[str, ...]
    slots: tuple[str, ...]
    first: Literal["smallest", "largest"]
    result: str


@dataclass(frozen=True, slots=True)
class TypeInstruction:
    """Types a text into a field; `{A}` in it stands for a remembered value."""

    text: str
    field: str


@dataclass(frozen=True, slots=True)
class PressInstruction:
    """Presses a key of the phone or the keyboard."""

    key: Literal["enter", "back", "home", "recents"]


@dataclass(frozen=True, slots=True)
class WaitInstruction:
    """Waits until an element with that label is there."""

    label: str


@dataclass(frozen=True, slots=True)
class ChooseInstruction:
    """Continues at one of two lines, by a remembered value."""

    slot: str
    value: str
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class GotoInstruction:
    """Continues at another line."""

    line: int


@dataclass(frozen=True, slots=True)
class AnswerInstruction:
    """Reports a remembered value to the user."""

    slot: str


@dataclass(frozen=True, slots=True)
class FinishInstruction:
    """Claims that the task is done."""


@dataclass(frozen=True, slots=True)
class GiveUpInstruction:
    """Claims that the task is infeasible."""


Instruction = (
    OpenInstruction
    | TapInstruction
    | HoldInstruction
    | TouchCellInstruction
    | FindInstruction
    | LookInstruction
    | AddInstruction
    | OrderInstruction
    | TypeInstruction
    | PressInstruction
    | WaitInstruction
    | ChooseInstruction
    | GotoInstruction
    | AnswerInstruction
    | FinishInstruction
    | GiveUpInstruction
)

_GRAMMAR: Mapping[type[Instruction], str] = {
    OpenInstruction: 'Open the app "app".',
    TapInstruction: 'Tap "label"[ in the row "row"].',
    HoldInstruction: 'Long-press "label"[ in the row "row"].',
    TouchCellInstruction: 'Touch row <row>, column <column> of the board "board"[ (<rows> rows, <columns> columns)].',
    FindInstruction: 'Find "field"[ in the row "row"] and remember its value as {slot}.',
    LookInstruction: 'Look at the picture "picture" and remember it as {slot}.',
    WaitInstruction: 'Wait for "label".',
    ChooseInstruction: 'If {slot} is "value", go on with line <then>, otherwise with line <otherwise>.',
    GotoInstruction: "Go on with line <line>.",
    AnswerInstruction: "Answer with {slot}.",
    FinishInstruction: "Finish.",
    GiveUpInstruction: "Say that it cannot be done.",
}
"""Lines whose words are fixed: `"field"` is a text in quotes, `{field}` a slot, `<field>` a number, `[…]` is left out
where a field in it is empty. Instructions of several forms have functions of their own below."""
_KEYS: Mapping[str, Literal["enter", "back", "home", "recents"]] = {
    "Press enter.": "enter",
    "Go back.": "back",
    "Go home.": "home",
    "Show the open apps.": "recents",
}
_PHRASES = {key: said for said, key in _KEYS.items()}
_FIELD = re.compile(r'"(?P<text>\w+)"|\{(?P<slot>\w+)\}|<(?P<number>\w+)>|\[(?P<optional>[^\]]*)\]')
_QUOTED = r'"((?:[^"\\]|\\["\\])*)"'
_SLOT = r"\{([A-Z][A-Z0-9]*)\}"
_PAIR = re.compile(rf"{_QUOTED} with {_SLOT}")


def slot_name(number: int) -> str:
    """`A` for 0, `Z` for 25, then `A1`, `B1` and so on."""
    turn, letter = divmod(number, 26)
    return chr(65 + letter) + (str(turn) if turn else "")


def phrase(instruction: Instruction) -> str:
    """The line of an instruction, which `parse` converts back."""
    match instruction:
        case TypeInstruction(text, field):
            what = text if re.fullmatch(_SLOT, text) else _q(text)
            return f"Type {what} into {_q(field)}."
        case PressInstruction(key):
            return _PHRASES[key]
        case AddInstruction(slots, result):
            return f"Add up {', '.join(f'{{{slot}}}' for slot in slots)} and remember the sum as {{{result}}}."
        case OrderInstruction(names, slots, first, result):
            pairs = ", ".join(f"{_q(name)} with {{{slot}}}" for name, slot in zip(names, slots, strict=True))
            return f"Put in order {pairs}, the {first} first, and remember the order as {{{result}}}."
        case _:
            return _rendered(_GRAMMAR[type(instruction)], instruction)


def parse(line: str) -> Instruction:
    """The instruction a line says.

    Raises:
        UsageError: It is none of the fixed phrases.
    """
    line = line.strip()
    if line in _KEYS:
        return PressInstruction(_KEYS[line])
    for pattern, make in _READERS:
        found = pattern.fullmatch(line)
        if found:
            return make(found)
    raise UsageError(f"{line!r} is not an instruction.", 'Use one of the fixed phrases, such as `Tap "Orders".`')


def _rendered(template: str, instruction: Instruction) -> str:
    def one(found: re.Match[str]) -> str:
        inner = found["optional"]
        if inner is not None:
            names = (name for part in _FIELD.finditer(inner) for name in part.groups() if name)
            return _rendered(inner, instruction) if all(getattr(instruction, name) for name in names) else ""
        value = getattr(instruction, found[found.lastgroup or ""])
        return {"text": _q, "slot": "{{{}}}".format}.get(found.lastgroup or "", str)(value)

    return _FIELD.sub(one, template)


def _pattern(template: str) -> str:
    """The regular expression of a template, with a named group for each field."""
    made, at = "", 0
    for found in _FIELD.finditer(template):
        name = found[found.lastgroup or ""]
        patterns = {"text": _QUOTED, "slot": _SLOT, "number": r"(\d+)"}
        part = patterns.get(found.lastgroup or "")
        made += re.escape(template[at : found.start()])
        made += f"(?:{_pattern(name)})?" if part is None else part.replace("(", f"(?P<{name}>", 1)
        at = found.end()
    return made + re.escape(template[at:])


def _made(kind: type[Instruction], found: re.Match[str]) -> Instruction:
    values: dict[str, Any] = {}
    for field in fields(kind):
        told = found[field.name]
        values[field.name] = int(told or 0) if field.type is int else _u(told)
    return kind(**values)


def _q(text: str) -> str:
    clean = re.sub(r"\s+", " ", text).strip()
    return '"' + clean.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _u(text: str | None) -> str:
    return re.sub(r'\\(["\\])', r"\1", text or "")


def _order(found: re.Match[str]) -> Instruction:
    pairs = _PAIR.findall(found[1])
    first: Literal["smallest", "largest"] = "smallest" if found["first"] == "smallest" else "largest"
    names = tuple(_u(name) for name, _ in pairs)
    return OrderInstruction(names, tuple(slot for _, slot in pairs), first, found["result"])


_Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], Instruction]]
_PAIRS = rf"{_QUOTED} with {_SLOT}(?:, {_QUOTED} with {_SLOT})*"
_RESULT = r"\{(?P<result>[A-Z][A-Z0-9]*)\}"
_READERS: tuple[_Reader, ...] = (
    *((re.compile(_pattern(template)), partial(_made, kind)) for kind, template in _GRAMMAR.items()),
    (
        re.compile(rf"Add up ((?:{_SLOT}(?:, )?)+) and remember the sum as {_RESULT}\."),
        lambda m: AddInstruction(tuple(re.findall(_SLOT, m[1])), m["result"]),
    ),
    (
        re.compile(
            rf"Put in order ({_PAIRS}), the (?P<first>smallest|largest) first, and remember the order as {_RESULT}\."
        ),
        _order,
    ),
    (re.compile(rf"Type {_SLOT} into {_QUOTED}\."), lambda m: TypeInstruction(f"{{{m[1]}}}", _u(m[2]))),
    (re.compile(rf"Type {_QUOTED} into {_QUOTED}\."), lambda m: TypeInstruction(_u(m[1]), _u(m[2]))),
)
