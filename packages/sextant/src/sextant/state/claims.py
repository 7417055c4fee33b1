"""The ledger of claims as a fold. Only verdicts change what a claim counts for."""

from collections.abc import Mapping
from dataclasses import replace

from sextant.state.event_log import Fold
from sextant.types.events import Dropped, Event, Judged, Proposed
from sextant.types.evidence import Claim, ClaimStatus, Effect, Verdict

__all__ = ["CLAIMS", "Claims"]

Claims = Mapping[str, Claim]
"""Claims by id."""

_SETTLED: frozenset[ClaimStatus] = frozenset({"attested", "verified"})


def _fold(state: Claims, event: Event) -> Claims:
    match event:
        case Proposed(claim=claim) if claim.id not in state:
            return {**state, claim.id: replace(claim, status="proposed", evidence=())}
        case Judged(claim=name, verdict=verdict) if name in state:
            found = _judged(state, name, verdict)
            return state if found == state else found
        case Dropped(claims=names):
            needed = {origin for claim in state.values() for origin in claim.derived_from}
            gone = (set(names) & set(state)) - needed
            return {name: claim for name, claim in state.items() if name not in gone} if gone else state
        case _:
            return state


CLAIMS: Fold[Claims] = Fold("ledger", dict[str, Claim], {}, _fold)


def _judged(state: Claims, name: str, verdict: Verdict) -> Claims:
    claim = state[name]
    if verdict.outcome == "undecided" or _merely_said(verdict):
        return state
    if verdict.outcome == "fails":
        return _stale({**state, name: replace(claim, status="contradicted", evidence=verdict.evidence)}, name)
    if verdict.vacuous or not verdict.evidence or (verdict.attested and claim.status == "verified"):
        return state
    status: ClaimStatus = "attested" if verdict.attested else "verified"
    return {**state, name: replace(claim, status=status, evidence=verdict.evidence)}


def _stale(state: Claims, root: str) -> Claims:
    """What was derived from a claim that does not hold any more is not known to hold either."""
    found, open_ids, seen = dict(state), [root], {root}
    while open_ids:
        current = open_ids.pop()
        for claim in state.values():
            if current in claim.derived_from and claim.id not in seen:
                seen.add(claim.id)
                open_ids.append(claim.id)
                if claim.status in _SETTLED:
                    found[claim.id] = replace(claim, status="stale")
    return found


def _merely_said(verdict: Verdict) -> bool:
    """An effect in words that no predicate computed and no judge backed with a citation is an opinion."""
    told = verdict.attested or isinstance(verdict.predicate, Effect)
    return told and not (verdict.attested and verdict.evidence)
