"""Names of people from many cultures, as a phone book of a large city would hold them."""

import re
import unicodedata
from functools import cache

from sextant_worlds.content.circle import Locale, Person
from sextant_worlds.content.lists import People, lists


@cache
def people(locale: Locale) -> tuple[Person, ...]:
    """Everybody there is in a language, in a fixed order; ids and names are unique."""
    known = lists(People)
    return tuple(map(_english, known.en)) if locale == "en" else tuple(_chinese(*entry) for entry in known.zh)


def slug(text: str) -> str:
    """Lower-case id of a text in Latin letters."""
    plain = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("ø", "o").replace("ł", "l"))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", kept.lower()).strip("-")[:40]


def _english(name: str) -> Person:
    parts = name.split()
    given = parts[-1] if parts[0] in lists(People).particles else parts[0]
    return Person(slug(name), name, given)


def _chinese(name: str, ident: str) -> Person:
    given = name[2:] if name.startswith(lists(People).double) else name[1:]
    return Person(ident, name, given if len(given) > 1 else name)
