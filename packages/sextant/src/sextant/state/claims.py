"""The ledger of claims and the stated requirements, as folds. Only verdicts change the status of a claim."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sextant.state.event_log import Fold
from sextant.text import folded
from sextant.types.decisions import Requirement
from sextant.types.events import ClaimJudged, ClaimProposed, ClaimsDropped, Event
from sextant.types.evidence import Claim, ClaimStatus, Effect, Verdict
from sextant.types.transitions import Transition

__all__ = ["CLAIMS", "REQUIREMENTS", "Claims", "restated"]

Claims = Mapping[str, Claim]
"""Claims by id."""

_MOST = 12
_SETTLED: frozenset[ClaimStatus] = frozenset({"attested", "verified"})


def _fold(state: Claims, event: Event) -> Claims:
    match event:
        case ClaimProposed(claim=claim) if claim.id not in state:
            return {**state, claim.id: replace(claim, status="proposed", evidence=())}
        case ClaimJudged(claim=name, verdict=verdict) if name in state:
            found = _with_verdict(state, name, verdict)
            return state if found == state else found
        case ClaimsDropped(claims=names):
            needed = {origin for claim in state.values() for origin in claim.derived_from}
            gone = (set(names) & set(state)) - needed
            return {name: claim for name, claim in state.items() if name not in gone} if gone else state
        case _:
            return state


CLAIMS: Fold[Claims] = Fold("ledger", dict[str, Claim], {}, _fold)


def _with_verdict(state: Claims, name: str, verdict: Verdict) -> Claims:
    claim = state[name]
    if verdict.outcome == "undecided" or _is_opinion(verdict):
        return state
    if verdict.outcome == "fails":
        return _with_stale({**state, name: replace(claim, status="contradicted", evidence=verdict.evidence)}, name)
    if verdict.vacuous or not verdict.evidence or (verdict.attested and claim.status == "verified"):
        return state
    status: ClaimStatus = "attested" if verdict.attested else "verified"
    return {**state, name: replace(claim, status=status, evidence=verdict.evidence)}


def _with_stale(state: Claims, root: str) -> Claims:
    """Marks all claims derived from a contradicted claim as stale."""
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


def _is_opinion(verdict: Verdict) -> bool:
    """Whether a verdict is only an opinion: neither computed from a predicate nor backed by a citation."""
    told = verdict.attested or isinstance(verdict.predicate, Effect)
    return told and not (verdict.attested and verdict.evidence)


def restated(before: Sequence[Requirement], now: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """Merge restated requirements. A deed stays a deed, by id or by words, and none is dropped."""
    ids = {one.id for one in before}
    deeds = [one for one in before if one.kind == "deed"]
    words = {folded(one.text) for one in deeds}

    def was_deed(one: Requirement) -> bool:
        return one.id in {deed.id for deed in deeds} or (one.id not in ids and folded(one.text) in words)

    new = [replace(one, kind="deed") if was_deed(one) else one for one in _unique(now)]
    if not new:
        return tuple(before)
    left: list[Requirement] = []
    if sum(one.kind == "deed" for one in new) < len(deeds):
        known = {one.id for one in new} | {folded(one.text) for one in new}
        left = [one for one in deeds if one.id not in known and folded(one.text) not in known]
    return tuple((*left, *new)[:_MOST])


def _unique(requirements: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """The first of each id, bounded in number."""
    found: dict[str, Requirement] = {}
    for one in requirements:
        name = one.id.strip()
        if name and one.text.strip():
            found.setdefault(name, replace(one, id=name))
    return tuple(found.values())[:_MOST]


def _with_stated(state: tuple[Requirement, ...], event: Event) -> tuple[Requirement, ...]:
    if not isinstance(event, Transition) or event.interrupt or not event.decision.requirements:
        return state
    return restated(state, event.decision.requirements)


REQUIREMENTS: Fold[tuple[Requirement, ...]] = Fold("requirements", tuple[Requirement, ...], (), _with_stated)
