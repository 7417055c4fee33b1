"""Where a program is: a frame for each function that is running, with its variables, loops, and what was done."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sextant.program.language.code import MAIN, Function
from sextant.program.language.values import Value, weight_of

__all__ = ["CallFrame", "DoneStatement", "PathLevel", "Turning"]

MOST = 10**9
_MOST_DONE = 50
"""So many statements of one block are remembered by what they said; of earlier ones their number."""


@dataclass(frozen=True, slots=True)
class DoneStatement:
    """A statement that is done. `step` is the number of its last leaf in the run.

    Of a loop or a function, `first` is the number of its first leaf: what was done within is told no more.
    """

    line: int
    text: str
    step: int
    first: int | None = None


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
class _Block:
    done: list[DoneStatement] = field(default_factory=list[DoneStatement])
    forgotten: int = 0
    since: int = 0

    def note(self, done: DoneStatement) -> None:
        self.done.append(done)
        if len(self.done) > _MOST_DONE:
            oldest = self.done.pop(0)
            if not self.forgotten:
                self.since = oldest.step if oldest.first is None else oldest.first
            self.forgotten += 1

    def written(self) -> Any:
        return [self.forgotten, self.since, [[one.line, one.text, one.step, one.first] for one in self.done]]

    @classmethod
    def read(cls, state: Any) -> "_Block":
        return cls([DoneStatement(*one) for one in state[2]], int(state[0]), int(state[1]))


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
    seen: list[str] = field(default_factory=list[str])
    first: int = 0
    block: _Block = field(default_factory=_Block)
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
        self.block = _Block()

    def written(self) -> Any:
        """As JSON; `read` of it is the same loop."""
        flags = [self.count, self.idle, self.asked, self.polled, self.foreign, self.first]
        return [self.line, self.text, self.items, flags, list(self.seen), self.block.written()]

    @classmethod
    def read(cls, state: Any) -> "Turning":
        line, text, items, (count, idle, asked, polled, foreign, first), seen, block = state
        return cls(line, text, items, count, idle, asked, polled, foreign, list(seen), first, _Block.read(block))


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
    block: _Block = field(default_factory=_Block)
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
        (self.turns[-1].block if self.turns else self.block).note(done)

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
        yield PathLevel(kind, function.line, text, 0, tuple(own.done), own.forgotten, own.since)
        for one in self.turns:
            own = one.block
            yield PathLevel("loop", one.line, one.text, one.count, tuple(own.done), own.forgotten, own.since)

    def snapshot(self) -> Any:
        return {
            "name": self.name,
            "at": self.at,
            "target": self.target,
            "values": dict(self.values),
            "foreign": sorted(self.foreign),
            "read": sorted(self.read),
            "answers": dict(self.answers),
            "idle": self.idle,
            "first": self.first,
            "block": self.block.written(),
            "turns": [one.written() for one in self.turns],
        }

    @classmethod
    def restored(cls, state: Any) -> "CallFrame":
        turns = [Turning.read(one) for one in state["turns"]]
        block = _Block.read(state["block"])
        values, answers = dict(state["values"]), dict(state["answers"])
        at, idle, first = int(state["at"]), bool(state["idle"]), int(state.get("first", 0))
        # A record of an earlier version does not say what came from a screen: then anything may have.
        foreign, read = set[str](state.get("foreign", values)), set[str](state.get("read", ()))
        return cls(state["name"], at, state["target"], values, turns, answers, block, idle, first, foreign, read)
