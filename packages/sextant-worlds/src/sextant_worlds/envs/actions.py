"""The actions of an agent in an environment, and their interpretation: a gesture, a note, a claim, or nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from sextant.elements.sight import free_point
from sextant.types.actions import (
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

_PAUSE = 2.0


@dataclass(frozen=True, slots=True)
class EnvAction:
    """An action of an environment.

    Attributes:
        kind: The kind of action.
        element: An index on the present screen; -1 means `point`, or no target.
        point: A point on the 0-1000 frame, used without an element.
        text: The typed or noted text, or the name of an app.
        flaw: Why it is invalid, if known beforehand; the rest is then ignored.
    """

    kind: Kind
    element: int = -1
    point: tuple[float, float] | None = None
    text: str = ""
    flaw: str = ""


def call_of(form: Mapping[str, Any]) -> EnvAction:
    """Converts an action as models write it in a decision: `{"type": "click", "index": 3}`.

    Types and fields are those of the decision schema (`sextant.prompts.decision_schema`), and `note` with a `text`.
    An invalid form becomes an action with a flaw.
    """
    kind, index, point = form.get("type"), form.get("index"), form.get("point")
    if index is not None and (isinstance(index, bool) or not isinstance(index, int)):
        return _flawed(f"an element is named by its number, not by {_said(index)}")
    spot = None if point is None else _point(point)
    if point is not None and spot is None:
        return _flawed(f"a point is two numbers, not {_said(point)}")
    text = form.get("name" if kind in ("open_app", "close_app") else "text", "")
    if not isinstance(text, str):
        return _flawed(f"a text is needed, not {_said(text)}")
    known = _ACTIONS.get(str(kind))
    if known is None:
        return _flawed(f"there is no action {_said(kind)}; choose one of {', '.join(_ACTIONS)}")
    if not isinstance(known, str):
        choice = form.get(_DECIDING[str(kind)], "replace" if kind == "input_text" else "")
        if not isinstance(choice, str) or choice not in known:
            return _flawed(f"{_said(choice)} is none of {', '.join(known)}")
        known = known[choice]
    return EnvAction(known, -1 if index is None else index, spot, text)


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

    A touch goes to the centre of the visible part of an element. `type` replaces the content of a field, `append` adds
    to it, both after a touch if a target is named; `enter` presses the key of that name. A scroll without a target
    scrolls the page. `note`, `complete` and `infeasible` have no gesture.
    """
    kind = call.kind
    if kind in _KEYS:
        return _KEYS[kind]
    if kind == "open_app" or kind == "close_app":
        if not call.text.strip():
            return Invalid(f"{kind} needs the name of an app as its text")
        return LaunchApp(call.text.strip()) if kind == "open_app" else TerminateApp(call.text.strip())
    spot = _spot(call, screen)
    if isinstance(spot, Invalid):
        return spot
    match kind:
        case "scroll_down":
            return ScrollBy("down", spot)
        case "scroll_up":
            return ScrollBy("up", spot)
        case "scroll_left":
            return ScrollBy("left", spot)
        case "scroll_right":
            return ScrollBy("right", spot)
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


_KEYS: dict[Kind, Gesture] = {
    "enter": PressKey("enter"),
    "back": PressKey("back"),
    "home": PressKey("home"),
    "recents": PressKey("recents"),
    "wait": Pause(_PAUSE),
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
    return middle_of(element, screen)


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
