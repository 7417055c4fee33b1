"""Numbers as people write them: `€1,234.50`, `1.234,50 €`, `12 %`, `1 234`."""

import re

__all__ = ["number_in"]

_LONGEST = 2000

_NUMBER = (
    r"(?<!\d)(?:[1-9]\d{0,2}(?P<mark>[.,'’\u00a0\u202f ])\d{3}(?:(?P=mark)\d{3})*(?!\d)(?:(?!(?P=mark))[.,]\d+)?"
    r"|\d+(?:[.,]\d+)?)"
)
_SIGN = r"(?:(?<!\w)[-−])?"
_MONEY = r"(?:[€$£¥₹元円]|(?<![^\W\d])(?:EUR|USD|GBP|CHF|CNY|JPY|INR|euros?|dollars?)(?![^\W\d]))"
_AMOUNT = re.compile(
    rf"(?P<before>{_SIGN})\s?{_MONEY}\s?(?P<after>[-−]?)(?P<there>{_NUMBER})"
    rf"|(?P<first>{_SIGN})(?P<here>{_NUMBER.replace('mark', 'other')})\s?{_MONEY}",
    re.IGNORECASE,
)
_FIRST = re.compile(rf"(?P<sign>{_SIGN})(?P<number>{_NUMBER})")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")


def number_in(text: str) -> int | float | None:
    """The number in a text: its first amount with a currency, else its first number; None if there is none.

    A point or comma is the decimal separator. A sign or space before groups of three digits separates thousands, except
    a single point (`1.234` is a fraction). A hyphen after a letter or digit is not a minus (`A-5`). Only the beginning
    of a long text is read.
    """
    text = text[:_LONGEST]
    amount = _AMOUNT.search(text)
    if amount is not None:
        minus = amount["before"] or amount["after"] or amount["first"]
        return _read(bool(minus), amount["there"] or amount["here"])
    first = _FIRST.search(text)
    return None if first is None else _read(bool(first["sign"]), first["number"])


def _read(minus: bool, number: str) -> int | float:
    sign = -1 if minus else 1
    written = re.sub(r"['’\u00a0\u202f ]", "", number)
    points = [mark for mark in written if mark in ".,"]
    if not points:
        return sign * int(written)
    whole, _, rest = written.rpartition(points[-1])
    same = len(set(points)) == 1
    if same and (len(points) > 1 or _GROUPED.fullmatch(written)):
        return sign * int(re.sub(r"[.,]", "", written))
    return sign * float(f"{re.sub(r'[.,]', '', whole)}.{rest}")
