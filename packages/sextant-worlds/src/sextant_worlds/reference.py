"""Reference programs: restricted Python over steps in words, parsed and interpreted to moves.

Allowed are `step("…")`, `for item in each("…"):` and `if holds("…"):` with `else:` or `elif holds("…"):`. Nothing is
ever executed as Python. What the words mean in a world stands in `Reference`; what is true in it is asked of
`ReferenceFacts`.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, assert_never

from sextant.errors import UsageError
from sextant_worlds.spec.base import Value
from sextant_worlds.spec.reference import (
    CellMove,
    Each,
    EnterMove,
    HoldMove,
    Holds,
    Move,
    OpenMove,
    PressMove,
    ReadMove,
    Reference,
    TapMove,
    TypeMove,
    WaitMove,
)

__all__ = [
    "Bound",
    "ForEach",
    "IfHolds",
    "Node",
    "ProgramStep",
    "ReferenceFacts",
    "ReferenceProgramError",
    "TakenBranch",
    "moves_of",
    "name_of",
    "parse",
]

Item = Mapping[str, Value]
"""A record an iteration runs over."""

T = TypeVar("T")

_DEEPEST = 6
_SLOT = re.compile(r"\{item\.([A-Za-z0-9_-]+)\}")


class ReferenceProgramError(UsageError):
    """A reference program holds something else than steps, iterations and conditions; says where."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(
            f"line {line}, column {column}: {message}",
            'Use step("…"), for item in each("…"):, if holds("…"): and else: only.',
        )
        self.line, self.column = line, column


@dataclass(frozen=True, slots=True)
class ProgramStep:
    """Something to do, in words."""

    text: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class ForEach:
    """The same for each item of a list."""

    name: str
    text: str
    body: tuple["Node", ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class IfHolds:
    """One thing or another, by what is found."""

    text: str
    then: tuple["Node", ...]
    otherwise: tuple["Node", ...]
    line: int = 0


Node = ProgramStep | ForEach | IfHolds


@dataclass(frozen=True, slots=True)
class TakenBranch:
    """Which way a condition went; comes before the moves of the branch."""

    text: str
    taken: bool
    holds: Holds


@dataclass(frozen=True, slots=True)
class Bound:
    """A move with the step it belongs to; every `{item.FIELD}` is filled in."""

    step: str
    move: Move
    item: Item | None = None


class ReferenceFacts(Protocol):
    """What is true in the world at the moment it is asked."""

    def items(self, each: Each) -> Sequence[Item]:
        """The records an iteration runs over, in the app's order."""
        ...

    def holds(self, holds: Holds, item: Item | None) -> bool: ...


def parse(program: str) -> tuple[Node, ...]:
    """The program as a tree.

    Raises:
        ProgramError: It is no Python, or holds anything but steps, iterations and conditions.
    """
    try:
        tree = ast.parse(program)
    except SyntaxError as error:
        raise ReferenceProgramError(error.msg, error.lineno or 1, error.offset or 1) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise ReferenceProgramError(str(error) or "it is nested too deeply", 1, 1) from error
    if not tree.body:
        raise ReferenceProgramError("the program is empty", 1, 1)
    return _block(tree.body, 0)


def moves_of(reference: Reference, facts: ReferenceFacts) -> Iterator[Bound | TakenBranch]:
    """The moves in the order in which they are to be carried out; lists and conditions are asked for when reached.

    Raises:
        ProgramError: The program is malformed, or one of its texts means nothing in this world.
    """
    yield from _run(parse(reference.program), reference, facts, None)


def _run(
    nodes: Sequence[Node], reference: Reference, facts: ReferenceFacts, item: Item | None
) -> Iterator[Bound | TakenBranch]:
    for node in nodes:
        match node:
            case ProgramStep():
                moves = _meaning(reference.steps, node.text, node.line, "step")
                text = _filled(node.text, item)
                yield from (Bound(text, _with_item(move, item), item) for move in moves)
            case ForEach():
                each = _meaning(reference.loops, node.text, node.line, "iteration")
                for found in tuple(facts.items(each)):
                    yield from _run(node.body, reference, facts, found)
            case IfHolds():
                holds = _meaning(reference.conditions, node.text, node.line, "condition")
                taken = facts.holds(holds, item)
                yield TakenBranch(node.text, taken, holds)
                yield from _run(node.then if taken else node.otherwise, reference, facts, item)
            case _:
                assert_never(node)


def _meaning(known: Mapping[str, T], text: str, line: int, what: str) -> T:
    try:
        return known[text]
    except KeyError as error:
        raise ReferenceProgramError(f"the {what} {text!r} has no meaning in this world", line, 1) from error


def _filled(text: str, item: Item | None) -> str:
    if item is None or "{" not in text:
        return text
    text = text.replace("{item}", name_of(item)) if "{item}" in text else text
    return _SLOT.sub(lambda found: str(item.get(found[1], found[0])), text)


def name_of(item: Item) -> str:
    """What a record is called: the first of its telling fields."""
    return next((str(item[key]) for key in ("name", "title", "label", "subject", "text", "id") if item.get(key)), "")


def _with_item(move: Move, item: Item | None) -> Move:
    if item is None:
        return move
    match move:
        case TapMove():
            return TapMove(test_id=_filled(move.test_id, item)) if "{" in move.test_id else move
        case HoldMove():
            return HoldMove(test_id=_filled(move.test_id, item)) if "{" in move.test_id else move
        case WaitMove():
            return WaitMove(test_id=_filled(move.test_id, item)) if "{" in move.test_id else move
        case TypeMove():
            return TypeMove(test_id=_filled(move.test_id, item), text=_filled(move.text, item))
        case OpenMove() | CellMove() | EnterMove() | PressMove() | ReadMove():
            return move
        case _:
            assert_never(move)


# -- parsing ---------------------------------------------------------------------------------------------------


def _block(body: Sequence[ast.stmt], depth: int) -> tuple[Node, ...]:
    if depth > _DEEPEST:
        raise _at("nested too deeply", body[0])
    return tuple(_node(statement, depth) for statement in body)


def _node(statement: ast.stmt, depth: int) -> Node:
    match statement:
        case ast.Expr(value=ast.Call() as call):
            return ProgramStep(_argument(call, "step"), statement.lineno)
        case ast.For(target=ast.Name(id=name), iter=ast.Call() as call, orelse=[]):
            return ForEach(name, _argument(call, "each"), _block(statement.body, depth + 1), statement.lineno)
        case ast.For():
            raise _at('an iteration reads: for item in each("…"):', statement)
        case ast.If(test=ast.Call() as call):
            then = _block(statement.body, depth + 1)
            return IfHolds(_argument(call, "holds"), then, _block(statement.orelse, depth + 1), statement.lineno)
        case ast.If():
            raise _at('a condition reads: if holds("…"):', statement)
        case _:
            raise _at(f"{type(statement).__name__.lower()} is not allowed here", statement)


def _argument(call: ast.Call, function: str) -> str:
    """The one text in brackets."""
    if not isinstance(call.func, ast.Name) or call.func.id != function:
        said = call.func.id if isinstance(call.func, ast.Name) else type(call.func).__name__.lower()
        raise _at(f"{said!r} is not allowed here; {function!r} is", call)
    if len(call.args) != 1 or call.keywords:
        raise _at(f"{function} takes one text", call)
    (argument,) = call.args
    if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str) or not argument.value.strip():
        raise _at(f"{function} takes a text in quotes", argument)
    return argument.value


def _at(message: str, node: ast.AST) -> ReferenceProgramError:
    return ReferenceProgramError(message, getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1)
