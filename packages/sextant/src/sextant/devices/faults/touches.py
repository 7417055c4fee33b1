"""Gestures that went wrong: where they aim, and what becomes of them on the way."""

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
"""Pixels by which a tap goes astray: a finger's width at least."""


def is_touch(gesture: Gesture) -> bool:
    """Whether it is a finger on one point and nothing else."""
    return isinstance(gesture, Tap | Hold)


def point_of(gesture: Gesture) -> Point | None:
    """Where the gesture begins on the screen; None for one that aims at no point."""
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
    """The same gesture so many pixels further down."""
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
    """The touch at another point of the viewport, a drawn way off; turned around where it would leave it.

    The finger slips after all has been made sure of.
    """
    angle, way = rng.uniform(0, 2 * math.pi), rng.uniform(NEAREST, FARTHEST)
    dx, dy = way * math.cos(angle), way * math.sin(angle)
    point = gesture.point
    x = point.x + dx if 1 <= point.x + dx <= size.width - 1 else point.x - dx
    y = point.y + dy if 1 <= point.y + dy <= size.height - 1 else point.y - dy
    slipped = Point(min(max(x, 1.0), size.width - 1), min(max(y, 1.0), size.height - 1))
    return replace(gesture, point=slipped, meant=None)


def shortened(gesture: TypeText, rng: random.Random) -> TypeText:
    """The same with a part of the text from its beginning: at least one character of more than one, never all."""
    kept = rng.randint(1, len(gesture.text) - 1) if len(gesture.text) > 1 else 0
    return replace(gesture, text=gesture.text[:kept])


def _meant_lower(meant: Meant | None, down: float) -> Meant | None:
    if meant is None:
        return None
    box = meant.box
    return replace(meant, box=Box(box.x, box.y + down, box.width, box.height))


def _lower(point: Point, down: float) -> Point:
    return Point(point.x, point.y + down)
