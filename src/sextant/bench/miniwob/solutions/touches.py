"""Tasks that need more of a finger than a tap; shapes that no hierarchy describes are found in the picture."""

import io
import re

from sextant.bench.miniwob.reading import QUERY_BOTTOM, Lost, at, button, number_in, task_area
from sextant.bench.miniwob.solving import Solution, Steps
from sextant.types.actions import ByPoint, Click, DoubleTap, Drag
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen

_FAINT = [0] * 40 + [255] * 216
"""Lookup table: differences of less than 40 of 255 are the background (anti-aliasing, JPEG)."""


def drag_shape(goal: str, screen: Screen) -> Steps:
    """A drawn shape, moved the way the goal says."""
    direction = re.findall(r"\b(left|right|up|down)\b", goal)[0]
    submit = button(screen, "Submit")
    shape = drawn_box(screen, Box(0, QUERY_BOTTOM + 1, 150, submit.box.y - QUERY_BOTTOM - 4))
    dx, dy = {"left": (-40, 0), "right": (40, 0), "up": (0, -40), "down": (0, 40)}[direction]
    end = Point(shape.centre.x + dx, shape.centre.y + dy)
    screen = yield Drag(_there(shape.centre, screen), _there(end, screen))
    yield Click(at(button(screen, "Submit")))


def use_spinner(goal: str, screen: Screen) -> Steps:
    """The arrows of a spinner: two steps by a double tap, one by a tap."""
    wanted = number_in(goal)
    for _ in range(abs(wanted) // 2):
        screen = yield DoubleTap(at(_arrow(screen, up=wanted > 0)))
    if wanted % 2:
        screen = yield Click(at(_arrow(screen, up=wanted > 0)))
    yield Click(at(button(screen, "Submit")))


def drawn_box(screen: Screen, region: Box) -> Box:
    """The box around everything in the region that is not the background, read from the picture.

    Raises:
        Lost: There is no picture, or nothing is drawn there.
    """
    from PIL import Image, ImageChops

    if screen.picture is None:
        raise Lost("The screen has no picture to find a shape in.")
    scale = screen.picture.scale
    with Image.open(io.BytesIO(screen.picture.data)) as opened:
        left, top = round(region.x * scale), round(region.y * scale)
        part = opened.convert("RGB").crop((left, top, round(region.right * scale), round(region.bottom * scale)))
    background = Image.new("RGB", part.size, (255, 255, 255))
    changed = ImageChops.difference(part, background).convert("L").point(_FAINT)
    found = changed.getbbox()
    if found is None:
        raise Lost(f"Nothing is drawn in {region!r}.")
    x0, y0, x1, y1 = found
    return Box((left + x0) / scale, (top + y0) / scale, (x1 - x0) / scale, (y1 - y0) / scale)


def _arrow(screen: Screen, up: bool) -> Element:
    field = next((e for e in task_area(screen) if "type" in e.affordances), None)
    if field is None:
        raise Lost("No spinner is shown.")
    arrows = [
        e
        for e in task_area(screen)
        if "tap" in e.affordances and e.index != field.index and e.box.width < 25 and e.box.x > field.box.x + 20
    ]
    if len(arrows) < 2:
        raise Lost("The spinner shows no arrows.")
    return min(arrows, key=lambda e: e.box.y) if up else max(arrows, key=lambda e: e.box.y)


def _there(place: Point, screen: Screen) -> ByPoint:
    x, y = place.normalised(screen.size)
    return ByPoint(x, y)


SOLUTIONS: dict[str, Solution] = {
    "drag-circle": drag_shape,
    "drag-single-shape": drag_shape,
    "use-spinner": use_spinner,
}
