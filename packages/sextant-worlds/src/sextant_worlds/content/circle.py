"""Who and where: what all apps of one world share."""

import random
from dataclasses import dataclass
from datetime import date
from typing import Literal

Locale = Literal["en", "zh"]
Currency = Literal["EUR", "USD", "GBP", "CNY"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a world."""

    id: str
    name: str
    given: str


@dataclass(frozen=True, slots=True)
class Cast:
    """What the apps of one world share: who is there, where, when; and the only source of chance."""

    rng: random.Random
    locale: Locale
    currency: Currency
    today: date
    owner: Person
    people: tuple[Person, ...]
    city: str
