"""Repairs a program that cannot continue: asks its author for another one, once per place and up to a total limit."""

from collections.abc import Callable

from sextant.program.author import Author
from sextant.program.language import Machine, Program
from sextant.types.codec import from_plain, to_plain
from sextant.types.screens import Screen
from sextant.types.snapshots import Json

__all__ = ["REPAIRS", "Mender", "rewritten"]

REPAIRS = 3
"""Most repairs of the program in one run."""

Report = Callable[[int, str, Program | None], None]
"""Receives the line, the reason of the halt, and the new program; None if there is none."""


def _no_report(line: int, why: str, program: Program | None) -> None:
    """The default report: does nothing."""
    del line, why, program


def _no_begin(why: str) -> None:
    """The default of `begin`: does nothing."""
    del why


class Mender:
    """Asks the author for a changed program if one cannot continue.

    A place is the text of a line. If a line failed for one item of a loop, the author is not asked again for the next
    item. Without an author nothing is repaired, and the run ends there.

    Args:
        author: The author model; None for none.
        most: Most repairs in total.
        report: Called for each try, before it is counted.
        begin: Called before the author is asked, with the line and the reason of the halt.
    """

    def __init__(
        self,
        author: Author | None = None,
        most: int = REPAIRS,
        report: Report = _no_report,
        begin: Callable[[str], None] = _no_begin,
    ) -> None:
        self._author, self._most, self._report, self._begin = author, most, report, begin
        self._places: list[str] = []

    def mended(self, machine: Machine, goal: str, why: str, screen: Screen) -> Program | None:
        """The repaired program; None if there is none.

        Raises:
            ModelFault: The model gave no answer at all; this does not count as a try for the place.
            BudgetSpent: The request would exceed a limit.
        """
        line = machine.line
        place = _written(machine.program.source, line)
        if self._author is None or place in self._places or len(self._places) >= self._most:
            return None
        self._begin(why)
        program = self._author.mend(machine, goal, why, screen).program
        self._places.append(place)
        self._report(line, why, program)
        return program

    def snapshot(self) -> Json:
        return to_plain(list[str], self._places)

    def restore(self, state: Json) -> None:
        self._places = from_plain(list[str], state)


def _written(source: str, line: int) -> str:
    lines = source.splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def rewritten(source: str, written: str) -> str:
    """The lines of a program from the first changed one on; empty if it was not changed."""
    now, before = source.splitlines(), written.splitlines()
    if now == before:
        return ""
    same = next((n for n, (one, other) in enumerate(zip(now, before, strict=False)) if one != other), len(before))
    return "\n".join(now[min(same, len(now) - 1) :])
