"""Any provider of pydantic-ai, and any OpenAI-compatible server, on its own thread and loop."""

import inspect
import json
import os
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import urlsplit

from sextant.errors import MissingExtra, ModelFault, ModelUnreachable, SextantError, UsageError
from sextant.models.backends.loop import LoopThread
from sextant.models.disclosure import on_loopback, proxy_for, refuse_network
from sextant.models.exchange import Completion, Counts, Exchange, TransientError
from sextant.models.keys import COMPATIBLE_KEY
from sextant.models.settings import ModelSettings
from sextant.models.spec import CompatibleSpec, ProviderSpec
from sextant.protocols import Prompt, TextSchema

if TYPE_CHECKING:
    import httpx2
    from pydantic import BaseModel
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model as TheirModel
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.providers import Provider
    from pydantic_ai.settings import ModelSettings as TheirSettings
    from pydantic_ai.tools import ToolDefinition

    from sextant.models.backends.faults import Endpoint

Mode = Literal["strict", "native", "tool", "prompted"]
"""How typed output is requested. `strict`: a JSON schema whose fields the model must all write."""
OUTPUT_TOOL = "answer"
_STEP_DOWN: dict[Mode, Mode] = {"strict": "native", "native": "tool", "tool": "prompted"}
_EXTRAS = ("anthropic", "google")
"""Our extras that install a provider's package."""
_PICTURE_WORDS = ("image", "vision", "multimodal", "mmproj")  # structural: words of interfaces
_FORMAT_WORDS = ("response_format", "json_schema", "schema", "output_config", "output_format", "tool", "function")
_CLOSE_SECONDS = 5.0
_KEEPERS = ("openai", "openai-responses", "azure-responses")
"""Providers that store requests unless told not to."""
_REASONS = ("refusal", "block_reason_message", "block_reason")
"""Keys of pydantic-ai's details that hold the provider's reason for a refusal."""


class ProviderBackend:
    """Completes exchanges over the network. Thread-safe.

    If a server rejects a form of typed output, the next simpler one is used from then on: strict JSON schema, JSON
    schema, tool call, words in the prompt. Pictures, a temperature or a seed that it rejects are left out from then on.
    The user is informed once.
    """

    sends_schema = True

    free = False

    def __init__(
        self,
        spec: ProviderSpec | CompatibleSpec,
        settings: ModelSettings,
        transport: "httpx2.AsyncBaseTransport | None" = None,
    ) -> None:
        self.name = _name(spec)
        self._spec = spec
        self._settings = settings
        self._replayed = transport is not None
        self._loop = LoopThread(f"sextant-model-{self.name}")
        self._lock = threading.Lock()
        self._entered = False
        self._client = _client(
            spec.base_url or settings.base_url if isinstance(spec, CompatibleSpec) else "", transport
        )
        self._model = _pydantic_model(spec, settings, self._client)
        if self._client is None and on_loopback(self.address) and proxy_for(self.address, os.environ):
            self._client = _client(self.address, None)
            self._model = _direct_model(spec, settings, self._client)
        self._mode: Mode = _mode(self._model, settings, isinstance(spec, ProviderSpec))
        self._strictly = self._mode == "strict"
        self._without: frozenset[str] = frozenset()

    @property
    def address(self) -> str:
        """The base URL of requests; empty if the provider does not report it."""
        return self._model.base_url or ""

    @property
    def mode(self) -> Mode:
        """The present form of typed output."""
        return self._mode

    def complete(self, exchange: Exchange) -> Completion:
        """See `sextant.models.exchange.Backend.complete`."""
        if not self._replayed:
            refuse_network(self.name, self.address)
        mode = self._mode
        try:
            return self._ask(exchange, mode)
        except _RejectedError as rejected:
            notice = self._do_without(rejected.what, mode)
            if not notice:
                raise rejected.fault from rejected
            raise TransientError(
                rejected.fault.message, rejected.fault.remedy, counted=False, notice=notice
            ) from rejected

    def _do_without(self, what: "_Part", mode: Mode) -> str:
        """Change the form of requests; return the notice for the user, empty if there is no other form."""
        with self._lock:
            if what == "form":
                if mode == "prompted" or self._settings.output != "auto":
                    return ""
                self._mode = _STEP_DOWN[mode]
                return f"{self.name!r} refused the {_FORMS[mode]}, and is asked with the {_FORMS[self._mode]} instead."
            self._without = self._without | {what}
        return f"{self.name!r} refused the {what}, and is asked without from now on."

    def close(self) -> None:
        """Close the connections, then the thread. Idempotent."""
        with self._lock:
            entered, self._entered = self._entered, False
        if entered:
            with suppress(TimeoutError, RuntimeError):
                self._loop.run(self._leave(), _CLOSE_SECONDS)
        self._loop.close()

    def _ask(self, exchange: Exchange, mode: Mode) -> Completion:
        from pydantic_ai import exceptions as theirs

        from sextant.models.backends.faults import garbled, translate

        try:
            response = self._loop.run(self._request(exchange, mode), exchange.seconds)
        except (theirs.ContentFilterError, theirs.ModelAPIError, theirs.UserError, TimeoutError) as error:
            fault = translate(error, self._endpoint())
            if what := self._rejected(error, exchange):
                raise _RejectedError(fault, what) from error
            raise fault from error
        except CancelledError as error:
            raise ModelUnreachable(f"The model {self.name!r} was closed during a request.") from error
        except theirs.UnexpectedModelBehavior as error:
            return garbled(error)
        except (LookupError, AttributeError, TypeError, ValueError) as error:
            return garbled(error)  # providers' packages fail on malformed replies
        except Exception as error:  # boundary to providers' packages, which may raise anything
            raise translate(error, self._endpoint()) from error
        return completion_of(response, isinstance(exchange.schema, TextSchema))

    async def _request(self, exchange: Exchange, mode: Mode) -> "ModelResponse":
        if not self._entered:
            self._entered = True
            await self._model.__aenter__()
        if "pictures" in self._without and exchange.prompt.pictures:
            text = f"{exchange.prompt.text}\n\n{_NO_PICTURE}"
            exchange = replace(exchange, prompt=replace(exchange.prompt, text=text, pictures=()))
        return await self._model.request(
            messages_of(exchange), self._pydantic_settings(exchange), parameters_of(exchange, mode, self._strictly)
        )

    def _rejected(self, error: Exception, exchange: Exchange) -> "_Part | None":
        """Return the part of the request that the server rejects and that can be left out or changed."""
        from pydantic_ai import exceptions as theirs

        error_text = str(error).casefold()
        about_pictures = isinstance(error, theirs.ModelAPIError) and any(word in error_text for word in _PICTURE_WORDS)
        if about_pictures and exchange.prompt.pictures and "pictures" not in self._without:
            return "pictures"
        if isinstance(error, theirs.ModelRequestRejectedError):
            sent: tuple[tuple[_Optional, object], ...] = (
                ("temperature", self._settings.temperature),
                ("seed", self._settings.seed),
            )
            for name, value in sent:
                if value is not None and name in error_text and name not in self._without:
                    return name
        return "form" if _is_about_format(error) else None

    async def _leave(self) -> None:
        await self._model.__aexit__(None, None, None)
        if self._client is not None:
            await self._client.aclose()

    def _pydantic_settings(self, exchange: Exchange) -> "TheirSettings":
        from pydantic_ai.models.openai import OpenAIChatModelSettings

        settings = OpenAIChatModelSettings(
            max_tokens=self._settings.output_tokens(exchange.prompt.role),
            timeout=exchange.seconds,
            max_retries=0,  # TypedModel retries, so that the ledger has each request
            cache={"messages": False},
        )
        if isinstance(self._spec, ProviderSpec) and self._spec.provider in _KEEPERS:
            settings["openai_store"] = False
        if self._settings.temperature is not None and "temperature" not in self._without:
            settings["temperature"] = self._settings.temperature
        if self._settings.seed is not None and "seed" not in self._without:
            settings["seed"] = self._settings.seed
        return settings

    def _endpoint(self) -> "Endpoint":
        from sextant.models.backends.faults import Endpoint

        return Endpoint(self.name, self._spec, urlsplit(self.address).netloc or "the provider")


_Optional = Literal["pictures", "temperature", "seed"]
"""Optional parts of a request."""
_Part = Literal["pictures", "temperature", "seed", "form"]
_FORMS: dict[Mode, str] = {
    "strict": "strict schema",
    "native": "schema",
    "tool": "tool call",
    "prompted": "schema in words",
}
_NO_PICTURE = "(No picture could be sent with this: use the text.)"


class _RejectedError(Exception):
    """The server rejected a part of the request, or the form of typed output."""

    def __init__(self, fault: ModelFault | TransientError, what: "_Part") -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.what: _Part = what


def _is_about_format(error: Exception) -> bool:
    from pydantic_ai import exceptions as theirs

    if isinstance(error, theirs.UserError):
        return "output is not supported" in error.message
    plain = isinstance(error, theirs.ModelRequestRejectedError) and not isinstance(
        error,
        theirs.ModelAuthenticationError | theirs.ModelNotFoundError | theirs.ModelContextWindowExceededError,
    )
    return plain and any(word in str(error).casefold() for word in _FORMAT_WORDS)


def messages_of(exchange: Exchange) -> "list[ModelMessage]":
    """Convert the exchange to messages: the prefix as instructions, pictures and text, then the corrections."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    prompt = exchange.prompt
    messages: list[ModelMessage] = [ModelRequest([UserPromptPart(_content(prompt))], instructions=prompt.prefix)]
    for correction in exchange.corrections:
        messages.append(ModelResponse([TextPart(correction.raw or "(nothing)")]))
        messages.append(ModelRequest([UserPromptPart(correction.complaint)], instructions=prompt.prefix))
    return messages


def _content(prompt: Prompt) -> "str | Sequence[Any]":
    from pydantic_ai.messages import BinaryContent

    if not prompt.pictures:
        return prompt.text
    content: list[Any] = []
    for picture in prompt.pictures:
        content += [picture.label] if picture.label else []
        content.append(BinaryContent(picture.data, media_type=picture.media_type))
    return [*content, prompt.text]


def parameters_of(exchange: Exchange, mode: Mode, strictly: bool = False) -> "ModelRequestParameters":
    """Return the parameters that request typed output. The prefix is static, so that a provider may cache it.

    `strictly`: the provider supports strict schemas, so the request says whether this is one.
    """
    from pydantic_ai.messages import InstructionPart
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    schema: type[BaseModel] = exchange.schema
    instructions = [InstructionPart(content=exchange.prompt.prefix, dynamic=False)] if exchange.prompt.prefix else []
    if isinstance(schema, TextSchema):  # the prompt requests the text form
        return ModelRequestParameters(output_mode="text", allow_text_output=True, instruction_parts=instructions)
    json_schema = schema.model_json_schema()
    strict = None if not strictly else mode == "strict" and not _has_open_object(json_schema)
    about = inspect.getdoc(schema) if schema.__doc__ else None
    return ModelRequestParameters(
        output_mode="native" if mode == "strict" else mode,
        output_object=None if mode == "tool" else OutputObjectDefinition(json_schema, schema.__name__, about, strict),
        output_tools=[_output_tool(json_schema, about)] if mode == "tool" else [],
        allow_text_output=mode != "tool",
        instruction_parts=instructions,
    )


def _has_open_object(node: Any) -> bool:
    """Whether the schema has an object with free keys: strict schemas cannot express that."""
    if isinstance(node, list):
        return any(map(_has_open_object, cast("list[Any]", node)))
    if not isinstance(node, dict):
        return False
    fields = cast("dict[str, Any]", node)
    opened = fields.get("additionalProperties") not in (None, False)
    return opened or any(_has_open_object(value) for value in fields.values())


def _output_tool(json_schema: "dict[str, Any]", about: str | None) -> "ToolDefinition":
    from pydantic_ai.tools import ToolDefinition

    return ToolDefinition(
        name=OUTPUT_TOOL, parameters_json_schema=json_schema, description=about or "Gives the answer.", kind="output"
    )


def completion_of(response: "ModelResponse", written: bool = False) -> Completion:
    """Convert a pydantic-ai response. `written`: tool calls that the server parsed are turned back into text."""
    from pydantic_ai.messages import TextPart, ToolCallPart

    calls = [part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart)]
    answer_text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    names = [part.tool_name for part in response.parts if isinstance(part, ToolCallPart)]
    calls_as_text = "".join(_as_written(name, call) for name, call in zip(names, calls, strict=True))
    text = f"{answer_text}{calls_as_text}" if written else calls[0] if calls else answer_text
    details = response.provider_details or {}
    usage = response.usage
    known = not usage.unmeasured_requests and (usage.input_tokens > 0 or usage.output_tokens > 0)
    image = usage.details.get("image_prompt_tokens")
    counts = Counts(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, image) if known else Counts()
    match response.finish_reason:
        case "content_filter":
            reason = next((details[key] for key in _REASONS if details.get(key)), text or "filtered by the provider")
            return Completion(text, "refused", counts, _dollars(response), str(reason))
        case "length":
            return Completion(text, "length", counts, _dollars(response))
        case "stop" | "tool_call" | "error" | None:
            return Completion(text, "stop", counts, _dollars(response))


def _as_written(name: str, arguments: str) -> str:
    return f'\n<tool_call>\n{{"name": {json.dumps(name)}, "arguments": {arguments}}}\n</tool_call>'


def _dollars(response: "ModelResponse") -> float | None:
    """Return the price by the price list; None if it lacks the model or the counts."""
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, ArithmeticError, AssertionError):
        return None


def _name(spec: ProviderSpec | CompatibleSpec) -> str:
    match spec:
        case ProviderSpec(provider, model):
            return f"{provider}:{model}"
        case CompatibleSpec(model):
            return f"openai-compatible:{model}"


def _mode(model: "TheirModel", settings: ModelSettings, hosted: bool) -> Mode:
    """Return the best form that a model supports. `hosted`: by a provider that honours strict schemas."""
    from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

    if settings.output != "auto":
        return settings.output
    profile = model.profile
    if profile.get("supports_json_schema_output", False):
        made = profile.get("json_schema_transformer")
        knows = isinstance(made, type) and issubclass(made, OpenAIJsonSchemaTransformer)
        return "strict" if hosted and knows else "native"
    return "tool" if profile.get("supports_tools", True) else "prompted"


def _pydantic_model(
    spec: ProviderSpec | CompatibleSpec,
    settings: ModelSettings,
    client: "httpx2.AsyncClient | None",
) -> "TheirModel":
    from pydantic_ai.models import infer_model

    from sextant.models.backends.faults import Endpoint, translate

    name = _name(spec)
    try:
        match spec:
            case CompatibleSpec():
                return _compatible_model(spec, settings, client)
            case ProviderSpec():
                return infer_model(name, lambda provider: _provider(provider, settings, client))
    except ImportError as error:
        extra = spec.provider.partition("-")[0] if isinstance(spec, ProviderSpec) else ""
        if extra in _EXTRAS:
            raise MissingExtra(extra, extra) from error
        raise UsageError(
            f"The provider of {name!r} needs a package that is not installed.",
            f"Install it with: pip install 'pydantic-ai-slim[{extra}]'",
        ) from error
    except SextantError:
        raise
    except Exception as error:  # boundary to providers' packages: each reports an empty key in its own way
        raise translate(error, Endpoint(name, spec, "the provider")) from error


def _direct_model(
    spec: ProviderSpec | CompatibleSpec, settings: ModelSettings, client: "httpx2.AsyncClient | None"
) -> "TheirModel":
    """Return the model with our client, as the provider's own would use the proxies of the environment."""
    try:
        return _pydantic_model(spec, settings, client)
    except SextantError as error:
        raise UsageError(
            f"{_name(spec)!r} on this machine would be asked through the proxy of the environment.",
            f"Unset HTTP_PROXY and ALL_PROXY, or use openai-compatible:{spec.model}@http://HOST:PORT/v1.",
        ) from error


def _client(address: str, transport: "httpx2.AsyncBaseTransport | None") -> "httpx2.AsyncClient | None":
    """Return the HTTP client: a cassette, else a bounded one for the address, else None (the provider's own)."""
    import httpx2

    from sextant.models.backends.bounded import bounded_client

    if transport is not None:
        return httpx2.AsyncClient(transport=transport, timeout=600.0)
    return bounded_client(address) if address else None


def _compatible_model(
    spec: CompatibleSpec, settings: ModelSettings, client: "httpx2.AsyncClient | None"
) -> "TheirModel":
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    base_url = spec.base_url or settings.base_url
    if not base_url:
        raise UsageError(
            f"The address of {_name(spec)!r} is unknown.",
            f"Write openai-compatible:{spec.model}@http://HOST:PORT/v1, or set models.base_url.",
        )
    provider = OpenAICompatibleProvider(
        "openai-compatible",
        base_url=base_url,
        api_key=settings.api_key or os.environ.get(COMPATIBLE_KEY) or None,
        http_client=client,
        # Older servers ignore the newer parameter and answer without any limit.
        profile=OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False),
    )
    return OpenAIChatModel(spec.model, provider=provider)


def _provider(name: str, settings: ModelSettings, client: "httpx2.AsyncClient | None") -> "Provider[Any]":
    """Return the provider with the given settings; without any, as its package builds it from the environment."""
    from pydantic_ai.providers import infer_provider, infer_provider_class

    offered: dict[str, Any] = {"base_url": settings.base_url, "api_key": settings.api_key, "http_client": client}
    given = {key: value for key, value in offered.items() if value}
    if not given:
        return infer_provider(name)
    kind = infer_provider_class(name)
    taken = set(inspect.signature(kind.__init__).parameters)
    refused = sorted(set(given) - taken)
    if refused:
        raise UsageError(
            f"The provider {name!r} does not support {refused[0]!r}.", "Remove the setting, or use openai-compatible:…"
        )
    return kind(**given)
