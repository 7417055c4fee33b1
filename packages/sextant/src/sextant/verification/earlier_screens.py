"""The earlier screens of a run, for a verifier of a claim that cites nothing."""

import re
from typing import Final

from sextant.prompts.listing import list_screen
from sextant.types.screens import Screen
from sextant.verification.citations import Screens

__all__ = ["EARLIER", "earlier_screens"]

EARLIER: Final = 60
"""Steps that are looked back."""
_INDEX: Final = re.compile(r"\[\d+\] ")


def earlier_screens(screens: Screens, step: int, last: Screen) -> str:
    """Return the lines of the screens before that step, the latest first, without indices.

    A line that stands on the last screen or on a later one is left out; so is a screen without further lines.
    """
    known = set(_lines(last))
    found: list[str] = []
    for number in range(step - 1, max(-1, step - 1 - EARLIER), -1):
        screen = screens(number)
        if screen is None:
            continue
        head, *lines = _lines(screen)
        new = [line for line in dict.fromkeys(lines) if line not in known]
        known.update(new)
        if new:
            found.append("\n".join((f"before step {number}: {head}", *new)))
    return "\n\n".join(found)


def _lines(screen: Screen) -> list[str]:
    return [_INDEX.sub("", line, count=1) for line in list_screen(screen, "full").splitlines()]
