"""From where one is to where a rehearsed part is carried out: by rehearsed steps, tabs and the launcher."""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.types.screens import Screen
from sextant_worlds.actors.walking import find
from sextant_worlds.reference import Bound
from sextant_worlds.spec.reference import OpenMove, PressMove, TapMove
from sextant_worlds.spec.world import World
from sextant_worlds.steady.rehearsal import LAUNCHER, Part, Spot, spot_of

__all__ = ["Leg", "Ways"]

_HOME = Spot(LAUNCHER)
_BACK_COST, _HOME_COST, _FAR = 1.5, 2.0, 1e-4


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a way. `part` is the rehearsed one, None for tabs, launcher and home."""

    bound: Bound
    to: Spot
    part: Part | None = None
    cost: float = 1.0


@dataclass
class Ways:
    """The steps that are known to lead somewhere. Steps that were tried in vain are `barred` for a while."""

    world: World
    parts: Sequence[Part]
    left: dict[str, Spot] = field(default_factory=dict[str, Spot])
    """Where each app was last seen: it shows that again when it is opened."""
    barred: dict[tuple[Spot, str], int] = field(default_factory=dict[tuple[Spot, str], int])
    _legs: Mapping[Spot, Sequence[Leg]] = field(init=False)
    _roots: Mapping[str, Mapping[str, Spot]] = field(init=False)

    def __post_init__(self) -> None:
        legs: dict[Spot, list[Leg]] = {}
        for part in self.parts:
            if part.goes:
                cost = _BACK_COST if isinstance(part.bound.move, PressMove) else 1.0
                legs.setdefault(part.here, []).append(Leg(part.bound, part.there, part, cost))
        self._legs = legs
        self._roots = {
            app.id: {f"tab-{tab.id}": Spot(f"{app.id}/{tab.page}") for tab in app.tabs} for app in self.world.apps
        }

    def next(self, screen: Screen, goal: Spot, at: int) -> Leg | None:
        """The first step of the shortest way there; None where no way is known.

        Of equal ones it is the way that was rehearsed nearest to the part of number `at`: lists change on the way.
        """
        here = spot_of(screen)
        if here == goal:
            return None
        queue: list[tuple[float, int, Spot, Leg | None]] = [(0.0, 0, here, None)]
        reached: set[Spot] = set()
        count = 0
        while queue:
            cost, _, spot, first = heapq.heappop(queue)
            if spot == goal:
                return first
            if spot in reached:
                continue
            reached.add(spot)
            for leg in self._from(spot, screen if first is None else None):
                if leg.to in reached or (spot, name_of(leg.bound)) in self.barred:
                    continue
                count += 1
                off = 0.0 if leg.part is None else _FAR * abs(leg.part.number - at)
                heapq.heappush(queue, (cost + leg.cost + off, count, leg.to, first or leg))
        return None

    def _from(self, spot: Spot, screen: Screen | None) -> Iterator[Leg]:
        yield from self._legs.get(spot, ())
        roots = self._roots.get(spot.app, {})
        if spot.over:
            yield Leg(Bound("", PressMove(key="back")), spot.page, cost=_BACK_COST)
        else:
            for test_id, root in roots.items():
                shown = spot in roots.values() if screen is None else find(screen, test_id) is not None
                if shown and (spot != root):
                    yield Leg(Bound("", TapMove(test_id=test_id)), root)
        if spot != _HOME:
            yield Leg(Bound("", PressMove(key="home")), _HOME, cost=_HOME_COST)
            return
        for app in self.world.apps:
            shown = self.left.get(app.id, Spot(f"{app.id}/{app.tabs[0].page if app.tabs else app.home}"))
            yield Leg(Bound("", OpenMove(app=app.id)), shown)


def name_of(bound: Bound) -> str:
    """What a step is told apart by on one screen."""
    move = bound.move
    return f"{move.kind} {getattr(move, 'test_id', '') or getattr(move, 'app', '') or getattr(move, 'key', '')}"
