"""`Rows`: whether a list has more items than those that were named."""

from typing import Any

from sextant.program.language import Item
from sextant.types.codec import from_json, to_json
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen
from sextant.verification import quoted_on

__all__ = ["Rows"]

_MOST, _NEAR = 8, 2.0
_SEEN = ("visible", "clipped")
Kind = tuple[str, float, float]


class Rows:
    """Remembers what the items of the present loop look like, as far as they can be touched.

    That there is no other one is doubted, once, while another element of such a look is in view.
    """

    def __init__(self) -> None:
        self._line, self._kinds, self._doubted = 0, list[Kind](), -1

    def against(self, want: Item, quote: str, screen: Screen) -> str:
        """Why an item that is quoted is not taken, or why, with nothing quoted, there seems to be another one."""
        if self._line != want.line or not want.before:
            self._line, self._kinds, self._doubted = want.line, [], -1
        if not quote:
            return self._left(want, screen)
        if collapse(quote) in map(collapse, want.before):
            return f"{quote[:80]!r} was there before; name one that was not, or say no"
        element = quoted_on(screen, quote)
        if element is not None and element.affordances:
            self._kinds = [*dict.fromkeys((*self._kinds, _kind(element)))][-_MOST:]
        return ""

    def _left(self, want: Item, screen: Screen) -> str:
        count = len(want.before)
        before = [collapse(name) for name in want.before]
        for element in screen.elements if count and self._doubted != count else ():
            label = collapse(element.text or element.label)
            touchable = element.visibility in _SEEN and bool(element.affordances)
            alike = touchable and any(_is_like(_kind(element), kind) for kind in self._kinds)
            if alike and label and not any(name in label for name in before):
                self._doubted = count
                return f"{label[:80]!r} stands there as those before did; name it, or say no again"
        return ""

    def snapshot(self) -> Any:
        return {"line": self._line, "doubted": self._doubted, "kinds": to_json(list[Kind], self._kinds)}

    def restore(self, state: Any) -> None:
        if state is not None:
            self._line, self._doubted = int(state["line"]), int(state["doubted"])
            self._kinds = from_json(list[Kind], state["kinds"])


def _kind(element: Element) -> Kind:
    return element.role, element.box.x, element.box.width


def _is_like(kind: Kind, other: Kind) -> bool:
    return kind[0] == other[0] and all(abs(a - b) <= _NEAR for a, b in zip(kind[1:], other[1:], strict=True))
