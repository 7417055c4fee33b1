"""The oracle's walk through a world, with the state of the world at each of its decisions."""

from dataclasses import dataclass

from sextant.perception.perceive import Perceiver
from sextant.types import actions as act
from sextant.types.refs import ref_of
from sextant.types.screens import Element, ElementRef, Screen
from sextant.worlds.actors.oracle import Oracle
from sextant.worlds.actors.walking import Done, Note
from sextant.worlds.demonstrations.wording import action_of
from sextant.worlds.engine.data import Json
from sextant.worlds.spec.world import World
from sextant.worlds.twin.twin import Twin

__all__ = ["Moment", "Place", "Touch", "Walk", "place_of", "walk"]

Place = tuple[str, str, str]
"""App, page, record."""

Touch = tuple[str, str, ElementRef]
"""App, page, and what is touched there."""

_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Moment:
    """One right decision: the state it is made in, what is shown, what is done to which element."""

    state: Json
    screen: Screen
    action: act.Action
    element: Element | None
    place: Place


@dataclass(frozen=True, slots=True)
class Walk:
    """A whole walk: where it came, and what it touched where."""

    moments: tuple[Moment, ...]
    end: Screen
    places: frozenset[Place]
    touched: frozenset[Touch]

    @property
    def apps(self) -> frozenset[str]:
        return frozenset(place[0] for place in self.places)


def place_of(twin: Twin) -> Place:
    """Where the phone is."""
    scene = twin.scene
    return scene["app"], scene["page"], scene["rec"]


def walk(world: World, longest: int = _LONGEST) -> Walk:
    """The walk of the oracle; touches that change nothing are left out.

    Raises:
        LostError: The reference cannot be carried out.
    """
    twin, perceive, noted = Twin(world), Perceiver(), list[Note]()
    oracle = Oracle(world)
    walker = oracle.walker(oracle.moves(lambda: twin.state), noted.append)
    moments: list[Moment] = []
    screen = perceive(twin.observation())
    places = {place_of(twin)}
    touched: set[Touch] = set()
    while len(moments) < longest:
        screen = perceive(twin.observation())
        wish = walker.next(screen)
        if isinstance(wish, Done):
            break
        state, place = twin.snapshot(), place_of(twin)
        if not twin.perform(wish.gesture) and isinstance(wish.gesture, act.Tap):
            twin.restore(state)
            continue
        moments.append(Moment(state, screen, action_of(wish, screen), wish.element, place))
        if wish.element is not None:
            touched.add((place[0], place[1], ref_of(screen, wish.element)))
        places.add(place_of(twin))
    return Walk(tuple(moments), perceive(twin.observation()), frozenset(places), frozenset(touched))
