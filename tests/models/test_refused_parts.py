"""A provider that refuses a part of a request: it is left out, the user and the model are told, and the run goes on."""

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

import httpx2
import pytest
from pydantic import BaseModel

from sextant.errors import ModelUnreachable
from sextant.models import ModelSettings, TypedModel, UsageLedger, open_model
from sextant.prompts import decision_schema
from sextant.protocols import Prompt
from sextant.types.screens import Picture
from tests.models.schemas import GOOD, PROMPT, Choice, kept

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SEEN = Prompt("the prefix", "the rest", (Picture(PIXEL, "image/png", 1.0),))
OWN = "openai-compatible:my-model@http://models.example.test/v1"
OPENAI = "openai-chat:gpt-4o"

Refuses = Callable[[dict[str, Any]], str]
"""What a server says against a body; empty where it answers."""


class Choosy(httpx2.AsyncBaseTransport):
    """A server that refuses some requests with 400 (or another status), and answers the rest."""

    def __init__(self, refuses: Refuses, status: int = 400) -> None:
        self.bodies: list[dict[str, Any]] = []
        self._refuses, self._status = refuses, status

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        body = json.loads(await request.aread())
        self.bodies.append(body)
        if message := self._refuses(body):
            error = {"error": {"message": message, "type": "invalid_request_error"}}
            return httpx2.Response(self._status, json=error, request=request)
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": _written(body)}}
        told = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        return httpx2.Response(200, json=told, request=request)


def _written(body: dict[str, Any]) -> str:
    return '{"action": {"type": "wait"}}' if "SextantDecision" in json.dumps(body) else GOOD.model_dump_json()


def opened(transport: httpx2.AsyncBaseTransport, spec: str = OWN, **settings: Any) -> tuple[TypedModel, list[str]]:
    told: list[str] = []
    ledger = UsageLedger(on_notice=told.append)
    model = kept(open_model(spec, ModelSettings(api_key="k" * 20, **settings), ledger=ledger, transport=transport))
    return model, told


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Invalid content type. image_url is only supported by certain models."),
        (500, "image input is not supported - hint: you may need to provide the mmproj"),
        (404, "No endpoints found that support image input"),
    ],
)
def test_pictures_that_are_refused_are_left_out_and_both_are_told(status: int, message: str) -> None:
    transport = Choosy(lambda body: message if isinstance(body["messages"][1]["content"], list) else "", status)
    model, told = opened(transport, vision=True)
    for _ in range(2):
        assert model.ask(SEEN, Choice).value == GOOD
    assert told == ["'openai-compatible:my-model' refused the pictures, and is asked without from now on."]
    assert transport.bodies[1]["messages"][1]["content"].endswith("(No picture could be sent with this: use the text.)")
    assert [entry.outcome for entry in model.ledger.entries] == ["unreachable", "ok", "ok"]


@pytest.mark.parametrize("name", ["temperature", "seed"])
def test_a_setting_that_is_refused_is_left_out(name: str) -> None:
    transport = Choosy(lambda body: f"Unsupported parameter: '{name}' is not supported." if name in body else "")
    model, told = opened(transport, temperature=0.5, seed=7)
    assert model.ask(PROMPT, Choice).value == GOOD
    assert told == [f"'openai-compatible:my-model' refused the {name}, and is asked without from now on."]
    assert name not in transport.bodies[1]


def test_a_strict_schema_is_sent_where_a_provider_has_them_and_given_up_where_it_is_refused() -> None:
    def strict(body: dict[str, Any]) -> bool:
        return bool(body.get("response_format", {}).get("json_schema", {}).get("strict"))

    transport = Choosy(lambda body: "Invalid schema for response_format: too large" if strict(body) else "")
    model, told = opened(transport, OPENAI)
    assert model.ask(PROMPT, Choice).value == GOOD
    assert [strict(body) for body in transport.bodies] == [True, False]
    assert told == ["'openai-chat:gpt-4o' refused the strict schema, and is asked with the schema instead."]


def test_a_decisions_schema_asks_for_what_models_drop() -> None:
    def sent(spec: str, guides: Mapping[str, type[BaseModel]] | None = None) -> dict[str, Any]:
        model, _ = opened(transport := Choosy(lambda body: ""), spec)
        model.ask(PROMPT, decision_schema("full", guides))
        model.close()
        (body,) = transport.bodies
        return body["response_format"]["json_schema"]

    hosted, own = sent(OPENAI), sent(OWN)
    assert hosted["strict"] is True
    assert hosted["schema"]["required"] == list(hosted["schema"]["properties"])
    assert not own.get("strict")
    assert own["schema"]["required"] == ["thought", "action", "does", "expect"]
    assert "prefixItems" not in json.dumps(hosted), "strict schemas know no tuples"
    named = sent(OPENAI, {"program": Named})
    assert named["strict"] is False, "names of the model's own choice cannot be said in a strict schema"


class Named(BaseModel):
    values: dict[str, str] = {}


def test_what_cannot_be_left_out_ends_at_once() -> None:
    model, told = opened(Choosy(lambda body: "The prompt was not to our liking."))
    with pytest.raises(ModelUnreachable, match="not to our liking"):
        model.ask(PROMPT, Choice)
    assert told == []
