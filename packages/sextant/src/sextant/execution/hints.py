"""Remembers where touches on elements worked: the last rung of the ladder (LongHorizonUI, sec. 2.4 and fig. 5b)."""

from collections.abc import Mapping

from sextant.dataclass import dataclass
from sextant.elements.refs import resolve
from sextant.state import Fold
from sextant.types.actions import Hold, Tap
from sextant.types.events import Event
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import ElementRef, Screen
from sextant.types.transitions import Transition

__all__ = ["HINTS", "Hint", "Hints", "hinted"]

_KNOWN = 500
"""Most elements that are remembered; the oldest is forgotten first."""
_SAME = 2.0
"""Pixels by which a box may differ in position and size in the same layout."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A touched point in pixels, with the element's box and the viewport at that time."""

    x: float
    y: float
    box: tuple[float, float, float, float]
    size: tuple[float, float]

    def fits(self, box: Box, size: Size) -> bool:
        """Whether the layout is the same; in another layout the point means nothing."""
        if self.size != (size.width, size.height):
            return False
        now = (box.x, box.y, box.right, box.bottom)
        return all(abs(one - other) <= _SAME for one, other in zip(self.box, now, strict=True))


Hints = Mapping[str, Hint]
"""Points of touches that worked, by screen and element; the latest last."""


def hinted(hints: Hints, screen: Screen, ref: ElementRef) -> Point | None:
    """The point at which a touch on that element last worked; None if unknown, or if the layout has changed."""
    hint = hints.get(_name(screen, ref))
    element = resolve(screen, ref)
    if hint is None or element is None or not hint.fits(element.box, screen.size):
        return None
    return Point(hint.x, hint.y)


def _fold(state: Hints, event: Event) -> Hints:
    if not isinstance(event, Transition) or event.effectiveness != "effective" or not event.attempts:
        return state
    attempt = event.attempts[-1]
    if attempt.point is None or attempt.element is None or not isinstance(attempt.gesture, Tap | Hold):
        return state
    element = resolve(event.before, attempt.element)
    if element is None:
        return state
    name, box, size = _name(event.before, attempt.element), element.box, event.before.size
    edges = (box.x, box.y, box.right, box.bottom)
    made = Hint(attempt.point.x, attempt.point.y, edges, (size.width, size.height))
    kept = {other: hint for other, hint in state.items() if other != name} | {name: made}
    if len(kept) > _KNOWN:
        del kept[next(iter(kept))]
    return kept


HINTS: Fold[Hints] = Fold("hints", dict[str, Hint], {}, _fold)


def _name(screen: Screen, ref: ElementRef) -> str:
    return "\n".join((screen.key.app, screen.key.id, ref.role, ref.name, ref.test_id, ref.anchor, str(ref.ordinal)))
