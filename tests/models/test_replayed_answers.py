"""Every recorded shape of answer, through the real adapter and the real provider packages."""

from dataclasses import dataclass

import pytest

from sextant.errors import MalformedOutput, ModelFault, ModelRefused, ModelUnreachable
from sextant.models.backends.provider import ProviderBackend
from sextant.models.cassettes import CassetteTransport, read_cassette
from sextant.models.ledger import LedgerEntry
from sextant.models.profiles import ModelProfile
from sextant.models.settings import ModelSettings, OutputMode
from sextant.models.spec import CompatibleSpec, ProviderSpec
from sextant.models.typed import TypedModel
from tests.models.schemas import CASSETTES, GOOD, PROMPT, Choice, kept

OPENAI = ProviderSpec("openai-chat", "gpt-4o")
RESPONSES = ProviderSpec("openai", "gpt-5")
ANTHROPIC = ProviderSpec("anthropic", "claude-sonnet-5-5")
GEMINI = ProviderSpec("google", "gemini-2.5-flash")
OWN = CompatibleSpec("my-model", "http://models.example.test/v1")


@dataclass
class Played:
    """A model on a cassette, and the waits it asked for."""

    model: TypedModel
    backend: ProviderBackend
    transport: CassetteTransport
    waits: list[float]

    @property
    def outcomes(self) -> list[str]:
        return [entry.outcome for entry in self.entries]

    @property
    def entries(self) -> tuple[LedgerEntry, ...]:
        return self.model.ledger.entries


def play(name: str, spec: ProviderSpec | CompatibleSpec, output: OutputMode = "auto") -> Played:
    waits: list[float] = []

    def pause(seconds: float) -> bool:
        waits.append(seconds)
        return False

    settings = ModelSettings(api_key="test-key-1234567890", output=output)
    transport = CassetteTransport.from_file(CASSETTES / f"{name}.jsonl")
    backend = ProviderBackend(spec, settings, transport)
    model = kept(TypedModel(backend, settings=settings, profile=ModelProfile("*", vision=True), pause=pause))
    return Played(model, backend, transport, waits)


ACCEPTED: list[tuple[str, ProviderSpec | CompatibleSpec, OutputMode, list[str]]] = [
    ("chat_ok", OPENAI, "auto", ["ok"]),
    ("chat_tool_ok", OPENAI, "tool", ["ok"]),
    ("chat_tool_as_text", OPENAI, "tool", ["ok"]),
    ("chat_fenced", OPENAI, "prompted", ["ok"]),
    ("chat_trailing_prose", OPENAI, "prompted", ["ok"]),
    ("chat_thinking_tags", OWN, "auto", ["ok"]),
    ("chat_array", OPENAI, "auto", ["ok"]),
    ("chat_no_usage", OWN, "auto", ["ok"]),
    ("chat_length_but_whole", OPENAI, "auto", ["ok"]),
    ("chat_length_then_ok", OPENAI, "auto", ["truncated", "ok"]),
    ("chat_empty_choices", OPENAI, "auto", ["malformed", "ok"]),
    ("chat_null_content", OPENAI, "auto", ["malformed", "ok"]),
    ("chat_tool_broken", OPENAI, "tool", ["malformed", "ok"]),
    ("chat_wrong_types", OPENAI, "auto", ["malformed", "ok"]),
    ("chat_extra_keys", OPENAI, "auto", ["malformed", "ok"]),
    ("chat_python_literal", OPENAI, "auto", ["ok"]),
    ("chat_429_then_ok", OPENAI, "auto", ["unreachable", "ok"]),
    ("chat_503_then_ok", OPENAI, "auto", ["unreachable", "ok"]),
    ("chat_connect_then_ok", OPENAI, "auto", ["unreachable", "ok"]),
    ("chat_dropped_then_ok", OPENAI, "auto", ["unreachable", "ok"]),
    ("chat_no_json_schema", OWN, "auto", ["unreachable", "unreachable", "ok"]),
    ("responses_ok", RESPONSES, "auto", ["ok"]),
    ("anthropic_ok", ANTHROPIC, "auto", ["ok"]),
    ("anthropic_tool", ANTHROPIC, "tool", ["ok"]),
    ("anthropic_529_then_ok", ANTHROPIC, "auto", ["unreachable", "ok"]),
    ("anthropic_empty", ANTHROPIC, "auto", ["malformed", "ok"]),
    ("gemini_ok", GEMINI, "auto", ["ok"]),
    ("gemini_malformed_call", GEMINI, "tool", ["malformed", "ok"]),
    ("gemini_no_candidates", GEMINI, "auto", ["malformed", "ok"]),
    ("gemini_429", GEMINI, "auto", ["unreachable", "ok"]),
]

REFUSED = [
    ("chat_refusal", OPENAI, "assist with that"),
    ("chat_content_filter", OPENAI, "filtered by the provider"),
    ("responses_refusal", RESPONSES, "can't help with that"),
    ("anthropic_refusal", ANTHROPIC, "can't continue"),
    ("gemini_safety", GEMINI, "filtered by the provider"),
    ("gemini_blocked", GEMINI, "PROHIBITED_CONTENT"),
]

TRUNCATED = [
    ("chat_length", OPENAI),
    ("chat_thinking_unclosed", OWN),
    ("responses_incomplete", RESPONSES),
    ("anthropic_max_tokens", ANTHROPIC),
    ("gemini_max_tokens", GEMINI),
    ("gemini_max_tokens_empty", GEMINI),
]

FAILED: list[tuple[str, ProviderSpec | CompatibleSpec, type[ModelFault], str, int]] = [
    ("chat_401", OPENAI, ModelUnreachable, "Set OPENAI_API_KEY to a valid key", 1),
    ("chat_401", OWN, ModelUnreachable, "Set OPENAI_COMPATIBLE_API_KEY", 1),
    ("chat_403", OPENAI, ModelUnreachable, "that the key may use it", 1),
    ("chat_404", OPENAI, ModelUnreachable, "does not know the model 'openai-chat:gpt-4o'", 1),
    ("chat_quota", OPENAI, ModelUnreachable, "Add credit", 1),
    ("chat_429_long", OPENAI, ModelUnreachable, "It asked to wait 3600 s", 1),
    ("chat_500_always", OPENAI, ModelUnreachable, "(4 attempts)", 4),
    ("chat_connect_always", OPENAI, ModelUnreachable, "could not be reached", 4),
    ("chat_context", OPENAI, ModelFault, "longer than the context", 1),
    ("anthropic_401", ANTHROPIC, ModelUnreachable, "Set ANTHROPIC_API_KEY to a valid key", 1),
    ("gemini_bad_key", GEMINI, ModelUnreachable, "Set GOOGLE_API_KEY to a valid key", 1),
]


@pytest.mark.parametrize(("name", "spec", "output", "outcomes"), ACCEPTED)
def test_an_answer_is_had(
    name: str, spec: ProviderSpec | CompatibleSpec, output: OutputMode, outcomes: list[str]
) -> None:
    played = play(name, spec, output)
    reply = played.model.ask(PROMPT, Choice)
    assert reply.value == GOOD
    assert played.outcomes == outcomes
    assert reply.attempts == len(outcomes)
    assert played.transport.remaining == 0


@pytest.mark.parametrize(("name", "spec", "words"), REFUSED)
def test_a_refusal_is_told_and_not_retried(name: str, spec: ProviderSpec, words: str) -> None:
    played = play(name, spec)
    with pytest.raises(ModelRefused, match=words):
        played.model.ask(PROMPT, Choice)
    assert played.outcomes == ["refused"]
    assert played.transport.remaining == 0


@pytest.mark.parametrize(("name", "spec"), TRUNCATED)
def test_a_truncated_answer_is_told_as_such(name: str, spec: ProviderSpec | CompatibleSpec) -> None:
    played = play(name, spec)
    with pytest.raises(MalformedOutput, match=r"cut off at 4096 tokens \(3 attempts\).*Raise max_output_tokens"):
        played.model.ask(PROMPT, Choice)
    assert played.outcomes == ["truncated"] * 3
    assert played.transport.remaining == 0


@pytest.mark.parametrize(("name", "spec", "kind", "words", "requests"), FAILED)
def test_a_failure_says_what_to_do(
    name: str, spec: ProviderSpec | CompatibleSpec, kind: type[ModelFault], words: str, requests: int
) -> None:
    played = play(name, spec)
    with pytest.raises(kind) as raised:
        played.model.ask(PROMPT, Choice)
    assert words in str(raised.value)
    assert raised.value.remedy
    assert len(played.transport.requests) == requests
    assert requests == 1 or played.waits == [0.5, 1.0, 2.0], "they grow"
    assert played.model.usage().tokens == 0


@pytest.mark.parametrize(
    ("name", "words", "raw"),
    [
        ("chat_prose_only", "it holds no JSON object", "I would click the gear icon"),
        ("chat_html_200", "not in the form of its own interface. Check the server's address", "expected JSON data"),
    ],
)
def test_malformed_answers_end_with_what_was_said(name: str, words: str, raw: str) -> None:
    played = play(name, OPENAI)
    with pytest.raises(MalformedOutput) as raised:
        played.model.ask(PROMPT, Choice)
    assert words in str(raised.value)
    assert raw in raised.value.raw
    assert played.outcomes == ["malformed"] * 3


def test_every_cassette_is_used() -> None:
    used = {row[0] for table in (ACCEPTED, REFUSED, TRUNCATED, FAILED) for row in table}
    used |= {"chat_prose_only", "chat_html_200"}
    assert used == {path.stem for path in CASSETTES.glob("*.jsonl")}
    assert all(read_cassette(path).note for path in CASSETTES.glob("*.jsonl"))


def test_a_rate_limit_is_waited_for_as_long_as_the_provider_asks() -> None:
    played = play("chat_429_then_ok", OPENAI)
    played.model.ask(PROMPT, Choice)
    assert played.waits == [7.0]
    google = play("gemini_429", GEMINI)
    google.model.ask(PROMPT, Choice)
    assert google.waits == [9.0]


def test_the_validation_error_is_what_the_model_is_told() -> None:
    played = play("chat_wrong_types", OPENAI)
    played.model.ask(PROMPT, Choice)
    first, second = (request.asked["messages"] for request in played.transport.requests)
    assert second[: len(first)] == first
    said, told = second[len(first) :]
    assert said["role"] == "assistant"
    assert '"index":"third"' in said["content"]
    assert told["role"] == "user"
    assert "- index: Input should be a valid integer" in told["content"]
    assert "- action: Input should be 'click' or 'type'" in told["content"]


def test_a_server_without_json_schema_is_remembered() -> None:
    played = play("chat_no_json_schema", OWN)
    assert played.backend.mode == "native"
    played.model.ask(PROMPT, Choice)
    assert played.backend.mode == "prompted"
    first, second, third = (request.asked for request in played.transport.requests)
    assert first["response_format"]["type"] == "json_schema"
    assert second["tools"][0]["function"]["name"] == "answer"
    assert "tools" not in third
    assert '"action"' in third["messages"][1]["content"]


def test_openai_is_asked_not_to_keep_what_it_is_sent() -> None:
    played = play("responses_ok", RESPONSES)
    played.model.ask(PROMPT, Choice)
    assert played.transport.requests[0].asked["store"] is False
    own = play("chat_no_usage", OWN)
    own.model.ask(PROMPT, Choice)
    assert "store" not in own.transport.requests[0].asked


def test_tokens_and_dollars_are_the_providers() -> None:
    played = play("anthropic_ok", ANTHROPIC)
    played.model.ask(PROMPT, Choice)
    (entry,) = played.entries
    assert (entry.input_tokens, entry.cached_tokens, entry.output_tokens) == (2010, 1800, 42)
    assert entry.price == "list"
    assert entry.dollars is not None
    assert 0 < entry.dollars < 0.05
    assert entry.estimated == ("static",)


def test_tokens_nobody_counted_are_estimates_and_say_so() -> None:
    played = play("chat_no_usage", OWN)
    played.model.ask(PROMPT, Choice)
    (entry,) = played.entries
    assert entry.input_tokens > 0
    assert set(entry.estimated) >= {"input", "output"}
    assert entry.dollars is None
    assert entry.price == "unknown"
    notes = played.model.ledger.notes()
    assert "No price is known for 'openai-compatible:my-model'" in notes[0]
    assert "estimates" in notes[1]
