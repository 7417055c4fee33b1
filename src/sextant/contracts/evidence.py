"""What is claimed, and what a screen left undecided."""

from typing import Any, Protocol

from sextant.types.decisions import Question
from sextant.types.evidence import Claim, Verdict
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = ["Asking", "ClaimKeeper", "Stateful"]


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


class Asking(Stateful, Protocol):
    """Turns what a screen left undecided into questions for the next decision: see `sextant.evidence`."""

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """What is still open once this screen, the one to be decided on, has been looked at for it."""
        ...
