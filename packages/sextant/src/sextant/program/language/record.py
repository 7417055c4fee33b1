"""What is stored of a program that is under way, and its form as JSON. What is kept in lists is read by place."""

from dataclasses import dataclass, field
from typing import NamedTuple

from sextant.program.language.values import Value
from sextant.types.codec import from_plain, to_plain
from sextant.types.snapshots import Json

__all__ = ["Block", "DoneStatement", "EarlierValues", "FrameRecord", "LoopFlags", "LoopRecord", "ProgramRecord"]

_MOST_DONE = 50
"""So many statements of one block are remembered by what they said; of earlier ones their number."""


class DoneStatement(NamedTuple):
    """A statement that is done. `step` is the number of its last leaf in the run.

    Of a loop or a function, `first` is the number of its first leaf: what was done within is told no more.
    """

    line: int
    text: str
    step: int
    first: int | None = None


class Block(NamedTuple):
    """What is done in a block: its latest statements, the number of those before, and the first leaf of these."""

    forgotten: int = 0
    since: int = 0
    done: tuple[DoneStatement, ...] = ()

    def with_done(self, statement: DoneStatement) -> "Block":
        """The block once another statement is done."""
        done = (*self.done, statement)
        if len(done) <= _MOST_DONE:
            return self._replace(done=done)
        oldest = done[0].step if done[0].first is None else done[0].first
        return Block(self.forgotten + 1, self.since if self.forgotten else oldest, done[1:])


class LoopFlags(NamedTuple):
    """How far a loop is: see `Turning`."""

    turns: int
    idle: bool
    asked: bool
    polled: int
    foreign: bool
    first: int


class LoopRecord(NamedTuple):
    """A loop that is being gone through: see `Turning`."""

    line: int
    text: str
    items: list[Value] | None
    flags: LoopFlags
    seen: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameRecord:
    """A function that is running: see `CallFrame`. Earlier versions stored neither `foreign` nor `read` nor `first`."""

    name: str
    at: int
    target: str
    values: dict[str, Value]
    foreign: tuple[str, ...] | None = None
    read: tuple[str, ...] = ()
    answers: dict[str, bool]
    idle: bool
    first: int = 0
    block: Block
    turns: tuple[LoopRecord, ...]


class EarlierValues(NamedTuple):
    """How many values a variable had before the present one, and the latest of them in words, the newest last."""

    number: int = 0
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRecord:
    """The whole state of a program: see `ProgramState`. Earlier versions stored nothing `earlier`."""

    frames: tuple[FrameRecord, ...]
    kept: dict[str, Value]
    earlier: dict[str, EarlierValues] = field(default_factory=dict[str, EarlierValues])
    meanings: dict[str, str]
    steps: int

    def as_json(self) -> Json:
        """As plain data; `from_json` of it is an equal record."""
        return to_plain(ProgramRecord, self)

    @classmethod
    def from_json(cls, state: Json) -> "ProgramRecord":
        """The record that plain data holds.

        Raises:
            pydantic.ValidationError: It holds none; the error says what is wrong where.
        """
        return from_plain(cls, state)
