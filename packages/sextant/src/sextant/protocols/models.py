"""Interfaces of language models, with their prompts and replies."""

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from sextant.dataclass import dataclass
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
    """Optional: a schema for answers in its own text format instead of JSON. Check the class with `isinstance`."""

    wanted: str
    """The required format of an answer, in words for a model."""

    def read_text(self, text: str) -> "BaseModel":
        """Parses an answer.

        Raises:
            ValueError: The format is wrong; the message completes "it …".
        """
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """A parsed answer with its usage."""

    value: "BaseModel"
    usage: Usage
    attempts: int = 1
    beside: int = 0
    """The number of further valid answers in the same text, which are ignored."""


class Model(Protocol):
    """A language model with typed output. The implementation checks budgets and records usage."""

    @property
    def name(self) -> str: ...

    @property
    def vision(self) -> bool: ...

    def ask(self, prompt: Prompt, schema: "type[BaseModel]") -> Reply:
        """An instance of `schema`. Malformed output is retried with the validation error.

        Raises:
            MalformedOutput: Still malformed after the retries.
            ModelRefused: The model declined.
            ModelUnreachable: There was no answer.
            BudgetSpent: The request would exceed a limit.
        """
        ...

    def usage(self) -> Usage:
        """The total usage of this model so far."""
        ...

    def close(self) -> None: ...
