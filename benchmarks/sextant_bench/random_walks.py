"""Random walks over worlds as an agent would record them: what a map learns from who only looks around."""

import random
from collections.abc import Callable, Iterator

from sextant.elements.sight import free_point
from sextant.perception.perceive import Perceiver
from sextant.types.actions import Action, ByIndex, Click, Gesture, NavigateBack, PressKey, Scroll, ScrollBy, Tap
from sextant.types.decisions import Decision
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

__all__ = ["Touchable", "wander"]

Touchable = Callable[[Element, Screen], bool]
"""Whether an element may be touched."""

_BACK = 0.12
_SCROLL = 0.1


def wander(world: World, rng: random.Random, steps: int, touchable: Touchable) -> Iterator[Transition]:
    """So many random steps from the start of a world: touches, scrolls, steps back."""
    twin, perceive = Twin(world), Perceiver()
    before = perceive(twin.observation())
    for step in range(steps):
        action, gesture = _choose(before, rng, touchable)
        twin.perform(gesture)
        after = perceive(twin.observation())
        done = "ineffective" if before.digest == after.digest else "effective"
        yield Transition(step, before, Decision(action, before.digest), after, done)
        before = after


def _choose(screen: Screen, rng: random.Random, touchable: Touchable) -> tuple[Action, Gesture]:
    draw = rng.random()
    near = [
        one
        for one in screen.elements
        if one.interactable
        and "tap" in one.affordances
        and "type" not in one.affordances
        and one.visibility == "visible"
        and touchable(one, screen)
    ]
    if draw < _BACK or not near:
        return NavigateBack(), PressKey("back")
    if draw < _BACK + _SCROLL:
        return Scroll("down"), ScrollBy("down")
    chosen = rng.choice(near)
    return Click(ByIndex(chosen.index)), Tap(free_point(screen, chosen))
