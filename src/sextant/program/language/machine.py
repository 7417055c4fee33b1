"""Carries a program out: says what it wants next, takes what became of it, and can stop and go on at every step."""

import zlib
from collections.abc import Iterable, Mapping
from typing import Any, cast

from sextant.program.language.changing import disagreements
from sextant.program.language.code import (
    HIDDEN,
    MAIN,
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
    Program,
    Return,
    Set,
    Test,
    Turn,
)
from sextant.program.language.expressions import Expression
from sextant.program.language.faults import Problem, ProgramError, ProgramStuckError
from sextant.program.language.frames import Done, Frame, Place, Turning
from sextant.program.language.kept import Kept
from sextant.program.language.limits import Limits
from sextant.program.language.values import Value, bounded, said, weight_of
from sextant.program.language.wants import Condition, End, Halt, Item, Missing, Step, Want

__all__ = ["Machine"]

_LONGEST_DONE = 400
_FAULTS = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""Whatever an expression can raise."""


class Machine:
    """Walks a program. `want` is what it waits for; `give` is what became of it.

    Its whole state is in `snapshot`, between any two steps. Nothing of a program is ever executed: every instruction
    is walked here, and every expression is a function that reads variables.

    Args:
        values: Of variables that are known beforehand.
    """

    def __init__(
        self, program: Program, values: Mapping[str, Value] | None = None, limits: Limits | None = None
    ) -> None:
        self._program, self._limits = program, limits or Limits()
        self.size = self._limits.size
        self._frames = [Frame(MAIN)]
        self._kept = Kept()
        self._meanings: dict[str, str] = {}
        self._awaited: set[str] = set()
        self._touched, self._plain = False, False
        self._steps = 0
        self._work = 0
        self._want: Want | None = None
        for name, value in (values or {}).items():
            self._write(name, bounded(value, self.size))

    # -- what it wants ----------------------------------------------------------------------------------------

    @property
    def want(self) -> Want:
        """What it waits for: a step, an answer, an item, a value; or that it is over or cannot go on."""
        self._settle()
        assert self._want is not None
        return self._want

    def give(self, value: Any = None) -> None:
        """What became of what it wanted.

        A step takes its result (or None), a condition True or False, an item its name or None where there is none
        left, a missing value the value.

        Raises:
            ProgramStuckError: The value is none that a program can hold, or is too large.
        """
        want, frame = self.want, self._frames[-1]
        if isinstance(want, End | Halt):
            return
        value = bounded(value, self.size)
        match want:
            case Step():
                if want.target:
                    self._write(want.target, value, foreign=True, read=True)
                self._steps += 1
                frame.note(Done(want.line, want.told[:_LONGEST_DONE], self._steps - 1))
                frame.mark_busy()
                frame.advance()
            case Condition():
                frame.answers[want.place] = bool(value)
                frame.mark_asked()
            case Item():
                turning = frame.turns[-1]
                if value is None or value == "":
                    frame.advance(want.other)
                else:
                    self._write(want.target, str(value), foreign=True, read=True)
                    turning.add(str(value))
                    frame.advance()
            case Missing():
                self._write(want.name, value, foreign=True, read=True, frame=self._home(want.name))
        self._want = None

    def learn(self, name: str, value: Value) -> None:
        """A value that was found while something else was done.

        Raises:
            ProgramStuckError: It is too large; or no value of that name is looked for, or the program has computed it.
        """
        frame, program = self._home(name), self._program
        if name in frame.values:
            wanted = name in frame.read
        else:
            declared = name in self._meanings and name in program.functions[frame.name].assigned
            wanted = declared or name in program.undeclared
        if not wanted:
            raise ProgramStuckError(f"no value of {name} is to be found on a screen")
        self._write(name, bounded(value, self.size), foreign=True, read=True, frame=frame)
        if isinstance(self._want, Missing) and self._want.name == name:
            self._want = None

    def skip(self) -> None:
        """Goes past the statement that it waits at, undone; the variable of it stays without a value."""
        frame = self._frames[-1]
        match self.want:
            case Step():
                frame.advance()
            case Item() as want:
                frame.advance(want.other)
            case Condition() as want:
                frame.answers[want.place] = False
            case Missing(name=name):
                self._write(name, None, frame=self._home(name))
            case _:
                return
        self._want = None

    def ahead(self, yes: bool) -> "Machine":
        """A machine where this one would be if what it wants were done, so, or there; or if it were not.

        Values that nobody has given yet stand in its texts by their names.
        """
        other = self.copy()
        frame = other._frames[-1]
        match other.want:
            case Condition():
                other.give(yes)
            case Step(target=target) if yes:
                other.skip()
                other._await(target)
            case Item(target=target) if yes:
                frame.advance()
                other._await(target)
            case Item():
                other.give(None)
            case _:
                pass
        return other

    def awaits(self, name: str) -> bool:
        """Whether a variable only waits for the value that comes with an answer: nothing is known beyond it yet."""
        return name in self._awaited

    def _await(self, name: str) -> None:
        self._want = None
        if name:
            self._awaited.add(name)
            for frame in self._frames:
                frame.drop(name)

    def copy(self) -> "Machine":
        """Another machine at the same place of the same program."""
        other = Machine(self._program, None, self._limits)
        other.restore(self.snapshot())
        other._awaited = set(self._awaited)
        return other

    # -- another program --------------------------------------------------------------------------------------

    def objections(self, program: Program) -> tuple[Problem, ...]:
        """Why another program cannot take the place of this one here; nothing where it can.

        Only what was not begun may differ: the statement that it waits at and all after it, in the functions that are
        running; and everything in the others.
        """
        self._settle()
        *outer, inner = self._frames
        begun = [(frame.name, frame.at + 1) for frame in outer]
        return disagreements(self._program, program, [*begun, (inner.name, inner.at)])

    def change(self, program: Program) -> None:
        """Goes on in another program from here, with all variables, loops and what was done.

        Raises:
            ProgramError: It differs in something that was begun.
        """
        problems = self.objections(program)
        if problems:
            raise ProgramError(problems)
        self._program = program
        for frame in self._frames:
            frame.answers.clear()
        self._want = None

    # -- what it knows ----------------------------------------------------------------------------------------

    @property
    def path(self) -> tuple[Place, ...]:
        """From the outermost statements to where it is: what was done there, and the turn of each loop.

        What other turns did, what functions did that are over, and branches that were not taken are not on it.
        """
        self._settle()
        return tuple(place for frame in self._frames for place in frame.places(self._program.functions[frame.name]))

    @property
    def variables(self) -> Mapping[str, Value]:
        """Every variable by its name, as a name means it here; those of functions also after their end."""
        found: dict[str, Value] = {}
        for _, name, value in self.known_values:
            found.pop(name, None)
            found[name] = value
        return found

    @property
    def known_values(self) -> tuple[tuple[str, str, Value], ...]:
        """Every value with its function and name, the latest last.

        First those of functions that ended, where no other has the name; then those of the program itself, and of each
        function that is running.
        """
        self._settle()
        running = [
            (frame.name, name, value)
            for frame in self._frames
            for name, value in frame.values.items()
            if name != HIDDEN
        ]
        names = {name for _, name, _ in running}
        split = [(key.rpartition("."), value) for key, value in self._kept.ended.items()]
        return (*((where, name, value) for (where, _, name), value in split if name not in names), *running)

    def before(self, function: str, name: str) -> tuple[int, tuple[str, ...]]:
        """How many values a variable had before, in other turns and calls, and the latest of them, the newest last."""
        return self._kept.before(function, name)

    @property
    def reads(self) -> tuple[tuple[str, str], ...]:
        """The variables that the present statement and those after it read, by how soon, each with its function."""
        self._settle()
        found: list[tuple[str, str]] = []
        for frame in reversed(self._frames):
            for name in self._program.functions[frame.name].reads_from(frame.at):
                found += [(one.name, name) for one in (frame, self._frames[0]) if name in one.values][:1]
        return tuple(dict.fromkeys(found))

    @property
    def meanings(self) -> Mapping[str, str]:
        """What variables are for that have no value yet."""
        self._settle()
        return {name: meaning for name, meaning in self._meanings.items() if name not in self.variables}

    @property
    def spot(self) -> str:
        """The instruction that it waits at: the same in every turn and call, and where only others are changed."""
        self._settle()
        frame, lines = self._frames[-1], self._program.source.splitlines()
        line = lines[min(self._line(), len(lines)) - 1].strip() if lines else ""
        return f"{frame.name}:{frame.at}:{zlib.crc32(line.encode()):08x}"

    @property
    def steps(self) -> int:
        """Leaves that are done."""
        return self._steps

    @property
    def program(self) -> Program:
        """What it carries out."""
        return self._program

    @property
    def line(self) -> int:
        """The line that it stands at."""
        self._settle()
        return self._line()

    def snapshot(self) -> Any:
        return {
            "frames": [frame.snapshot() for frame in self._frames],
            "kept": dict(self._kept.ended),
            "earlier": self._kept.written(),
            "meanings": dict(self._meanings),
            "steps": self._steps,
        }

    def restore(self, state: Any) -> None:
        self._frames = [Frame.restored(frame) for frame in state["frames"]]
        self._kept = Kept.read(state["kept"], state.get("earlier", {}))
        self._meanings = dict(state["meanings"])
        self._steps = int(state["steps"])
        self._want = None

    # -- what expressions know --------------------------------------------------------------------------------

    def known(self, name: str) -> tuple[bool, Any]:
        """Whether a variable has a value here, and which."""
        frame = self._holder(name)
        return (False, None) if frame is None else (True, frame.values[name])

    def _holder(self, name: str) -> Frame | None:
        """The frame whose variable a name means here: of the function that is running, else of the program itself."""
        return next((frame for frame in (self._frames[-1], self._frames[0]) if name in frame.values), None)

    def _is_foreign(self, name: str) -> bool:
        frame = self._holder(name)
        return frame is not None and name in frame.foreign

    def value(self, name: str) -> Any:
        """The value of a variable; of one without, the machine asks."""
        known, value = self.known(name)
        if not known:
            raise _AsksError(Missing(self._line(), name, self._meanings.get(name, "")))
        self._touched = self._touched or self._is_foreign(name)
        self.spend(1)
        return value

    def spend(self, count: int) -> None:
        """Counts what is computed with since something was wanted."""
        self._work += count
        if self._work > self._limits.work:
            raise ProgramStuckError(f"this computes with more than {self._limits.work} items before anything is done")

    def shown(self, name: str) -> str:
        """A variable in an instruction; by its name where it has no value, or one that came from a screen."""
        known, value = self.known(name)
        return said(value) if known and (self._plain or not self._is_foreign(name)) else "{" + name + "}"

    def spoken(self, part: Expression, source: str) -> str:
        """An expression in an instruction; by its source where anything in it came from a screen."""
        before, self._touched = self._touched, False
        value = part(self)
        foreign, self._touched = self._touched, before or self._touched
        return said(value) if self._plain or not foreign else "{" + source + "}"

    def judged(self, place: str, question: Expression) -> bool:
        """The answer to a question about the world; the machine asks for one that it has not."""
        answers = self._frames[-1].answers
        if place not in answers:
            text, told = self._texts(question)
            raise _AsksError(Condition(self._line(), text, place, told))
        return answers[place]

    def _texts(self, written: Expression) -> tuple[str, str]:
        """A text as an instruction, and as it is told."""
        before, self._plain = self._plain, False
        try:
            text = str(written(self))
            self._plain = True
            return text, str(written(self))
        finally:
            self._plain = before

    def _settle(self) -> None:
        """Walks as far as it can: what it knows is what it knows there."""
        if self._want is None:
            self._want = self._walk()

    # -- how it walks -----------------------------------------------------------------------------------------

    def _walk(self) -> Want:
        self._work = 0
        for _ in range(self._limits.idle):
            frame = self._frames[-1]
            code = self._program.functions[frame.name].code
            try:
                want = self._return(None, False) if frame.at >= len(code) else self._do(frame, code[frame.at])
                self._limit_variables(frame)
            except _AsksError as asks:
                return asks.want
            except ProgramStuckError as fault:
                return Halt(self._line(), str(fault))
            except _FAULTS as fault:
                return Halt(self._line(), f"this cannot be computed: {str(fault)[:200]}")
            if want is not None:
                return want
        return Halt(self._line(), f"{self._limits.idle} instructions and nothing wanted: this loop never advances")

    def _do(self, frame: Frame, instruction: Instruction) -> Want | None:
        """One instruction; what it wants, or None where it is done."""
        match instruction:
            case Leaf(line=line, text=text, target=target):
                if self._steps >= self._limits.steps:
                    return Halt(line, f"more than {self._limits.steps} steps")
                wanted, told = self._texts(text)
                return Step(line, wanted, target, told)
            case Set(value=value, target=target):
                self._assign(value, target)
            case Declare(target=target, meaning=meaning):
                self._meanings[target] = str(meaning(self))
                frame.drop(target)
                self._kept.forget(frame.name, target)
            case Test(condition=condition, other=other):
                frame.advance(-1 if condition(self) else other)
                return None
            case Jump(to=to):
                frame.advance(to)
                return None
            case Call(line=line, name=name, arguments=arguments, target=target):
                return self._call(self._program.functions[name], arguments, target, line)
            case Return(value=value):
                return self._return(*((None, False) if value is None else self._computed(value)))
            case _:
                return self._loop(frame, instruction)
        frame.advance()
        return None

    def _loop(self, frame: Frame, instruction: Enter | EachItem | EachValue | Turn | Leave) -> Want | None:
        """One instruction of a loop."""
        match instruction:
            case Enter(line=line, text=text, values=values):
                self._enter(frame, line, text, values)
            case EachItem(line=line, text=text, target=target, other=other):
                described, told = self._texts(text)
                return Item(line, described, target, tuple(frame.turns[-1].seen), other, told)
            case EachValue(target=target, other=other):
                return self._next_value(frame, target, other)
            case Turn(line=line):
                return self._turn(frame, line)
            case Leave():
                frame.leave(self._steps - 1)
        frame.advance()
        return None

    def _assign(self, expression: Expression, target: str) -> None:
        value, foreign = self._computed(expression)
        if target:
            self._write(target, value, foreign)

    def _computed(self, expression: Expression) -> tuple[Any, bool]:
        """A value, and whether anything in it came from a screen."""
        self._touched = False
        self.spend(1)
        return bounded(expression(self), self.size), self._touched

    def _enter(self, frame: Frame, line: int, text: str, values: Expression | None) -> None:
        items, foreign = (None, False) if values is None else self._computed(values)
        if isinstance(items, str | dict):
            items = [*cast("Iterable[Any]", items)]
        if items is not None and not isinstance(items, list):
            raise ProgramStuckError(f"a loop goes through a list, and this is {items!r}"[:200])
        frame.enter(Turning(line, text, cast("list[Value] | None", items), foreign=foreign, first=self._steps))

    def _next_value(self, frame: Frame, target: str, other: int) -> None:
        turning = frame.turns[-1]
        assert turning.items is not None
        if turning.count >= len(turning.items):
            frame.advance(other)
            return
        self._write(target, turning.items[turning.count], turning.foreign)
        frame.advance()

    def _turn(self, frame: Frame, line: int) -> Want | None:
        turning = frame.turns[-1]
        if turning.count >= self._limits.turns:
            return Halt(line, f"more than {self._limits.turns} turns of a loop")
        if turning.polled >= self._limits.polls:
            return Halt(line, f"{turning.polled} turns of this loop asked and did nothing: it never advances")
        turning.begin()
        frame.advance()
        return None

    def _call(self, function: Function, arguments: Mapping[str, Expression], target: str, line: int) -> Want | None:
        if len(self._frames) >= self._limits.depth:
            return Halt(line, f"functions call each other more than {self._limits.depth} deep")
        values = {name: self._computed(value) for name, value in arguments.items()}
        self._frames[-1].answers.clear()
        self._frames.append(Frame(function.name, target=target, first=self._steps))
        for name, (value, foreign) in values.items():
            self._write(name, value, foreign)
        return None

    def _return(self, value: Any, foreign: bool) -> Want | None:
        if len(self._frames) == 1:
            return End(value)
        ended = self._frames.pop()
        self._kept.end(ended.name, ended.values, self._limits.variables)
        frame = self._frames[-1]
        if not ended.idle:
            frame.mark_busy()
        frame.note(Done(self._line(), f"{ended.name}()", self._steps - 1, ended.first))
        frame.advance()
        if ended.target:
            self._write(ended.target, value, foreign)
        return None

    def _home(self, name: str) -> Frame:
        """Where a value from outside belongs: to the running function where it sets the name, else outermost."""
        inner = self._frames[-1]
        return inner if name in self._program.functions[inner.name].assigned else self._frames[0]

    def _write(
        self, name: str, value: Value, foreign: bool = False, read: bool = False, frame: Frame | None = None
    ) -> None:
        frame = frame or self._frames[-1]
        held = sum(one.weight for one in self._frames) - frame.weights.get(name, 0)
        if held + weight_of(value, self.size) > self._limits.total:
            raise ProgramStuckError(f"all values together are larger than {self._limits.total} characters")
        if frame.turns and name in frame.values:
            self._kept.overwritten(frame.name, name, frame.values[name], value)
        frame.put(name, value, foreign, read)

    def _limit_variables(self, frame: Frame) -> None:
        if len(frame.values) > self._limits.variables:
            raise ProgramStuckError(f"more than {self._limits.variables} variables")

    def _line(self) -> int:
        frame = self._frames[-1]
        function = self._program.functions[frame.name]
        return function.code[min(frame.at, len(function.code) - 1)].line if function.code else function.line


class _AsksError(Exception):
    """An expression needs something that somebody has to say."""

    def __init__(self, want: Want) -> None:
        super().__init__()
        self.want = want
