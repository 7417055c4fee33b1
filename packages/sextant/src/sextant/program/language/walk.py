"""Interprets instructions one after the other, up to the next request."""

from collections.abc import Mapping

from sextant.program.language.code import (
    Call,
    Declare,
    EachItem,
    EachValue,
    Enter,
    Function,
    Instruction,
    Jump,
    Leaf,
    Leave,
    Return,
    Set,
    Test,
    Turn,
)
from sextant.program.language.environment import AsksError, Environment
from sextant.program.language.expressions import Expression
from sextant.program.language.faults import ProgramStuckError
from sextant.program.language.frames import CallFrame, Turning
from sextant.program.language.record import DoneStatement
from sextant.program.language.requests import End, Halt, LeafRequest, Missing, NextItem, Want
from sextant.program.language.state import ProgramState
from sextant.program.language.values import Value

__all__ = ["ProgramWalk"]

_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""The exceptions that an expression can raise."""


class ProgramWalk:
    """Interprets instructions on a state. It stops at an instruction with a request, and resumes at the same one."""

    def __init__(self, state: ProgramState) -> None:
        self._state, self._limits = state, state.limits
        self._environment = Environment(state)
        self.awaited: set[str] = set()
        """In a machine that looks ahead: variables that will get their value from an assumed answer."""

    def on(self) -> Want:
        """Continues up to the next request, and returns it; or a `Halt` if it cannot continue."""
        self._environment.begin()
        for _ in range(self._limits.idle):
            frame = self._state.frames[-1]
            code = self._state.program.functions[frame.name].code
            try:
                want = self._return(None, False) if frame.at >= len(code) else self._do(frame, code[frame.at])
                self._limit_variables(frame)
            except AsksError as asks:
                want = self._without(frame, code[frame.at], asks.want)
            except ProgramStuckError as fault:
                return Halt(self._state.line, str(fault))
            except _FAULTS as fault:
                return Halt(self._state.line, f"this cannot be computed: {str(fault)[:200]}")
            if want is not None:
                return want
        return Halt(self._state.line, f"{self._limits.idle} instructions and nothing wanted: this loop never advances")

    def expect(self, name: str) -> None:
        """Marks a variable as awaited, and drops its old value."""
        if name:
            self.awaited.add(name)
            for frame in self._state.frames:
                frame.drop(name)

    def _without(self, frame: CallFrame, instruction: Instruction, want: Want) -> Want | None:
        """Skips an instruction that only passes on an awaited value. Returns the request if a branch depends on it."""
        if not isinstance(want, Missing) or want.name not in self.awaited:
            return want
        match instruction:
            case Set(target=target):
                self.expect(target)
                frame.advance()
                return None
            case Return() if len(self._state.frames) == 1:
                return End(None, True)
            case Return():
                self._return(None, True)
                self.expect(frame.target)
                return None
            case _:
                return want

    def _do(self, frame: CallFrame, instruction: Instruction) -> Want | None:
        """Interprets one instruction. Returns its request, or None if it is done."""
        match instruction:
            case Leaf(line=line, text=text, target=target):
                if self._state.steps >= self._limits.steps:
                    return Halt(line, f"more than {self._limits.steps} steps")
                wanted, told = self._environment.texts(text)
                return LeafRequest(line, wanted, target, told)
            case Set(value=value, target=target):
                self._assign(value, target)
            case Declare(target=target, meaning=meaning):
                self._state.meanings[target] = str(meaning(self._environment))
                frame.drop(target)
                self._state.kept.forget(frame.name, target)
            case Test(condition=condition, other=other):
                frame.advance(-1 if condition(self._environment) else other)
                return None
            case Jump(to=to):
                frame.advance(to)
                return None
            case Call(line=line, name=name, arguments=arguments, target=target):
                return self._call(self._state.program.functions[name], arguments, target, line)
            case Return(value=value):
                return self._return(*((None, False) if value is None else self._environment.computed(value)))
            case _:
                return self._loop(frame, instruction)
        frame.advance()
        return None

    def _loop(self, frame: CallFrame, instruction: Enter | EachItem | EachValue | Turn | Leave) -> Want | None:
        """Interprets one instruction of a loop."""
        match instruction:
            case Enter(line=line, text=text, values=values):
                self._enter(frame, line, text, values)
            case EachItem(line=line, text=text, target=target, other=other):
                described, told = self._environment.texts(text)
                return NextItem(line, described, target, tuple(frame.turns[-1].seen), other, told)
            case EachValue(target=target, other=other):
                return self._next_value(frame, target, other)
            case Turn(line=line):
                return self._turn(frame, line)
            case Leave():
                frame.leave(self._state.steps - 1)
        frame.advance()
        return None

    def _assign(self, expression: Expression, target: str) -> None:
        value, foreign = self._environment.computed(expression)
        if target:
            self._state.write(target, value, foreign)

    def _enter(self, frame: CallFrame, line: int, text: str, values: Expression | None) -> None:
        items, foreign = (None, False) if values is None else self._environment.computed(values)
        if isinstance(items, str | dict):
            items = list[Value](items)
        if items is not None and not isinstance(items, list):
            raise ProgramStuckError(f"a loop goes through a list, and this is {items!r}"[:200])
        frame.enter(Turning(line, text, items, foreign=foreign, first=self._state.steps))

    def _next_value(self, frame: CallFrame, target: str, other: int) -> None:
        turning = frame.turns[-1]
        assert turning.items is not None
        if turning.count >= len(turning.items):
            frame.advance(other)
            return
        self._state.write(target, turning.items[turning.count], turning.foreign)
        frame.advance()

    def _turn(self, frame: CallFrame, line: int) -> Want | None:
        turning = frame.turns[-1]
        if turning.count >= self._limits.turns:
            return Halt(line, f"more than {self._limits.turns} turns of a loop")
        if turning.polled >= self._limits.polls:
            return Halt(line, f"{turning.polled} turns of this loop asked and did nothing: it never advances")
        turning.begin()
        frame.advance()
        return None

    def _call(self, function: Function, arguments: Mapping[str, Expression], target: str, line: int) -> Want | None:
        if len(self._state.frames) >= self._limits.depth:
            return Halt(line, f"functions call each other more than {self._limits.depth} deep")
        values = {name: self._environment.computed(value) for name, value in arguments.items()}
        self._state.frames[-1].answers.clear()
        self._state.frames.append(CallFrame(function.name, target=target, first=self._state.steps))
        for name, (value, foreign) in values.items():
            self._state.write(name, value, foreign)
        return None

    def _return(self, value: Value, foreign: bool) -> Want | None:
        if len(self._state.frames) == 1:
            return End(value, foreign)
        ended = self._state.frames.pop()
        self._state.kept.end(ended.name, ended.values, self._limits.variables)
        frame = self._state.frames[-1]
        if not ended.idle:
            frame.mark_busy()
        frame.note(DoneStatement(self._state.line, f"{ended.name}()", self._state.steps - 1, ended.first))
        frame.advance()
        if ended.target:
            self._state.write(ended.target, value, foreign)
        return None

    def _limit_variables(self, frame: CallFrame) -> None:
        if len(frame.values) > self._limits.variables:
            raise ProgramStuckError(f"more than {self._limits.variables} variables")
