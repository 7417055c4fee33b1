"""Dates and times in a text, in every notation that CLDR gives for the locales below (read with babel)."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import time
from functools import cache
from typing import TypeVar, cast

from sextant.errors import MissingExtra
from sextant.text import folded

try:
    from babel import Locale, dates
except ModuleNotFoundError as error:
    raise MissingExtra("babel", "worlds") from error

__all__ = ["LOCALES", "Clock", "Day", "days_in", "times_in"]

LOCALES = ("en", "en_GB", "en_CA", "zh", "de", "fr")
"""The worlds' languages in their usual orders of day and month, ISO 8601 (en_CA), and two neighbours."""
_DATE = frozenset("yMLd")
_TIME = frozenset("hHKkmsabB")
_HOUR, _HALF = frozenset("hHKk"), frozenset("abB")

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Day:
    """A date; without a year where none is written. A year of two digits is one of this century."""

    month: int
    day: int
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day. Not `certain` where it may be one of the morning or of the afternoon, as `6:05`."""

    hour: int
    minute: int
    certain: bool = True


@dataclass(frozen=True, slots=True)
class _Notation:
    """A pattern of CLDR as an expression over folded text, and the numbers that its names stand for."""

    expression: re.Pattern[str]
    months: Mapping[str, int]
    halves: Mapping[str, frozenset[int]]
    """By name of a part of the day: the hours that lie in it."""


def days_in(text: str) -> tuple[Day, ...]:
    """Every date with day and month; each way to read one that is written in figures."""
    return _longest(text, _notations(_is_date), _day)


def times_in(text: str) -> tuple[Clock, ...]:
    """Every time of day."""
    return _longest(text, _notations(_is_time), _clock)


def _longest(
    text: str, notations: tuple[_Notation, ...], read: Callable[[_Notation, Mapping[str, str]], Iterator[_T]]
) -> tuple[_T, ...]:
    """What stands in the text, without what is only a part of something longer: `Dec 5` of `Dec 5, 2026`."""
    plain = folded(text)
    found = {
        (match.start(), match.end(), value)
        for notation in notations
        for match in notation.expression.finditer(plain)
        for value in read(notation, match.groupdict())
    }
    spans = {(start, end) for start, end, _ in found}
    whole = [
        (start, str(value), value)
        for start, end, value in found
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in spans)
    ]
    return tuple(value for _, _, value in sorted(whole, key=lambda one: one[:2]))


def _day(notation: _Notation, parts: Mapping[str, str]) -> Iterator[Day]:
    month = notation.months[parts["name"]] if parts.get("name") else int(parts["month"])
    day, year = int(parts["day"]), parts.get("year")
    if 1 <= month <= 12 and 1 <= day <= 31:
        yield Day(month, day, None if not year else int(year) % 100 + 2000 if len(year) == 2 else int(year))


def _clock(notation: _Notation, parts: Mapping[str, str]) -> Iterator[Clock]:
    hour, minute = int(parts["hour"]), int(parts.get("minute") or 0)
    if hour > 23 or minute > 59:
        return
    if parts.get("half"):
        within = notation.halves[parts["half"]]
        yield from (Clock(guess, minute) for guess in (hour % 12, hour % 12 + 12) if guess in within)
    else:
        yield Clock(hour, minute, certain=not 1 <= hour <= 12)


# Notations, from CLDR


@cache
def _notations(fits: Callable[[str], bool]) -> tuple[_Notation, ...]:
    every = (one for name in LOCALES for one in _of_locale(name, fits))
    return tuple({one.expression.pattern: one for one in every}.values())


def _of_locale(name: str, fits: Callable[[str], bool]) -> Iterator[_Notation]:
    """The patterns of a locale, with the names of all locales of its language: `7 Sep`, `7 Sept`."""
    locale = Locale.parse(name)
    spoken = [one for one in map(Locale.parse, LOCALES) if one.language == locale.language]
    months = {month: number for one in spoken for month, number in _months(one).items()}
    halves = {half: hours for one in spoken for half, hours in _halves(one).items()}
    patterns = [
        one.pattern
        for formats in (locale.datetime_skeletons, locale.date_formats, locale.time_formats)
        for one in cast("Mapping[str, dates.DateTimePattern]", formats).values()
    ]
    for pattern in dict.fromkeys(patterns):
        if fits(pattern):
            yield _Notation(re.compile(_expression(pattern, months, halves)), months, halves)


def _fields(pattern: str) -> frozenset[str]:
    return frozenset(str(part[0]) for kind, part in dates.tokenize_pattern(pattern) if kind == "field")


def _is_date(pattern: str) -> bool:
    """Weekdays stand beside a date, and a notation without them is found there all the same."""
    fields = _fields(pattern)
    return fields <= _DATE and "d" in fields and bool(fields & {"M", "L"})


def _is_time(pattern: str) -> bool:
    fields = _fields(pattern)
    marked = "m" in fields or fields & _HALF or any(kind == "chars" for kind, _ in dates.tokenize_pattern(pattern))
    return fields <= _TIME and bool(fields & _HOUR) and bool(marked)


def _expression(pattern: str, months: Mapping[str, int], halves: Mapping[str, frozenset[int]]) -> str:
    body = "".join(
        _field(str(part[0]), int(part[1]), months, halves)
        if kind == "field"
        else re.escape(folded(f"|{part}|")[1:-1]).replace(r"\ ", " ?")
        for kind, part in dates.tokenize_pattern(pattern)
    )
    return rf"(?<![0-9])(?<![0-9][-/.:])(?<![a-zà-ÿ]){body}(?![0-9])(?![/.:][0-9])"


def _field(sign: str, width: int, months: Mapping[str, int], halves: Mapping[str, frozenset[int]]) -> str:
    if sign in "ML" and width > 2:
        return rf"(?P<name>{_any(months)})\.?"
    if sign in _HALF:
        return f"(?P<half>{_any(halves)})"
    if sign == "y":
        return "(?P<year>[0-9]{2})" if width == 2 else "(?P<year>[0-9]{4})"
    name = {"M": "month", "L": "month", "d": "day", "m": "minute", "s": "second"}.get(sign, "hour")
    return f"(?P<{name}>[0-9]{{2}})" if sign in "ms" else f"(?P<{name}>[0-9]{{1,2}})"


def _any(names: Mapping[str, object]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _months(locale: Locale) -> dict[str, int]:
    """Full and short names, without the point of a short one."""
    contexts = cast("Mapping[str, Mapping[str, Mapping[int, str]]]", locale.months)
    return {
        folded(name).rstrip("."): month
        for context in contexts.values()
        for width in ("abbreviated", "wide")
        for month, name in context.get(width, {}).items()
    }


def _halves(locale: Locale) -> dict[str, frozenset[int]]:
    """Names of the parts of the day, morning and afternoon among them."""
    contexts = cast("Mapping[str, Mapping[str, Mapping[str, str]]]", locale.day_periods)
    named = [context.get(width, {}) for context in contexts.values() for width in ("abbreviated", "wide")]
    found: dict[str, frozenset[int]] = {}
    for hour in range(24):
        parts = {dates.get_period_id(time(hour, minute), locale=locale) for minute in (0, 30)}
        for part in ("am" if hour < 12 else "pm", *parts):
            for name in (names[part] for names in named if part in names):
                found[folded(name)] = found.get(folded(name), frozenset()) | {hour}
    return found
