"""Where a touch on an element last worked: the last rung of the ladder (LongHorizonUI, section 2.4 and figure 5b)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sextant.types.actions import Hold, Tap
from sextant.types.geometry import Box, Point, Size
from sextant.types.refs import resolve
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

__all__ = ["Hints"]

_KNOWN = 500
"""Elements kept in mind; the oldest is forgotten first."""
_SAME = 2.0
"""Pixels by which a box may differ in place and size and still be the same layout."""


@dataclass(frozen=True, slots=True)
class _Hint:
    x: float
    y: float
    box: tuple[float, float, float, float]
    size: tuple[float, float]

    def fits(self, box: Box, size: Size) -> bool:
        """Whether the layout is as it was: what worked in another place says nothing of this one."""
        if self.size != (size.width, size.height):
            return False
        now = (box.x, box.y, box.right, box.bottom)
        return all(abs(one - other) <= _SAME for one, other in zip(self.box, now, strict=True))


class Hints:
    """Points at which elements were touched and it worked, by screen and element. Stateful, resumable."""

    def __init__(self) -> None:
        self._known: dict[str, _Hint] = {}

    def point(self, screen: Screen, ref: ElementRef) -> Point | None:
        """Where a touch on that element of this screen last worked; None where it never did, or the layout changed."""
        hint = self._known.get(_name(screen, ref))
        element = resolve(screen, ref)
        if hint is None or element is None or not hint.fits(element.box, screen.size):
            return None
        return Point(hint.x, hint.y)

    def observe(self, transition: Transition) -> None:
        """Keeps the point of a touch that worked."""
        if transition.effectiveness != "effective" or not transition.attempts:
            return
        attempt = transition.attempts[-1]
        if attempt.point is None or attempt.element is None or not isinstance(attempt.gesture, Tap | Hold):
            return
        element = resolve(transition.before, attempt.element)
        if element is None:
            return
        name, box, size = _name(transition.before, attempt.element), element.box, transition.before.size
        self._known.pop(name, None)
        edges = (box.x, box.y, box.right, box.bottom)
        self._known[name] = _Hint(attempt.point.x, attempt.point.y, edges, (size.width, size.height))
        if len(self._known) > _KNOWN:
            del self._known[next(iter(self._known))]

    def snapshot(self) -> Any:
        return {name: [hint.x, hint.y, *hint.box, *hint.size] for name, hint in self._known.items()}

    def restore(self, state: Any) -> None:
        known: Mapping[str, list[float]] = state
        self._known = {
            str(name): _Hint(n[0], n[1], (n[2], n[3], n[4], n[5]), (n[6], n[7])) for name, n in known.items()
        }


def _name(screen: Screen, ref: ElementRef) -> str:
    return "\n".join((screen.key.app, screen.key.id, ref.role, ref.name, ref.test_id, ref.anchor, str(ref.ordinal)))
