"""Programs from a model: written for a goal, or repaired while they run.

An answer is accepted only if it is a valid program that can begin; otherwise the model gets the errors and tries again.
Each try is counted in the budget.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sextant.dataclass import dataclass
from sextant.program.author_prompt import MENDING, WRITING
from sextant.program.language import (
    Halt,
    Machine,
    Problem,
    Program,
    ProgramError,
    ProgramLimits,
    parse,
)
from sextant.program.language.values import whole_text
from sextant.program.preflight import ends_at_once, hindrance
from sextant.program.program_text import numbered, path_in_words, variables_in_words
from sextant.protocols import UpdateCall
from sextant.types.decisions import Section
from sextant.types.screens import Screen

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["Author", "Draft"]

TRIES = 4
"""Most tries to write a program; each further try includes the errors of the last one."""
_MOST_PROBLEMS = 12
_LONGEST_SAID = 12_000
_FENCED = re.compile(r"```[^\n`]*\n(.*?)(?:```|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Draft:
    """The result of asking the author. `program` is None if none was valid; `problems` are those of the last try."""

    program: Program | None
    tries: int
    problems: tuple[Problem, ...] = ()


def _no_report(attempt: int, problem: str) -> None:
    """The default report: does nothing."""
    del attempt, problem


class Author:
    """A model that writes programs.

    Args:
        asking: Calls the model of the role `author`.
        tries: Most tries for one program.
        limits: Limits of the program.
        listing: Converts a screen to text.
        again: Called before each further try, with its number and the first error.
        answer: JSON schema of the result of the run; None if any text is valid.
    """

    def __init__(
        self,
        asking: UpdateCall,
        tries: int = TRIES,
        limits: ProgramLimits | None = None,
        listing: Callable[[Screen], str] = lambda screen: screen.title,
        again: Callable[[int, str], None] = _no_report,
        answer: Mapping[str, Any] | None = None,
    ) -> None:
        self._asking, self._tries, self._limits = asking, tries, limits
        self._listing, self._again = listing, again
        self._answer = "" if answer is None else json.dumps(answer, ensure_ascii=False, sort_keys=True)

    def write(self, goal: str, apps: Sequence[str] = ()) -> Draft:
        """Asks for a program for a goal.

        Raises:
            ModelFault: The model gave no answer at all.
            BudgetSpent: The request would exceed a limit.
        """
        told = [Section("Goal", goal, 90), *self._returned(), Section("Apps", "\n".join(apps), 70, 400)]
        return self._ask_until_valid(WRITING, told, lambda program: _doubts(program, self._limits))

    def mend(self, machine: Machine, goal: str, why: str, screen: Screen) -> Draft:
        """Asks for a program to replace a running one. It must keep all begun statements. Raises as `write`."""
        source, line = machine.program.source, machine.line
        told = [
            Section("Goal", goal, 90),
            *self._returned(),
            Section("The program, with the line that it stands at", numbered(source, line), 85, 3000),
            Section("Why it cannot go on", why, 95, 300, untrusted=True),
            Section("Program so far", path_in_words(machine.path), 60, 600, untrusted=True, keep="tail"),
            Section("Variables", variables_in_words(machine, 2200), 70, 800, untrusted=True),
            Section("Screen", self._listing(screen), 50, 1000, untrusted=True),
        ]

        return self._ask_until_valid(MENDING, told, lambda program: _misfits(program, machine))

    def _returned(self) -> list[Section]:
        return [Section("What is returned follows this JSON schema", self._answer, 88, 800)] if self._answer else []

    def _ask_until_valid(
        self, instructions: str, told: Sequence[Section], judged: Callable[[Program], Sequence[Problem]]
    ) -> Draft:
        """Asks until a program has no problems; at the end accepts one with minor problems only."""
        sections, problems = list(told), tuple[Problem, ...]()
        doubtful: Program | None = None
        for attempt in range(1, self._tries + 1):
            if problems:
                self._again(attempt, str(problems[0]))
            answer = self._asking.update(instructions, sections, _form())
            source = "" if answer is None else _program_in(whole_text(str(getattr(answer, "program", ""))))
            program, problems = _read(source, judged)
            if program is not None and not problems:
                return Draft(program, attempt)
            if program is not None and all(_is_mild(problem) for problem in problems):
                doubtful = program
            sections = [
                *told,
                Section("Your last program", numbered(source[:_LONGEST_SAID]), 80, 3000),
                Section("What is wrong with it", "\n".join(map(str, problems[:_MOST_PROBLEMS])), 96, 800),
            ]
        return Draft(doubtful, self._tries, problems)


def _form() -> "type[BaseModel]":
    from pydantic import Field, create_model

    told = "The whole program, as text, and nothing else."
    return create_model("WrittenProgram", program=(str, Field(description=told)))


def _program_in(said: str) -> str:
    """The program in an answer: its longest code fence, else the whole answer."""
    try:
        parse(said)
    except ProgramError:
        pass
    else:
        if not said.lstrip().startswith("```"):
            return said
    fenced = [match[1] for match in _FENCED.finditer(said[: 2 * 10**5])]
    return max(fenced, key=len, default=said)


def _read(source: str, judged: Callable[[Program], Sequence[Problem]]) -> tuple[Program | None, tuple[Problem, ...]]:
    """Parses the program and judges it. Returns None as the program if it is invalid, and the problems."""
    try:
        program = parse(source)
    except ProgramError as error:
        return None, error.problems
    return program, tuple(judged(program))


_MILD = "is read and never given a value"


def _is_mild(problem: Problem) -> bool:
    return _MILD in problem.message


def _doubts(program: Program, limits: ProgramLimits | None) -> tuple[Problem, ...]:
    """The problems of a syntactically valid program: it does nothing, or it cannot begin."""
    hindered = hindrance(program, None, limits)
    if hindered is not None:
        return (hindered,)
    if ends_at_once(program, None, limits):
        return (Problem(1, 1, "the program ends before anything is done"),)
    return _unset(program)


def _misfits(program: Program, machine: Machine) -> tuple[Problem, ...]:
    """The reasons why a program cannot replace a running one, or would not improve it."""
    if program.source.strip() == machine.program.source.strip():
        said = "this is the same program, which cannot go on here; change it from here on"
        return (Problem(machine.line, 1, said),)
    against = machine.objections(program)
    if against:
        return against
    ahead = machine.copy()
    ahead.change(program)
    if isinstance(ahead.want, Halt):
        return (Problem(ahead.want.line, 1, f"it still cannot go on here: {ahead.want.reason}"),)
    return _unset(program, machine.program)


def _unset(program: Program, before: Program | None = None) -> tuple[Problem, ...]:
    """Names that are read but never set, except those of the previous program."""
    known = set[str]() if before is None else {*before.undeclared, *before.variables}
    return tuple(
        Problem(line, 1, f'`{name}` {_MILD}; set it before, or say what it is: {name} = var("…")')
        for name, line in program.undeclared.items()
        if name not in known
    )
