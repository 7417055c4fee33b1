"""Diagnoses why a step failed, and names the remedy."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from sextant.elements.refs import resolve
from sextant.evidence import StepJudgement, came_up, change_between
from sextant.execution.retry_policy import AttemptEvidence
from sextant.types.devices import Injection
from sextant.types.geometry import Point
from sextant.types.transitions import Cause

__all__ = ["REMEDIES", "Remedy", "diagnose"]

Remedy = Literal["none", "next_encoding", "look_again", "clear", "relaunch", "ask_again"]
"""Use the next encoding, look again, close what came up, relaunch the app, or ask for another decision."""

REMEDIES: Mapping[Cause, Remedy] = MappingProxyType(
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
"""The remedy for each cause."""


def diagnose(
    judgement: StepJudgement, evidence: AttemptEvidence, injection: Injection, point: Point | None, touches: bool = True
) -> Cause:
    """The cause of a step that is not known to have worked; empty if it worked or the cause is unknown.

    The most specific sign counts: an app that is gone, a dialog over the page, a page that still loads, something in
    front of the target, a touch that did not arrive, a touch that arrived without an effect. A page that changed
    otherwise than predicted has no cause. A step whose writes were held is refused, unless the screen changed.
    `touches`: False for a wait, which cannot miss.
    """
    after = evidence.after
    if judgement.effectiveness == "effective":
        return ""
    if after.condition in ("crashed", "app_gone"):
        return "device"
    if came_up(evidence.before, after) is not None:
        return "popup"
    unread = after.condition in ("blank", "empty_hierarchy", "stale_hierarchy")
    if not injection.settled or not after.observation.settled or unread:
        return "delayed"
    if evidence.went_elsewhere:
        return "wrong_element"
    if evidence.held and evidence.unchanged:
        return "refused"
    hindered = _hindered(evidence, point)
    if hindered:
        return hindered
    if not touches or evidence.focused:
        return ""
    if evidence.wrote and evidence.unchanged:
        return "unanswered"
    if evidence.received is False:
        return "missed"
    if evidence.hit_target and evidence.unchanged:
        return "unanswered"
    return "missed" if judgement.effectiveness == "ineffective" or evidence.unchanged else ""


def _hindered(evidence: AttemptEvidence, point: Point | None) -> Cause:
    """The cause if the target was present but covered or disabled.

    If it became covered or disabled only after a touch that the page received, that is an effect of the touch.
    """
    if evidence.element is None or point is None:
        return ""
    was, found = resolve(evidence.before, evidence.element), resolve(evidence.after, evidence.element)
    if found is None:
        return ""
    change = change_between(evidence.before, evidence.after)
    changed = was is not None and change.kind in ("content", "question") and change.element != found
    if found.visibility == "covered" and not (changed and was is not None and was.visibility != "covered"):
        return "covered"
    if "disabled" in found.states and not (changed and was is not None and "disabled" not in was.states):
        return "disabled"
    return ""
