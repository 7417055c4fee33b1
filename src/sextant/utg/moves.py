"""How a hop is carried out on the present screen: touch, or first scroll to it, or first open what hides it."""

from dataclasses import dataclass
from typing import Literal

from sextant.types.actions import (
    Action,
    ByIndex,
    Click,
    Direction,
    DoubleTap,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
)
from sextant.types.refs import resolve
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.exits import closes, reach_of, scroller_of
from sextant.utg.graph import Trigger


@dataclass(frozen=True, slots=True)
class Move:
    """One action towards a hop. `part` says whether it is the hop itself or a preparation of it."""

    action: Action
    part: Literal["hop", "scroll", "open", "uncover"]
    element: Element | None = None


def move(screen: Screen, trigger: Trigger, opener: ElementRef | None) -> Move | None:
    """The next action that carries the trigger out, or None where it cannot be done from this screen."""
    whole = _whole(trigger)
    if whole is not None:
        return whole
    if trigger.element is None:
        return None
    element = resolve(screen, trigger.element)
    if element is not None and element.interactable:
        reach = reach_of(screen, element)
        if reach == "now":
            return _touch(trigger, element, "hop")
        closer = _closer(screen) if element.visibility == "covered" else None
        if closer is not None:
            return Move(Click(ByIndex(closer.index)), "uncover", closer)
        if reach == "scroll":
            return Move(_scroll_to(screen, element), "scroll", element)
    if opener is None or opener == trigger.element:
        return None
    holder = move(screen, Trigger("tap", opener), None)
    if holder is None:
        return None
    return Move(holder.action, "open" if holder.part == "hop" else holder.part, holder.element)


def _whole(trigger: Trigger) -> Move | None:
    """Triggers that are about the device as a whole."""
    match trigger.event:
        case "back":
            return Move(NavigateBack(), "hop")
        case "home":
            return Move(NavigateHome(), "hop")
        case event if event.startswith("open:"):
            return Move(OpenApp(event.removeprefix("open:")), "hop")
        case _:
            return None


def _touch(trigger: Trigger, element: Element, part: Literal["hop", "open"]) -> Move | None:
    target = ByIndex(element.index)
    match trigger.event:
        case "tap":
            return Move(Click(target), part, element)
        case "double_tap":
            return Move(DoubleTap(target), part, element)
        case "hold":
            return Move(LongPress(target), part, element)
        case _:
            return None


def _closer(screen: Screen) -> Element | None:
    """What closes the sheet or dialog that lies over the screen: a control in sight that says so."""
    return next(
        (one for one in screen.elements if one.interactable and one.visibility == "visible" and closes(one)), None
    )


def _scroll_to(screen: Screen, element: Element) -> Scroll:
    """A scroll that brings the element nearer: of what holds it, else of the page."""
    holder = scroller_of(screen, element)
    left, top, right, bottom = 0.0, 0.0, screen.size.width, screen.size.height
    if holder is not None:
        box = holder.box
        left, top = max(left, box.x), max(top, box.y)
        right, bottom = min(right, box.right), min(bottom, box.bottom)
    centre = element.box.centre
    direction: Direction
    if centre.y >= bottom:
        direction = "down"
    elif centre.y <= top:
        direction = "up"
    elif centre.x >= right:
        direction = "right"
    elif centre.x <= left:
        direction = "left"
    else:
        direction = "down" if centre.y > (top + bottom) / 2 else "up"
    return Scroll(direction, None if holder is None else ByIndex(holder.index))
