"""What can be wrong with a program: before it runs, with every place at once; and while it does."""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant.errors import UsageError

__all__ = ["Problem", "ProgramError", "ProgramStuckError"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. Lines count from 1, columns too."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class ProgramError(UsageError):
    """A text is no program, or one that cannot begin.

    `problems` has every place that is wrong; an author model is given them back.
    """

    def __init__(
        self,
        problems: Sequence[Problem],
        said: str = "This is no program:",
        remedy: str = "Mend these lines; docs/programs.md tells what there is.",
    ) -> None:
        told = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"{said}\n{told}", remedy)
        self.problems = tuple(problems)


class ProgramStuckError(Exception):
    """A program cannot go on: the message says why. The machine adds the line."""
