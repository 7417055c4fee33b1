"""The position in a program, as far as the repetition of its leaves needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sextant.types.screens import Element, Screen

__all__ = ["ProgramFollower", "ProgramPosition"]


@dataclass(frozen=True, slots=True)
class ProgramPosition:
    """The present place of a program, or the one that follows where every leaf before it is done.

    Attributes:
        kind: `leaf`; `open` where an answer leads to what is told only after it was taken; `other` is for a judge.
        leaf: Which leaf, in whatever turn of whatever loop.
        count: Leaves that are done before it: tells one execution from another.
        question: By which its being done is answered; `asked` where that can be answered in the present decision.
        branch: The branch that an action here serves.
        target: The variable that its result goes to.
        values: Variables that are known here, as they stand in texts.
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

    def standings(self) -> Sequence[ProgramPosition]:
        """The present place, and those that follow it while leaves are answered to be done; at least one."""
        ...

    def shows(self, screen: Screen, text: str) -> Element | None:
        """The element in view that says the text, by the rule by which quotes are taken."""
        ...

    def serving(self, branch: str) -> Mapping[str, Any]:
        """The fields of a decision whose action serves that branch."""
        ...
