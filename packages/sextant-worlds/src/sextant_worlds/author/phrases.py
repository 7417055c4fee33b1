"""Wordings of goals, by family and language: `wordings/FAMILY.yaml`. Test and train share none.

Slots: `<label>` a value, `<app>` where it stands, `<desk>` where answers go, `<labels>` several, `<whole>` several
in one phrase, `<rank>` in which order, `<names>` what is ranked, `<task>` something to do. Ways that end in `_said`
are for tasks that are told rather than ordered (`I am coming to …; accept that`), those in `_clause` for values that
are questions (`what the … cost`).
"""

from collections.abc import Mapping
from functools import cache

from sextant_worlds.author.recipe import Family
from sextant_worlds.content.circle import Locale
from sextant_worlds.data_files import read

__all__ = ["phrases", "synonyms"]


@cache
def phrases(family: Family, locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """The wordings of a family, by what is said. The file of the other family is not opened."""
    return read(dict[Locale, dict[str, tuple[str, ...]]], "sextant_worlds.author", f"wordings/{family}.yaml")[locale]


@cache
def synonyms(locale: Locale) -> Mapping[str, tuple[str, ...]]:
    """Labels of apps, and what else each may be called."""
    return read(dict[Locale, dict[str, tuple[str, ...]]], "sextant_worlds.author", "wordings/synonyms.yaml")[locale]
