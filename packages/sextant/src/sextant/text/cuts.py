"""Recognises texts that were cut, and finds what of a known value stands before the mark of a cut, in linear time."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["MARK", "begun", "is_cut"]

MARK: Final = "\u2026"
"""The mark of a cut. Apps end labels in it too."""
_LEAST_CUT: Final = 24
"""Less than the shortest text that is cut before it is searched (30, some invisible): a shorter one is an app's own."""
_BOUNDS: Final = {sign: re.compile(rf"(?<!\\){sign}") for sign in '"\n'}
"""What ends a quoted text or a line: if it stands right behind a mark, the cut text begins after the last one."""


def is_cut(text: str, start: int, end: int) -> bool:
    """Whether the text before a mark is as long as cut texts are, in UTF-16 units, which pages count."""
    first = max(0, start - _LEAST_CUT)
    bound = _BOUNDS.get(text[end : end + 1])
    if bound is not None and bound.search(text, first, start):
        return False
    return sum(1 + (sign > "\uffff") for sign in text[first:start]) >= _LEAST_CUT


def begun(form: str, text: str, ends: Sequence[int], least: int) -> Iterator[tuple[int, int]]:
    """Yield where the longest beginning of the form, of at least so many characters, stands before each of the ends.

    Knuth, Morris and Pratt's search: no character is read twice, however often the form's beginning repeats itself.
    """
    if len(form) <= least or form[:least] not in text:
        return
    shorter = _shorter_beginnings(form)
    read = met = 0
    for end in ends:
        if read < end - len(form):
            read, met = end - len(form), 0
        for sign in text[read:end]:
            met = _longer(form, shorter, met, sign)
        read = end
        if met >= least:
            yield end - met, end


def _shorter_beginnings(form: str) -> list[int]:
    """Return, for each beginning of the form, the length of the longest shorter one that ends it."""
    shorter = [0, 0]
    for sign in form[1:]:
        shorter.append(_longer(form, shorter, shorter[-1], sign))
    return shorter


def _longer(form: str, shorter: Sequence[int], met: int, sign: str) -> int:
    """Return the length of the longest beginning of the form that ends with the sign, after one of length `met`."""
    while met and (met == len(form) or form[met] != sign):
        met = shorter[met]
    return met + (form[met] == sign)
