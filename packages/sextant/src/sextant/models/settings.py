"""The settings of a model connection."""

from dataclasses import field
from typing import Literal

from sextant.dataclass import dataclass
from sextant.models.profiles import ModelProfile

OutputMode = Literal["auto", "native", "tool", "prompted"]
"""How typed output is requested: the provider's JSON schema mode, a tool call, or words in the prompt."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How one model is reached and asked. Seconds and tokens as named; None leaves the choice to the provider."""

    temperature: float | None = None
    """None: the provider's default; local models are greedy."""
    seed: int | None = 0
    """Passed if the provider supports it."""
    max_output_tokens: int = 4096
    updater_output_tokens: int | None = None
    """Of the role `updater`; None: as for every role."""
    deadline_seconds: float = 120.0
    """For one `ask`, including retries and waiting."""
    malformed_retries: int = 2
    transport_retries: int = 3
    """For rate limits, 5xx and lost connections."""
    output: OutputMode = "auto"
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    """Empty: the provider's environment variable."""
    vision: bool | None = None
    """None: as in the profile."""
    context_tokens: int | None = None
    """Local models: the context to allocate; None: the file's own, at most 8192."""
    threads: int | None = None
    """Local models: None for half the cores."""
    profiles: tuple[ModelProfile, ...] = ()
    """Searched before the built-in table."""

    def output_tokens(self, role: str) -> int:
        """Return the longest answer of a role."""
        own = self.updater_output_tokens if role == "updater" else None
        return self.max_output_tokens if own is None else own
