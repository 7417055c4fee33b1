"""Faulty gestures: where they point, and how they are altered."""

import math
import random
from dataclasses import replace
from typing import assert_never

from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Meant,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.geometry import Box, Point, Size

__all__ = ["displaced", "is_touch", "lowered", "point_of", "shortened"]

NEAREST, FARTHEST = 24.0, 80.0
"""Pixels by which a tap is displaced: at least a finger's width."""


def is_touch(gesture: Gesture) -> bool:
    """Whether it is a tap or a hold."""
    return isinstance(gesture, Tap | Hold)


def point_of(gesture: Gesture) -> Point | None:
    """Return where the gesture begins on the screen; None if it has no point."""
    match gesture:
        case Tap() | Hold():
            return gesture.point
        case TypeText() | ScrollBy():
            return gesture.point
        case DragPath():
            return gesture.start
        case PressKey() | LaunchApp() | TerminateApp() | Pause():
            return None
        case _:
            assert_never(gesture)


def lowered(gesture: Gesture, down: float) -> Gesture:
    """Move the gesture down by so many pixels."""
    match gesture:
        case Tap() | Hold():
            return replace(gesture, point=_lower(gesture.point, down), meant=_meant_lower(gesture.meant, down))
        case TypeText() if gesture.point is not None:
            return replace(gesture, point=_lower(gesture.point, down), meant=_meant_lower(gesture.meant, down))
        case TypeText():
            return gesture
        case ScrollBy():
            return gesture if gesture.point is None else replace(gesture, point=_lower(gesture.point, down))
        case DragPath():
            return replace(gesture, start=_lower(gesture.start, down), end=_lower(gesture.end, down))
        case PressKey() | LaunchApp() | TerminateApp() | Pause():
            return gesture
        case _:
            assert_never(gesture)


def displaced(gesture: Tap | Hold, rng: random.Random, size: Size) -> Tap | Hold:
    """Displace the touch within the viewport by a drawn distance; mirrored if it would leave the viewport.

    It loses its target: the finger slips after all checks.
    """
    angle, distance = rng.uniform(0, 2 * math.pi), rng.uniform(NEAREST, FARTHEST)
    dx, dy = distance * math.cos(angle), distance * math.sin(angle)
    point = gesture.point
    x = point.x + dx if 1 <= point.x + dx <= size.width - 1 else point.x - dx
    y = point.y + dy if 1 <= point.y + dy <= size.height - 1 else point.y - dy
    slipped = Point(min(max(x, 1.0), size.width - 1), min(max(y, 1.0), size.height - 1))
    return replace(gesture, point=slipped, meant=None)


def shortened(gesture: TypeText, rng: random.Random) -> TypeText:
    """Keep a drawn beginning of the text: at least one character if it has several, never all."""
    length = rng.randint(1, len(gesture.text) - 1) if len(gesture.text) > 1 else 0
    return replace(gesture, text=gesture.text[:length])


def _meant_lower(meant: Meant | None, down: float) -> Meant | None:
    if meant is None:
        return None
    box = meant.box
    return replace(meant, box=Box(box.x, box.y + down, box.width, box.height))


def _lower(point: Point, down: float) -> Point:
    return Point(point.x, point.y + down)
