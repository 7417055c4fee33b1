"""Marks the elements of a screen whose touches another element in front would receive."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from sextant.devices.android.views import View
from sextant.types.screens import Element, Visibility

__all__ = ["marked_covered"]

_MOST_COMPARED: Final = 1500
"""With more elements than this, covered elements are not detected."""
_PROBES: Final = ((0.5, 0.5), (0.15, 0.5), (0.85, 0.5), (0.5, 0.2), (0.5, 0.8))


def marked_covered(elements: list[Element], page_of: Mapping[int, View]) -> Iterator[Element]:
    """The elements, marked as covered if another element in front receives their touches."""
    takers = [one for one in elements if one.role == "dialog" or one.affordances - {"scroll"}]
    if len(elements) > _MOST_COMPARED:
        takers = []
    parents = {one.index: one.parent for one in elements}
    for element in elements:
        page = page_of.get(element.index)
        over = [
            one
            for one in takers
            if one.index > element.index
            and (page is None or page_of.get(one.index) is not page)
            and one.box.intersection(element.box) is not None
        ]
        seen: Visibility = element.visibility
        if over and all(_taken(element, over, parents.get, x, y) for x, y in _PROBES):
            seen = "covered"
        yield element if seen == element.visibility else replace(element, visibility=seen)


def _taken(
    element: Element, over: Sequence[Element], parent_of: Callable[[int], int | None], x: float, y: float
) -> bool:
    point = element.box.at(x, y)
    return any(one.box.contains(point) and not _stands_in(one.index, element.index, parent_of) for one in over)


def _stands_in(index: int, holder: int, parent_of: Callable[[int], int | None]) -> bool:
    above = parent_of(index)
    while above is not None and above > holder:
        above = parent_of(above)
    return above == holder
