"""Interfaces of claims, citations and undecided expectations."""

from collections.abc import Iterable
from typing import Protocol

from sextant.types.decisions import Citation, Question, Requirement
from sextant.types.evidence import Claim, Evidence, SettledVerdict, Verdict
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["CitationCheck", "ClaimKeeper", "Questions", "Stateful"]


class Stateful(Protocol):
    """A component with state, which observes steps and can be restored from plain data."""

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


class ClaimKeeper(Protocol):
    """The ledger of claims; see `sextant.evidence`. Only a verdict changes the status of a claim."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    def propose(self, claim: Claim) -> Claim: ...

    def decide(self, claim_id: str, verdict: Verdict) -> Claim: ...

    def forget(self, claim_ids: Iterable[str]) -> None: ...


class CitationCheck(Protocol):
    """Checks citations by the rules for claims of completion; see `sextant.verification`."""

    def shown(self, citation: Citation, requirement: Requirement, screen: Screen, step: int) -> Evidence | None:
        """The evidence of a citation on the screen of a step, or on the screen that it names; None if it has none."""
        ...


class Questions(Protocol):
    """Undecided expectations as questions for the next decision; see `sextant.evidence`."""

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """The questions that this screen, the one of the next decision, does not answer."""
        ...

    def answered(self, transition: Transition) -> tuple[SettledVerdict, ...]:
        """The verdicts that a step gives on earlier steps."""
        ...

    def observe(self, transition: Transition) -> None:
        """Appends a step to a log that no loop writes."""
        ...
