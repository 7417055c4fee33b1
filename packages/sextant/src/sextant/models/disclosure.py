"""Discloses what is sent off this machine, and to whom, before the first call to a new recipient."""

import os
from collections.abc import Mapping
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Any, assert_never, cast
from urllib.parse import urlsplit

from sextant.dataclass import dataclass
from sextant.errors import ModelUnreachable
from sextant.models.spec import CompatibleSpec, LocalSpec, ModelSpec, ProviderSpec, ScriptedSpec, parse_spec
from sextant.models.state_file import read_state, write_state

HOSTS = {
    "alibaba": "dashscope-intl.aliyuncs.com",
    "anthropic": "api.anthropic.com",
    "cerebras": "api.cerebras.ai",
    "cohere": "api.cohere.com",
    "deepseek": "api.deepseek.com",
    "fireworks": "api.fireworks.ai",
    "github": "models.github.ai",
    "google": "generativelanguage.googleapis.com",
    "groq": "api.groq.com",
    "heroku": "us.inference.heroku.com",
    "meta": "api.llama.com",
    "mistral": "api.mistral.ai",
    "moonshotai": "api.moonshot.ai",
    "nebius": "api.studio.nebius.com",
    "openai": "api.openai.com",
    "openai-chat": "api.openai.com",
    "openai-responses": "api.openai.com",
    "openrouter": "openrouter.ai",
    "sambanova": "api.sambanova.ai",
    "together": "api.together.xyz",
    "vercel": "ai-gateway.vercel.sh",
    "xai": "api.x.ai",
    "zai": "api.z.ai",
}
"""Default hosts of providers. Providers not listed have a host per customer."""

BASE_URL_VARIABLES = {
    "anthropic": "ANTHROPIC_BASE_URL",
    "azure": "AZURE_OPENAI_ENDPOINT",
    "azure-responses": "AZURE_OPENAI_ENDPOINT",
    "google": "GOOGLE_GEMINI_BASE_URL",
    "litellm": "LITELLM_API_BASE",
    "ollama": "OLLAMA_BASE_URL",
    "openai": "OPENAI_BASE_URL",
    "openai-chat": "OPENAI_BASE_URL",
    "openai-responses": "OPENAI_BASE_URL",
    "vllm": "VLLM_BASE_URL",
}
"""Environment variables that change a provider's address."""

TEXT = "the goal, the instructions, and the text of every screen that is looked at (not the values of secrets)"
PICTURES = "a picture of each of those screens (password fields masked)"


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Who receives what. `leaves` is False if nothing is sent off the machine.

    Attributes:
        once: The single purpose it is sent for; empty if it is sent with every step of a run.
    """

    recipient: str
    """Host and port, with the proxy on the path; if nothing leaves the machine, a description."""
    what: tuple[str, ...]
    leaves: bool
    once: str = ""

    @property
    def message(self) -> str:
        """The sentence for the user."""
        if not self.leaves:
            return f"Nothing leaves this machine ({self.recipient})."
        if self.once:
            return f"{self.once}, {self.recipient} is sent {'; '.join(self.what)}."
        return f"Each step sends to {self.recipient}: {'; '.join(self.what)}."

    def only(self, once: str, what: str) -> "Disclosure":
        """Return a disclosure to the same recipient of only this, for this one purpose."""
        return replace(self, what=(what,), once=once) if self.leaves else self


def disclosure(
    model: str | ModelSpec, vision: bool, base_url: str = "", environ: Mapping[str, str] | None = None
) -> Disclosure:
    """Return what using this model discloses. Pure: `environ` stands for the process's environment.

    Raises:
        UsageError: The model's name is in no valid form.
    """
    spec = parse_spec(model) if isinstance(model, str) else model
    match spec:
        case ScriptedSpec():
            return Disclosure("a script", (), leaves=False)
        case LocalSpec():
            return Disclosure("a local model file", (), leaves=False)
        case CompatibleSpec():
            return _to(spec.base_url or base_url or "the server set as base_url", vision, environ or {})
        case ProviderSpec():
            variable = BASE_URL_VARIABLES.get(spec.provider, "")
            moved = (environ or {}).get(variable, "") if variable else ""
            address = base_url or moved or HOSTS.get(spec.provider) or f"the provider {spec.provider!r}"
            return _to(address, vision, environ or {})
        case _:
            assert_never(spec)


def _to(address: str, vision: bool, environ: Mapping[str, str]) -> Disclosure:
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2] if parts.scheme in ("http", "https") else address
    if on_loopback(address):
        return Disclosure(f"a server on this machine, {host}", (), leaves=False)
    if proxy := proxy_for(address, environ):
        reads = ", which can read everything" if parts.scheme == "http" else ""
        host = f"{host} (through the proxy {proxy}{reads})"
    return Disclosure(host, (TEXT, PICTURES) if vision else (TEXT,), leaves=True)


def proxy_for(address: str, environ: Mapping[str, str]) -> str:
    """The host and port of the proxy that the environment names for an address; empty if it names none."""
    parts = urlsplit(address if "//" in address else f"//{address}")
    named = {name.lower(): value for name, value in sorted(environ.items())}  # a name in small letters comes last
    hosts = parts.hostname or "", parts.netloc.rpartition("@")[2]
    without = [entry.strip().lstrip(".") for entry in named.get("no_proxy", "").split(",")]
    if any(entry and (entry in ("*", *hosts) or hosts[0].endswith(f".{entry}")) for entry in without):
        return ""
    found = named.get(f"{parts.scheme or 'https'}_proxy") or named.get("all_proxy", "")
    return found.rpartition("//")[2].rpartition("@")[2].partition("/")[0]


def on_loopback(address: str) -> bool:
    """Whether an address (a URL) is on this machine."""
    return is_loopback(urlsplit(address).hostname or "")


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class DisclosureRecord:
    """Records the disclosures shown so far, in a small JSON file.

    A recipient disclosed for text only is new again once pictures are sent.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def is_known(self, disclosed: Disclosure) -> bool:
        """Whether this was shown before, or nothing leaves the machine."""
        if not disclosed.leaves:
            return True
        return set(disclosed.what) <= set(self._read().get(disclosed.recipient, ()))

    def remember(self, disclosed: Disclosure) -> None:
        """Record that it was shown. If writing fails, it is shown again, which does no harm."""
        if not disclosed.leaves:
            return
        known = self._read()
        known[disclosed.recipient] = sorted({*known.get(disclosed.recipient, ()), *disclosed.what})
        write_state(self._path, "told", known)

    def _read(self) -> "dict[str, list[str]]":
        return {
            host: [str(item) for item in cast("list[Any]", what)]
            for host, what in read_state(self._path, "told").items()
            if isinstance(what, list)
        }


NO_NETWORK = "SEXTANT_NO_NETWORK_MODELS"
"""While this environment variable is set, no request leaves the machine; loopback and cassettes still work."""


def refuse_network(name: str, address: str) -> None:
    """Raise if a request to `address` is not allowed.

    Raises:
        ModelUnreachable: `NO_NETWORK` is set, and the address is not on this machine.
    """
    if not os.environ.get(NO_NETWORK):
        return
    if not on_loopback(address):
        raise ModelUnreachable(
            f"The model {name!r} is reached over the network, and {NO_NETWORK} is set.",
            f"Unset {NO_NETWORK}, or use a scripted or local model.",
        )
