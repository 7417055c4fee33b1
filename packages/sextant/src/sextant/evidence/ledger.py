"""The ledger of claims. Task state, beliefs, memory and variables are views of it."""

from collections.abc import Iterable

from sextant.state import CLAIMS, EventLog
from sextant.types.events import Dropped, Judged, Proposed
from sextant.types.evidence import Claim, Verdict


class ClaimLedger:
    """Writes claims, and what is found of them, into a run's log, and reads what they count for by now.

    Nothing but a verdict makes a claim attested, verified or contradicted.
    """

    def __init__(self, log: EventLog | None = None) -> None:
        self._log = log or EventLog((CLAIMS,))

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(self._log[CLAIMS].values())

    def get(self, claim_id: str) -> Claim | None:
        """The claim with that id, or None."""
        return self._log[CLAIMS].get(claim_id)

    def propose(self, claim: Claim) -> Claim:
        """Enters a claim as proposed, whatever status it came with. One already entered is returned unchanged."""
        self._log.append(Proposed(claim))
        return self._log[CLAIMS][claim.id]

    def decide(self, claim_id: str, verdict: Verdict) -> Claim:
        """Applies a verdict to a claim.

        `holds` verifies it where the predicate was computed, and attests it where a model was the judge; a vacuous
        verdict proves nothing, and neither does one that cites no screen. `fails` contradicts it and makes everything
        derived from it stale; `undecided` leaves it as it is. What is verified is not made less by a judgement that
        agrees with it.

        Raises:
            KeyError: No such claim.
        """
        self._log.append(Judged(claim_id, verdict))
        return self._log[CLAIMS][claim_id]

    def forget(self, claim_ids: Iterable[str]) -> None:
        """Lets go of claims that nothing depends on any more: what showed them is on record with its step."""
        self._log.append(Dropped(tuple(claim_ids)))
