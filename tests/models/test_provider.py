"""The provider backend on transports of our own: what is sent, threads, deadlines, the switch, recording."""

import asyncio
import base64
import gzip
import json
import resource
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sextant.errors import ModelFault, ModelUnreachable, SettingsError, UsageError
from sextant.models import ModelSettings, TypedModel, open_model
from sextant.models.backends.faults import message_of
from sextant.models.backends.provider import completion_of
from sextant.models.cassettes import (
    Cassette,
    CassetteTransport,
    RecordedExchange,
    RecordingTransport,
    read_cassette,
    scrubbed,
)
from sextant.models.disclosure import NO_NETWORK
from sextant.protocols import Prompt
from sextant.text.spellings import Spellings
from sextant.types.screens import Picture
from tests.models.schemas import CASSETTES, GOOD, PROMPT, Choice, kept

KEY = "sk-test-abcdefghijklmnop"
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SPEC = "openai-compatible:my-model@http://models.example.test/v1"


def answer(request: httpx2.Request, text: str = GOOD.model_dump_json()) -> httpx2.Response:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    body = {"id": "1", "object": "chat.completion", "created": 1, "model": "my-model", "choices": [choice]}
    return httpx2.Response(200, json=body, request=request)


class Answering(httpx2.AsyncBaseTransport):
    """Answers every request, and keeps it."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.threads: set[str] = set()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.bodies.append(json.loads(await request.aread()))
        self.threads.add(threading.current_thread().name)
        return answer(request)


class Hanging(httpx2.AsyncBaseTransport):
    """Never answers; says when it was asked and when it was given up."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.given_up = threading.Event()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.given_up.set()
        raise AssertionError("unreachable")


def opened(transport: httpx2.AsyncBaseTransport, **settings: Any) -> TypedModel:
    return kept(open_model(SPEC, ModelSettings(api_key=KEY, **settings), transport=transport))


def test_the_prefix_comes_first_and_pictures_are_parts() -> None:
    transport = Answering()
    model = opened(transport, vision=True, temperature=0.0, seed=7, max_output_tokens=99)
    model.ask(Prompt("the prefix", "the rest", (Picture(PIXEL, "image/png", 1.0),)), Choice)
    (body,) = transport.bodies
    first, second = body["messages"]
    assert first == {"role": "system", "content": "the prefix"}
    picture, text = second["content"]
    assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
    assert text["text"] == "the rest"
    assert (body["temperature"], body["seed"], body["max_tokens"]) == (0.0, 7, 99)
    assert body["response_format"]["json_schema"]["schema"]["properties"].keys() == {"action", "index", "why"}


def test_what_comes_before_the_dynamic_text_is_byte_stable() -> None:
    transport = Answering()
    model = opened(transport)
    for text in ("one", "two"):
        model.ask(Prompt("the prefix", text), Choice)
    stable = [json.dumps({**body, "messages": body["messages"][:1]}) for body in transport.bodies]
    assert stable[0] == stable[1]


def test_a_hanging_server_ends_at_the_deadline() -> None:
    transport = Hanging()
    model = opened(transport, deadline_seconds=0.3, transport_retries=0)
    begun = time.monotonic()
    with pytest.raises(ModelUnreachable, match="did not answer in time"):
        model.ask(PROMPT, Choice)
    assert time.monotonic() - begun < 5
    assert transport.given_up.wait(5)


def test_closing_ends_a_request_under_way() -> None:
    transport = Hanging()
    model = opened(transport, deadline_seconds=60, transport_retries=0)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(model.ask, PROMPT, Choice)
        assert transport.asked.wait(5)
        model.close()
        with pytest.raises(ModelUnreachable, match="was closed during a request"):
            asked.result(10)


def test_messages_of_providers_are_told_without_keys() -> None:
    for secret in ("sk-abcd1234efgh", "sk-proj-ab*****yz12", "AIzaSyA1234567890", "hf_abcdefgh12"):
        assert (
            message_of(RuntimeError(f"wrong key {secret}, try keyboard_enter."))
            == "wrong key [key], try keyboard_enter"
        )
    assert len(message_of(RuntimeError("x" * 5000))) == 300


def test_the_switch_makes_a_paid_call_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    model = kept(open_model("openai:gpt-6.1-sol", ModelSettings(api_key=KEY)))
    with pytest.raises(ModelUnreachable, match=f"{NO_NETWORK} is set"):
        model.ask(PROMPT, Choice)
    assert model.usage().tokens == 0


class Handler(BaseHTTPRequestHandler):
    """A model server on loopback that wants a key."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        good = self.headers.get("authorization") == f"Bearer {KEY}"
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "{}"}}
        choice["message"] = {"role": "assistant", "content": GOOD.model_dump_json()}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        said = json.dumps(body if good else {"error": {"message": "no such key", "code": "invalid_api_key"}}).encode()
        self.send_response(200 if good else 401)
        self.send_header("content-type", "application/json")
        self.send_header("set-cookie", "session=secret-cookie")
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *args: Any) -> None: ...  # noqa: A002 - the base class's name


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Generator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()
        thread.join()


@pytest.fixture
def server() -> Generator[str]:
    with served(Handler) as url:
        yield f"{url}/v1"


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> Generator[list[str]]:
    """What the proxy of the environment was asked for."""
    heard: list[str] = []

    class Proxy(Handler):
        def do_POST(self) -> None:
            heard.append(self.path)
            super().do_POST()

    with served(Proxy) as url:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, url)
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        yield heard


def test_a_server_on_this_machine_is_asked_over_real_http(server: str) -> None:
    model = kept(open_model(f"openai-compatible:m@{server}", ModelSettings(api_key=KEY)))
    assert model.ask(PROMPT, Choice).value == GOOD


def test_the_key_may_come_from_the_environment(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_COMPATIBLE_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-must-never-be-sent-elsewhere")
    model = kept(open_model(f"openai-compatible:m@{server}"))
    assert model.ask(PROMPT, Choice).value == GOOD


@pytest.mark.parametrize("provider", ["openai-compatible", "openai-chat", "ollama", "vllm"])
def test_a_server_on_this_machine_is_asked_without_a_proxy(server: str, passed: list[str], provider: str) -> None:
    model = kept(open_model(f"{provider}:m", ModelSettings(api_key=KEY, base_url=server)))
    assert model.ask(PROMPT, Choice).value == GOOD
    assert passed == []


@pytest.mark.parametrize("provider", ["anthropic", "google", "openai"])
def test_no_provider_asks_a_proxy_about_this_machine(server: str, passed: list[str], provider: str) -> None:
    settings = ModelSettings(api_key=KEY, base_url=server, transport_retries=0, deadline_seconds=5)
    model = kept(open_model(f"{provider}:m", settings))
    with suppress(ModelFault):
        model.ask(PROMPT, Choice)
    assert passed == []


def test_a_provider_that_cannot_do_without_a_proxy_is_refused(server: str, passed: list[str]) -> None:
    pytest.importorskip("huggingface_hub")
    with pytest.raises(UsageError, match=r"through the proxy.*Unset HTTP_PROXY"):
        open_model("huggingface:m", ModelSettings(api_key=KEY, base_url=server))
    assert passed == []


def test_a_wrong_key_says_which_variable(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_COMPATIBLE_API_KEY", raising=False)
    model = kept(open_model(f"openai-compatible:m@{server}"))
    with pytest.raises(ModelUnreachable, match=r"no such key\. Set OPENAI_COMPATIBLE_API_KEY"):
        model.ask(PROMPT, Choice)


def test_an_unreachable_host_says_so() -> None:
    settings = ModelSettings(transport_retries=0, deadline_seconds=10)
    model = kept(open_model("openai-compatible:m@http://127.0.0.1:9/v1", settings))
    with pytest.raises(ModelUnreachable, match=r"127.0.0.1:9 could not be reached.*is right and running"):
        model.ask(PROMPT, Choice)


class Flood(Handler):
    """Sends without end, or a packed gigabyte."""

    packed = False

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        if self.packed:
            self.send_header("content-encoding", "gzip")
        self.end_headers()
        body = gzip.compress(b" " * 100_000_000) if self.packed else b" " * 1_000_000
        with suppress(OSError):
            for _ in range(1 if self.packed else 3000):
                self.wfile.write(body)


@pytest.mark.parametrize("packed", [False, True])
def test_an_answer_without_end_takes_little_memory(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flood, "packed", packed)
    with ThreadingHTTPServer(("127.0.0.1", 0), Flood) as httpd:
        threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        settings = ModelSettings(api_key=KEY, transport_retries=0, deadline_seconds=60)
        model = kept(open_model(f"openai-compatible:m@http://127.0.0.1:{httpd.server_port}/v1", settings))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(ModelUnreachable):
            model.ask(PROMPT, Choice)
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 250_000
        httpd.shutdown()


@pytest.mark.parametrize("count", [10**400, -1, 2_000_000_000])
def test_a_number_of_tokens_that_cannot_be_is_unknown(count: int) -> None:
    from pydantic_ai.messages import ModelResponse, TextPart
    from pydantic_ai.usage import RequestUsage

    usage = RequestUsage(input_tokens=count, output_tokens=3)
    completion = completion_of(ModelResponse([TextPart("ok")], usage=usage, model_name="gpt-5", provider_name="openai"))
    assert completion.text == "ok"
    assert completion.counts.input is None
    assert completion.counts.output == 3


def test_a_recording_replays_and_holds_no_secret(server: str, tmp_path: Path) -> None:
    tape = tmp_path / "tape.jsonl"
    known = Spellings({"old": "hunter2", "new": 'hun"ter3pässword'})
    recorder = RecordingTransport(tape, httpx2.AsyncHTTPTransport(), "a test", known.replaced)
    settings = ModelSettings(api_key=KEY, vision=True)
    picture = Picture(PIXEL * 40, "image/png", 1.0)
    other = 'HUN"TER3 PÄSSWORD or aHVuInRlcjNww6Rzc3dvcmQ='
    prompt = Prompt("p", f"the password is hunter2 or {other}, the key {KEY}", (picture,))
    model = kept(open_model(f"openai-compatible:m@{server}", settings, transport=recorder))
    recorded = model.ask(prompt, Choice).value
    model.close()

    text = tape.read_text()
    for secret in (
        KEY,
        "hunter2",
        "TER3",
        "aHVuInRlcjN",
        "secret-cookie",
        "authorization",
        "Bearer",
        server.removeprefix("http://"),
    ):
        assert secret not in text
    assert "iVBOR" not in text
    assert len(text) < 4000

    replay = kept(open_model(f"openai-compatible:m@{server}", settings, transport=CassetteTransport.from_file(tape)))
    assert replay.ask(prompt, Choice).value == recorded


def test_a_recorded_fault_replays(tmp_path: Path) -> None:
    class Refusing(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            raise httpx2.ConnectError("refused", request=request)

    tape = tmp_path / "tape.jsonl"
    model = opened(RecordingTransport(tape, Refusing()), transport_retries=0)
    with pytest.raises(ModelUnreachable, match="could not be reached"):
        model.ask(PROMPT, Choice)
    assert [exchange.fault for exchange in read_cassette(tape).exchanges] == ["connect"]


@pytest.mark.parametrize(
    ("cassette", "words"),
    [
        (Cassette(()), "it holds 0 exchanges, and one more was asked for"),
        (Cassette((RecordedExchange(path="/v1/messages"),)), "exchange 1 is POST /v1/messages"),
    ],
)
def test_a_cassette_that_does_not_fit_says_so(cassette: Cassette, words: str) -> None:
    model = opened(CassetteTransport(cassette))
    with pytest.raises(ModelUnreachable) as raised:
        model.ask(PROMPT, Choice)
    assert words in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: it is empty"),
        ("{}", "line 1: the header must say"),
        ('{"format": "sextant-cassette", "version": 9}', "line 1"),
        ('{"format": "sextant-cassette", "version": 1}\n{"request": {}}', "line 2: it needs a response"),
        ('{"format": "sextant-cassette", "version": 1}\n\n{"fault": "fire"}', "line 3: the fault 'fire'"),
        ('{"format": "sextant-cassette", "version": 1}\n[]', "line 2: it is no object"),
        ('{"format": "sextant-cassette", "version": 1}\n{', "line 2"),
    ],
)
def test_a_malformed_cassette_names_the_line(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(text)
    with pytest.raises(SettingsError) as raised:
        read_cassette(path)
    assert words in str(raised.value)


def test_the_cassettes_at_hand_hold_no_secret() -> None:
    for path in CASSETTES.glob("*.jsonl"):
        for exchange in read_cassette(path).exchanges:
            assert scrubbed(exchange.asked) == exchange.asked
            assert set(exchange.headers) <= {"content-type", "retry-after"}
