"""From a directive to a decision: the brief, its review, and the two around one actor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sextant.types.decisions import Act, Brief, Decision, Objection, Question
from sextant.types.screens import Screen
from sextant.types.tasks import Task

__all__ = ["Composing", "Deciding", "Deliberated", "Reviewing"]


class Composing(Protocol):
    """Makes briefs: see `sextant.prompts`."""

    def compose(self, directive: Act, screen: Screen, step: int, questions: Sequence[Question] = ()) -> Brief: ...


class Reviewing(Protocol):
    """Checks decisions: see `sextant.review`."""

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]: ...

    def irreversible(self, decision: Decision, screen: Screen) -> bool: ...

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        ...


@dataclass(frozen=True, slots=True)
class Deliberated:
    """What was decided in the end. `vetoes` is empty where it may be carried out."""

    decision: Decision
    objections: tuple[Objection, ...] = ()
    revised: bool = False
    irreversible: bool = False

    @property
    def vetoes(self) -> tuple[Objection, ...]:
        return tuple(objection for objection in self.objections if not objection.advisory)


class Deciding(Protocol):
    """Actor and review around one decision: see `sextant.review`."""

    def decide(self, brief: Brief) -> Deliberated: ...

    @property
    def needs_person(self) -> str:
        """Why the run cannot go on without a person; empty while it can."""
        ...
