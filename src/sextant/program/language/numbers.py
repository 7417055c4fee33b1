"""Numbers as people write them: `€1,234.50`, `1.234,50 €`, `12 %`, `1 234`."""

import re

__all__ = ["number_in"]

_NUMBER = re.compile(r"[-−]?\d+(?:[.,'’\u00a0\u202f ]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+")


def number_in(text: str) -> int | float | None:
    """The first number of a text; None where there is none.

    A point or comma before one or two last digits, or the last of two different ones, parts the fraction; groups of
    three are thousands.
    """
    found = _NUMBER.search(text)
    if found is None:
        return None
    sign = -1 if found.group()[0] in "-−" else 1
    written = re.sub(r"['’\u00a0\u202f ]", "", found.group().lstrip("-−"))
    points = [mark for mark in written if mark in ".,"]
    if not points:
        return sign * int(written)
    last = points[-1]
    whole, _, rest = written.rpartition(last)
    groups = len(set(points)) == 1 and (len(points) > 1 or (last == "," and _GROUPED.fullmatch(written) is not None))
    if groups:
        return sign * int(re.sub(r"[.,]", "", written))
    return sign * float(f"{re.sub(r'[.,]', '', whole)}.{rest}")
