"""Resolves an action on one screen to a gesture on a fresh look (LongHorizonUI, algorithm 1, RESOLVEPOINT)."""

import random
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Literal, assert_never

from sextant.dataclass import dataclass
from sextant.elements.refs import called, collapse, ref_of, resolve
from sextant.elements.sight import free_point, in_front, is_free, taker, visible_part
from sextant.execution.gestures import swipe, touch, untargeted
from sextant.execution.hints import Hint, Hints, hinted
from sextant.types.actions import (
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DeviceAction,
    DoubleTap,
    Drag,
    DragPath,
    Gesture,
    Hold,
    InputText,
    LongPress,
    Meant,
    Scroll,
    ScrollBy,
    Swipe,
    Tap,
    Target,
    TypeText,
)
from sextant.types.geometry import NORMALISED, Box, Point, Size
from sextant.types.screens import Element, ElementRef, Screen
from sextant.types.transitions import Cause

Encoding = Literal["index", "relative", "absolute", "history", "none"]

ENCODINGS: tuple[Encoding, ...] = ("index", "relative", "absolute", "history")
"""The ladder from its top: the three encodings of the paper, then the point where a touch last worked."""

JITTER = 5.0
"""Largest displacement of an absolute point, in pixels (LongHorizonUI, section 2.4)."""


_FOLLOWING = frozenset(  # structural: ARIA roles
    {"canvas", "image", "listbox", "scrollbar", "slider", "spinbutton", "switch"}
)
"""Roles that follow a finger themselves."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A gesture ready to be injected, with its target; `box` is set if the device can find the target again."""

    gesture: Gesture
    encoding: Encoding
    point: Point | None = None
    element: ElementRef | None = None
    box: Box | None = None

    @property
    def for_device(self) -> Gesture:
        """The gesture for the device: a touch carries its target."""
        if self.element is None or self.box is None or not isinstance(self.gesture, Tap | Hold | TypeText):
            return self.gesture
        return replace(self.gesture, meant=Meant(self.element, self.box))


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to address the target. `drawn`: a random point near the given one."""

    encoding: Encoding
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Miss:
    """The reason why nothing can be injected: the target is missing or cannot be touched.

    `here`: true of this rung only; another may work. `away`: the target, if it is only out of view.
    """

    cause: Cause
    reason: str
    here: bool = False
    away: Element | None = None


def first_encoding(action: DeviceAction) -> Encoding:
    """The encoding that the actor used."""
    match action:
        case Click() | DoubleTap() | LongPress():
            return _encoding(action.target)
        case Drag():
            return _encoding(action.start)
        case Swipe() | Scroll() | InputText():
            return "none" if action.target is None else _encoding(action.target)
        case _:
            return "none"


def ladder(action: DeviceAction, encodings: Sequence[Encoding] = ENCODINGS) -> tuple[Rung, ...]:
    """The rungs to try, from the actor's encoding downwards, the given point before a random one.

    An action without a target has the same rung twice, for the case that the device did not receive the first. Only
    `encodings` are used; if the actor's own is missing, the first remaining one replaces it.
    """
    own = first_encoding(action)
    if own == "none" or not isinstance(action, Click | InputText):
        return (Rung(own), Rung(own))
    below: list[Encoding] = [encoding for encoding in ENCODINGS[ENCODINGS.index(own) :] if encoding in encodings]
    if not below:
        below = [encoding for encoding in ENCODINGS if encoding in encodings]
    rungs = list[Rung]()
    for encoding in below:
        given = encoding == own and encoding != "index"
        rungs.append(Rung(encoding, drawn=encoding != own))
        if given:
            rungs.append(Rung(encoding, drawn=True))
    return tuple(rungs)


@dataclass(frozen=True, slots=True)
class AimContext:
    """The screen on which the target was chosen, a fresh look, and the points that worked before."""

    chosen_on: Screen
    fresh: Screen
    rng: random.Random
    hints: Hints = field(default_factory=dict[str, Hint])


def aim(action: DeviceAction, rung: Rung, context: AimContext, text: str = "") -> Aim | Miss | None:
    """Resolves the targets of an action on a fresh look; None if the rung does not apply (no hint is known).

    An element is found by its reference, never by its index. A point is used only while the same element is under it
    and nothing has come up over it. `text` is the text to type, with secrets looked up.
    """
    match action:
        case Click() | DoubleTap() | LongPress():
            spot = _uncovered(action.target, rung, context)
            if spot is None or isinstance(spot, Miss):
                return spot
            return Aim(touch(action, spot.point), rung.encoding, spot.point, spot.element, spot.findable)
        case Drag():
            start = _uncovered(action.start, rung, context)
            end = _uncovered(action.end, Rung(_encoding(action.end)), context)
            if start is None or end is None:
                return None
            if isinstance(start, Miss):
                return start
            if isinstance(end, Miss):
                return end
            return Aim(DragPath(start.point, end.point), rung.encoding, start.point, start.element)
        case Swipe() | Scroll() | InputText():
            return _aim_optional(action, rung, context, text)
        case _:
            return Aim(untargeted(action), "none")


@dataclass(frozen=True, slots=True)
class _Spot:
    point: Point
    element: ElementRef | None
    box: Box | None
    over: Element | None = None
    """The element that has come up over the target since it was chosen."""
    left: Element | None = None
    """The control within the target that lay under the chosen point, and does not take this touch."""
    findable: Box | None = None
    """The same box, if the device itself lists the element and can check what a touch reaches."""


def _uncovered(target: Target, rung: Rung, context: AimContext) -> _Spot | Miss | None:
    """The point at which a touch reaches the target, or the control within it that lay under the chosen point."""
    spot = _spot(target, rung, context)
    if isinstance(spot, _Spot) and spot.over is not None:
        return Miss("covered", f"{called(context.fresh, spot.over)} has come up over the point", here=True)
    if isinstance(spot, _Spot) and spot.left is not None:
        return None if rung.encoding == "history" else _gone(spot.left, context)
    return spot


def _spot(target: Target, rung: Rung, context: AimContext) -> _Spot | Miss | None:
    chosen_on, fresh = context.chosen_on, context.fresh
    if not isinstance(target, ByIndex) and not _inside_frame(target):
        return Miss("absent", f"the point ({target.x}, {target.y}) is not on the screen")
    if isinstance(target, ByPoint):
        return _at_point(target, rung, context)
    chosen = chosen_on.element(target.index)
    if chosen is None:
        return Miss("absent", f"there is no element {target.index} on the screen it was chosen on")
    ref = ref_of(chosen_on, chosen)
    element = resolve(fresh, ref)
    if element is None:
        return Miss("absent", f"{called(chosen_on, chosen)} is no longer on the screen")
    problem = _changed_meanwhile(chosen, element, chosen_on, fresh) or _touchable(element, fresh)
    if problem is not None:
        return problem
    point = _point_inside(target, (element, ref), rung, context)
    if point is None:
        return None
    if isinstance(target, ByRelative):
        there = chosen.box.at(target.x, target.y)
    else:
        there = free_point(chosen_on, chosen, visible_part(chosen_on, chosen))
    within, presses = taker(chosen_on, chosen, there), taker(fresh, element, point)
    over, left = _newly_in_front(context, (chosen, there), (element, point)), None
    if within != chosen:
        left = within if resolve(fresh, ref_of(chosen_on, within)) != presses else None
    elif presses != element:
        over = over or presses
    return _Spot(point, ref, element.box, over, left, _findable(element))


def _findable(element: Element) -> Box | None:
    return element.box if element.source in ("hierarchy", "modal") else None


def _newly_in_front(context: AimContext, chosen: tuple[Element, Point], found: tuple[Element, Point]) -> Element | None:
    """The element that would now take the touch in place of the target, and would not have before."""
    known = {ref_of(context.chosen_on, other) for other in in_front(context.chosen_on, *chosen)}
    return next((other for other in in_front(context.fresh, *found) if ref_of(context.fresh, other) not in known), None)


def _point_inside(
    target: ByIndex | ByRelative, found: tuple[Element, ElementRef], rung: Rung, context: AimContext
) -> Point | None:
    """The point of a rung; the given one where that would press another control within the element."""
    (element, ref), fresh, rng = found, context.fresh, context.rng
    box = visible_part(fresh, element)
    free = free_point(fresh, element, box)
    given = element.box.at(target.x, target.y) if isinstance(target, ByRelative) else free
    wanted = taker(fresh, element, given)
    match rung.encoding:
        case "history":
            hint = hinted(context.hints, fresh, ref)
            return hint if hint is not None and taker(fresh, element, hint) == wanted else None
        case "relative" if isinstance(target, ByRelative) and not rung.drawn:
            return given
        case "relative":
            drawn = box.at(0.15 + 0.7 * rng.random(), 0.15 + 0.7 * rng.random())
        case "absolute":
            drawn = _jittered(free, fresh.size, rng)
        case _:
            drawn = free
    point = drawn if is_free(fresh, element, drawn) else free
    return next((one for one in (point, free) if taker(fresh, element, one) == wanted), given)


def _at_point(target: ByPoint, rung: Rung, context: AimContext) -> _Spot | Miss | None:
    """The actor's point, or a random one near it. Normalised points are scaled to the device."""
    chosen_on, fresh = context.chosen_on, context.fresh
    size, point = fresh.size, _scaled(target, fresh.size)
    if fresh.app != chosen_on.app:
        return Miss("stale", f"{fresh.app!r} has come to the front since")
    there = _scaled(target, chosen_on.size)
    was, now = _under(chosen_on, there), _under(fresh, point)
    if was is None or now is None:
        return _at_nothing(was, now, point, rung, context)
    ref = ref_of(chosen_on, was)
    if ref_of(fresh, now) != ref:
        return _gone(was, context)
    if rung.encoding == "history":
        hint = hinted(context.hints, fresh, ref)
        if hint is None:
            return None
        point = hint
    elif rung.drawn:
        near = _jittered(point, size, context.rng)
        point = near if _under(fresh, near) == now else point
    over = _newly_in_front(context, (was, there), (now, point))
    return _Spot(point, ref, now.box, over, findable=_findable(now))


def _at_nothing(
    was: Element | None, now: Element | None, point: Point, rung: Rung, context: AimContext
) -> _Spot | Miss | None:
    """The point if no described element was under it, or none is any more."""
    if was is not None:
        return _gone(was, context)
    if rung.encoding == "history":
        return None
    near = _jittered(point, context.fresh.size, context.rng) if rung.drawn else point
    over = now if now is not None and now.affordances - {"scroll"} else None
    return _Spot(near if _under(context.fresh, near) == now else point, None, None, over)


def _gone(was: Element, context: AimContext) -> Miss:
    gone = "has moved" if resolve(context.fresh, ref_of(context.chosen_on, was)) is not None else "is gone"
    return Miss("stale", f"{called(context.chosen_on, was)}, which lay under the point, {gone}")


def _inside_frame(target: ByRelative | ByPoint) -> bool:
    """Whether the coordinates are numbers within their frame."""
    most = NORMALISED if isinstance(target, ByPoint) else 1.0
    return 0 <= target.x <= most and 0 <= target.y <= most  # never so of what is no number


def _scaled(target: ByPoint, size: Size) -> Point:
    """The normalised point in pixels of the device (LongHorizonUI, section 2.4: p = S · (x, y))."""
    return Point(target.x / NORMALISED * size.width, target.y / NORMALISED * size.height)


def _under(screen: Screen, point: Point) -> Element | None:
    hit = [
        element
        for element in screen.elements
        if element.affordances and element.visibility in ("visible", "clipped") and element.box.contains(point)
    ]
    return min(hit, key=lambda element: element.box.area, default=None)


def _jittered(point: Point, size: Size, rng: random.Random) -> Point:
    x = min(max(point.x + rng.uniform(-JITTER, JITTER), 1.0), size.width - 1.0)
    y = min(max(point.y + rng.uniform(-JITTER, JITTER), 1.0), size.height - 1.0)
    return Point(x, y)


def _changed_meanwhile(chosen: Element, element: Element, chosen_on: Screen, fresh: Screen) -> Miss | None:
    """The failure if the element is not the reviewed one: another app is in front, or its label differs."""
    if fresh.app != chosen_on.app:
        return Miss("stale", f"{fresh.app!r} has come to the front since")
    if _unnumbered(element.label) != _unnumbered(chosen.label):
        return Miss("stale", f"{chosen.label!r} now reads {element.label!r}")
    return None


def _unnumbered(label: str) -> str:
    """The label without digits: `Inbox (3)` and `Inbox (4)` are equal."""
    return collapse("".join(" " if character.isdigit() else character for character in label))


def _touchable(element: Element, screen: Screen) -> Miss | None:
    if element.visibility == "offscreen":
        return Miss("absent", f"{called(screen, element)} is out of view and cannot be scrolled to", away=element)
    if element.visibility == "covered":
        return Miss("covered", f"{called(screen, element)} is covered by something else")
    if "disabled" in element.states:
        return Miss("disabled", f"{called(screen, element)} is disabled")
    return None


def _aim_optional(action: Swipe | Scroll | InputText, rung: Rung, context: AimContext, text: str) -> Aim | Miss | None:
    spot: _Spot | None = None
    if action.target is not None:
        takes = _uncovered if isinstance(action, InputText) else _spot
        found = takes(action.target, rung, context)
        if found is None or isinstance(found, Miss):
            return found
        spot = found
    encoding, size = rung.encoding, context.fresh.size
    point = None if spot is None else spot.point
    ref = None if spot is None else spot.element
    match action:
        case Swipe():
            anywhere = isinstance(action.target, ByPoint) and action.distance is not None
            box = None if spot is None or anywhere else spot.box
            crossed = None if ref is None or anywhere else _crossed(resolve(context.fresh, ref), action, context.fresh)
            on = box if crossed else None
            return Aim(swipe(action, point, crossed or box, size, on), encoding, point, ref)
        case Scroll():
            return Aim(_scroll(action, point), encoding, point, ref)
        case InputText():
            gesture = TypeText(text, point, action.mode == "replace", action.secret)
            return Aim(gesture, encoding, point, ref, None if spot is None else spot.findable)
        case _:
            assert_never(action)


def _crossed(element: Element | None, action: Swipe, screen: Screen) -> Box | None:
    """The area that moves with a finger on a small element: its scroller or the screen. None: the element itself."""
    if element is None or element.role in _FOLLOWING or "scroll" in element.affordances:
        return None
    view = Box(0, 0, screen.size.width, screen.size.height)
    holders = (one.box for one in screen.around(element) if "scroll" in one.affordances or one.role == "listbox")
    around = next(holders, view).intersection(view) or view
    level = action.direction in ("left", "right")
    small = element.box.width < around.width / 2 if level else element.box.height < around.height / 2
    return around if small else None


def _scroll(action: Scroll, point: Point | None) -> ScrollBy:
    if action.distance is None:
        return ScrollBy(action.direction, point)
    return ScrollBy(action.direction, point, action.distance)


def _encoding(target: Target) -> Encoding:
    match target:
        case ByIndex():
            return "index"
        case ByRelative():
            return "relative"
        case ByPoint():
            return "absolute"
        case _:
            assert_never(target)
