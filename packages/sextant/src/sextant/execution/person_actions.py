"""Converts what a person did to the action that an actor would have decided: the reverse of aiming."""

from typing import Final, assert_never

from sextant.dataclass import dataclass
from sextant.elements.refs import called, ref_of
from sextant.elements.sight import is_free
from sextant.execution.target import Encoding
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DeviceAction,
    Direction,
    DoubleTap,
    Drag,
    DragPath,
    Gesture,
    Hold,
    InputText,
    KeyboardEnter,
    LaunchApp,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Pause,
    PressKey,
    Recents,
    Scroll,
    ScrollBy,
    Swipe,
    Tap,
    Target,
    TerminateApp,
    TypeText,
)
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, ElementRef, Screen

__all__ = ["PersonAction", "action_of", "touched"]

_WITHIN: Final = frozenset({"canvas", "slider"})  # structural: ARIA roles
"""Roles of which the touched point matters, not only the element."""
_MOST: Final = 0.25
"""Largest share of the screen of a text that counts as touched."""
_KEYS: Final[dict[str, DeviceAction]] = {
    "enter": KeyboardEnter(),
    "back": NavigateBack(),
    "home": NavigateHome(),
    "recents": Recents(),
}


@dataclass(frozen=True, slots=True)
class PersonAction:
    """An action, its element if one was found, and a description."""

    action: DeviceAction
    description: str
    element: ElementRef | None = None
    encoding: Encoding = "none"
    point: Point | None = None


def touched(screen: Screen, point: Point) -> Element | None:
    """The element that a touch at the point reaches: the smallest uncovered control, else the smallest text."""
    under = [one for one in screen.elements if one.visibility in ("visible", "clipped") and one.box.contains(point)]
    controls = [one for one in under if one.affordances - {"scroll"} and is_free(screen, one, point)]
    largest = screen.size.width * screen.size.height * _MOST
    texts = [one for one in under if one.role in _WITHIN or (one.label and one.box.area <= largest)]
    return min(controls or texts, key=lambda one: one.box.area, default=None)


def action_of(gesture: Gesture, screen: Screen, other: Screen | None = None) -> PersonAction | None:
    """The action on that screen; None for a gesture that no person makes.

    With `other`, it is unknown which of two screens the person saw: an element is named only if both show it there.
    """
    match gesture:
        case Tap():
            at = _Spot.of(gesture.point, screen, other)
            action = DoubleTap(at.target) if gesture.count == 2 else Click(at.target)
            return at.as_action(action, "double tap" if gesture.count == 2 else "tap")
        case Hold():
            at = _Spot.of(gesture.point, screen, other)
            return at.as_action(LongPress(at.target, gesture.seconds), "hold")
        case DragPath():
            return _drag(gesture, screen, other)
        case ScrollBy():
            scroller = None if gesture.point is None else _scroller(screen, gesture.point)
            target = None if scroller is None else ByIndex(scroller.index, screen.digest)
            return PersonAction(
                Scroll(gesture.direction, target, round(gesture.extent, 2)), f"scroll {gesture.direction}"
            )
        case TypeText():
            return _typed(gesture, screen)
        case PressKey():
            return PersonAction(_KEYS[gesture.key], f"press {gesture.key}")
        case LaunchApp():
            return PersonAction(OpenApp(gesture.name), f"open {gesture.name!r}")
        case TerminateApp() | Pause():
            return None
        case _:
            assert_never(gesture)


@dataclass(frozen=True, slots=True)
class _Spot:
    point: Point
    target: Target
    called: str
    element: ElementRef | None
    encoding: Encoding

    @classmethod
    def of(cls, point: Point, screen: Screen, other: Screen | None = None) -> "_Spot":
        found = touched(screen, point)
        if found is not None and other is not None:
            before = touched(other, point)
            found = found if before is not None and ref_of(other, before) == ref_of(screen, found) else None
        if found is None:
            x, y = point.normalised(screen.size)
            return cls(point, ByPoint(round(x, 1), round(y, 1)), "a point", None, "absolute")
        name, ref, box = called(screen, found), ref_of(screen, found), found.box
        if found.role in _WITHIN:
            x, y = (point.x - box.x) / (box.width or 1), (point.y - box.y) / (box.height or 1)
            return cls(point, ByRelative(found.index, round(x, 3), round(y, 3), screen.digest), name, ref, "relative")
        return cls(point, ByIndex(found.index, screen.digest), name, ref, "index")

    def as_action(self, action: DeviceAction, word: str) -> PersonAction:
        return PersonAction(action, f"{word} {self.called}", self.element, self.encoding, self.point)


def _typed(gesture: TypeText, screen: Screen) -> PersonAction:
    if gesture.point is None:
        return PersonAction(InputText(gesture.text), "type")
    fields = [
        one for one in screen.elements if one.box.contains(gesture.point) and one.affordances & {"type", "select"}
    ]
    field = min(fields, key=lambda one: one.box.area, default=None)
    if field is None:
        return PersonAction(InputText(gesture.text), "type", point=gesture.point)
    target = ByIndex(field.index, screen.digest)
    word = "choose in" if "select" in field.affordances else "type into"
    action = InputText(gesture.text, target)
    return PersonAction(action, f"{word} {called(screen, field)}", ref_of(screen, field), "index", gesture.point)


def _drag(gesture: DragPath, screen: Screen, other: Screen | None) -> PersonAction:
    """A drag of a held element or a slider; else a swipe of a scroller, a row or the page."""
    at = _Spot.of(gesture.start, screen, other)
    if gesture.hold_seconds > 0 or isinstance(at.target, ByRelative):
        end = _Spot.of(gesture.end, screen, screen if other is None else other)
        return at.as_action(Drag(at.target, end.target), "drag")
    across, down = gesture.end.x - gesture.start.x, gesture.end.y - gesture.start.y
    level = abs(across) > abs(down)
    direction: Direction = ("right" if across > 0 else "left") if level else ("down" if down > 0 else "up")
    view = Box(0, 0, screen.size.width, screen.size.height)
    scroller = _scroller(screen, gesture.start)
    row = None if at.element is None or not level else touched(screen, gesture.start)
    moved = row if row is not None and row.box.width >= view.width / 2 else scroller
    box = view if moved is None else moved.box.intersection(view) or view
    share = abs(across) / box.width if level else abs(down) / box.height
    target = None if moved is None else ByIndex(moved.index, screen.digest)
    words = f"swipe {direction}" if moved is None else f"swipe {called(screen, moved)} {direction}"
    ref = None if moved is None else ref_of(screen, moved)
    return PersonAction(
        Swipe(direction, target, round(min(1.0, share), 2)),
        words,
        ref,
        "none" if moved is None else "index",
        gesture.start,
    )


def _scroller(screen: Screen, point: Point) -> Element | None:
    """The smallest scroller under the point."""
    under = [one for one in screen.elements if "scroll" in one.affordances and one.box.contains(point)]
    return min(under, key=lambda one: one.box.area, default=None)
