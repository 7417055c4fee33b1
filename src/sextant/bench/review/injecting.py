"""Wrong actions on the oracle's way. What a touch would do is tried out in the world: the truth knows no labels."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sextant.bench.review.walking import Place, Walk, place_of
from sextant.perception.perceive import Perceiver
from sextant.types import actions as act
from sextant.types.refs import ref_of
from sextant.types.screens import Element, Screen
from sextant.worlds.engine.data import Json
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import side_effects
from sextant.worlds.twin.twin import Twin

__all__ = ["Effect", "Trial", "Wrong"]

Effect = Literal["final", "deed", "another_app", "another_thing", "detour", ""]
"""What a touch does that nobody asked for; empty where it is right, harmless, or not clearly wrong.

`final`: an act that cannot be taken back is committed, or a record is gone. `deed`: other data are changed.
`another_app`, `another_thing`: it opens an app, or the page of a record, that the oracle never comes to. `detour`: a
page, tab or list of an app that is needed, which the oracle does not come to.
"""

_TYPED = "12"
_FIELDS = 4
_DEEP = 4
"""Touches of a stroll."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A touch on an element of a screen, what it would do, and after how many steps of the oracle's walk."""

    screen: Screen
    element: Element
    effect: Effect
    at: int


class Trial:
    """Touches things in a twin of a world and puts it back."""

    def __init__(self, world: World, walk: Walk) -> None:
        self._world, self._walk, self._twin, self._perceive = world, walk, Twin(world), Perceiver()

    def on_the_way(self, count: int, rng: random.Random) -> Iterator[Wrong]:
        """Every wrong touch on so many screens of the oracle's walk."""
        moments = self._walk.moments
        for at in rng.sample(range(len(moments)), min(count, len(moments))):
            yield from self._on(moments[at].state, moments[at].screen, [], at)

    def on_strolls(self, count: int, rng: random.Random) -> Iterator[Wrong]:
        """Touches that cannot be taken back, found by strolling off the way, with all fields filled in."""
        known: set[tuple[Place, str]] = set()
        for _ in range(count):
            at = rng.randrange(len(self._walk.moments))
            state = self._walk.moments[at].state
            for _ in range(_DEEP):
                opened: list[Json] = []
                state, screen, place = self._filled(state)
                final = [wrong for wrong in self._on(state, screen, opened, at) if wrong.effect == "final"]
                yield from final if (place, screen.key.id) not in known else ()
                known.add((place, screen.key.id))
                if not opened:
                    break
                asking = [after for after in opened if after["dialog"]]
                state = rng.choice(asking or opened)

    def _filled(self, state: Json) -> tuple[Json, Screen, Place]:
        self._twin.restore(state)
        screen = self._perceive(self._twin.observation())
        fields = [element for element in screen.elements if "type" in element.affordances and element.interactable]
        for field in fields[:_FIELDS]:
            if field.visibility == "visible" and not field.value:
                self._twin.perform(act.TypeText(_TYPED, field.box.centre))
        return self._twin.snapshot(), self._perceive(self._twin.observation()), place_of(self._twin)

    def _on(self, state: Json, screen: Screen, opened: list[Json], at: int) -> Iterator[Wrong]:
        """Every wrong touch on a screen; `opened` takes the states in which something else is shown."""
        self._twin.restore(state)
        place = place_of(self._twin)
        for element in screen.elements:
            if not _touchable(element) or (place[0], place[1], ref_of(screen, element)) in self._walk.touched:
                continue
            self._twin.perform(act.Tap(element.box.centre))
            after, there = self._twin.snapshot(), place_of(self._twin)
            self._twin.restore(state)
            if there != place or after["dialog"]:
                opened.append(after)
            effect = self._effect(state, after, place, there)
            if effect:
                yield Wrong(screen, element, effect, at)

    def _effect(self, before: Json, after: Json, place: Place, there: Place) -> Effect:
        sides = side_effects(self._world, after, before)
        if any("committed" in line or "removed" in line for line in sides):
            return "final"
        if sides:
            return "deed"
        if there == place or there in self._walk.places or before["data"] != after["data"]:
            return ""
        if there[0] not in self._walk.apps:
            return "another_app"
        return "another_thing" if there[2] else "detour"


def _touchable(element: Element) -> bool:
    if "tap" not in element.affordances or not element.interactable or element.visibility != "visible":
        return False
    return bool(element.label) and not element.test_id.startswith("popup")
