"""Where a program is: a frame for each function that is running, with its variables, loops, and what was done."""

from collections.abc import Iterator
from dataclasses import dataclass, field

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
        text: What it is.
        turn: Which turn of the loop this is, from 1.
        done: Statements that are done in this block, the latest of them; `forgotten` counts the earlier ones.
        since: The first leaf of those that are forgotten.
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
    """A loop that is being gone through.

    Attributes:
        items: What it goes through, where that was computed.
        count: Turns that have begun.
        idle: Whether the present turn has done nothing yet.
        asked: Whether something was asked in it; `polled` counts turns, one after the other, of which no more is true.
        foreign: Whether what it goes through came from a screen.
        seen: Items that it was given by somebody who looked.
        first: The number of its first leaf.
        weight: Characters and items of what it goes through and was given.
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
        """Another item that somebody saw."""
        self.seen = [*self.seen, item]
        self.weight += len(item) + 1

    def begin(self) -> None:
        """Another turn: what the last one did is told no more."""
        self.polled = self.polled + 1 if self.count and self.idle and self.asked else 0
        self.count += 1
        self.idle, self.asked = True, False
        self.block = Block()

    def record(self) -> LoopRecord:
        """What is stored of it; `of` the record is the same loop."""
        flags = LoopFlags(self.count, self.idle, self.asked, self.polled, self.foreign, self.first)
        return LoopRecord(self.line, self.text, self.items, flags, tuple(self.seen), self.block)

    @classmethod
    def of(cls, record: LoopRecord) -> "Turning":
        """The loop of a record."""
        return cls(record.line, record.text, record.items, *record.flags, list(record.seen), record.block)


@dataclass(slots=True)
class CallFrame:
    """A function that is running. `foreign` are its variables whose value came from a screen, or was made of one.

    `read` are those whose value was read there, and not computed.
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
        """Characters and items of all that it holds."""
        return self._held + sum(one.weight for one in self.turns)

    def drop(self, name: str) -> None:
        """A variable has no value any more."""
        self.values.pop(name, None)
        self._held -= self.weights.pop(name, 0)

    def advance(self, to: int = -1) -> None:
        """Goes on to the next statement, or to another one: what was asked for this one is asked anew next time."""
        self.at = self.at + 1 if to < 0 else to
        self.answers.clear()

    def put(self, name: str, value: Value, foreign: bool, read: bool) -> None:
        """Gives a variable a value; the latest stands last."""
        self.drop(name)
        self.values[name] = value
        self.weights[name] = weight_of(value, MOST)
        self._held += self.weights[name]
        (self.foreign.add if foreign else self.foreign.discard)(name)
        (self.read.add if read else self.read.discard)(name)

    def note(self, done: DoneStatement) -> None:
        """A statement of the innermost block is done."""
        holder = self.turns[-1] if self.turns else self
        holder.block = holder.block.with_done(done)

    def mark_busy(self) -> None:
        """Something was done: no loop around it stands still."""
        self.idle = False
        for turning in self.turns:
            turning.idle = False

    def mark_asked(self) -> None:
        """Something was asked of the world."""
        for turning in self.turns:
            turning.asked = True

    def enter(self, turning: Turning) -> None:
        self.turns.append(turning)

    def leave(self, last: int) -> None:
        """The innermost loop is over, and told in one line; `last` is the number of the last leaf."""
        ended = self.turns.pop()
        told = f"{ended.text} ({ended.count} {'turn' if ended.count == 1 else 'turns'})"
        self.note(DoneStatement(ended.line, told, last, ended.first))

    def places(self, function: Function) -> Iterator[PathLevel]:
        """Its levels of the active path."""
        kind = "program" if self.name == MAIN else "function"
        text = f"{self.name}({', '.join(function.parameters)})" if self.name != MAIN else ""
        own = self.block
        yield PathLevel(kind, function.line, text, 0, own.done, own.forgotten, own.since)
        for one in self.turns:
            own = one.block
            yield PathLevel("loop", one.line, one.text, one.count, own.done, own.forgotten, own.since)

    def record(self) -> FrameRecord:
        """What is stored of it; `of` the record is the same frame."""
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
        """The frame of a record. Where it does not say what came from a screen, anything may have."""
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
