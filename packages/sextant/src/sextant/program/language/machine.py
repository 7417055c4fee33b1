"""Interprets a program: requests the next step or answer, receives the result, and can be stored at any step."""

import zlib
from collections.abc import Mapping, Sequence

from sextant.program.language.code import MAIN, Function, Program
from sextant.program.language.faults import Problem, ProgramError, ProgramStuckError
from sextant.program.language.frames import PathLevel
from sextant.program.language.limits import ProgramLimits
from sextant.program.language.record import DoneStatement, ProgramRecord
from sextant.program.language.requests import Condition, End, Halt, LeafRequest, Missing, NextItem, Want
from sextant.program.language.state import ProgramState
from sextant.program.language.values import Value, bounded
from sextant.program.language.walk import ProgramWalk
from sextant.types.snapshots import Json

__all__ = ["Machine", "disagreements"]

_LONGEST_DONE = 400


class Machine:
    """Interprets a program. `want` is the current request; `give` supplies its result.

    Between two requests, `snapshot` has the whole state. No part of a program is executed as Python: instructions are
    interpreted, and expressions are functions that read variables.

    Args:
        values: Values of variables that are known in advance.
    """

    def __init__(
        self, program: Program, values: Mapping[str, Value] | None = None, limits: ProgramLimits | None = None
    ) -> None:
        self._limits = limits or ProgramLimits()
        self._state = ProgramState(program, self._limits)
        self._walk = ProgramWalk(self._state)
        self._awaited = self._walk.awaited
        self._want: Want | None = None
        for name, value in (values or {}).items():
            self._state.write(name, bounded(value, self._limits.size))

    # -- what it wants ----------------------------------------------------------------------------------------

    @property
    def want(self) -> Want:
        """The current request: a step, a question, an item or a value; or the end; or a halt, if it cannot continue."""
        self._settle()
        assert self._want is not None
        return self._want

    def give(self, value: object = None) -> None:
        """Supplies the result of the current request.

        For a step this is its result or None, for a condition True or False, for an item its name or None if no item is
        left, and for a missing value the value.

        Raises:
            ProgramStuckError: The value has a type that a program cannot store, or is too large.
        """
        want, frame = self.want, self._state.frames[-1]
        if isinstance(want, End | Halt):
            return
        given = bounded(value, self._limits.size)
        match want:
            case LeafRequest():
                if want.target:
                    self._state.write(want.target, given, foreign=True, read=True)
                self._state.steps += 1
                frame.note(DoneStatement(want.line, want.told[:_LONGEST_DONE], self._state.steps - 1))
                frame.mark_busy()
                frame.advance()
            case Condition():
                frame.answers[want.place] = bool(given)
                frame.mark_asked()
            case NextItem():
                turning = frame.turns[-1]
                if given is None or given == "":
                    frame.advance(want.other)
                else:
                    self._state.write(want.target, str(given), foreign=True, read=True)
                    turning.add(str(given))
                    frame.advance()
            case Missing():
                self._state.write(want.name, given, foreign=True, read=True, frame=self._state.home(want.name))
        self._want = None

    def learn(self, name: str, value: Value) -> None:
        """Stores a value that was found early, before the program requested it.

        Raises:
            ProgramStuckError: It is too large, the program needs no value of this name, or has computed it.
        """
        if not self._state.looks_for(name):
            raise ProgramStuckError(f"no value of {name} is to be found on a screen")
        value = bounded(value, self._limits.size)
        self._state.write(name, value, foreign=True, read=True, frame=self._state.home(name))
        if isinstance(self._want, Missing) and self._want.name == name:
            self._want = None

    def skip(self) -> None:
        """Skips the current statement; its variable stays without a value."""
        frame = self._state.frames[-1]
        match self.want:
            case LeafRequest():
                frame.advance()
            case NextItem() as want:
                frame.advance(want.other)
            case Condition() as want:
                frame.answers[want.place] = False
            case Missing(name=name):
                self._state.write(name, None, frame=self._state.home(name))
            case _:
                return
        self._want = None

    def ahead(self, yes: bool) -> "Machine":
        """A copy of this machine, as it would be after the current request is answered with `yes` or no.

        Values that are not known yet appear by name in its texts. Values computed from them are unknown too.
        """
        other = self.copy()
        frame = other._state.frames[-1]
        match other.want:
            case Condition():
                other.give(yes)
            case LeafRequest(target=target) if yes:
                frame.mark_busy()
                other.skip()
                other._await(target)
            case NextItem(target=target) if yes:
                frame.advance()
                other._await(target)
            case NextItem():
                other.give(None)
            case _:
                pass
        return other

    def awaits(self, name: str) -> bool:
        """Whether a variable will get its value from the assumed answer, so that its value is still unknown."""
        return name in self._awaited

    def _await(self, name: str) -> None:
        self._want = None
        self._walk.expect(name)

    def copy(self) -> "Machine":
        """A copy of this machine, in the same state."""
        other = Machine(self._state.program, None, self._limits)
        other._state.restore(self._state.record())
        other._awaited |= self._awaited
        return other

    # -- another program --------------------------------------------------------------------------------------

    def objections(self, program: Program) -> tuple[Problem, ...]:
        """Why another program cannot replace this one now; empty if it can.

        Only parts that were not begun may differ: in running functions, the current statement and those after it; all
        other functions completely.
        """
        self._settle()
        *outer, inner = self._state.frames
        begun = [(frame.name, frame.at + 1) for frame in outer]
        return disagreements(self._state.program, program, [*begun, (inner.name, inner.at)])

    def change(self, program: Program) -> None:
        """Replaces the program, and keeps variables, loops and finished statements.

        Raises:
            ProgramError: The new program differs in a part that was begun.
        """
        problems = self.objections(program)
        if problems:
            raise ProgramError(problems)
        self._state.program = program
        for frame in self._state.frames:
            frame.answers.clear()
        self._want = None

    # -- what it knows ----------------------------------------------------------------------------------------

    @property
    def path(self) -> tuple[PathLevel, ...]:
        """The levels from the program to the current statement, with finished statements and the turn of each loop.

        Other turns, finished functions and other branches are left out.
        """
        self._settle()
        return self._state.path

    @property
    def variables(self) -> Mapping[str, Value]:
        """The values of all names in the current scope, including those of finished functions."""
        self._settle()
        return self._state.variables

    @property
    def own_variables(self) -> Mapping[str, Value]:
        """The variables whose value does not come from a screen, not even partly."""
        self._settle()
        return self._state.own_variables

    def known(self, name: str) -> tuple[bool, Value]:
        """Whether a variable has a value in the current scope, and the value."""
        frame = self._state.holder(name)
        return (False, None) if frame is None else (True, frame.values[name])

    @property
    def known_values(self) -> tuple[tuple[str, str, Value], ...]:
        """All values with function and name, the latest last.

        First those of finished functions, if no other variable has the name; then those of the program itself and of
        each running function.
        """
        self._settle()
        return self._state.values

    def before(self, function: str, name: str) -> tuple[int, tuple[str, ...]]:
        """The number of former values of a variable, from other turns and calls, and the latest of them in order."""
        return self._state.kept.before(function, name)

    @property
    def reads(self) -> tuple[tuple[str, str], ...]:
        """The variables that the program reads next, the soonest first, each with its function."""
        self._settle()
        return self._state.reads

    @property
    def meanings(self) -> Mapping[str, str]:
        """The meanings of declared variables without a value."""
        self._settle()
        found = self._state.variables
        return {name: meaning for name, meaning in self._state.meanings.items() if name not in found}

    @property
    def spot(self) -> str:
        """The identity of the current instruction: equal in every turn and call, and after changes elsewhere."""
        self._settle()
        frame, lines = self._state.frames[-1], self._state.program.source.splitlines()
        line = lines[min(self._state.line, len(lines)) - 1].strip() if lines else ""
        return f"{frame.name}:{frame.at}:{zlib.crc32(line.encode()):08x}"

    @property
    def steps(self) -> int:
        """The number of finished leaves."""
        return self._state.steps

    @property
    def program(self) -> Program:
        """The interpreted program."""
        return self._state.program

    @property
    def line(self) -> int:
        """The current line."""
        self._settle()
        return self._state.line

    def snapshot(self) -> Json:
        return self._state.record().as_json()

    def restore(self, state: Json) -> None:
        """Restores a snapshot.

        Raises:
            ValueError: The snapshot is damaged, or belongs to another program.
        """
        self._state.restore(ProgramRecord.from_json(state))
        self._want = None

    def _settle(self) -> None:
        """Runs up to the next request, if there is none yet."""
        if self._want is None:
            self._want = self._walk.on()


def disagreements(old: Program, new: Program, begun: Sequence[tuple[str, int]]) -> tuple[Problem, ...]:
    """A problem for each running function in which the new program changes an instruction that was begun.

    `begun` has the name of each running function, and the number of its begun instructions. Without a problem, these
    instructions are equal in both programs except for jump targets, so positions and loops stay valid.
    """
    found = [_disagreement(old.functions[name], new.functions.get(name), count, old.source) for name, count in begun]
    return tuple(dict.fromkeys(problem for problem in found if problem is not None))


def _disagreement(old: Function, new: Function | None, count: int, source: str) -> Problem | None:
    where = "the program" if old.name == MAIN else f"`{old.name}`"
    if new is None or new.parameters != old.parameters:
        return Problem(1, 1, f"{where} is running: it stays, with its values ({', '.join(old.parameters) or 'none'})")
    for place, mark in enumerate(old.marks[:count]):
        if place >= len(new.marks) or new.marks[place] != mark:
            line = old.code[place].line
            there = new.code[min(place, len(new.code) - 1)].line if new.code else new.line
            text = source.splitlines()[line - 1].strip()
            return Problem(there, 1, f"line {line} of {where} was begun already and stays word for word: {text}")
    return None
