"""What one note holds of one value, in normal form: all of it, a part, or nothing.

| kind | `complete` where the note holds | `partial` |
|---|---|---|
| code | the whole code | – |
| price, total, number | the number, with the same currency or none beside it | the number with another currency |
| date | day and month, with the same year or none | day and month with another year |
| time | hour and minute | the hour of the 12-hour clock, not said of which half of the day |
| name | the name | – |
| condition, text | this state of the closed list alone | this one and others of the list |
| ordering | all items, in their order | two or more of them in their order |

`none` is another value, or no value. Only values are read: a note that says of the right one that it is wrong holds it.
Letters are compared folded (`sextant.text`), numbers, dates and times in every notation of the locales that are read.
"""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, time
from functools import lru_cache
from itertools import pairwise
from typing import Literal, assert_never

from sextant.text import folded, stands_in
from sextant_worlds.memory.amounts import amounts_in
from sextant_worlds.memory.moments import Clock, days_in, times_in
from sextant_worlds.spec.scenario import FactKind

__all__ = ["Label", "compare"]

Label = Literal["complete", "partial", "none"]


@lru_cache(maxsize=4096)
def compare(gold: str, note: str, kind: FactKind, options: tuple[str, ...] = ()) -> Label:
    """How much of a value a note holds.

    Args:
        gold: The value in canonical form: amounts as shown, dates as ISO 8601, times as `HH:MM`,
            items set apart by `>`. Where it is none of these, its characters are compared.
        note: What was written down, in any of the languages that are read.
        kind: The kind of the value; what the note holds of other kinds is not looked at.
        options: Of a state, the closed list that it is from.
    """
    match kind:
        case "code":
            return _found(_holds_code(gold, note))
        case "price" | "total" | "number":
            return _amount(gold, note)
        case "date":
            return _date(gold, note)
        case "time":
            return _time(gold, note)
        case "name":
            return _found(stands_in(gold, note))
        case "ordering":
            return _ordering([name.strip() for name in gold.split(">")], note)
        case "condition" | "text":
            return _state(gold, note, options)
        case _:
            assert_never(kind)


def _found(holds: bool) -> Label:
    return "complete" if holds else "none"


def _holds_code(gold: str, note: str) -> bool:
    """Whether the code stands there whole; signs between its parts may be left out or be others of their sort."""
    parts = [re.escape(part) for part in re.split("[ -]+", _dashed(gold)) if part]
    whole = rf"(?<![0-9a-z])(?<![0-9a-z]-){'[ -]*'.join(parts)}(?![0-9a-z])(?!-[0-9a-z])"
    return bool(parts) and re.search(whole, _dashed(note)) is not None


def _dashed(text: str) -> str:
    return "".join("-" if unicodedata.category(sign) == "Pd" else sign for sign in folded(text))


def _amount(gold: str, note: str) -> Label:
    wanted = next(iter(amounts_in(gold)), None)
    if wanted is None:
        return _found(_holds_code(gold, note))
    found = [amount for amount in amounts_in(note) if wanted.values[0] in amount.values]
    if any(not wanted.currencies or not one.currencies or wanted.currencies & one.currencies for one in found):
        return "complete"
    return "partial" if found else "none"


def _date(gold: str, note: str) -> Label:
    try:
        wanted = date.fromisoformat(gold)
    except ValueError:
        return _found(stands_in(gold, note))
    found = {day.year for day in days_in(note) if (day.month, day.day) == (wanted.month, wanted.day)}
    return "complete" if {None, wanted.year} & found else "partial" if found else "none"


def _time(gold: str, note: str) -> Label:
    try:
        wanted = time.fromisoformat(gold)
    except ValueError:
        return _found(stands_in(gold, note))
    found = times_in(note)
    if any((clock.hour, clock.minute) == (wanted.hour, wanted.minute) for clock in found):
        return "complete"
    return "partial" if Clock((wanted.hour - 1) % 12 + 1, wanted.minute, certain=False) in found else "none"


def _state(gold: str, note: str, options: Sequence[str]) -> Label:
    """A list that is written down whole says nothing of which state it is."""
    found = [state for state in {gold, *options} if stands_in(state, note)]
    alone = {folded(one) for one in found if not any(one != other and stands_in(one, other) for other in found)}
    return "none" if folded(gold) not in alone else "complete" if len(alone) == 1 else "partial"


def _ordering(items: Sequence[str], note: str) -> Label:
    plain = folded(note)
    places = [plain.find(folded(item)) for item in items if stands_in(item, note)]
    if len(places) < 2 or any(one > other for one, other in pairwise(places)):
        return "none"
    return "complete" if len(places) == len(items) else "partial"
