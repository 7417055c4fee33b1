"""The ledger of claims. Task state, beliefs, memory and variables are views of it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from sextant.errors import JournalFault
from sextant.types.codec import from_json, to_json
from sextant.types.evidence import Claim, ClaimStatus, Effect, Verdict
from sextant.types.transitions import Transition

_SETTLED: frozenset[ClaimStatus] = frozenset({"attested", "verified"})


class ClaimLedger:
    """Claims by id. Nothing but a verdict makes a claim attested, verified or contradicted.

    `run` names the run whose screens its evidence cites; empty where none is kept.
    """

    def __init__(self, run: str = "") -> None:
        self._run = run
        self._claims: dict[str, Claim] = {}

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

        `holds` verifies it where the predicate was computed, and attests it where a model was the judge; a vacuous
        verdict proves nothing, and neither does one that cites no screen. `fails` contradicts it and makes everything
        derived from it stale; `undecided` leaves it as it is. What is verified is not made less by a judgement that
        agrees with it.

        Raises:
            KeyError: No such claim.
        """
        claim = self._claims[claim_id]
        if verdict.outcome == "undecided" or _merely_said(verdict):
            return claim
        if verdict.outcome == "fails":
            claim = replace(claim, status="contradicted", evidence=verdict.evidence)
            self._claims[claim_id] = claim
            self._stale(claim_id)
            return claim
        if verdict.vacuous or not verdict.evidence or (verdict.attested and claim.status == "verified"):
            return claim
        claim = replace(claim, status="attested" if verdict.attested else "verified", evidence=verdict.evidence)
        self._claims[claim_id] = claim
        return claim

    def forget(self, claim_ids: Iterable[str]) -> None:
        """Lets go of claims that nothing depends on any more: what showed them is on record with its step."""
        needed = {origin for claim in self.claims for origin in claim.derived_from}
        for claim_id in claim_ids:
            if claim_id not in needed:
                self._claims.pop(claim_id, None)

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
        return {"run": self._run, "claims": to_json(tuple[Claim, ...], self.claims)}

    def restore(self, state: Any) -> None:
        """Takes up the claims of an earlier leg of the same run.

        Claims of which no run is told (a record of an older version) are kept, and what was settled becomes stale: its
        evidence may cite screens that are not this run's.

        Raises:
            JournalFault: The claims belong to another run; nothing is taken over.
        """
        told: Mapping[str, Any] = cast("Mapping[str, Any]", state) if isinstance(state, Mapping) else {"claims": state}
        run = str(told.get("run", ""))
        if run and self._run and run != self._run:
            raise JournalFault(
                f"These claims belong to the run {run!r}; their evidence is no evidence in the run {self._run!r}.",
                f"Resume {run!r} itself, or begin anew.",
            )
        claims: tuple[Claim, ...] = from_json(tuple[Claim, ...], str(told["claims"]))
        self._claims = {claim.id: claim for claim in claims}
        if run != self._run:
            self.expire(self._claims)


def _merely_said(verdict: Verdict) -> bool:
    """An effect in words that no predicate computed and no judge backed with a citation is an opinion."""
    told = verdict.attested or isinstance(verdict.predicate, Effect)
    return told and not (verdict.attested and verdict.evidence)
