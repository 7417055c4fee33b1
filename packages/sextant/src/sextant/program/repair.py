"""What is done where a program cannot go on: another one is asked for, once for each place and so often in all."""

from collections.abc import Callable

from sextant.program.author import Author
from sextant.program.language import Machine, Program
from sextant.types.codec import from_plain, to_plain
from sextant.types.screens import Screen
from sextant.types.snapshots import Json

__all__ = ["REPAIRS", "Mender", "rewritten"]

REPAIRS = 3
"""So many times a run's program may be mended."""

Report = Callable[[int, str, Program | None], None]
"""Takes the line, why it could not go on, and the program that goes on instead; None where there is none."""


def _untold(line: int, why: str, program: Program | None) -> None:
    """Nobody listens."""
    del line, why, program


def _unwatched(why: str) -> None:
    """Nobody watches."""
    del why


class Mender:
    """Asks an author for a changed program where one cannot go on.

    A place is a line as it is written: what failed once for one item of a loop is not asked about again for the next.
    Without an author nothing is mended, and the run ends where it stands.

    Args:
        most: How often in all.
        report: Told of every try, before it counts.
        begin: Told why it cannot go on, and at which line, before the author is asked.
    """

    def __init__(
        self,
        author: Author | None = None,
        most: int = REPAIRS,
        report: Report = _untold,
        begin: Callable[[str], None] = _unwatched,
    ) -> None:
        self._author, self._most, self._report, self._begin = author, most, report, begin
        self._places: list[str] = []

    def mended(self, machine: Machine, goal: str, why: str, screen: Screen) -> Program | None:
        """The program to go on with here; None where there is none to be had.

        Raises:
            ModelFault: No answer could be had at all; the place was not asked about.
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
    """The lines of a program from the first that is not as it was written; empty where it was not changed."""
    now, before = source.splitlines(), written.splitlines()
    if now == before:
        return ""
    same = next((n for n, (one, other) in enumerate(zip(now, before, strict=False)) if one != other), len(before))
    return "\n".join(now[min(same, len(now) - 1) :])
