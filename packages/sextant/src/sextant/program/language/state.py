"""Where a program stands and every value it holds: of what is running, and of what ended."""

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
    """The frames of a program, outermost first, with all that it knows; its `snapshot` is the whole of it.

    Attributes:
        meanings: What variables are for whose value is found on a screen, with those that have one by now.
        steps: Leaves that are done.
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
        """The line of the instruction that comes next."""
        frame = self.frames[-1]
        function = self.program.functions[frame.name]
        return function.code[min(frame.at, len(function.code) - 1)].line if function.code else function.line

    @property
    def path(self) -> tuple[PathLevel, ...]:
        """From the outermost statements to where it is: what was done there, and the turn of each loop."""
        return tuple(place for frame in self.frames for place in frame.places(self.program.functions[frame.name]))

    # -- one variable -----------------------------------------------------------------------------------------

    def holder(self, name: str) -> CallFrame | None:
        """The frame whose variable a name means here: of the function that is running, else of the program itself."""
        return next((frame for frame in (self.frames[-1], self.frames[0]) if name in frame.values), None)

    def home(self, name: str) -> CallFrame:
        """Where a value from outside belongs: to the running function where it sets the name, else outermost."""
        inner = self.frames[-1]
        return inner if name in self.program.functions[inner.name].assigned else self.frames[0]

    def looks_for(self, name: str) -> bool:
        """Whether the value of a name is one that is read on a screen, and not one that the program computes."""
        frame = self.home(name)
        if name in frame.values:
            return name in frame.read
        declared = name in self.meanings and name in self.program.functions[frame.name].assigned
        return declared or name in self.program.undeclared

    def write(
        self, name: str, value: Value, foreign: bool = False, read: bool = False, frame: CallFrame | None = None
    ) -> None:
        """Gives a variable a value, of the running function where no frame is named.

        Raises:
            ProgramStuckError: All values together would be too large.
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
        """Every value with its function and name, the latest last.

        First those of functions that ended, where no other has the name; then those of the program itself, and of each
        function that is running.
        """
        running = [
            (frame.name, name, value) for frame in self.frames for name, value in frame.values.items() if name != HIDDEN
        ]
        names = {name for _, name, _ in running}
        split = [(key.rpartition("."), value) for key, value in self.kept.ended.items()]
        return (*((where, name, value) for (where, _, name), value in split if name not in names), *running)

    @property
    def variables(self) -> Mapping[str, Value]:
        """Every variable by its name, as a name means it here; those of functions also after their end."""
        found: dict[str, Value] = {}
        for _, name, value in self.values:
            found.pop(name, None)
            found[name] = value
        return found

    @property
    def own_variables(self) -> Mapping[str, Value]:
        """Those whose value no screen had a part in: of the program itself and of each function that is running."""
        return {
            name: value
            for frame in self.frames
            for name, value in frame.values.items()
            if name != HIDDEN and name not in frame.foreign
        }

    @property
    def reads(self) -> tuple[tuple[str, str], ...]:
        """The variables that the present statement and those after it read, by how soon, each with its function."""
        found: list[tuple[str, str]] = []
        for frame in reversed(self.frames):
            for name in self.program.functions[frame.name].reads_from(frame.at):
                found += [(one.name, name) for one in (frame, self.frames[0]) if name in one.values][:1]
        return tuple(dict.fromkeys(found))

    # -- on disk ----------------------------------------------------------------------------------------------

    def record(self) -> ProgramRecord:
        """What is stored of it; after `restore` of it a program stands at the same place."""
        return ProgramRecord(
            frames=tuple(frame.record() for frame in self.frames),
            kept=dict(self.kept.ended),
            earlier=dict(self.kept.earlier),
            meanings=dict(self.meanings),
            steps=self.steps,
        )

    def restore(self, record: ProgramRecord) -> None:
        """Stands where the record does.

        Raises:
            ValueError: The program has no such place.
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
