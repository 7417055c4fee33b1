"""What the oracle's walker aims at."""

import pytest

from sextant.types.actions import Hold, Tap, TypeText
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Observation, Screen, ScreenKey
from sextant_worlds.oracle.walker import MoveWalker, NextGesture
from sextant_worlds.reference import Bound
from sextant_worlds.spec.reference import HoldMove, TapMove, TypeMove

TAP: frozenset[Affordance] = frozenset({"tap"})
MAIN = Element(0, Box(0, 0, 412, 844), "main", affordances=frozenset({"scroll"}))
ROW = Element(1, Box(330, 780, 60, 44), "button", "Archive", test_id="row", affordances=TAP, parent=0)
FLOATING = Element(2, Box(350, 771, 56, 56), "button", "New", test_id="new", affordances=TAP)


@pytest.mark.parametrize("move", [TapMove(test_id="row"), HoldMove(test_id="row"), TypeMove(test_id="row", text="a")])
def test_the_walker_keeps_clear_of_a_floating_button(move: TapMove | HoldMove | TypeMove) -> None:
    observation = Observation("world:a", "", "A", Size(412, 915), (MAIN, ROW, FLOATING))
    screen = Screen(ScreenKey("a", "a"), "d", observation)
    walker = MoveWalker(iter([Bound("do", move)]), {}, lambda _: None)
    wish = walker.next(screen)
    assert isinstance(wish, NextGesture)
    assert isinstance(wish.gesture, Tap | Hold | TypeText)
    assert wish.gesture.point == Point(339, 802)
