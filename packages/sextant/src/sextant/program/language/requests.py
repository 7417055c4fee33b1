"""What a program waits for."""

from dataclasses import dataclass
from typing import Literal

from sextant.program.language.values import Value

__all__ = ["Condition", "End", "Halt", "LeafRequest", "Missing", "NextItem", "Want"]


@dataclass(frozen=True, slots=True)
class LeafRequest:
    """A leaf: whatever it takes, or nothing. `target` is the variable that its result goes to.

    In `text` a value that came from a screen stands by its name in braces: it is data, and no part of an instruction.
    In `told` it stands itself, for the record. So in every want.
    """

    line: int
    text: str
    target: str = ""
    told: str = ""
    kind: Literal["step"] = "step"


@dataclass(frozen=True, slots=True)
class Condition:
    """Whether something is so in the world. `place` tells it from others of the same line."""

    line: int
    text: str
    place: str = ""
    told: str = ""
    kind: Literal["condition"] = "condition"


@dataclass(frozen=True, slots=True)
class NextItem:
    """The next one of what `text` describes, besides those `before`; `other` is where it goes on where none is left."""

    line: int
    text: str
    target: str
    before: tuple[str, ...] = ()
    other: int = -1
    told: str = ""
    kind: Literal["item"] = "item"


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that is read and that nobody has given yet."""

    line: int
    name: str
    meaning: str = ""
    kind: Literal["missing"] = "missing"


@dataclass(frozen=True, slots=True)
class End:
    """The program is over; `result` is what it returned, `foreign` whether any of that was read on a screen."""

    result: Value = None
    foreign: bool = False
    kind: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Halt:
    """The program cannot go on, and why: somebody has to mend it."""

    line: int
    reason: str
    kind: Literal["halt"] = "halt"


Want = LeafRequest | Condition | NextItem | Missing | End | Halt
