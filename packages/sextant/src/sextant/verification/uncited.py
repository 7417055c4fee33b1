"""Claims that cite nothing: the earlier screens that the verifier sees then, and whether its quotes stand there."""

import re
from typing import Final

from sextant.prompts.listing import list_screen
from sextant.types.decisions import Citation, Requirement
from sextant.types.screens import Screen
from sextant.verification.citations import ClaimScreen, Exhibit, Screens, exhibit, plain_kind, shown_by

__all__ = ["earlier_screens", "misquoted"]

_EARLIER: Final = 60
"""Steps that are looked back."""
_MOST_PIECES: Final = 24
_AROUND: Final = 2
"""Lines before and after a new one: what it belongs to."""
_INDEX: Final = re.compile(r"\[\d+\] ")


def earlier_screens(screens: Screens, step: int, last: Screen) -> str:
    """Return the lines of the screens before that step, the latest first, without indices.

    Lines that stand on the last screen or on a later one are left out, but for the neighbours of others, as in a
    comparison of texts; so is a screen without further lines.
    """
    known = set(_lines(last))
    found: list[str] = []
    for number in range(step - 1, max(-1, step - 1 - _EARLIER), -1):
        screen = screens(number)
        if screen is None:
            continue
        head, *lines = _lines(screen)
        new = [place for place, line in enumerate(lines) if line not in known]
        near = {near for place in new for near in range(place - _AROUND, place + _AROUND + 1)}
        known.update(lines)
        if new:
            told = (line for place, line in enumerate(lines) if place in near)
            found.append("\n".join((f"before step {number}: {head}", *told)))
    return "\n\n".join(found)


def misquoted(quotes: str, requirement: Requirement, sight: ClaimScreen) -> str:
    """Return why the lines that a verifier quotes do not show a requirement; empty where they do."""
    pieces = [line.strip() for line in quotes.splitlines() if line.strip()][:_MOST_PIECES] or [""]
    _, problem = shown_by([_located(piece, requirement, sight) for piece in pieces], requirement, sight)
    return f"{requirement.id}: {problem}" if problem else ""


def _located(quote: str, requirement: Requirement, sight: ClaimScreen) -> Citation:
    """A quote without a step as a citation of the latest screen that shows the requirement, else of one that has it."""
    steps = (None, *range(sight.step - 1, max(-1, sight.step - 1 - _EARLIER), -1))
    cited = [Citation(requirement.id, quote, step=step) for step in steps]
    for wanted in (requirement, plain_kind(requirement)):
        found = next((one for one in cited if isinstance(exhibit(one, wanted, sight), Exhibit)), None)
        if found is not None:
            return found
    return cited[0]


def _lines(screen: Screen) -> list[str]:
    return [_INDEX.sub("", line, count=1) for line in list_screen(screen, "full").splitlines()]
