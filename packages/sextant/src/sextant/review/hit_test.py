"""The element that a touch or a key reaches: the target, one in front of it, or the control that Enter activates."""

from sextant.elements.sight import free_point, taker, visible_part
from sextant.types.actions import (
    Action,
    Answer,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    HandOver,
    InputText,
    KeyboardEnter,
    LongPress,
    Recall,
    Status,
    Target,
    Wait,
)
from sextant.types.geometry import NORMALISED, Point
from sextant.types.screens import Element, Screen

__all__ = [
    "commits",
    "element_at",
    "point_of",
    "pressed",
    "pressed_by_enter",
    "reached",
    "reaches",
    "submits",
    "typed_into",
]

_NEAR = 3.0
"""Tolerance of a touch in pixels: fingers are inexact, and boxes are rounded."""
_SEARCH_ROLES = frozenset({"searchbox", "combobox"})
_PRESSED = frozenset({"button", "link", "menuitem", "option", "tab"})  # structural: ARIA roles
"""What Enter presses when it has the focus."""
_ONE_LINE = frozenset({"text", "email", "tel", "url", "number", "search", "password"})


def reaches(action: Action) -> bool:
    """Whether the action reaches the app; an action that only ends the run does not."""
    return not isinstance(action, Answer | Status | Recall | HandOver | Wait)


def element_at(target: Target, screen: Screen) -> Element | None:
    """The element of a target: by index, or the innermost interactable element under the point."""
    if not isinstance(target, ByPoint):
        return screen.element(target.index)
    point = point_of(target, screen)
    under = _under(point, screen) or _under(point, screen, _NEAR)
    return min(under, key=lambda element: element.box.area, default=None)


def point_of(target: Target, screen: Screen) -> Point:
    """The point of a touch, in pixels."""
    match target:
        case ByPoint():
            return Point(target.x / NORMALISED * screen.size.width, target.y / NORMALISED * screen.size.height)
        case ByRelative() if (element := screen.element(target.index)) is not None:
            return element.box.at(target.x, target.y)
        case ByIndex() if (element := screen.element(target.index)) is not None:
            return free_point(screen, element, visible_part(screen, element))
        case _:
            return Point(-1.0, -1.0)


def typed_into(action: InputText | KeyboardEnter, screen: Screen) -> Element | None:
    """The field that receives the keys: the target, else the focused field."""
    if isinstance(action, InputText) and action.target is not None:
        return element_at(action.target, screen)
    return next((element for element in screen.elements if "focused" in element.states), None)


def pressed(target: Target, screen: Screen) -> Element | None:
    """The control that receives the touch: the topmost one at its point, else the target.

    Of a target that does not lie under its point, such as one out of view, the control within it counts.
    """
    meant = element_at(target, screen)
    point = point_of(target, screen)
    under = [
        element
        for element in screen.elements
        if element.affordances - {"scroll"}
        and element.visibility in ("visible", "clipped")
        and element.box.contains(point)
    ]
    if meant is not None and meant.affordances and meant not in under:
        return taker(screen, meant, point)
    return max(under, key=lambda element: element.index, default=meant)


def reached(action: Action, target: Target, screen: Screen) -> Element | None:
    """The element that an action reaches at one of its targets: of a touch, the control that receives it."""
    return (pressed if isinstance(action, Click | DoubleTap | LongPress) else element_at)(target, screen)


def pressed_by_enter(action: InputText | KeyboardEnter, screen: Screen) -> tuple[Element, ...]:
    """The controls that the Enter key of an action may press; empty without an Enter key, or if they are unknown.

    These are the buttons of a native dialog, the focused button or link, or the default button of the form.
    """
    field = typed_into(action, screen)
    if isinstance(action, InputText) and not _holds_enter(action, field):
        return ()
    if screen.modal is not None:
        return tuple(element for element in screen.elements if element.source == "modal" and element.role == "button")
    if field is not None and field.role in _PRESSED:
        return (field,)
    button = None if field is None or field.enter is None else screen.element(field.enter)
    return () if button is None else (button,)


def submits(element: Element) -> bool:
    """Whether an element is the submit control of a form."""
    return element.role == "button" and element.input_type in ("submit", "image")


def commits(element: Element, screen: Screen) -> bool:
    """Whether touching an element submits a form or answers a native dialog."""
    asks = screen.modal is not None and screen.modal.kind in ("confirm", "beforeunload", "prompt")
    return submits(element) or (asks and element.source == "modal" and element.role == "button")


def _holds_enter(action: InputText, field: Element | None) -> bool:
    """Whether a text contains an Enter key: at its end, or anywhere if the field has one line."""
    one_line = field is not None and (field.input_type in _ONE_LINE or field.role in _SEARCH_ROLES)
    return len(f"{action.text if one_line else action.text[-1:]}x".splitlines()) > 1


def _under(point: Point, screen: Screen, near: float = 0.0) -> list[Element]:
    return [
        element
        for element in screen.elements
        if element.affordances and element.visibility in ("visible", "clipped") and _contains(element, point, near)
    ]


def _contains(element: Element, point: Point, near: float) -> bool:
    box = element.box
    return box.x - near <= point.x <= box.right + near and box.y - near <= point.y <= box.bottom + near
