"""What one of many is called: the row or the list item that a control stands in."""

from sextant.types.screens import Element, Screen

__all__ = ["row_of"]

_ROWS = frozenset({"article", "listitem", "option", "row", "treeitem"})
"""Roles of what stands for one of many."""
_TITLES = frozenset({"heading", "link", "rowheader"})
_SAID = 3
"""A row is told by its name and its first titles: a shop calls one by its price, and its link by the product."""
_LONGEST = 80


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
