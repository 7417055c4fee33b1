"""What a run counts."""

from typing import Literal

import pytest

from sextant.parts import RunTally
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.transitions import Transition
from tests.support.screens import element, screen

PAGE = screen(element(0, "button", "Follow"))


@pytest.mark.parametrize(
    ("actor", "effectiveness", "in_a_row"),
    [
        ("model", "ineffective", 3),
        ("explorer", "ineffective", 0),
        ("navigator", "ineffective", 0),
        ("model", "refused", 3),
        ("explorer", "refused", 0),
    ],
)
def test_refusals_in_a_row_do_not_count_against_an_explorer(
    actor: str, effectiveness: Literal["ineffective", "refused"], in_a_row: int
) -> None:
    tally = RunTally()
    decision = Decision(Click(ByIndex(0)), PAGE.digest, "tap", actor=actor)
    for step in range(3):
        tally.count(Transition(step, PAGE, decision, PAGE, effectiveness, cause="refused"))
    assert tally.bad == in_a_row
