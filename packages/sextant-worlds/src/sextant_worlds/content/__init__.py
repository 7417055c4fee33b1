"""What the apps of a world are filled with: people, places, goods, talk, money, in English and Chinese.

Plain data and pickers that take a `random.Random`. `cast` chooses who and where; `minting` gives values that occur
once in a world.
"""

from datetime import date, timedelta

from sextant_worlds.content.lists import Places, lists
from sextant_worlds.content.mint import Chance, Mint, minting
from sextant_worlds.content.people import Cast, WorldPerson, people
from sextant_worlds.spec.phone import Currency, Locale

__all__ = ["Chance", "Mint", "cast", "minting"]


_PEOPLE = 14
_FIRST_DAY = date(2026, 1, 12)
_DAYS = 420
_CURRENCIES: tuple[Currency, ...] = ("EUR", "EUR", "EUR", "USD", "GBP")


def cast(seed: int | str, locale: Locale = "en") -> Cast:
    """The cast of a world: an owner, 14 people with distinct given names, a city, a working day in 2026 or so.

    Equal seeds give equal casts. Its `rng` carries the world's mint (`sextant_worlds.content.mint`), which keeps
    values apart over all apps.
    """
    rng = Chance(f"cast {seed} {locale}")
    everyone = list(people(locale))
    rng.shuffle(everyone)
    chosen: list[WorldPerson] = []
    for person in everyone:
        if all(person.given != other.given for other in chosen):
            chosen.append(person)
        if len(chosen) > _PEOPLE:
            break
    today = _FIRST_DAY + timedelta(days=rng.randrange(_DAYS))
    while today.weekday() > 4:
        today += timedelta(days=1)
    currency: Currency = rng.choice(_CURRENCIES) if locale == "en" else "CNY"
    rng.mint.keep(today.isoformat(), *(person.name for person in chosen))
    return Cast(
        rng=rng,
        locale=locale,
        currency=currency,
        today=today,
        owner=chosen[0],
        people=tuple(chosen[1:]),
        city=rng.choice(lists(Places).cities[locale]),
    )
