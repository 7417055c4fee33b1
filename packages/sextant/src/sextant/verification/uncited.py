"""Claims that cite nothing: the earlier screens that the verifier sees then, and whether its quotes stand there."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sextant.prompts.listing import list_screen
from sextant.text import folded
from sextant.types.decisions import Citation, Requirement
from sextant.types.screens import Screen
from sextant.verification.citations import ClaimScreen, Exhibit, Screens, exhibit, plain_kind, shown_by

__all__ = ["earlier_screens", "misquoted"]

_EARLIER: Final = 60
"""Steps that are looked back."""
_MOST_PIECES, _MOST_PLACES = 24, 8
_WORD: Final = re.compile(r"\w+")
_AROUND: Final = 2
"""Lines before and after a new one: what it belongs to."""
_INDEX: Final = re.compile(r"^(\s*)\[\d+\] ")


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


def misquoted(quotes: Sequence[tuple[str, Requirement]], sight: ClaimScreen) -> str:
    """Return why the lines that a verifier quotes for requirements do not show them; empty where they do."""
    back = range(sight.step - 1, max(-1, sight.step - 1 - _EARLIER), -1)
    screens = {step: screen for step in (sight.step, *back) if (screen := sight.at(step)) is not None}
    words = {step: _words("\n".join(_lines(screen))) for step, screen in screens.items()}
    near = replace(sight, screens=screens.get)
    for said, requirement in quotes:
        pieces = [line.strip() for line in said.splitlines() if line.strip()][:_MOST_PIECES] or [""]
        cited = [_located(piece, requirement, near, words) for piece in pieces]
        _, problem = shown_by(cited, requirement, near)
        if problem:
            return f"{requirement.id}: {problem}"
    return ""


def _located(quote: str, requirement: Requirement, sight: ClaimScreen, words: Mapping[int, frozenset[str]]) -> Citation:
    """A quote without a step as a citation of the latest screen that shows the requirement, else of one that has it."""
    here, wanted = Citation(requirement.id, quote), _words(quote)
    steps = [step for step in words if step != sight.step and wanted <= words[step]]
    cited = [here, *(replace(here, step=step) for step in steps[:_MOST_PLACES])]
    for kind in (requirement, plain_kind(requirement)):
        found = next((one for one in cited if isinstance(exhibit(one, kind, sight), Exhibit)), None)
        if found is not None:
            return found
    return here


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(folded(text)))


def _lines(screen: Screen) -> list[str]:
    return [_INDEX.sub(r"\1", line) for line in list_screen(screen, "full").splitlines()]
