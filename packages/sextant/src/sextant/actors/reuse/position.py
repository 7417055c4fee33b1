"""The position in a program, for the repetition of its leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal, Protocol

from sextant.dataclass import dataclass
from sextant.types.screens import Element, Screen

__all__ = ["ProgramFollower", "ProgramPosition"]


@dataclass(frozen=True, slots=True)
class ProgramPosition:
    """The present position of a program, or one that follows if all leaves before it are done.

    Attributes:
        kind: `leaf`; `open` if it is known only after an answer is applied; `other` for conditions and items.
        leaf: The identity of the leaf, equal in all turns of a loop.
        count: The number of finished leaves before it, which distinguishes executions.
        question: The question whether it is done; `asked` if the present decision can answer it.
        branch: The branch of an action here.
        target: The variable for its result.
        values: The known variables, as texts.
    """

    kind: Literal["leaf", "open", "other"]
    count: int
    question: str
    branch: str
    leaf: str = ""
    target: str = ""
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    asked: bool = True


class ProgramFollower(Protocol):
    """Follows a program."""

    def positions(self) -> Sequence[ProgramPosition]:
        """The present position, and those that follow if leaves are answered as done; at least one."""
        ...

    def shows(self, screen: Screen, text: str) -> Element | None:
        """The visible element with the text, by the rule for quotes."""
        ...

    def fields_for(self, branch: str) -> Mapping[str, Any]:
        """The decision fields for an action of that branch."""
        ...
