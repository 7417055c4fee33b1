"""What a drawn finger moves: the way it goes, and by how much what scrolls follows it."""

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
    assert (_down(-dx, dy), _down(dx, -dy)) == (moved, -moved)
    whole = drawn_down(START, scrolling_points(DragPath(START, _to(dx, dy), whole=True)))
    assert abs(dy) < max(abs(dx) + 1, 1) or abs(whole - dy) <= 1, "a whole drag moves it by all of its distance"


def test_measured_ways() -> None:
    """As measured in Chromium 156, headless."""
    taps, straight = {(0, 15): 0, (15, -15): 0}, {(0, -16): -1, (16, -16): -1, (-120, 300): 285}
    on_its_rail_sideways = {(300, 40): 0, (380, -20): 0, (267, -226): 0}
    strayed_with_the_second_of_ten_moves = {(267, -240): -216, (300, -290): -261}
    for measured in (taps, straight, on_its_rail_sideways, strayed_with_the_second_of_ten_moves):
        assert {way: _down(*way) for way in measured} == measured
