"""What a brief says of progress, and of what is no longer as it was left: lines of the form `what [status]: text`."""

import re
from collections.abc import Iterator

from sextant.text import folded
from sextant_worlds.actors.briefing import Line

__all__ = ["position_told", "said_gone"]

_SECTION = "## "
_LISTED = re.compile(r"^ *\[\d+\] ")
_REQUIREMENT = re.compile(r"\brequirement (\d+) \[(\w+)")
_FIELD = re.compile(r'\bfield "(?P<name>[^"]*)"[^\[]*\[(?:lost|empty)\b')
_PAST = ("done", "said")


def position_told(brief: Line) -> int | None:
    """The instruction that the brief says is next; None where it says nothing of that.

    The line about the last step or about what is under way counts, else the first that is open, else the one after the
    last that is done.
    """
    past, left = list[int](), list[int]()
    for line in _stated(brief):
        found = _REQUIREMENT.search(line)
        if found is None:
            continue
        number, over = int(found[1]), found[2] in _PAST
        if not line.startswith("requirement"):
            return number + over
        (past if over else left).append(number)
    ahead = [number for number in left if number not in past]
    if ahead:
        return min(ahead)
    return max(past) + 1 if past else None


def said_gone(brief: Line, *names: str) -> bool:
    """Whether the brief says of a field with one of these names, or of what was typed there, that it is gone."""
    wanted = [folded(name) for name in names if name]
    return any(_FIELD.search(line) and any(name in folded(line) for name in wanted) for line in _stated(brief))


def _stated(brief: Line) -> Iterator[str]:
    """Lines behind the static part that are no elements of the screen."""
    begun = False
    for line in brief.lines:
        begun = begun or line.startswith(_SECTION)
        if begun and not _LISTED.match(line):
            yield line
