"""The stored state of a running program, and its JSON form. Items of lists are identified by position."""

from dataclasses import field
from typing import NamedTuple

from sextant.dataclass import dataclass
from sextant.program.language.values import Value
from sextant.types.codec import from_plain, to_plain
from sextant.types.snapshots import Json

__all__ = ["Block", "DoneStatement", "EarlierValues", "FrameRecord", "LoopFlags", "LoopRecord", "ProgramRecord"]

_MOST_DONE = 50
"""Number of finished statements of a block that are stored with their text; earlier ones are only counted."""


class DoneStatement(NamedTuple):
    """A finished statement. `step` is the number of its last leaf in the run.

    For a loop or a function, `first` is the number of its first leaf; the statements inside are not shown any more.
    """

    line: int
    text: str
    step: int
    first: int | None = None


class Block(NamedTuple):
    """The finished statements of a block: the latest ones, the number of earlier ones, and the first leaf of these."""

    forgotten: int = 0
    since: int = 0
    done: tuple[DoneStatement, ...] = ()

    def with_done(self, statement: DoneStatement) -> "Block":
        """The block with one more finished statement."""
        done = (*self.done, statement)
        if len(done) <= _MOST_DONE:
            return self._replace(done=done)
        oldest = done[0].step if done[0].first is None else done[0].first
        return Block(self.forgotten + 1, self.since if self.forgotten else oldest, done[1:])


class LoopFlags(NamedTuple):
    """The progress of a loop: see `Turning`."""

    turns: int
    idle: bool
    asked: bool
    polled: int
    foreign: bool
    first: int


class LoopRecord(NamedTuple):
    """A running loop: see `Turning`."""

    line: int
    text: str
    items: list[Value] | None
    flags: LoopFlags
    seen: tuple[str, ...]
    block: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameRecord:
    """A running function: see `CallFrame`. Earlier versions stored neither `foreign` nor `read` nor `first`."""

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
    """The number of former values of a variable, and the latest of them as texts, the newest last."""

    number: int = 0
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramRecord:
    """The whole state of a program: see `ProgramState`. Earlier versions did not store `earlier`."""

    frames: tuple[FrameRecord, ...]
    kept: dict[str, Value]
    earlier: dict[str, EarlierValues] = field(default_factory=dict[str, EarlierValues])
    meanings: dict[str, str]
    steps: int

    def as_json(self) -> Json:
        """Converts the record to plain data, which `from_json` converts back."""
        return to_plain(ProgramRecord, self)

    @classmethod
    def from_json(cls, state: Json) -> "ProgramRecord":
        """Restores a record from plain data.

        Raises:
            pydantic.ValidationError: The data is not valid; the error names each problem.
        """
        return from_plain(cls, state)
