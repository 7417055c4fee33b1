"""`TypedModel` on a scripted backend: retries, limits, deadline, threads."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import BaseModel

from sextant.errors import BudgetSpent, MalformedOutput, ModelDenied, ModelRefused, ModelUnreachable, UsageError
from sextant.models import ModelProfile, ModelSettings, Prices, ScriptedModel, UsageLedger
from sextant.models.backends.scripted import ScriptedBackend, ScriptedReply
from sextant.models.exchange import Completion, Counts, Exchange, TransientError
from sextant.models.tokens import schema_tokens
from sextant.models.typed import TypedModel
from sextant.protocols import Prompt
from sextant.types.screens import Picture
from sextant.types.tasks import Budget
from tests.models.schemas import GOOD, PROMPT, Choice

RIGHT = GOOD.model_dump()


class Ticking:
    """A clock that moves only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Counting:
    """A backend that charges: it counts tokens as a provider would."""

    name = "counting"
    sends_schema = False
    free = False

    def __init__(self, counts: Counts, dollars: float | None = None) -> None:
        self._completion = Completion(GOOD.model_dump_json(), counts=counts, dollars=dollars)

    def complete(self, exchange: Exchange) -> Completion:
        return self._completion

    def close(self) -> None: ...


def test_the_tokens_of_a_schema_count_where_it_is_sent() -> None:
    def static(backend: Counting) -> int:
        model = TypedModel(backend)
        model.ask(PROMPT, Choice)
        return model.ledger.entries[0].static_tokens

    without, sending = Counting(Counts(10_000, 5)), Counting(Counts(10_000, 5))
    sending.sends_schema = True
    assert static(sending) - static(without) == schema_tokens(Choice) > 20


def test_malformed_output_is_retried_as_often_as_set() -> None:
    model = ScriptedModel(["a", "b", "c", RIGHT], settings=ModelSettings(malformed_retries=1))
    with pytest.raises(MalformedOutput, match="in 2 attempts: it holds no JSON object") as raised:
        model.ask(PROMPT, Choice)
    assert raised.value.raw == "b"
    assert model.usage().requests == 2


def test_a_refusal_is_raised_at_once() -> None:
    model = ScriptedModel([ModelRefused("not that"), RIGHT])
    with pytest.raises(ModelRefused, match="declined to answer: not that"):
        model.ask(PROMPT, Choice)
    assert [entry.outcome for entry in model.ledger.entries] == ["refused"]


def test_what_the_provider_denied_is_not_asked_again() -> None:
    def deny(prompt: Prompt, schema: object) -> ScriptedReply:
        del prompt, schema
        return ModelDenied("no such key", "Set another.")

    model = ScriptedModel(deny)
    for _ in range(2):
        with pytest.raises(ModelDenied, match=r"no such key Set another\."):
            model.ask(PROMPT, Choice)
    assert len(model.ledger.entries) == 1


def test_transient_faults_are_retried_and_entered() -> None:
    model = ScriptedModel([TransientError("busy"), TransientError("busy"), RIGHT])
    assert model.ask(PROMPT, Choice).attempts == 3
    assert [entry.outcome for entry in model.ledger.entries] == ["unreachable", "unreachable", "ok"]
    assert [entry.attempt for entry in model.ledger.entries] == [1, 2, 3]


def test_too_many_transient_faults_end_it() -> None:
    model = ScriptedModel([TransientError("busy", "wait a bit")] * 9, settings=ModelSettings(transport_retries=2))
    with pytest.raises(ModelUnreachable, match=r"busy \(3 attempts\)\. wait a bit"):
        model.ask(PROMPT, Choice)


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    waits: list[float] = []
    settings = ModelSettings(deadline_seconds=10)
    model = ScriptedModel(
        [TransientError("busy", retry_after=11.0), RIGHT], settings=settings, pause=lambda s: bool(waits.append(s))
    )
    with pytest.raises(ModelUnreachable, match="asked to wait 11 s"):
        model.ask(PROMPT, Choice)
    assert waits == []


def test_the_deadline_covers_all_attempts() -> None:
    clock = Ticking()

    def slow(prompt: Prompt, schema: type[BaseModel]) -> ScriptedReply:
        clock.now += 4.0
        return "nonsense"

    settings = ModelSettings(deadline_seconds=6, malformed_retries=99)
    backend = ScriptedBackend(slow)
    model = TypedModel(backend, settings=settings, clock=clock)
    with pytest.raises(ModelUnreachable, match=r"within 6 seconds \(2 attempts\)"):
        model.ask(PROMPT, Choice)
    assert [exchange.seconds for exchange in backend.exchanges] == [6.0, 2.0]


def test_a_script_that_is_over_says_so() -> None:
    model = ScriptedModel([RIGHT])
    model.ask(PROMPT, Choice)
    with pytest.raises(ModelUnreachable, match="has 1 reply, and was asked once more"):
        model.ask(PROMPT, Choice)


def test_a_closed_model_says_so() -> None:
    model = ScriptedModel([RIGHT])
    model.close()
    model.close()
    with pytest.raises(ModelUnreachable, match="has been closed"):
        model.ask(PROMPT, Choice)


def test_pictures_are_refused_by_a_model_without_sight() -> None:
    seen = Prompt("p", "t", (Picture(b"", "image/png", 1.0),))
    with pytest.raises(UsageError, match="cannot see pictures, and 1 were sent"):
        ScriptedModel([RIGHT]).ask(seen, Choice)
    sighted = ScriptedModel([RIGHT], settings=ModelSettings(vision=True))
    assert sighted.vision
    assert sighted.ask(seen, Choice).value == GOOD


def test_the_token_limit_stops_before_the_request() -> None:
    ledger = UsageLedger(Budget(max_tokens=150))
    model = TypedModel(Counting(Counts(100, 20)), ledger=ledger)
    model.ask(PROMPT, Choice)
    with pytest.raises(BudgetSpent, match="120 of 150 tokens used") as raised:
        model.ask(Prompt("p" * 400, "t"), Choice)
    assert "Raise --max-tokens" in str(raised.value)
    assert model.usage().requests == 1


def test_the_dollar_limit_stops_before_the_next_request() -> None:
    model = TypedModel(Counting(Counts(100, 20), dollars=0.3), ledger=UsageLedger(Budget(max_dollars=0.5)))
    model.ask(PROMPT, Choice)
    model.ask(PROMPT, Choice)
    with pytest.raises(BudgetSpent, match=r"0\.6000 of 0\.5000 dollars"):
        model.ask(PROMPT, Choice)


def test_profile_prices_serve_where_no_list_knows_the_model() -> None:
    profile = ModelProfile("*", prices=Prices(input=2.0, output=10.0, cached=0.5))
    model = TypedModel(Counting(Counts(1_000_000, 100_000, cached=400_000)), profile=profile)
    model.ask(PROMPT, Choice)
    (entry,) = model.ledger.entries
    assert entry.dollars == pytest.approx(0.6 * 2.0 + 0.4 * 0.5 + 0.1 * 10.0)
    assert entry.price == "profile"


def test_threads_cannot_overspend_together() -> None:
    ledger = UsageLedger(Budget(max_tokens=1000))
    model = TypedModel(Counting(Counts(90, 10)), ledger=ledger)

    def ask(_: int) -> bool:
        try:
            model.ask(Prompt("p" * 356, "t"), Choice)
        except BudgetSpent:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        granted = sum(pool.map(ask, range(64)))
    assert granted <= 10
    assert ledger.usage().tokens <= 1000
