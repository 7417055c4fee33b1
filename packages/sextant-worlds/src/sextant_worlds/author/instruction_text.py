"""Writes a walk as instructions: fixed phrases, labels as the screen shows them, slots for remembered values."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sextant.types.screens import Element, Screen
from sextant_worlds.instructions import (
    AddInstruction,
    ChooseInstruction,
    FindInstruction,
    FinishInstruction,
    GiveUpInstruction,
    GotoInstruction,
    HoldInstruction,
    Instruction,
    LookInstruction,
    OpenInstruction,
    OrderInstruction,
    PressInstruction,
    TapInstruction,
    TouchCellInstruction,
    TypeInstruction,
    WaitInstruction,
    phrase,
    slot_name,
)
from sextant_worlds.oracle.walk import Oracle, OracleStep, OracleWalk
from sextant_worlds.oracle.walker import ReadNote
from sextant_worlds.rules.base import OPEN
from sextant_worlds.spec.reference import (
    CellMove,
    EnterMove,
    HoldMove,
    OpenMove,
    PressMove,
    ReadMove,
    TapMove,
    TypeMove,
    WaitMove,
)
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.world import World
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin

__all__ = ["walk_instructions"]

_USE = re.compile(r"\{(fact:[a-z0-9_-]+|answer|total)\}")


@dataclass(slots=True)
class _InstructionWriter:
    world: World
    order: tuple[str, tuple[str, ...]] | None
    facts: Mapping[str, Fact]
    lines: list[Instruction] = field(default_factory=list[Instruction])
    slots: dict[str, str] = field(default_factory=dict[str, str])
    items: list[str] = field(default_factory=list[str])
    branches: list[tuple[int, ReadNote]] = field(default_factory=list[tuple[int, ReadNote]])

    def slot(self, name: str) -> str:
        return self.slots.setdefault(name, slot_name(len(self.slots)))

    def step(self, step: OracleStep) -> None:
        self.notes(step.notes)
        if step.why == "move" and step.move is not None:
            self.move(step)

    def notes(self, notes: Sequence[ReadNote]) -> None:
        for note in notes:
            match note.kind:
                case "read":
                    self.lines.append(self._reading(note))
                case "item":
                    name = self.slot(f"item {len(self.items)}")
                    self.items.append(name)
                    field_name = _item_label(note)
                    self.lines.append(FindInstruction(field_name or note.row, name, "" if field_name else note.row))
                case "branch":
                    self.branches.append((len(self.lines), note))

    def _reading(self, note: ReadNote) -> Instruction:
        fact = self.facts[note.fact]
        slot = self.slot(note.fact)
        if fact.medium == "pixels":
            return LookInstruction(_drawn(self.world, fact), slot)
        field_name = _field(fact.shown, note.element)
        return FindInstruction(field_name or _beside(note.screen, note.element) or fact.label, slot)

    def move(self, step: OracleStep) -> None:
        move = step.move
        match move:
            case OpenMove(app=app):
                self.lines.append(OpenInstruction(self.world.app(app).name))
            case TapMove():
                self.lines.append(TapInstruction(self._safe(step.label), self._safe(_row(step))))
            case HoldMove():
                self.lines.append(HoldInstruction(self._safe(step.label), self._safe(_row(step))))
            case CellMove(row=row, column=column):
                rows, columns = self._size(move.board)
                self.lines.append(TouchCellInstruction(row + 1, column + 1, step.label or move.board, rows, columns))
            case TypeMove():
                self._typing(move, step.label)
            case EnterMove():
                self.lines.append(PressInstruction("enter"))
            case PressMove(key=key):
                self.lines.append(PressInstruction(key))
            case WaitMove(test_id=test_id):
                self.lines.append(WaitInstruction(test_id))
            case ReadMove() | None:
                pass

    def _safe(self, label: str) -> str:
        """The label up to a value that has to be remembered: a row may show one."""
        for fact in self.facts.values():
            if fact.kind not in OPEN and fact.shown in label:
                before, _, after = label.partition(fact.shown)
                label = before.strip(" ·,:") or after.strip(" ·,:")
        return label

    def _size(self, board: str) -> tuple[int, int]:
        for app in self.world.apps:
            for page in app.pages:
                for block in page.blocks:
                    if block.kind == "board" and block.id == board:
                        return block.rows, block.columns
        return 0, 0

    def _typing(self, move: TypeMove, label: str) -> None:
        text = _USE.sub(lambda found: self._value(found[1]), move.text)
        self.lines.append(TypeInstruction(text, label))

    def _value(self, name: str) -> str:
        """The slots that stand for a value; what has to be worked out first gets a line of its own."""
        if name == "answer":
            return self._answer()
        fact = self.facts.get(name.removeprefix("fact:"))
        return f"{{{self._sum(fact.id)}}}" if fact is not None and fact.kind == "total" else f"{{{self._known(name)}}}"

    def _known(self, name: str) -> str:
        return self.slot(name.removeprefix("fact:"))

    def _answer(self) -> str:
        truth = self.world.scenario.truth.facts
        if not truth:  # the goal says what to hand in
            return self.world.task.final_action.gold
        if self.order is not None:
            first, names = self.order
            slots = tuple(self.slot(fact) for fact in truth)
            end: Literal["smallest", "largest"] = "smallest" if first == "smallest" else "largest"
            result = self.slot("order")
            self.lines.append(OrderInstruction(names, slots, end, result))
            return f"{{{result}}}"
        return "; ".join(f"{{{self._sum(fact) if self._is_sum(fact) else self.slot(fact)}}}" for fact in truth)

    def _is_sum(self, fact: str) -> bool:
        return fact in self.facts and self.facts[fact].kind == "total"

    def _sum(self, total: str) -> str:
        if total not in self.slots:
            parts = self.items or [self.slot(fact.id) for fact in self.facts.values() if fact.kind != "total"]
            result = self.slot(total)
            self.lines.append(AddInstruction(tuple(parts), result))
        return self.slots[total]


def walk_instructions(
    world: World, walk: OracleWalk, order: tuple[str, tuple[str, ...]] | None = None
) -> tuple[str, ...]:
    """The walk as lines. A condition becomes one line; the other branch is walked too, and follows at the end."""
    teller = _InstructionWriter(world, order, {fact.id: fact for fact in world.scenario.facts})
    for step in walk.steps:
        teller.step(step)
    teller.notes(walk.notes)
    teller.lines.append(FinishInstruction() if walk.status == "complete" else GiveUpInstruction())
    lines = list(teller.lines)
    for place, note in reversed(teller.branches):
        lines = _forked(world, walk, lines, place, note, teller)
    return tuple(phrase(line) for line in lines)


def _forked(
    world: World, walk: OracleWalk, lines: list[Instruction], place: int, note: ReadNote, teller: _InstructionWriter
) -> list[Instruction]:
    """The lines with a choice at `place`; the taken branch stays, the other one follows behind the last line."""
    assert note.holds is not None
    taken = _branch_steps(walk, note)
    length = len(taken)
    other = _other_branch(world, note, teller)
    shifted = [_shifted(line, place, 1) for line in lines]
    choice_at = place + 1
    other_at = len(lines) + 2
    choice = ChooseInstruction(
        teller.slot(note.fact),
        note.holds.equals,
        choice_at + 1 if note.taken else other_at,
        other_at if note.taken else choice_at + 1,
    )
    behind = choice_at + length + 1
    return [*shifted[:place], choice, *shifted[place:], *other, GotoInstruction(behind)]


def _branch_steps(walk: OracleWalk, note: ReadNote) -> list[OracleStep]:
    """The steps of the branch that begins with that note."""
    index = next(i for i, other in walk.reads if other is note)
    first = walk.steps[index].step if index < len(walk.steps) else ""
    found: list[OracleStep] = []
    for step in walk.steps[index:]:
        if step.step and step.step != first:
            break
        if step.why == "move":
            found.append(step)
    return found


def _other_branch(world: World, note: ReadNote, teller: _InstructionWriter) -> list[Instruction]:
    twin = Twin(world)
    oracle = Oracle(world, shared(world).world)
    forced = oracle.carry_out(oracle.moves(lambda: twin.state, {note.fact: not note.taken}), twin)
    start = next((other for _, other in forced.reads if other.kind == "branch" and other.fact == note.fact), None)
    if start is None:
        return []
    apart = _InstructionWriter(world, None, teller.facts, slots=dict(teller.slots))
    for step in _branch_steps(forced, start):
        apart.move(step)
    return apart.lines


def _shifted(line: Instruction, place: int, by: int) -> Instruction:
    if isinstance(line, GotoInstruction):
        return GotoInstruction(line.line + by if line.line > place else line.line)
    return line


def _row(step: OracleStep) -> str:
    """The row that distinguishes a label that occurs several times."""
    same = [element for element in step.before.elements if element.label == step.label]
    if len(same) < 2:
        return ""
    rows = [
        element
        for element in step.before.elements
        if element.test_id and step.test_id.startswith(f"{element.test_id}-") and element.label != step.label
    ]
    return max(rows, key=lambda element: len(element.test_id)).label if rows else ""


def _item_label(note: ReadNote) -> str:
    """The label beside an item's value, where the page shows both apart; empty where the value stands in a row."""
    digits = re.sub(r"\D", "", note.item)
    for element in note.screen.elements:
        if digits and element.role == "text" and re.sub(r"\D", "", element.text) == digits:
            return _beside(note.screen, element)
    return ""


def _beside(screen: Screen, element: Element | None) -> str:
    """The label before a value that is an element of its own: a row of facts shows both, one after the other."""
    if element is None or element.index == 0:
        return ""
    before = screen.element(element.index - 1)
    level = before is not None and before.role == "text" and abs(before.box.centre.y - element.box.centre.y) < 30
    return before.label if before is not None and level else ""


def _field(shown: str, element: Element | None) -> str:
    """The label next to the value."""
    if element is None:
        return ""
    text = element.text or element.name
    rest = text.replace(shown, " ").strip(" :：·,-")
    return re.sub(r"\s+", " ", rest)


def _drawn(world: World, fact: Fact) -> str:
    """The name of a picture on its page."""
    for page in world.app(fact.place.app).pages:
        if page.id == fact.place.page:
            for block in page.blocks:
                if block.kind == "picture" and block.id == fact.test_id and block.alt and "{" not in block.alt:
                    return block.alt
    return fact.label
