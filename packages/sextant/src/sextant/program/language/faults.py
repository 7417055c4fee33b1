"""Errors of programs: all problems before a program runs, or one while it runs."""

from collections.abc import Sequence

from sextant.dataclass import dataclass
from sextant.errors import UsageError

__all__ = ["Problem", "ProgramError", "ProgramStuckError"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem. Lines and columns are counted from 1."""

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class ProgramError(UsageError):
    """A text is not a valid program, or the program cannot begin.

    `problems` has all problems; the author model receives them.
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
    """A program cannot continue; the message gives the reason. The machine adds the line."""
