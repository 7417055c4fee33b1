"""The ledger of claims as a fold. Only verdicts change what a claim counts for."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sextant.state.event_log import Fold
from sextant.types.events import Dropped, Event, Expired, Judged, Proposed
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
        case Expired(claims=names):
            found = _stale(state, [name for name in names if name in state], roots_too=True)
            return state if found == state else found
        case _:
            return state


CLAIMS: Fold[Claims] = Fold("ledger", dict[str, Claim], {}, _fold)


def _judged(state: Claims, name: str, verdict: Verdict) -> Claims:
    claim = state[name]
    if verdict.outcome == "undecided" or _merely_said(verdict):
        return state
    if verdict.outcome == "fails":
        return _stale({**state, name: replace(claim, status="contradicted", evidence=verdict.evidence)}, [name])
    if verdict.vacuous or not verdict.evidence or (verdict.attested and claim.status == "verified"):
        return state
    status: ClaimStatus = "attested" if verdict.attested else "verified"
    return {**state, name: replace(claim, status=status, evidence=verdict.evidence)}


def _stale(state: Claims, roots: Iterable[str], *, roots_too: bool = False) -> Claims:
    """What was derived from claims that do not hold any more is not known to hold either."""
    found, open_ids = dict(state), list(roots)
    seen = set(open_ids)
    lost = set(open_ids) if roots_too else set[str]()
    while open_ids:
        current = open_ids.pop()
        derived = [claim.id for claim in state.values() if current in claim.derived_from and claim.id not in seen]
        seen.update(derived)
        lost.update(derived)
        open_ids += derived
    for name in lost:
        if found[name].status in _SETTLED:
            found[name] = replace(found[name], status="stale")
    return found


def _merely_said(verdict: Verdict) -> bool:
    """An effect in words that no predicate computed and no judge backed with a citation is an opinion."""
    told = verdict.attested or isinstance(verdict.predicate, Effect)
    return told and not (verdict.attested and verdict.evidence)
