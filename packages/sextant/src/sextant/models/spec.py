"""Parses the name of a model, from the command line or settings, into a closed union."""

import re
from difflib import get_close_matches
from typing import Literal
from urllib.parse import urlsplit

from sextant.dataclass import dataclass
from sextant.errors import UsageError

FORMS = (
    "openai:MODEL",
    "anthropic:MODEL",
    "google:MODEL",
    "PROVIDER:MODEL (any pydantic-ai provider)",
    "openai-compatible:MODEL@http://HOST:PORT/v1",
    "local:smollm2",
    "local:/path/to/model.gguf",
    "scripted:/path/to/script.json",
)
"""Every valid form of a model's name, as shown to users."""

PROVIDERS = (  # structural: names of providers
    "alibaba",
    "anthropic",
    "azure",
    "azure-responses",
    "bedrock",
    "cerebras",
    "cohere",
    "crusoe",
    "deepseek",
    "fireworks",
    "github",
    "google",
    "google-cloud",
    "groq",
    "heroku",
    "huggingface",
    "litellm",
    "meta",
    "mistral",
    "moonshotai",
    "nebius",
    "ollama",
    "openai",
    "openai-chat",
    "openai-responses",
    "openrouter",
    "ovhcloud",
    "sambanova",
    "snowflake",
    "together",
    "vercel",
    "vllm",
    "xai",
    "zai",
)
"""Providers by their canonical name; aliases are in `ALIASES`."""

ALIASES = {
    "claude": "anthropic",
    "gemini": "google",
    "google-gla": "google",
    "google-vertex": "google-cloud",
    "gpt": "openai",
    "grok": "xai",
}
"""Other names of providers, mostly their model families."""

FAMILIES = {
    "claude-": "anthropic",
    "gemini-": "google",
    "gpt-": "openai",
    "grok-": "xai",
    "o1": "openai",
    "o3": "openai",
    "o4": "openai",
    "smollm2": "local",
}
"""Prefixes of model names, and who serves them: for hints."""

_ADDRESSED = re.compile(r"(.+?)@(https?://.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ScriptedSpec:
    """Replies from a file."""

    path: str
    kind: Literal["scripted"] = "scripted"


@dataclass(frozen=True, slots=True)
class LocalSpec:
    """A GGUF file, or the short name of a package that ships one."""

    model: str
    kind: Literal["local"] = "local"


@dataclass(frozen=True, slots=True)
class CompatibleSpec:
    """Any server with OpenAI's chat completions. An empty `base_url` is taken from the settings."""

    model: str
    base_url: str = ""
    kind: Literal["compatible"] = "compatible"


@dataclass(frozen=True, slots=True)
class ProviderSpec:
    """A provider of pydantic-ai and the name of its model."""

    provider: str
    model: str
    kind: Literal["provider"] = "provider"


ModelSpec = ScriptedSpec | LocalSpec | CompatibleSpec | ProviderSpec


def parse_spec(text: str) -> ModelSpec:
    """Parse a model's name.

    Raises:
        UsageError: It is in no valid form; the message lists them and the closest one.
    """
    kind, separator, rest = text.strip().partition(":")
    kind = ALIASES.get(kind.casefold(), kind.casefold())
    if not separator or not rest.strip():
        raise _unknown(text)
    rest = rest.strip()
    match kind:
        case "scripted":
            return ScriptedSpec(rest)
        case "local":
            return LocalSpec(rest)
        case "openai-compatible":
            return _compatible(text, rest)
        case _ if kind in PROVIDERS:
            return ProviderSpec(kind, rest)
        case _:
            raise _unknown(text)


def _compatible(text: str, rest: str) -> CompatibleSpec:
    found = _ADDRESSED.fullmatch(rest)
    if found is None:
        if "@" in rest and "/" not in rest.rpartition("@")[2]:
            raise _no_address(text)
        return CompatibleSpec(rest)
    model, url = found.groups()
    try:
        parts = urlsplit(url)
        host, user, password, _ = parts.hostname, parts.username, parts.password, parts.port
    except ValueError as error:
        raise _no_address(text) from error
    if user or password:
        raise UsageError(
            "The address of an OpenAI-compatible server must not contain a user name or password.",
            "Set the key in OPENAI_COMPATIBLE_API_KEY or in the settings.",
        )
    if not host:
        raise _no_address(text)
    return CompatibleSpec(model, url)


def _no_address(text: str) -> UsageError:
    return UsageError(
        f"The address in {text!r} is not an http(s) URL.", "Write it as openai-compatible:MODEL@http://HOST:PORT/v1"
    )


def _unknown(text: str) -> UsageError:
    kind = text.strip().partition(":")[0].casefold()
    known = [*PROVIDERS, *ALIASES, "openai-compatible", "local", "scripted"]
    near = get_close_matches(kind, known, n=1, cutoff=0.6)
    maker = next((maker for family, maker in FAMILIES.items() if kind.startswith(family)), "")
    if text.strip().casefold().endswith(".gguf"):
        hint = f"Did you mean 'local:{text.strip()}'? "
    elif ":" not in text and maker:
        hint = f"Did you mean '{maker}:{text.strip()}'? "
    elif near:
        hint = f"Did you mean '{near[0]}:…'? "
    else:
        hint = ""
    return UsageError(f"Unknown model {text!r}.", f"{hint}Valid forms: {'; '.join(FORMS)}.")
