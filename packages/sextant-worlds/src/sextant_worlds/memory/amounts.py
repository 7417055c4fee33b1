"""Numbers and amounts of money in a text, by the conventions that CLDR gives (read with babel)."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from sextant.errors import MissingExtra
from sextant.text import folded

try:
    from babel import numbers
except ModuleNotFoundError as error:
    raise MissingExtra("babel", "worlds") from error

__all__ = ["CURRENCIES", "Amount", "amounts_in"]

CURRENCIES = ("EUR", "USD", "GBP", "CNY")
"""Those that worlds use; the name of another one is a word like any other."""
_NAMED_IN = ("en", "zh", "de", "fr")
_POINT, _COMMA = "en", "de"
"""Locales of which one groups by commas and the other by points; spaces and apostrophes do nothing but group."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as written. `values`: each way to read it, `1.250` being one and a quarter or a thousand and more."""

    values: tuple[Decimal, ...]
    """The reading with a decimal point comes first."""
    currencies: frozenset[str] = frozenset()
    """Which the sign or name beside it may stand for; empty where there is none."""


def amounts_in(text: str) -> tuple[Amount, ...]:
    """Every number of a text that is no part of a code, a date or a time."""
    plain = folded(text).replace("’", "'").replace("\N{MINUS SIGN}", "-")
    found: list[Amount] = []
    for match in _pattern().finditer(plain):
        digits = f"{match['sign']}{match['number']}".replace(" ", "").replace("'", "")
        values = tuple(dict.fromkeys(_readings(digits)))
        if values:
            mark = match["before"] or match["after"] or ""
            found.append(Amount(values, _marks().get(mark, frozenset())))
    return tuple(found)


def _readings(digits: str) -> Iterator[Decimal]:
    for locale in (_POINT, _COMMA):
        with suppress(numbers.NumberFormatError):
            yield numbers.parse_decimal(digits, locale, strict=True)


@cache
def _marks() -> dict[str, frozenset[str]]:
    """By sign, code or name of a currency: the currencies it stands for."""
    found: dict[str, frozenset[str]] = {}
    for currency in CURRENCIES:
        for locale in _NAMED_IN:
            names = [numbers.get_currency_name(currency, count, locale) for count in (None, 1, 2)]
            for mark in (currency, numbers.get_currency_symbol(currency, locale), *names):
                found[folded(mark)] = found.get(folded(mark), frozenset()) | {currency}
    return found


@cache
def _pattern() -> re.Pattern[str]:
    """A number with its currency; digits joined to others by a sign of dates, times or codes are none.

    A sign that stands apart from the number before and joined to the one after (`gate 2 £5`) is the latter's.
    """
    mark = "|".join(re.escape(mark) for mark in sorted(_marks(), key=len, reverse=True))
    return re.compile(
        rf"(?<![0-9a-z_])(?<![0-9a-z][-/:.,'])(?P<sign>-?)(?:(?P<before>{mark}) ?)?"
        r"(?P<number>[0-9]{1,3}(?:[ '][0-9]{3})+(?:[.,][0-9]+)?|[0-9]+(?:[.,'][0-9]+)*)"
        rf"(?![0-9])(?![-/:][0-9a-z])(?:(?! (?:{mark})[0-9]) ?(?P<after>{mark})(?![a-z])|(?![a-z]+-?[0-9]))"
    )
