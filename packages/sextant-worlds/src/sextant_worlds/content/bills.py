"""Who takes money, for what, and how much it usually is."""

from dataclasses import dataclass

from sextant_worlds.content.circle import Locale
from sextant_worlds.content.lists import Bills, lists


@dataclass(frozen=True, slots=True)
class Merchant:
    """Somebody who is paid. `low` and `high` in whole euros; `sort` is one of the bills' `sorts`."""

    name: str
    sort: str
    low: int
    high: int
    icon: str


def merchants(locale: Locale) -> tuple[Merchant, ...]:
    """Everybody who takes or pays money, in a fixed order; names are unique."""
    return tuple(
        Merchant(en if locale == "en" else zh, sort, low, high, icon)
        for en, zh, sort, low, high, icon in lists(Bills).merchants
    )
