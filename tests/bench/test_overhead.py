"""The overhead bench: what counts as an error of it."""

import pytest

from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision
from sextant.types.transitions import Transition
from sextant_bench import overhead
from tests.support.screens import element, screen

# pyright: reportPrivateUsage=false


@pytest.mark.parametrize(("kind", "errors"), [("timer", 0), ("fetch", 1), ("chain", 1), ("instant", 1)])
def test_only_a_timer_may_answer_after_its_step(kind: overhead.Kind, errors: int) -> None:
    shown = screen(element(0, "button", "Lamp 1"))
    measured = overhead._Measured([(kind, 300)], early=dict.fromkeys(("instant", "fetch", "chain", "timer"), 0))
    decision = Decision(Click(ByIndex(0, shown.digest)), shown.digest, "tap it")
    overhead._count(measured, overhead._FirstLooks(), Transition(1, shown, decision, shown, "uncertain"), 0.3)
    assert (measured.unanswered, measured.early[kind], measured.kinds) == (errors, 1, [kind])
