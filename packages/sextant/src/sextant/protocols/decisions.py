"""Interfaces from a directive to a reviewed decision."""

from collections.abc import Sequence
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.protocols.evidence import Stateful
from sextant.types.decisions import Act, Brief, Decision, Objection, Question
from sextant.types.screens import Screen
from sextant.types.tasks import Task

__all__ = ["Composer", "Review", "Reviewed", "Reviewer"]


class Composer(Protocol):
    """Composes briefs; see `sextant.prompts`."""

    def compose(self, directive: Act, screen: Screen, step: int, questions: Sequence[Question] = ()) -> Brief: ...


class Reviewer(Protocol):
    """Objects to decisions; see `sextant.review`."""

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]: ...

    def irreversible(self, decision: Decision, screen: Screen) -> bool: ...

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        ...


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision with its objections. It may be executed if `vetoes` is empty."""

    decision: Decision
    objections: tuple[Objection, ...] = ()
    revised: bool = False
    irreversible: bool = False

    @property
    def vetoes(self) -> tuple[Objection, ...]:
        return tuple(objection for objection in self.objections if not objection.advisory)


class Review(Stateful, Protocol):
    """All checks between a decision and its execution; see `sextant.review`."""

    def check(self, decision: Decision, brief: Brief, rejected: Decision | None = None) -> Reviewed:
        """Collects the objections to a decision, or to the revision of a `rejected` one."""
        ...

    def authorise(self, reviewed: Reviewed, brief: Brief) -> Reviewed:
        """Asks authorizer and person about an irreversible act, and returns the remaining objections."""
        ...

    @property
    def needs_person(self) -> str:
        """Why the run needs a person to continue; empty if it does not."""
        ...

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        ...
