"""Names, files, disclosure: what happens before a model is asked."""

import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.errors import ModelRefused, ModelUnreachable, SettingsError, UsageError
from sextant.models import (
    Disclosure,
    DisclosureRecord,
    ModelRouter,
    ModelSettings,
    ScriptedModel,
    UsageLedger,
    disclosure,
    open_model,
)
from sextant.models.router import Role
from sextant.models.spec import CompatibleSpec, LocalSpec, ModelSpec, ProviderSpec, ScriptedSpec, parse_spec
from tests.models.schemas import GOOD, PROMPT, Choice

RIGHT = GOOD.model_dump()


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("openai:gpt-6.1-sol", ProviderSpec("openai", "gpt-6.1-sol")),
        (" anthropic:claude-sonnet-5-5 ", ProviderSpec("anthropic", "claude-sonnet-5-5")),
        ("Google:gemini-3.8-flash", ProviderSpec("google", "gemini-3.8-flash")),
        ("google-gla:gemini-3.8-flash", ProviderSpec("google", "gemini-3.8-flash")),
        ("openrouter:qwen/qwen3-vl:free", ProviderSpec("openrouter", "qwen/qwen3-vl:free")),
        ("local:smollm2", LocalSpec("smollm2")),
        ("local:/a b/c.gguf", LocalSpec("/a b/c.gguf")),
        ("scripted:script.json", ScriptedSpec("script.json")),
        ("openai-compatible:qwen@http://h:8000/v1", CompatibleSpec("qwen", "http://h:8000/v1")),
        ("openai-compatible:a@b@https://h/v1", CompatibleSpec("a@b", "https://h/v1")),
        ("openai-compatible:qwen", CompatibleSpec("qwen")),
    ],
)
def test_names_are_parsed(text: str, spec: ModelSpec) -> None:
    assert parse_spec(text) == spec


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "Valid forms"),
        ("opnai:gpt-5", "Did you mean 'openai:…'?"),
        ("antropic:claude", "Did you mean 'anthropic:…'?"),
        ("gpt-4o", "Did you mean 'openai:gpt-4o'?"),
        ("claude-sonnet-5-5", "Did you mean 'anthropic:claude-sonnet-5-5'?"),
        ("smollm2", "Did you mean 'local:smollm2'?"),
        ("model.gguf", "Did you mean 'local:model.gguf'?"),
        ("openai:", "Did you mean 'openai:…'?"),
        ("zzzzzz:x", "Valid forms: openai:MODEL"),
        ("openai-compatible:m@nonsense", "openai-compatible:MODEL@http://HOST:PORT/v1"),
        ("openai-compatible:m@http://user:secret@h/v1", "must not contain a user name or password"),
    ],
)
def test_an_unknown_name_lists_the_valid_ones(text: str, hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        open_model(text)
    assert hint in str(raised.value)
    assert "secret" not in str(raised.value)


@given(st.text(max_size=60))
def test_any_text_is_a_name_or_a_usage_error(text: str) -> None:
    try:
        parse_spec(text)
    except UsageError as error:
        assert error.remedy  # noqa: PT017 - both outcomes are right


def test_importing_the_room_loads_no_provider() -> None:
    code = "import sys, sextant.models; print([n for n in sys.modules if n.split('.')[0] in %r])"
    heavy = ("pydantic", "pydantic_ai", "PIL", "xllamacpp", "openai", "httpx2")
    done = subprocess.run([sys.executable, "-c", code % (heavy,)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("key", ["", None])
@pytest.mark.parametrize(
    ("model", "variable"),
    [("openai:gpt-6.1-sol", "OPENAI_API_KEY"), ("anthropic:claude-sonnet-5-5", "ANTHROPIC_API_KEY")],
)
def test_a_missing_key_names_the_variable(
    model: str, variable: str, key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(other, raising=False)
    if key is not None:
        monkeypatch.setenv(variable, key)
    with pytest.raises(ModelUnreachable) as raised:
        open_model(model)
    assert str(raised.value) == f"There is no key for the model '{model}'. Set {variable} to a valid key."


def test_a_provider_without_its_package_says_what_to_install() -> None:
    with pytest.raises(UsageError, match=r"pip install 'pydantic-ai-slim\[cohere\]'"):
        open_model("cohere:command-r", ModelSettings(api_key="k"))


def test_a_compatible_server_needs_an_address() -> None:
    with pytest.raises(UsageError, match=r"set models\.base_url"):
        open_model("openai-compatible:qwen")
    model = open_model("openai-compatible:qwen", ModelSettings(base_url="http://127.0.0.1:9/v1"))
    assert model.name == "openai-compatible:qwen"
    model.close()


def test_a_provider_with_a_fixed_address_takes_no_other() -> None:
    with pytest.raises(UsageError, match="does not support 'base_url'"):
        open_model("deepseek:deepseek-chat", ModelSettings(base_url="http://h/v1", api_key="k"))


def script(tmp_path: Path, data: object) -> str:
    path = tmp_path / "script.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return f"scripted:{path}"


def test_a_script_file_is_a_model(tmp_path: Path) -> None:
    replies = [{"text": "hm"}, {"json": RIGHT}, {"refused": "no"}, {"truncated": "{"}, {"json": RIGHT}]
    ledger = UsageLedger()
    model = open_model(script(tmp_path, {"version": 1, "vision": True, "replies": replies}), ledger=ledger)
    assert isinstance(model, ScriptedModel)
    assert model.vision
    assert model.ask(PROMPT, Choice).value == GOOD
    with pytest.raises(ModelRefused, match="no"):
        model.ask(PROMPT, Choice)
    assert model.ask(PROMPT, Choice).attempts == 2
    assert [entry.outcome for entry in ledger.entries] == ["malformed", "ok", "refused", "truncated", "ok"]


def test_a_bare_list_is_a_script_too(tmp_path: Path) -> None:
    model = open_model(script(tmp_path, [{"busy": "wait"}, {"json": RIGHT}]))
    assert model.ask(PROMPT, Choice).attempts == 2


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("{", "is not JSON"),
        ("3", "must be an object or a list"),
        ({"replies": 3}, "'replies' must be a list"),
        ({"replies": [], "reply": 1}, "unknown key 'reply'"),
        ({"version": 2, "replies": []}, "version 2"),
        ({"replies": [{"json": "text"}]}, "reply 0 is 'json' with a str"),
        ({"replies": ["ok", {"say": "x"}]}, "reply 1 is 'say'"),
        ({"replies": [], "then": "loop"}, "'then' is 'loop'"),
        ({"replies": [{"text": "a", "json": "b"}]}, "one key"),
    ],
)
def test_a_malformed_script_names_the_place(tmp_path: Path, data: object, reason: str) -> None:
    with pytest.raises(SettingsError) as raised:
        open_model(script(tmp_path, data))
    assert reason in str(raised.value)
    assert "script.json" in str(raised.value)


def test_a_missing_script_says_so() -> None:
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        open_model("scripted:/nowhere/script.json")


@pytest.mark.parametrize(
    ("model", "recipient"),
    [
        ("openai:gpt-6.1-sol", "api.openai.com"),
        ("anthropic:claude-sonnet-5-5", "api.anthropic.com"),
        ("google:gemini-3.8-flash", "generativelanguage.googleapis.com"),
        ("bedrock:some-model", "the provider 'bedrock'"),
        ("openai-compatible:m@https://models.example.test:8443/v1", "models.example.test:8443"),
        ("openai-compatible:m@http://192.168.1.20:8000/v1", "192.168.1.20:8000"),
    ],
)
def test_what_leaves_and_to_whom(model: str, recipient: str) -> None:
    blind, sighted = disclosure(model, vision=False), disclosure(model, vision=True)
    assert blind.recipient == sighted.recipient == recipient
    assert blind.leaves
    assert len(blind.what) == 1
    assert "picture" in sighted.message
    assert "picture" not in blind.message
    assert recipient in sighted.message


@pytest.mark.parametrize(
    "model",
    [
        "local:smollm2",
        "scripted:x.json",
        "openai-compatible:m@http://127.0.0.1:8000/v1",
        "openai-compatible:m@http://localhost:8000/v1",
        "openai-compatible:m@http://[::1]:8000/v1",
    ],
)
def test_nothing_leaves_with_local_models(model: str) -> None:
    said = disclosure(model, vision=True)
    assert not said.leaves
    assert said.what == ()
    assert "Nothing leaves this machine" in said.message


def test_an_address_from_settings_or_environment_is_the_recipient() -> None:
    moved = {"OPENAI_BASE_URL": "https://proxy.example.test/v1"}
    assert disclosure("openai:gpt-6.1-sol", False, environ=moved).recipient == "proxy.example.test"
    assert disclosure("openai:gpt-6.1-sol", False, "https://a.example.test/v1", moved).recipient == "a.example.test"
    assert not disclosure("ollama:qwen3", False, environ={"OLLAMA_BASE_URL": "http://localhost:11434/v1"}).leaves


def test_a_proxy_on_the_path_is_named() -> None:
    proxies = {"HTTPS_PROXY": "http://me:pw@squid.test:3128/", "all_proxy": "last.test:1", "NO_PROXY": ".inside.test"}
    plain, sealed = "openai-compatible:m@http://far.test/v1", "openai-compatible:m@https://far.test/v1"
    assert disclosure(sealed, False, environ=proxies).recipient == "far.test (through the proxy squid.test:3128)"
    assert disclosure("openai:x", False, environ=proxies).recipient.endswith("(through the proxy squid.test:3128)")
    said = disclosure(plain, False, environ=proxies).recipient
    assert said == "far.test (through the proxy last.test:1, which can read everything)"
    for free in ("http://a.inside.test/v1", "http://127.0.0.1:1/v1"):
        assert "proxy" not in disclosure(f"openai-compatible:m@{free}", False, environ=proxies).message
    assert "proxy" not in disclosure(sealed, False, environ={**proxies, "https_proxy": "", "all_proxy": ""}).message


def test_what_was_told_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "state" / "told.json"
    record = DisclosureRecord(path)
    text, pictures = disclosure("openai:x", False), disclosure("openai:x", True)
    assert not record.is_known(text)
    record.remember(text)
    assert DisclosureRecord(path).is_known(text)
    assert not record.is_known(pictures), "pictures are news to one who was told of text"
    record.remember(pictures)
    assert record.is_known(pictures)
    assert record.is_known(text)
    assert not record.is_known(disclosure("anthropic:x", False))
    assert record.is_known(Disclosure("a script", (), leaves=False))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"told": 3}', '{"told": {"api.openai.com": 3}}'])
def test_a_record_that_is_damaged_or_cannot_be_written_tells_again(tmp_path: Path, text: str) -> None:
    said, path = disclosure("openai:x", False), tmp_path / "told.json"
    path.write_text(text)
    for record, kept in ((DisclosureRecord(path), True), (DisclosureRecord(path / "told.json"), False)):
        assert not record.is_known(said)
        record.remember(said)
        assert record.is_known(said) is kept


def test_roles_default_to_one_model() -> None:
    ledger, roles = UsageLedger(), get_args(Role)
    actor = ScriptedModel([RIGHT], ledger=ledger, name="big")
    verifier = ScriptedModel([RIGHT], ledger=ledger, name="small")
    router = ModelRouter(actor, ledger, {"verifier": verifier})
    assert [router.model(role) is actor for role in roles] == [role != "verifier" for role in roles]
    router.model("actor").ask(PROMPT, Choice)
    router.model("verifier").ask(PROMPT, Choice)
    assert router.usage().requests == 2
    assert router.models == (actor, verifier)
    router.close()
    with pytest.raises(ModelUnreachable):
        verifier.ask(PROMPT, Choice)
