from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.evidence import ClaimLedger
from sextant.state import CLAIMS, EventLog
from sextant.types.evidence import Claim, ClaimStatus, Effect, Evidence, Outcome, Predicate, TextVisible, Verdict

SEEN = (Evidence("digest", 1, quote="Saved"),)


def verdict(
    outcome: Outcome, *, attested: bool = False, vacuous: bool = False, cited: bool = True, told: bool = False
) -> Verdict:
    """A verdict that was computed, or with `told` one on an effect in words."""
    predicate: Predicate = Effect("it is saved") if told or attested else TextVisible("Saved")
    return Verdict(predicate, outcome, "because", SEEN if cited else (), vacuous, attested)


def test_a_proposal_is_never_more_than_proposed() -> None:
    claim = ClaimLedger().propose(Claim("a", "memory", "code", "4711", status="verified", evidence=SEEN))
    assert (claim.status, claim.evidence) == ("proposed", ())


def test_a_predicate_verifies_and_a_model_attests() -> None:
    ledger = ClaimLedger()
    ledger.propose(Claim("a", "memory", "code", "4711"))
    assert ledger.decide("a", verdict("holds", attested=True)).status == "attested"
    assert ledger.decide("a", verdict("holds")).status == "verified"


def test_a_judgement_that_agrees_takes_nothing_from_what_is_verified() -> None:
    ledger = ClaimLedger()
    ledger.propose(Claim("a", "memory", "code", "4711"))
    verified = ledger.decide("a", verdict("holds"))
    other = replace(verdict("holds", attested=True), evidence=(Evidence("later", 9),))
    assert ledger.decide("a", other) == verified


@pytest.mark.parametrize(
    "nothing",
    [
        verdict("holds", attested=True, cited=False), verdict("holds", vacuous=True),
        verdict("holds", vacuous=True, attested=True), verdict("holds", cited=False), verdict("holds", told=True),
        verdict("fails", attested=True, cited=False), verdict("fails", told=True), verdict("undecided"),
        verdict("undecided", attested=True),
    ],
    ids=lambda item: f"{item.outcome} {item.predicate.kind}",
)  # fmt: skip
def test_what_cites_nothing_was_true_before_or_is_merely_said_changes_nothing(nothing: Verdict) -> None:
    ledger = ClaimLedger()
    claim = ledger.propose(Claim("a", "memory", "code", "4711"))
    assert ledger.decide("a", nothing) == claim


def test_a_contradiction_makes_what_was_derived_stale_through_any_depth() -> None:
    ledger = ClaimLedger()
    for name, derived in (("a", ()), ("b", ("a",)), ("c", ("b",)), ("d", ()), ("e", ("d", "c"))):
        ledger.propose(Claim(name, "belief", name, "x", derived_from=derived))
        ledger.decide(name, verdict("holds", attested=name == "c"))
    ledger.decide("a", verdict("fails"))
    statuses: dict[str, ClaimStatus] = {claim.id: claim.status for claim in ledger.claims}
    assert statuses == {"a": "contradicted", "b": "stale", "c": "stale", "d": "verified", "e": "stale"}


def test_claims_derived_from_each_other_end() -> None:
    ledger = ClaimLedger()
    for name, derived in (("a", ("b",)), ("b", ("a",))):
        ledger.propose(Claim(name, "belief", name, "x", derived_from=derived))
        ledger.decide(name, verdict("holds"))
    ledger.decide("a", verdict("fails"))
    assert [claim.status for claim in ledger.claims] == ["contradicted", "stale"]


def test_a_snapshot_restores_every_claim() -> None:
    log, other = EventLog((CLAIMS,)), EventLog((CLAIMS,))
    ledger = ClaimLedger(log)
    ledger.propose(Claim("a", "belief", "clipboard", "4711"))
    ledger.decide("a", verdict("holds"))
    other.restore(log.states())
    assert ClaimLedger(other).claims == ledger.claims


verdicts = st.builds(
    verdict,
    st.sampled_from(["holds", "fails", "undecided"]),
    attested=st.booleans(),
    vacuous=st.booleans(),
    cited=st.booleans(),
    told=st.booleans(),
)


@given(st.lists(st.tuples(st.sampled_from("abc"), verdicts), max_size=20))
def test_nothing_is_believed_without_a_verdict_that_proves_it(steps: list[tuple[str, Verdict]]) -> None:
    ledger = ClaimLedger()
    for name, derived in (("a", ()), ("b", ("a",)), ("c", ("b", "c"))):
        ledger.propose(Claim(name, "belief", name, "x", status="verified", derived_from=derived))
    computed, judged = set[str](), set[str]()
    for name, item in steps:
        if item.outcome == "holds" and not item.vacuous and item.evidence:
            if item.attested:
                judged.add(name)
            elif not isinstance(item.predicate, Effect):
                computed.add(name)
        ledger.decide(name, item)
    assert {claim.id for claim in ledger.claims if claim.status == "verified"} <= computed
    assert {claim.id for claim in ledger.claims if claim.status == "attested"} <= judged


def test_what_others_were_derived_from_is_not_forgotten() -> None:
    ledger = ClaimLedger()
    for name, origins in (("a", ()), ("b", ("a",)), ("c", ())):
        ledger.propose(Claim(name, "memory", name, "1", derived_from=origins))
    ledger.forget(["a", "c", "unknown"])
    assert [claim.id for claim in ledger.claims] == ["a", "b"]
    ledger.decide("b", verdict("holds"))
    ledger.decide("a", verdict("fails"))
    assert [claim.status for claim in ledger.claims] == ["contradicted", "stale"]
