"""`ItemTracker`: recognises which items of a list were not handled yet. Also renders items as text."""

from dataclasses import field

from sextant.dataclass import dataclass
from sextant.elements.refs import collapse
from sextant.program.language import Condition, Machine, NextItem
from sextant.program.program_text import short
from sextant.text.legible import on_one_line
from sextant.types.codec import from_plain, to_plain
from sextant.types.screens import Element, Screen
from sextant.types.snapshots import Json
from sextant.verification import quoted_on

__all__ = ["ITEMS", "OTHERS", "ItemTracker", "items_in_words", "others_in_words"]

ITEMS = "Items that were there before"
"""Title of the prompt section with the previous items, also if the next item is requested only after an answer."""
OTHERS = "On this screen, alike and not among those items"
"""Title of the prompt section with elements that may be further items."""
_MOST, _NEAR = 8, 2.0
_MOST_VALUES, _MOST_OTHERS, _LONGEST = 20, 6, 80
_SEEN = ("visible", "clipped")
Kind = tuple[str, float, float]


@dataclass(slots=True)
class _Seen:
    """The line of the current loop, and the appearance of its items."""

    line: int = 0
    kinds: list[Kind] = field(default_factory=list[Kind])


class ItemTracker:
    """Remembers the appearance of the items of the current loop (role, position and width), if they can be touched.

    It lists similar elements as possible further items. The actor decides whether they are; its decision is final.
    """

    def __init__(self) -> None:
        self._seen = _Seen()

    def against(self, want: NextItem, quote: str, screen: Screen) -> str:
        """Why a quoted item is refused; empty if it is accepted, or nothing is quoted."""
        if self._seen.line != want.line or not want.before:
            self._seen = _Seen(want.line)
        if not quote:
            return ""
        if collapse(quote) in map(collapse, want.before):
            return f"{quote[:80]!r} was there before; name one that was not, or say no"
        element = quoted_on(screen, quote)
        if element is not None and element.affordances:
            self._seen.kinds = [*dict.fromkeys((*self._seen.kinds, _kind(element)))][-_MOST:]
        return ""

    def others(self, want: NextItem, screen: Screen) -> tuple[str, ...]:
        """Visible elements that look like the previous items, but are none of them."""
        if self._seen.line != want.line or not want.before:
            return ()
        before = [collapse(name) for name in want.before]
        found: list[str] = []
        for element in screen.elements:
            label = on_one_line(element.text or element.label)
            touchable = element.visibility in _SEEN and bool(element.affordances)
            alike = touchable and any(_is_like(_kind(element), kind) for kind in self._seen.kinds)
            if alike and label and not any(name in collapse(label) for name in before):
                found.append(label)
        return tuple(dict.fromkeys(found))

    def snapshot(self) -> Json:
        return to_plain(_Seen, self._seen)

    def restore(self, state: Json) -> None:
        self._seen = _Seen() if state is None else from_plain(_Seen, state)


def _kind(element: Element) -> Kind:
    return element.role, element.box.x, element.box.width


def _is_like(kind: Kind, other: Kind) -> bool:
    return kind[0] == other[0] and all(abs(a - b) <= _NEAR for a, b in zip(kind[1:], other[1:], strict=True))


def items_in_words(machine: Machine) -> str:
    """The previous items of each loop whose next item is requested now, or after an answer."""
    told = {want.text: ", ".join(map(short, want.before[-_MOST_VALUES:])) for want in _asked(machine)}
    if len(told) == 1:
        return next(iter(told.values()))
    return "\n".join(f"{collapse(text)[:_LONGEST]}: {there}" for text, there in told.items())


def others_in_words(machine: Machine, rows: ItemTracker, screen: Screen) -> str:
    """Elements that look like previous items of these loops, but are none of them, in screen order."""
    found = dict.fromkeys(name for want in _asked(machine) for name in rows.others(want, screen))
    more = f" and {len(found) - _MOST_OTHERS} more" if len(found) > _MOST_OTHERS else ""
    return ", ".join(short(name, _LONGEST) for name in list(found)[:_MOST_OTHERS]) + more


def _asked(machine: Machine) -> tuple[NextItem, ...]:
    """The requests for a next item, now or after an answer, of loops that already had items; each loop once."""
    ways = [True, False] if isinstance(machine.want, Condition | NextItem) else [True]
    asked = [machine.want, *(machine.ahead(yes).want for yes in ways)]
    loops = {want.text: want for want in reversed(asked) if isinstance(want, NextItem) and want.before}
    return tuple(loops.values())
