"""Any provider of pydantic-ai, and any OpenAI-compatible server, on a thread and loop of its own."""

import inspect
import json
import os
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from sextant.contracts import Prompt, Written
from sextant.errors import MissingExtra, ModelFault, ModelUnreachable, SextantError, UsageError
from sextant.models.backends.loop import LoopThread
from sextant.models.exchange import Completion, Counts, Exchange, TransientError
from sextant.models.keys import COMPATIBLE_KEY
from sextant.models.network import refuse_network
from sextant.models.settings import ModelSettings
from sextant.models.spec import CompatibleSpec, ProviderSpec

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

Mode = Literal["native", "tool", "prompted"]
OUTPUT_TOOL = "answer"
_STEP_DOWN: dict[Mode, Mode] = {"native": "tool", "tool": "prompted"}
_EXTRAS = ("anthropic", "google")
"""Extras of ours that install a provider's package."""
_FORMAT_WORDS = ("response_format", "json_schema", "schema", "output_config", "output_format", "tool", "function")
_CLOSE_SECONDS = 5.0
_KEEPERS = ("openai", "openai-responses", "azure-responses")
"""Providers that keep what they are sent unless they are asked not to."""
_REASONS = ("refusal", "block_reason_message", "block_reason")
"""Where pydantic-ai keeps the provider's reason for a refusal."""


class ProviderBackend:
    """Completes exchanges over the network. Thread-safe.

    Where a server rejects the way typed output is asked for, the next simpler way is used from then on: JSON
    schema, tool call, words in the prompt.
    """

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
        self._model = _their_model(spec, settings, transport)
        self._mode: Mode = _mode(self._model, settings)

    @property
    def address(self) -> str:
        """The base URL that requests go to; empty where the provider does not say."""
        return self._model.base_url or ""

    @property
    def mode(self) -> Mode:
        """How typed output is asked for at present."""
        return self._mode

    def complete(self, exchange: Exchange) -> Completion:
        """See `sextant.models.exchange.Backend.complete`."""
        if not self._replayed:
            refuse_network(self.name, self.address)
        mode = self._mode
        try:
            return self._ask(exchange, mode)
        except _FormatRejectedError as rejected:
            if mode == "prompted" or self._settings.output != "auto":
                raise rejected.fault from rejected
            with self._lock:
                self._mode = _STEP_DOWN[mode]
            raise TransientError(rejected.fault.message, rejected.fault.remedy, counted=False) from rejected

    def close(self) -> None:
        """Closes the connections, then the thread. Idempotent."""
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
            if _is_about_format(error):
                raise _FormatRejectedError(fault) from error
            raise fault from error
        except CancelledError as error:
            raise ModelUnreachable(f"The model {self.name!r} was closed while it was asked.") from error
        except theirs.UnexpectedModelBehavior as error:
            return garbled(error)
        except (LookupError, AttributeError, TypeError, ValueError) as error:
            return garbled(error)  # providers' packages stumble over replies they did not expect
        except Exception as error:  # the boundary to providers' packages, whose errors are open-ended
            raise translate(error, self._endpoint()) from error
        return completion_of(response, isinstance(exchange.schema, Written))

    async def _request(self, exchange: Exchange, mode: Mode) -> "ModelResponse":
        if not self._entered:
            self._entered = True
            await self._model.__aenter__()
        return await self._model.request(
            messages_of(exchange), self._their_settings(exchange), parameters_of(exchange, mode)
        )

    async def _leave(self) -> None:
        await self._model.__aexit__(None, None, None)

    def _their_settings(self, exchange: Exchange) -> "TheirSettings":
        from pydantic_ai.models.openai import OpenAIChatModelSettings

        settings = OpenAIChatModelSettings(
            max_tokens=self._settings.output_tokens(exchange.prompt.role),
            timeout=exchange.seconds,
            max_retries=0,  # the retries are ours, so that each one is in the ledger
            cache={"messages": False},
        )
        if isinstance(self._spec, ProviderSpec) and self._spec.provider in _KEEPERS:
            settings["openai_store"] = False
        if self._settings.temperature is not None:
            settings["temperature"] = self._settings.temperature
        if self._settings.seed is not None:
            settings["seed"] = self._settings.seed
        return settings

    def _endpoint(self) -> "Endpoint":
        from sextant.models.backends.faults import Endpoint

        return Endpoint(self.name, self._spec, urlsplit(self.address).netloc or "the provider")


class _FormatRejectedError(Exception):
    """The server rejected the way typed output was asked for."""

    def __init__(self, fault: ModelFault | TransientError) -> None:
        super().__init__(str(fault))
        self.fault = fault


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
    """The exchange as a conversation: the prefix as instructions, pictures and text, then what was corrected."""
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


def parameters_of(exchange: Exchange, mode: Mode) -> "ModelRequestParameters":
    """How typed output is asked for. The prefix is static, so that a provider may cache up to its end."""
    from pydantic_ai.messages import InstructionPart
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition

    schema: type[BaseModel] = exchange.schema
    instructions = [InstructionPart(content=exchange.prompt.prefix, dynamic=False)] if exchange.prompt.prefix else []
    if isinstance(schema, Written):  # a form of its own is asked for in the prompt
        return ModelRequestParameters(output_mode="text", allow_text_output=True, instruction_parts=instructions)
    json_schema = schema.model_json_schema()
    about = inspect.getdoc(schema) if schema.__doc__ else None
    return ModelRequestParameters(
        output_mode=mode,
        output_object=OutputObjectDefinition(json_schema, schema.__name__, about) if mode != "tool" else None,
        output_tools=[_output_tool(json_schema, about)] if mode == "tool" else [],
        allow_text_output=mode != "tool",
        instruction_parts=instructions,
    )


def _output_tool(json_schema: "dict[str, Any]", about: str | None) -> "ToolDefinition":
    from pydantic_ai.tools import ToolDefinition

    return ToolDefinition(
        name=OUTPUT_TOOL, parameters_json_schema=json_schema, description=about or "Gives the answer.", kind="output"
    )


def completion_of(response: "ModelResponse", written: bool = False) -> Completion:
    """A response of pydantic-ai as ours. `written`: text that a server took tool calls out of gets them back."""
    from pydantic_ai.messages import TextPart, ToolCallPart

    calls = [part.args_as_json_str() for part in response.parts if isinstance(part, ToolCallPart)]
    said = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    names = [part.tool_name for part in response.parts if isinstance(part, ToolCallPart)]
    told = "".join(_as_written(name, call) for name, call in zip(names, calls, strict=True))
    text = f"{said}{told}" if written else calls[0] if calls else said
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
    """The price list's figure; None where it does not know the model or the counts."""
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None


def _name(spec: ProviderSpec | CompatibleSpec) -> str:
    match spec:
        case ProviderSpec(provider, model):
            return f"{provider}:{model}"
        case CompatibleSpec(model):
            return f"openai-compatible:{model}"


def _mode(model: "TheirModel", settings: ModelSettings) -> Mode:
    if settings.output != "auto":
        return settings.output
    profile = model.profile
    if profile.get("supports_json_schema_output", False):
        return "native"
    return "tool" if profile.get("supports_tools", True) else "prompted"


def _their_model(
    spec: ProviderSpec | CompatibleSpec,
    settings: ModelSettings,
    transport: "httpx2.AsyncBaseTransport | None",
) -> "TheirModel":
    from pydantic_ai.models import infer_model

    from sextant.models.backends.faults import Endpoint, translate

    name = _name(spec)
    client = _client(transport)
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
    except Exception as error:  # the boundary to providers' packages: of an empty key each complains in its own way
        raise translate(error, Endpoint(name, spec, "the provider")) from error


def _client(transport: "httpx2.AsyncBaseTransport | None") -> "httpx2.AsyncClient | None":
    if transport is None:
        return None
    import httpx2

    return httpx2.AsyncClient(transport=transport, timeout=600.0)


def _compatible_model(
    spec: CompatibleSpec, settings: ModelSettings, client: "httpx2.AsyncClient | None"
) -> "TheirModel":
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.profiles.openai import OpenAIModelProfile
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    base_url = spec.base_url or settings.base_url
    if not base_url:
        raise UsageError(
            f"No address is known for {_name(spec)!r}.",
            f"Write openai-compatible:{spec.model}@http://HOST:PORT/v1, or set models.base_url.",
        )
    provider = OpenAICompatibleProvider(
        "openai-compatible",
        base_url=base_url,
        api_key=settings.api_key or os.environ.get(COMPATIBLE_KEY) or None,
        http_client=client,
        # Servers older than the newer parameter ignore it and answer without any limit.
        profile=OpenAIModelProfile(openai_chat_supports_max_completion_tokens=False),
    )
    return OpenAIChatModel(spec.model, provider=provider)


def _provider(name: str, settings: ModelSettings, client: "httpx2.AsyncClient | None") -> "Provider[Any]":
    """The provider, with the settings it takes; without any, as its package makes it from the environment."""
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
            f"The provider {name!r} takes no {refused[0]!r}.", "Remove the setting, or use openai-compatible:…"
        )
    return kind(**given)
