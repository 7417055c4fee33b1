"""Masks the parts of a text that change with time: clocks with seconds and relative times, in all CLDR languages."""

import re
from functools import cache, lru_cache
from importlib.resources import files

__all__ = ["mask_times"]

_CLOCK = re.compile(r"\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?\b")
_NUMBER = re.compile(r"\s*(\d+)\s*")

_Ends = tuple[str, str]
"""The characters before and after a number, without spaces; empty if a pattern has none there."""


@lru_cache(maxsize=1024)
def mask_times(text: str) -> str:
    """Replace each clock with seconds and each relative time by `~`: `saved ~` for `saved 3 seconds ago`.

    Only seconds and minutes; `2 hours ago` is stable enough. Pure.
    """
    if not any(sign.isdigit() for sign in text):
        return text
    whole = _CLOCK.sub("~", text)
    written, at = list[str](), 0
    for number in _NUMBER.finditer(whole):
        span = _around(whole, number)
        if span is not None and span[0] >= at:
            written += [whole[at : span[0]], "~"]
            at = span[1]
    return "".join((*written, whole[at:]))


def _around(text: str, number: re.Match[str]) -> tuple[int, int] | None:
    """Return start and end of the longest relative time around a number; None if there is none."""
    start, end = number.span()
    before, after = text[max(0, start - 1) : start].casefold(), text[end : end + 1].casefold()
    spans: list[tuple[int, int]] = []
    for ends in ((before, after), ("", after), (before, "")):
        for left, right in _patterns().get(ends, ()) if any(ends) else ():
            first = start - len(left) if left else number.start(1)
            last = end + len(right) if right else number.end(1)
            same = text[first:start].casefold() == left and text[end:last].casefold() == right
            if same and not _goes_on(text, first) and not _goes_on(text, last):
                spans.append((first, last))
    return max(spans, key=lambda span: span[1] - span[0], default=None)


def _goes_on(text: str, at: int) -> bool:
    """Whether a position is within a word, in scripts that separate words by spaces."""
    return 0 < at < len(text) and all(
        sign.isalpha() and (sign.islower() or sign.isupper()) for sign in text[at - 1 : at + 1]
    )


@cache
def _patterns() -> dict[_Ends, tuple[tuple[str, str], ...]]:
    """Return the texts before and after the number, without adjacent spaces, by the characters next to it."""
    held: dict[_Ends, tuple[tuple[str, str], ...]] = {}
    lines = files("sextant.text").joinpath("relative_times.txt").read_text(encoding="utf-8").splitlines()
    for left, _, right in (line.casefold().partition("{0}") for line in lines):
        left, right = left.rstrip(), right.lstrip()
        ends = (left[-1:], right[:1])
        held[ends] = (*held.get(ends, ()), (left, right))
    return held
