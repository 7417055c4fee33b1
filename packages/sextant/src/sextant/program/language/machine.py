"""Carries a program out: says what it wants next, takes what became of it, and can stop and go on at every step."""

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
    """Walks a program. `want` is what it waits for; `give` is what became of it.

    Its whole state is in `snapshot`, between any two steps. Nothing of a program is ever executed: every instruction
    is walked, and every expression is a function that reads variables.

    Args:
        values: Of variables that are known beforehand.
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
        """What it waits for: a step, an answer, an item, a value; or that it is over or cannot go on."""
        self._settle()
        assert self._want is not None
        return self._want

    def give(self, value: object = None) -> None:
        """What became of what it wanted.

        A step takes its result (or None), a condition True or False, an item its name or None where there is none
        left, a missing value the value.

        Raises:
            ProgramStuckError: The value is none that a program can hold, or is too large.
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
        """A value that was found while something else was done.

        Raises:
            ProgramStuckError: It is too large; or no value of that name is looked for, or the program has computed it.
        """
        if not self._state.looks_for(name):
            raise ProgramStuckError(f"no value of {name} is to be found on a screen")
        value = bounded(value, self._limits.size)
        self._state.write(name, value, foreign=True, read=True, frame=self._state.home(name))
        if isinstance(self._want, Missing) and self._want.name == name:
            self._want = None

    def skip(self) -> None:
        """Goes past the statement that it waits at, undone; the variable of it stays without a value."""
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
        """A machine where this one would be if what it wants were done, so, or there; or if it were not.

        Values that nobody has given yet stand in its texts by their names; what is computed from them is as unknown.
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
        """Whether a variable only waits for the value that comes with an answer: nothing is known beyond it yet."""
        return name in self._awaited

    def _await(self, name: str) -> None:
        self._want = None
        self._walk.expect(name)

    def copy(self) -> "Machine":
        """Another machine at the same place of the same program."""
        other = Machine(self._state.program, None, self._limits)
        other._state.restore(self._state.record())
        other._awaited |= self._awaited
        return other

    # -- another program --------------------------------------------------------------------------------------

    def objections(self, program: Program) -> tuple[Problem, ...]:
        """Why another program cannot take the place of this one here; nothing where it can.

        Only what was not begun may differ: the statement that it waits at and all after it, in the functions that are
        running; and everything in the others.
        """
        self._settle()
        *outer, inner = self._state.frames
        begun = [(frame.name, frame.at + 1) for frame in outer]
        return disagreements(self._state.program, program, [*begun, (inner.name, inner.at)])

    def change(self, program: Program) -> None:
        """Goes on in another program from here, with all variables, loops and what was done.

        Raises:
            ProgramError: It differs in something that was begun.
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
        """From the outermost statements to where it is: what was done there, and the turn of each loop.

        What other turns did, what functions did that are over, and branches that were not taken are not on it.
        """
        self._settle()
        return self._state.path

    @property
    def variables(self) -> Mapping[str, Value]:
        """Every variable by its name, as a name means it here; those of functions also after their end."""
        self._settle()
        return self._state.variables

    @property
    def own_variables(self) -> Mapping[str, Value]:
        """The variables whose value no screen had a part in."""
        self._settle()
        return self._state.own_variables

    def known(self, name: str) -> tuple[bool, Value]:
        """Whether a variable has a value here, and which."""
        frame = self._state.holder(name)
        return (False, None) if frame is None else (True, frame.values[name])

    @property
    def known_values(self) -> tuple[tuple[str, str, Value], ...]:
        """Every value with its function and name, the latest last.

        First those of functions that ended, where no other has the name; then those of the program itself, and of each
        function that is running.
        """
        self._settle()
        return self._state.values

    def before(self, function: str, name: str) -> tuple[int, tuple[str, ...]]:
        """How many values a variable had before, in other turns and calls, and the latest of them, the newest last."""
        return self._state.kept.before(function, name)

    @property
    def reads(self) -> tuple[tuple[str, str], ...]:
        """The variables that the present statement and those after it read, by how soon, each with its function."""
        self._settle()
        return self._state.reads

    @property
    def meanings(self) -> Mapping[str, str]:
        """What variables are for that have no value yet."""
        self._settle()
        found = self._state.variables
        return {name: meaning for name, meaning in self._state.meanings.items() if name not in found}

    @property
    def spot(self) -> str:
        """The instruction that it waits at: the same in every turn and call, and where only others are changed."""
        self._settle()
        frame, lines = self._state.frames[-1], self._state.program.source.splitlines()
        line = lines[min(self._state.line, len(lines)) - 1].strip() if lines else ""
        return f"{frame.name}:{frame.at}:{zlib.crc32(line.encode()):08x}"

    @property
    def steps(self) -> int:
        """Leaves that are done."""
        return self._state.steps

    @property
    def program(self) -> Program:
        """What it carries out."""
        return self._state.program

    @property
    def line(self) -> int:
        """The line that it stands at."""
        self._settle()
        return self._state.line

    def snapshot(self) -> Json:
        return self._state.record().as_json()

    def restore(self, state: Json) -> None:
        """Goes on from a snapshot.

        Raises:
            ValueError: It is damaged, or of another program.
        """
        self._state.restore(ProgramRecord.from_json(state))
        self._want = None

    def _settle(self) -> None:
        """Walks as far as it can: what it knows is what it knows there."""
        if self._want is None:
            self._want = self._walk.on()


def disagreements(old: Program, new: Program, begun: Sequence[tuple[str, int]]) -> tuple[Problem, ...]:
    """Every running function in which the new program differs before the place where the old one stands.

    `begun` has the name of each running function, and how many of its instructions were begun. These are the same in
    both programs, but for where they jump to: so a place in one is the same place in the other, in the same loops.
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
