from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import BudgetSpent, JournalFault
from sextant.models.ledger import LedgerEntry, UsageLedger
from sextant.models.prices import has_price
from sextant.models.profiles import DEFAULT_PROFILE, Prices
from sextant.models.spec import parse_spec
from sextant.types.tasks import Budget, Usage

counts = st.integers(0, 10_000)
entries = st.builds(
    LedgerEntry,
    role=st.sampled_from(["actor", "verifier"]),
    model=st.sampled_from(["a", "b"]),
    outcome=st.sampled_from(["ok", "malformed", "truncated", "refused", "unreachable"]),
    input_tokens=counts,
    output_tokens=counts,
    cached_tokens=counts,
    seconds=st.floats(0, 100),
    dollars=st.none() | st.floats(0, 1),
    estimated=st.sampled_from([(), ("static",), ("static", "input", "output")]),
)


@given(st.lists(entries, max_size=20))
def test_it_survives_json(kept: list[LedgerEntry]) -> None:
    assert UsageLedger.from_json(UsageLedger(entries=kept).to_json()).entries == tuple(kept)


@given(st.lists(entries, max_size=20), st.integers(0, 20))
def test_the_totals_are_those_of_the_entries(kept: list[LedgerEntry], first: int) -> None:
    ledger = UsageLedger(entries=kept[:first])
    for entry in kept[first:]:
        ledger.record(entry)
    assert ledger.entries == tuple(kept)
    for role, model in ((None, None), ("actor", None), (None, "b"), ("verifier", "a")):
        own = [one.usage for one in kept if role in (None, one.role) and model in (None, one.model)]
        total, spent = sum(own, Usage()), ledger.usage(role, model)
        assert (total.requests, total.tokens, total.cached_tokens) == (
            spent.requests,
            spent.tokens,
            spent.cached_tokens,
        )
        assert spent.dollars == pytest.approx(total.dollars)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1}', '{"version": 2, "entries": []}'])
def test_a_damaged_file_says_so(text: str) -> None:
    with pytest.raises(JournalFault):
        UsageLedger.from_json(text)


def test_limits_are_kept_after_a_resume() -> None:
    before = UsageLedger(entries=[LedgerEntry("actor", "m", "ok", input_tokens=90)])
    after = UsageLedger.from_json(before.to_json(), Budget(max_tokens=100))
    with pytest.raises(BudgetSpent, match="90 of 100"), after.reserve(11):
        pass
    with after.reserve(10):
        pass


def test_a_reservation_is_given_back_when_the_request_fails() -> None:
    ledger = UsageLedger(Budget(max_tokens=100))
    with pytest.raises(ValueError, match="failed"), ledger.reserve(100):
        raise ValueError("failed")
    with ledger.reserve(100), pytest.raises(BudgetSpent), ledger.reserve(1):
        pass


def test_seconds_spent_waiting_for_models_are_limited() -> None:
    ledger = UsageLedger(Budget(max_seconds=5), [LedgerEntry("actor", "m", "ok", seconds=5.5)])
    with pytest.raises(BudgetSpent, match="models alone took"), ledger.reserve(1):
        pass


def test_notes_say_what_the_totals_hide() -> None:
    assert UsageLedger().notes() == ()
    priced = LedgerEntry("actor", "m", "ok", dollars=0.1)
    unpriced = LedgerEntry("actor", "n", "ok", estimated=("input",))
    lost = LedgerEntry("actor", "o", "unreachable")
    free = LedgerEntry("actor", "p", "ok", dollars=0.0, estimated=("input",))
    notes = UsageLedger(entries=[priced, unpriced, unpriced, lost, free]).notes()
    assert "'n': 2 requests count as 0 dollars" in notes[0]
    assert "tokens of 2 requests are estimates" in notes[1]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("openai:gpt-5", True),
        ("scripted:x.json", True),
        ("openai:gpt-of-our-own", False),
        ("openai-compatible:toy@http://models.example/v1", False),
    ],
)
def test_whether_a_price_is_known_is_told_before_the_first_request(name: str, known: bool) -> None:
    assert has_price(parse_spec(name), DEFAULT_PROFILE) is known
    assert has_price(parse_spec(name), replace(DEFAULT_PROFILE, prices=Prices(1.0, 2.0)))
