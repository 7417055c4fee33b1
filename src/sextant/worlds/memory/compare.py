"""One value against one note: complete, partial or none.

`complete`: every core unit of the value is in the note, in any notation of either language, and nothing there
contradicts it. `partial`: some units, or the right value beside another without a choice. `none`: wrong, denied,
replaced, only part of something longer, or absent.

| kind | core units | a unit is wrong, not missing, where |
|---|---|---|
| code | the whole code | any character differs |
| price, total, number | the amount; its currency or unit, where said | the amount differs, is rounded or a bound |
| date | day, month; the year and the weekday, where said | day or month differ |
| time | hour with its half of the day, minute | one of them differs |
| name | each word, by any usual spelling or script | another word stands in its place |
| ordering | every pair of items, by place, relation or list | one pair stands the other way round |
| condition | each state, by any word for it | its opposite or another state of its kind is said |
| text | each thing said, with its own negation | the one thing said is turned round or replaced |

Several values under names of their own are no alternatives: what a note was about is not known. A running total that is
not final is no total; all addends without their sum are `partial`.
"""

from typing import assert_never

from sextant.worlds.memory.amounts import compare_amount
from sextant.worlds.memory.clocks import compare_time
from sextant.worlds.memory.codes import compare_code
from sextant.worlds.memory.days import compare_date
from sextant.worlds.memory.people import compare_name
from sextant.worlds.memory.rankings import compare_ordering
from sextant.worlds.memory.sayings import compare_text
from sextant.worlds.memory.standing import Label
from sextant.worlds.memory.states import compare_condition
from sextant.worlds.spec.scenario import FactKind

__all__ = ["Label", "compare"]


def compare(gold: str, memory: str, kind: FactKind, locale: str = "en", today: str = "") -> Label:
    """How much of a value a note holds, whatever its notation.

    Both languages are read in every note: `locale` is the world's and decides nothing that the note's own signs
    say, so that an English note in a Chinese world is worth as much. `today` is an ISO date; with it, "tomorrow" is
    one too.
    """
    del locale
    if not memory.strip():
        return "none"
    match kind:
        case "code":
            return compare_code(gold, memory)
        case "price" | "total" | "number":
            return compare_amount(gold, memory, kind)
        case "date":
            return compare_date(gold, memory, today)
        case "time":
            return compare_time(gold, memory)
        case "name":
            return compare_name(gold, memory)
        case "ordering":
            return compare_ordering(gold, memory)
        case "condition":
            return compare_condition(gold, memory)
        case "text":
            return compare_text(gold, memory)
        case _:
            assert_never(kind)
