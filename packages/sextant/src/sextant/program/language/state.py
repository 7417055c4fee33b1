"""The state of a program: its position, and all values of running and finished functions."""

from collections.abc import Mapping

from sextant.program.language.code import HIDDEN, MAIN, Program
from sextant.program.language.faults import ProgramStuckError
from sextant.program.language.frames import CallFrame, PathLevel
from sextant.program.language.history import ValueHistory
from sextant.program.language.limits import ProgramLimits
from sextant.program.language.record import ProgramRecord
from sextant.program.language.values import Value, weight_of

__all__ = ["ProgramState"]


class ProgramState:
    """The frames of a program, outermost first, with all values. `record` contains the whole state.

    Attributes:
        meanings: The meanings of variables whose value is found on a screen, also of those that have a value.
        steps: Number of finished leaves.
    """

    def __init__(self, program: Program, limits: ProgramLimits) -> None:
        self.program, self.limits = program, limits
        self.frames = [CallFrame(MAIN)]
        self.kept = ValueHistory({}, {})
        self.meanings: dict[str, str] = {}
        self.steps = 0

    # -- where it stands --------------------------------------------------------------------------------------

    @property
    def line(self) -> int:
        """The line of the next instruction."""
        frame = self.frames[-1]
        function = self.program.functions[frame.name]
        return function.code[min(frame.at, len(function.code) - 1)].line if function.code else function.line

    @property
    def path(self) -> tuple[PathLevel, ...]:
        """The levels from the program to the current statement, with finished statements and the turn of each loop."""
        return tuple(place for frame in self.frames for place in frame.places(self.program.functions[frame.name]))

    # -- one variable -----------------------------------------------------------------------------------------

    def holder(self, name: str) -> CallFrame | None:
        """The frame that has a variable of this name: the running function, else the program itself."""
        return next((frame for frame in (self.frames[-1], self.frames[0]) if name in frame.values), None)

    def home(self, name: str) -> CallFrame:
        """The frame for a value from outside: the running function if it sets this name, else the program itself."""
        inner = self.frames[-1]
        return inner if name in self.program.functions[inner.name].assigned else self.frames[0]

    def looks_for(self, name: str) -> bool:
        """Whether the value of a name is read from a screen, and not computed by the program."""
        frame = self.home(name)
        if name in frame.values:
            return name in frame.read
        declared = name in self.meanings and name in self.program.functions[frame.name].assigned
        return declared or name in self.program.undeclared

    def write(
        self, name: str, value: Value, foreign: bool = False, read: bool = False, frame: CallFrame | None = None
    ) -> None:
        """Sets a variable, by default of the running function.

        Raises:
            ProgramStuckError: All values together would exceed the limit.
        """
        frame = frame or self.frames[-1]
        held = sum(one.weight for one in self.frames) - frame.weights.get(name, 0)
        if held + weight_of(value, self.limits.size) > self.limits.total:
            raise ProgramStuckError(f"all values together are larger than {self.limits.total} characters")
        if frame.turns and name in frame.values:
            self.kept.overwritten(frame.name, name, frame.values[name], value)
        frame.put(name, value, foreign, read)

    # -- all of them ------------------------------------------------------------------------------------------

    @property
    def values(self) -> tuple[tuple[str, str, Value], ...]:
        """All values with function and name, the latest last.

        First those of finished functions, if no other variable has the name; then those of the program itself and of
        each running function.
        """
        running = [
            (frame.name, name, value) for frame in self.frames for name, value in frame.values.items() if name != HIDDEN
        ]
        names = {name for _, name, _ in running}
        split = [(key.rpartition("."), value) for key, value in self.kept.ended.items()]
        return (*((where, name, value) for (where, _, name), value in split if name not in names), *running)

    @property
    def variables(self) -> Mapping[str, Value]:
        """The values of all names in the current scope, including those of finished functions."""
        found: dict[str, Value] = {}
        for _, name, value in self.values:
            found.pop(name, None)
            found[name] = value
        return found

    @property
    def own_variables(self) -> Mapping[str, Value]:
        """The variables of the program and the running functions whose value does not come from a screen."""
        return {
            name: value
            for frame in self.frames
            for name, value in frame.values.items()
            if name != HIDDEN and name not in frame.foreign
        }

    @property
    def reads(self) -> tuple[tuple[str, str], ...]:
        """The variables that the program reads next, the soonest first, each with its function."""
        found: list[tuple[str, str]] = []
        for frame in reversed(self.frames):
            for name in self.program.functions[frame.name].reads_from(frame.at):
                found += [(one.name, name) for one in (frame, self.frames[0]) if name in one.values][:1]
        return tuple(dict.fromkeys(found))

    # -- on disk ----------------------------------------------------------------------------------------------

    def record(self) -> ProgramRecord:
        """Converts the state to a record, which `restore` converts back."""
        return ProgramRecord(
            frames=tuple(frame.record() for frame in self.frames),
            kept=dict(self.kept.ended),
            earlier=dict(self.kept.earlier),
            meanings=dict(self.meanings),
            steps=self.steps,
        )

    def restore(self, record: ProgramRecord) -> None:
        """Restores the state from a record.

        Raises:
            ValueError: The program has no such position.
        """
        for frame in record.frames:
            function = self.program.functions.get(frame.name)
            if function is None or not 0 <= frame.at <= len(function.code):
                raise ValueError(f"the program has no place {frame.at} in {frame.name!r}")
        if not record.frames or record.frames[0].name != MAIN:
            raise ValueError("the state begins in no main program")
        self.frames = [CallFrame.of(frame) for frame in record.frames]
        self.kept = ValueHistory(record.kept, record.earlier)
        self.meanings, self.steps = dict(record.meanings), record.steps
