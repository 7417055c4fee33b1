"""Where an element without words stands, in words: `at the top right, beside "Alerts"`."""

from collections.abc import Sequence

from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Screen

__all__ = ["places"]

_HOLDERS = frozenset({"alertdialog", "article", "dialog", "group", "main", "radiogroup", "region", "row", "table"})
_CHOICES = frozenset({"checkbox", "radio", "switch"})
_MENTIONED = 40


def places(screen: Screen, elements: Sequence[Element]) -> dict[int, str]:
    """For each of the elements that has no words of its own, where it stands; by index."""
    said = [one for one in screen.elements if _says(one)]
    size = screen.observation.size
    return {one.index: _place(one, said, size) for one in elements if one.interactable and not _words(one)}


def _words(element: Element) -> str:
    """What it is called; what is typed into it is no name."""
    return element.name or element.text or element.hint


def _says(element: Element) -> bool:
    return bool(_words(element)) and element.role not in _HOLDERS and element.visibility in ("visible", "clipped")


def _place(element: Element, said: Sequence[Element], size: Size) -> str:
    """Its label as a person would find it: in its line, at the head of its column, else right above it."""
    box = element.box
    others = [one for one in said if one.index != element.index and not one.box.contains(box.centre)]
    line = [one for one in others if one.box.y <= box.centre.y <= one.box.bottom]
    plain = [one for one in line if not one.affordances]
    parts = [] if element.affordances & {"type", "select"} or element.role in _CHOICES else [_corner(box, size)]
    if beside := min(plain or line, key=lambda one: _gap(one.box, box), default=None):
        parts.append(f"beside {_quoted(beside)}")
    above = [one for one in others if one.box.bottom <= box.y + 1 and one.box.x < box.right and box.x < one.box.right]
    heads = [one for one in above if one.role == "columnheader"]
    if head := min(heads if beside else above, key=lambda one: box.y - one.box.bottom, default=None):
        parts.append(f"under {_quoted(head)}")
    return ", ".join(parts)


def _gap(one: Box, other: Box) -> float:
    return max(one.x - other.right, other.x - one.right, 0.0)


def _corner(box: Box, size: Size) -> str:
    rows, columns = ("top", "middle", "bottom"), ("left", "centre", "right")
    row = rows[min(max(int(3 * box.centre.y / max(size.height, 1)), 0), 2)]
    column = columns[min(max(int(3 * box.centre.x / max(size.width, 1)), 0), 2)]
    return f"at the {row} {column}"


def _quoted(element: Element) -> str:
    words = " ".join(_words(element).split())
    return f'"{words}"' if len(words) <= _MENTIONED else f'"{words[: _MENTIONED - 1]}…"'
