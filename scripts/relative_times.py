#!/usr/bin/env python3
"""Writes how every language of CLDR says that something was seconds or minutes ago, or will be.

    .venv/bin/python scripts/relative_times.py > packages/sextant/src/sextant/text/relative_times.txt

Needs babel (the extra `worlds`). A line is a pattern; `{0}` stands for the number.
"""

from collections.abc import Mapping
from typing import cast

from babel import localedata

# Narrow forms (`+5 s`) and those with few letters are written for amounts, too.
UNITS = [f"{unit}{width}" for unit in ("second", "minute") for width in ("", "-short")]


def main() -> None:
    """Prints the patterns, each once."""
    found: set[str] = set()
    for name in localedata.locale_identifiers():
        fields = cast("Mapping[str, Mapping[str, Mapping[str, str]]]", localedata.load(name)["date_fields"])
        for unit in UNITS:
            for direction in ("past", "future"):
                found.update(fields.get(unit, {}).get(direction, {}).values())
    print("\n".join(sorted(one for one in found if one.count("{0}") == 1 and _tells(one))))


def _tells(pattern: str) -> bool:
    """Whether it has enough letters; one sign of a script without capitals is enough."""
    letters = [sign for sign in pattern if sign.isalpha()]
    return len(letters) >= 5 or any(sign.lower() == sign.upper() for sign in letters)


if __name__ == "__main__":
    main()
