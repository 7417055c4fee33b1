"""What is claimed, and what a screen left undecided."""

from collections.abc import Iterable
from typing import Protocol

from sextant.types.decisions import Citation, Question, Requirement
from sextant.types.evidence import Claim, Evidence, SettledVerdict, Verdict
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["CitationCheck", "ClaimKeeper", "Questions", "Stateful"]


class Stateful(Protocol):
    """Something with a state of its own, which takes note of steps and can be resumed from plain data."""

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


class ClaimKeeper(Protocol):
    """The ledger of claims: see `sextant.evidence`. Nothing but a verdict changes a claim's status."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    def propose(self, claim: Claim) -> Claim: ...

    def decide(self, claim_id: str, verdict: Verdict) -> Claim: ...

    def forget(self, claim_ids: Iterable[str]) -> None: ...


class CitationCheck(Protocol):
    """Says what a citation shows, by the rules by which a claim to be done is judged: see `sextant.verification`."""

    def shown(self, citation: Citation, requirement: Requirement, screen: Screen, step: int) -> Evidence | None:
        """Where it stands on the screen of a step, or on the earlier one that it names; None where it shows nothing."""
        ...


class Questions(Protocol):
    """What screens have left undecided, as questions for the next decision: see `sextant.evidence`."""

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """What is still open once this screen, the one to be decided on, has been looked at for it."""
        ...

    def answered(self, transition: Transition) -> tuple[SettledVerdict, ...]:
        """What a step settles of those before it."""
        ...

    def observe(self, transition: Transition) -> None:
        """Takes a step down, where no loop does."""
        ...
