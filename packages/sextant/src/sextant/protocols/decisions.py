"""From a directive to a decision: the brief, its review, and the two around one actor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sextant.protocols.evidence import Stateful
from sextant.types.decisions import Act, Brief, Decision, Objection, Question
from sextant.types.screens import Screen
from sextant.types.tasks import Task

__all__ = ["Composer", "Review", "Reviewed", "Reviewer"]


class Composer(Protocol):
    """Makes briefs: see `sextant.prompts`."""

    def compose(self, directive: Act, screen: Screen, step: int, questions: Sequence[Question] = ()) -> Brief: ...


class Reviewer(Protocol):
    """Checks decisions: see `sextant.review`."""

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]: ...

    def irreversible(self, decision: Decision, screen: Screen) -> bool: ...

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        ...


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision with what speaks against it. `vetoes` is empty where it may be carried out."""

    decision: Decision
    objections: tuple[Objection, ...] = ()
    revised: bool = False
    irreversible: bool = False

    @property
    def vetoes(self) -> tuple[Objection, ...]:
        return tuple(objection for objection in self.objections if not objection.advisory)


class Review(Stateful, Protocol):
    """Everybody who has a say between a decision and its execution: see `sextant.review`."""

    def check(self, decision: Decision, brief: Brief, rejected: Decision | None = None) -> Reviewed:
        """What speaks against a decision, or against the revision of a `rejected` one."""
        ...

    def authorise(self, reviewed: Reviewed, brief: Brief) -> Reviewed:
        """What is left once those were asked who decide about acts that cannot be taken back."""
        ...

    @property
    def needs_person(self) -> str:
        """Why the run cannot go on without a person; empty while it can."""
        ...

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        ...
