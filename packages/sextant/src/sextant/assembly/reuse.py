"""The position of a program's course, for the actor that repeats its leaves."""

from collections.abc import Iterator, Mapping
from typing import Any

from sextant.actors.reuse import ProgramPosition, ReusingActor
from sextant.program.branches import LEVELS, ROOT
from sextant.program.course import NAME, ProgramCourse
from sextant.program.language import End, Halt, LeafRequest, Machine, Missing
from sextant.program.language.values import as_text
from sextant.protocols import Actor
from sextant.types.screens import Element, Screen
from sextant.verification import quoted_on

__all__ = ["reusing"]

_LONGEST = 200
"""So many characters a value may have that is looked for in labels and texts."""


def reusing(actor: Actor, course: ProgramCourse) -> ReusingActor:
    """Wraps an actor, so that leaves with a recording are repeated without it."""
    return ReusingActor(actor, _Course(course))


class _Course:
    """Implements `ProgramFollower` for a course."""

    def __init__(self, course: ProgramCourse) -> None:
        self._course = course

    def positions(self) -> tuple[ProgramPosition, ...]:
        machine = self._course.machine
        return tuple(_positions(machine, machine.steps, ROOT, LEVELS))

    def shows(self, screen: Screen, text: str) -> Element | None:
        return quoted_on(screen, text)

    def fields_for(self, branch: str) -> Mapping[str, Any]:
        return {NAME: {"branch": branch}}


def _positions(machine: Machine, count: int, question: str, levels: int) -> Iterator[ProgramPosition]:
    want = machine.want
    if isinstance(want, Missing) and machine.awaits(want.name):
        yield ProgramPosition("open", count, question, question)
    elif isinstance(want, LeafRequest):
        branch = f"{question}.no" if levels else question
        values = _values(machine)
        yield ProgramPosition("leaf", count, question, branch, machine.spot, want.target, values, asked=levels > 0)
        if levels:
            yield from _positions(machine.ahead(True), count + 1, f"{question}.yes", levels - 1)
    elif levels or isinstance(want, End | Halt):
        yield ProgramPosition("other", count, question, question)
    else:
        yield ProgramPosition("open", count, question, question)


def _values(machine: Machine) -> dict[str, str]:
    """The known variables, as texts."""
    known = ((name, *machine.known(name)) for name in machine.variables)
    texts = {name: as_text(value) for name, there, value in known if there and not isinstance(value, bool | None)}
    return {name: text for name, text in texts.items() if 0 < len(text) <= _LONGEST}
