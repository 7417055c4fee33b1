from hypothesis import given
from hypothesis import strategies as st

from sextant.evidence import Ledger
from sextant.types.evidence import Claim, ClaimStatus, Effect, Evidence, Outcome, Verdict

SEEN = (Evidence("digest", 1, quote="Saved"),)


def verdict(outcome: Outcome, *, attested: bool = False, vacuous: bool = False, cited: bool = True) -> Verdict:
    return Verdict(Effect("x"), outcome, "because", SEEN if cited else (), vacuous, attested)


def test_a_proposal_is_never_more_than_proposed() -> None:
    claim = Ledger().propose(Claim("a", "memory", "code", "4711", status="verified", evidence=SEEN))
    assert (claim.status, claim.evidence) == ("proposed", ())


def test_a_predicate_verifies_and_a_model_attests() -> None:
    ledger = Ledger()
    ledger.propose(Claim("a", "memory", "code", "4711"))
    assert ledger.decide("a", verdict("holds", attested=True)).status == "attested"
    assert ledger.decide("a", verdict("holds")).status == "verified"


def test_an_uncited_judgement_and_a_vacuous_verdict_prove_nothing() -> None:
    ledger = Ledger()
    ledger.propose(Claim("a", "memory", "code", "4711"))
    assert ledger.decide("a", verdict("holds", attested=True, cited=False)).status == "proposed"
    assert ledger.decide("a", verdict("holds", vacuous=True)).status == "proposed"


def test_a_contradiction_makes_what_was_derived_stale_through_any_depth() -> None:
    ledger = Ledger()
    for name, derived in (("a", ()), ("b", ("a",)), ("c", ("b",)), ("d", ())):
        ledger.propose(Claim(name, "belief", name, "x", derived_from=derived))
        ledger.decide(name, verdict("holds"))
    ledger.decide("a", verdict("fails"))
    statuses: dict[str, ClaimStatus] = {claim.id: claim.status for claim in ledger.claims}
    assert statuses == {"a": "contradicted", "b": "stale", "c": "stale", "d": "verified"}


def test_a_snapshot_restores_every_claim() -> None:
    ledger, other = Ledger(), Ledger()
    ledger.propose(Claim("a", "belief", "clipboard", "4711"))
    ledger.decide("a", verdict("holds"))
    other.restore(ledger.snapshot())
    assert other.claims == ledger.claims


verdicts = st.builds(
    verdict,
    st.sampled_from(["holds", "fails", "undecided"]),
    attested=st.booleans(),
    vacuous=st.booleans(),
    cited=st.booleans(),
)


@given(st.lists(st.tuples(st.sampled_from("abc"), verdicts), max_size=20))
def test_nothing_is_verified_without_a_verdict_that_proves_it(steps: list[tuple[str, Verdict]]) -> None:
    ledger = Ledger()
    for name, derived in (("a", ()), ("b", ("a",)), ("c", ("b", "c"))):
        ledger.propose(Claim(name, "belief", name, "x", status="verified", derived_from=derived))
    proven = set[str]()
    for name, item in steps:
        if item.outcome == "holds" and not item.vacuous and (item.evidence or not item.attested):
            proven.add(name)
        ledger.decide(name, item)
    assert {claim.id for claim in ledger.claims if claim.status in ("attested", "verified")} <= proven
