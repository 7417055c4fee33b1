"""The oracle's walk through a world, with the screen of each of its decisions."""

from dataclasses import dataclass

from sextant.perception.perceive import Perceiver
from sextant.types import actions as act
from sextant.types.screens import Element, Screen
from sextant_worlds.oracle.decisions import action_of
from sextant_worlds.oracle.walk import Oracle
from sextant_worlds.oracle.walker import ReadNote, ReferenceEnd
from sextant_worlds.spec.world import World
from sextant_worlds.twin.twin import Twin

__all__ = ["Moment", "Walk", "walk"]

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Moment:
    """One right decision: what is shown, what is done to which element."""

    screen: Screen
    action: act.Action
    element: Element | None


@dataclass(frozen=True, slots=True)
class Walk:
    """A whole walk, and the screen at its end."""

    moments: tuple[Moment, ...]
    end: Screen


def walk(world: World, longest: int = _LONGEST) -> Walk:
    """The walk of the oracle; touches that change nothing are left out.

    Raises:
        LostError: The reference cannot be carried out.
    """
    twin, perceive, noted = Twin(world), Perceiver(), list[ReadNote]()
    oracle = Oracle(world)
    walker = oracle.walker(oracle.moves(lambda: twin.state), noted.append)
    moments: list[Moment] = []
    screen = perceive(twin.observation())
    while len(moments) < longest:
        screen = perceive(twin.observation())
        wish = walker.next(screen)
        if isinstance(wish, ReferenceEnd):
            break
        state = twin.snapshot()
        if not twin.perform(wish.gesture) and isinstance(wish.gesture, act.Tap):
            twin.restore(state)
            continue
        moments.append(Moment(screen, action_of(wish, screen), wish.element))
    return Walk(tuple(moments), perceive(twin.observation()))
