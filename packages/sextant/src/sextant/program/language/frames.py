"""The call stack of a program: a frame for each running function, with variables, loops and finished statements."""

from collections.abc import Iterator
from dataclasses import field

from sextant.dataclass import dataclass
from sextant.program.language.code import MAIN, Function
from sextant.program.language.record import Block, DoneStatement, FrameRecord, LoopFlags, LoopRecord
from sextant.program.language.values import Value, weight_of

__all__ = ["CallFrame", "PathLevel", "Turning"]

MOST = 10**9


@dataclass(frozen=True, slots=True)
class PathLevel:
    """One level of the active path.

    Attributes:
        kind: `program`, `function` or `loop`.
        text: The loop or function as text.
        turn: Number of the current turn of the loop, from 1.
        done: The latest finished statements of this block.
        forgotten: Number of earlier finished statements.
        since: The first leaf of these earlier ones.
    """

    kind: str
    line: int
    text: str
    turn: int = 0
    done: tuple[DoneStatement, ...] = ()
    forgotten: int = 0
    since: int = 0


@dataclass(slots=True)
class Turning:
    """A running loop.

    Attributes:
        items: The list that it iterates over; None for other loops.
        count: Number of turns that have begun.
        idle: Whether the current turn has done nothing yet.
        asked: Whether a question was asked in it.
        polled: Number of consecutive turns that only asked.
        foreign: Whether its list came from a screen.
        seen: Items that the actor has named.
        first: The number of its first leaf.
        weight: Characters and items of `items` and `seen`.
    """

    line: int
    text: str
    items: list[Value] | None = None
    count: int = 0
    idle: bool = True
    asked: bool = False
    polled: int = 0
    foreign: bool = False
    first: int = 0
    seen: list[str] = field(default_factory=list[str])
    block: Block = field(default=Block())
    weight: int = 0

    def __post_init__(self) -> None:
        self.weight = weight_of([self.items, self.seen], MOST)

    def add(self, item: str) -> None:
        """Adds an item that the actor named."""
        self.seen = [*self.seen, item]
        self.weight += len(item) + 1

    def begin(self) -> None:
        """Begins another turn."""
        self.polled = self.polled + 1 if self.count and self.idle and self.asked else 0
        self.count += 1
        self.idle, self.asked = True, False
        self.block = Block()

    def record(self) -> LoopRecord:
        """Converts it to a record, which `of` converts back."""
        flags = LoopFlags(self.count, self.idle, self.asked, self.polled, self.foreign, self.first)
        return LoopRecord(self.line, self.text, self.items, flags, tuple(self.seen), self.block)

    @classmethod
    def of(cls, record: LoopRecord) -> "Turning":
        """Restores the loop from a record."""
        return cls(record.line, record.text, record.items, *record.flags, list(record.seen), record.block)


@dataclass(slots=True)
class CallFrame:
    """A running function.

    Attributes:
        foreign: Variables whose value came from a screen, directly or by computation.
        read: Variables whose value was read directly from a screen.
    """

    name: str
    at: int = 0
    target: str = ""
    values: dict[str, Value] = field(default_factory=dict[str, Value])
    turns: list[Turning] = field(default_factory=list[Turning])
    answers: dict[str, bool] = field(default_factory=dict[str, bool])
    block: Block = field(default=Block())
    idle: bool = True
    first: int = 0
    foreign: set[str] = field(default_factory=set[str])
    read: set[str] = field(default_factory=set[str])
    weights: dict[str, int] = field(default_factory=dict[str, int])
    _held: int = 0

    def __post_init__(self) -> None:
        self.weights = {name: weight_of(value, MOST) for name, value in self.values.items()}
        self._held = sum(self.weights.values())

    @property
    def weight(self) -> int:
        """Characters and items of all its values."""
        return self._held + sum(one.weight for one in self.turns)

    def drop(self, name: str) -> None:
        """Removes the value of a variable."""
        self.values.pop(name, None)
        self._held -= self.weights.pop(name, 0)

    def advance(self, to: int = -1) -> None:
        """Continues with the next instruction, or at `to`. Answers to the current one are forgotten."""
        self.at = self.at + 1 if to < 0 else to
        self.answers.clear()

    def put(self, name: str, value: Value, foreign: bool, read: bool) -> None:
        """Sets a variable, and moves it to the end of the order."""
        self.drop(name)
        self.values[name] = value
        self.weights[name] = weight_of(value, MOST)
        self._held += self.weights[name]
        (self.foreign.add if foreign else self.foreign.discard)(name)
        (self.read.add if read else self.read.discard)(name)

    def note(self, done: DoneStatement) -> None:
        """Records a finished statement in the innermost block."""
        holder = self.turns[-1] if self.turns else self
        holder.block = holder.block.with_done(done)

    def mark_busy(self) -> None:
        """Marks that something was done in all enclosing loops."""
        self.idle = False
        for turning in self.turns:
            turning.idle = False

    def mark_asked(self) -> None:
        """Marks that a question was asked in all enclosing loops."""
        for turning in self.turns:
            turning.asked = True

    def enter(self, turning: Turning) -> None:
        self.turns.append(turning)

    def leave(self, last: int) -> None:
        """Ends the innermost loop, and records it as one statement; `last` is the number of the last leaf."""
        ended = self.turns.pop()
        told = f"{ended.text} ({ended.count} {'turn' if ended.count == 1 else 'turns'})"
        self.note(DoneStatement(ended.line, told, last, ended.first))

    def places(self, function: Function) -> Iterator[PathLevel]:
        """The levels of this frame in the active path."""
        kind = "program" if self.name == MAIN else "function"
        text = f"{self.name}({', '.join(function.parameters)})" if self.name != MAIN else ""
        own = self.block
        yield PathLevel(kind, function.line, text, 0, own.done, own.forgotten, own.since)
        for one in self.turns:
            own = one.block
            yield PathLevel("loop", one.line, one.text, one.count, own.done, own.forgotten, own.since)

    def record(self) -> FrameRecord:
        """Converts it to a record, which `of` converts back."""
        return FrameRecord(
            name=self.name,
            at=self.at,
            target=self.target,
            values=dict(self.values),
            foreign=tuple(sorted(self.foreign)),
            read=tuple(sorted(self.read)),
            answers=dict(self.answers),
            idle=self.idle,
            first=self.first,
            block=self.block,
            turns=tuple(one.record() for one in self.turns),
        )

    @classmethod
    def of(cls, record: FrameRecord) -> "CallFrame":
        """Restores the frame from a record. Records without `foreign` count all values as coming from a screen."""
        return cls(
            record.name,
            record.at,
            record.target,
            dict(record.values),
            [Turning.of(one) for one in record.turns],
            dict(record.answers),
            record.block,
            record.idle,
            record.first,
            set(record.values if record.foreign is None else record.foreign),
            set(record.read),
        )
