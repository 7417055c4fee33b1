"""Asks a model which lines of a numbered list a goal means (Agent+P, section 4.2, Listing 5)."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from sextant.dataclass import dataclass
from sextant.errors import BudgetSpent, ModelFault
from sextant.protocols import Model, Prompt
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Answered", "Unanswered", "ask", "numbered", "within"]

_ROLE = "selector"
_FENCE = "│ "
_LONGEST_GOAL = 2000


@dataclass(frozen=True, slots=True)
class Answered:
    """The model's choice: positions in the given list, best first."""

    chosen: tuple[int, ...]
    confidence: float
    reasoning: str
    unknown: int
    """Number of named lines that are not in the list."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Why there is no answer."""

    reason: str


@lru_cache(maxsize=1)
def _schema() -> "type[BaseModel]":
    """The schema of the answer: the fields of Listing 5."""
    from pydantic import BaseModel, Field

    class SelectedNodes(BaseModel):
        """The screens that fulfil the goal."""

        nodes: list[str | int] = Field(description="numbers of the screens, best first", max_length=20)
        confidence: float = Field(description="from 0 to 1")
        reasoning: str = Field(default="", description="one short sentence")

    return SelectedNodes


def ask(
    model: Model, prefix: str, text: str, names: Sequence[Collection[str]], pictures: tuple[Picture, ...] = ()
) -> Answered | Unanswered:
    """Ask the model once. Its faults are returned, not raised.

    Args:
        model: Plays the role `selector`.
        prefix: The task, and the form of the answer.
        text: The goal and the list, from `numbered`.
        names: For each line, the names accepted instead of its number.
        pictures: Of the current screen.
    """
    try:
        value = model.ask(Prompt(prefix, text, pictures, role=_ROLE), _schema()).value
    except (ModelFault, BudgetSpent) as error:
        return Unanswered(error.message)
    nodes: list[str | int] = getattr(value, "nodes", [])
    chosen = [number for node in nodes if (number := _position(node, names)) is not None]
    confidence = float(getattr(value, "confidence", 0.0))
    if not 0 <= confidence <= 1:  # some models answer in percent
        confidence = min(1.0, confidence / 100) if 1 < confidence <= 100 else 0.0
    reasoning = " ".join(str(getattr(value, "reasoning", "")).split())[:400]
    return Answered(tuple(dict.fromkeys(chosen)), confidence, reasoning, len(nodes) - len(chosen))


def numbered(sought: str, goal: str, head: str, lines: Sequence[str]) -> str:
    """The goal after its caption, and a list after its head: a line each, numbered from 1, behind a bar."""
    shown = "\n".join(f"{_FENCE}{number}: {line}" for number, line in enumerate(lines, 1))
    return f"{sought}: {' '.join(goal.split())[:_LONGEST_GOAL]}\n\n{head}\n{shown}"


def within(lines: Sequence[str], most_bytes: int) -> Sequence[str]:
    """As many of the first lines as the bytes allow, at least one."""
    used = 0
    for number, line in enumerate(lines, 1):
        used += len(f"{_FENCE}{number}: {line}\n".encode())
        if number > 1 and used > most_bytes:
            return lines[: number - 1]
    return lines


def _position(node: str | int, names: Sequence[Collection[str]]) -> int | None:
    """The line of an answer: its number, else its exact name; None for what is not in the list."""
    said = str(node).strip().strip("[]#.: ")
    if said.isascii() and said.isdigit():
        number = int(said[:9])
        return number - 1 if 1 <= number <= len(names) else None
    matches = (at for at, called in enumerate(names) if said.casefold() in (name.casefold() for name in called))
    return next(matches, None)
