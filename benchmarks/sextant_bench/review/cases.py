"""What is put before the review: a decision on a screen for a task, and whether it is right."""

from dataclasses import dataclass
from typing import Literal

from sextant.types.decisions import Decision
from sextant.types.screens import Screen
from sextant.types.tasks import Task

__all__ = ["WRONG", "Case", "Class"]

Class = Literal["right", "absent", "foreign", "unauthorised"]

WRONG: tuple[Class, ...] = ("absent", "foreign", "unauthorised")
"""What structure shows to be wrong: each has to be vetoed."""


@dataclass(frozen=True, slots=True)
class Case:
    """One decision. `kind` tells within its class, `where` names the world or page it is of."""

    truth: Class
    kind: str
    where: str
    task: Task
    screen: Screen
    decision: Decision
    at: int = 0
    """Of which step of the oracle it takes the place."""
