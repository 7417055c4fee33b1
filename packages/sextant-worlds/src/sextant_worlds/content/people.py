"""People, and the cast of a world: who is there, where and when."""

import random
import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from functools import cache

from sextant_worlds.content.lists import People, lists
from sextant_worlds.spec.phone import Currency, Locale


@dataclass(frozen=True, slots=True)
class WorldPerson:
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
    owner: WorldPerson
    people: tuple[WorldPerson, ...]
    city: str


@cache
def people(locale: Locale) -> tuple[WorldPerson, ...]:
    """Everybody there is in a language, in a fixed order; ids and names are unique."""
    known = lists(People)
    return tuple(map(_english, known.en)) if locale == "en" else tuple(_chinese(*entry) for entry in known.zh)


def slug(text: str) -> str:
    """Lower-case id of a text in Latin letters."""
    plain = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ø", "o").replace("ł", "l"))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", kept.lower()).strip("-")[:40]


def _english(name: str) -> WorldPerson:
    parts = name.split()
    given = parts[-1] if parts[0] in lists(People).particles else parts[0]
    return WorldPerson(slug(name), name, given)


def _chinese(name: str, ident: str) -> WorldPerson:
    given = name[2:] if name.startswith(lists(People).double) else name[1:]
    return WorldPerson(ident, name, given if len(given) > 1 else name)
