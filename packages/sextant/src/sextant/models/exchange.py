"""The protocol between `TypedModel` and its backends: one request to a model, and the completion before judging."""

from dataclasses import field
from typing import TYPE_CHECKING, Literal, Protocol

from sextant.dataclass import dataclass
from sextant.protocols import Prompt

if TYPE_CHECKING:
    from pydantic import BaseModel

Finish = Literal["stop", "length", "refused", "garbled"]
"""Why a model stopped. `garbled`: the answer violates the provider's own interface."""

_MOST_TOKENS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Correction:
    """An unusable answer, and the complaint about it."""

    raw: str
    complaint: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request. `seconds`: time left until the deadline of the whole `ask`."""

    prompt: Prompt
    schema: "type[BaseModel]"
    seconds: float
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """Tokens of one request as the provider counted them; None if it did not report them, or no number that can be."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None
    image: int | None = None

    def __post_init__(self) -> None:
        for name in ("input", "output", "cached", "image"):
            count: object = getattr(self, name)
            if not isinstance(count, int) or not 0 <= count <= _MOST_TOKENS:
                object.__setattr__(self, name, None)


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's output. `detail` holds the text of a refusal or the provider's reason."""

    text: str
    finish: Finish = "stop"
    counts: Counts = field(default_factory=Counts)
    dollars: float | None = None
    """Price by the provider's price list; None: unknown."""
    detail: str = ""


class TransientError(Exception):
    """No answer this time; another attempt may succeed. Not raised outside `models`."""

    def __init__(
        self, message: str, remedy: str = "", retry_after: float | None = None, counted: bool = True, notice: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.retry_after = retry_after
        self.counted = counted
        """Whether it uses up a retry; a change of the request's form does not."""
        self.notice = notice
        """A notice for the user; empty if there is none."""


class Backend(Protocol):
    """Completes exchanges. Thread-safe; each call returns or raises within its seconds."""

    @property
    def name(self) -> str:
        """The name in the ledger: `openai:gpt-5`, `local:smollm2`."""
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
        """Send one request.

        Raises:
            TransientError: No answer, and another attempt may succeed.
            ModelFault: No answer, and no other attempt can succeed.
        """
        ...

    def close(self) -> None:
        """Free its resources. Idempotent."""
        ...
