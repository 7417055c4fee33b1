"""Language models, what they are asked and what they answer; texts as vectors."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sextant.types.screens import Picture
from sextant.types.tasks import Usage

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Model", "Prompt", "Reply", "TextSchema"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to a model: a byte-stable prefix, the rest of the text, pictures."""

    prefix: str
    text: str
    pictures: tuple[Picture, ...] = ()
    role: str = "actor"


@runtime_checkable
class TextSchema(Protocol):
    """A schema whose answers are text of a form of its own and no JSON. Optional: ask the class with `isinstance`."""

    wanted: str
    """What an answer has to be, in words a model can act on."""

    def read_text(self, text: str) -> "BaseModel":
        """The answer that the text holds.

        Raises:
            ValueError: It is in another form; the message says of "it" what is wrong.
        """
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """A parsed answer with what it cost."""

    value: "BaseModel"
    usage: Usage
    attempts: int = 1
    beside: int = 0
    """Further answers in the same text that would have fitted; the first counts."""


class Model(Protocol):
    """A language model with typed output. Budget and ledger are kept behind this seam."""

    @property
    def name(self) -> str: ...

    @property
    def vision(self) -> bool: ...

    def ask(self, prompt: Prompt, schema: "type[BaseModel]") -> Reply:
        """An instance of `schema`. Malformed output is retried with the validation error.

        Raises:
            MalformedOutput: Still malformed after the retries.
            ModelRefused: The model declined.
            ModelUnreachable: No answer could be had.
            BudgetSpent: The request would exceed a limit.
        """
        ...

    def usage(self) -> Usage:
        """Everything spent so far through this model."""
        ...

    def close(self) -> None: ...
