"""The ledger of claims, from which task state, beliefs, memory and variables are derived."""

from collections.abc import Iterable

from sextant.state import CLAIMS, EventLog
from sextant.types.events import ClaimJudged, ClaimProposed, ClaimsDropped
from sextant.types.evidence import Claim, Verdict


class ClaimLedger:
    """Claims by id, as a view of a run's log; only a verdict makes one attested, verified or contradicted."""

    def __init__(self, log: EventLog | None = None) -> None:
        self._log = log or EventLog((CLAIMS,))

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(self._log[CLAIMS].values())

    def get(self, claim_id: str) -> Claim | None:
        """The claim with that id, or None."""
        return self._log[CLAIMS].get(claim_id)

    def propose(self, claim: Claim) -> Claim:
        """Add a claim with the status `proposed`. A claim with a known id is returned unchanged."""
        self._log.append(ClaimProposed(claim))
        return self._log[CLAIMS][claim.id]

    def decide(self, claim_id: str, verdict: Verdict) -> Claim:
        """Apply a verdict to a claim.

        `holds` verifies it where the predicate was computed, and attests it where a model judged; a vacuous verdict, or
        one that cites no screen, proves nothing. `fails` contradicts it and makes all that is derived from it stale;
        `undecided` changes nothing. An agreeing judgement never lowers `verified` to `attested`.

        Raises:
            KeyError: No such claim.
        """
        self._log.append(ClaimJudged(claim_id, verdict))
        return self._log[CLAIMS][claim_id]

    def forget(self, claim_ids: Iterable[str]) -> None:
        """Drop claims from which no other is derived. Their evidence stays in the journal."""
        self._log.append(ClaimsDropped(tuple(claim_ids)))
