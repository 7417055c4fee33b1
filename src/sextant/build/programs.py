"""A program that the settings hold, as the course of a run with the guide beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sextant.contracts import ClaimKeeper, Guide
from sextant.errors import UsageError
from sextant.program.course import ProgramCourse
from sextant.program.language import Program, ProgramStuckError, parse
from sextant.program.telling import ProgramGuide
from sextant.settings import Settings
from sextant.types.decisions import Profile
from sextant.types.tasks import Task

if TYPE_CHECKING:
    from sextant.build.models import Guiding
    from sextant.models import ModelRouter

__all__ = ["Walked", "open_program", "values_of"]


@dataclass(frozen=True, slots=True)
class Walked:
    """The course, and what stands beside it."""

    course: ProgramCourse

    def beside(self, guiding: "Guiding") -> "Guiding":
        """The guides of the settings, and the one that tells the program."""

        def make(profile: Profile, router: "ModelRouter | None") -> tuple[Guide, ...]:
            if profile in ("action-only", "compact"):
                raise UsageError(
                    f"A program asks questions, and the profile {profile!r} has no room for answers.",
                    "Choose another: --set models.profile=lite, or a model with a larger one.",
                )
            return (ProgramGuide(self.course), *guiding(profile, router))

        return make


def open_program(task: Task, settings: Settings, ledger: ClaimKeeper) -> Walked | None:
    """The program that the settings hold; None where they hold none.

    Raises:
        ProgramError: The text is no program.
        UsageError: A value is given that fits no variable.
    """
    if not settings.program.source:
        return None
    program = parse(settings.program.source)
    values = values_of(program, settings.program.values)
    try:
        return Walked(ProgramCourse(task, program, ledger, values))
    except ProgramStuckError as error:
        raise UsageError(f"A value cannot be used: {error}.", "Give a shorter one.") from error


def values_of(program: Program, given: Sequence[str]) -> Mapping[str, str]:
    """Values as they are given on a command line, by variable.

    Raises:
        UsageError: One is not `name=value`, or the program has no variable of that name.
    """
    known = program.variables | set(program.undeclared)
    found: dict[str, str] = {}
    for text in given:
        name, parted, value = text.partition("=")
        name = name.strip()
        if not parted or not name.isidentifier():
            raise UsageError(f"{text!r} gives no variable a value.", "Write it so: --set name=value.")
        if name not in known:
            names = ", ".join(sorted(known)) or "none"
            raise UsageError(f"The program has no variable {name!r}.", f"It has: {names}.")
        found[name] = value
    return found
