"""The actions of an agent in an environment, and their interpretation: a gesture, a note, a claim, or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from sextant.elements.sight import free_point
from sextant.types.actions import (
    Direction,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.geometry import NORMALISED, Box, Point
from sextant.types.screens import Element, Screen

Kind = Literal[
    "tap",
    "double_tap",
    "hold",
    "type",
    "append",
    "scroll_down",
    "scroll_up",
    "scroll_left",
    "scroll_right",
    "enter",
    "back",
    "home",
    "recents",
    "open_app",
    "close_app",
    "wait",
    "note",
    "complete",
    "infeasible",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""In the order in which an action space numbers them; new ones are added at the end."""

_PAUSE, _SCREENFUL = 2.0, 0.8


@dataclass(frozen=True, slots=True)
class EnvAction:
    """An action of an environment.

    Attributes:
        kind: The kind of action.
        element: An index on the present screen; -1 means `point`, or no target.
        point: A point on the 0-1000 frame, used without an element.
        text: The typed or noted text, or the name of an app.
        at: Where inside the element, shares of its box; None: its middle, or what is free of it.
        distance: How far a scroll goes, in screenfuls of what moves; None: most of one.
        seconds: How long a wait lasts; None: two.
        flaw: Why it is invalid, if known beforehand; the rest is then ignored.
    """

    kind: Kind
    element: int = -1
    point: tuple[float, float] | None = None
    text: str = ""
    at: tuple[float, float] | None = None
    distance: float | None = None
    seconds: float | None = None
    flaw: str = ""


def call_of(form: Mapping[str, Any]) -> EnvAction:
    """Converts an action as models write it in a decision: `{"type": "click", "index": 3}`.

    Types and fields are those of the decision schema (`sextant.prompts.decision_schema`), and `note` with a `text`.
    An invalid form becomes an action with a flaw.
    """
    kind, index = form.get("type"), form.get("index")
    text = form.get("name" if kind in ("open_app", "close_app") else "text", "")
    if flaw := _flaw_of(form, text):
        return _flawed(flaw)
    known = _ACTIONS.get(str(kind))
    if known is None:
        return _flawed(f"there is no action {_said(kind)}; choose one of {', '.join(_ACTIONS)}")
    if not isinstance(known, str):
        choice = form.get(_DECIDING[str(kind)], "replace" if kind == "input_text" else "")
        if not isinstance(choice, str) or choice not in known:
            return _flawed(f"{_said(choice)} is none of {', '.join(known)}")
        known = known[choice]
    point, at = _point(form.get("point")), _point(form.get("at"))
    return EnvAction(known, -1 if index is None else index, point, text, at, form.get("distance"), form.get("seconds"))


def _flaw_of(form: Mapping[str, Any], text: object) -> str:
    """What is wrong with the values of a form, whatever its type; empty if nothing is."""
    index, point, at = form.get("index"), form.get("point"), form.get("at")
    if index is not None and (isinstance(index, bool) or not isinstance(index, int)):
        return f"an element is named by its number, not by {_said(index)}"
    if point is not None and _point(point) is None:
        return f"a point is two numbers, not {_said(point)}"
    shares = _point(at)
    if at is not None and (shares is None or not all(0 <= share <= 1 for share in shares)):
        return f"at is two shares from 0 to 1, not {_said(at)}"
    for name, most in (("distance", _FARTHEST["swipe" if form.get("type") == "swipe" else "scroll"]), ("seconds", 30)):
        value = form.get(name)
        if value is not None and not _within(value, most):
            return f"{name} is a number up to {most}, not {_said(value)}"
    return "" if isinstance(text, str) else f"a text is needed, not {_said(text)}"


ACTIONS = (
    *("click", "double_tap", "long_press", "input_text", "scroll", "swipe", "keyboard_enter", "navigate_back"),
    *("navigate_home", "recents", "open_app", "close_app", "wait", "status", "note"),
)
"""Types of actions that an environment takes: those of a decision that a world has a use for, and `note`."""

_ACTIONS: Mapping[str, Kind | Mapping[str, Kind]] = MappingProxyType(
    {
        "click": "tap",
        "double_tap": "double_tap",
        "long_press": "hold",
        "input_text": {"replace": "type", "append": "append"},
        "scroll": {"up": "scroll_up", "down": "scroll_down", "left": "scroll_left", "right": "scroll_right"},
        "swipe": {"up": "scroll_down", "down": "scroll_up", "left": "scroll_right", "right": "scroll_left"},
        "keyboard_enter": "enter",
        "navigate_back": "back",
        "navigate_home": "home",
        "recents": "recents",
        "open_app": "open_app",
        "close_app": "close_app",
        "wait": "wait",
        "status": {"complete": "complete", "infeasible": "infeasible"},
        "note": "note",
    }
)
"""From types of actions to kinds; where a field decides, by its value. A finger that swipes up shows what is below."""

_DECIDING: Mapping[str, str] = MappingProxyType(
    {"input_text": "mode", "scroll": "direction", "swipe": "direction", "status": "goal_status"}
)
"""The field that decides between kinds."""

_FARTHEST: Mapping[str, int] = MappingProxyType({"swipe": 1, "scroll": 20})
"""The most that `distance` may be; as in the decision schema."""


def _within(value: object, most: int) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most


def _flawed(why: str) -> EnvAction:
    return EnvAction("wait", flaw=why)


def _point(given: object) -> tuple[float, float] | None:
    match given:
        case [int() | float() as x, int() | float() as y] if not isinstance(x, bool) and not isinstance(y, bool):
            return float(x), float(y)
        case _:
            return None


def _said(given: object) -> str:
    text = repr(given)
    return text if len(text) <= 60 else f"{text[:59]}…"


@dataclass(frozen=True, slots=True)
class NoteTaken:
    """Something to write down; nothing reaches the device."""

    text: str


@dataclass(frozen=True, slots=True)
class EndClaim:
    """The agent claims that the task is done or infeasible, which ends the episode."""

    status: Literal["complete", "infeasible"]


@dataclass(frozen=True, slots=True)
class Invalid:
    """An action that cannot be executed."""

    reason: str


Interpretation = Gesture | NoteTaken | EndClaim | Invalid


def interpret(call: EnvAction, screen: Screen) -> Interpretation:
    """Interprets an action on this screen."""
    if call.flaw:
        return Invalid(call.flaw)
    match call.kind:
        case "note":
            return NoteTaken(call.text) if call.text.strip() else Invalid("a note needs a text")
        case "complete" | "infeasible":
            return EndClaim(call.kind)
        case _:
            return to_gesture(call, screen)


def to_gesture(call: EnvAction, screen: Screen) -> Gesture | Invalid:
    """The gesture for a device, with points in pixels; `Invalid` says why there is none.

    A touch goes to the centre of the visible part of an element, or to `at` inside it. `type` replaces the content of a
    field, `append` adds to it, both after a touch if a target is named; `enter` presses the key of that name. A scroll
    without a target scrolls the page. `note`, `complete` and `infeasible` have no gesture.
    """
    kind = call.kind
    if kind in _KEYS:
        return _KEYS[kind]
    if kind == "wait":
        return Pause(_PAUSE if call.seconds is None else call.seconds)
    if kind == "open_app" or kind == "close_app":
        if not call.text.strip():
            return Invalid(f"{kind} needs the name of an app as its text")
        return LaunchApp(call.text.strip()) if kind == "open_app" else TerminateApp(call.text.strip())
    spot = _spot(call, screen)
    if isinstance(spot, Invalid):
        return spot
    match kind:
        case "scroll_down" | "scroll_up" | "scroll_left" | "scroll_right":
            return ScrollBy(_DIRECTIONS[kind], spot, _SCREENFUL if call.distance is None else call.distance)
        case "type" | "append":
            return TypeText(call.text, spot, replace=kind == "type")
        case _:
            return _touch(kind, spot)


def _touch(kind: Kind, spot: Point | None) -> Gesture | Invalid:
    if spot is None:
        return Invalid(f"{kind} needs an element or a point")
    match kind:
        case "tap":
            return Tap(spot)
        case "double_tap":
            return Tap(spot, 2)
        case "hold":
            return Hold(spot)
        case _:
            return Invalid(f"{kind} reaches no device")


_DIRECTIONS: dict[Kind, Direction] = {
    "scroll_down": "down",
    "scroll_up": "up",
    "scroll_left": "left",
    "scroll_right": "right",
}
_KEYS: dict[Kind, Gesture] = {
    "enter": PressKey("enter"),
    "back": PressKey("back"),
    "home": PressKey("home"),
    "recents": PressKey("recents"),
}


def _spot(call: EnvAction, screen: Screen) -> Point | Invalid | None:
    if call.element < 0:
        if call.point is None:
            return None
        x, y = call.point
        if not (0 <= x <= NORMALISED and 0 <= y <= NORMALISED):
            return Invalid(f"the point ({x:g}, {y:g}) is not on the 0-1000 frame")
        return Point(x / NORMALISED * screen.size.width, y / NORMALISED * screen.size.height)
    element = screen.element(call.element)
    if element is None:
        return Invalid(f"there is no element {call.element} on the screen")
    middle = middle_of(element, screen)
    if call.at is None or isinstance(middle, Invalid):
        return middle
    spot = element.box.at(*call.at)
    inside = Box(0.0, 0.0, screen.size.width, screen.size.height).contains(spot)
    return spot if inside else Invalid(f"that part of element {element.index} is out of view; scroll to it first")


def middle_of(element: Element, screen: Screen) -> Point | Invalid:
    """The centre of the visible part of an element, or an uncovered point beside it."""
    box = element.box
    if element.visibility == "visible":
        return free_point(screen, element)
    if element.visibility == "offscreen":
        return Invalid(f"element {element.index} is out of view; scroll to it first")
    seen = box.intersection(Box(0.0, 0.0, screen.size.width, screen.size.height))
    parent = element.parent
    while seen is not None and parent is not None and (holder := screen.element(parent)) is not None:
        if "scroll" in holder.affordances:
            seen = seen.intersection(holder.box)
        parent = holder.parent
    return (
        Invalid(f"nothing of element {element.index} is in view") if seen is None else free_point(screen, element, seen)
    )
