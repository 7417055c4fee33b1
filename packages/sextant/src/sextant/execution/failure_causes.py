"""Why a step failed, told from what was aimed at and what is seen, and what helps (design, Executing without harm)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from sextant.elements.refs import resolve
from sextant.evidence import StepJudgement, came_up, change_between
from sextant.execution.retry_policy import Aftermath
from sextant.types.devices import Injection
from sextant.types.geometry import Point
from sextant.types.transitions import Cause

__all__ = ["CURES", "Cure", "diagnose"]

Cure = Literal["none", "next_encoding", "look_again", "clear", "relaunch", "ask_again"]
"""What helps: another encoding, patience, closing what came up, the app anew, another decision."""

CURES: Mapping[Cause, Cure] = MappingProxyType(
    {
        "": "none",
        "missed": "next_encoding",
        "unanswered": "ask_again",
        "wrong_element": "ask_again",
        "covered": "look_again",
        "moved": "look_again",
        "delayed": "look_again",
        "disabled": "look_again",
        "popup": "clear",
        "error_dialog": "ask_again",
        "stale": "ask_again",
        "absent": "ask_again",
        "refused": "ask_again",
        "device": "relaunch",
    }
)
"""The cure of every cause."""


def diagnose(
    judgement: StepJudgement, look: Aftermath, injection: Injection, point: Point | None, touches: bool = True
) -> Cause:
    """The cause of a step that is not known to have worked; empty where it is, or where nobody knows the cause.

    The most telling sign first: an app that is gone, a dialog over the page, a page under way, something in front of
    the target, a touch that never arrived, one that did and shows nothing. A page that visibly changed, in another way
    than was predicted, has no cause. What the write gate held is refused, unless the screen shows something else.
    What `touches` nothing (a wait) cannot have missed. What a link led to that says otherwise was not its own.
    """
    after = look.after
    if judgement.effectiveness == "effective":
        return ""
    if after.condition in ("crashed", "app_gone"):
        return "device"
    if came_up(look.before, after) is not None:
        return "popup"
    if not injection.settled or not after.observation.settled or after.condition in ("blank", "empty_hierarchy"):
        return "delayed"
    if look.led_elsewhere:
        return "wrong_element"
    if look.held and look.unchanged:
        return "refused"
    hindered = _hindered(look, point)
    if hindered:
        return hindered
    if not touches or look.focused:
        return ""
    if look.wrote and look.unchanged:
        return "unanswered"
    if look.received is False:
        return "missed"
    if look.met and look.unchanged:
        return "unanswered"
    return "missed" if judgement.effectiveness == "ineffective" or look.unchanged else ""


def _hindered(look: Aftermath, point: Point | None) -> Cause:
    """Whether the target was there and could not be touched: covered by something, or disabled.

    What lies over it, or disables it, only since a touch that the page took is an effect of the touch.
    """
    if look.element is None or point is None:
        return ""
    was, found = resolve(look.before, look.element), resolve(look.after, look.element)
    if found is None:
        return ""
    change = change_between(look.before, look.after)
    changed = was is not None and change.kind in ("content", "question") and change.element != found
    if found.visibility == "covered" and not (changed and was is not None and was.visibility != "covered"):
        return "covered"
    if "disabled" in found.states and not (changed and was is not None and "disabled" not in was.states):
        return "disabled"
    return ""
