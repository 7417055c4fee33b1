"""Rows of lists and tables: their names, their elements, and texts that span several elements."""

import re
from collections.abc import Iterator, Sequence

from sextant.text import stands_in
from sextant.types.screens import Element, Screen

__all__ = ["elements_spanning", "row_elements", "row_name"]

_ROWS = frozenset({"article", "listitem", "option", "row", "treeitem"})
"""Roles of rows and list items."""
_TITLES = frozenset({"heading", "link", "rowheader"})
_CELLS = frozenset({"cell", "gridcell"})  # structural: ARIA roles
_MOST_TITLES = 3
"""The most parts of a row's name. A row may be named by its price, and its link by the product."""
_LONGEST = 80
_BETWEEN = re.compile(r"\s*[|,;:·•]\s+|\s+")
"""Separators that a quote may have between two cells."""


def row_name(control: Element, screen: Screen) -> str:
    """The name of the nearest row or list item around a control, with the first titles in it.

    Titles are links, headings and row headers. Empty if no enclosing row has a name or a title. Where the name begins
    that of its first cell, such as `Number:`, the cell's stands for it.
    """
    for holder in screen.around(control):
        if holder.role in _ROWS:
            inside = [one for one in screen.elements if any(above is holder for above in screen.around(one))]
            titles = (one.label for one in inside if one is not control and one.role in _TITLES)
            cell = next((one.label for one in inside if one.role in _CELLS), "")
            name = cell if holder.name and cell.startswith(f"{holder.name} ") else holder.name
            said = list(dict.fromkeys(text[:_LONGEST] for text in (name, *titles) if text))
            if said:
                return " · ".join(said[:_MOST_TITLES])
    return ""


def row_elements(element: Element, screen: Screen) -> Sequence[Element]:
    """The elements in the row or list item of an element, including itself.

    Without a row around it, the visible elements on its line in the same region. Empty if it is alone.
    """
    for holder in (element, *screen.around(element)):
        if holder.role in _ROWS:
            row = [one for one in screen.elements if one is holder or any(up is holder for up in screen.around(one))]
            if len(row) > 1:
                return row
    region = (element.landmark, element.frame)
    line = [one for one in _line(element, _cells(screen)) if (one.landmark, one.frame) == region]
    return line if len(line) > 1 and any(one is element for one in line) else ()


def elements_spanning(screen: Screen, quote: str) -> tuple[Element, ...]:
    """The fewest neighbouring elements of one row whose joined texts contain the quote; empty if there are none.

    A row is a row or list item, or the visible elements on one line.
    """
    wanted = _BETWEEN.sub(" ", quote)
    for row in _rows(screen):
        if not _contains_words(row, wanted):
            continue
        while _contains_words(row[1:], wanted):
            row = row[1:]
        while _contains_words(row[:-1], wanted):
            row = row[:-1]
        return tuple(row)
    return ()


def _contains_words(row: Sequence[Element], wanted: str) -> bool:
    return stands_in(wanted, _BETWEEN.sub(" ", " ".join(map(_cell_text, row))))


def _cell_text(element: Element) -> str:
    value = "" if "password" in element.states else element.value
    return element.text or element.name or value


def _rows(screen: Screen) -> Iterator[Sequence[Element]]:
    holders = {one.parent for one in screen.elements}
    cells = [one for one in _cells(screen) if _cell_text(one)]
    for holder in screen.elements:
        if holder.role in _ROWS and holder.index in holders:
            yield [one for one in cells if any(above is holder for above in screen.around(one))]
    for first in cells:
        yield _line(first, cells)


def _cells(screen: Screen) -> Sequence[Element]:
    """The visible elements without children."""
    holders = {one.parent for one in screen.elements}
    return [one for one in screen.elements if one.visibility in ("visible", "clipped") and one.index not in holders]


def _line(first: Element, cells: Sequence[Element]) -> Sequence[Element]:
    """The cells on the line of an element, from left to right."""
    line = [one for one in cells if first.box.y <= one.box.centre.y <= first.box.bottom]
    return sorted(line, key=lambda one: one.box.x)
