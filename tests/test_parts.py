"""What a run counts."""

from sextant.parts import RunTally
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.transitions import Transition
from tests.support.screens import element, screen

PAGE = screen(element(0, "button", "Follow"))


def test_refusals_in_a_row_are_counted_with_who_decided() -> None:
    tally = RunTally()
    for actor, explores in (("model", False), ("explorer", True), ("navigator", True)):
        decision = Decision(Click(ByIndex(0)), PAGE.digest, "tap", actor=actor)
        tally.count(Transition(0, PAGE, decision, PAGE, "ineffective", cause="refused"))
        assert tally.explores == explores
    assert tally.bad == 3
    tally.count(Transition(3, PAGE, Decision(Click(ByIndex(0)), PAGE.digest, "tap"), PAGE, "effective"))
    assert (tally.bad, tally.explores) == (0, False)
