"""Whether a text speaks of other figures or days than a goal: `1 teapot` where three are wanted."""

import re
from collections.abc import Iterator

from sextant.program.asked import words_of
from sextant.types.refs import collapse

__all__ = ["disagrees"]

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_BEFORE = re.compile(r"([^\W\d_]+)(?:\W+(?:of|by|to|von|um))?\W*$")
_AFTER = re.compile(r"^\W*([^\W\d_]+)")
_DAYS = words_of(["monday tuesday wednesday thursday friday saturday sunday"]) | words_of(
    ["montag dienstag mittwoch donnerstag freitag samstag sonntag"]
)


def disagrees(text: str, goal: str) -> bool:
    """Whether a text has, beside the same word, another number than the goal, or other days of the week."""
    said, wanted = collapse(text), collapse(goal)
    days, asked = _DAYS & words_of([said]), _DAYS & words_of([wanted])
    if days and asked and not days & asked:
        return True
    mine, theirs = list(_placed(said)), list(_placed(wanted))
    beside = {place for place, _ in mine} & {place for place, _ in theirs}
    return bool(beside) and not any(_figures(mine, place) & _figures(theirs, place) for place in beside)


def _figures(found: list[tuple[tuple[str, str], str]], place: tuple[str, str]) -> set[str]:
    return {figure for where, figure in found if where == place}


def _placed(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Each number with the telling word before it, and with the one after it, by their stems."""
    for found in _NUMBER.finditer(text):
        before, after = _BEFORE.search(text[: found.start()]), _AFTER.search(text[found.end() :])
        for side, word in (("before", before), ("after", after)):
            for stem in words_of([word[1]]) if word else ():
                yield (side, stem), found[0]
