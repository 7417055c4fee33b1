"""`TypedModel` on a scripted backend: retries, limits, deadline, threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import BaseModel

from sextant.errors import (
    BudgetSpent,
    MalformedOutput,
    ModelDenied,
    ModelFault,
    ModelRefused,
    ModelUnreachable,
    UsageError,
)
from sextant.models import ModelProfile, ModelSettings, Prices, ScriptedModel, UsageLedger, VerbatimReply
from sextant.models.backends.scripted import ScriptedBackend, ScriptedReply
from sextant.models.exchange import Completion, Counts, Exchange, TransientError
from sextant.models.typed import TypedModel
from sextant.protocols import Model, Prompt
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


def test_an_instance_a_mapping_and_text_are_replies() -> None:
    model: Model = ScriptedModel([GOOD, RIGHT, GOOD.model_dump_json()])
    assert [model.ask(PROMPT, Choice).value for _ in range(3)] == [GOOD] * 3


def test_a_function_replies_to_the_prompt() -> None:
    def reply(prompt: Prompt, schema: type[BaseModel]) -> ScriptedReply:
        return RIGHT | {"why": f"{prompt.text} as {schema.__name__}"}

    value = ScriptedModel(reply).ask(Prompt("p", "go"), Choice).value
    assert isinstance(value, Choice)
    assert value.why == "go as Choice"


def test_prompts_are_kept() -> None:
    model = ScriptedModel(["nonsense", RIGHT])
    model.ask(PROMPT, Choice)
    assert model.prompts == (PROMPT, PROMPT)
    assert model.script.exchanges[1].corrections[0].raw == "nonsense"


def test_malformed_output_is_retried_as_often_as_set() -> None:
    model = ScriptedModel(["a", "b", "c", RIGHT], settings=ModelSettings(malformed_retries=1))
    with pytest.raises(MalformedOutput, match="in 2 attempts: it holds no JSON object") as raised:
        model.ask(PROMPT, Choice)
    assert raised.value.raw == "b"
    assert model.usage().requests == 2


def test_each_correction_is_kept_for_the_next_attempt() -> None:
    model = ScriptedModel(["first", VerbatimReply('{"action":', "length"), RIGHT])
    model.ask(PROMPT, Choice)
    corrections = model.script.exchanges[2].corrections
    assert [item.raw for item in corrections] == ["first", '{"action":']
    assert "holds no JSON object" in corrections[0].complaint
    assert "cut off" in corrections[1].complaint


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


def test_a_script_may_repeat_its_last_reply() -> None:
    model = ScriptedModel([RIGHT | {"index": 1}, RIGHT], then="repeat")
    values = [model.ask(PROMPT, Choice).value for _ in range(4)]
    assert values[1:] == [GOOD] * 3


@pytest.mark.parametrize("error", [ModelUnreachable("down"), ModelFault("odd"), BudgetSpent("over")])
def test_errors_in_a_script_are_raised_as_they_are(error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        ScriptedModel([error]).ask(PROMPT, Choice)


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


def test_a_retry_too_is_stopped_by_the_limit() -> None:
    model = ScriptedModel(["nonsense " * 40, RIGHT], ledger=UsageLedger(Budget(max_tokens=100)))
    with pytest.raises(BudgetSpent):
        model.ask(PROMPT, Choice)
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


def test_usage_adds_up_over_ask_model_and_ledger() -> None:
    ledger = UsageLedger()
    one, two = ScriptedModel(["x", RIGHT], ledger=ledger), ScriptedModel([RIGHT], ledger=ledger, name="two")
    spent = one.ask(PROMPT, Choice).usage + two.ask(PROMPT, Choice).usage
    assert spent == one.usage() + two.usage() == ledger.usage()
    assert ledger.usage(model="two") == two.usage()


def test_the_prefix_is_entered_as_static() -> None:
    model = ScriptedModel([RIGHT])
    model.ask(Prompt("x" * 400, "y" * 80), Choice)
    (entry,) = model.ledger.entries
    assert (entry.static_tokens, entry.input_tokens) == (100, 120)


def test_many_threads_share_one_model() -> None:
    model = ScriptedModel(lambda prompt, schema: RIGHT | {"why": prompt.text})

    def ask(number: int) -> str:
        value = model.ask(Prompt("p", str(number)), Choice).value
        assert isinstance(value, Choice)
        return value.why

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(200))) == [str(number) for number in range(200)]
    assert model.usage().requests == 200


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


def test_it_works_inside_a_running_loop() -> None:
    async def inside() -> object:
        return ScriptedModel([RIGHT]).ask(PROMPT, Choice).value

    assert asyncio.run(inside()) == GOOD


@pytest.mark.parametrize("make", [lambda: ScriptedModel([RIGHT]), lambda: TypedModel(Counting(Counts(1, 1)))])
def test_what_is_built_is_a_model(make: Callable[[], Model]) -> None:
    model = make()
    assert model.name
    assert model.vision is False
    assert model.usage().requests == 0
