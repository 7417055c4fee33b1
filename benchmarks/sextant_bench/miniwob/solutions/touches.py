"""Tasks that need more of a finger than a tap; shapes that no hierarchy describes are found in the picture."""

import re

from sextant.types.actions import Click, DoubleTap, Drag
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.pixels import drawn_box
from sextant_bench.miniwob.screen_queries import QUERY_BOTTOM, Lost, at, button, first, number_in, point, task_area
from sextant_bench.miniwob.solution import Steps


def drag_circle(goal: str, screen: Screen) -> Steps:
    """A drawn shape, moved the way the goal says."""
    direction = re.findall(r"\b(left|right|up|down)\b", goal)[0]
    submit = button(screen, "Submit")
    shape = drawn_box(screen, Box(0, QUERY_BOTTOM + 1, 150, submit.box.y - QUERY_BOTTOM - 4))
    dx, dy = {"left": (-40, 0), "right": (40, 0), "up": (0, -40), "down": (0, 40)}[direction]
    end = Point(shape.centre.x + dx, shape.centre.y + dy)
    screen = yield Drag(point(shape.centre, screen), point(end, screen))
    yield Click(at(button(screen, "Submit")))


def use_spinner(goal: str, screen: Screen) -> Steps:
    """The arrows of a spinner: two steps by a double tap, one by a tap."""
    wanted = number_in(goal)
    for _ in range(abs(wanted) // 2):
        screen = yield DoubleTap(at(_arrow(screen, up=wanted > 0)))
    if wanted % 2:
        screen = yield Click(at(_arrow(screen, up=wanted > 0)))
    yield Click(at(button(screen, "Submit")))


def _arrow(screen: Screen, up: bool) -> Element:
    field = first((e for e in task_area(screen) if "type" in e.affordances), "No spinner is shown.")
    arrows = [
        e
        for e in task_area(screen)
        if "tap" in e.affordances and e.index != field.index and e.box.width < 25 and e.box.x > field.box.x + 20
    ]
    if len(arrows) < 2:
        raise Lost("The spinner shows no arrows.")
    return min(arrows, key=lambda e: e.box.y) if up else max(arrows, key=lambda e: e.box.y)
