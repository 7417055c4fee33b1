"""What adds knowledge to the brief and speaks against decisions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sextant.types.decisions import Act, Decision, Objection, Profile, Section
from sextant.types.evidence import Claim
from sextant.types.screens import Picture, Screen
from sextant.types.snapshots import Json
from sextant.types.tasks import Task
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Guide", "GuideCounts", "GuideView", "LastingFields", "Objector", "UpdateCall"]


@dataclass(frozen=True, slots=True)
class GuideView:
    """What a guide sees when it writes its sections: read-only."""

    task: Task
    directive: Act
    screen: Screen
    claims: tuple[Claim, ...]
    step: int


class Guide(Protocol):
    """Adds knowledge to the brief and checks decisions. It never ends a run."""

    @property
    def name(self) -> str: ...

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """Delta fields for the decision schema, constant for the whole run; None for none."""
        ...

    def sections(self, view: GuideView) -> Sequence[Section]: ...

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]: ...

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


@runtime_checkable
class GuideCounts(Protocol):
    """What counts what came to nothing, so that nobody takes a dead helper for a quiet one: a guide."""

    @property
    def counts(self) -> Mapping[str, int]:
        """How often, by name: `no_answer` of its own calls, what it `refused`, what it `flagged`; zeros left out."""
        ...


@runtime_checkable
class LastingFields(Protocol):
    """A guide to which a decision says something that holds whatever becomes of its action."""

    @property
    def name(self) -> str: ...

    @property
    def lasting(self) -> tuple[str, ...]:
        """The fields that are about the task and the screen: they are kept where the decision is sent back."""
        ...


class Objector(Protocol):
    """Says what speaks against a decision besides the review of policy: a guide, or who reads it beside the task."""

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]: ...


class UpdateCall(Protocol):
    """A guide's own call to a model, beside the actor's: see `sextant.prompts`."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> "BaseModel | None":
        """An answer in that form; None where no usable one could be had. `instructions` are byte-stable for a run.

        Raises:
            ModelFault: No answer could be had at all.
            BudgetSpent: The request would exceed a limit.
        """
        ...
