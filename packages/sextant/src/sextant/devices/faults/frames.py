"""Faulty looks: functions from an observation to what is left of it.

An observation has two sources, which fail apart. The *system* reports the app in front, the address of a page and its
HTTP status, on a phone the page of the component (`shop/cart`); each is queried on its own (activity manager, browser
target) and stays true when a frame is not. Everything else belongs to the *frame*, the snapshot of what is drawn:
elements, landmarks, title, scroll, all other facts, which record is shown, and whether a dialog is in front (the
`+sure` of a component). A faulty frame is faulty in all of that.
"""

from collections.abc import Mapping
from dataclasses import replace

from sextant.types.geometry import Box, Size
from sextant.types.screens import Condition, Element, Observation, ScrollExtent, Visibility

__all__ = ["bare", "shifted", "stale"]

_SYSTEM = ("component", "http_status")
"""Facts of the system; of the component, only its page."""


def bare(seen: Observation, condition: Condition) -> Observation:
    """Remove the frame; the system's facts and the picture stay."""
    return replace(
        seen,
        title="",
        elements=(),
        landmarks=(),
        modal=None,
        condition=condition,
        scroll=ScrollExtent(),
        facts=_facts(seen.facts, {}),
    )


def stale(seen: Observation, before: Observation) -> Observation:
    """Replace the frame by that of `before`; picture, time and the system's facts stay."""
    return replace(
        seen,
        title=before.title,
        elements=before.elements,
        landmarks=before.landmarks,
        modal=before.modal,
        condition=before.condition,
        scroll=before.scroll,
        facts=_facts(seen.facts, before.facts),
    )


def _facts(system: Mapping[str, str], frame: Mapping[str, str]) -> dict[str, str]:
    """Merge the facts of two moments: of a component, the page is the system's and the rest the frame's."""
    told = {name: value for name, value in frame.items() if name not in _SYSTEM}
    told |= {name: system[name] for name in _SYSTEM if name in system}
    if "component" in told:
        page, mark = told["component"].partition("+")[0], frame.get("component", "").partition("+")[2]
        told["component"] = f"{page}+{mark}" if mark else page
    return told


def shifted(seen: Observation, down: float) -> Observation:
    """Move everything down by so many pixels; what was outside the viewport stays offscreen."""
    return replace(seen, elements=tuple(_moved(element, down, seen.size) for element in seen.elements))


def _moved(element: Element, down: float, size: Size) -> Element:
    view = Box(0, 0, size.width, size.height)
    box = element.box
    part = None if element.visibility == "offscreen" else box.intersection(view)
    if part is None:
        return replace(element, box=_lower(box, down))
    left = _lower(part, down).intersection(view)
    if left is None:
        return replace(element, box=_lower(box, down), visibility="offscreen")
    clipped: Visibility = "clipped" if left.area < 0.98 * box.area else element.visibility
    return replace(
        element, box=_lower(part, down), visibility=clipped if element.visibility != "covered" else "covered"
    )


def _lower(box: Box, down: float) -> Box:
    return Box(box.x, box.y + down, box.width, box.height)
