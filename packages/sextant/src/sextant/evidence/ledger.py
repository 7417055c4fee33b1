"""The ledger of claims, from which task state, beliefs, memory and variables are derived."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from sextant.errors import JournalFault
from sextant.types.codec import from_json, to_json
from sextant.types.evidence import Claim, ClaimStatus, Effect, Verdict
from sextant.types.transitions import Transition

_SETTLED: frozenset[ClaimStatus] = frozenset({"attested", "verified"})


class ClaimLedger:
    """Claims by id; only a verdict makes one attested, verified or contradicted.

    `run` is the id of the run whose screens the evidence cites; empty where none is recorded.
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
        """Add a claim with the status `proposed`. A claim with a known id is returned unchanged."""
        return self._claims.setdefault(claim.id, replace(claim, status="proposed", evidence=()))

    def decide(self, claim_id: str, verdict: Verdict) -> Claim:
        """Apply a verdict to a claim.

        `holds` verifies it where the predicate was computed, and attests it where a model judged; a vacuous verdict, or
        one that cites no screen, proves nothing. `fails` contradicts it and makes all that is derived from it stale;
        `undecided` changes nothing. An agreeing judgement never lowers `verified` to `attested`.

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
        """Drop claims from which no other is derived. Their evidence stays in the journal."""
        needed = {origin for claim in self.claims for origin in claim.derived_from}
        for claim_id in claim_ids:
            if claim_id not in needed:
                self._claims.pop(claim_id, None)

    def expire(self, claim_ids: Iterable[str]) -> None:
        """Make claims and their derivatives stale: volatile state was lost (a reattached browser)."""
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
        """Do nothing: only verdicts change a claim, and the owner of the ledger applies them."""

    def snapshot(self) -> Any:
        return {"run": self._run, "claims": to_json(tuple[Claim, ...], self.claims)}

    def restore(self, state: Any) -> None:
        """Restore the claims of an earlier leg of the same run.

        Claims without a run id (an older version) are restored, and settled ones become stale: their evidence may cite
        screens of another run.

        Raises:
            JournalFault: The claims belong to another run; nothing is restored.
        """
        saved: Mapping[str, Any] = cast("Mapping[str, Any]", state) if isinstance(state, Mapping) else {"claims": state}
        run = str(saved.get("run", ""))
        if run and self._run and run != self._run:
            raise JournalFault(
                f"These claims belong to the run {run!r}; their evidence is no evidence in the run {self._run!r}.",
                f"Resume {run!r} itself, or begin anew.",
            )
        claims: tuple[Claim, ...] = from_json(tuple[Claim, ...], str(saved["claims"]))
        self._claims = {claim.id: claim for claim in claims}
        if run != self._run:
            self.expire(self._claims)


def _merely_said(verdict: Verdict) -> bool:
    """Whether a verdict is mere opinion: neither computed nor judged with a citation."""
    judged = verdict.attested or isinstance(verdict.predicate, Effect)
    return judged and not (verdict.attested and verdict.evidence)
