"""Answers: their required form, and anchored patterns that accept every fair notation."""

import re
from collections.abc import Sequence
from datetime import date

from sextant_worlds.spec.scenario import FactKind

__all__ = ["anchored", "joined", "ordered", "pattern", "stands_in"]

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_MONEY = re.compile(r"^-?[€$£¥]?\s?[\d,]+\.\d\d(?:\s?[€$£¥])?$")
_ISO = re.compile(r"^\d{4}-\d\d-\d\d$")
_CURRENCY = r"(?:[€$£¥]|EUR|USD|GBP|CNY|RMB|元|euros?|dollars?|pounds?|yuan)"
_DAYS = r"(?:(?:Mon|Tue|Tues|Wed|Thu|Thur|Thurs|Fri|Sat|Sun)(?:\.|[a-z]*day)?,?\s+)?"


def anchored(body: str) -> str:
    """The pattern for the whole answer, ignoring case and surrounding space; a final full stop is allowed."""
    return rf"^(?i:\s*{body}\s*[.。]?\s*)$"


def joined(parts: Sequence[str]) -> str:
    """Several values in the order asked for, set apart by semicolons (commas are taken, too)."""
    return r"\s*(?:;|；|,|，|、|/)\s*".join(parts)


def ordered(names: Sequence[str]) -> str:
    """Names in an order."""
    return r"\s*(?:>|＞|→|›|,|，|、|;|；)\s*".join(_words(name) for name in names)


def pattern(kind: FactKind, value: str, shown: str) -> str:
    """A pattern for a value as shown, and in the usual notations of its kind; not anchored."""
    found = [_words(shown)]
    if _MONEY.match(shown):
        found.append(_money(shown))
    elif kind == "date" and _ISO.match(value):
        found.append(_date(value))
    elif kind == "time":
        found.append(_time(value if re.match(r"^\d\d?:\d\d$", value) else shown))
    elif kind in ("number", "total"):
        found.append(_number(shown))
    elif kind == "code":
        found.append(r"[\s-]*".join(re.escape(part) for part in re.split(r"[\s-]+", shown) if part))
    return "(?:" + "|".join(dict.fromkeys(part for part in found if part)) + ")"


def stands_in(shown: str, text: str) -> bool:
    """Whether the text contains the value, not as a part of a longer number or word."""
    at = text.find(shown)
    while at >= 0:
        before = text[at - 1] if at else " "
        after = text[at + len(shown)] if at + len(shown) < len(text) else " "
        further = text[at + len(shown) + 1] if at + len(shown) + 1 < len(text) else " "
        joined_before = _joins(before, shown[0])
        joined_after = _joins(after, shown[-1]) or (after in ".," and further.isdigit() and shown[-1].isdigit())
        if not joined_before and not joined_after:
            return True
        at = text.find(shown, at + 1)
    return False


def _joins(one: str, other: str) -> bool:
    return one.isascii() and other.isascii() and one.isalnum() and other.isalnum()


def _words(text: str) -> str:
    return r"\s+".join(re.escape(word) for word in text.split())


def _money(shown: str) -> str:
    digits = re.sub(r"[^\d.]", "", shown)
    whole, _, cents = digits.partition(".")
    grouped = _grouped(whole)
    tail = rf"[.,]{cents}" if cents != "00" else r"(?:[.,](?:00|-))?"
    return rf"{_CURRENCY}?\s*{grouped}{tail}\s*{_CURRENCY}?"


def _grouped(whole: str) -> str:
    """Digits with or without marks between the thousands."""
    parts: list[str] = []
    while len(whole) > 3:
        parts.insert(0, whole[-3:])
        whole = whole[:-3]
    parts.insert(0, whole)
    return r"[,.\s']?".join(parts)


def _number(shown: str) -> str:
    found = re.match(r"^([\d,]+)\s*(\D*)$", shown)
    if found is None:
        return ""
    unit = _words(found[2])
    return _grouped(found[1].replace(",", "")) + (rf"\s*(?:{unit})?" if unit else "")


def _date(iso: str) -> str:
    day = date.fromisoformat(iso)
    name = _MONTHS[day.month - 1]
    month = rf"{name[:3]}(?:{name[3:]})?\.?" if len(name) > 3 else name
    number = rf"0?{day.day}(?:st|nd|rd|th)?"
    year = rf"(?:,?\s*{day.year})?"
    return "|".join(
        (
            re.escape(iso),
            rf"{_DAYS}{number}\.?\s+(?:of\s+)?{month}{year}",
            rf"{_DAYS}{month}\s+{number}{year}",
            rf"(?:{day.year}\s*年\s*)?0?{day.month}\s*月\s*0?{day.day}\s*[日号](?:\s*(?:星期|周).)?",
            rf"0?{day.day}\.0?{day.month}\.{day.year}",
            rf"{day.year}[/.]0?{day.month}[/.]0?{day.day}",
        )
    )


def _time(clock: str) -> str:
    found = re.match(r"^(\d\d?):(\d\d)$", clock)
    if found is None:
        return ""
    hour, minute = int(found[1]), found[2]
    half = "a" if hour < 12 else "p"
    twelve = (hour - 1) % 12 + 1
    return rf"0?{hour}[:.：]{minute}(?:\s*h)?|0?{twelve}[:.]{minute}\s*{half}\.?m\.?|{hour}\s*[点时]\s*{minute}\s*分?"
