"""Keyboards that a page draws itself: known by their keys, a letter each in rows, whatever their language."""

from collections.abc import Sequence

from sextant.types.screens import Element, Screen

__all__ = ["keys_on"]

_LETTERS = 20
"""Fewer letters are a game or a pad for numbers."""
_ROWS, _IN_A_ROW = 3, 5


def keys_on(screen: Screen) -> Sequence[Element]:
    """The keys of the drawn keyboard, in document order; empty where there is none.

    Its letters stand there once each, in rows, and lead nowhere. What can be touched among or right beside them
    belongs to it.
    """
    seen = [one for one in screen.elements if one.interactable and one.visibility in ("visible", "clipped")]
    takes = [one for one in seen if "type" not in one.affordances and not one.href]
    letters = [one for one in takes if len(one.label) == 1 and one.label.isalpha()]
    if len(letters) < _LETTERS or len({one.label.casefold() for one in letters}) < len(letters):
        return ()
    height = max(one.box.height for one in letters)
    lines: list[list[Element]] = []
    for one in sorted(letters, key=lambda one: one.box.centre.y):
        if not lines or one.box.centre.y > lines[-1][0].box.centre.y + height / 2:
            lines.append([])
        lines[-1].append(one)
    if sum(len(line) >= _IN_A_ROW for line in lines) < _ROWS:
        return ()
    top, bottom = min(one.box.y for one in letters) - height, max(one.box.bottom for one in letters) + height * 1.5
    left, right = min(one.box.x for one in letters) - height, max(one.box.right for one in letters) + height

    def among(one: Element) -> bool:
        centre, low = one.box.centre, one.box.height <= height * 1.5
        above = centre.y < top + height and len(one.label) > 1  # a row of digits, but no button over the keyboard
        return low and left < centre.x < right and top < centre.y < bottom and not above

    return [one for one in takes if among(one)]
