"""The seam inside this room: one request to a model, and what came back, before it is judged."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from sextant.protocols import Prompt

if TYPE_CHECKING:
    from pydantic import BaseModel

Finish = Literal["stop", "length", "refused", "garbled"]
"""Why a model stopped. `garbled`: the answer was not in the form of the provider's own interface."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An answer that could not be used, and what was said about it."""

    raw: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request. `seconds` is what is left of the deadline of the whole `ask`."""

    prompt: Prompt
    schema: "type[BaseModel]"
    seconds: float
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """Tokens of one request as the provider counted them; None where it did not say."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None
    image: int | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said. `detail` holds a refusal's words or the provider's reason."""

    text: str
    finish: Finish = "stop"
    counts: Counts = field(default_factory=Counts)
    dollars: float | None = None
    """What the provider's price list makes of the counts; None: unknown."""
    detail: str = ""


class TransientError(Exception):
    """No answer this time; another attempt may succeed. Never leaves this room."""

    def __init__(
        self, message: str, remedy: str = "", retry_after: float | None = None, counted: bool = True, told: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.retry_after = retry_after
        self.counted = counted
        """Whether it uses up a retry; a change of the way of asking does not."""
        self.told = told
        """What a user is told of it, in a sentence; empty where it passes unnoticed."""


class Backend(Protocol):
    """Something that completes exchanges. Thread-safe; each call returns or raises within its seconds."""

    @property
    def name(self) -> str:
        """As the ledger shows it: `openai:gpt-5`, `local:smollm2`."""
        ...

    @property
    def sends_schema(self) -> bool:
        """Whether the schema is a part of the request, and its tokens are paid for."""
        ...

    @property
    def free(self) -> bool:
        """Whether its tokens cost nothing."""
        ...

    def complete(self, exchange: Exchange) -> Completion:
        """Asks once.

        Raises:
            TransientError: No answer, and another attempt may succeed.
            ModelFault: No answer, and no other attempt will do better.
        """
        ...

    def close(self) -> None:
        """Frees what it holds. Idempotent."""
        ...
