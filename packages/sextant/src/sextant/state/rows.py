"""Rows: what one of many is called, and words that span what stands side by side."""

import re
from collections.abc import Iterator, Sequence

from sextant.text import stands_in
from sextant.types.screens import Element, Screen

__all__ = ["row_of", "row_with", "spanned_by"]

_ROWS = frozenset({"article", "listitem", "option", "row", "treeitem"})
"""Roles of what stands for one of many."""
_TITLES = frozenset({"heading", "link", "rowheader"})
_SAID = 3
"""A row is told by its name and its first titles: a shop calls one by its price, and its link by the product."""
_LONGEST = 80
_BETWEEN = re.compile(r"\s*[|,;:·•]\s+|\s+")
"""What a reader writes between two cells."""


def row_of(control: Element, screen: Screen) -> str:
    """What the nearest row or list item around a control is called: its name, and the first titles in it.

    Titles are links, headings and the headers of rows; empty where no row around it has a name or a title.
    """
    for holder in screen.around(control):
        if holder.role in _ROWS:
            others = (one for one in screen.elements if one is not control and one.role in _TITLES)
            titles = (one.label for one in others if any(above is holder for above in screen.around(one)))
            said = list(dict.fromkeys(text[:_LONGEST] for text in (holder.name, *titles) if text))
            if said:
                return " · ".join(said[:_SAID])
    return ""


def row_with(element: Element, screen: Screen) -> Sequence[Element]:
    """What shares a row with an element, itself among it: the row or list item around it with all that it holds.

    Where none is around it, what stands in one line with it in the same region, in view. Empty where it stands alone.
    """
    for holder in (element, *screen.around(element)):
        if holder.role in _ROWS:
            row = [one for one in screen.elements if one is holder or any(up is holder for up in screen.around(one))]
            if len(row) > 1:
                return row
    region = (element.landmark, element.frame)
    line = [one for one in _line(element, _cells(screen)) if (one.landmark, one.frame) == region]
    return line if len(line) > 1 and any(one is element for one in line) else ()


def spanned_by(screen: Screen, quote: str) -> tuple[Element, ...]:
    """The fewest neighbours of one row whose texts say the words together; empty where none do.

    Neighbours are what a row or list item holds, or what stands in one line, in view.
    """
    wanted = _BETWEEN.sub(" ", quote)
    for row in _rows(screen):
        if not _say(row, wanted):
            continue
        while _say(row[1:], wanted):
            row = row[1:]
        while _say(row[:-1], wanted):
            row = row[:-1]
        return tuple(row)
    return ()


def _say(row: Sequence[Element], wanted: str) -> bool:
    return stands_in(wanted, _BETWEEN.sub(" ", " ".join(map(_told, row))))


def _told(element: Element) -> str:
    value = "" if "password" in element.states else element.value
    return element.text or element.name or value


def _rows(screen: Screen) -> Iterator[Sequence[Element]]:
    holders = {one.parent for one in screen.elements}
    cells = [one for one in _cells(screen) if _told(one)]
    for holder in screen.elements:
        if holder.role in _ROWS and holder.index in holders:
            yield [one for one in cells if any(above is holder for above in screen.around(one))]
    for first in cells:
        yield _line(first, cells)


def _cells(screen: Screen) -> Sequence[Element]:
    """What holds nothing else, in view."""
    holders = {one.parent for one in screen.elements}
    return [one for one in screen.elements if one.visibility in ("visible", "clipped") and one.index not in holders]


def _line(first: Element, cells: Sequence[Element]) -> Sequence[Element]:
    """What stands in one line with an element, from left to right."""
    line = [one for one in cells if first.box.y <= one.box.centre.y <= first.box.bottom]
    return sorted(line, key=lambda one: one.box.x)
