"""What is claimed, and what a screen left undecided."""

from collections.abc import Iterable
from typing import Any, Protocol

from sextant.types.decisions import Citation, Question, Requirement
from sextant.types.evidence import Claim, Evidence, Verdict
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["Asking", "ClaimKeeper", "Exhibiting", "Stateful"]


class Stateful(Protocol):
    """Something that takes note of steps and can be resumed from JSON-able data."""

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Any: ...

    def restore(self, state: Any) -> None: ...


class ClaimKeeper(Protocol):
    """The ledger of claims: see `sextant.evidence`. Nothing but a verdict changes a claim's status."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    def propose(self, claim: Claim) -> Claim: ...

    def decide(self, claim_id: str, verdict: Verdict) -> Claim: ...

    def forget(self, claim_ids: Iterable[str]) -> None: ...


class Exhibiting(Protocol):
    """Says what a citation shows, by the rules by which a claim to be done is judged: see `sextant.verification`."""

    def observe(self, transition: Transition) -> None:
        """Takes a step down; the same step twice changes nothing."""
        ...

    def shown(self, citation: Citation, requirement: Requirement, screen: Screen, step: int) -> Evidence | None:
        """Where it stands on the screen of a step, or on the earlier one that it names; None where it shows nothing."""
        ...


class Asking(Stateful, Protocol):
    """Turns what a screen left undecided into questions for the next decision: see `sextant.evidence`."""

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """What is still open once this screen, the one to be decided on, has been looked at for it."""
        ...
