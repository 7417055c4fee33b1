from dataclasses import replace

import pytest

from sextant.prompts.history import step_line
from sextant.prompts.positions import lying_at
from sextant.types.actions import ByIndex, ByPoint, Click, Tap
from sextant.types.decisions import Decision
from sextant.types.geometry import Box, Point
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

PAGE = screen(
    replace(element(0, "text", "Total"), box=Box(0, 0, 100, 40)),
    replace(element(1, "button", "Save"), box=Box(120, 0, 100, 40)),
    replace(element(2, "button", "Off", states=["disabled"]), box=Box(0, 300, 100, 40)),
    replace(element(3, "button", "Far", visibility="offscreen"), box=Box(0, 950, 100, 40)),
)


@pytest.mark.parametrize(
    ("point", "told"),
    [
        (Point(50, 20), 'text "Total", which takes no touch; nearest that does: button "Save" to the right'),
        (Point(130, 20), 'button "Save"'),
        (Point(300, 20), 'nothing that takes a touch; nearest that does: button "Save" to the left'),
        (Point(150, 700), 'nothing that takes a touch; nearest that does: button "Save" above'),
    ],
)
def test_a_point_is_told_by_what_lies_there(point: Point, told: str) -> None:
    assert lying_at(PAGE, point) == f"the point lay on {told}"


def test_the_line_of_a_step_says_where_its_point_landed() -> None:
    def line(target: ByPoint | ByIndex) -> str:
        decision = Decision(Click(target), PAGE.digest, description="tap Save")
        attempt = Attempt("1", Tap(Point(50, 20)), "absolute", Point(50, 20))
        return step_line(Transition(3, PAGE, decision, PAGE, "ineffective", (attempt,)))

    assert 'no change — the point lay on text "Total"' in line(ByPoint(121, 22))
    assert "the point lay" not in line(ByIndex(1))


def test_of_a_touch_that_had_an_effect_it_is_not_said_that_nothing_takes_one() -> None:
    other = screen(element(0, "heading", "Opened"), title="Opened", key="opened")
    decision = Decision(Click(ByPoint(700, 900)), PAGE.digest, description="close the sheet")
    attempt = Attempt("i", Tap(Point(300, 20)), "absolute", Point(300, 20))
    worked = Transition(1, PAGE, decision, other, "effective", (attempt,))
    assert "lay on" not in step_line(worked)
    assert "lay on nothing that takes a touch" in step_line(replace(worked, after=PAGE, effectiveness="ineffective"))
