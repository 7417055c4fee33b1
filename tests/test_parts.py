"""What a run counts."""

from sextant.parts import RunTally
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.transitions import Transition
from tests.support.screens import element, screen

PAGE = screen(element(0, "button", "Follow"))


def test_an_explorer_may_be_refused_more_often_in_a_row_than_a_model() -> None:
    tally = RunTally()
    for actor, most in (("model", 3), ("explorer", 30), ("navigator", 30)):
        decision = Decision(Click(ByIndex(0)), PAGE.digest, "tap", actor=actor)
        tally.count(Transition(0, PAGE, decision, PAGE, "ineffective", cause="refused"))
        assert tally.most_bad == most
    assert tally.bad == 3
    tally.count(Transition(3, PAGE, Decision(Click(ByIndex(0)), PAGE.digest, "tap"), PAGE, "effective"))
    assert (tally.bad, tally.most_bad) == (0, 3)
