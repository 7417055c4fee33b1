"""A recorded script, replayed as it stands: by points, or by what was touched was called."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from sextant.types.actions import Gesture, Hold, Tap, TypeText
from sextant.types.geometry import Point
from sextant.types.screens import Element, Observation
from sextant_worlds.oracle.walk import OracleStep, prove
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade
from sextant_worlds.twin.device import TwinDevice

__all__ = ["Rigid", "replay"]

Rigid = Literal["points", "names"]


def replay(recorded: World, shown: World, how: Rigid) -> bool:
    """Whether the task is done on a surface by the gestures that did it on another.

    By points they are injected where they were; by names what is touched is found by its role and name first, and the
    script stops where no such thing is in view.
    """
    walk = prove(recorded).walk
    device = TwinDevice(shown)
    device.open()
    try:
        start = device.twin.state
        for step in walk.steps:
            gesture = step.gesture if how == "points" else _aimed(step, device.look())
            if gesture is None:
                return False
            device.perform(gesture)
        return grade(shown, device.twin.state, walk.status, start).success
    finally:
        device.close()


def _aimed(step: OracleStep, now: Observation) -> Gesture | None:
    """The gesture of a step, aimed at what is called as its target was; None where there is no such thing in view."""
    gesture = step.gesture
    if not isinstance(gesture, Tap | Hold | TypeText) or gesture.point is None:
        return gesture
    target = _under(gesture.point, step.before.elements)
    if target is None:
        return gesture
    found = [element for element in now.elements if (element.role, element.label) == (target.role, target.label)]
    there = next((element for element in found if element.visibility == "visible"), None)
    return None if there is None else replace(gesture, point=there.box.centre)


def _under(point: Point, elements: Sequence[Element]) -> Element | None:
    """The smallest element that a point lies in."""
    inside = [element for element in elements if element.box.contains(point) and element.visibility != "offscreen"]
    return min(inside, key=lambda element: element.box.area, default=None)
