"""Looks that went wrong: an observation in, what is left of it out."""

from dataclasses import replace

from sextant.types.geometry import Box, Size
from sextant.types.screens import Condition, Element, Observation, ScrollExtent, Visibility

__all__ = ["bare", "shifted", "stale"]

_PLACE = ("component", "instance", "route", "fragment", "http_status")
"""Facts that tell where the device is, rather than what is described there."""


def bare(seen: Observation, condition: Condition) -> Observation:
    """Nothing described; where it is, and the picture, stay."""
    return replace(
        seen,
        title="" if condition != "empty_hierarchy" else seen.title,
        elements=(),
        landmarks=(),
        modal=None,
        condition=condition,
        scroll=ScrollExtent(),
        facts={name: value for name, value in seen.facts.items() if name in _PLACE},
    )


def stale(seen: Observation, before: Observation) -> Observation:
    """Described is what was there before; picture, place and time are of now."""
    described = {name: value for name, value in before.facts.items() if name not in _PLACE}
    place = {name: value for name, value in seen.facts.items() if name in _PLACE}
    return replace(
        seen,
        elements=before.elements,
        landmarks=before.landmarks,
        modal=before.modal,
        condition=before.condition,
        scroll=before.scroll,
        facts={**described, **place},
    )


def shifted(seen: Observation, down: float) -> Observation:
    """Everything so many pixels further down; what was outside the viewport stays out of sight."""
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
