"""From a gesture to events: which node a point touches, how far a scroller moves."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sextant.elements.drags import SLOP, scrolling_points
from sextant.types.actions import Direction, DragPath, ScrollBy
from sextant.types.geometry import Point
from sextant_worlds.engine.data import Json

LONG_PRESS = 0.5
"""Seconds after which a finger that stays is a long press."""
_RAIL = 46.875
"""Pixels: half as much again as the slop, for each 480 of the diagonal of a headless browser's screen (800 by 600)."""
_BEHIND = ("paint", "icon")
"""Decoration: a touch goes through it."""


class Hit(NamedTuple):
    """The node and layer at a point. `node` is None on empty ground, `layer` outside all layers or on a scrim."""

    layer: Json | None
    node: Json | None
    x: int
    y: int
    """Inside the node, in pixels."""


def hit(scene: Json, point: Point) -> Hit:
    """The topmost layer under the point, and the last node there. A toast lets touches through."""
    for layer in reversed(scene["layers"]):
        if layer["role"] == "status":
            continue
        x, y = point.x - layer["x"], point.y - layer["y"]
        if 0 <= x < layer["w"] and 0 <= y < layer["h"]:
            return _in_layer(layer, x, y + (layer["at"] if layer["scroll"] else 0))
        if layer["scrim"]:
            break
    return Hit(None, None, 0, 0)


def _in_layer(layer: Json, x: float, y: float) -> Hit:
    for node in reversed(layer["nodes"]):
        left, top = node["x"], node["y"]
        if left <= x < left + node["w"] and top <= y < top + node["h"] and node["t"] not in _BEHIND:
            return Hit(layer, node, math.floor(x - left), math.floor(y - top))
    return Hit(layer, None, 0, 0)


def tap_event(scene: Json, point: Point, on: str = "tap") -> Json:
    """The event of a finger on a point."""
    found = hit(scene, point)
    return {"on": on, "k": "" if found.node is None else found.node["k"], "x": found.x, "y": found.y}


def scroll_event(scene: Json, gesture: ScrollBy) -> Json | None:
    """The event of a scroll; None where nothing moves."""
    if gesture.direction in ("left", "right"):
        return None
    if gesture.point is None:
        layer = _largest(scene, gesture.direction)
    else:
        layer = hit(scene, gesture.point).layer
        if layer is not None and not _can_scroll(layer, gesture.direction):
            layer = None
    if layer is None:
        return None
    return _moved(
        layer, layer["at"] + (gesture.extent if gesture.direction == "down" else -gesture.extent) * layer["h"]
    )


def drag_event(scene: Json, gesture: DragPath) -> Json | None:
    """The event of a finger drawn over the screen; None where nothing moves."""
    layer = hit(scene, gesture.start).layer
    if layer is None or not layer["scroll"]:
        return None
    return _moved(layer, layer["at"] - drawn_down(gesture.start, scrolling_points(gesture)))


def drawn_down(start: Point, points: Sequence[Point]) -> int:
    """By how many pixels content that scrolls up and down follows a finger drawn from `start` along the points.

    All of its way less the slop, where it goes up or down rather than sideways. A finger that goes sideways runs on a
    rail that holds the content until it has strayed from it by `_RAIL` before it has gone as far along it, as
    Chromium has it (its gesture detection's snap scrolling).
    """
    if not points:
        return 0
    first, rest = points[0], points[1:]
    if first.y != start.y:
        return round(points[-1].y - start.y - math.copysign(SLOP, first.y - start.y))
    along, strayed, down = abs(first.x - start.x) - SLOP, 0.0, 0.0
    free = False
    for before, point in pairwise((first, *rest)):
        along += abs(point.x - before.x)
        strayed += abs(point.y - before.y)
        free = free or strayed > _RAIL
        if free:
            down += point.y - before.y
        elif along > _RAIL:
            along, strayed = 0.0, 0.0
    return round(down)


def is_tap(gesture: DragPath) -> bool:
    """Whether the finger strayed so little that it only tapped, where it began."""
    return not scrolling_points(gesture)


def _moved(layer: Json, to: float) -> Json | None:
    bounded = max(0, min(math.floor(to), layer["inner"] - layer["h"]))
    return None if bounded == layer["at"] else {"on": "scroll", "k": layer["k"], "to": bounded}


def _can_scroll(layer: Json, direction: Direction) -> bool:
    if not layer["scroll"]:
        return False
    if direction == "down":
        return layer["at"] + layer["h"] < layer["inner"] - 1
    return layer["at"] > 0


def _largest(scene: Json, direction: Direction) -> Json | None:
    found: Json | None = None
    most = 0
    for layer in scene["layers"]:
        area = layer["w"] * layer["h"]
        if area > most and _can_scroll(layer, direction):
            found, most = layer, area
    return found
