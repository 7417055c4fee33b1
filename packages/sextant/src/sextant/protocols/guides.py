"""Interfaces of guides, which add knowledge to the brief and may object to decisions."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sextant.dataclass import dataclass
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
    """The read-only input of a guide."""

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
        """Its fields in the decision schema, constant for the whole run; None if it has none."""
        ...

    def sections(self, view: GuideView) -> Sequence[Section]: ...

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]: ...

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


@runtime_checkable
class GuideCounts(Protocol):
    """Optional: a guide that exposes failure counters."""

    @property
    def counts(self) -> Mapping[str, int]:
        """Counters by name, without zeros: `no_answer` of its own calls, `refused` and `flagged` parts."""
        ...


@runtime_checkable
class LastingFields(Protocol):
    """Optional: a guide with decision fields that stay valid if the action is rejected."""

    @property
    def name(self) -> str: ...

    @property
    def lasting(self) -> tuple[str, ...]:
        """The names of the fields that are kept if the decision is rejected."""
        ...


class Objector(Protocol):
    """Objects to decisions, in addition to the reviewer."""

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]: ...


class UpdateCall(Protocol):
    """A guide's own model call, separate from the actor's; see `sextant.prompts`."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> "BaseModel | None":
        """An answer in that form; None without a usable one. `instructions` are byte-stable for a run.

        Raises:
            ModelFault: The model gave no answer.
            BudgetSpent: The request would exceed a limit.
        """
        ...
