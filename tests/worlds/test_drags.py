"""What a drawn finger moves: the way it goes, and by how much what scrolls follows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sextant.elements.drags import SLOP, drawn_points, scrolling_points
from sextant.types.actions import DragPath
from sextant.types.geometry import Point
from sextant_worlds.twin.hit import drawn_down

START = Point(206.5, 400.25)
ways = st.floats(-400, 400)


def _to(dx: float, dy: float) -> Point:
    return Point(START.x + dx, START.y + dy)


def _down(dx: float, dy: float) -> int:
    return drawn_down(START, drawn_points(START, _to(dx, dy)))


@given(ways, ways)
def test_what_scrolls_follows_an_upright_finger_all_of_its_way_less_the_slop(dx: float, dy: float) -> None:
    moved = _down(dx, dy)
    if abs(round(dy)) >= abs(round(dx)) and abs(round(dy)) > SLOP:
        assert abs(moved) == abs(round(dy)) - SLOP
    assert moved == 0 or moved * dy > 0
    assert _down(-dx, dy) == moved
    assert _down(dx, -dy) == -moved


@pytest.mark.parametrize(
    ("dx", "dy", "moved"),
    [
        (0, -16, -1),
        (0, 15, 0),
        (15, -15, 0),  # a tap along either axis
        (16, -16, -1),
        (-120, 300, 285),
        (300, 40, 0),  # on its rail sideways
        (380, -20, 0),
        (267, -226, 0),
        (267, -240, -216),  # strayed from it with the second of ten moves
        (300, -290, -261),
    ],
)
def test_measured_ways(dx: int, dy: int, moved: int) -> None:
    """As measured in Chromium 156, headless."""
    assert _down(dx, dy) == moved


@given(ways, ways)
def test_a_whole_drag_moves_what_scrolls_by_all_of_its_distance(dx: float, dy: float) -> None:
    moved = drawn_down(START, scrolling_points(DragPath(START, _to(dx, dy), whole=True)))
    if abs(dy) >= abs(dx) + 1 and abs(dy) >= 1:
        assert abs(moved - dy) <= 1
