"""The ledger of claims. Task state, beliefs, memory and variables are views of it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sextant.types.codec import from_json, to_json
from sextant.types.evidence import Claim, ClaimStatus, Verdict
from sextant.types.transitions import Transition

_SETTLED: frozenset[ClaimStatus] = frozenset({"attested", "verified"})


class Ledger:
    """Claims by id. Nothing but a verdict makes a claim attested, verified or contradicted."""

    def __init__(self, claims: Iterable[Claim] = ()) -> None:
        self._claims: dict[str, Claim] = {claim.id: claim for claim in claims}

    @property
    def claims(self) -> tuple[Claim, ...]:
        return tuple(self._claims.values())

    def get(self, claim_id: str) -> Claim | None:
        """The claim with that id, or None."""
        return self._claims.get(claim_id)

    def propose(self, claim: Claim) -> Claim:
        """Enters a claim as proposed, whatever status it came with. One already entered is returned unchanged."""
        return self._claims.setdefault(claim.id, replace(claim, status="proposed", evidence=()))

    def decide(self, claim_id: str, verdict: Verdict) -> Claim:
        """Applies a verdict to a claim.

        `holds` verifies it, or attests it where a model was the judge; a vacuous verdict proves nothing; `fails`
        contradicts it and makes everything derived from it stale; `undecided` leaves it as it is.

        Raises:
            KeyError: No such claim.
        """
        claim = self._claims[claim_id]
        if verdict.outcome == "undecided" or (verdict.outcome == "holds" and verdict.vacuous):
            return claim
        if verdict.outcome == "fails":
            claim = replace(claim, status="contradicted", evidence=verdict.evidence)
            self._claims[claim_id] = claim
            self._stale(claim_id)
            return claim
        if verdict.attested and not verdict.evidence:
            return claim  # a judgement that cites nothing is an opinion
        status: ClaimStatus = "attested" if verdict.attested and claim.status != "verified" else "verified"
        claim = replace(claim, status=status, evidence=verdict.evidence)
        self._claims[claim_id] = claim
        return claim

    def expire(self, claim_ids: Iterable[str]) -> None:
        """Makes claims stale, and what was derived from them: volatile state was lost (a reattached browser)."""
        for claim_id in claim_ids:
            claim = self._claims[claim_id]
            if claim.status in _SETTLED:
                self._claims[claim_id] = replace(claim, status="stale")
            self._stale(claim_id)

    def _stale(self, root: str) -> None:
        open_ids, seen = [root], {root}
        while open_ids:
            current = open_ids.pop()
            for claim in self.claims:
                if current in claim.derived_from and claim.id not in seen:
                    seen.add(claim.id)
                    open_ids.append(claim.id)
                    if claim.status in _SETTLED:
                        self._claims[claim.id] = replace(claim, status="stale")

    def observe(self, transition: Transition) -> None:
        """Nothing: only verdicts change a claim, and who keeps it brings them."""

    def snapshot(self) -> Any:
        return to_json(tuple[Claim, ...], self.claims)

    def restore(self, state: Any) -> None:
        claims: tuple[Claim, ...] = from_json(tuple[Claim, ...], str(state))
        self._claims = {claim.id: claim for claim in claims}
