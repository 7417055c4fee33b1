"""Describes the position of an element without a name, and of a point: `at the top right, beside "Alerts"`."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sextant.prompts.text import in_quotes
from sextant.text.legible import quoted
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Element, Screen

__all__ = ["lying_at", "places"]

_HOLDERS = frozenset(  # structural: ARIA roles
    {"alertdialog", "article", "dialog", "group", "main", "radiogroup", "region", "row", "table"}
)
_ROWS = frozenset({"article", "group", "listitem", "row"})  # structural: ARIA roles
_CELLS = frozenset({"cell", "gridcell"})  # structural: ARIA roles
_CHOICES = frozenset({"checkbox", "radio", "switch"})  # structural: ARIA roles
_MENTIONED = 40
_NEAR = 200.0
"""Pixels from which a text in the same line no longer tells which element is meant."""
_CONTROL = 40.0
"""A label may stand this much farther away, in pixels, than another control."""


def places(screen: Screen, elements: Sequence[Element]) -> dict[int, str]:
    """By index, the position of each element without a name, and the row of each element with an ambiguous name."""
    seen = [one for one in screen.elements if one.visibility in ("visible", "clipped")]
    said = [one for one in seen if _words(one) and one.role not in _HOLDERS and not _pictured(one)]
    counts = Counter(_words(one) for one in seen if one.role not in _HOLDERS)
    rows = Counter(_words(one) for one in seen if one.role in _HOLDERS)
    found: dict[int, str] = {}
    nameless: list[Element] = []
    for one in elements:
        if not one.markable:
            continue
        if _nameless(one):
            nameless.append(one)
            continue
        if counts[_words(one)] == 1:
            continue
        row = _row(one, screen)
        first = None if row is None else _first_in(row, said, counts, screen)
        if row is not None and first is not None and first != one and rows[_words(screen.elements[row])] != 1:
            found[one.index] = f"in the row of {_quoted(first)}"
    return found | _spots(nameless, seen, said, counts, screen)


def _spots(
    nameless: Sequence[Element],
    seen: Sequence[Element],
    said: Sequence[Element],
    counts: Mapping[str, int],
    screen: Screen,
) -> dict[int, str]:
    """The positions of elements without a name; those that are equal in all else are numbered as they stand."""
    kinds = {(one.role, _words(one)) for one in nameless}
    others = [one for one in seen if one.markable and _nameless(one) and (one.role, _words(one)) in kinds]
    found: dict[int, str] = {}
    for one in (*nameless, *others):
        row = _row(one, screen)
        first = None if row is None else _first_in(row, said, counts, screen)
        found[one.index] = found.get(one.index) or _place(one, first, said, screen)
    twins: dict[tuple[str, str, str], list[int]] = {}
    for one in others:
        twins.setdefault((one.role, _words(one), found[one.index]), []).append(one.index)
    for equal in twins.values():
        for place, index in enumerate(equal if len(equal) > 1 else ()):
            found[index] += f" ({_ordinal(place + 1)} of {len(equal)})"
    return {one.index: found[one.index] for one in nameless}


def _nameless(element: Element) -> bool:
    return not _words(element) or _pictured(element)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _words(element: Element) -> str:
    """The name of an element, without the content of a field."""
    return element.name or element.text or element.hint


def _pictured(element: Element) -> bool:
    """Whether only the name of its picture is known."""
    return bool(element.hint) and not (element.name or element.text or element.affordances & {"type", "select"})


def _place(element: Element, first: Element | None, said: Sequence[Element], screen: Screen) -> str:
    """The position of an element for people: by its row, a text on its line, the head of its column, or a neighbour."""
    box = element.box
    field = bool(element.affordances & {"type", "select"}) or element.role in _CHOICES
    others = [one for one in said if one.index != element.index and not one.box.contains(box.centre)]
    line = [one for one in others if one.box.y <= box.centre.y <= one.box.bottom and _across(one.box, box) < _NEAR]
    heads = [one for one in others if one.role == "columnheader" and one.box.bottom <= box.y + 1]
    head = min((one for one in heads if _across(one.box, box) == 0), key=lambda one: _down(one.box, box), default=None)
    if element.role == "backdrop":  # it lies over whatever stands beside it
        return _corner(box, screen.observation.size)
    parts = [] if field else [_corner(box, screen.observation.size)]
    label = _in_its_cell(element, said, screen) if field else None
    if label is not None:
        parts.append(f"beside {_quoted(label)}")
        head = None  # columns are not below their heads where cells have labels
    if first is not None and first not in (element, label):
        parts.append(f"in the row of {_quoted(first)}")
    elif label is None and (beside := min(line, key=lambda one: _across(one.box, box) + _handicap(one), default=None)):
        parts.append(f"beside {_quoted(beside)}")
    elif label is None and field:
        column = [one for one in others if _across(one.box, box) == 0]
        if near := min(column, key=lambda one: _down(one.box, box) + _handicap(one), default=None):
            parts.append(f"{'under' if near.box.y < box.y else 'above'} {_quoted(near)}")
    if head is not None and f"under {_quoted(head)}" not in parts:
        parts.append(f"under {_quoted(head)}")
    return ", ".join(parts)


def _row(element: Element, screen: Screen) -> int | None:
    """The index of the row or similar container of an element."""
    up = element.parent
    while up is not None and screen.elements[up].role not in _ROWS:
        up = screen.elements[up].parent
    return up


def _first_in(row: int, said: Sequence[Element], counts: Mapping[str, int], screen: Screen) -> Element | None:
    """The first element whose name identifies a row, because it occurs nowhere else; visible ones come first."""
    single = [one for one in said if counts[_words(one)] == 1 and _stands_in(one, row, screen)]
    return min(single, key=lambda one: (not one.text, one.index), default=None)


def _in_its_cell(element: Element, said: Sequence[Element], screen: Screen) -> Element | None:
    """The first text in the table cell of an element, unless another cell of the row has it, too, such as a unit."""
    if element.parent is None or screen.elements[element.parent].role not in _CELLS:
        return None
    found = next((one for one in said if one.parent == element.parent and not one.affordances), None)
    row = None if found is None else _row(element, screen)
    if found is None or row is None:
        return found
    texts = [one for one in said if one.role not in _CELLS and _stands_in(one, row, screen)]
    return found if sum(_words(one) == _words(found) for one in texts) == 1 else None


def _stands_in(element: Element, holder: int, screen: Screen) -> bool:
    up = element.parent
    while up is not None and up > holder:
        up = screen.elements[up].parent
    return up == holder


def _handicap(one: Element) -> float:
    return _CONTROL if one.affordances else 0.0


def _across(one: Box, other: Box) -> float:
    return max(one.x - other.right, other.x - one.right, 0.0)


def _down(one: Box, other: Box) -> float:
    return max(one.y - other.bottom, other.y - one.bottom, 0.0)


def _corner(box: Box, size: Size) -> str:
    rows, columns = ("top", "middle", "bottom"), ("left", "centre", "right")
    row = rows[min(max(int(3 * box.centre.y / max(size.height, 1)), 0), 2)]
    column = columns[min(max(int(3 * box.centre.x / max(size.width, 1)), 0), 2)]
    return f"at the {row} {column}"


def _quoted(element: Element) -> str:
    return quoted(_words(element), _MENTIONED)


def lying_at(screen: Screen, point: Point, worked: bool = False) -> str:
    """`the point lay on text "Total", which takes no touch; nearest that does: button "Save" to the right`.

    A touch that `worked` met something that takes one, whether it is listed or not: then nothing of that is said.
    No index is named: a history is read on later screens, where it may belong to something else.
    """
    shown = [one for one in screen.elements if one.visibility in ("visible", "clipped") and one.box.area > 0]
    under = [one for one in shown if one.box.contains(point) and (one.label or one.affordances)]
    hit = min(under, key=lambda one: one.box.area, default=None)
    lay = "nothing that takes a touch" if hit is None else _named(hit)
    if hit is not None and hit.affordances - {"scroll"}:
        return f"the point lay on {lay}"
    if worked:
        return ""
    takes = [one for one in shown if one.affordances - {"scroll"} and "disabled" not in one.states]
    nearest = min(takes, key=lambda one: _distance(one, point), default=None)
    lay += "" if hit is None else ", which takes no touch"
    if nearest is None:
        return f"the point lay on {lay}"
    return f"the point lay on {lay}; nearest that does: {_named(nearest)} {_side(nearest, point)}"


def _named(element: Element) -> str:
    return f"{element.role} {in_quotes(element.label)}" if element.label else f"{element.role} without a name"


def _distance(element: Element, point: Point) -> float:
    box = element.box
    across = max(box.x - point.x, 0.0, point.x - box.right)
    down = max(box.y - point.y, 0.0, point.y - box.bottom)
    return (across**2 + down**2) ** 0.5


def _side(element: Element, point: Point) -> str:
    box = element.box
    if box.contains(point):
        return "around it"
    sides = {"to the left": point.x - box.right, "to the right": box.x - point.x}
    sides |= {"above": point.y - box.bottom, "below": box.y - point.y}
    return max(sides, key=lambda side: sides[side])
