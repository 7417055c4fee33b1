"""The requests of a program: what it needs before it can continue."""

from typing import Literal

from sextant.dataclass import dataclass
from sextant.program.language.values import Value

__all__ = ["Condition", "End", "Halt", "LeafRequest", "Missing", "NextItem", "Want"]


@dataclass(frozen=True, slots=True)
class LeafRequest:
    """Requests that a leaf is carried out, with any number of actions. `target` is the variable for its result.

    In `text`, values from a screen appear by name in braces, because they are data and must not become part of an
    instruction. `told` has the values themselves, for the journal. The same holds for all requests.
    """

    line: int
    text: str
    target: str = ""
    told: str = ""
    kind: Literal["step"] = "step"


@dataclass(frozen=True, slots=True)
class Condition:
    """Asks whether a condition holds. `place` distinguishes several conditions on one line."""

    line: int
    text: str
    place: str = ""
    told: str = ""
    kind: Literal["condition"] = "condition"


@dataclass(frozen=True, slots=True)
class NextItem:
    """Requests the next item described by `text`, except those in `before`. Without one, continues at `other`."""

    line: int
    text: str
    target: str
    before: tuple[str, ...] = ()
    other: int = -1
    told: str = ""
    kind: Literal["item"] = "item"


@dataclass(frozen=True, slots=True)
class Missing:
    """Requests the value of a variable that is read and has no value yet."""

    line: int
    name: str
    meaning: str = ""
    kind: Literal["missing"] = "missing"


@dataclass(frozen=True, slots=True)
class End:
    """The end of the program. `foreign`: whether any part of `result` came from a screen."""

    result: Value = None
    foreign: bool = False
    kind: Literal["end"] = "end"


@dataclass(frozen=True, slots=True)
class Halt:
    """The program cannot continue, for this reason; it has to be repaired."""

    line: int
    reason: str
    kind: Literal["halt"] = "halt"


Want = LeafRequest | Condition | NextItem | Missing | End | Halt
