"""Executes a hop on the current screen: touch, scroll towards it, or open what hides it."""

from collections.abc import Collection, Sequence
from typing import Literal

from sextant.dataclass import dataclass
from sextant.elements.refs import ref_of, resolve
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    Click,
    Direction,
    DoubleTap,
    LongPress,
    NavigateBack,
    NavigateHome,
    OpenApp,
    Scroll,
)
from sextant.types.geometry import NORMALISED, Box
from sextant.types.screens import Element, ElementRef, Screen, ScrollExtent
from sextant.utg.exclusions import element_excluded, exclusion_of, unguarded
from sextant.utg.exits import COVERED, closes, covered_share, plain, reach_of, scroller_of
from sextant.utg.graph import Trigger

_PROBES = ((0.5, 0.5), (0.9, 0.5), (0.1, 0.5))
_SHORTEST, _FARTHEST = 0.1, 20.0
"""Least and most screenfuls of one scroll: less is no gesture, and models may ask for no more."""
_MIDDLE = 0.25
"""Share of the screen from its middle within which no bar of a page stands."""
HAIR = 1.0
"""Pixels by which rounding alone can make a page too long."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action towards a hop. `part`: the hop itself, or a preparation."""

    action: Action
    part: Literal["hop", "scroll", "open", "uncover"]
    element: Element | None = None


def move(
    screen: Screen,
    trigger: Trigger,
    openers: Sequence[ElementRef] = (),
    layers: Sequence[ElementRef] = (),
    idle: Collection[ElementRef] = (),
    stays: bool = False,
) -> Move | None:
    """The next action for a trigger, or None where this screen allows none.

    `openers` may have to be touched first (menus, drawers); `layers` opened the current overlays, the last one first;
    elements in `idle` are known not to close anything. `stays`: a scroll has not brought the covered element out.
    """
    whole = _whole(trigger)
    if whole is not None:
        return whole
    if trigger.element is None:
        return None
    element = resolve(screen, trigger.element)
    openers = [one for one in openers if one != trigger.element]
    if element is not None and element.interactable:
        reach = reach_of(screen, element)
        if reach == "now":
            return _touch(trigger, element)
        if element.visibility == "covered":
            scroll = None if stays else _from_under(screen, element)
            if scroll is not None:
                return Move(scroll, "scroll", element)
            closer = closer_of(screen, idle) or _in_sight(screen, [one for one in layers if one not in idle])
            if closer is not None:
                return Move(Click(ByIndex(closer.index)), "uncover", closer)
            beside = _beside(screen, element)
            if beside is not None:
                return Move(Click(beside), "uncover")
        if reach == "scroll":
            scroll = _scroll_to(screen, element)
            if scroll.target is not None or _more(screen.observation.scroll, scroll.direction):
                return Move(scroll, "scroll", element)
            layer = _in_sight(screen, [one for one in layers if one not in idle])
            if layer is not None:
                return Move(Click(ByIndex(layer.index)), "uncover", layer)
    holder = _in_sight(screen, openers)
    return None if holder is None else Move(Click(ByIndex(holder.index)), "open", holder)


def left_alone(made: Move, screen: Screen, gated: bool = False) -> bool:
    """Whether the move touches what a walk never touches, whatever a map or a route calls it.

    A button may close what lies over the screen though it submits a form, as those of HTML dialogs do. Links to other
    sites are not judged here. `gated`: a write gate refuses what a form would send, so only the label counts.
    """
    element = made.element
    if element is None:
        return False
    closing = made.part == "uncover" and closes(plain(element, screen))
    reason = "" if closing else element_excluded(element, screen.app)
    return unguarded(element, screen) or (reason != "" and not gated and exclusion_of(reason) != "other site")


def _in_sight(screen: Screen, refs: Sequence[ElementRef]) -> Element | None:
    """The first of the elements that can be touched now."""
    for ref in refs:
        element = resolve(screen, ref)
        if element is not None and element.interactable and reach_of(screen, element) == "now":
            return element
    return None


def _beside(screen: Screen, element: Element) -> ByPoint | None:
    """A point of an overlay without a control: a touch beside a menu closes most."""
    inside = Box(0, 0, screen.size.width, screen.size.height)
    near = [one.box for one in screen.elements if one.affordances and one.visibility in ("visible", "clipped")]
    for point in (element.box.at(x, y) for x, y in _PROBES):
        if inside.contains(point) and not any(box.contains(point) for box in near):
            return ByPoint(NORMALISED * point.x / inside.width, NORMALISED * point.y / inside.height, screen.digest)
    return None


def _whole(trigger: Trigger) -> Move | None:
    """Triggers for the whole device."""
    match trigger.event:
        case "back":
            return Move(NavigateBack(), "hop")
        case "home":
            return Move(NavigateHome(), "hop")
        case event if event.startswith("open:"):
            return Move(OpenApp(event.removeprefix("open:")), "hop")
        case _:
            return None


def _touch(trigger: Trigger, element: Element) -> Move | None:
    target = ByIndex(element.index)
    match trigger.event:
        case "tap":
            return Move(Click(target), "hop", element)
        case "double_tap":
            return Move(DoubleTap(target), "hop", element)
        case "hold":
            return Move(LongPress(target), "hop", element)
        case _:
            return None


def closer_of(screen: Screen, idle: Collection[ElementRef] = ()) -> Element | None:
    """The control that closes a dialog: one that says so, or its only button.

    Without a dialog: the only button, if most of the screen is out of reach. Elements in `idle`, which closed nothing,
    and an only button that is excluded are not used.
    """
    shown = [one for one in screen.elements if one.interactable and one.visibility == "visible"]
    inside = [one for one in shown if one.landmark.startswith(("dialog", "alertdialog"))]
    says = next((one for one in inside if closes(plain(one, screen))), None)
    if says is not None:
        return says
    if not inside and covered_share(screen) >= COVERED:
        inside = shown
    buttons = [one for one in inside if one.role == "button" and not plain(one, screen).href]
    only = buttons[0] if len(buttons) == 1 else None
    if only is None or ref_of(screen, only) in idle or element_excluded(only, screen.app):
        return None
    return only


def _more(extent: ScrollExtent, direction: Direction) -> bool:
    """Whether the page can be scrolled that way; a page without an extent may be."""
    ahead = {"up": extent.above, "down": extent.below, "left": extent.left, "right": extent.right}
    return ahead[direction] > HAIR or not any(ahead.values())


def _scroll_to(screen: Screen, element: Element) -> Scroll:
    """The scroll that brings the element to the middle: of its scroller, else of the page."""
    holder = scroller_of(screen, element)
    if holder is not None and holder.visibility in ("covered", "offscreen"):
        holder = None
    window = Box(0, 0, screen.size.width, screen.size.height)
    whole = window if holder is None else holder.box
    left, top = max(0.0, whole.x), max(0.0, whole.y)
    right, bottom = min(window.right, whole.right), min(window.bottom, whole.bottom)
    centre, across, down = element.box.centre, (left + right) / 2, (top + bottom) / 2
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
        direction = "down" if centre.y > down else "up"
    sideways = direction in ("left", "right")
    far = (
        abs(centre.x - across) / max(whole.width, HAIR) if sideways else abs(centre.y - down) / max(whole.height, HAIR)
    )
    distance = min(_FARTHEST, max(_SHORTEST, round(far, 2)))
    return Scroll(direction, None if holder is None else ByIndex(holder.index), distance)


def _from_under(screen: Screen, element: Element) -> Scroll | None:
    """The scroll of the page to the middle for an element that a bar covers.

    None under an overlay, where the page does not scroll that way, and for an element that is in the middle.
    """
    scroll, extent = _scroll_to(screen, element), screen.observation.scroll
    ahead = {"up": extent.above, "down": extent.below}.get(scroll.direction, 0.0)
    off = abs(element.box.centre.y - screen.size.height / 2) / max(screen.size.height, HAIR)
    if scroll.target is not None or ahead <= HAIR or off < _MIDDLE or covered_share(screen) >= COVERED:
        return None
    return scroll
